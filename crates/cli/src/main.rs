//! The binary `chuhe`: one program, a command for each job.
//!
//! What a command prints on standard output is its result; progress and timings go to standard
//! error. Exit codes: 0 done, 1 done and something did not hold, or the processor is too old for the
//! build, 2 the command line or the input cannot be used, 130 interrupted.
#![deny(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[cfg(panic = "abort")]
compile_error!("a search or a browser tab that fails must not take the program along: panics have to unwind");

#[cfg(feature = "analyse")]
mod analyse;
mod argument;
mod bench;
mod board;
mod book;
mod collisions;
mod convert;
mod data;
mod datagen;
mod endings;
mod evaluation;
mod failure;
mod file;
mod fit;
mod genfens;
mod interrupt;
mod judge;
mod keys;
mod laboratory;
mod ladder;
mod levels;
mod licenses;
mod lock;
mod matches;
mod packaging;
mod perft;
mod play;
mod plot;
#[cfg(target_arch = "x86_64")]
mod processor;
mod records;
mod salvage;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod train;
mod tune;
mod variant;
mod worker;

use clap::{CommandFactory, Parser, Subcommand};
use failure::Failure;
use interrupt::{INTERRUPTED, interrupted, on_interrupt};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// What `--version` prints; `-V` prints the first line.
static LONG_VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{}\n{}", env!("CARGO_PKG_VERSION"), ::book::CREDIT));

/// Chuhe (楚河): a xiangqi engine and workbench
///
/// Without a command it speaks UCI, UCCI or CECP (xboard), whichever the GUI begins with. UCI commands can also be given
/// as arguments: `chuhe go depth 10`, or one line per argument, `chuhe "position startpos moves h2e2" "go movetime 500"`.
#[derive(Parser)]
#[command(version, long_version = LONG_VERSION.as_str(), max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Arguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    #[cfg(feature = "analyse")]
    Analyse(Box<analyse::Arguments>),
    Board(board::Arguments),
    Judge(judge::Arguments),
    Laboratory(laboratory::Arguments),
    Ladder(ladder::Arguments),
    Levels(levels::Arguments),
    Solve(solve::Arguments),
    Endings(endings::Arguments),
    Fit(fit::Arguments),
    Match(Box<matches::Arguments>),
    Train(Box<train::Arguments>),
    Tune(Box<tune::Arguments>),
    Perft(perft::Arguments),
    Record(records::Arguments),
    Bench(bench::Arguments),
    Collisions(collisions::Arguments),
    Convert(Box<convert::Arguments>),
    Datagen(Box<datagen::Arguments>),
    Data(data::Arguments),
    Book(Box<book::Arguments>),
    Worker(worker::Arguments),
    Licenses(licenses::Arguments),
    Completions(packaging::CompletionArguments),
    Manual(packaging::ManualArguments),
}

fn main() -> ExitCode {
    // Before any code that may need instructions which are not there, and apart from it.
    #[cfg(target_arch = "x86_64")]
    if processor::is_too_old() {
        return ExitCode::FAILURE;
    }
    run()
}

#[inline(never)]
fn run() -> ExitCode {
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into()).collect();
    if genfens::is_called(&words) {
        return exit_code(genfens::run(&words));
    }
    if let Some(lines) = uci_lines(&words) {
        return obey(lines);
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(refusal) => return explained(&refusal),
    };
    exit_code(match arguments.command {
        None => speak(),
        Some(Command::Play(arguments)) => play::run(&arguments),
        #[cfg(feature = "serve")]
        Some(Command::Serve(arguments)) => serve::run(&arguments),
        #[cfg(feature = "analyse")]
        Some(Command::Analyse(arguments)) => analyse::run(&arguments),
        Some(Command::Board(arguments)) => board::run(&arguments),
        Some(Command::Judge(arguments)) => judge::run(&arguments),
        Some(Command::Laboratory(arguments)) => laboratory::run(&arguments),
        Some(Command::Ladder(arguments)) => ladder::run(&arguments),
        Some(Command::Levels(arguments)) => levels::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Endings(arguments)) => endings::run(&arguments),
        Some(Command::Fit(arguments)) => fit::run(&arguments),
        Some(Command::Match(arguments)) => matches::run(&arguments),
        Some(Command::Train(arguments)) => train::run(&arguments),
        Some(Command::Tune(arguments)) => tune::run(&arguments),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Record(arguments)) => records::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Collisions(arguments)) => collisions::run(&arguments),
        Some(Command::Convert(arguments)) => convert::run(&arguments),
        Some(Command::Datagen(arguments)) => datagen::run(&arguments),
        Some(Command::Data(arguments)) => data::run(&arguments),
        Some(Command::Book(arguments)) => book::run(&arguments),
        Some(Command::Worker(arguments)) => worker::run(&arguments),
        Some(Command::Licenses(arguments)) => licenses::run(&arguments),
        Some(Command::Completions(arguments)) => packaging::complete(&arguments, &mut Arguments::command()),
        Some(Command::Manual(arguments)) => packaging::write_manual(&arguments, Arguments::command()),
    })
}

/// What the program ends with.
fn exit_code(done: Result<ExitCode, Failure>) -> ExitCode {
    done.unwrap_or_else(|failure| failed(&failure))
}

/// The exit code of what could not be done, which is said.
fn failed(failure: &Failure) -> ExitCode {
    match failure {
        // Whoever reads has had enough, `head` for example: not our failure.
        Failure::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        _ => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}

/// Says what is wrong with the arguments, or what they ask for: help, or the version.
fn explained(refusal: &clap::Error) -> ExitCode {
    match refusal.print() {
        Ok(()) => ExitCode::from(u8::try_from(refusal.exit_code()).unwrap_or(2)),
        Err(error) => failed(&Failure::Output(error)),
    }
}

/// Obeys lines of UCI. Ctrl-C ends what runs with its answer; a second one ends the program at once.
fn obey(lines: Vec<String>) -> ExitCode {
    let is_interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&is_interrupted);
    let is_obeyed =
        protocol::obey_until_interrupted(lines, std::io::stdout(), std::io::stderr(), |interrupter| {
            // Without a handler Ctrl-C ends the program at once, without an answer.
            let _ = on_interrupt(move || {
                if flag.swap(true, Ordering::Relaxed) {
                    std::process::exit(INTERRUPTED.into());
                }
                interrupter.interrupt();
            });
        });
    match (is_interrupted.load(Ordering::Relaxed), is_obeyed) {
        (_, Err(error)) => {
            eprintln!("error: {}", Failure::Output(error));
            ExitCode::from(2)
        }
        (true, _) => interrupted(),
        (false, Ok(true)) => ExitCode::SUCCESS,
        (false, Ok(false)) => ExitCode::from(2),
    }
}

/// What a person is told who has started the engine by itself and sees nothing happen.
const ENGINE_HINT: &str = if cfg!(feature = "serve") {
    "engine mode, for GUIs; `chuhe serve --open`: a board in the browser, `chuhe play`: a game here, `chuhe --help`: the rest"
} else {
    "engine mode, for GUIs; `chuhe play`: a game here, `chuhe --help`: the rest"
};

/// Talks to a GUI until it quits.
fn speak() -> Result<ExitCode, Failure> {
    if std::io::stdin().is_terminal() {
        // Whoever cannot be told is served all the same.
        let _ = writeln!(std::io::stderr(), "{ENGINE_HINT}");
    }
    let input = std::io::BufReader::new(std::io::stdin());
    protocol::run(input, std::io::stdout(), std::io::stderr())?;
    Ok(ExitCode::SUCCESS)
}

/// The arguments as lines of UCI, if they begin with a word of UCI that is not a command of ours. If any of them has a
/// blank in it, each is a line; otherwise all of them are one.
fn uci_lines(words: &[String]) -> Option<Vec<String>> {
    let first = words.first()?.split_whitespace().next()?;
    let is_ours = words.first().is_some_and(|word| Arguments::command().find_subcommand(word).is_some());
    if is_ours || !protocol::is_command_word(first) {
        return None;
    }
    let has_lines = words.iter().any(|word| word.contains(char::is_whitespace));
    Some(if has_lines { words.to_vec() } else { vec![words.join(" ")] })
}
