//! Bad messages, bad visitors, tabs that vanish, and the end.

mod common;

use common::{PATIENCE, Running, game, run, with};
use serde_json::{Value, json};
use server::{BindError, Server, ServerSettings};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::http::{HeaderValue, StatusCode};

#[test]
fn nonsense_gets_an_error_and_changes_nothing() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        let deep = "[".repeat(100_000);
        let rows = [
            ("", "not JSON"),
            ("{", "not JSON"),
            ("nonsense", "nonsense"),
            (&*deep, "not JSON"),
            ("[]", "no id"),
            ("null", "no id"),
            ("{\"type\":\"hello\"}", "no id"),
            ("{\"type\":\"hello\",\"id\":-1}", "no id"),
            ("{\"type\":\"hello\",\"id\":\"1\"}", "no id"),
        ];
        for (text, words) in rows {
            tab.send_text(text).await;
            let message = tab.next().await.unwrap();
            assert_eq!((&message["type"], &message["id"]), (&json!("error"), &json!(null)), "{message}");
            assert!(message["text"].as_str().unwrap().contains(words), "{message}");
            assert!(message["text"].as_str().unwrap().len() < 1000);
            assert!(message["error"]["code"].is_string(), "{message}");
        }
        tab.send_message(Message::binary(vec![1, 2, 3])).await.unwrap();
        assert!(tab.next().await.unwrap()["text"].as_str().unwrap().contains("binary"));
        let rows = [
            ("conquer", json!({}), "conquer"),
            ("look", with(game(None, ""), json!({"rules": "house"})), "house"),
            ("look", json!({"moves": "h2e2"}), "cannot be obeyed"),
            ("look", json!({"moves": [1]}), "cannot be obeyed"),
            ("look", game(None, "h2e2 h2e2"), "h2e2"),
            ("look", game(None, "h2e2\u{1F600}"), "is not a move"),
            ("look", game(Some("9/9"), ""), "2 ranks"),
            ("look", game(None, &"h2e2 ".repeat(3000)), "3000 moves"),
            ("go", game(None, ""), "level"),
            ("go", with(game(None, ""), json!({"level": 0, "millis": 5})), "level 0"),
            ("go", with(game(None, ""), json!({"level": 10, "millis": 5, "lines": 9})), "lines is 9"),
            ("go", with(game(None, ""), json!({"level": 10, "millis": u64::MAX})), "millis"),
            ("stop", json!({}), "search"),
            ("check_fen", json!({}), "fen"),
            ("explore", game(None, "a0a9"), "a0a9"),
        ];
        for (kind, fields, words) in rows {
            let text = tab.refused(kind, fields).await;
            assert!(text.contains(words), "{kind}: {text}");
        }
        assert_eq!(server.app.searches(), 0);
        // Out of order.
        tab.send_text("{\"type\":\"hello\",\"id\":1}").await;
        let message = tab.next().await.unwrap();
        assert!(message["text"].as_str().unwrap().contains("count upwards"), "{message}");
        assert_eq!(tab.ask("look", game(None, "h2e2"), "seen").await["side"], "black");
    });
}

#[test]
fn large_messages_are_refused() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        tab.send_text("x".repeat(4_500_000)).await;
        let message = tab.next().await.unwrap();
        assert!(message["text"].as_str().unwrap().contains("4500000 bytes"), "{message}");
        tab.ask("hello", json!({}), "welcome").await;
        // What is larger still ends the connection, and nothing else.
        let _ = tab.send_message(Message::text("x".repeat(6_000_000))).await;
        while tab.next().await.is_some() {}
        server.tab().await.ask("hello", json!({}), "welcome").await;
    });
}

#[test]
fn foreign_pages_and_names_are_kept_out() {
    run(async {
        let server = Running::start().await;
        let port = server.address.port();
        for origin in ["http://evil.example", "null", "http://127.0.0.1", "file://", "http://127.0.0.1:1"] {
            let mut request = server.request();
            request.headers_mut().insert("origin", HeaderValue::from_str(origin).unwrap());
            assert_eq!(server.refusal(request).await, StatusCode::FORBIDDEN, "{origin}");
        }
        // A name that was made to point here.
        let mut request = server.request();
        let name = format!("evil.example:{port}");
        request.headers_mut().insert("host", HeaderValue::from_str(&name).unwrap());
        request.headers_mut().insert("origin", HeaderValue::from_str(&format!("http://{name}")).unwrap());
        assert_eq!(server.refusal(request).await, StatusCode::FORBIDDEN);
        for headers in [format!("Host: {name}\r\n"), String::new(), "Host: a\r\nHost: b\r\n".into()] {
            let answer = server.get("/", &headers).await;
            assert!(!answer.starts_with("HTTP/1.1 200"), "{headers}: {answer}");
        }
        for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}"), "localhost".into()] {
            let answer = server.get("/", &format!("Host: {host}\r\n")).await;
            assert!(answer.starts_with("HTTP/1.1 200"), "{host}: {answer}");
        }
    });
}

#[test]
fn every_answer_carries_the_policy() {
    run(async {
        let server = Running::start().await;
        let host = format!("Host: {}\r\n", server.address);
        for (path, status) in [("/", 200), ("/nothing", 404), ("/../Cargo.toml", 404), ("/ws", 400)] {
            let answer = server.get(path, &host).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {answer}");
            let policy =
                answer.lines().find_map(|line| line.strip_prefix("content-security-policy: ")).unwrap();
            assert!(policy.starts_with("default-src 'self'; script-src 'self';"), "{policy}");
            assert!(policy.contains(&format!("connect-src 'self' ws://{}", server.address)), "{policy}");
            assert!(!policy.contains("unsafe"), "{policy}");
            assert!(answer.contains("x-content-type-options: nosniff"), "{answer}");
        }
    });
}

#[test]
fn files_of_a_directory_are_served() {
    run(async {
        let directory = std::env::temp_dir().join(format!("chuhe-assets-{}", std::process::id()));
        std::fs::create_dir_all(directory.join("assets")).unwrap();
        std::fs::write(directory.join("index.html"), "<p>here").unwrap();
        std::fs::write(directory.join("assets/a.js"), "1").unwrap();
        let server =
            Running::with(ServerSettings { assets: Some(directory.clone()), ..ServerSettings::default() })
                .await;
        let host = format!("Host: {}\r\n", server.address);
        assert!(server.get("/", &host).await.ends_with("<p>here"));
        let script = server.get("/assets/a.js", &host).await;
        assert!(script.contains("content-type: text/javascript") && script.contains("immutable"), "{script}");
        std::fs::remove_dir_all(&directory).unwrap();
        let gone = ServerSettings { assets: Some(directory), ..ServerSettings::default() };
        assert!(matches!(Server::bind(&gone).await, Err(BindError::Assets(_))));
    });
}

#[test]
fn compressed_files_go_to_those_who_read_them() {
    run(async {
        let directory = std::env::temp_dir().join(format!("chuhe-compressed-{}", std::process::id()));
        std::fs::create_dir_all(directory.join("assets")).unwrap();
        for (name, content) in [
            ("index.html", "<p>plain"),
            ("assets/a.js", "plain a"),
            ("assets/a.js.br", "brotli a"),
            ("assets/a.js.gz", "gzip a"),
            ("b.css", "plain b"),
            ("b.css.gz", "gzip b"),
            ("lonely.js.br", "brotli without a plain file"),
        ] {
            std::fs::write(directory.join(name), content).unwrap();
        }
        let server =
            Running::with(ServerSettings { assets: Some(directory.clone()), ..ServerSettings::default() })
                .await;
        let get = async |path: &str, accepts: &str| {
            let headers = format!("Host: {}\r\nAccept-Encoding: {accepts}\r\n", server.address);
            server.get(path, &headers).await
        };
        for (path, accepts, encoding, body) in [
            ("/assets/a.js", "gzip, deflate, br", Some("br"), "brotli a"),
            ("/assets/a.js", "gzip", Some("gzip"), "gzip a"),
            ("/assets/a.js", "identity", None, "plain a"),
            ("/b.css", "gzip, br", Some("gzip"), "gzip b"),
            ("/b.css", "br", None, "plain b"),
            ("/", "gzip, br", None, "<p>plain"),
        ] {
            let answer = get(path, accepts).await;
            assert!(
                answer.starts_with("HTTP/1.1 200") && answer.ends_with(body),
                "{path} {accepts}: {answer}"
            );
            let said = answer.lines().find_map(|line| line.strip_prefix("content-encoding: "));
            assert_eq!(said, encoding, "{path} {accepts}");
            assert!(answer.contains("vary: accept-encoding"), "{answer}");
            let kind = if path.starts_with("/assets") { "text/javascript" } else { "text/" };
            assert!(answer.contains(&format!("content-type: {kind}")), "{answer}");
        }
        // A twin alone is not a file, and one that is older than the plain file is not given out.
        assert!(get("/lonely.js", "br").await.starts_with("HTTP/1.1 404"));
        let later = std::time::SystemTime::now() + Duration::from_secs(5);
        let plain = std::fs::File::options().write(true).open(directory.join("assets/a.js")).unwrap();
        plain.set_modified(later).unwrap();
        assert!(get("/assets/a.js", "br").await.ends_with("plain a"));
        std::fs::remove_dir_all(&directory).unwrap();
    });
}

fn analysis(number: usize) -> Value {
    let first = ["h2e2", "c3c4", "h0g2", "b0c2", "g0e2"][number % 5];
    with(game(None, first), json!({"level": 10, "infinite": true, "lines": 1}))
}

#[test]
fn a_closed_tab_stops_its_search() {
    run(async {
        let server = Running::start().await;
        let mut tabs = Vec::new();
        for number in 0..3 {
            let mut tab = server.tab().await;
            let id = tab.send("go", analysis(number)).await;
            tab.wait_for("line", id).await;
            tabs.push(tab);
        }
        assert_eq!((server.app.searches(), server.app.tabs()), (3, 3));
        tabs.pop().unwrap().vanish();
        let fewer = async {
            while (server.app.searches(), server.app.tabs()) != (2, 2) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, fewer).await.expect("the search goes on");
        tabs.into_iter().for_each(common::Tab::vanish);
        server.wait_for_silence().await;
        let told = server.app.lines();
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(server.app.lines(), told, "somebody still computes");
    });
}

#[test]
fn searches_and_tabs_are_bounded() {
    run(async {
        let settings = ServerSettings {
            max_searches: 4,
            max_tabs: 5,
            threads: 1,
            hash: 16,
            ..ServerSettings::default()
        };
        let server = Running::with(settings).await;
        let mut tabs = Vec::new();
        for number in 0..3 {
            let mut tab = server.tab().await;
            let id = tab.send("go", analysis(number)).await;
            tab.wait_for("line", id).await;
            tabs.push(tab);
        }
        // One place is kept for games: another analysis waits, and a move of a game does not.
        let (mut fourth, mut player) = (server.tab().await, server.tab().await);
        let id = fourth.send("go", analysis(3)).await;
        let until = async |searches, tabs| {
            let is_so = async {
                while (server.app.searches(), server.app.tabs()) != (searches, tabs) {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            tokio::time::timeout(PATIENCE, is_so).await.unwrap();
        };
        player.ask("go", with(game(None, "h2e2"), json!({"level": 3})), "best").await;
        until(3, 5).await;
        // Two long moves do not fit.
        let long = || with(game(None, "h2e2"), json!({"level": 10, "millis": 3_600_000}));
        let playing = player.send("go", long()).await;
        player.wait_for("line", playing).await;
        assert!(fourth.refused("go", with(long(), json!({"aside": true}))).await.contains("all 4 searches"));
        fourth.ask("hello", json!({}), "welcome").await;
        assert_eq!(server.refusal(server.request()).await, StatusCode::SERVICE_UNAVAILABLE);
        player.vanish();
        tabs.pop().unwrap().vanish();
        fourth.wait_for("line", id).await;
        until(3, 3).await;
        // Who waits and is told to stop has an answer.
        let mut fifth = server.tab().await;
        let id = fifth.send("go", analysis(4)).await;
        fifth.send("stop", json!({"search": id})).await;
        fifth.wait_for("best", id).await;
    });
}

#[test]
fn the_end_is_clean() {
    run(async {
        let server = Running::start().await;
        let app = std::sync::Arc::clone(&server.app);
        let mut tab = server.tab().await;
        let id = tab.send("go", analysis(0)).await;
        tab.wait_for("line", id).await;
        let asked = Instant::now();
        tokio::join!(server.end(), async { while tab.next().await.is_some() {} });
        assert_eq!((app.searches(), app.tabs()), (0, 0));
        assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    });
}

#[test]
fn a_port_in_use_is_explained() {
    run(async {
        let first =
            Server::bind(&ServerSettings { port: Some(0), ..ServerSettings::default() }).await.unwrap();
        let taken = ServerSettings { port: Some(first.address().port()), ..ServerSettings::default() };
        let Err(error) = Server::bind(&taken).await else { panic!("two on one port") };
        let words = error.to_string();
        assert!(words.contains("is in use") && words.contains("--port"), "{words}");
        // Without a port the next free one is taken, at least twice.
        let one = Server::bind(&ServerSettings::default()).await.unwrap();
        let two = Server::bind(&ServerSettings::default()).await.unwrap();
        assert_ne!(one.address().port(), two.address().port());
        assert!(one.address().ip().is_loopback());
        let nowhere = ServerSettings { host: "no such host".into(), ..ServerSettings::default() };
        assert!(matches!(Server::bind(&nowhere).await, Err(BindError::Host(..))));
    });
}
