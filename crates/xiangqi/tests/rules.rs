//! Verdicts, as rows of data: `testdata/rules/cases.tsv`.
//!
//! Columns: a name; the verdict under the computer rules and under the Asian rules (empty where
//! nobody has decided it); the position; the moves. `asian-*` are the diagrams of the Asian rule
//! book, `loop-*`, `natural-*` and `material-*` random positions that Pikafish has judged. `loops-*` are
//! variations of asian-079 and `freed-*` games in which an answer to a check frees an attack that had stood:
//! draws by the laws in `docs/rules.md`, and by Fairy-Stockfish's reading of the Asian rules.

use std::fs;
use xiangqi::rules::{CounterOffence, Habit, Language, Offence};
use xiangqi::{Board, Colour, Fen, Move, Outcome, Piece, Position, Reason, RuleSet, Rules, Verdict};

struct Case {
    name: String,
    verdicts: [(RuleSet, Option<String>); 2],
    position: Position,
}

fn cases() -> Vec<Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/rules/cases.tsv");
    let text = fs::read_to_string(path).expect("the rows are there");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let cases: Vec<Case> = rows.map(case).collect();
    assert!(cases.len() > 500);
    cases
}

fn case(row: &str) -> Case {
    let [name, computer, asian, fen, moves] = row.split('\t').collect::<Vec<_>>()[..] else {
        panic!("five columns: {row}")
    };
    let mut position: Position = fen.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    for mv in moves.split_whitespace() {
        let mv: Move = mv.parse().unwrap();
        position.try_play(mv).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let verdict = |text: &str| (!text.is_empty()).then(|| text.to_string());
    let verdicts = [(RuleSet::Computer, verdict(computer)), (RuleSet::Asian, verdict(asian))];
    Case { name: name.into(), verdicts, position }
}

fn judged(position: &Position, rules: RuleSet) -> &'static str {
    Rules::from(rules).verdict(position).map_or("none", |verdict| verdict.outcome.name())
}

#[test]
fn every_row_is_judged_right() {
    for Case { name, verdicts, position } in cases() {
        for (rules, expected) in verdicts {
            if let Some(expected) = expected {
                assert_eq!(judged(&position, rules), expected, "{name} under the {rules} rules");
            }
        }
    }
}

/// The same game with the sides exchanged, or mirrored.
fn image(position: &Position, board: impl Fn(&Board) -> Board, mv: impl Fn(Move) -> Move) -> Position {
    let origin = position.origin();
    let mut image = Position::from(Fen { board: board(&origin.board), ..origin.clone() });
    for ply in position.past() {
        image.try_play(mv(ply.mv.unwrap())).unwrap();
    }
    image
}

#[test]
fn verdicts_do_not_depend_on_colour_or_hand() {
    for Case { name, position, .. } in cases() {
        let swapped = image(&position, Board::swap_sides, Move::flip_rank);
        let mirrored = image(&position, Board::mirror, Move::flip_file);
        for rules in RuleSet::ALL {
            let expected = judged(&position, rules);
            assert_eq!(judged(&mirrored, rules), expected, "{name} mirrored, {rules}");
            let other = match expected {
                "red_wins" => "black_wins",
                "black_wins" => "red_wins",
                same => same,
            };
            assert_eq!(judged(&swapped, rules), other, "{name} with the sides exchanged, {rules}");
        }
    }
}

#[test]
fn every_verdict_has_words_in_both_languages() {
    for Case { name, position, .. } in cases() {
        for rules in RuleSet::ALL {
            let Some(verdict) = Rules::from(rules).verdict(&position) else { continue };
            let (english, chinese) = (verdict.explain(Language::English), verdict.explain(Language::Chinese));
            let (winner, chinese_winner) = match verdict.outcome {
                Outcome::Draw => ("Draw", "和棋"),
                Outcome::Win(Colour::Red) => ("Red wins", "红方胜"),
                Outcome::Win(Colour::Black) => ("Black wins", "黑方胜"),
            };
            assert!(english.starts_with(winner) && english.ends_with('.'), "{name}: {english}");
            assert!(chinese.starts_with(chinese_winner) && chinese.ends_with('。'), "{name}: {chinese}");
        }
    }
}

/// The verdict of the row with this name under the Asian rules.
fn asian(name: &str) -> Verdict {
    let case = cases().into_iter().find(|case| case.name == name).expect("the row exists");
    Rules::from(RuleSet::Asian).verdict(&case.position).expect("the game is over")
}

#[test]
fn reasons_say_what_the_diagrams_show() {
    let conduct = |name: &str, side: Colour| match asian(name).reason {
        Reason::Repetition(repetition) => repetition.conduct[side.index()].clone(),
        other => panic!("{name}: {other:?}"),
    };
    // Diagram 23 of the book: a cannon chases a protected rook; the rook chases two pieces in turn.
    let red = conduct("asian-023", Colour::Red);
    assert_eq!((red.offence, red.prey), (Offence::Chase, Some(Piece::BlackRook)));
    let black = conduct("asian-023", Colour::Black);
    assert_eq!(black.habit, Habit::InTurn(vec![Piece::RedCannon, Piece::RedHorse]));
    // Diagrams 39 to 41: a rook held by a horse is chased; its side only undermines the horse.
    assert_eq!(conduct("asian-043", Colour::Red).offence, Offence::PinnedRookChase);
    assert_eq!(conduct("asian-043", Colour::Black).offence, Offence::Undermining);
    // Diagram 67: a king may chase.
    let red = conduct("asian-072", Colour::Red);
    assert_eq!(red.habit, Habit::Excused(Piece::BlackCannon, xiangqi::rules::ThreatKind::KingOrPawn));
    // The appendix: two loops, in each of which the sides chase each other.
    let Reason::Repetition(mutual) = asian("asian-079").reason else { panic!("a repetition") };
    assert_eq!(mutual.conduct[0].offence, Offence::Chase);
    assert_eq!(mutual.conduct[1].habit, Habit::InTurn(vec![Piece::RedRook, Piece::RedRook]));
    let answer = CounterOffence { offence: Offence::Chase, prey: Some(Piece::RedRook) };
    assert_eq!(mutual.counter_offences, [answer, answer]);
    // A king that steps out of check frees an elephant; it attacks by only one of its two steps.
    assert_eq!(conduct("freed-01", Colour::Red).habit, Habit::SomeChases(Piece::BlackPawn));
    // The appendix: a pawn moves to and fro and leaves a horse to a rook.
    let red = conduct("asian-112", Colour::Red);
    assert_eq!((red.offence, red.prey), (Offence::Undermining, Some(Piece::BlackHorse)));
    assert_eq!(red.attacks[0].by, Piece::RedRook);
}

#[test]
fn the_quick_judgement_equals_the_full_one() {
    let mut repetitions = 0;
    for Case { name, position, .. } in cases() {
        for plies in position.earlier_occurrences() {
            for rules in RuleSet::ALL.map(Rules::from) {
                let full = rules.judge_repetition(&position, plies).outcome;
                assert_eq!(rules.repetition_outcome(&position, plies), full, "{name}, {rules:?}");
            }
            repetitions += 1;
        }
    }
    assert!(repetitions > 500);
}

#[test]
fn simple_rules_know_the_third_occurrence_only() {
    let mut position = Position::start();
    for _ in 0..2 {
        for mv in ["h2e2", "h7e7", "e2h2", "e7h7"] {
            assert_eq!(judged(&position, RuleSet::Simple), "none");
            position.try_play(mv.parse().unwrap()).unwrap();
        }
    }
    let verdict = Rules::from(RuleSet::Simple).verdict(&position).unwrap();
    assert_eq!(verdict.outcome, Outcome::Draw);
    assert!(matches!(verdict.reason, Reason::Repetition(_)));
    let bare: Position = "3k5/9/9/9/9/9/9/9/9/4K4 w - - 500 1".parse().unwrap();
    assert_eq!(judged(&bare, RuleSet::Simple), "none");
    assert_eq!(judged(&bare, RuleSet::Asian), "draw");
}

#[test]
fn the_counter_of_a_fen_may_be_past_the_limit() {
    let drawn: Position = "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 300 200".parse().unwrap();
    assert!(matches!(
        Rules::from(RuleSet::Computer).verdict(&drawn).map(|verdict| verdict.reason),
        Some(Reason::NaturalMoves(300))
    ));
    let mated: Position = "R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 300 200".parse().unwrap();
    assert_eq!(judged(&mated, RuleSet::Computer), "red_wins");
    let longer = Rules { natural_limit: Some(400), ..Rules::from(RuleSet::Asian) };
    assert!(longer.verdict(&drawn).is_none());
}
