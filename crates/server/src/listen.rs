//! Listening: which port, which paths, how it ends.

use crate::accept::accept;
use crate::access::{Role, Share, Visitor, access};
use crate::addresses::{is_of_this_machine, network_addresses};
use crate::app_state::AppState;
use crate::connections::{ConnectionLimits, Connections, Place};
use crate::guard::{Names, guard};
use crate::keep::{KeepError, RoomFile};
use crate::pages::Pages;
use crate::requests::MAX_GUEST_MESSAGE;
use crate::rooms::Rooms;
use crate::tab;
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, FromRef, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use service::Resources;
use service::messages::{MAX_MESSAGE, NetworkAddress};
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, lookup_host};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// The port unless another is asked for.
pub const DEFAULT_PORT: u16 = 8088;
/// This many ports from the default one on are tried.
const PORTS_TRIED: u16 = 20;
/// How long searches and connections may take to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// How to serve.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The address or name to listen on.
    pub host: String,
    /// The port, 0 for any; if none is given, the default one or the next that is free.
    pub port: Option<u16>,
    /// How many searches compute at once.
    pub threads: usize,
    /// Mebibytes of all transposition tables together.
    pub hash: usize,
    /// A directory with the files of the app, instead of those inside the program.
    pub assets: Option<PathBuf>,
    /// How many searches there may be, computing or waiting.
    pub max_searches: usize,
    /// How many tabs there may be.
    pub max_tabs: usize,
    /// How many connections there may be, and how long they may take.
    pub connections: ConnectionLimits,
    /// Whether there are rooms for people to play each other in, and who has no link is kept out.
    pub share: Option<Sharing>,
}

/// How a server is shared.
#[derive(Clone, Debug)]
pub struct Sharing {
    /// The address by which others come, such as `https://xiangqi.example.org`; without it that of this machine in its network.
    pub address: Option<String>,
    /// How many rooms there may be.
    pub max_rooms: usize,
    /// The folder in which rooms are kept over a restart; without it they end with the server.
    pub keep: Option<PathBuf>,
}

impl Default for Sharing {
    fn default() -> Self {
        Self { address: None, max_rooms: 200, keep: None }
    }
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".into(),
            port: None,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            hash: 256,
            assets: None,
            max_searches: 96,
            max_tabs: 200,
            connections: ConnectionLimits::default(),
            share: None,
        }
    }
}

/// Why a server cannot listen, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// The name has no address.
    #[error("--host \"{0}\" has no address ({1}); 127.0.0.1 is this machine only, 0.0.0.0 every network")]
    Host(String, #[source] io::Error),
    /// Somebody else has the port.
    #[error(
        "port {port} on {ip} is in use, perhaps by another `chuhe serve`: end that one, choose another port with \
         --port, or leave out --port to take the next free one",
        port = .0.port(),
        ip = .0.ip()
    )]
    InUse(SocketAddr),
    /// All ports that were tried are taken.
    #[error(
        "ports {DEFAULT_PORT} to {last} on {0} are all in use: choose another with --port, or --port 0 for any",
        last = DEFAULT_PORT + PORTS_TRIED - 1
    )]
    AllInUse(IpAddr),
    /// The system refuses.
    #[error("cannot listen on {0}: {1}; try another --port or --host")]
    Refused(SocketAddr, #[source] io::Error),
    /// The address by which others are to come is not one.
    #[error("--share=\"{0}\" is not an address; it looks like https://xiangqi.example.org, without a path")]
    ShareAddress(String),
    /// The system has no random numbers, without which nothing is secret.
    #[error("the system gives no random numbers ({0}); without them no link is safe")]
    Random(#[source] getrandom::Error),
    /// There is no app in the directory that was named.
    #[error(
        "--assets \"{}\": there is no index.html; name a directory with the built app, such as web/dist",
        .0.display()
    )]
    Assets(PathBuf),
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<AppState>,
    pages: Pages,
    names: Names,
    connections: Arc<Connections>,
    share: Option<Arc<Share>>,
    file: Option<RoomFile>,
    trouble: Option<KeepError>,
}

/// What handlers are given.
#[derive(Clone)]
struct Context {
    app: Arc<AppState>,
    pages: Pages,
    ending: watch::Receiver<bool>,
}

impl FromRef<Context> for Pages {
    fn from_ref(context: &Context) -> Self {
        context.pages.clone()
    }
}

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    /// Says why not, and what to do about it.
    pub async fn bind(settings: &ServerSettings) -> Result<Self, BindError> {
        let pages = match &settings.assets {
            Some(directory) => Pages::Directory(directory.clone()),
            None => Pages::Embedded,
        };
        if let (Some(directory), false) = (&settings.assets, pages.has_app()) {
            return Err(BindError::Assets(directory.clone()));
        }
        let listener = listen(&settings.host, settings.port).await?;
        let unknown = |error| BindError::Host(settings.host.clone(), error);
        let address = listener.local_addr().map_err(unknown)?;
        let ServerSettings { threads, hash, max_searches, max_tabs, .. } = *settings;
        let limits = settings.connections.on_this_system();
        let connections = Connections::new(limits);
        let app = AppState::new(Resources { threads, hash, max_searches }, max_tabs).within(limits.max);
        let mut addresses = network_addresses(address);
        let names = Names::new(&settings.host, address.ip());
        let Some(sharing) = &settings.share else {
            let app = Arc::new(app.with_addresses(addresses));
            let (share, file, trouble) = (None, None, None);
            return Ok(Self { listener, address, app, pages, names, connections, share, file, trouble });
        };
        let given = sharing.address.as_ref().map(|text| text.strip_suffix('/').unwrap_or(text).to_owned());
        if let Some(address) = &given {
            let own = NetworkAddress { address: address.clone(), network: String::new() };
            addresses = if is_of_this_machine(address) { Vec::new() } else { vec![own] };
        }
        let first = || addresses.first().map(|first| first.address.clone());
        // Without a network, there is only this machine.
        let shared = given.or_else(first).unwrap_or_else(|| format!("http://{}", on_this_machine(address)));
        let bad = || BindError::ShareAddress(shared.clone());
        let host = shared.strip_prefix("https://").or_else(|| shared.strip_prefix("http://"));
        let host = host.filter(|host| Names::is_host(host)).ok_or_else(bad)?;
        let names = names.and(host);
        let rooms = Arc::new(Rooms::new(sharing.max_rooms, shared.clone()));
        let mut share = Share::new(Arc::clone(&rooms), address.port()).map_err(BindError::Random)?;
        let app = Arc::new(app.with_rooms(rooms).with_addresses(addresses));
        let (file, trouble) = match &sharing.keep {
            Some(folder) => recall(folder, address.port(), &mut share),
            None => (None, None),
        };
        let share = Some(Arc::new(share));
        Ok(Self { listener, address, app, pages, names, connections, share, file, trouble })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for a browser on this machine.
    pub fn url(&self) -> String {
        format!("http://{}/", on_this_machine(self.address))
    }

    /// The path by which a browser becomes the operator's, and the address by which others come, of a server that is shared.
    pub fn sharing(&self) -> Option<(String, String)> {
        let share = self.share.as_ref()?;
        Some((share.operator_path(), share.rooms.address().to_owned()))
    }

    /// The addresses by which other devices reach it, the best one first; none if only this machine does.
    pub fn network_addresses(&self) -> &[NetworkAddress] {
        self.app.addresses()
    }

    /// How many rooms have come back from before, and why no others have or rooms are not kept.
    pub fn kept_rooms(&self) -> (usize, Option<&KeepError>) {
        (self.app.room_count(), self.trouble.as_ref())
    }

    /// Whether it keeps rooms over a restart.
    pub fn keeps_rooms(&self) -> bool {
        self.file.is_some()
    }

    /// Whether it has the browser app to give out.
    pub fn has_app(&self) -> bool {
        self.pages.has_app()
    }

    /// What its tabs share: how many there are, and how many searches.
    pub fn app(&self) -> Arc<AppState> {
        Arc::clone(&self.app)
    }

    /// Its connections.
    pub fn connections(&self) -> Arc<Connections> {
        Arc::clone(&self.connections)
    }

    /// Serves until told to end; then no more tabs are let in, those that are there are told, and their searches stop.
    pub async fn serve(self, end: impl Future<Output = ()>) {
        let (farewell, ending) = watch::channel(false);
        let context = Context { app: Arc::clone(&self.app), pages: self.pages, ending: ending.clone() };
        let layer = axum::middleware::from_fn_with_state(Arc::new(self.names), guard);
        let ticking = self.share.as_ref().map(|share| tokio::spawn(Arc::clone(&share.rooms).run()));
        let keeping = self.share.clone().zip(self.file.map(Arc::new));
        let writing = keeping.clone().map(|(share, file)| tokio::spawn(keep(share, file)));
        let roles = axum::middleware::from_fn_with_state(self.share, access);
        let router = Router::new()
            .route("/ws", get(open_tab))
            .fallback(page)
            .with_state(context)
            .layer(roles)
            .layer(layer);
        let app = Arc::clone(&self.app);
        tokio::task::spawn_blocking(move || app.workbench.warm_up());
        let mut serving = tokio::spawn(accept(self.listener, self.connections, router, ending));
        end.await;
        let _ = farewell.send(true);
        if let Some(ticking) = ticking {
            ticking.abort();
        }
        let quiet = async {
            while self.app.searches() > 0 || self.app.tabs() > 0 {
                sleep(Duration::from_millis(5)).await;
            }
        };
        let _ = timeout(PATIENCE, quiet).await;
        // Whoever keeps a connection open without using it does not keep the server.
        if timeout(Duration::from_secs(1), &mut serving).await.is_err() {
            serving.abort();
        }
        if let (Some(writing), Some((share, file))) = (writing, keeping) {
            writing.abort();
            write_down(&share, &file).await;
        }
    }
}

/// How often it is looked whether rooms have changed, and after how long they are written down all the same: clocks run.
const KEEP_EVERY: Duration = Duration::from_secs(1);
const KEEP_AT_LEAST: u32 = 10;

/// Opens the file of rooms and takes in those that are there.
fn recall(folder: &Path, port: u16, share: &mut Share) -> (Option<RoomFile>, Option<KeepError>) {
    let file = match RoomFile::open(folder, port) {
        Ok(file) => file,
        Err(error) => return (None, Some(error)),
    };
    let trouble = match file.read() {
        Ok(None) => None,
        Ok(Some(kept)) => (!share.restore(kept)).then(|| file.copy_aside()),
        Err(error @ KeepError::SetAside(..)) => Some(error),
        // What cannot be read must not be overwritten either.
        Err(error) => return (None, Some(error)),
    };
    (Some(file), trouble)
}

/// Writes rooms down whenever they have changed, for ever.
async fn keep(share: Arc<Share>, file: Arc<RoomFile>) {
    let (mut written, mut waited) = (0, 0);
    loop {
        sleep(KEEP_EVERY).await;
        let changes = share.rooms.changes();
        waited += 1;
        if changes != written || (waited >= KEEP_AT_LEAST && share.rooms.count() > 0) {
            write_down(&share, &file).await;
            (written, waited) = (changes, 0);
        }
    }
}

/// Writes rooms down now. If that fails, the next time may not.
async fn write_down(share: &Arc<Share>, file: &Arc<RoomFile>) {
    let (share, file) = (Arc::clone(share), Arc::clone(file));
    let _ = tokio::task::spawn_blocking(move || file.write(|| share.kept())).await;
}

/// The address for this machine itself of a server that listens here.
fn on_this_machine(listened: SocketAddr) -> SocketAddr {
    let ip = listened.ip();
    let host = if ip.is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { ip };
    SocketAddr::new(host, listened.port())
}

async fn listen(host: &str, port: Option<u16>) -> Result<TcpListener, BindError> {
    let unknown = |error| BindError::Host(host.to_owned(), error);
    let mut found = lookup_host((host, port.unwrap_or(DEFAULT_PORT))).await.map_err(unknown)?;
    let first = found.next().ok_or_else(|| unknown(io::ErrorKind::NotFound.into()))?;
    let ports = match port {
        Some(port) => port..=port,
        None => DEFAULT_PORT..=DEFAULT_PORT + PORTS_TRIED - 1,
    };
    for candidate in ports {
        let address = SocketAddr::new(first.ip(), candidate);
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() != io::ErrorKind::AddrInUse => {
                return Err(BindError::Refused(address, error));
            }
            Err(_) if port.is_some() => return Err(BindError::InUse(address)),
            Err(_) => {}
        }
    }
    Err(BindError::AllInUse(first.ip()))
}

async fn open_tab(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Extension(place): Extension<Arc<Place>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let role = visitor.role;
    let Some(admission) = context.app.admit(visitor, place.is_here()) else {
        let words = "Too many tabs are open already; close one, or try again later.\n";
        return (StatusCode::SERVICE_UNAVAILABLE, words).into_response();
    };
    place.keep();
    // What is longer than a message may be is refused in words, what is much longer by closing.
    let limit = match role {
        Role::Operator => MAX_MESSAGE + (1 << 18),
        Role::Guest => 2 * MAX_GUEST_MESSAGE,
    };
    let upgrade = upgrade.max_message_size(limit).max_frame_size(limit);
    upgrade.on_upgrade(move |socket| tab::serve(socket, admission, context.ending))
}

async fn page(State(pages): State<Pages>, uri: Uri, headers: HeaderMap) -> Response {
    pages.answer(&uri, &headers).await
}
