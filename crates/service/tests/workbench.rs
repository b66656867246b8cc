//! The workbench as a front door without threads uses it: one call after the other.

use serde_json::{Value, json};
use service::messages::{Envelope, Reply, Request, SolveResult};
use service::{Resources, Run, ServiceError, SystemClock, TaskKind, Work, Workbench};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn workbench() -> Workbench {
    let resources = Resources { threads: 1, hash: 16, max_searches: 2 };
    Workbench::new(resources, Arc::new(SystemClock::default()))
}

fn request(value: Value) -> Request {
    serde_json::from_value(value).unwrap()
}

/// The replies to a request, the last one at the end.
fn ask(workbench: &Workbench, value: Value) -> Result<Vec<Reply>, ServiceError> {
    let task = match workbench.prepare(request(value))? {
        Work::Done(reply) => return Ok(vec![reply]),
        Work::Task(task) => task,
        Work::Stop(_) => panic!("nothing to stop"),
    };
    let mut replies = Vec::new();
    let permit = workbench.permit()?;
    let stop = AtomicBool::new(false);
    let mut report = |reply| replies.push(reply);
    let last = workbench.run(task, &permit, Run { client: 1, stop: &stop, report: &mut report });
    replies.push(last);
    Ok(replies)
}

#[test]
fn a_search_reports_and_ends_in_its_callers_thread() {
    let workbench = workbench();
    let replies = ask(&workbench, json!({"type": "go", "level": 10, "nodes": 20_000, "lines": 2})).unwrap();
    let Some((Reply::Best(best), lines)) = replies.split_last() else { panic!("{replies:?}") };
    assert!(best.mv.is_some() && best.score.is_some() && !best.from_book);
    assert!(lines.iter().all(Reply::is_passing) && !lines.is_empty());
    assert_eq!(workbench.searches(), 0);
}

#[test]
fn a_flag_that_is_set_from_a_report_ends_an_analysis() {
    let workbench = workbench();
    let Ok(Work::Task(task)) =
        workbench.prepare(request(json!({"type": "go", "level": 10, "infinite": true})))
    else {
        panic!("no task")
    };
    assert_eq!(task.kind(), TaskKind::Go);
    let permit = workbench.permit().unwrap();
    let stop = AtomicBool::new(false);
    let mut lines = 0;
    let mut report = |_| {
        lines += 1;
        stop.store(true, Ordering::Relaxed);
    };
    let last = workbench.run(task, &permit, Run { client: 7, stop: &stop, report: &mut report });
    assert!(matches!(last, Reply::Best(_)), "{last:?}");
    assert!(lines > 0);
}

#[test]
fn a_task_that_panics_takes_nothing_along() {
    // One processor, and memory for few tables: what a lost search does not give back is missed at once.
    let workbench = workbench();
    for (number, kind) in [
        json!({"type": "go", "level": 10, "nodes": 5_000}),
        json!({"type": "review", "nodes": 2000, "moves": ["h2e2"]}),
    ]
    .into_iter()
    .cycle()
    .take(20)
    .enumerate()
    {
        let Ok(Work::Task(task)) = workbench.prepare(request(kind.clone())) else { panic!("no task") };
        let permit = workbench.permit().unwrap();
        let stop = AtomicBool::new(false);
        let mut report = |_| panic!("the page cannot be written");
        let run = Run { client: number as u64 % 3, stop: &stop, report: &mut report };
        let lost = catch_unwind(AssertUnwindSafe(|| workbench.run(task, &permit, run)));
        assert!(lost.is_err(), "nothing was reported");
        drop(permit);
        assert_eq!(workbench.searches(), 0);
        let replies = ask(&workbench, kind).unwrap();
        assert!(matches!(replies.last(), Some(Reply::Best(_) | Reply::ReviewDone(_))), "{replies:?}");
    }
}

#[test]
fn reviews_draws_puzzles_and_mates_need_nobody_else() {
    let workbench = workbench();
    let review = json!({"type": "review", "nodes": 2000, "moves": ["h2e2", "h9g7"]});
    let replies = ask(&workbench, review).unwrap();
    assert_eq!(replies.len(), 4);
    assert!(replies[..3].iter().all(|reply| matches!(reply, Reply::Reviewed(_))));
    let draw = json!({"type": "offer_draw", "fen": "3k5/9/9/9/9/9/9/9/R8/4K4 w"});
    assert_eq!(ask(&workbench, draw).unwrap(), [Reply::DrawAnswer { accepted: true }]);
    let mate = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w";
    let puzzle = json!({"type": "puzzle_move", "fen": mate, "moves": ["b1b9"], "mate_in": 1});
    let replies = ask(&workbench, puzzle).unwrap();
    assert!(matches!(&replies[..], [Reply::PuzzleAnswer(answer)] if answer.ok && answer.mated));
    let solve = json!({"type": "solve", "fen": mate, "millis": 1000});
    let replies = ask(&workbench, solve).unwrap();
    assert!(matches!(&replies[..], [Reply::Solved(solved)] if solved.result == SolveResult::Mate));
}

/// The marks of a review: what stands in its reports.
fn marks(replies: &[Reply]) -> Vec<Value> {
    replies.iter().map(|reply| serde_json::from_str(&reply.to_json(None)).unwrap()).collect()
}

#[test]
fn the_same_game_has_the_same_marks_also_when_a_review_goes_on() {
    let workbench = workbench();
    let moves = ["h2e2", "h9g7", "a0a1", "h7i7", "e2e6"];
    // The last but one is weak, and explained.
    let whole = json!({"type": "review", "nodes": 3000, "moves": moves});
    let first = marks(&ask(&workbench, whole.clone()).unwrap());
    // Other searches of the same client, and less free memory, change nothing.
    ask(&workbench, json!({"type": "go", "level": 10, "nodes": 20_000, "moves": ["h2e2"]})).unwrap();
    assert_eq!(marks(&ask(&workbench, whole).unwrap()), first);
    for ply in 1..=moves.len() {
        let known: Vec<Value> =
            first[1..=ply].iter().map(|mark| json!({"loss": mark["loss"], "class": mark["class"]})).collect();
        let rest = json!({"type": "review", "nodes": 3000, "moves": moves, "known": known});
        assert_eq!(marks(&ask(&workbench, rest).unwrap()), first[ply..], "from {ply}");
    }
    let known = vec![json!({"loss": 0.0, "class": "best"}); 6];
    let refused = ask(&workbench, json!({"type": "review", "nodes": 3000, "moves": moves, "known": known}));
    assert!(matches!(refused, Err(ServiceError::OutOfRange { field: "known", .. })), "{refused:?}");
}

/// A game with a blunder: the rook takes an advisor, which is defended.
const BEFORE: [&str; 6] = ["h2e2", "h9g7", "i0i1", "b9c7", "i1d1", "g6g5"];
const BLUNDER: &str = "d1d9";

#[test]
fn a_mistake_is_explained_and_another_move_tried() {
    let workbench = workbench();
    let moves = [&BEFORE[..], &[BLUNDER]].concat();
    let review = json!({"type": "review", "nodes": 20_000, "moves": moves});
    let found = marks(&ask(&workbench, review).unwrap());
    let mark = &found[moves.len()];
    let why = &mark["why"];
    assert_eq!(why["cost"]["kind"], "material", "{why:#}");
    assert_eq!((&why["cost"]["cause"], &why["cost"]["square"]), (&"moved_into".into(), &"d9".into()));
    assert_eq!((&why["cost"]["lost"], &why["cost"]["taken"]), (&json!(["R"]), &json!(["a"])));
    let answer = why["punishment"][0]["move"].as_str().unwrap();
    assert!(answer.ends_with("d9"), "{answer} does not take back");
    assert_eq!(found[1]["why"], Value::Null, "a good move needs no excuse");
    for (tried, ok) in [(BLUNDER, false), ("h0g2", true)] {
        let moves = [&BEFORE[..], &[tried]].concat();
        let try_move = json!({"type": "try_move", "nodes": 20_000, "moves": moves});
        let answer = marks(&ask(&workbench, try_move.clone()).unwrap())[0].take();
        assert_eq!(answer["tried"]["ok"], ok, "{tried}: {answer:#}");
        assert_eq!(answer["tried"]["why"].is_object(), !ok);
        assert_eq!(marks(&ask(&workbench, try_move).unwrap())[0], answer, "the same every time");
        if !ok {
            assert_eq!(&answer["tried"]["why"], why, "as in the review");
            assert_eq!(answer["tried"]["loss"], mark["loss"]);
        }
    }
    let refused = ask(&workbench, json!({"type": "try_move", "nodes": 20_000}));
    assert!(matches!(refused, Err(ServiceError::OutOfRange { field: "moves", .. })), "{refused:?}");
}

#[test]
fn files_are_read_game_by_game() {
    let workbench = workbench();
    // Two games and between them one with a bad move, of which the rest is kept.
    let data = "W1JlZCAieCJdCgoxLiBDMj01IEg4KzcgKgoKW1JlZCAieCJdCgoxLiBDMj01IEs1KzkgKgoKW1JlZCAieSJdCgoxLiBIMiszICoK";
    let replies = ask(&workbench, json!({"type": "read_file", "data": data})).unwrap();
    let Some(Reply::FileRead(done)) = replies.last() else { panic!("{replies:?}") };
    assert_eq!((done.games, done.faults, done.stopped, replies.len()), (3, 1, false, 4));
}

#[test]
fn permits_are_limited() {
    let workbench = workbench();
    let (first, second) = (workbench.permit(), workbench.permit());
    assert!(first.is_ok() && second.is_ok());
    assert_eq!(workbench.permit().err(), Some(ServiceError::AllSearchesTaken { max: 2 }));
    drop(first);
    assert!(workbench.permit().is_ok());
}

/// The code of an error as it is sent, with its words.
fn refusal(text: &str) -> (String, String, String) {
    let refused = match Envelope::read(text, &mut None) {
        Ok(envelope) => workbench().prepare(envelope.request).err(),
        Err((_, error)) => Some(error),
    };
    let reply: Value = serde_json::from_str(&Reply::from(refused.unwrap()).to_json(Some(1))).unwrap();
    let field = |value: &Value| value.as_str().unwrap().to_owned();
    (field(&reply["error"]["code"]), field(&reply["text"]), field(&reply["text_zh"]))
}

#[test]
fn errors_have_codes_and_words_in_both_languages() {
    let rows = [
        ("nonsense", "not_json"),
        ("{}", "no_id"),
        (r#"{"id":1,"type":"look","rules":"house"}"#, "not_a_request"),
        (r#"{"id":1,"type":"look","fen":"9/9"}"#, "bad_fen"),
        (r#"{"id":1,"type":"look","moves":["e0e9"]}"#, "illegal_move"),
        (r#"{"id":1,"type":"look","moves":["castle"]}"#, "not_a_move"),
        (r#"{"id":1,"type":"go","level":11}"#, "no_such_level"),
        (r#"{"id":1,"type":"go","level":10,"depth":0}"#, "out_of_range"),
        (r#"{"id":1,"type":"read_game","text":" "}"#, "nothing_to_read"),
        (r#"{"id":1,"type":"read_game","text":"((("}"#, "unreadable_game"),
        (r#"{"id":1,"type":"read_game","text":"{}"}"#, "no_game"),
        (r#"{"id":1,"type":"write_game","format":"pgn","tags":{"a b":"c"}}"#, "bad_tag"),
    ];
    for (text, code) in rows {
        let (told, english, chinese) = refusal(text);
        assert_eq!(told, code, "{text}: {english}");
        assert!(english.is_ascii() || english.contains('炮'), "{english}");
        assert!(chinese.chars().any(|c| ('\u{4e00}'..'\u{9fff}').contains(&c)), "{chinese}");
    }
}

#[test]
fn errors_carry_their_parameters() {
    let sent = |error: ServiceError| serde_json::to_value(&error).unwrap();
    let Err(illegal) = workbench().prepare(request(json!({"type": "look", "moves": ["h2e2", "h2e2"]})))
    else {
        panic!("legal")
    };
    assert_eq!(illegal.to_string(), "move 2: h2e2 is not legal: the side to move has no piece on h2");
    let refused = json!({"move": "h2e2", "because": "no_piece"});
    assert_eq!(sent(illegal), json!({"code": "illegal_move", "number": 2, "refused": refused}));
    let Err(bad) = workbench().prepare(request(json!({"type": "look", "fen": "9/9 w"}))) else {
        panic!("a position")
    };
    let problem = json!({"code": "rank_count", "count": 2});
    assert_eq!(sent(bad), json!({"code": "bad_fen", "fen": "9/9 w", "problem": problem}));
    let range = ServiceError::OutOfRange { field: "lines", value: 9, min: 1, max: 5 };
    assert_eq!(
        sent(range),
        json!({"code": "out_of_range", "field": "lines", "value": 9, "min": 1, "max": 5})
    );
}

/// A client has one search of a kind at a time, but for those that are aside.
#[test]
fn a_search_aside_ends_no_other() {
    let workbench = workbench();
    for (aside, kind) in [(false, TaskKind::Go), (true, TaskKind::Question)] {
        let go: Request =
            serde_json::from_value(json!({"type": "go", "level": 10, "nodes": 100, "aside": aside})).unwrap();
        let Ok(Work::Task(task)) = workbench.prepare(go) else { panic!("it takes time") };
        assert_eq!(task.kind(), kind);
    }
}
