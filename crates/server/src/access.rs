//! Who is who on a server that is shared: its operator, guests of rooms, and strangers, who get nothing.
//!
//! A link carries a secret: that of the operator (`/k/SECRET`), or the name of a room and one of its keys (`/k/ROOM/KEY`). Opening
//! it leaves a cookie in the browser and leads to the app. Where a connection comes from decides nothing, for behind
//! a proxy everybody comes from this machine. Without a cookie that is known, every path is refused in the same words, whether
//! or not there is something behind it. A server that is not shared has no links, and whoever reaches it is its operator.

use crate::rooms::Rooms;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use service::room::Secret;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many passes are kept before those of rooms that are gone are given up.
const MAX_PASSES: usize = 4096;
/// How long a browser keeps its cookie, in seconds.
const COOKIE_AGE: u32 = 7 * 24 * 60 * 60;

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

/// A server that is shared.
pub struct Share {
    /// The rooms.
    pub rooms: Arc<Rooms>,
    operator: Secret,
    /// The pass of each room and key. Who comes by the same link has the same pass, so that nobody can use passes up.
    passes: Mutex<BTreeMap<(Secret, Secret), Secret>>,
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
            operator: random_secret()?,
            passes: Mutex::default(),
            // Cookies are shared by all ports of a host.
            cookie: format!("chuhe_{port}"),
        })
    }

    /// The path that makes a browser the operator's.
    pub fn operator_path(&self) -> String {
        format!("/k/{}", self.operator)
    }

    /// What the owner of a cookie may do; nothing if it is not known.
    fn role(&self, headers: &HeaderMap) -> Option<Role> {
        let secret = self.cookie_of(headers)?;
        if secret == self.operator {
            return Some(Role::Operator);
        }
        let passes = self.passes.lock().unwrap_or_else(PoisonError::into_inner);
        passes.values().any(|pass| *pass == secret).then_some(Role::Guest)
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
    fn pass(&self, room: Secret, key: Secret) -> Result<Secret, getrandom::Error> {
        let fresh = random_secret()?;
        let mut passes = self.passes.lock().unwrap_or_else(PoisonError::into_inner);
        if passes.len() >= MAX_PASSES {
            passes.retain(|(room, _), _| self.rooms.find(*room).is_some());
        }
        Ok(*passes.entry((room, key)).or_insert(fresh))
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
            return (first == self.operator).then(|| self.lead("/", Some(self.operator)));
        };
        let key: Secret = second.parse().ok()?;
        if !self.rooms.find(first)?.opens(key) {
            return None;
        }
        let way = format!("/#/room/{first}/{key}");
        // Who is known already stays who he is.
        let pass = if self.role(headers).is_some() { None } else { Some(self.pass(first, key).ok()?) };
        Some(self.lead(&way, pass))
    }

    fn lead(&self, way: &str, cookie: Option<Secret>) -> Response {
        let mut headers = HeaderMap::new();
        if let Ok(way) = way.parse() {
            headers.insert(header::LOCATION, way);
        }
        let secure = if self.is_secure { "; Secure" } else { "" };
        let cookie = cookie.map(|secret| {
            format!("{}={secret}; Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax{secure}", self.cookie)
        });
        if let Some(Ok(cookie)) = cookie.map(|text| text.parse()) {
            headers.insert(header::SET_COOKIE, cookie);
        }
        (StatusCode::SEE_OTHER, headers).into_response()
    }
}

/// Lets in who may come in, and notes in the request who it is.
pub async fn access(State(share): State<Option<Arc<Share>>>, mut request: Request, next: Next) -> Response {
    let Some(share) = share else {
        request.extensions_mut().insert(Role::Operator);
        return next.run(request).await;
    };
    if request.uri().path().starts_with("/k/") {
        let mut answer = share.open(request.uri(), request.headers()).unwrap_or_else(refused);
        let never = header::HeaderValue::from_static("no-store");
        answer.headers_mut().insert(header::CACHE_CONTROL, never);
        return answer;
    }
    match share.role(request.headers()) {
        Some(role) => {
            request.extensions_mut().insert(role);
            next.run(request).await
        }
        None => refused(),
    }
}

fn refused() -> Response {
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::FORBIDDEN, headers, REFUSED).into_response()
}
