//! What was written reads back as the same record, whatever was counted; and what is not a record is refused.

use engine::{Confirmation, Engine, Event, Hooks, Keys, Limits};
use games::{GameText, Xiangqi};
use record::table::{Totals, csv_header, csv_rows};
use record::{
    By, GameRecord, MoveRecord, PlayerRecord, ResultRecord, SCHEMA, ScoreRecord, SearchRecord, Source, State,
    VERSION, plots,
};
use std::sync::atomic::AtomicBool;

/// A short game of two engines whose searches count everything.
fn played(plies: u64, keys: Keys) -> GameRecord {
    let mut engine = Engine::<Xiangqi, _>::laboratory(1, 1, keys).expect("memory");
    let stop = AtomicBool::new(false);
    let mut moves = Vec::new();
    for ply in 1..=plies {
        let position = engine.position().clone();
        let mut counts = None;
        let mut report = |event: Event<_>| {
            if let Event::Summary(summary) = event {
                counts = Some((*summary).map_moves(|mv| Xiangqi::move_text(&position, mv)).into());
            }
        };
        let limits = Limits { nodes: Some(800), seed: ply, ..Limits::default() };
        let answer = engine.search(&limits, Hooks { report: Some(&mut report), ..Hooks::silent(&stop) });
        let best = answer.best.expect("a move");
        let search = SearchRecord {
            nodes: Some(answer.nodes),
            microseconds: Some(u64::MAX - ply),
            depth: Some(answer.depth as u64),
            score: Some(ScoreRecord::Centipawns(answer.score.value())),
            line: Xiangqi::line_text(&position, &answer.line),
            counts,
            ..SearchRecord::default()
        };
        let said = vec!["a \"line\" \u{7} with anything, 楚河".to_owned()];
        let text = Xiangqi::move_text(&position, best);
        moves.push(MoveRecord { ply, text, by: By::Search, microseconds: ply, search: Some(search), said });
        engine.play(best).expect("legal");
    }
    let player = |name: &str| PlayerRecord {
        name: name.into(),
        settings: "10".into(),
        limit: Some("800 nodes".into()),
        nodes: Some(800),
        uses_book: false,
        hash: Some(1),
        keys: Some(keys.into()),
    };
    GameRecord {
        schema: SCHEMA.into(),
        version: VERSION,
        program: "chuhe test".into(),
        source: Source::Play,
        began: "2026-11-17T20:15:00Z".into(),
        state: State::Finished,
        game: "xiangqi".into(),
        rules: Some("asian".into()),
        start: xiangqi::fen::START.into(),
        seed: Some(u64::MAX),
        round: None,
        players: [player("A, \"first\""), player("B")],
        result: Some(ResultRecord {
            winner: None,
            cause: "agreement".into(),
            words: "Draw by agreement.".into(),
        }),
        taken_back: moves.iter().take(1).cloned().collect(),
        moves,
    }
}

fn all_keys() -> [Keys; 4] {
    [
        Keys::default(),
        Keys { bits: 16, seed: Some(1), confirmation: Confirmation::Counts },
        Keys { bits: 128, seed: Some(u64::MAX), confirmation: Confirmation::Refuses },
        Keys { bits: 40, seed: None, confirmation: Confirmation::Refuses },
    ]
}

#[test]
fn what_was_written_reads_back() {
    for keys in all_keys() {
        let record = played(6, keys);
        let text = record.write();
        let back = GameRecord::read(&text).expect("a record");
        assert_eq!(back, record);
        assert_eq!(back.write(), text);
        assert_eq!(back.players[0].keys.as_ref().and_then(record::KeyRecord::keys), Some(keys));
        for mv in &record.moves {
            let counts = mv.search.as_ref().and_then(|search| search.counts.as_ref()).expect("counted");
            let line = format!("info string {}", counts.line());
            assert_eq!(record::CountRecord::from_line(&line).as_ref(), Some(counts));
            assert_eq!(counts.collisions.is_some(), keys.confirmation != Confirmation::None);
        }
    }
}

#[test]
fn what_is_not_a_record_is_refused() {
    let record = played(4, Keys::default());
    let text = record.write();
    let refused = |text: &str, part: &str| {
        let error = GameRecord::read(text).map(|_| ()).map_err(|error| error.to_string());
        assert!(error.as_ref().is_err_and(|error| error.contains(part)), "{part}: {error:?}");
    };
    refused("", "not JSON");
    refused(&text[..text.len() / 2], "not JSON");
    refused("[]", "missing");
    refused("{\"schema\": \"something\"}", "something");
    refused(&text.replace("\"version\":1", "\"version\":2"), "version 2");
    refused(&text.replace("\"moves\":", "\"movements\":"), "moves");
    refused(&text.replace("\"game\":\"xiangqi\"", "\"game\":\"go\""), "\"go\"");
    refused(&text.replace("\"rules\":\"asian\"", "\"rules\":\"house\""), "house");
    refused(&text.replace("\"ply\":3,", "\"ply\":4,"), "move 3");
    let mut illegal = record.clone();
    illegal.moves[2].text = "a0a9".into();
    refused(&illegal.write(), "move 3, \"a0a9\"");
    let mut endless = record;
    endless.result = None;
    refused(&endless.write(), "no result");
}

#[test]
fn tables_and_pictures_hold_what_was_counted() {
    let records: Vec<GameRecord> = all_keys().into_iter().map(|keys| played(5, keys)).collect();
    let totals = Totals::of(&records);
    assert_eq!((totals.games, totals.moves, totals.counted, totals.results[2]), (4, 20, 20, 4));
    assert_eq!(totals.ends.values().sum::<u64>(), totals.visits);
    let columns = csv_header().trim_end().split(',').count();
    for record in &records {
        let rows = csv_rows("a, b", record);
        assert_eq!(rows.lines().count(), 5);
        for row in rows.lines() {
            assert!(row.starts_with("\"a, b\","));
            assert_eq!(row.split(',').count(), columns + 1, "{row}");
        }
        let picture = plots::game(record);
        assert!(picture.starts_with("<svg") && !picture.contains("NaN"), "{picture}");
    }
    let picture = plots::batch(&records);
    assert!(picture.starts_with("<svg") && !picture.contains("NaN"));
    assert!(plots::batch(&[]).starts_with("<svg"), "even of nothing");
}
