//! Lines of a GUI as commands.

use std::time::Duration;

/// When a search is to stop, as the GUI says it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The clocks of the first and the second side.
    pub time: [Option<Duration>; 2],
    /// Their increments.
    pub increment: [Duration; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// So many plies.
    pub depth: Option<usize>,
    /// So many nodes.
    pub nodes: Option<u64>,
    /// This long.
    pub move_time: Option<Duration>,
    /// Until a mate in so many moves is found.
    pub mate: Option<i32>,
    /// Until told to stop.
    pub infinite: bool,
    /// While the other side thinks.
    pub ponder: bool,
    /// Only these moves.
    pub moves: Vec<String>,
    /// Count leaves instead.
    pub perft: Option<u32>,
}

/// What a GUI can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Introduce yourself.
    Uci,
    /// Say when ready.
    IsReady,
    /// A new game begins.
    NewGame,
    /// Change an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its new value; none for a button.
        value: Option<String>,
    },
    /// Set up a position: a FEN, or the usual start, and moves.
    Position {
        /// The FEN.
        fen: Option<String>,
        /// The moves.
        moves: Vec<String>,
    },
    /// Think.
    Go(Box<Go>),
    /// Stop thinking.
    Stop,
    /// The expected move was made.
    PonderHit,
    /// Show the board.
    Display,
    /// Show the evaluation.
    Evaluate,
    /// Exchange the sides.
    Flip,
    /// Run the bench to a depth.
    Bench(Option<usize>),
    /// Say what can be asked.
    Help,
    /// Leave.
    Quit,
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadCommand {
    /// The first word means nothing.
    Unknown(String),
    /// A word lacks what must follow it, or something else does.
    Argument {
        /// The word.
        word: String,
        /// What was found instead.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
}

impl std::fmt::Display for BadCommand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown(text) => write!(f, "unknown command \"{text}\"; help lists the commands"),
            Self::Argument { word, found, expected } => {
                write!(f, "\"{word}\" is followed by \"{found}\"; it needs {expected}")
            }
        }
    }
}

impl std::error::Error for BadCommand {}

impl Command {
    /// Reads a line; an empty one, or a comment, says nothing.
    ///
    /// # Errors
    /// If it is no command.
    pub fn parse(line: &str) -> Result<Option<Self>, BadCommand> {
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(Some(match words.as_slice() {
            [] => return Ok(None),
            [first, ..] if first.starts_with('#') => return Ok(None),
            ["uci"] => Self::Uci,
            ["isready"] => Self::IsReady,
            ["ucinewgame"] => Self::NewGame,
            ["stop"] => Self::Stop,
            ["ponderhit"] => Self::PonderHit,
            ["quit"] => Self::Quit,
            ["d"] => Self::Display,
            ["eval"] => Self::Evaluate,
            ["flip"] => Self::Flip,
            ["help"] => Self::Help,
            ["bench", rest @ ..] => match rest.first() {
                None => Self::Bench(None),
                Some(text) => Self::Bench(Some(number("bench", text)?)),
            },
            ["setoption", rest @ ..] => set_option(rest)?,
            ["position", rest @ ..] => position(rest)?,
            ["go", rest @ ..] => Self::Go(Box::new(go(rest)?)),
            _ => return Err(BadCommand::Unknown(line.trim().to_string())),
        }))
    }
}

fn number<T: std::str::FromStr>(word: &str, text: &str) -> Result<T, BadCommand> {
    text.parse().map_err(|_| BadCommand::Argument {
        word: word.to_string(),
        found: text.to_string(),
        expected: "a number",
    })
}

fn set_option(words: &[&str]) -> Result<Command, BadCommand> {
    let bad = || BadCommand::Argument {
        word: "setoption".into(),
        found: words.join(" "),
        expected: "name NAME [value VALUE]",
    };
    let ["name", rest @ ..] = words else { return Err(bad()) };
    let split = rest.iter().position(|word| *word == "value");
    let (name, value) = match split {
        Some(at) => (rest.get(..at), rest.get(at + 1..)),
        None => (Some(rest), None),
    };
    let name = name.map(|words| words.join(" ")).filter(|name| !name.is_empty()).ok_or_else(bad)?;
    Ok(Command::SetOption { name, value: value.map(|words| words.join(" ")) })
}

fn position(words: &[&str]) -> Result<Command, BadCommand> {
    let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (setup, rest) = words.split_at(split);
    let moves = rest.iter().skip(1).map(ToString::to_string).collect();
    let fen = match setup {
        ["startpos"] => None,
        ["fen", fen @ ..] if !fen.is_empty() => Some(fen.join(" ")),
        _ => {
            return Err(BadCommand::Argument {
                word: "position".into(),
                found: setup.join(" "),
                expected: "startpos or fen FEN, then moves if there are any",
            });
        }
    };
    Ok(Command::Position { fen, moves })
}

fn go(words: &[&str]) -> Result<Go, BadCommand> {
    let mut go = Go::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut argument = || words.next().copied().unwrap_or_default();
        // Clocks below zero happen when a GUI lags.
        let milliseconds =
            |text: &str| number::<i64>(word, text).map(|number| Duration::from_millis(number.max(0) as u64));
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
            "searchmoves" => go.moves = words.by_ref().map(ToString::to_string).collect(),
            other => {
                return Err(BadCommand::Argument {
                    word: "go".into(),
                    found: other.to_string(),
                    expected: "wtime, btime, winc, binc, movestogo, depth, nodes, movetime, mate, perft, \
                               infinite, ponder or searchmoves",
                });
            }
        }
    }
    Ok(go)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_commands() {
        assert_eq!(Command::parse("  "), Ok(None));
        assert_eq!(Command::parse("# a comment"), Ok(None));
        assert_eq!(Command::parse("uci\r"), Ok(Some(Command::Uci)));
        let option = Command::SetOption { name: "Clear Hash".into(), value: None };
        assert_eq!(Command::parse("setoption name Clear Hash"), Ok(Some(option)));
        let option = Command::SetOption { name: "Move Overhead".into(), value: Some("30".into()) };
        assert_eq!(Command::parse("setoption name Move Overhead value 30"), Ok(Some(option)));
        let Ok(Some(Command::Go(go))) = Command::parse("go wtime 1000 btime -5 movestogo 3 searchmoves a b")
        else {
            panic!("a search")
        };
        assert_eq!(go.time, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!((go.moves_to_go, go.moves.len()), (Some(3), 2));
    }

    #[test]
    fn bad_lines_are_quoted() {
        let message = |line| Command::parse(line).unwrap_err().to_string();
        assert!(message("xyzzy now").contains("\"xyzzy now\""));
        assert!(message("go depth deep").contains("\"deep\""));
        assert!(message("go quickly").contains("\"quickly\""));
        assert!(message("position here").contains("startpos"));
        assert!(message("setoption Hash 3").contains("name NAME"));
        assert!(message("go depth").contains("a number"));
    }
}
