//! Parameters and techniques of the search as options: there in builds with the feature `tune`, and only there.

mod common;

use common::Session;
use games::{Chess, Xiangqi};
use search::{Game, Techniques};

#[test]
fn every_number_is_offered_when_tuning() {
    for (variant, numbers) in [("xiangqi", Xiangqi::PARAMS), ("chess", Chess::PARAMS)] {
        let session = Session::start();
        session.say(&format!("setoption name UCI_Variant value {variant}\nuci"));
        let answer = session.end().join("\n");
        for number in numbers.list() {
            let (low, high) = number.range;
            let line = format!(
                "option name {} type spin default {} min {low} max {high}\n",
                number.name, number.value
            );
            assert_eq!(answer.contains(&line), cfg!(feature = "tune"), "{line}");
        }
        for name in Techniques::NAMES {
            let line = format!("option name {name} type check default true\n");
            assert_eq!(answer.contains(&line), cfg!(feature = "tune"), "{line}");
        }
    }
}

/// The nodes of a search, and what was said about the options before it.
#[cfg(feature = "tune")]
fn nodes(options: &str) -> (String, String) {
    let fen = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w";
    let session = Session::start();
    session.say(&format!("{options}\nposition fen {fen}\ngo depth 7"));
    let answer = session.end().join("\n");
    let last = answer.lines().rfind(|line| line.contains(" nodes ")).unwrap();
    let nodes = last.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap();
    let complaints = answer.lines().filter(|line| line.starts_with("info string")).collect::<Vec<_>>();
    (nodes.to_string(), complaints.join("\n"))
}

#[cfg(feature = "tune")]
#[test]
fn numbers_change_the_search_and_bad_ones_do_not() {
    let (usual, complaints) = nodes("");
    assert_eq!(complaints, "");
    let (changed, complaints) = nodes(
        "setoption name reverse_futility_margin value 160\nsetoption name Reduction_Divisor value 150\n\
         setoption name UCI_Variant value xiangqi",
    );
    assert_eq!(complaints, "");
    assert_ne!(changed, usual);
    for value in ["161", "-1", "", "many", "80.5"] {
        let (refused, complaints) = nodes(&format!("setoption name reverse_futility_margin value {value}"));
        assert!(
            complaints.contains(&format!("\"{value}\"")) && complaints.contains("30 to 160"),
            "{complaints}"
        );
        assert_eq!(refused, usual);
    }
    let (without, complaints) = nodes("setoption name null_move value false");
    assert_eq!(complaints, "");
    assert_ne!(without, usual);
    let (again, _) = nodes("setoption name null_move value false\nsetoption name Null_Move value true");
    assert_eq!(again, usual);
    let (refused, complaints) = nodes("setoption name null_move value 0");
    assert!(complaints.contains("\"0\"") && complaints.contains("true or false"), "{complaints}");
    assert_eq!(refused, usual);
    let (forgotten, _) = nodes(
        "setoption name reverse_futility_margin value 160\nsetoption name UCI_Variant value chess\n\
         setoption name UCI_Variant value xiangqi",
    );
    assert_eq!(forgotten, usual);
}
