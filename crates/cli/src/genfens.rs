//! `chuhe "genfens N seed S book None" quit`: openings for `OpenBench`, whose client calls an engine so.
//!
//! An opening is a position of the book, or the starting position, with a few random moves; one that a short search finds decided is drawn again. The same words
//! give the same openings.

use crate::datagen::opening_positions;
use crate::failure::Failure;
use engine::Evaluation;
use learn::datagen::{Openings, SelfPlaySettings, SelfPlayer};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use xiangqi::excerpt;

/// What is called.
const WORD: &str = "genfens";
const FORM: &str = "it must be: genfens N seed S book None|FILE [plies LOW..HIGH]";
/// The most random moves.
const MAX_PLIES: u32 = 100;

/// What is asked for.
struct Wanted<'a> {
    count: u32,
    seed: u64,
    book: Option<&'a Path>,
    plies: Option<(u32, u32)>,
}

/// Whether the arguments of the program are a call of it.
pub fn is_called(words: &[String]) -> bool {
    words.first().is_some_and(|word| word.split_whitespace().next() == Some(WORD))
}

/// Prints the openings. Words behind the first argument are commands to an engine that talks; this one has nothing more to say.
pub fn run(words: &[String]) -> Result<ExitCode, Failure> {
    // All in one argument, as the client has it, or each word by itself.
    let line = if words.iter().any(|word| word.contains(' ')) {
        words.first().cloned().unwrap_or_default()
    } else {
        words.join(" ")
    };
    let wanted = read(&line)?;
    let mut settings = SelfPlaySettings::new(1, wanted.seed);
    settings.openings.positions = wanted.book.map(opening_positions).transpose()?.unwrap_or_default();
    settings.openings.percent = 100;
    if let Some((low, high)) = wanted.plies {
        settings.openings =
            Openings { random_plies: low..=high, random_plies_after: low..=high, ..settings.openings };
    }
    let stop = AtomicBool::new(false);
    let mut player = SelfPlayer::new(settings, Evaluation::default()).map_err(Failure::input)?;
    let mut out = std::io::stdout().lock();
    for number in 0..wanted.count {
        let Some(position) = player.opening(number, &stop) else { break };
        writeln!(out, "info string genfens {}", position.fen())?;
        // Whoever waits gives up after a while without one.
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read(line: &str) -> Result<Wanted<'_>, Failure> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let refused = |what: &str| Failure::Input(format!("\"{}\": {what}; {FORM}", excerpt(line, 120)));
    let [WORD, count, "seed", seed, "book", book, more @ ..] = &words[..] else {
        return Err(refused("not a call of genfens"));
    };
    let count = count
        .parse()
        .map_err(|_| refused(&format!("\"{}\" is not a number of positions", excerpt(count, 40))))?;
    let seed = seed.parse().map_err(|_| refused(&format!("\"{}\" is not a seed", excerpt(seed, 40))))?;
    let book = (!book.eq_ignore_ascii_case("none")).then(|| Path::new(*book));
    let plies = match more {
        [] => None,
        ["plies", range] => {
            let ends = range.split_once("..").unwrap_or((range, range));
            let ends = ends.0.parse::<u32>().ok().zip(ends.1.parse::<u32>().ok());
            let ends = ends.filter(|(low, high)| low <= high && *high <= MAX_PLIES);
            Some(ends.ok_or_else(|| {
                refused(&format!(
                    "\"{}\" is not a range of plies up to {MAX_PLIES}, such as 8..12",
                    excerpt(range, 40)
                ))
            })?)
        }
        [word, ..] => return Err(refused(&format!("\"{}\" has no meaning here", excerpt(word, 40)))),
    };
    Ok(Wanted { count, seed, book, plies })
}
