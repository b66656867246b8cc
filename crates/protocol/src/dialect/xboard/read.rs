//! Lines of the `XBoard` protocol as commands.
//!
//! Moves are read with and without `usermove` before them. What only tells about the other side or about the GUI is
//! passed over, and so are words after a command that takes none.

use super::Play;
use crate::command::{BadCommand, Command};
use crate::dialect::Dialect;
use crate::dialect::text::{bad_argument, looks_like_move, number};
use crate::options::{Kind, rows};
use std::time::Duration;

/// Reads a line that is not empty; nothing if its first word is unknown.
pub fn read(words: &[&str]) -> Result<Option<Command>, BadCommand> {
    let play = match words {
        ["protover", ..] => return Ok(Some(Command::Greet(Dialect::XBoard))),
        ["quit", ..] => return Ok(Some(Command::Quit)),
        ["ping", rest @ ..] => return Ok(Some(Command::Ping(rest.join(" ")))),
        ["memory", rest @ ..] => return set("memory", "Hash", rest).map(Some),
        ["cores", rest @ ..] => return set("cores", "Threads", rest).map(Some),
        ["option", rest @ ..] => return option(rest).map(Some),
        // What is accepted and rejected was offered only; the rest is about the opponent, the GUI or its books.
        [
            "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics"
            | "egtpath" | "setscore" | "lift" | "hover" | "put",
            ..,
        ] => return Ok(Some(Command::Ignored)),
        ["new", ..] => Play::New,
        ["variant", name] => Play::Variant((*name).to_string()),
        ["variant", rest @ ..] => return Err(bad_argument("variant", &rest.join(" "), "the name of a game")),
        ["setboard", fen @ ..] if !fen.is_empty() => Play::SetBoard(fen.join(" ")),
        ["setboard"] => return Err(bad_argument("setboard", "", "a FEN")),
        ["usermove", mv] => Play::Move((*mv).to_string()),
        ["usermove", rest @ ..] => return Err(bad_argument("usermove", &rest.join(" "), "a move")),
        [mv] if looks_like_move(mv) => Play::Move((*mv).to_string()),
        ["go", ..] => Play::Go,
        ["playother", ..] => Play::PlayOther,
        ["force", ..] => Play::Force,
        ["?", ..] => Play::MoveNow,
        ["level", rest @ ..] => level(rest)?,
        ["st", time] => Play::MoveTime(seconds("st", time)?),
        ["sd", depth] => Play::Depth(number("sd", depth)?),
        ["time", time] => Play::Clock(centiseconds("time", time)?),
        ["otim", time] => Play::OtherClock(centiseconds("otim", time)?),
        [word @ ("st" | "sd" | "time" | "otim"), rest @ ..] => {
            return Err(bad_argument(word, &rest.join(" "), "a number"));
        }
        ["post", ..] => Play::Post(true),
        ["nopost", ..] => Play::Post(false),
        ["hard", ..] => Play::Ponder(true),
        ["easy", ..] => Play::Ponder(false),
        ["undo", ..] => Play::TakeBack(1),
        ["remove", ..] => Play::TakeBack(2),
        ["result", ..] => Play::Result,
        ["analyze" | "analyse", ..] => Play::Analyse,
        ["exit", ..] => Play::Exit,
        [".", ..] => Play::Status,
        ["draw", ..] => Play::Draw,
        ["hint", ..] => Play::Hint,
        ["bk", ..] => Play::Book,
        ["exclude", mv] => Play::Exclude(one_or_all(mv)),
        ["include", mv] => Play::Include(one_or_all(mv)),
        [word @ ("exclude" | "include"), rest @ ..] => {
            return Err(bad_argument(word, &rest.join(" "), "a move, or all"));
        }
        ["pause", ..] => Play::Pause,
        ["resume", ..] => Play::Resume,
        ["nps", rest @ ..] => node_rate(rest)?,
        _ => return Ok(None),
    };
    Ok(Some(Command::Play(play)))
}

/// A move, or nothing for all of them.
fn one_or_all(word: &str) -> Option<String> {
    (word != "all").then(|| word.to_string())
}

/// Nodes that count as a second; 0 stands for the time of the processor, which is as good as real time here.
fn node_rate(words: &[&str]) -> Result<Play, BadCommand> {
    let bad = || bad_argument("nps", &words.join(" "), "0, or a number from 1000 on");
    let [rate] = words else { return Err(bad()) };
    let rate = rate.parse::<i64>().map_err(|_| bad())?;
    match u64::try_from(rate).unwrap_or(0) {
        0 => Ok(Play::NodeRate(None)),
        rate if rate >= 1000 => Ok(Play::NodeRate(Some(rate))),
        _ => Err(bad()),
    }
}

fn set(word: &str, name: &str, words: &[&str]) -> Result<Command, BadCommand> {
    let [value] = words else { return Err(bad_argument(word, &words.join(" "), "a number")) };
    number::<u64>(word, value)?;
    Ok(Command::SetOption { name: name.into(), value: Some((*value).to_string()) })
}

/// `NAME=VALUE`, or the name of a button. Yes and no are 1 and 0.
fn option(words: &[&str]) -> Result<Command, BadCommand> {
    let text = words.join(" ");
    if text.is_empty() {
        return Err(bad_argument("option", "", "NAME=VALUE, or the name of a button"));
    }
    let (name, value) = text.split_once('=').map_or((&*text, None), |(name, value)| (name, Some(value)));
    let kind = rows().into_iter().find(|row| row.is_called(name)).map(|row| row.kind);
    let value = match (kind, value) {
        (Some(Kind::Check(_)), Some("1")) => Some("true"),
        (Some(Kind::Check(_)), Some("0")) => Some("false"),
        (_, value) => value,
    };
    Ok(Command::SetOption { name: name.into(), value: value.map(ToString::to_string) })
}

/// Moves to be made, minutes (or minutes and seconds), seconds of increment.
fn level(words: &[&str]) -> Result<Play, BadCommand> {
    let bad = || bad_argument("level", &words.join(" "), "MOVES MINUTES[:SECONDS] INCREMENT");
    let [moves, base, increment] = words else { return Err(bad()) };
    let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
    let minutes = seconds("level", minutes).map_err(|_| bad())?;
    let rest = seconds("level", rest).map_err(|_| bad())?;
    Ok(Play::Level {
        moves: moves.parse().map_err(|_| bad())?,
        base: minutes * 60 + rest,
        increment: seconds("level", increment).map_err(|_| bad())?,
    })
}

/// Whole seconds or parts of them, up to some years.
fn seconds(word: &str, text: &str) -> Result<Duration, BadCommand> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=1e8).contains(number));
    number.map(Duration::from_secs_f64).ok_or_else(|| bad_argument(word, text, "a number of seconds"))
}

/// A clock; one that has run over is at 0.
fn centiseconds(word: &str, text: &str) -> Result<Duration, BadCommand> {
    let number = text.parse::<f64>().ok().filter(|number| (-1e10..=1e10).contains(number));
    let seconds = number.map(|number| number.max(0.0) / 100.0);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| bad_argument(word, text, "a number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
        Dialect::XBoard.parse(line).unwrap().unwrap()
    }

    #[test]
    fn moves_are_read_with_and_without_a_word_before_them() {
        for (line, mv) in
            [("usermove h2e2", "h2e2"), ("h2e2", "h2e2"), ("a10a9", "a10a9"), ("e7e8q", "e7e8q")]
        {
            assert_eq!(parse(line), Command::Play(Play::Move(mv.into())), "{line}");
        }
        for line in ["h2", "h2e", "z2e2", "h2e2e2", "h222e2", "é2e2", "usermove", "O-O"] {
            assert!(Dialect::XBoard.parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn times_come_in_three_units() {
        let time = Duration::from_millis;
        let level = |moves, base, increment| Command::Play(Play::Level { moves, base, increment });
        assert_eq!(parse("level 40 5 0"), level(40, time(300_000), time(0)));
        assert_eq!(parse("level 0 0:30 2"), level(0, time(30_000), time(2_000)));
        assert_eq!(parse("level 0 2:30 0.5"), level(0, time(150_000), time(500)));
        assert_eq!(parse("st 7"), Command::Play(Play::MoveTime(time(7_000))));
        assert_eq!(parse("time 1234"), Command::Play(Play::Clock(time(12_340))));
        assert_eq!(parse("time -5"), Command::Play(Play::Clock(time(0))));
        assert_eq!(parse("time 150.5"), Command::Play(Play::Clock(time(1_505))));
        assert_eq!(parse("go now"), Command::Play(Play::Go));
        assert_eq!(parse("nps 50000"), Command::Play(Play::NodeRate(Some(50_000))));
        assert_eq!(parse("nps -1"), Command::Play(Play::NodeRate(None)));
        assert!(Dialect::XBoard.parse("nps 10").is_err(), "a millisecond would be less than a node");
        for line in ["level 40 5", "level 40 NaN 0", "level x 5 0", "st -1", "st inf", "sd", "time soon"] {
            assert!(Dialect::XBoard.parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn options_are_named_before_a_sign() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.into(),
            value: value.map(ToString::to_string),
        };
        assert_eq!(parse("option MultiPV=3"), set("MultiPV", Some("3")));
        assert_eq!(parse("option Move Overhead=3"), set("Move Overhead", Some("3")));
        assert_eq!(parse("option Resign=1"), set("Resign", Some("true")));
        assert_eq!(parse("option Clear Hash"), set("Clear Hash", None));
        assert_eq!(parse("memory 64"), set("Hash", Some("64")));
        assert_eq!(parse("cores 2"), set("Threads", Some("2")));
        assert!(Dialect::XBoard.parse("memory much").is_err());
    }
}
