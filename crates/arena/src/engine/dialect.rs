//! What is said to an engine, and what its answers mean: text only, no process.
//!
//! | | UCI | UCCI |
//! |---|---|---|
//! | greeting | `uci` … `uciok` | `ucci` … `ucciok`, then `setoption usemillisec true` |
//! | option | `setoption name N value V` | `setoption N V` |
//! | new game | `ucinewgame` | `setoption newgame` |
//! | clock | `go wtime … btime … winc … binc …` | `go time … increment … opptime … oppincrement …` |
//! | time for a move | `go movetime …` | `go infinite`, and `stop` when the time is over |
//! | nodes, depth | `go nodes …`, `go depth …` | the same |
//!
//! UCCI has no fixed time for a move: `go time T increment 0` hands over a clock, of which engines
//! use as much as they like. Draw offers of an engine are passed over; a resignation is taken.

use super::offer::Offer;
use crate::limit::Limit;
use crate::settings::SettingError;
use games::Side;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The language an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// The Universal Chess Interface, as used for chess and xiangqi.
    #[default]
    Uci,
    /// The Universal Chinese Chess Interface.
    Ucci,
}

impl FromStr for Protocol {
    type Err = SettingError;
    fn from_str(text: &str) -> Result<Self, SettingError> {
        match text {
            "uci" => Ok(Self::Uci),
            "ucci" => Ok(Self::Ucci),
            _ => Err(SettingError::new(format!("proto=\"{text}\" is unknown; there are uci and ucci"))),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.greeting())
    }
}

/// How an engine counts the ranks of a xiangqi board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RankNumbering {
    /// From 0 to 9: `h2e2`.
    #[default]
    FromZero,
    /// From 1 to 10: `h3e3`.
    FromOne,
}

impl FromStr for RankNumbering {
    type Err = SettingError;
    fn from_str(text: &str) -> Result<Self, SettingError> {
        match text {
            "0-9" => Ok(Self::FromZero),
            "1-10" => Ok(Self::FromOne),
            _ => Err(SettingError::new(format!("coordinates=\"{text}\" is unknown; there are 0-9 and 1-10"))),
        }
    }
}

impl fmt::Display for RankNumbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FromZero => "0-9",
            Self::FromOne => "1-10",
        })
    }
}

impl RankNumbering {
    /// A move with ranks from 0 as the engine writes it.
    pub fn encode(self, mv: &str) -> String {
        let shifted = match self {
            Self::FromZero => None,
            Self::FromOne => shift_ranks(mv, |rank| rank.checked_add(1)),
        };
        shifted.unwrap_or_else(|| mv.to_string())
    }

    /// A move of the engine with ranks from 0. What is not a move stays as it is, for the referee to refuse.
    pub fn decode(self, mv: &str) -> String {
        let shifted = match self {
            Self::FromZero => None,
            Self::FromOne => shift_ranks(mv, |rank| rank.checked_sub(1)),
        };
        shifted.unwrap_or_else(|| mv.to_string())
    }
}

/// `h3e3` with both ranks changed.
fn shift_ranks(mv: &str, change: impl Fn(u8) -> Option<u8>) -> Option<String> {
    let second = mv.char_indices().skip(1).find(|(_, character)| character.is_ascii_alphabetic())?.0;
    let (from, to) = mv.split_at_checked(second)?;
    let shift = |square: &str| {
        let (file, rank) = square.split_at_checked(1)?;
        Some(format!("{file}{}", change(rank.parse().ok()?)?))
    };
    Some(shift(from)? + &shift(to)?)
}

/// What an engine thinks of its own chances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportedScore {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves; negative if the engine is the one mated.
    Mate(i32),
}

impl ReportedScore {
    /// As one number: a mate is worth more than any evaluation.
    pub fn value(self) -> i32 {
        match self {
            Self::Centipawns(value) => value.clamp(-29_000, 29_000),
            Self::Mate(moves) if moves > 0 => 30_000,
            Self::Mate(_) => -30_000,
        }
    }
}

/// `+0.35`, `-1.20`, `+M3`, `-M2`.
impl fmt::Display for ReportedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Self::Mate(moves) if *moves > 0 => write!(f, "+M{moves}"),
            Self::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

/// The clocks before a move, for the `go` command.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    /// What is left to each side.
    pub left: [Duration; 2],
    /// What each side gets after a move.
    pub increment: [Duration; 2],
}

/// A line of an engine, as far as it matters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineLine {
    /// An option before that.
    Offer(Offer),
    /// The options are over: `uciok` or `ucciok`.
    Greeted,
    /// `readyok`.
    Ready,
    /// What the search has found so far.
    Info {
        /// How deep.
        depth: Option<u32>,
        /// How good.
        score: Option<ReportedScore>,
    },
    /// The move; nothing if the engine has none.
    BestMove(Option<String>),
    /// The engine gives the game up.
    Resign,
    /// Anything else.
    Other,
}

impl Protocol {
    /// The first line to an engine.
    pub fn greeting(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Ucci => "ucci",
        }
    }

    /// Lines that follow the greeting, whatever the user has set.
    pub fn preamble(self) -> &'static [&'static str] {
        match self {
            Self::Uci => &[],
            Self::Ucci => &["setoption usemillisec true"],
        }
    }

    /// Sets an option. A button has no value: `option.Clear=`.
    pub fn set_option(self, name: &str, value: &str) -> String {
        match (self, value) {
            (Self::Uci, "") => format!("setoption name {name}"),
            (Self::Uci, _) => format!("setoption name {name} value {value}"),
            (Self::Ucci, _) => format!("setoption {name} {value}").trim_end().to_string(),
        }
    }

    /// Announces a new game.
    pub fn new_game(self) -> &'static str {
        match self {
            Self::Uci => "ucinewgame",
            Self::Ucci => "setoption newgame",
        }
    }

    /// Whether the engine has to be stopped when the time for a move is over.
    pub fn needs_stop(self, limit: Limit) -> bool {
        matches!((self, limit), (Self::Ucci, Limit::MoveTime(_)))
    }

    /// Starts a search.
    pub fn go(self, limit: Limit, clocks: &Clocks, side: Side) -> String {
        let milliseconds = |time: Duration| time.as_millis().max(1);
        let [first, second] = clocks.left.map(milliseconds);
        let [first_increment, second_increment] = clocks.increment.map(|time| time.as_millis());
        match (self, limit) {
            (Self::Uci, Limit::Clock { .. }) => {
                format!("go wtime {first} btime {second} winc {first_increment} binc {second_increment}")
            }
            (Self::Uci, Limit::MoveTime(time)) => format!("go movetime {}", time.as_millis()),
            (Self::Ucci, Limit::Clock { .. }) => {
                let (own, other) = (side.index(), side.opponent().index());
                format!(
                    "go time {} increment {} opptime {} oppincrement {}",
                    milliseconds(clocks.left[own]),
                    clocks.increment[own].as_millis(),
                    milliseconds(clocks.left[other]),
                    clocks.increment[other].as_millis()
                )
            }
            (Self::Ucci, Limit::MoveTime(_)) => "go infinite".to_string(),
            (_, Limit::Nodes(nodes)) => format!("go nodes {nodes}"),
            (_, Limit::Depth(depth)) => format!("go depth {depth}"),
        }
    }

    /// Understands a line of an engine.
    pub fn parse(self, line: &str) -> EngineLine {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words.as_slice() {
            ["uciok"] if self == Self::Uci => EngineLine::Greeted,
            ["ucciok"] if self == Self::Ucci => EngineLine::Greeted,
            ["readyok"] => EngineLine::Ready,
            ["option", rest @ ..] => Offer::read(rest).map_or(EngineLine::Other, EngineLine::Offer),
            ["info", rest @ ..] => info(rest),
            ["bestmove", "resign", ..] => EngineLine::Resign,
            ["bestmove", .., "resign"] if self == Self::Ucci => EngineLine::Resign,
            ["nobestmove", ..] | ["bestmove"] | ["bestmove", "(none)" | "none" | "null" | "0000", ..] => {
                EngineLine::BestMove(None)
            }
            ["bestmove", mv, ..] => EngineLine::BestMove(Some((*mv).to_string())),
            _ => EngineLine::Other,
        }
    }
}

/// Depth and score of an `info` line; those of the second best line and of free text do not count.
fn info(words: &[&str]) -> EngineLine {
    let (mut depth, mut score) = (None, None);
    let mut rest = words;
    while let [word, tail @ ..] = rest {
        rest = match (*word, tail) {
            ("string" | "message" | "pv", _) => break,
            ("multipv", [number, tail @ ..]) => {
                if *number != "1" {
                    return EngineLine::Other;
                }
                tail
            }
            ("depth", [number, tail @ ..]) => {
                depth = number.parse().ok();
                tail
            }
            ("score", ["mate", number, tail @ ..]) => {
                score = number.parse().ok().map(ReportedScore::Mate);
                tail
            }
            // UCCI leaves the unit out.
            ("score", ["cp", number, tail @ ..] | [number, tail @ ..]) => {
                score = number.parse().ok().map(ReportedScore::Centipawns);
                tail
            }
            _ => tail,
        };
    }
    if depth.is_none() && score.is_none() { EngineLine::Other } else { EngineLine::Info { depth, score } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_from_one() {
        for (zero, one) in [("h2e2", "h3e3"), ("a9a8", "a10a9"), ("b0c2", "b1c3"), ("e8e9", "e9e10")] {
            assert_eq!(RankNumbering::FromOne.encode(zero), one);
            assert_eq!(RankNumbering::FromOne.decode(one), zero);
            assert_eq!(RankNumbering::FromZero.encode(zero), zero);
        }
        for nonsense in ["", "h", "h0e0", "hhee", "12", "日本", "a1日", "resign", "h300e3"] {
            assert_eq!(RankNumbering::FromOne.decode(nonsense), nonsense);
        }
    }

    #[test]
    fn lines_are_understood() {
        let info = |depth, score| EngineLine::Info { depth, score };
        for (text, line) in [
            ("uciok", EngineLine::Greeted),
            ("readyok", EngineLine::Ready),
            (
                "info depth 12 seldepth 20 score cp -35 nodes 99 pv h2e2",
                info(Some(12), Some(ReportedScore::Centipawns(-35))),
            ),
            ("info depth 3 multipv 1 score mate -2 pv a0a1", info(Some(3), Some(ReportedScore::Mate(-2)))),
            ("info depth 3 multipv 2 score cp 5 pv a0a1", EngineLine::Other),
            ("info depth 6 score 4 pv c3c4", info(Some(6), Some(ReportedScore::Centipawns(4)))),
            ("info string depth 5 score cp 1", EngineLine::Other),
            ("info depth", EngineLine::Other),
            ("info", EngineLine::Other),
            ("bestmove h2e2 ponder h9g7", EngineLine::BestMove(Some("h2e2".into()))),
            ("bestmove (none)", EngineLine::BestMove(None)),
            ("bestmove", EngineLine::BestMove(None)),
            ("nobestmove", EngineLine::BestMove(None)),
            ("option name", EngineLine::Other),
            ("", EngineLine::Other),
            ("Chuhe", EngineLine::Other),
        ] {
            assert_eq!(Protocol::Uci.parse(text), line, "{text}");
        }
        assert_eq!(Protocol::Ucci.parse("ucciok"), EngineLine::Greeted);
        assert_eq!(Protocol::Ucci.parse("bestmove h2e2 resign"), EngineLine::Resign);
        assert_eq!(Protocol::Ucci.parse("uciok"), EngineLine::Other);
    }

    #[test]
    fn searches_are_asked_for() {
        let clocks = Clocks {
            left: [Duration::from_secs(9), Duration::from_secs(8)],
            increment: [Duration::from_millis(100), Duration::ZERO],
        };
        let clock = "10+0.1".parse().unwrap();
        assert_eq!(
            Protocol::Uci.go(clock, &clocks, Side::Second),
            "go wtime 9000 btime 8000 winc 100 binc 0"
        );
        assert_eq!(
            Protocol::Ucci.go(clock, &clocks, Side::Second),
            "go time 8000 increment 0 opptime 9000 oppincrement 100"
        );
        let time = Limit::MoveTime(Duration::from_millis(20));
        assert_eq!(Protocol::Uci.go(time, &clocks, Side::First), "go movetime 20");
        assert_eq!(Protocol::Ucci.go(time, &clocks, Side::First), "go infinite");
        assert_eq!(Protocol::Ucci.go(Limit::Nodes(7), &clocks, Side::First), "go nodes 7");
        assert_eq!(Protocol::Ucci.set_option("usebook", "false"), "setoption usebook false");
        assert_eq!(Protocol::Uci.set_option("Clear Hash", ""), "setoption name Clear Hash");
    }

    #[test]
    fn scores_in_words() {
        for (score, text) in [
            (ReportedScore::Centipawns(35), "+0.35"),
            (ReportedScore::Centipawns(-120), "-1.20"),
            (ReportedScore::Mate(3), "+M3"),
            (ReportedScore::Mate(-2), "-M2"),
        ] {
            assert_eq!(score.to_string(), text);
        }
        assert!(ReportedScore::Mate(1).value() > ReportedScore::Centipawns(i32::MAX).value());
        assert_eq!(ReportedScore::Mate(i32::MIN).to_string(), "-M2147483648");
    }
}
