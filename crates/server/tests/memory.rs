//! How much memory is taken, and given back; alone in its file, so that no other test runs beside it.
#![cfg(target_os = "linux")]

mod common;

use common::{PATIENCE, Running, Tab, game, run, with};
use serde_json::{Value, json};
use server::ServerSettings;
use std::time::Duration;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// Mebibytes of this process that are in memory.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<usize>().unwrap() / 1024
}

/// A game that is mostly words, to be written: the answer is as long as the question, and soon there.
fn long_game() -> Value {
    let game = json!({"tags": [], "result": "*", "comment": "word ".repeat(50_000), "nodes": []});
    json!({"games": [game], "format": "pgn"})
}

/// Forty tabs never read while the engine analyses for some of them, and ask for long answers. What waits for them is bounded in bytes: a
/// mebibyte for each, and the one message that is on its way.
async fn who_does_not_read_takes_little() {
    const TABS: usize = 40;
    const BOUND: usize = 150;
    let settings = ServerSettings { threads: 2, hash: 16, ..ServerSettings::default() };
    let server = Running::with(settings).await;
    let mut tabs: Vec<Tab> = Vec::new();
    for number in 0..TABS {
        let mut tab = server.tab().await;
        if number % 10 == 0 {
            let analysis = with(game(None, "h2e2"), json!({"level": 10, "infinite": true}));
            let id = tab.send("go", analysis).await;
            tab.wait_for("line", id).await;
        }
        tabs.push(tab);
    }
    let before = resident();
    // Once the server does not read either, nothing more can be sent.
    let mut is_blocked = [false; TABS];
    for number in 0..60 {
        let request = with(long_game(), json!({"type": "write_file", "id": 1000 + number})).to_string();
        for (tab, is_blocked) in tabs.iter_mut().zip(&mut is_blocked).filter(|(_, is_blocked)| !**is_blocked)
        {
            let sending = tab.send_message(Message::text(request.clone()));
            *is_blocked = !matches!(timeout(Duration::from_millis(500), sending).await, Ok(Ok(())));
        }
    }
    sleep(Duration::from_secs(3)).await;
    let grown = resident().saturating_sub(before);
    eprintln!("{TABS} tabs that do not read: {before} MiB, then {grown} MiB more");
    assert!(grown < BOUND, "{grown} MiB more");
    // Somebody who reads is served as ever.
    server.tab().await.ask("hello", json!({}), "welcome").await;
    // Those who do not are cut off, and everything of theirs ends.
    let gone = async {
        while server.app.tabs() > 1 || server.app.searches() > 0 {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, gone).await.expect("who does not read is kept");
    drop(tabs);
}

/// Bytes as text.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let number = (0..3).fold(0, |number, at| number << 8 | u32::from(*chunk.get(at).unwrap_or(&0)));
        let digit = |at: u32| char::from(DIGITS[(number >> (18 - 6 * at) & 63) as usize]);
        text.extend((0..4).map(|at| if at as usize <= chunk.len() { digit(at) } else { '=' }));
    }
    text
}

/// A file of this many games, packed.
fn packed(games: usize) -> String {
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;
    let mut writer = GzEncoder::new(Vec::new(), Compression::fast());
    for number in 0..games {
        let moves = "1. C2=5 {a comment of some length} H8+7 2. H2+3 (2. C8=6 P7+1) R9=8 3. R1=2 H2+3";
        write!(writer, "[Event \"Cup {number}\"]\n[Red \"Hu\"]\n[Black \"Xu\"]\n\n{moves} *\n\n").unwrap();
    }
    base64(&writer.finish().unwrap())
}

/// Six tabs have large files read at once. What that leaves behind is what two readers keep, and not six.
async fn large_files_are_forgotten() {
    const BOUND: usize = 160;
    let server = Running::start().await;
    let mut first = server.tab().await;
    first.ask("hello", json!({}), "welcome").await;
    let data = packed(40_000);
    let before = resident();
    let mut reading = Vec::new();
    for _ in 0..6 {
        let (mut tab, data) = (server.tab().await, data.clone());
        reading.push(tokio::spawn(async move {
            let id = tab.send("read_file", json!({"data": data, "packed": true})).await;
            tab.wait_for("file_read", id).await["games"].as_u64()
        }));
    }
    for games in reading {
        assert_eq!(games.await.unwrap(), Some(40_000));
    }
    let grown = resident().saturating_sub(before);
    eprintln!("six large files: {before} MiB, then {grown} MiB more");
    assert!(grown < BOUND, "{grown} MiB more");
}

#[test]
fn memory_is_bounded_and_given_back() {
    run(large_files_are_forgotten());
    run(who_does_not_read_takes_little());
}
