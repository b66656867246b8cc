//! Who is who on a server that is shared: its operator, guests of rooms, and strangers, who get nothing.
//!
//! A link carries a secret: that of the operator (`/k/SECRET`), or the name of a room and one of its keys (`/k/ROOM/KEY`). Opening
//! it leaves a cookie in the browser, which carries another secret, and leads to the app. Where a connection comes from decides nothing, for behind
//! a proxy everybody comes from this machine. Without a cookie that is known, every path is refused in the same words, whether
//! or not there is something behind it. A server that is not shared has no links, and whoever reaches it is its operator.

use crate::keep::Kept;
use crate::rooms::Rooms;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use service::room::{Door, Secret};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// How many passes are kept before those of rooms that are gone are given up.
const MAX_PASSES: usize = 4096;
/// How long a browser keeps its cookie, in seconds.
const COOKIE_AGE: u32 = 7 * 24 * 60 * 60;

/// Tabs of those who came by the link of one seat, and by the link to watch. Together they are what a room can have of the places of guests.
const MAX_SEAT_TABS: usize = 12;
const MAX_WATCH_TABS: usize = 40;

/// The page that a link opens, before the app.
static LEADS_ON: &str = include_str!("leads_on.html");
/// The page of those who may not come in.
static REFUSED: &str = include_str!("refused.html");

/// What somebody may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Everything.
    Operator,
    /// Rooms alone.
    Guest,
}

/// Who asks.
#[derive(Clone)]
pub struct Visitor {
    /// What they may do.
    pub role: Role,
    /// The pass by which a guest has come.
    pub pass: Option<Arc<PassTabs>>,
}

impl Visitor {
    /// The operator.
    pub const OPERATOR: Self = Self { role: Role::Operator, pass: None };
}

/// The tabs of one pass.
pub struct PassTabs {
    open: AtomicUsize,
    max: usize,
}

impl PassTabs {
    fn of(door: Door) -> Arc<Self> {
        let max = match door {
            Door::Seat => MAX_SEAT_TABS,
            Door::Watch => MAX_WATCH_TABS,
        };
        Arc::new(Self { open: AtomicUsize::new(0), max })
    }

    /// Another tab comes by this pass, if there is room.
    pub fn enter(self: Arc<Self>) -> Option<PassStay> {
        let room = |open: usize| (open < self.max).then_some(open + 1);
        self.open.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).ok()?;
        Some(PassStay(self))
    }
}

/// The stay of a tab that came by a pass. Dropped, it ends.
pub struct PassStay(Arc<PassTabs>);

impl Drop for PassStay {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

struct Pass {
    secret: Secret,
    tabs: Arc<PassTabs>,
}

/// A server that is shared.
pub struct Share {
    /// The rooms.
    pub rooms: Arc<Rooms>,
    /// What the operator's link carries.
    link: Secret,
    /// What the operator's cookie carries.
    operator: Secret,
    /// The pass of each room and key. Who comes by the same link has the same pass, so that nobody can use passes up.
    passes: Mutex<BTreeMap<(Secret, Secret), Pass>>,
    cookie: String,
    is_secure: bool,
}

/// A secret from the system's source of random numbers.
///
/// # Errors
/// If the system has none.
pub fn random_secret() -> Result<Secret, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(Secret::new(bytes))
}

impl Share {
    /// What is shared by the server on this port.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn new(rooms: Arc<Rooms>, port: u16) -> Result<Self, getrandom::Error> {
        Ok(Self {
            is_secure: rooms.address().starts_with("https:"),
            rooms,
            link: random_secret()?,
            operator: random_secret()?,
            passes: Mutex::default(),
            // Cookies are shared by all ports of a host.
            cookie: format!("chuhe_{port}"),
        })
    }

    /// All that is to be kept over a restart: rooms, and the passes to them.
    pub fn kept(&self) -> Kept {
        let rooms = self.rooms.saved();
        let passes = self.passes.lock().unwrap_or_else(PoisonError::into_inner);
        let is_kept = |room: &Secret| rooms.iter().any(|(name, _)| name == room);
        let passes = passes.iter().filter(|((room, _), _)| is_kept(room));
        let passes = passes.map(|((room, key), pass)| (*room, *key, pass.secret)).collect();
        Kept::new(self.operator, rooms, passes)
    }

    /// Takes in what was kept. Rooms that nobody has used for too long are left out. True if all others could be taken in.
    pub fn restore(&mut self, kept: Kept) -> bool {
        let age = kept.age();
        let mut is_whole = true;
        for (name, room) in kept.rooms {
            is_whole &= self.rooms.restore(name, room, age).is_ok();
        }
        for (room, key, secret) in kept.passes {
            let door = self.rooms.find(room).and_then(|open| open.opens(key));
            if let Some(door) = door {
                let pass = Pass { secret, tabs: PassTabs::of(door) };
                self.passes.lock().unwrap_or_else(PoisonError::into_inner).insert((room, key), pass);
            }
        }
        if self.rooms.count() > 0 {
            self.operator = kept.operator;
        }
        is_whole
    }

    /// The path that makes a browser the operator's.
    pub fn operator_path(&self) -> String {
        format!("/k/{}", self.link)
    }

    /// What the owner of a cookie may do; nothing if it is not known.
    fn visitor(&self, headers: &HeaderMap) -> Option<Visitor> {
        let secret = self.cookie_of(headers)?;
        if secret == self.operator {
            return Some(Visitor::OPERATOR);
        }
        let passes = self.passes.lock().unwrap_or_else(PoisonError::into_inner);
        let pass = passes.values().find(|pass| pass.secret == secret)?;
        Some(Visitor { role: Role::Guest, pass: Some(Arc::clone(&pass.tabs)) })
    }

    fn cookie_of(&self, headers: &HeaderMap) -> Option<Secret> {
        let mut pairs = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|text| text.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(name, _)| *name == self.cookie)?.1.parse().ok()
    }

    /// The pass of those who come by this key.
    fn pass(&self, room: Secret, key: Secret, door: Door) -> Result<Secret, getrandom::Error> {
        let fresh = random_secret()?;
        let mut passes = self.passes.lock().unwrap_or_else(PoisonError::into_inner);
        if passes.len() >= MAX_PASSES {
            passes.retain(|(room, _), _| self.rooms.find(*room).is_some());
        }
        let pass = || {
            self.rooms.note_change();
            Pass { secret: fresh, tabs: PassTabs::of(door) }
        };
        Ok(passes.entry((room, key)).or_insert_with(pass).secret)
    }

    /// Opens a link: the way on, and a cookie if the browser needs one.
    fn open(&self, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
        let mut parts = uri.path().strip_prefix("/k/")?.split('/');
        let first: Secret = parts.next()?.parse().ok()?;
        let second = parts.next();
        if parts.next().is_some() {
            return None;
        }
        let Some(second) = second else {
            return (first == self.link).then(|| self.lead("/", Some(self.operator)));
        };
        let key: Secret = second.parse().ok()?;
        let door = self.rooms.find(first)?.opens(key)?;
        let way = format!("/#/room/{first}/{key}");
        // Who is known already stays who he is.
        let pass = match self.visitor(headers) {
            Some(_) => None,
            None => Some(self.pass(first, key, door).ok()?),
        };
        Some(self.lead(&way, pass))
    }

    /// A page that leads on. A redirect would not do: a browser that came from another site, such as a chat, does not send a strict
    /// cookie along with it.
    fn lead(&self, way: &str, cookie: Option<Secret>) -> Response {
        let mut headers = HeaderMap::new();
        let secure = if self.is_secure { "; Secure" } else { "" };
        let cookie = cookie.map(|secret| {
            format!(
                "{}={secret}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Strict{secure}",
                self.cookie
            )
        });
        if let Some(Ok(cookie)) = cookie.map(|text| text.parse()) {
            headers.insert(header::SET_COOKIE, cookie);
        }
        (headers, Html(LEADS_ON.replace("WAY", way))).into_response()
    }
}

/// Lets in who may come in, and notes in the request who it is.
pub async fn access(State(share): State<Option<Arc<Share>>>, mut request: Request, next: Next) -> Response {
    let Some(share) = share else {
        request.extensions_mut().insert(Visitor::OPERATOR);
        return next.run(request).await;
    };
    if request.uri().path().starts_with("/k/") {
        let mut answer = share.open(request.uri(), request.headers()).unwrap_or_else(refused);
        let never = header::HeaderValue::from_static("no-store");
        answer.headers_mut().insert(header::CACHE_CONTROL, never);
        return answer;
    }
    match share.visitor(request.headers()) {
        Some(visitor) => {
            request.extensions_mut().insert(visitor);
            next.run(request).await
        }
        None => refused(),
    }
}

fn refused() -> Response {
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::FORBIDDEN, headers, REFUSED).into_response()
}
