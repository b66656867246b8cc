//! `chuhe levels`: how far apart the levels are.
//!
//! Each level plays the next one, and the first plays two opponents that everybody can imagine: one that moves at
//! random, and one that takes the most valuable piece it can and otherwise moves at random.

use crate::failure::Failure;
use crate::interrupt::{interrupted, on_interrupt};
use arena::elo::{PairCounts, estimate};
use arena::{Side, StopFlag};
use clap::Args;
use engine::{Engine, Level, Limits};
use games::{GameRules, GameText, Xiangqi, legal_moves};
use search::{Game, Which};
use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;
use xiangqi::Move;
use xiangqi::{Position, Random};

/// Measure how far apart the playing levels are
///
/// Plays each level against the next, and the first against a random mover and against one that takes whatever it
/// can; prints a row for each pairing as it ends, with the rating difference and its 95 % error.
///
/// Exit code 0: all rows were played; 130: interrupted.
#[derive(Args)]
pub struct Arguments {
    /// Games of each pairing
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// Games played at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Nodes a move for the strongest level, which has no limit of its own
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Only pairings with this level
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// The seed of all random choices
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    seed: u64,
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Random,
    Greedy,
    Level(Level),
}

impl Player {
    fn name(self) -> String {
        match self {
            Self::Random => "random".into(),
            Self::Greedy => "greedy".into(),
            Self::Level(level) => format!("level {}", level.number()),
        }
    }

    fn choose(self, engine: &mut Engine<Xiangqi>, nodes: u64, random: &mut Random) -> Option<Move> {
        let position = engine.position().clone();
        match self {
            Self::Random => random.choose(&legal_moves::<Xiangqi>(&position)),
            Self::Greedy => {
                let captures = moves(&position, &[Which::Noisy]);
                let best = captures.into_iter().max_by_key(|&mv| Xiangqi::captured_value(&position, mv));
                best.or_else(|| random.choose(&moves(&position, &[Which::Quiet])))
            }
            Self::Level(level) => {
                engine.set_level(level);
                let nodes = level.is_full().then_some(nodes);
                let seed = random.next_u64() | 1;
                engine.think(&Limits { nodes, seed, ..Limits::default() }).best
            }
        }
    }
}

fn moves(position: &Position, kinds: &[Which]) -> Vec<Move> {
    let mut moves = Vec::new();
    for &which in kinds {
        Xiangqi::generate(position, which, |mv| moves.push(mv));
    }
    moves
}

/// How many random plies every game begins with, and after how many plies it is drawn.
const RANDOM_PLIES: u32 = 4;
const MAX_PLIES: u32 = 300;

/// The half points of the first player in a game; nothing if it was called off.
fn play(players: [Player; 2], nodes: u64, seed: u64, halt: &StopFlag) -> Result<Option<usize>, Failure> {
    // Both games of a pair begin alike; what chance decides later differs.
    let (mut opening, mut random) = (Random::new(seed / 2), Random::new(seed));
    let first_has_red = seed.is_multiple_of(2);
    let mut position = Position::start();
    for _ in 0..RANDOM_PLIES {
        let Some(mv) = opening.choose(&legal_moves::<Xiangqi>(&position)) else { break };
        Xiangqi::play(&mut position, mv);
    }
    // What came before the opening does not count.
    let mut position = Position::from(position.fen());
    let mut engines = [Engine::<Xiangqi>::new(1, 1), Engine::<Xiangqi>::new(1, 1)];
    for _ in 0..MAX_PLIES {
        if halt.is_raised() {
            return Ok(None);
        }
        if let Some(ending) = Xiangqi::ending(&position) {
            let first = if first_has_red { Side::First } else { Side::Second };
            return Ok(Some(ending.winner.map_or(1, |winner| if winner == first { 2 } else { 0 })));
        }
        let seat = usize::from((Xiangqi::side(&position) == Side::First.index()) != first_has_red);
        let engine = &mut engines[seat];
        engine.set_position(position.clone());
        let mv = players[seat].choose(engine, nodes, &mut random);
        let mv = mv.ok_or_else(|| {
            let fen = Xiangqi::position_text(&position);
            Failure::Input(format!("{} found no move in {fen}", players[seat].name()))
        })?;
        Xiangqi::play(&mut position, mv);
    }
    Ok(Some(1))
}

/// Plays a pairing; nothing if it was called off.
fn pairing(
    arguments: &Arguments,
    players: [Player; 2],
    halt: &StopFlag,
) -> Result<Option<PairCounts>, Failure> {
    let pairs = arguments.games.div_ceil(2);
    let next = AtomicU32::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..arguments.threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= pairs {
                        break;
                    }
                    let seed = (arguments.seed << 32) + 2 * u64::from(pair);
                    let both = [seed, seed + 1].map(|seed| play(players, arguments.nodes, seed, halt));
                    if sender.send(both).is_err() || halt.is_raised() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut counts = PairCounts::default();
        let is_terminal = std::io::stderr().is_terminal();
        for [one, two] in results {
            match (one?, two?) {
                (Some(one), Some(two)) => counts.add(one + two),
                _ => return Ok(None),
            }
            show(counts.total(), u64::from(pairs), is_terminal);
        }
        if is_terminal {
            eprint!("\r                    \r");
        }
        Ok(Some(counts))
    })
}

/// How far a pairing has come: a line that renews itself on a terminal, else one for every tenth of the pairs.
fn show(played: u64, pairs: u64, is_terminal: bool) {
    if is_terminal {
        eprint!("\r{played} of {pairs} pairs");
    } else if played * 10 / pairs > (played - 1) * 10 / pairs {
        eprintln!("{played} of {pairs} pairs");
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let halt = StopFlag::default();
    let interrupt = halt.clone();
    on_interrupt(move || interrupt.raise())?;
    let levels: Vec<Player> = Level::all().map(Player::Level).collect();
    let weakest = levels[0];
    let neighbours = levels.windows(2).map(|pair| [pair[1], pair[0]]);
    let pairings = [[weakest, Player::Random], [weakest, Player::Greedy]].into_iter().chain(neighbours);
    let is_wanted = |players: &[Player; 2]| {
        let wanted = arguments.level.and_then(Level::new).map(Player::Level);
        wanted.is_none_or(|wanted| players.contains(&wanted))
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "| player | against | games | score | Elo |\n|---|---|---|---|---|")?;
    for players in pairings.filter(is_wanted) {
        let Some(counts) = pairing(arguments, players, &halt)? else { return Ok(interrupted()) };
        let Some(estimate) = estimate(&counts) else { continue };
        let [one, two] = players.map(Player::name);
        let error = estimate.error().map_or(String::new(), |error| format!(" ± {error:.0}"));
        let (games, score) = (2 * counts.total(), 100.0 * estimate.score);
        writeln!(out, "| {one} | {two} | {games} | {score:.1} % | {:+.0}{error} |", estimate.elo)?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
