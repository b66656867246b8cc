//! Pieces of grammar that the dialects share.

use crate::command::{BadCommand, Command};
use crate::options::Kind;
use std::str::FromStr;

/// An option's values as UCI and UCCI show them: what follows `type`.
pub fn kind_text(kind: Kind) -> String {
    match kind {
        Kind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
        Kind::Check(default) => format!("check default {default}"),
        Kind::Button(_) => "button".into(),
        Kind::Text(default) => format!("string default {default}"),
        Kind::Combo(words) => {
            format!("combo default {} var {}", kind.default_text(), words.join(" var "))
        }
    }
}

/// As much of a line as fits into a message.
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

/// A FEN, none for the starting position, and the moves after it.
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

/// Whether a word is a square, another, and perhaps the letter of a promotion.
pub fn looks_like_move(word: &str) -> bool {
    let square = |text: &str| -> Option<usize> {
        let file = text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        (file <= b'i' && (1..=2).contains(&digits)).then_some(1 + digits)
    };
    let rest = square(word).and_then(|length| word.get(length..));
    let tail = rest.and_then(|rest| square(rest).and_then(|length| rest.get(length..)));
    tail.is_some_and(|tail| matches!(tail, "" | "q" | "r" | "b" | "n"))
}
