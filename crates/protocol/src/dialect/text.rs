//! Pieces of grammar that the dialects share.

use crate::command::{BadCommand, Command, Go};
use std::str::FromStr;
use std::time::Duration;

/// So much of a line as fits into a message.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_string(),
    }
}

/// A word that is not followed by what it needs.
pub fn bad_argument(word: &str, found: &str, expected: &'static str) -> BadCommand {
    BadCommand::Argument { word: word.to_string(), found: shortened(found), expected }
}

pub fn number<T: FromStr>(word: &str, text: &str) -> Result<T, BadCommand> {
    text.parse().map_err(|_| bad_argument(word, text, "a number"))
}

/// `name NAME [value VALUE]`.
pub fn set_option(words: &[&str]) -> Result<Command, BadCommand> {
    let bad = || bad_argument("setoption", &words.join(" "), "name NAME [value VALUE]");
    let ["name", rest @ ..] = words else { return Err(bad()) };
    let split = rest.iter().position(|word| *word == "value");
    let (name, value) = match split {
        Some(at) => (rest.get(..at), rest.get(at + 1..)),
        None => (Some(rest), None),
    };
    let name = name.map(|words| words.join(" ")).filter(|name| !name.is_empty()).ok_or_else(bad)?;
    Ok(Command::SetOption { name, value: value.map(|words| words.join(" ")) })
}

/// A FEN, none for the usual start, and the moves after it.
pub fn setup(word: &str, words: &[&str]) -> Result<(Option<String>, Vec<String>), BadCommand> {
    let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (setup, rest) = words.split_at(split);
    let moves = rest.iter().skip(1).map(ToString::to_string).collect();
    match setup {
        ["startpos"] => Ok((None, moves)),
        ["fen", fen @ ..] if !fen.is_empty() => Ok((Some(fen.join(" ")), moves)),
        _ => Err(bad_argument(word, &setup.join(" "), "startpos or fen FEN, then moves if there are any")),
    }
}

/// The words that `go` knows in UCI; a list of moves ends at one of them.
const GO_WORDS: [&str; 14] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "movetime",
    "mate",
    "perft",
    "infinite",
    "ponder",
    "searchmoves",
    "banmoves",
];

/// Those that UCCI has besides.
const OWN_GO_WORDS: [&str; 6] = ["time", "increment", "opptime", "oppincrement", "oppmovestogo", "draw"];

/// What follows `go`. UCCI, whose clocks are those of the side to move, has words of its own.
pub fn go(words: &[&str], is_ucci: bool) -> Result<Go, BadCommand> {
    let mut go = Go::default();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let list = match *word {
            "searchmoves" => Some(&mut go.moves),
            "banmoves" => Some(&mut go.banned),
            _ => None,
        };
        if let Some(list) = list {
            let is_word =
                |next: &&&str| GO_WORDS.contains(*next) || (is_ucci && OWN_GO_WORDS.contains(*next));
            list.extend(std::iter::from_fn(|| words.next_if(|next| !is_word(next))).map(ToString::to_string));
            continue;
        }
        if *word == "depth" && is_ucci && words.next_if(|next| **next == "infinite").is_some() {
            go.infinite = true;
            continue;
        }
        let mut argument = || words.next().copied().unwrap_or_default();
        // Clocks below zero happen when a GUI lags.
        let units = |text: &str| number::<i64>(word, text).map(|number| number.max(0) as u64);
        let milliseconds = |text: &str| units(text).map(Duration::from_millis);
        match *word {
            "wtime" => go.time[0] = Some(milliseconds(argument())?),
            "btime" => go.time[1] = Some(milliseconds(argument())?),
            "winc" => go.increment[0] = milliseconds(argument())?,
            "binc" => go.increment[1] = milliseconds(argument())?,
            "movestogo" => go.moves_to_go = Some(number(word, argument())?),
            "depth" => go.depth = Some(number(word, argument())?),
            "nodes" => go.nodes = Some(number(word, argument())?),
            "movetime" => go.move_time = Some(milliseconds(argument())?),
            "mate" => go.mate = Some(number(word, argument())?),
            "perft" => go.perft = Some(number(word, argument())?),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "draw" if is_ucci => go.draw = true,
            "time" if is_ucci => go.own.get_or_insert([0, 0])[0] = units(argument())?,
            "increment" if is_ucci => go.own.get_or_insert([0, 0])[1] = units(argument())?,
            // How long the other side has changes nothing here.
            "opptime" | "oppincrement" | "oppmovestogo" if is_ucci => drop(units(argument())?),
            other if is_ucci => {
                return Err(bad_argument(
                    "go",
                    other,
                    "time, increment, movestogo, opptime, oppincrement, oppmovestogo, depth, nodes, \
                     infinite, ponder or draw",
                ));
            }
            other => {
                return Err(bad_argument(
                    "go",
                    other,
                    "wtime, btime, winc, binc, movestogo, depth, nodes, movetime, mate, perft, \
                     infinite, ponder, searchmoves or banmoves",
                ));
            }
        }
    }
    Ok(go)
}
