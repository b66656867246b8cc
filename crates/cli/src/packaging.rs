//! `chuhe completions` and `chuhe manual`: what packagers put beside the program, made from the same description of the command line
//! that reads the arguments.

use crate::failure::Failure;
use clap::{Args, Command};
use clap_complete::Shell;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Print a script that completes commands and options in a shell
#[derive(Args)]
#[command(after_help = "Examples:
  chuhe completions bash > ~/.local/share/bash-completion/completions/chuhe
  chuhe completions zsh > ~/.zfunc/_chuhe
  chuhe completions fish > ~/.config/fish/completions/chuhe.fish")]
pub struct CompletionArguments {
    /// The shell
    shell: Shell,
}

/// Write the manual pages, chuhe.1 and one for each command
#[derive(Args)]
#[command(after_help = "Example:
  chuhe manual --out ~/.local/share/man/man1 && man chuhe-play")]
pub struct ManualArguments {
    /// The folder, which is made if it is not there; pages in it are replaced
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

pub fn complete(arguments: &CompletionArguments, command: &mut Command) -> Result<ExitCode, Failure> {
    // The generator takes it for granted that writing succeeds: it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, command, "chuhe", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

pub fn write_manual(arguments: &ManualArguments, command: Command) -> Result<ExitCode, Failure> {
    let folder = arguments.out.as_path();
    // The credits that `--version` prints below the number are not a part of it.
    let command = command.long_version(None::<&str>);
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(command, folder))
        .map_err(|error| Failure::File(folder.into(), error))?;
    Ok(ExitCode::SUCCESS)
}
