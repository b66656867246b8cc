//! The sentences in English.

use crate::error::{FaultPlace, ReadStop, ServiceError};
use crate::messages::{MoveClass, RoomRefusal};
use crate::report::SearchLimit;
use notation::formats::{Loss, ReadError};
use xiangqi::rules::{Language, Repetition, Warning};
use xiangqi::{Colour, FenError, InvalidBoard, Verdict, counted};

/// Why a request cannot be obeyed.
pub fn error(error: &ServiceError) -> String {
    use ServiceError as E;
    const EXAMPLE: &str = "a message is {\"type\": \"hello\", \"id\": 1}";
    match error {
        E::BadFen { fen, error } => format!("FEN \"{fen}\": {error}"),
        E::TooManyMoves { count, max } => format!("the game has {count} moves; at most {max} are looked at"),
        E::NotAMove { number, text } => {
            format!("move {number}: \"{text}\" is not a move; moves are written h2e2")
        }
        E::IllegalMove { number, error } => format!("move {number}: {error}"),
        E::NoSuchLevel { level, max } => format!("there is no level {level}; there are 1 to {max}"),
        E::OutOfRange { field, value, min, max } => {
            format!("{field} is {value}; it must be from {min} to {max}")
        }
        E::NothingToRead => "there is nothing to read; paste a FEN, a PGN or a list of moves".into(),
        E::UnreadableGame { text, fault } => {
            format!("\"{text}\" is not a game that can be read: {}", place(fault))
        }
        E::NoGame { text } => format!(
            "\"{text}\" holds neither a FEN nor tags nor moves; moves are written h2e2, C2=5 or 炮二平五"
        ),
        E::TooManyTags { count, max } => format!("{count} tags are too many; at most {max} are written"),
        E::BadTag { error, .. } => error.to_string(),
        E::NotBase64 { place } => {
            format!("the file is not base64: character {place} is none of A-Z, a-z, 0-9, + and /")
        }
        E::NotGzip { reason } => {
            format!("the file is said to be packed with gzip and cannot be unpacked: {reason}")
        }
        E::FileTooLarge { max } => format!(
            "the file has more than {max} bytes, which is the most that is read at once (`chuhe convert` cuts larger ones into pieces)"
        ),
        E::TooManyNodes { count, max } => {
            format!("the game has {count} moves, variations included; at most {max} are taken")
        }
        E::LineTooLong { max } => {
            format!("a line of the game is longer than {max} moves, which is the limit")
        }
        E::BadParent { number, parent } => {
            format!("move {number} of the tree follows move {parent}, which does not come before it")
        }
        E::BadResult { text } => {
            format!("\"{text}\" is not a result; results are 1-0, 0-1, 1/2-1/2 and *")
        }
        E::NoGamesToWrite => "there is no game to write".into(),
        E::OneGameOnly { format } => {
            format!("a file of {} holds one game; write them one by one, or as PGN", format.name())
        }
        E::NoSuchSearch { search } => {
            format!("there is no search {search} yet; a search is named by the id of its request")
        }
        E::TooManySearches { max } => format!("this tab has {max} searches already; stop one, or wait"),
        E::AllSearchesTaken { max } => {
            format!("all {max} searches of the server are taken; try again later")
        }
        E::TooManyFiles { max } => {
            format!("the server has {max} large files to read already; try again later")
        }
        E::NoThread => "the system cannot start another thread; try again later".into(),
        E::SearchFailed => "the search failed because of an error in the program".into(),
        E::RequestFailed => "the request failed because of an error in the server".into(),
        E::MessageTooLong { bytes, max } => {
            format!("the message has {bytes} bytes; at most {max} are read")
        }
        E::NotText => "messages are text, in JSON; this one is binary".into(),
        E::NotJson { text, reason } => format!("\"{text}\" is not JSON: {reason}; {EXAMPLE}"),
        E::NoId { text } => format!("\"{text}\" has no id; {EXAMPLE}"),
        E::IdNotAbove { given, last } => {
            format!("the id {given} is not above the last one, {last}; ids count upwards")
        }
        E::NotARequest { reason } => format!("the message cannot be obeyed: {reason}"),
        E::NotShared => "this server has no rooms; `chuhe serve --share` starts one that has".into(),
        E::OnlyRooms => "a link to a room lets you into that room and nowhere else".into(),
        E::TooManyRooms { max } => {
            format!("there are {max} rooms already; one that nobody uses is given up after two hours")
        }
        E::NoSuchRoom { room } => {
            format!("there is no room \"{room}\" that this link opens; rooms end when the server does")
        }
        E::BadRoomToken { token } => {
            format!("\"{token}\" is not a token; a token has 32 digits, 0-9 and a-f")
        }
        E::RoomCrowded { max } => format!("all {max} places are taken; close another tab, or try later"),
        E::TooManyVisits { max } => format!("this tab is in {max} rooms already; leave one"),
        E::NotInRoom { room } => format!("this tab is not in the room \"{room}\"; come in first"),
        E::RoomPositionOver { fen } => {
            format!("FEN \"{fen}\": the game is over there; choose another position")
        }
        E::RoomRefused { refusal } => room_refusal(*refusal),
    }
}

fn room_refusal(refusal: RoomRefusal) -> String {
    match refusal {
        RoomRefusal::NotAPlayer => "you watch this game; only its players can do that".into(),
        RoomRefusal::Waiting => "the other player has not come yet".into(),
        RoomRefusal::NotYourTurn => "it is the other side's turn".into(),
        RoomRefusal::GameOver => "the game is over".into(),
        RoomRefusal::GameGoesOn => "the game is not over yet".into(),
        RoomRefusal::Stale { given, ply } => {
            format!("the move was meant after {given} moves, but {ply} have been made")
        }
        RoomRefusal::NothingOffered => "nothing of the kind is proposed any more".into(),
        RoomRefusal::TooSoon => "that has been proposed already; it can be again after the next move".into(),
        RoomRefusal::NothingToTakeBack => "you have no move to take back".into(),
    }
}

fn side_name(side: Colour) -> &'static str {
    match side {
        Colour::Red => "Red",
        Colour::Black => "Black",
    }
}

/// A player gave up.
pub fn resigned(side: Colour) -> String {
    format!("{} resigned.", side_name(side))
}

/// A player's time ran out.
pub fn out_of_time(side: Colour) -> String {
    format!("{} ran out of time.", side_name(side))
}

/// The players agreed to a draw.
pub fn draw_agreed() -> String {
    "Draw agreed.".into()
}

/// The game is as long as it may be.
pub fn too_long(plies: usize) -> String {
    format!("Draw: a game in a room ends after {} moves of each side.", plies / 2)
}

/// What is wrong with a FEN.
pub fn fen(error: &FenError) -> String {
    error.to_string()
}

/// What is wrong with a board.
pub fn board(invalid: InvalidBoard) -> String {
    invalid.to_string()
}

/// How a game has ended, or that it has not.
pub fn verdict(verdict: Option<&Verdict>) -> String {
    verdict.map_or_else(|| "The game goes on.".into(), |verdict| verdict.explain(Language::English))
}

/// That a side loses if it goes on like this.
pub fn warning(warning: &Warning) -> String {
    warning.explain(Language::English)
}

/// That a game is drawn if it goes on like this.
pub fn draw_warning(repetition: &Repetition) -> String {
    let reason = repetition.explain(Language::English);
    format!("If these moves are repeated once more, the game is drawn. {reason}")
}

/// What an ending comes to with best play.
pub fn known_ending(won: Option<(Colour, u16)>) -> String {
    match won {
        None => "Endgame table: a draw with best play.".into(),
        Some((winner, 1)) => format!("Endgame table: {winner} wins in 1 move."),
        Some((winner, moves)) => format!("Endgame table: {winner} wins in {moves} moves."),
    }
}

/// What a move is called.
pub fn class_name(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Best => "Best",
        MoveClass::Good => "Good",
        MoveClass::Inaccuracy => "Inaccuracy",
        MoveClass::Mistake => "Mistake",
        MoveClass::Blunder => "Blunder",
        MoveClass::Only => "Only move",
        MoveClass::Book => "Book",
    }
}

/// A move that gave something away, by how many points of a hundred, and the better one with its score.
pub fn weak_move(class: MoveClass, loss: f64, better: Option<(&str, &str)>) -> String {
    let better = better.map(|(text, score)| format!(" Better was {text} ({score})."));
    format!("{}: {} lost.{}", class_name(class), counted(loss, "point"), better.unwrap_or_default())
}

/// The line that punishes a move.
pub fn punished_by(line: &str) -> String {
    format!("Punished by {line}.")
}

/// A game that was analysed, summed up: by whom, within which limit for each position, and how well each side played.
pub fn analysed(program: &str, limit: SearchLimit, red: f64, black: f64) -> String {
    let limit = search_limit(limit);
    format!("Analysed by {program}, {limit} for each position. Accuracy: Red {red}, Black {black}.")
}

/// What a position was searched with.
pub fn search_limit(limit: SearchLimit) -> String {
    match limit {
        SearchLimit::Nodes(nodes) => counted(nodes, "node"),
        SearchLimit::Depth(depth) => format!("depth {depth}"),
        SearchLimit::Movetime(millis) => format!("{millis} ms"),
    }
}

fn place(FaultPlace { line, column, fault, .. }: &FaultPlace) -> String {
    format!("line {line}, column {column}: {fault}")
}

/// Why a game of a file cannot be read.
pub fn file_fault(error: &ReadError) -> String {
    error.to_string()
}

/// What a format does not hold.
pub fn loss(loss: &Loss) -> String {
    loss.to_string()
}

/// Why only the beginning of a game was read.
pub fn read_stop(stop: &ReadStop) -> String {
    match stop {
        ReadStop::Fault(fault) => place(fault),
        ReadStop::TooLong { max } => format!("the game is longer than {max} moves"),
    }
}

/// What a report of a game says beside its moves, by key; `{n}` stands for a number and `{m}` for a move.
pub const REPORT: &[(&str, &str)] = &[
    ("language", "中文"),
    ("accuracy", "Accuracy"),
    ("all_games", "All games"),
    ("analysis", "Analysis"),
    ("auto", "As the system"),
    ("best_line", "Best line"),
    ("better", "Better was {m}"),
    ("black", "Black"),
    ("board", "Board"),
    ("by_evaluation", "Evaluation"),
    ("by_chance", "Win chance"),
    ("chances", "Red wins {r} %, draw {d} %, Black wins {b} %"),
    ("class_best", "Best"),
    ("class_blunder", "Blunder"),
    ("class_book", "Book"),
    ("class_good", "Good"),
    ("class_inaccuracy", "Inaccuracy"),
    ("class_mistake", "Mistake"),
    ("class_only", "Only move"),
    ("colours", "Colours"),
    ("dark", "Dark"),
    ("end", "End"),
    ("first", "First position"),
    ("flip", "Flip the board"),
    ("game", "Game"),
    ("graph", "Graph of the game for Red; click to go to a move"),
    ("jump", "Next mistake"),
    ("last", "Last position"),
    ("light", "Light"),
    ("line", "Line {n}"),
    ("limit_depth", "depth {n}"),
    ("limit_movetime", "{n} ms"),
    ("limit_nodes", "{n} nodes"),
    ("lost", "{n} points lost"),
    ("made_by", "{p}, {l} for each position, {e}"),
    ("moves", "Moves"),
    ("next", "Next move"),
    ("no_games", "No games."),
    ("no_script", "This report needs scripts, which are switched off in this browser."),
    ("notation", "Notation"),
    ("opening", "Opening"),
    ("pieces", "Pieces"),
    ("pieces_characters", "Characters"),
    ("pieces_pictures", "Pictures"),
    ("played", "after {m}"),
    ("previous", "Previous move"),
    ("punished", "It is punished by"),
    ("red", "Red"),
    ("result", "Result"),
    ("rule_impending", "The rules warn"),
    ("rule_over", "By the rules the game is over"),
    ("rules_asian", "Asian rules"),
    ("rules_computer", "computer rules"),
    ("rules_simple", "simple rules"),
    ("start", "Starting position"),
    ("back", "Back to the game"),
    ("summary", "Summary"),
    ("variation", "Variation"),
];
