//! The engine with tables of endings: it plays them without a mistake, and does without them where it is told to.

use endgame::{Material, Value, shipped};
use engine::{Engine, EvaluationChoice, Level, Limits};
use games::{GameText, Xiangqi};
use std::fs;
use std::path::PathBuf;
use xiangqi::{Position, RuleSet, Rules};

const ROOK: &str = "4k4/4a4/b3b4/9/9/9/9/9/R8/3K5 w";
const HELD: &str = "2bak4/4a4/4b4/9/9/9/9/9/R8/4K4 w";

fn at(fen: &str) -> Position {
    Xiangqi::parse_position(fen).unwrap()
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("chuhe-tables-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn limits() -> Limits<xiangqi::Move> {
    Limits { depth: Some(3), ..Limits::default() }
}

#[test]
fn a_win_is_played_out_in_as_many_moves_as_the_table_says() {
    let mut engine = Engine::<Xiangqi>::new(1, 1);
    engine.set_position(at(ROOK));
    let Some(Value::Win(mut left)) = shipped().probe(engine.position().board()) else { panic!("no win") };
    assert!(left > 7, "{left}");
    while left > 0 {
        let answer = engine.think(&limits());
        let moves = i32::from(left.div_ceil(2));
        let expected = if left % 2 == 1 { moves } else { -moves };
        assert_eq!(answer.score.mate_distance(), Some(expected), "{:?}", engine.position());
        engine.play(answer.best.unwrap()).unwrap();
        left -= 1;
    }
    assert!(!engine.position().board().has_legal_move());
}

#[test]
fn a_draw_is_seen_at_once_and_held() {
    let mut engine = Engine::<Xiangqi>::new(1, 1);
    engine.set_position(at(HELD));
    for _ in 0..20 {
        let answer = engine.think(&limits());
        assert_eq!(answer.score.value(), 0, "{:?}", engine.position());
        engine.play(answer.best.unwrap()).unwrap();
        assert_eq!(shipped().probe(engine.position().board()), Some(Value::Draw));
    }
}

#[test]
fn a_win_too_late_for_the_move_rule_is_none() {
    let mut engine = Engine::<Xiangqi>::new(1, 1);
    engine.set_position(at("4k4/4a4/9/9/9/4N4/9/9/9/3K5 w - - 100 80"));
    assert_eq!(engine.think(&limits()).score.mate_distance(), None);
    engine.set_rules(Rules::from(RuleSet::Simple));
    engine.set_position(at("4k4/4a4/9/9/9/4N4/9/9/9/3K5 w - - 100 80"));
    assert!(engine.think(&limits()).score.mate_distance().is_some());
}

#[test]
fn tables_can_be_switched_off_and_weak_levels_do_not_know_them() {
    let mut engine = Engine::<Xiangqi>::new(1, 1);
    engine.set_position(at(ROOK));
    assert!(engine.think(&limits()).score.mate_distance().is_some());
    engine.set_level(Level::new(2).unwrap());
    assert_eq!(engine.think(&limits()).score.mate_distance(), None);
    engine.set_level(Level::default());
    engine.set_evaluation(&EvaluationChoice { by_tables: false, ..EvaluationChoice::default() }).unwrap();
    assert!(engine.evaluation().tables().is_none());
    engine.new_game();
    assert_eq!(engine.think(&limits()).score.mate_distance(), None);
}

#[test]
fn folders_that_cannot_be_used_are_refused_and_nothing_changes() {
    let mut engine = Engine::<Xiangqi>::new(1, 1);
    let mut try_folder = |path: &PathBuf| {
        let choice = EvaluationChoice { tables: Some(path.clone()), ..EvaluationChoice::default() };
        engine.set_evaluation(&choice).map_err(|error| error.to_string())
    };
    let good = folder("good");
    let bytes = shipped().get("KRvKA".parse::<Material>().unwrap()).unwrap().bytes();
    fs::write(good.join("KRvKA.end"), bytes).unwrap();
    fs::write(good.join("notes.txt"), "mine").unwrap();
    assert_eq!(try_folder(&good), Ok(()));

    let missing = good.join("missing");
    let error = try_folder(&missing).unwrap_err();
    assert!(error.starts_with("tables \"") && error.contains("missing"), "{error}");
    let empty = folder("empty");
    let error = try_folder(&empty).unwrap_err();
    assert!(error.contains("no file in it ends in .end"), "{error}");
    let bad = folder("bad");
    let mut damaged = bytes.to_vec();
    *damaged.last_mut().unwrap() ^= 1;
    for (name, content) in
        [("cut.end", &bytes[..40]), ("foreign.end", b"PK".as_slice()), ("flipped.end", &damaged)]
    {
        fs::write(bad.join(name), content).unwrap();
        let error = try_folder(&bad).unwrap_err();
        assert!(error.contains(name), "{error}");
        fs::remove_file(bad.join(name)).unwrap();
    }
    assert!(engine.evaluation().tables().is_some());
    for path in [good, empty, bad] {
        fs::remove_dir_all(path).unwrap();
    }
}
