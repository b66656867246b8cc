//! `chuhe match`: engines play each other, and the statistics say what it means.
//!
//! The table, or JSON, goes to standard output at the end; progress, and every game lost by a
//! failing engine, to standard error. Games are written to the PGN file one by one as they end, so
//! that an interrupted match loses nothing it has played and can be resumed.

mod entrant;
mod journal;
mod json;
mod plan;
mod progress;
mod recorder;
mod repeats;
mod report;
mod settings;
mod table;

use crate::failure::Failure;
use crate::interrupt::{interrupted, on_interrupt};
use arena::sprt::{Decision, Sprt};
use arena::{
    Crosstable, DrawRule, EngineFault, EngineSpec, GameId, GameWatcher, Limit, Match, OpeningOrder,
    ResignRule, StopFlag, Variant, archive,
};
use clap::{Args, ValueEnum};
use entrant::engine_spec;
use journal::MatchJournal;
use plan::MatchPlan;
use players::PLAYERS_HELP;
use progress::MatchProgress;
use recorder::MatchRecorder;
use repeats::Repeats;
use report::{MatchReport, Sequential};
use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use xiangqi::RuleSet;

/// How an engine is described.
fn settings_help() -> String {
    format!(
        "\
An engine is described by settings, separated by spaces:
  cmd=PROGRAM      the program; with arguments: cmd='PROGRAM ARGUMENT'
  player=WHO       instead of a program: a player of this one, see below
  name=TEXT        what the table calls it [the program's name]
  proto=uci|ucci   the protocol it speaks [uci]
  dir=PATH         the directory it runs in
  option.NAME=X    an option to set
  variant=NAME     UCI_Variant; also means that moves have ranks 1-10
  coordinates=C    0-9 or 1-10, where that differs
  tc=, movetime=, nodes=, depth=   a limit of its own

Players of this program, in both games; each runs as a UCI engine with the option Algorithm, as it does in a GUI:
{PLAYERS_HELP}

Example: tree search of 2000 playouts a move against the engine at level 5:
  chuhe match --engine player=mcts:2000 --engine player=5 --games 100 --openings book.epd

Example: at most 200 games at 100 ms a move, two at once, to see whether B gains 10 Elo on A:
  chuhe match --engine 'name=B cmd=./b option.Hash=64' --engine 'name=A cmd=./a proto=ucci' \\
      --games 200 --movetime 100 --concurrency 2 --openings book.epd \\
      --sprt elo0=0,elo1=10 --pgn games.pgn"
    )
}

/// Play a match between engines, with openings, adjudication, PGN, Elo and SPRT
///
/// Engines speak UCI or UCCI. Every opening is played twice with colours exchanged. Every move is
/// judged by the full rules; an engine that plays an illegal move, crashes, hangs or oversteps its
/// time loses that game, and the match goes on. Ctrl-C ends the match with the table of what has
/// been played.
///
/// Exit code 0: the match is over, whatever its result; 2: the input cannot be used; 130: interrupted.
#[derive(Args)]
#[command(after_help = settings_help())]
pub struct Arguments {
    /// An engine, as described below; give two or more
    #[arg(long, value_name = "SETTINGS", required = true, value_parser = engine_spec)]
    engine: Vec<EngineSpec>,
    /// Games between every two engines, an even number [default: 100, with --sprt 100000]
    #[arg(long, value_name = "N", conflicts_with = "pairs")]
    games: Option<u32>,
    /// The same in pairs of games
    #[arg(long, value_name = "N")]
    pairs: Option<u32>,
    #[command(flatten)]
    limit: LimitArguments,
    /// Openings: lines of FEN or EPD, or games in PGN [default: the starting position]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Play this many plies of each PGN opening [default: all]
    #[arg(long, value_name = "N", requires = "openings")]
    opening_plies: Option<usize>,
    /// The order of the openings
    #[arg(long, value_name = "random|sequential", default_value = "random")]
    order: OpeningOrder,
    /// The seed of the random order
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games played at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// The game
    #[arg(long, value_name = "GAME", default_value_t, value_parser = crate::variant::variant())]
    game: Variant,
    /// The rules to judge xiangqi by [default: computer]
    #[arg(long, value_name = "RULES", value_parser = crate::judge::rule_set())]
    rule: Option<RuleSet>,
    /// An engine resigns when its own score is this bad for this many of its moves in a row
    #[arg(long, value_name = "score=600,moves=4")]
    resign: Option<ResignRule>,
    /// A draw when both scores are this near zero for this many moves of each side in a row, not before
    /// this many plies
    #[arg(long, value_name = "score=10,moves=8,after=80")]
    draw: Option<DrawRule>,
    /// A draw after this many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
    /// Milliseconds that the clock is charged for every move beyond the time measured, without waiting
    ///
    /// Lag that a GUI or a network would add. It is for engines that play by a clock (--tc).
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=3_600_000))]
    lag: u64,
    /// By how many milliseconds an engine may overstep its time, on a clock over the whole game; 0 forgives nothing
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = clap::value_parser!(u64).range(..=3_600_000))]
    margin: u64,
    /// How many seconds a move may take under --nodes or --depth
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    patience: u64,
    /// Stop when a sequential test decides between two Elo differences (logistic, over pairs)
    #[arg(long, value_name = "elo0=0,elo1=5,alpha=0.05,beta=0.05")]
    sprt: Option<Sprt>,
    /// Who meets whom when there are more than two engines
    #[arg(long, value_enum, default_value_t)]
    tournament: TournamentName,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Go on after the games that are in the PGN file already, which must be of a match with the same settings
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// Record each game in this folder as JSON: settings, and what each search counted or said (`chuhe record` shows it); engines
    /// started as `chuhe laboratory` tell all that they count
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// What the PGN calls the event
    #[arg(long, value_name = "TEXT", default_value = "Engine match")]
    event: String,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// How long engines may think, unless they say otherwise.
#[derive(Args)]
#[group(multiple = false)]
struct LimitArguments {
    /// A clock in seconds, with an increment for every move
    #[arg(long, value_name = "10+0.1")]
    tc: Option<Limit>,
    /// Milliseconds for a move
    #[arg(long, value_name = "MS")]
    movetime: Option<String>,
    /// Nodes for a move
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Plies of depth for a move
    #[arg(long, value_name = "N")]
    depth: Option<String>,
}

/// A kind of tournament on the command line.
#[derive(Clone, Copy, Default, ValueEnum)]
enum TournamentName {
    /// Everybody meets everybody
    #[default]
    RoundRobin,
    /// The first meets all the others
    Gauntlet,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let plan = MatchPlan::new(arguments)?;
    let setting = Match {
        entrants: &plan.entrants,
        openings: &plan.openings,
        schedule: &plan.schedule,
        conditions: &plan.conditions,
        concurrency: usize::from(arguments.concurrency),
    };
    let halt = StopFlag::default();
    let interrupt = halt.clone();
    on_interrupt(move || interrupt.raise())?;
    // Before the file, so that an engine that cannot start leaves no empty one behind.
    match setting.check_engines(&halt) {
        Ok(()) => {}
        Err(EngineFault::Halted) => return Ok(interrupted()),
        Err(fault) => return Err(Failure::Input(fault.to_string())),
    }
    let mut journal = arguments.pgn.as_deref().map(|path| MatchJournal::open(path, &plan)).transpose()?;
    let recorder = arguments.record.as_deref().map(|folder| MatchRecorder::new(folder, &plan)).transpose()?;
    let mut tally = Crosstable::new(plan.entrants.len());
    let played = journal.as_ref().map(|journal| journal.played().to_vec()).unwrap_or_default();
    let mut repeats = Repeats::default();
    for game in &played {
        tally.add(&game.game, game.entry.winner, game.entry.termination);
        repeats.add(&game.entry);
    }
    let mut failure = None;
    let mut progress = MatchProgress::new(plan.schedule.len(), played.len());
    let mut decided = is_decided(&plan, &tally);
    if let Some(warning) = repeats::warning(&plan) {
        eprintln!("warning: {warning}");
    }
    progress.show(&plan, &tally);
    if !decided {
        let done: HashSet<GameId> = played.iter().map(|game| game.game.id).collect();
        let watcher = recorder.as_ref().map(|recorder| recorder as &dyn GameWatcher);
        setting.run_watched(
            |id| done.contains(&id),
            &halt,
            watcher,
            |record| {
                if decided || failure.is_some() {
                    return;
                }
                tally.add(&record.game, record.ruling.winner, record.ruling.termination);
                let text = journal::text(record, &plan);
                for game in &archive::read(&text) {
                    repeats.add(game);
                }
                if let Some(journal) = &mut journal
                    && let Err(error) = journal.write(&text)
                {
                    failure = Some(error);
                }
                progress.name_failure(record);
                progress.show(&plan, &tally);
                decided = is_decided(&plan, &tally);
                if decided || failure.is_some() {
                    halt.raise();
                }
            },
        );
    }
    progress.finish();
    failure = failure.or(recorder.and_then(MatchRecorder::failure));
    let is_whole = decided || tally.games() as usize == plan.schedule.len();
    let report = MatchReport { repeats: repeats.count(), ..MatchReport::new(&plan, &tally, is_whole) };
    print(&report, arguments.json)?;
    match failure {
        Some(failure) => Err(failure),
        None if is_whole => Ok(ExitCode::SUCCESS),
        None => Ok(interrupted()),
    }
}

/// Whether the sequential test, if there is one, has decided.
fn is_decided(plan: &MatchPlan, tally: &Crosstable) -> bool {
    plan.sprt.is_some_and(|test| test.decide(&tally.pairing(0, 1).pairs) != Decision::Continue)
}

fn print(report: &MatchReport<'_>, as_json: bool) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    if as_json { json::write(&mut out, report) } else { Ok(write!(out, "{}", table::text(report))?) }
}

/// Where a sequential test stands.
fn sequential(test: Sprt, tally: &Crosstable) -> Sequential {
    let pairs = tally.pairing(0, 1).pairs;
    Sequential { test, ratio: test.log_likelihood_ratio(&pairs), decision: test.decide(&pairs) }
}
