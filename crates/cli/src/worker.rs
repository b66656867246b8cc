//! `chuhe worker`: the workbench as lines of JSON, for programs that have many jobs.

use crate::data::draft::Draft;
use crate::failure::Failure;
use crate::interrupt::{interrupt_flag, interrupted};
use ::worker::{Desk, serve};
use clap::Args;
use std::io::{BufReader, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Do jobs that come as lines of JSON, for programs
///
/// Each line of standard input is a job with an id of the caller's: `analyse_position`, `analyse_game`, `play_game`, `generate_games`, `solve_mate`, `cancel` or `hello`. Each
/// is answered by one line on standard output with its id, as soon as it is ready. A line that makes no sense gets an error, and the
/// worker goes on. At the end of the input it finishes what it has. docs/worker.md describes the jobs, docs/worker.schema.json is their JSON Schema.
///
/// Exit code 0: the input has ended and all is answered, or nobody reads the answers any more; 2: the input cannot be read or the output not be
/// written; 130: interrupted, with `cancelled` for what was not done. A second interrupt ends it at once.
#[derive(Args)]
#[command(after_help = "\
Example:
  echo '{\"id\": 1, \"type\": \"analyse_position\", \"limit\": {\"nodes\": 100000}}' | chuhe worker")]
pub struct Arguments {
    /// Jobs done at once [default: one for each processor]
    #[arg(long, alias = "threads", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.map_or_else(processors, usize::from);
    let stop = interrupt_flag()?;
    serve(Desk { jobs, store: Some(Box::new(store)) }, BufReader::new(stdin()), stdout(), &stop)?;
    Ok(if stop.load(Ordering::Relaxed) { interrupted() } else { ExitCode::SUCCESS })
}

/// Writes an archive that appears under its name only when it is whole.
fn store(path: &Path, may_replace: bool, archive: &[u8]) -> Result<(), String> {
    Draft::write(path, may_replace, &[], archive).map_err(|failure| match failure {
        // A job has no options.
        Failure::Exists(path) => ::worker::exists_already(&path),
        failure => failure.to_string(),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_appeared_meanwhile_is_told_of_in_words_of_jobs() {
        let path = std::env::temp_dir().join(format!("chuhe-worker-store-{}", std::process::id()));
        std::fs::write(&path, "theirs").unwrap();
        let told = store(&path, false, b"ours").unwrap_err();
        assert!(told.contains("\"overwrite\": true") && !told.contains("--force"), "{told}");
        assert_eq!(std::fs::read(&path).unwrap(), b"theirs");
        std::fs::remove_file(path).unwrap();
    }
}
