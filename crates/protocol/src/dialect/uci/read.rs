//! Lines of UCI as commands. UCI-Cyclone, which leaves the word `position` out, is read, too.
//!
//! Words after a command that takes none are passed over: a `stop` is a stop.

use crate::command::{BadCommand, BenchLimit, BenchOrder, BenchPositions, Command, SpeedTest};
use crate::dialect::Dialect;
use crate::dialect::go::go;
use crate::dialect::text::{bad_argument, number, set_option, setup};
use std::time::Duration;

/// As many threads as a bench may have.
const MAX_BENCH_THREADS: usize = 1024;

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
        ["export_net", path @ .., "overwrite"] if !path.is_empty() => {
            Command::ExportNet { path: Some(path.join(" ")), overwrite: true }
        }
        ["export_net", path @ ..] => {
            Command::ExportNet { path: (!path.is_empty()).then(|| path.join(" ")), overwrite: false }
        }
        ["license" | "licence", ..] => Command::License,
        ["help" | "--help", ..] => Command::Help,
        ["debug" | "register", ..] => Command::Ignored,
        ["bench", rest @ ..] => Command::Bench(bench(rest)?),
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

/// The depth alone; or, in the order that Stockfish has made common, the size of the table, the threads, the limit, the
/// positions (`default`, `current`, or a file) and what the limit counts.
fn bench(words: &[&str]) -> Result<BenchOrder, BadCommand> {
    const EXPECTED: &str =
        "DEPTH, or HASH THREADS [LIMIT [default | current | FILE [depth | nodes | movetime | perft]]]";
    let bad = || bad_argument("bench", &words.join(" "), EXPECTED);
    let from_one = |text: &str| text.parse::<u32>().ok().filter(|&number| number > 0).ok_or_else(bad);
    let mut order = BenchOrder::default();
    let (rest, kind) = match words {
        [] => return Ok(order),
        [depth] => (&[][..], Some((*depth, "depth"))),
        [hash, threads, rest @ ..] => {
            (order.hash, order.threads) = (from_one(hash)? as usize, from_one(threads)? as usize);
            (rest, rest.first().map(|limit| (*limit, rest.get(2).copied().unwrap_or("depth"))))
        }
    };
    if order.threads > MAX_BENCH_THREADS || rest.len() > 3 {
        return Err(bad());
    }
    order.positions = match rest.get(1) {
        None | Some(&"default") => BenchPositions::OfGame,
        Some(&"current") => BenchPositions::Current,
        Some(path) => BenchPositions::File(path.into()),
    };
    if let Some((limit, kind)) = kind {
        let limit = from_one(limit)?;
        order.limit = match kind {
            "depth" => BenchLimit::Depth(limit as usize),
            "nodes" => BenchLimit::Nodes(limit.into()),
            "movetime" => BenchLimit::MoveTime(Duration::from_millis(limit.into())),
            "perft" => BenchLimit::Perft(limit),
            _ => return Err(bad()),
        };
    }
    Ok(order)
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
    fn benches_take_a_depth_or_arguments_in_the_common_order() {
        let bench = |line: &str| match parse(line) {
            Ok(Some(Command::Bench(order))) => order,
            other => panic!("{line}: {other:?}"),
        };
        let depth = |depth| BenchOrder { limit: BenchLimit::Depth(depth), ..BenchOrder::default() };
        assert_eq!(bench("bench"), depth(10));
        assert_eq!(bench("bench 5"), depth(5));
        assert_eq!(bench("bench 16 1 5 default depth"), depth(5));
        assert_eq!(bench("bench 16 1"), depth(10));
        assert_eq!(
            bench("bench 64 2 5000 current nodes"),
            BenchOrder {
                hash: 64,
                threads: 2,
                limit: BenchLimit::Nodes(5000),
                positions: BenchPositions::Current
            }
        );
        assert_eq!(bench("bench 1 1 4 my.epd perft").positions, BenchPositions::File("my.epd".into()));
        for line in [
            "bench 0",
            "bench x",
            "bench 16 0",
            "bench 16 1 5 default swift",
            "bench 16 1 5 default depth x",
            "bench 16 2000",
        ] {
            let text = line.trim_start_matches("bench ");
            let message = parse(line).unwrap_err().to_string();
            assert!(message.contains(&format!("\"{text}\"")), "{message}");
        }
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
