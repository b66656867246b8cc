//! A server in the test's own process, and tabs that speak with it.

#![allow(dead_code)] // each test uses what it needs

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{AppState, Connections, Server, ServerSettings};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderValue, Request, StatusCode};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Far longer than anything takes, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Runs a test with threads for the network of its own.
pub fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async { timeout(2 * PATIENCE, test).await.expect("the test hangs") });
}

/// A server that runs.
pub struct Running {
    pub address: SocketAddr,
    pub app: Arc<AppState>,
    pub connections: Arc<Connections>,
    /// The path of the operator's link, of a server that is shared.
    pub operator: Option<String>,
    end: Option<oneshot::Sender<()>>,
    serving: JoinHandle<()>,
}

impl Running {
    pub async fn start() -> Self {
        Self::with(ServerSettings { threads: 2, hash: 128, ..ServerSettings::default() }).await
    }

    pub async fn with(settings: ServerSettings) -> Self {
        Self::on(ServerSettings { port: Some(0), ..settings }).await
    }

    /// On the port that the settings name.
    pub async fn on(settings: ServerSettings) -> Self {
        let server = Server::bind(&settings).await.unwrap();
        let (address, app, connections) = (server.address(), server.app(), server.connections());
        let operator = server.sharing().map(|(path, _)| path);
        let (end, ended) = oneshot::channel::<()>();
        let serving = tokio::spawn(server.serve(async {
            let _ = ended.await;
        }));
        Self { address, app, connections, operator, end: Some(end), serving }
    }

    /// A request to open a tab, as a page of this server makes it.
    pub fn request(&self) -> Request<()> {
        let mut request = format!("ws://{}/ws", self.address).into_client_request().unwrap();
        let origin = HeaderValue::from_str(&format!("http://{}", self.address)).unwrap();
        request.headers_mut().insert("origin", origin);
        request
    }

    /// A server that is shared.
    pub async fn shared() -> Self {
        let share = Some(server::Sharing::default());
        Self::with(ServerSettings { threads: 2, hash: 128, share, ..ServerSettings::default() }).await
    }

    /// Opens a link: the way that it leads, and the cookie it leaves; nothing if it leads nowhere.
    pub async fn follow(&self, path: &str) -> Option<(String, String)> {
        let answer = self.get(path, &format!("Host: {}\r\n", self.address)).await;
        if !answer.starts_with("HTTP/1.1 200") {
            assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
            return None;
        }
        let after = |name: &str, end: char| {
            let found = answer.split_once(name).and_then(|(_, rest)| rest.split(end).next());
            found.unwrap_or_default().to_owned()
        };
        Some((after("content=\"0;url=", '"'), after("set-cookie: ", ';')))
    }

    /// A tab of a browser that has opened a link.
    pub async fn tab_by(&self, path: &str) -> Tab {
        let (_, cookie) = self.follow(path).await.expect("the link leads nowhere");
        self.tab_with(&cookie).await.expect("the cookie is not taken")
    }

    /// A tab of a browser with a cookie.
    pub async fn tab_with(&self, cookie: &str) -> Result<Tab, StatusCode> {
        let mut request = self.request();
        request.headers_mut().insert("cookie", HeaderValue::from_str(cookie).unwrap());
        match connect_async(request).await {
            Ok((socket, _)) => Ok(Tab { socket, id: 0 }),
            Err(Error::Http(response)) => Err(response.status()),
            Err(error) => panic!("{error}"),
        }
    }

    pub async fn tab(&self) -> Tab {
        let (socket, _) = connect_async(self.request()).await.unwrap();
        Tab { socket, id: 0 }
    }

    /// The status with which a request is refused.
    pub async fn refusal(&self, request: Request<()>) -> StatusCode {
        match connect_async(request).await {
            Err(Error::Http(response)) => response.status(),
            other => panic!("{other:?}"),
        }
    }

    /// What a plain request gets, headers and all.
    pub async fn get(&self, path: &str, headers: &str) -> String {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Waits until no search is left.
    pub async fn wait_for_silence(&self) {
        self.wait_for_searches(0).await;
    }

    /// Waits until this many searches run.
    pub async fn wait_for_searches(&self, count: usize) {
        let counted = async {
            while self.app.searches() != count {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let is_so = timeout(PATIENCE, counted).await;
        assert!(is_so.is_ok(), "{} searches run, not {count}", self.app.searches());
    }

    /// Ends the server and says how that went.
    pub async fn end(mut self) {
        self.end.take().unwrap().send(()).unwrap();
        timeout(PATIENCE, &mut self.serving).await.expect("the server does not end").unwrap();
    }
}

/// A tab.
pub struct Tab {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    id: u64,
}

impl Tab {
    pub async fn send_text(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).await.unwrap();
    }

    pub async fn send_message(&mut self, message: Message) -> Result<(), Error> {
        self.socket.send(message).await
    }

    /// Sends a request with the next id, which is returned.
    pub async fn send(&mut self, kind: &str, mut fields: Value) -> u64 {
        self.id += 1;
        fields["type"] = json!(kind);
        fields["id"] = json!(self.id);
        self.send_text(fields.to_string()).await;
        self.id
    }

    /// The next message; none if the connection is over.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("no answer") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of this type to this request; others are passed over, but no error is.
    pub async fn wait_for(&mut self, kind: &str, id: u64) -> Value {
        loop {
            let message = self.next().await.expect("the connection is over");
            if message["type"] == kind && message["id"] == id {
                return message;
            }
            assert_ne!(message["type"], "error", "{message}");
        }
    }

    /// Asks and waits for the answer of this type.
    pub async fn ask(&mut self, kind: &str, fields: Value, answer: &str) -> Value {
        let id = self.send(kind, fields).await;
        self.wait_for(answer, id).await
    }

    /// Asks and waits for the error that must be the answer; its text.
    pub async fn refused(&mut self, kind: &str, fields: Value) -> String {
        let id = self.send(kind, fields).await;
        let message = self.next().await.expect("the connection is over");
        assert_eq!((&message["type"], &message["id"]), (&json!("error"), &json!(id)), "{message}");
        assert!(message["error"]["code"].is_string(), "{message}");
        assert!(message["text_zh"].as_str().is_some_and(|text| !text.is_empty()), "{message}");
        message["text"].as_str().unwrap().to_owned()
    }

    /// Leaves without a word.
    pub fn vanish(self) {
        drop(self.socket);
    }
}

/// The game of a request.
pub fn game(fen: Option<&str>, moves: &str) -> Value {
    json!({ "fen": fen, "moves": moves.split_whitespace().collect::<Vec<_>>(), "rules": "asian" })
}

/// Fields of two objects together.
pub fn with(mut one: Value, other: Value) -> Value {
    if let (Value::Object(one), Value::Object(other)) = (&mut one, other) {
        one.extend(other);
    }
    one
}
