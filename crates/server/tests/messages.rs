//! Every message, over a real websocket.

mod common;

use common::{Running, game, run, with};
use serde_json::{Value, json};

const MATE_IN_ONE: &str = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1";

#[test]
fn hello_tells_what_there_is() {
    run(async {
        let server = Running::start().await;
        let welcome = server.tab().await.ask("hello", json!({}), "welcome").await;
        assert_eq!(welcome["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(welcome["levels"].as_array().unwrap().len(), 10);
        assert!(welcome["levels"][0]["elo"].as_u64() < welcome["levels"][9]["elo"].as_u64());
        assert!(welcome["book"]["positions"].as_u64().unwrap() > 10_000);
        assert_eq!(welcome["book"]["games"], 27_935, "as the book says of itself");
        assert!(welcome["book"]["credit"].as_str().unwrap().contains("CC BY 4.0"));
        assert!(!welcome["network"].as_str().unwrap().is_empty());
        assert_eq!(welcome["threads"], 2);
    });
}

#[test]
fn look_shows_the_board_and_the_game() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        let seen = tab.ask("look", game(None, "h2e2 h9g7"), "seen").await;
        assert_eq!(seen["fen"], "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2");
        assert_eq!(
            (&seen["side"], &seen["checked"], &seen["end"]),
            (&json!("red"), &json!(null), &json!(null))
        );
        assert_eq!(seen["pieces"]["e2"], "C");
        assert_eq!(seen["pieces"].as_object().unwrap().len(), 32);
        let first = json!({"move": "h2e2", "wxf": "C2=5", "chinese": "炮二平五", "capture": null, "check": false,
            "fen": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"});
        assert_eq!(seen["history"][0], first);
        let legal = seen["legal"].as_array().unwrap();
        assert!(legal.contains(&json!({"move": "h0g2", "wxf": "H2+3", "chinese": "马二进三"})), "{legal:?}");
        assert_eq!(seen["repetition"], 1);
        let screen = "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 c3c4 h7i7 h6g6 i7i8 b0c2 d9e8 c2d4 i8g8 g6f6 g9e7 d4c6 b7b3 e3e4 g5g4";
        let opening = tab.ask("look", game(None, screen), "seen").await["opening"].clone();
        let name =
            "Central Cannon, River-Crossing Rook and Seventh File Horse vs Screen Horses, Rook Exchange";
        assert_eq!((&opening["code"], &opening["name_en"]), (&json!("C44"), &json!(name)), "{opening}");
        assert_eq!(opening["name_zh"], "中炮过河车七路马对屏风马平炮兑车", "{opening}");

        let seen = tab.ask("look", game(Some(MATE_IN_ONE), "b1b9"), "seen").await;
        assert_eq!(seen["checked"], "d9");
        assert_eq!((&seen["end"]["winner"], &seen["end"]["reason"]), (&json!("red"), &json!("checkmate")));
        assert_eq!(seen["end"]["words_en"], "Red wins: Black is checkmated.");
        assert_eq!(seen["end"]["words_zh"], "红方胜：黑方被将死。");
        assert_eq!((&seen["legal"], &seen["ending"]), (&json!([]), &json!(null)));
    });
}

#[test]
fn look_tells_what_an_ending_comes_to() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        let seen = tab.ask("look", game(Some("3k5/9/9/9/9/9/9/9/R8/4K4 w"), ""), "seen").await;
        let ending = json!({"winner": "red", "plies": 1, "words_en": "Endgame table: Red wins in 1 move.",
            "words_zh": "残局库：红方1步胜。"});
        assert_eq!(seen["ending"], ending);
        let seen = tab.ask("look", game(Some("4k4/4a4/9/4P4/9/9/9/9/9/3K5 w"), ""), "seen").await;
        assert_eq!((&seen["ending"]["winner"], &seen["ending"]["plies"]), (&json!(null), &json!(null)));
        assert_eq!(seen["ending"]["words_zh"], "残局库：双方走正着，和棋。");
        assert_eq!(tab.ask("look", game(None, "h2e2"), "seen").await["ending"], json!(null));
    });
}

#[test]
fn look_tells_of_chases_and_warns() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        let fen = Some("1cbak4/R3a4/4b4/7P1/9/2P6/3pp4/8r/9/3AKA3 w");
        let once = "a8b8 b9a9 b8a8 a9b9";
        let seen = tab.ask("look", game(fen, "a8b8"), "seen").await;
        assert!(seen["chased"].as_array().unwrap().contains(&json!({"by": "b8", "target": "b9"})), "{seen}");
        let seen = tab.ask("look", game(fen, once), "seen").await;
        assert_eq!((&seen["repetition"], &seen["end"]), (&json!(2), &json!(null)));
        assert_eq!(seen["warning"]["loser"], "red");
        assert_eq!(seen["warning"]["conduct"]["red"]["offence"], "chase");
        let warning = seen["warning"]["words_en"].as_str().unwrap();
        assert!(
            warning.starts_with("If these moves are repeated once more, Red loses. Red chases"),
            "{warning}"
        );
        let warning = seen["warning"]["words_zh"].as_str().unwrap();
        assert!(warning.starts_with("若再重复一次，红方判负。红方长捉"), "{warning}");
        let seen = tab.ask("look", game(fen, &format!("{once} {once}")), "seen").await;
        assert_eq!((&seen["end"]["winner"], &seen["end"]["reason"]), (&json!("black"), &json!("repetition")));
        assert!(seen["end"]["words_en"].as_str().unwrap().contains("attacks b9"));
        let red = &seen["end"]["conduct"]["red"];
        assert_eq!(
            (&red["offence"], &red["prey"], &red["checks"]),
            (&json!("chase"), &json!("c"), &json!(0))
        );
        assert!(
            red["attacks"]
                .as_array()
                .unwrap()
                .contains(&json!({"after": "a8b8", "by": "R", "from": "b8", "at": "b9"})),
            "{red}"
        );
        assert_eq!(seen["end"]["conduct"]["black"]["habit"]["kind"], "idle", "{seen}");
        let simple = with(game(fen, &format!("{once} {once}")), json!({"rules": "simple"}));
        let seen = tab.ask("look", simple, "seen").await;
        assert_eq!((&seen["end"]["winner"], &seen["chased"]), (&json!(null), &json!([])));
    });
}

#[test]
fn go_thinks_and_answers() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        let start = || game(None, "");
        for limits in [json!({"millis": 50}), json!({"nodes": 3000}), json!({"depth": 4})] {
            let id =
                tab.send("go", with(with(start(), json!({"level": 10, "lines": 2})), limits.clone())).await;
            let line = tab.wait_for("line", id).await;
            assert_eq!(line["bound"], "exact");
            assert_eq!(line["moves"].as_array().unwrap().len(), line["chinese"].as_array().unwrap().len());
            assert_eq!(line["wdl"].as_array().unwrap().iter().filter_map(Value::as_u64).sum::<u64>(), 1000);
            let best = tab.wait_for("best", id).await;
            assert!(best["move"].is_string() && best["score"]["cp"].is_i64(), "{limits}: {best}");
            assert_eq!((&best["from_book"], &best["resigns"]), (&json!(false), &json!(false)));
        }
        for level in 1..=9 {
            let best = tab.ask("go", with(start(), json!({"level": level, "lines": 1})), "best").await;
            assert!(best["move"].is_string(), "{level}: {best}");
        }
        let clock =
            json!({"level": 10, "clock": {"red": 2000, "black": 1000, "red_inc": 10, "black_inc": 10}});
        assert!(tab.ask("go", with(game(None, "h2e2"), clock), "best").await["move"].is_string());
        let book = with(start(), json!({"level": 10, "millis": 1000, "use_book": true}));
        let best = tab.ask("go", book, "best").await;
        assert_eq!((&best["from_book"], &best["score"]), (&json!(true), &json!(null)));
        // From Red's side, whoever moves.
        let mates = [
            ("5a3/3k5/3a5/3NR4/n1PC4p/9/r7P/4B4/2c1A4/2BAK4 w", "d6b7", 1),
            ("2bak4/4a4/4b4/8p/C3c4/3N4P/P3P4/4BCN2/3rAr3/2B1KAR1c b", "f1e1", -1),
        ];
        for (fen, mv, mate) in mates {
            let best =
                tab.ask("go", with(game(Some(fen), ""), json!({"level": 10, "depth": 4})), "best").await;
            assert_eq!((&best["move"], &best["score"]), (&json!(mv), &json!({"mate": mate})), "{fen}");
        }
        let over = with(game(Some(MATE_IN_ONE), "b1b9"), json!({"level": 10, "millis": 100}));
        assert_eq!(tab.ask("go", over, "best").await["move"], json!(null));
    });
}

#[test]
fn analysis_goes_on_until_it_is_stopped() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        let analyse = || with(game(None, "h2e2"), json!({"level": 10, "infinite": true, "lines": 3}));
        let id = tab.send("go", analyse()).await;
        while tab.wait_for("line", id).await["number"] != 3 {}
        // Another takes the place of the first, whose last answer comes nevertheless.
        let second = tab.send("go", analyse()).await;
        tab.wait_for("best", id).await;
        tab.wait_for("line", second).await;
        // A bad request changes nothing.
        let third = tab.send("go", with(game(None, "h2e9"), json!({"level": 10, "infinite": true}))).await;
        while tab.next().await.unwrap()["type"] != "error" {}
        assert_eq!(server.app.searches(), 1);
        tab.send("stop", json!({"search": second})).await;
        tab.wait_for("best", second).await;
        server.wait_for_silence().await;
        tab.send("stop", json!({"search": second})).await;
        assert!(tab.refused("stop", json!({"search": third + 50})).await.contains("no search"));
    });
}

#[test]
fn reviews_judge_every_move() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        // A book opening, then both sides lose their way.
        let moves = "h2e2 h9g7 h0g2 i9h9 a0a1 h7i7 a1a2 h9h2 e2e6";
        let id = tab.send("review", with(game(None, moves), json!({"nodes": 2000}))).await;
        let total = moves.split(' ').count();
        let mut classes = Vec::new();
        for ply in 0..=total {
            let reviewed = tab.wait_for("reviewed", id).await;
            assert_eq!(reviewed["ply"], ply);
            assert_eq!(reviewed["class"].is_string(), ply > 0, "{reviewed}");
            assert!(reviewed["best"]["chinese"].is_string(), "{reviewed}");
            classes.push(reviewed["class"].as_str().unwrap_or_default().to_owned());
        }
        assert_eq!(classes[1], "book", "{classes:?}");
        let done = tab.wait_for("review_done", id).await;
        assert_eq!(done["stopped"], false);
        for side in ["red", "black"] {
            let accuracy = done["accuracy"][side].as_f64().unwrap();
            assert!((0.0..=100.0).contains(&accuracy), "{done}");
        }
        let counted = |side: &str| {
            done["counts"][side].as_object().unwrap().values().filter_map(Value::as_u64).sum::<u64>()
        };
        assert_eq!([counted("red"), counted("black")], [5, 4]);

        // Mate on the board: nothing more to find, and the move before it was the best.
        let id = tab.send("review", with(game(Some(MATE_IN_ONE), "b1b9"), json!({"nodes": 5000}))).await;
        assert_eq!(tab.wait_for("reviewed", id).await["score"], json!({"mate": 1}));
        let last = tab.wait_for("reviewed", id).await;
        assert_eq!(
            (&last["class"], &last["best"], &last["wdl"]),
            (&json!("best"), &json!(null), &json!([1000, 0, 0]))
        );

        let id = tab.send("review", with(game(None, moves), json!({"nodes": 10_000_000}))).await;
        tab.send("stop", json!({"search": id})).await;
        assert_eq!(tab.wait_for("review_done", id).await["stopped"], true);
        assert!(
            tab.refused("review", with(game(None, ""), json!({"nodes": 500}))).await.contains("nodes is 500")
        );
    });
}

#[test]
fn texts_are_checked_read_and_written() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        let checked = tab.ask("check_fen", json!({"fen": "3k5/9/9/9/9/9/9/9/9/4K4"}), "fen_checked").await;
        assert_eq!(
            (&checked["ok"], &checked["fen"]),
            (&json!(true), &json!("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"))
        );
        let checked = tab.ask("check_fen", json!({"fen": "4k4/9/9/9/9/9/9/9/A8/4K4 w"}), "fen_checked").await;
        assert_eq!((&checked["ok"], &checked["problems"][0]["square"]), (&json!(false), &json!("a1")));
        assert_eq!(checked["problems"].as_array().unwrap().len(), 2, "{checked}");
        assert_eq!(checked["problems"][0]["code"], "misplaced");
        assert_eq!(
            (&checked["problems"][0]["piece"], &checked["problems"][0]["at"]),
            (&json!("A"), &json!("a1"))
        );
        assert_eq!(checked["problems"][1]["code"], "kings_face");
        assert!(checked["problems"][1]["words_zh"].as_str().unwrap().contains("照面"));

        let tags = json!({"tags": {"Red": "Hu", "Result": "1-0"}});
        let write = with(with(game(None, "h2e2 h9g7"), json!({"format": "pgn"})), tags);
        let written = tab.ask("write_game", write, "game_written").await["text"].clone();
        assert!(written.as_str().unwrap().contains("[Red \"Hu\"]"), "{written}");
        let read = tab.ask("read_game", json!({"text": written}), "game_read").await;
        assert_eq!((&read["format"], &read["moves"]), (&json!("pgn"), &json!(["h2e2", "h9g7"])));
        assert_eq!((&read["tags"]["Red"], &read["tags"]["Result"]), (&json!("Hu"), &json!("1-0")));
        let read = tab.ask("read_game", json!({"text": "1. C2=5 H8+7 2. C2=9"}), "game_read").await;
        assert_eq!(read["moves"], json!(["h2e2", "h9g7"]));
        assert!(read["stopped_at"].as_str().unwrap().contains("\"C2=9\""), "{read}");
        assert_eq!((&read["stopped_by"]["code"], &read["stopped_by"]["line"]), (&json!("fault"), &json!(1)));
        assert!(tab.refused("read_game", json!({"text": "nonsense"})).await.contains("nonsense"));
        let format = with(game(None, ""), json!({"format": "docx"}));
        let words = tab.refused("write_game", format).await;
        assert!(words.contains("`docx`") && words.contains("`pgn`"), "{words}");
    });
}

#[test]
fn the_book_is_explored() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        let explored = tab.ask("explore", game(None, "h2e2"), "explored").await;
        let moves = explored["moves"].as_array().unwrap();
        let sum: u64 = moves.iter().filter_map(|mv| mv["games"].as_u64()).sum();
        assert_eq!(explored["total"], sum);
        assert!(moves.len() > 3 && moves[0]["wxf"].is_string(), "{explored}");
        for mv in moves {
            let [games, red, draw, black] =
                ["games", "red", "draw", "black"].map(|name| mv[name].as_u64().unwrap());
            assert!(red + draw + black <= games, "{mv}");
        }
        let explored = tab.ask("explore", game(Some(MATE_IN_ONE), ""), "explored").await;
        assert_eq!((&explored["moves"], &explored["total"]), (&json!([]), &json!(0)));
    });
}

#[test]
fn puzzles_are_judged() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        let rows = include_str!("../../../testdata/puzzles/judged.tsv");
        for row in rows.lines().filter(|row| !row.starts_with('#')) {
            let fields: Vec<&str> = row.split('\t').collect();
            let [fen, mate_in, moves, expected] = fields[..] else { panic!("{row}") };
            let moves: Vec<&str> = moves.split(' ').filter(|mv| !mv.is_empty()).collect();
            let mate_in: Option<u32> = mate_in.parse().ok();
            let request = json!({"fen": fen, "moves": moves, "mate_in": mate_in});
            let answer = tab.ask("puzzle_move", request, "puzzle_answer").await;
            let verdict = match (&answer["ok"], &answer["mated"], &answer["mate_in"]) {
                (Value::Bool(true), Value::Bool(true), _) => "mated".to_owned(),
                (Value::Bool(true), _, Value::Number(left)) => format!("mate in {left}"),
                (Value::Bool(true), ..) => answer["better"].as_str().unwrap_or("wins").to_owned(),
                _ => "wrong".to_owned(),
            };
            assert_eq!(verdict, expected, "{row}: {answer}");
            assert_eq!(answer["reply"].is_string(), verdict.starts_with("mate in"), "{row}: {answer}");
        }
        let long = json!({"fen": MATE_IN_ONE, "moves": [], "mate_in": 99});
        assert!(tab.refused("puzzle_move", long).await.contains("99"));
    });
}

#[test]
fn draws_are_accepted_by_those_who_are_losing() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        let offer = |fen: Option<&str>, moves: &str| game(fen, moves);
        let ahead = Some("3k5/9/9/9/9/9/9/9/R8/4K4 w");
        assert_eq!(tab.ask("offer_draw", offer(ahead, ""), "draw_answer").await["accepted"], true);
        let behind = Some("3k5/4a4/9/9/9/4p4/9/9/r8/3AK4 w");
        assert_eq!(tab.ask("offer_draw", offer(behind, ""), "draw_answer").await["accepted"], false);
        assert_eq!(
            tab.ask("offer_draw", offer(None, ""), "draw_answer").await["accepted"],
            false,
            "too early"
        );
    });
}

#[test]
fn games_are_judged() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        let judged = tab.ask("judge", game(None, "h2e2"), "judged").await;
        assert_eq!((&judged["end"], &judged["repetition"]), (&json!(null), &json!(1)));
        assert_eq!(
            (&judged["words_en"], &judged["words_zh"]),
            (&json!("The game goes on."), &json!("对局继续。"))
        );
        let judged = tab.ask("judge", game(Some(MATE_IN_ONE), "b1b9"), "judged").await;
        assert_eq!(
            (&judged["end"]["winner"], &judged["end"]["reason"]),
            (&json!("red"), &json!("checkmate"))
        );
        assert_eq!(judged["words_en"], "Red wins: Black is checkmated.");
        // Check on every move loses by the rules for people, and is a draw by the simple ones.
        let fen = Some("3k5/9/9/9/9/9/9/9/4R4/5K3 w");
        let checks = "e1d1 d9e9 d1e1 e9d9 ".repeat(2);
        let asian = tab.ask("judge", game(fen, &checks), "judged").await;
        assert_eq!((&asian["end"]["reason"], &asian["repetition"]), (&json!("repetition"), &json!(3)));
        assert_eq!((&asian["end"]["winner"], &asian["end"]["rules"]), (&json!("black"), &json!("asian")));
        assert_eq!(asian["end"]["conduct"]["red"]["offence"], "check");
        let simple = with(game(fen, &checks), json!({"rules": "simple"}));
        assert_eq!(tab.ask("judge", simple, "judged").await["end"]["winner"], json!(null));
        assert!(tab.refused("judge", game(None, "h2h2")).await.contains("h2h2"));
    });
}

#[test]
fn mates_are_solved() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        let solved =
            tab.ask("solve", with(game(Some(MATE_IN_ONE), ""), json!({"millis": 5000})), "solved").await;
        assert_eq!((&solved["result"], &solved["mate_in"]), (&json!("mate"), &json!(1)));
        assert_eq!(solved["line"].as_array().unwrap().len(), 1, "{solved}");
        assert!(solved["line"][0]["wxf"].is_string() && solved["nodes"].as_u64() > Some(0), "{solved}");
        // Nobody mates with the first move of a game; that is refuted, not unknown.
        let ask = with(game(None, ""), json!({"millis": 5000, "mate_in": 1}));
        let solved = tab.ask("solve", ask, "solved").await;
        assert_eq!((&solved["result"], &solved["mate_in"]), (&json!("none"), &json!(null)));
        assert_eq!((&solved["refuted"], &solved["line"]), (&json!(1), &json!([])));
        // The start position keeps it busy until it is stopped.
        let id = tab.send("solve", with(game(None, ""), json!({"millis": 600_000}))).await;
        tab.send("stop", json!({"search": id})).await;
        assert_eq!(tab.wait_for("solved", id).await["result"], "unknown");
        // And not longer than it may.
        let solved = tab.ask("solve", with(game(None, ""), json!({"millis": 50})), "solved").await;
        assert_eq!(solved["result"], "unknown");
        for bad in [json!({"millis": 1}), json!({"millis": 100, "mate_in": 0})] {
            assert!(tab.refused("solve", with(game(None, ""), bad)).await.contains("it must be from"));
        }
    });
}
