//! Many tabs at once; alone in its file, so that no other test runs beside it.

mod common;

use common::{Running, game, run, with};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn analysis(number: usize) -> Value {
    let first = ["h2e2", "c3c4", "h0g2", "b0c2", "g0e2"][number % 5];
    with(game(None, first), json!({"level": 10, "infinite": true, "lines": 1}))
}

#[test]
fn fifty_tabs_share_the_processor() {
    run(async {
        let server = Running::start().await;
        let mut tabs = Vec::new();
        for number in 0..50 {
            let mut tab = server.tab().await;
            let id = tab.send("go", analysis(number)).await;
            tabs.push((tab, id));
        }
        // A newcomer is answered at once, and so is a move of a game.
        let mut newcomer = server.tab().await;
        let asked = Instant::now();
        newcomer.ask("look", game(None, "h2e2"), "seen").await;
        let looked = asked.elapsed();
        assert!(looked < Duration::from_secs(3), "{looked:?}");
        let asked = Instant::now();
        newcomer.ask("go", with(game(None, "h2e2"), json!({"level": 3})), "best").await;
        let moved = asked.elapsed();
        assert!(moved < Duration::from_secs(5), "{moved:?}");
        // Everybody has lines, and better ones as time goes by.
        for (tab, id) in &mut tabs {
            while tab.wait_for("line", *id).await["depth"].as_u64() < Some(6) {}
        }
        for (tab, id) in &mut tabs {
            tab.send("stop", json!({"search": *id})).await;
        }
        for (tab, id) in &mut tabs {
            assert!(tab.wait_for("best", *id).await["move"].is_string());
        }
        eprintln!("look {looked:?}, move {moved:?}");
        server.wait_for_silence().await;
    });
}
