//! The lessons of the app, judged by the rules: what each task claims holds, and the moves that the app needs for it are written down.
//!
//! `web/src/lessons/lessons.json` is written by hand: positions, goals, words. `web/src/lessons/moves.json` is made from it here, so that
//! lessons work without a server and the app still knows no rules; this test compares. `make web-lessons` writes it anew.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use xiangqi::rules::Offence;
use xiangqi::{
    Board, BoardBuilder, Colour, Move, Outcome, Piece, PieceKind, Position, Reason, RuleSet, Rules, Square,
};

const LESSONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lessons/lessons.json");
const MOVES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lessons/moves.json");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    id: String,
    title: Text,
    tasks: Vec<Task>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    en: String,
    zh: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    id: String,
    kind: Kind,
    fen: String,
    text: Text,
    done: Text,
    /// Moves that have been made before the task begins.
    #[serde(default)]
    setup: Vec<String>,
    /// All points to which this piece may go are asked for.
    targets: Option<String>,
    /// The points are asked for that keep a piece from going somewhere.
    block: Option<Block>,
    goal: Option<Goal>,
    /// Only this piece moves, and the other side waits.
    piece: Option<String>,
    /// What is to be captured.
    #[serde(default)]
    points: Vec<String>,
    #[serde(rename = "in")]
    within: Option<usize>,
    /// What Red does on every move of the setup.
    offence: Option<Forbidden>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Points,
    Moves,
    Choice,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    piece: String,
    to: Vec<String>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
enum Goal {
    /// All the points, by one piece.
    Capture,
    /// Any legal move; there are others that look possible.
    Legal,
    Mate,
    /// No legal move for the other side, and no check.
    Stalemate,
    /// Any move that does not lose by repetition.
    Fair,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Forbidden {
    Check,
    Chase,
}

/// What the app needs for a task.
#[derive(Default, Serialize)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    points: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<Node>,
}

/// A position on the way to the goal, and what each move in it is.
#[derive(Default, Serialize)]
struct Node {
    /// Moves on the way to the goal, and the node that each leads to; null is the goal.
    good: BTreeMap<String, Option<usize>>,
    /// Legal moves that miss the goal.
    #[serde(skip_serializing_if = "String::is_empty")]
    wrong: String,
    /// Moves after which the own king could be captured.
    #[serde(skip_serializing_if = "String::is_empty")]
    exposed: String,
    /// Moves after which the kings would face each other.
    #[serde(skip_serializing_if = "String::is_empty")]
    facing: String,
    /// Those of the legal moves that give check.
    #[serde(skip_serializing_if = "String::is_empty")]
    checks: String,
    /// The king that is in check.
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<String>,
}

fn square(text: &str) -> Square {
    Square::all().find(|at| at.to_string() == text).unwrap_or_else(|| panic!("{text} is not a point"))
}

fn position(task: &Task) -> Position {
    let mut position: Position = task.fen.parse().unwrap_or_else(|error| panic!("{}: {error}", task.id));
    position.set_rules(Rules::from(RuleSet::Asian));
    for text in &task.setup {
        assert_eq!(position.rules().verdict(&position), None, "{}: over before {text}", task.id);
        let mv = text.parse().unwrap_or_else(|_| panic!("{}: {text} is not a move", task.id));
        position.try_play(mv).unwrap_or_else(|error| panic!("{}: {error}", task.id));
    }
    position
}

/// Every move that its piece could make if the kings did not matter.
fn reachable(board: &Board, piece: Option<Square>) -> Vec<Move> {
    let from = Square::all().filter(|&from| piece.is_none_or(|piece| piece == from));
    let moves = from.flat_map(|from| Square::all().map(move |to| Move::new(from, to)));
    moves.filter(|mv| mv.from() != mv.to() && board.is_pseudo_legal(*mv)).collect()
}

/// Whether the kings would see each other after a move.
fn kings_face(board: &Board, mv: Move) -> bool {
    let side = board.side();
    let own = if board.king(side) == mv.from() { mv.to() } else { board.king(side) };
    let other = board.king(!side);
    if own.file() != other.file() || own == other {
        return false;
    }
    let (low, high) = (own.rank().min(other.rank()), own.rank().max(other.rank()));
    Square::all().filter(|at| at.file() == own.file() && at.rank() > low && at.rank() < high).all(|at| {
        let is_left = at == mv.from();
        let is_entered = at == mv.to();
        !is_entered && (is_left || board.piece(at).is_none())
    })
}

fn joined(moves: impl Iterator<Item = Move>) -> String {
    moves.map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

/// A node without its good moves: what else could be tried.
fn node(board: &Board, piece: Option<Square>, good: BTreeMap<String, Option<usize>>) -> Node {
    let all = reachable(board, piece);
    let (legal, refused): (Vec<_>, Vec<_>) = all.into_iter().partition(|&mv| board.is_legal(mv));
    let (facing, exposed): (Vec<_>, Vec<_>) = refused.into_iter().partition(|&mv| kings_face(board, mv));
    Node {
        wrong: joined(legal.iter().copied().filter(|mv| !good.contains_key(&mv.to_string()))),
        checks: joined(legal.iter().copied().filter(|&mv| board.gives_check(mv))),
        exposed: joined(exposed.into_iter()),
        facing: joined(facing.into_iter()),
        checked: board.is_check().then(|| board.king(board.side()).to_string()),
        good,
    }
}

/// A hunt by one piece while the other side waits.
struct Hunt {
    nodes: Vec<Node>,
    known: BTreeMap<(Square, Vec<Square>, usize), usize>,
}

impl Hunt {
    /// The board after a move if it is the same side's turn again; none where a check forbids that.
    fn after(board: &Board, mv: Move) -> Option<Board> {
        let mut next = board.clone();
        next.play_unchecked(mv);
        (!next.is_check()).then(|| {
            next.pass();
            next
        })
    }

    fn moves(board: &Board, piece: Square) -> impl Iterator<Item = Move> {
        reachable(board, Some(piece)).into_iter().filter(|&mv| board.is_legal(mv))
    }

    fn is_possible(board: &Board, piece: Square, prey: &[Square], left: usize) -> bool {
        prey.is_empty()
            || left >= prey.len()
                && Self::moves(board, piece).any(|mv| {
                    let rest: Vec<_> = prey.iter().copied().filter(|&at| at != mv.to()).collect();
                    rest.is_empty()
                        || Self::after(board, mv)
                            .is_some_and(|next| Self::is_possible(&next, mv.to(), &rest, left - 1))
                })
    }

    /// Writes the node down and all that lead on from it to the goal; gives its number.
    fn write(&mut self, board: &Board, piece: Square, prey: &[Square], left: usize) -> usize {
        let key = (piece, prey.to_vec(), left);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let number = self.nodes.len();
        self.known.insert(key, number);
        self.nodes.push(Node::default());
        let mut good = BTreeMap::new();
        for mv in Self::moves(board, piece) {
            let rest: Vec<_> = prey.iter().copied().filter(|&at| at != mv.to()).collect();
            if rest.is_empty() {
                good.insert(mv.to_string(), None);
            } else if let Some(next) = Self::after(board, mv)
                && Self::is_possible(&next, mv.to(), &rest, left - 1)
            {
                good.insert(mv.to_string(), Some(self.write(&next, mv.to(), &rest, left - 1)));
            }
        }
        self.nodes[number] = node(board, Some(piece), good);
        number
    }
}

fn hunt(task: &Task, board: &Board) -> Vec<Node> {
    let piece = square(task.piece.as_deref().expect("a hunt needs its piece"));
    let prey: Vec<_> = task.points.iter().map(|point| square(point)).collect();
    for &at in &prey {
        assert_eq!(board.piece(at).map(Piece::colour), Some(!board.side()), "{}: {at}", task.id);
    }
    let within = task.within.expect("a hunt says in how many moves");
    assert!(Hunt::is_possible(board, piece, &prey, within), "{} cannot be solved", task.id);
    assert!(!Hunt::is_possible(board, piece, &prey, within - 1), "{} is shorter than it says", task.id);
    let mut hunt = Hunt { nodes: Vec::new(), known: BTreeMap::new() };
    hunt.write(board, piece, &prey, within);
    hunt.nodes
}

/// A task of one move, by the rules.
fn single(task: &Task, goal: Goal, position: &Position) -> Vec<Node> {
    assert_eq!((task.within, &task.piece), (Some(1), &None), "{}", task.id);
    let board = position.board();
    let reaches = |mv: Move| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let verdict = after.rules().verdict(&after);
        match goal {
            Goal::Mate => verdict.is_some_and(|verdict| verdict.reason == Reason::Checkmate),
            Goal::Stalemate => verdict.is_some_and(|verdict| verdict.reason == Reason::Stalemate),
            Goal::Fair => position.rules().forfeit(position, mv).is_none(),
            Goal::Legal | Goal::Capture => true,
        }
    };
    let legal = board.legal_moves();
    let good = legal.iter().copied().filter(|&mv| reaches(mv)).map(|mv| (mv.to_string(), None)).collect();
    let node = node(board, None, good);
    assert!(!node.good.is_empty(), "{} cannot be solved", task.id);
    match goal {
        Goal::Legal => assert!(board.is_check() && !node.exposed.is_empty(), "{} asks nothing", task.id),
        _ => assert!(!node.wrong.is_empty(), "{} asks nothing", task.id),
    }
    if goal == Goal::Fair {
        for text in node.wrong.split(' ') {
            let verdict = position.rules().forfeit(position, text.parse().unwrap()).unwrap();
            assert_offence(task, &verdict.reason);
        }
    }
    vec![node]
}

fn assert_offence(task: &Task, reason: &Reason) {
    let Reason::Repetition(repetition) = reason else { panic!("{}: {reason:?}", task.id) };
    let expected = match task.offence {
        None => Offence::None,
        Some(Forbidden::Check) => Offence::Check,
        Some(Forbidden::Chase) => Offence::Chase,
    };
    assert_eq!(repetition.conduct[0].offence, expected, "{}", task.id);
    assert_eq!(repetition.conduct[1].offence, Offence::None, "{}", task.id);
}

/// The points on which any piece, of either side, keeps a piece from going to all of some points.
fn blocking(task: &Task, block: &Block, board: &Board) -> Vec<String> {
    let from = square(&block.piece);
    let moves: Vec<_> = block.to.iter().map(|to| Move::new(from, square(to))).collect();
    assert!(moves.iter().all(|&mv| board.is_legal(mv)), "{}", task.id);
    let free = Square::all().filter(|&at| board.piece(at).is_none());
    let blocks = free.filter(|&at| {
        Colour::ALL.into_iter().all(|colour| {
            let mut builder = BoardBuilder::new();
            for (square, piece) in Square::all().filter_map(|at| Some((at, board.piece(at)?))) {
                builder.place(piece, square);
            }
            builder.place(Piece::new(colour, PieceKind::Horse), at);
            let Ok(with) = builder.build() else { return false };
            moves.iter().all(|&mv| !with.is_pseudo_legal(mv))
        })
    });
    blocks.map(|at| at.to_string()).collect()
}

fn answer(task: &Task) -> Answer {
    let position = position(task);
    let board = position.board();
    let mut answer = Answer::default();
    match task.kind {
        Kind::Points => {
            answer.points = match (&task.targets, &task.block) {
                (Some(piece), None) => {
                    let from = square(piece);
                    let legal = board.legal_moves();
                    legal.iter().filter(|mv| mv.from() == from).map(|mv| mv.to().to_string()).collect()
                }
                (None, Some(block)) => blocking(task, block, board),
                _ => panic!("{}: either targets or block", task.id),
            };
            answer.points.sort();
            assert!(!answer.points.is_empty(), "{} asks nothing", task.id);
        }
        Kind::Choice => {
            let verdict =
                position.rules().verdict(&position).unwrap_or_else(|| panic!("{} goes on", task.id));
            if let Reason::Repetition(_) = verdict.reason {
                assert_offence(task, &verdict.reason);
            }
            answer.outcome = Some(match verdict.outcome {
                Outcome::Win(Colour::Red) => "red",
                Outcome::Win(Colour::Black) => "black",
                Outcome::Draw => "draw",
            });
        }
        Kind::Moves => {
            assert_eq!(position.rules().verdict(&position), None, "{}", task.id);
            answer.nodes = match task.goal.expect("moves have a goal") {
                Goal::Capture => hunt(task, board),
                goal => single(task, goal, &position),
            };
        }
    }
    answer
}

fn lessons() -> Vec<Lesson> {
    let text = std::fs::read_to_string(LESSONS).expect("the lessons can be read");
    serde_json::from_str(&text).expect("the lessons are as the types above say")
}

#[test]
fn every_task_holds_and_its_moves_are_those_of_the_rules() {
    let mut answers = BTreeMap::new();
    for lesson in lessons() {
        for task in &lesson.tasks {
            assert!(answers.insert(task.id.clone(), answer(task)).is_none(), "{} twice", task.id);
        }
    }
    let generated = serde_json::to_string_pretty(&answers).unwrap() + "\n";
    if std::env::var_os("CHUHE_WRITE_LESSONS").is_some() {
        std::fs::write(MOVES, &generated).unwrap();
    }
    let kept = std::fs::read_to_string(MOVES).unwrap_or_default();
    assert!(kept == generated, "{MOVES} is out of date: make web-lessons");
}

#[test]
fn every_lesson_has_its_words_in_both_languages() {
    let mut seen = BTreeSet::new();
    for lesson in lessons() {
        assert!(seen.insert(lesson.id.clone()), "{} twice", lesson.id);
        assert!(!lesson.tasks.is_empty(), "{}", lesson.id);
        let texts = lesson.tasks.iter().flat_map(|task| [&task.text, &task.done]);
        for text in texts.chain([&lesson.title]) {
            let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
            assert!(text.zh.contains(is_chinese) && !text.en.contains(is_chinese), "{}", text.en);
            assert!(
                !text.en.is_empty() && text.en.len() <= 240 && text.zh.chars().count() <= 90,
                "{}",
                text.en
            );
        }
    }
}
