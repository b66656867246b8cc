//! `chuhe licenses`: what is inside the program, and under which licences.
//!
//! The text is made by `tools/licenses` from the lock files and compared by the tests of the project; the app shows the same file.

use crate::failure::Failure;
use clap::Args;
use std::io::Write;
use std::process::ExitCode;

static LICENCES: &str = include_str!("../../../web/public/licences.txt");
/// What stands above each text; the list ends where the first one begins.
const DIVIDER: &str = "\n====";

/// List what the program contains, and under which licences
///
/// Packages of others, data, outlines of fonts, and what the compiler links. The list covers all that is released: this program on each
/// of its platforms, the browser app and the Python package.
#[derive(Args)]
pub struct Arguments {
    /// Print the texts of the licences, too
    #[arg(long)]
    full: bool,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let text = if arguments.full { LICENCES } else { list() };
    writeln!(std::io::stdout().lock(), "{}", text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

fn list() -> &'static str {
    LICENCES.split_once(DIVIDER).map_or(LICENCES, |(list, _)| list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_names_what_must_be_credited_and_the_texts_follow() {
        let list = list();
        assert!(list.contains(::book::CREDIT));
        for part in
            ["chuhe.nnue", "CC0-1.0", "OFL-1.1", "LXGW WenKai", "Droid Sans", "musl", "\naxum ", "\npreact "]
        {
            assert!(list.contains(part), "{part}");
        }
        let texts = &LICENCES[list.len()..];
        for text in [
            "SIL OPEN FONT LICENSE",
            "TERMS AND CONDITIONS FOR USE",
            "Permission is hereby granted",
            "Redistribution",
        ] {
            assert!(texts.contains(text) && !list.contains(text), "{text}");
        }
    }
}
