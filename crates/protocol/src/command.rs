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
    /// None of these moves.
    pub banned: Vec<String>,
    /// Count leaves instead.
    pub perft: Option<u32>,
}

/// How to measure the speed; what is not given depends on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpeedTest {
    /// So many threads.
    pub threads: Option<usize>,
    /// So many mebibytes.
    pub hash: Option<usize>,
    /// So many seconds.
    pub seconds: Option<u32>,
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
    /// Measure the speed.
    SpeedTest(SpeedTest),
    /// Say what built the program.
    Compiler,
    /// Write the network to a file.
    ExportNet(Option<String>),
    /// Say under which terms the program may be used.
    License,
    /// Say what can be asked.
    Help,
    /// Something that other engines obey and this one has no use for.
    Ignored,
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

/// The words that begin a command.
const WORDS: [&str; 21] = [
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "fen",
    "startpos",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "d",
    "eval",
    "flip",
    "bench",
    "speedtest",
    "compiler",
    "export_net",
    "license",
    "licence",
    "debug",
];

/// Whether a command can begin with this word.
pub fn is_command_word(word: &str) -> bool {
    WORDS.contains(&word)
}

/// So much of a line as fits into a message.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_string(),
    }
}

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
            ["compiler"] => Self::Compiler,
            ["export_net", path @ ..] => Self::ExportNet((!path.is_empty()).then(|| path.join(" "))),
            ["license" | "licence"] => Self::License,
            ["help" | "--help"] => Self::Help,
            ["debug", "on" | "off"] | ["register", ..] => Self::Ignored,
            ["bench", rest @ ..] => match rest.first() {
                None => Self::Bench(None),
                Some(text) => Self::Bench(Some(number("bench", text)?)),
            },
            ["speedtest", rest @ ..] => Self::SpeedTest(speed_test(rest)?),
            ["setoption", rest @ ..] => set_option(rest)?,
            // UCI-Cyclone leaves the first word out.
            ["position", rest @ ..] | rest @ ["fen" | "startpos", ..] => position(rest)?,
            ["go", rest @ ..] => Self::Go(Box::new(go(rest)?)),
            _ => return Err(BadCommand::Unknown(shortened(line.trim()))),
        }))
    }
}

fn number<T: std::str::FromStr>(word: &str, text: &str) -> Result<T, BadCommand> {
    text.parse().map_err(|_| BadCommand::Argument {
        word: word.to_string(),
        found: shortened(text),
        expected: "a number",
    })
}

fn speed_test(words: &[&str]) -> Result<SpeedTest, BadCommand> {
    let word = |place: usize| words.get(place).copied();
    Ok(SpeedTest {
        threads: word(0).map(|text| number("speedtest", text)).transpose()?,
        hash: word(1).map(|text| number("speedtest", text)).transpose()?,
        seconds: word(2).map(|text| number("speedtest", text)).transpose()?,
    })
}

fn set_option(words: &[&str]) -> Result<Command, BadCommand> {
    let bad = || BadCommand::Argument {
        word: "setoption".into(),
        found: shortened(&words.join(" ")),
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
                found: shortened(&setup.join(" ")),
                expected: "startpos or fen FEN, then moves if there are any",
            });
        }
    };
    Ok(Command::Position { fen, moves })
}

/// The words that `go` knows; a list of moves ends at one of them.
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

fn go(words: &[&str]) -> Result<Go, BadCommand> {
    let mut go = Go::default();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let list = match *word {
            "searchmoves" => Some(&mut go.moves),
            "banmoves" => Some(&mut go.banned),
            _ => None,
        };
        if let Some(list) = list {
            list.extend(
                std::iter::from_fn(|| words.next_if(|next| !GO_WORDS.contains(next)))
                    .map(ToString::to_string),
            );
            continue;
        }
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
            other => {
                return Err(BadCommand::Argument {
                    word: "go".into(),
                    found: shortened(other),
                    expected: "wtime, btime, winc, binc, movestogo, depth, nodes, movetime, mate, perft, \
                               infinite, ponder, searchmoves or banmoves",
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
        let Ok(Some(Command::Go(go))) = Command::parse("go searchmoves a b banmoves c depth 4") else {
            panic!("a search")
        };
        assert_eq!((go.moves.len(), go.banned.len(), go.depth), (2, 1, Some(4)));
        let cyclone = Command::Position { fen: None, moves: vec!["h2e2".into()] };
        assert_eq!(Command::parse("startpos moves h2e2"), Ok(Some(cyclone)));
        let test = SpeedTest { threads: Some(2), hash: Some(64), seconds: None };
        assert_eq!(Command::parse("speedtest 2 64"), Ok(Some(Command::SpeedTest(test))));
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
        assert!(message("speedtest fast").contains("\"fast\""));
        assert!(message(&"é".repeat(10_000)).len() < 300);
    }

    #[test]
    fn first_words_are_known() {
        for word in WORDS {
            let is_unknown = matches!(Command::parse(word), Err(BadCommand::Unknown(_)));
            assert!(!is_unknown || word == "debug", "{word}");
        }
        assert!(is_command_word("go") && !is_command_word("play"));
    }
}
