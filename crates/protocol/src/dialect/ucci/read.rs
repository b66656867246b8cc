//! Lines of UCCI as commands.
//!
//! `setoption` is read in its own spelling (`setoption usebook false`) and in that of UCI, which some clients use
//! all the same. Options of the standard that mean nothing here are accepted: GUIs send them unasked.

use crate::command::{BadCommand, Command};
use crate::dialect::Dialect;
use crate::dialect::go::go;
use crate::dialect::text::{bad_argument, set_option, setup};
use crate::options::{Kind, Row, rows};

/// The option that the standard calls `repetition`, with words of its own.
const REPETITION: &str = "Repetition Rule";

/// The rules of the standard, and the set that is nearest to each.
const RULES: [(&str, &str); 4] =
    [("alwaysdraw", "simple"), ("checkban", "computer"), ("asianrule", "asian"), ("chineserule", "computer")];

/// The degrees of the standard, in centipawns.
const RANDOMNESS: [(&str, &str); 8] = [
    ("none", "0"),
    ("off", "0"),
    ("tiny", "5"),
    ("small", "10"),
    ("on", "10"),
    ("medium", "20"),
    ("large", "40"),
    ("huge", "80"),
];

/// Options of the standard, and of its older versions, that may be set and change nothing.
const WITHOUT_EFFECT: [&str; 13] = [
    "batch",
    "debug",
    "usehash",
    "useegtb",
    "egtbpaths",
    "evalapi",
    "idle",
    "promotion",
    "pruning",
    "knowledge",
    "selectivity",
    "style",
    "language",
];

/// Reads a line that is not empty; nothing if its first word is unknown.
pub fn read(words: &[&str]) -> Result<Option<Command>, BadCommand> {
    Ok(Some(match words {
        ["ucci", ..] => Command::Greet(Dialect::Ucci),
        ["isready", ..] => Command::IsReady,
        ["newgame" | "uccinewgame" | "ucinewgame", ..] => Command::NewGame,
        ["stop", ..] => Command::Stop,
        ["ponderhit", rest @ ..] => Command::PonderHit { draw: rest.contains(&"draw") },
        ["quit", ..] => Command::Quit,
        ["d", ..] => Command::Display,
        ["help", ..] => Command::Help,
        ["setoption", rest @ ..] => option(rest)?,
        ["position", rest @ ..] | rest @ ["fen" | "startpos", ..] => {
            let (fen, moves) = setup("position", rest)?;
            Command::Position { fen, moves }
        }
        ["banmoves", moves @ ..] => Command::Ban(moves.iter().map(ToString::to_string).collect()),
        ["probe", rest @ ..] => {
            let (fen, moves) = setup("probe", rest)?;
            Command::Probe { fen, moves }
        }
        ["go", rest @ ..] => Command::Go(Box::new(go(rest, true)?)),
        _ => return Ok(None),
    }))
}

/// An option in either spelling.
fn option(words: &[&str]) -> Result<Command, BadCommand> {
    let (name, value) = if let ["name", _, ..] = words {
        match set_option(words)? {
            Command::SetOption { name, value } => (name, value),
            other => return Ok(other),
        }
    } else {
        split(words).ok_or_else(|| bad_argument("setoption", "", "NAME [VALUE]"))?
    };
    let is = |known: &str| known.eq_ignore_ascii_case(&name);
    if is("newgame") {
        return Ok(Command::NewGame);
    }
    if let Some(row) = known(&name) {
        let value = value.map(|value| translated(&row, value));
        return Ok(Command::SetOption { name: row.name.into(), value });
    }
    if WITHOUT_EFFECT.iter().any(|known| is(known)) {
        return Ok(Command::Ignored);
    }
    Ok(Command::SetOption { name, value })
}

/// The option of this name, ours or the standard's; case does not matter, nor do blanks and what stands for them.
fn known(name: &str) -> Option<Row> {
    let squeeze = |text: &str| text.replace([' ', '_'], "").to_ascii_lowercase();
    let wanted = squeeze(name);
    let is_wanted = |known: &str| squeeze(known) == wanted || (wanted == "repetition" && known == REPETITION);
    rows().into_iter().find(|row| is_wanted(row.name) || row.ucci.is_some_and(is_wanted))
}

/// The words of `NAME VALUE`. The name is as many of them as make one that is known, or the first.
fn split(words: &[&str]) -> Option<(String, Option<String>)> {
    let is_name = |length: &usize| words.get(..*length).is_some_and(|name| known(&name.concat()).is_some());
    let length = (1..=words.len()).rev().find(is_name).unwrap_or(1);
    let (name, value) = words.split_at_checked(length)?;
    Some((name.join(" "), (!value.is_empty()).then(|| value.join(" "))))
}

/// A value in the words of our options. In UCCI a size of 0 leaves the choice to the engine, older versions say `on`
/// and `off`, and some options have words of their own.
fn translated(row: &Row, value: String) -> String {
    let one_of = |words: &[(&str, &str)]| {
        let word = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(&value));
        word.map(|(_, value)| (*value).to_string())
    };
    let known = match (row.name, row.kind) {
        ("Hash", _) => one_of(&[("0", &row.kind.default_text())]),
        ("Threads", _) if value == "0" => {
            Some(std::thread::available_parallelism().map_or(1, usize::from).to_string())
        }
        ("Randomness", _) => one_of(&RANDOMNESS),
        (REPETITION, _) => one_of(&RULES),
        (_, Kind::Check(_)) => one_of(&[("on", "true"), ("off", "false")]),
        _ => None,
    };
    known.unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
        Dialect::Ucci.parse(line).unwrap().unwrap()
    }

    #[test]
    fn options_are_read_in_both_spellings() {
        let set =
            |name: &str, value: &str| Command::SetOption { name: name.into(), value: Some(value.into()) };
        for line in ["setoption hashsize 64", "setoption name hashsize value 64", "setoption Hash 64"] {
            assert_eq!(parse(line), set("Hash", "64"), "{line}");
        }
        assert_eq!(parse("setoption hashsize 0"), set("Hash", "16"));
        assert_eq!(parse("setoption usemillisec true"), set("usemillisec", "true"));
        // The last is how Fairy-Stockfish spells it.
        for name in ["MoveOverhead", "Move Overhead", "moveoverhead", "Move_Overhead"] {
            let line = format!("setoption {name} 5");
            assert_eq!(parse(&line), set("Move Overhead", "5"), "{line}");
        }
        for (words, name, value) in [
            ("randomness none", "Randomness", "0"),
            ("randomness large", "Randomness", "40"),
            ("randomness on", "Randomness", "10"),
            ("randomness 35", "Randomness", "35"),
            ("ponder on", "Ponder", "true"),
            ("usebook off", "OwnBook", "false"),
            ("repetition asianrule", "Repetition Rule", "asian"),
            ("repetition alwaysdraw", "Repetition Rule", "simple"),
            ("drawmoves 100", "drawmoves", "100"),
        ] {
            assert_eq!(parse(&format!("setoption {words}")), set(name, value), "{words}");
        }
        assert_eq!(parse("setoption newgame"), Command::NewGame);
        assert_eq!(parse("setoption name newgame"), Command::NewGame);
        assert_eq!(parse("setoption knowledge large"), Command::Ignored);
        assert_eq!(parse("setoption colour red"), set("colour", "red"));
        assert!(Dialect::Ucci.parse("setoption").is_err());
    }

    #[test]
    fn searches_are_read() {
        let go = |line: &str| match parse(line) {
            Command::Go(go) => *go,
            other => panic!("{other:?}"),
        };
        let clock = go("go draw time 300 increment 5 movestogo 7 opptime 290 oppincrement 5 oppmovestogo 8");
        assert_eq!((clock.own, clock.moves_to_go, clock.draw), (Some([300, 5]), Some(7), true));
        assert!(go("go depth infinite").infinite && go("go infinite").infinite);
        assert_eq!(go("go ponder time 9").own, Some([9, 0]));
        assert_eq!(go("go depth 0").depth, Some(0));
        assert_eq!((go("go time soon").own, go("go time soon").notes.len()), (Some([0, 0]), 1));
        assert!(go("go swiftly").is_limited());
        assert_eq!(parse("ponderhit draw"), Command::PonderHit { draw: true });
        assert_eq!(parse("banmoves a0a1 b0c2"), Command::Ban(vec!["a0a1".into(), "b0c2".into()]));
        for line in ["probe here", "position", "go perft"] {
            assert!(Dialect::Ucci.parse(line).is_err(), "{line}");
        }
    }
}
