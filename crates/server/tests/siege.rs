//! Connections that ask for nothing, take nothing, or are too many.

mod common;

use common::{PATIENCE, Running, run};
use serde_json::json;
use server::{ConnectionLimits, ServerSettings};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

const SHORT: Duration = Duration::from_millis(400);

async fn besieged(connections: ConnectionLimits) -> Running {
    Running::with(ServerSettings { threads: 1, hash: 16, connections, ..ServerSettings::default() }).await
}

fn impatient() -> ConnectionLimits {
    ConnectionLimits { request_time: SHORT, stall_time: SHORT, ..ConnectionLimits::default() }
}

/// How long it takes until the server ends a connection. What it says before is passed over.
async fn until_closed(stream: &mut TcpStream) -> Duration {
    let begun = Instant::now();
    let mut bytes = [0; 4096];
    while !matches!(timeout(PATIENCE, stream.read(&mut bytes)).await.expect("kept open"), Ok(0) | Err(_)) {}
    begun.elapsed()
}

#[test]
fn who_sends_no_request_is_cut() {
    run(async {
        let server = besieged(impatient()).await;
        let host = format!("Host: {}\r\n", server.address);
        let mut tab = server.tab().await;
        let mut streams = Vec::new();
        for words in [
            String::new(),
            "GET".into(),
            format!("GET /ws HTTP/1.1\r\n{host}Upgrade: websocket\r\nSec-WebSocket-Key: "),
            // A request, and then nothing.
            format!("GET /nothing HTTP/1.1\r\n{host}\r\n"),
        ] {
            let mut stream = TcpStream::connect(server.address).await.unwrap();
            stream.write_all(words.as_bytes()).await.unwrap();
            streams.push(stream);
        }
        for stream in &mut streams {
            until_closed(stream).await;
        }
        // One letter at a time does not help.
        let mut slow = TcpStream::connect(server.address).await.unwrap();
        let begun = Instant::now();
        while slow.write_all(b"G").await.is_ok() {
            assert!(begun.elapsed() < PATIENCE, "kept open");
            sleep(SHORT / 10).await;
        }
        // A tab may be silent for longer.
        tab.ask("hello", json!({}), "welcome").await;
    });
}

#[test]
fn who_takes_nothing_is_cut() {
    run(async {
        let directory = std::env::temp_dir().join(format!("chuhe-siege-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        std::fs::write(directory.join("index.html"), "<p>here").unwrap();
        std::fs::write(directory.join("large.txt"), vec![b'x'; 32 << 20]).unwrap();
        let settings = ServerSettings {
            assets: Some(directory.clone()),
            connections: impatient(),
            ..ServerSettings::default()
        };
        let server = Running::with(settings).await;
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let request = format!("GET /large.txt HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
        stream.write_all(request.as_bytes()).await.unwrap();
        stream.readable().await.unwrap();
        let gone = async {
            while server.connections.count() > 0 {
                sleep(SHORT / 10).await;
            }
        };
        timeout(PATIENCE, gone).await.expect("the connection is kept");
        std::fs::remove_dir_all(&directory).unwrap();
    });
}

#[test]
fn any_number_of_silent_connections_leaves_room_for_a_newcomer() {
    run(async {
        let server = besieged(ConnectionLimits { max: 24, ..ConnectionLimits::default() }).await;
        let host = format!("Host: {}\r\n", server.address);
        let mut tab = server.tab().await;
        let mut silent = Vec::new();
        for number in 0..200 {
            silent.push(TcpStream::connect(server.address).await.unwrap());
            if number % 20 == 19 {
                let answer = timeout(PATIENCE, server.get("/", &host)).await.expect("no answer");
                assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            }
        }
        tab.ask("hello", json!({}), "welcome").await;
        server.tab().await.ask("hello", json!({}), "welcome").await;
        assert!(server.connections.count() <= 25, "{}", server.connections.count());
        drop(silent);
    });
}

#[test]
fn a_head_without_end_is_refused() {
    run(async {
        let server = besieged(ConnectionLimits::default()).await;
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let line = format!("X-Filler: {}\r\n", "x".repeat(1000));
        let _ = stream.write_all(b"GET / HTTP/1.1\r\n").await;
        let mut sent = 0;
        while sent < 1 << 20 && stream.write_all(line.as_bytes()).await.is_ok() {
            sent += line.len();
            tokio::task::yield_now().await;
        }
        assert!(until_closed(&mut stream).await < Duration::from_secs(5));
    });
}
