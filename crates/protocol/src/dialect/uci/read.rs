//! Lines of UCI as commands. UCI-Cyclone, which leaves the word `position` out, is read, too.
//!
//! Words after a command that takes none are passed over: a `stop` is a stop.

use crate::command::{BadCommand, Command, SpeedTest};
use crate::dialect::Dialect;
use crate::dialect::go::go;
use crate::dialect::text::{number, set_option, setup};

/// Reads a line that is not empty; nothing if its first word is unknown.
pub fn read(words: &[&str]) -> Result<Option<Command>, BadCommand> {
    Ok(Some(match words {
        ["uci", ..] => Command::Greet(Dialect::Uci),
        ["isready", ..] => Command::IsReady,
        ["ucinewgame" | "uccinewgame" | "newgame", ..] => Command::NewGame,
        ["stop", ..] => Command::Stop,
        ["ponderhit", ..] => Command::PonderHit { draw: false },
        ["quit", ..] => Command::Quit,
        ["d", ..] => Command::Display,
        ["eval", ..] => Command::Evaluate,
        ["flip", ..] => Command::Flip,
        ["compiler", ..] => Command::Compiler,
        ["export_net", path @ ..] => Command::ExportNet((!path.is_empty()).then(|| path.join(" "))),
        ["license" | "licence", ..] => Command::License,
        ["help" | "--help", ..] => Command::Help,
        ["debug" | "register", ..] => Command::Ignored,
        ["bench", rest @ ..] => match rest.first() {
            None => Command::Bench(None),
            Some(text) => Command::Bench(Some(number("bench", text)?)),
        },
        ["speedtest", rest @ ..] => Command::SpeedTest(speed_test(rest)?),
        ["setoption", rest @ ..] => set_option(rest)?,
        // UCI-Cyclone leaves the first word out.
        ["position", rest @ ..] | rest @ ["fen" | "startpos", ..] => {
            let (fen, moves) = setup("position", rest)?;
            Command::Position { fen, moves }
        }
        ["go", rest @ ..] => Command::Go(Box::new(go(rest, false)?)),
        _ => return Ok(None),
    }))
}

fn speed_test(words: &[&str]) -> Result<SpeedTest, BadCommand> {
    let word = |place: usize| words.get(place).copied();
    Ok(SpeedTest {
        threads: word(0).map(|text| number("speedtest", text)).transpose()?,
        hash: word(1).map(|text| number("speedtest", text)).transpose()?,
        seconds: word(2).map(|text| number("speedtest", text)).transpose()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn parse(line: &str) -> Result<Option<Command>, BadCommand> {
        Dialect::Uci.parse(line)
    }

    #[test]
    fn lines_become_commands() {
        assert_eq!(parse("uci\r"), Ok(Some(Command::Greet(Dialect::Uci))));
        assert_eq!(parse("stop now"), Ok(Some(Command::Stop)));
        let option = Command::SetOption { name: "Clear Hash".into(), value: None };
        assert_eq!(parse("setoption name Clear Hash"), Ok(Some(option)));
        let option = Command::SetOption { name: "Move Overhead".into(), value: Some("30".into()) };
        assert_eq!(parse("setoption name Move Overhead value 30"), Ok(Some(option)));
        let Ok(Some(Command::Go(go))) = parse("go wtime 1000 btime -5 movestogo 3 searchmoves a0a1 b0c2")
        else {
            panic!("a search")
        };
        assert_eq!(go.time, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!((go.moves_to_go, go.moves.len()), (Some(3), 2));
        let Ok(Some(Command::Go(go))) = parse("go searchmoves a0a1 b0c2 banmoves h2e2 depth 4") else {
            panic!("a search")
        };
        assert_eq!((go.moves.len(), go.banned.len(), go.depth), (2, 1, Some(4)));
        let cyclone = Command::Position { fen: None, moves: vec!["h2e2".into()] };
        assert_eq!(parse("startpos moves h2e2"), Ok(Some(cyclone)));
        let test = SpeedTest { threads: Some(2), hash: Some(64), seconds: None };
        assert_eq!(parse("speedtest 2 64"), Ok(Some(Command::SpeedTest(test))));
    }

    #[test]
    fn bad_lines_are_quoted() {
        let message = |line| parse(line).unwrap_err().to_string();
        assert!(message("position here").contains("startpos"));
        assert!(message("setoption Hash 3").contains("name NAME"));
        assert!(message("go perft").contains("a depth"));
        assert!(message("speedtest fast").contains("\"fast\""));
    }
}
