//! Arguments that say how positions are evaluated.

use crate::failure::Failure;
use clap::{Args, ValueEnum};
use engine::{Evaluation, EvaluationChoice, Kernels};
use std::path::PathBuf;

/// What evaluates positions.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Kind {
    /// The network inside the program, or that of --eval-file
    #[default]
    Network,
    /// Material, squares, mobility and other terms with weights
    Classical,
}

#[derive(Args)]
#[command(next_help_heading = "How positions are evaluated")]
pub struct EvaluationArguments {
    /// What evaluates positions of xiangqi
    #[arg(long, value_enum, default_value_t)]
    eval: Kind,
    /// A net file instead of the network inside the program
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
    /// The weights of the classical evaluation: the name of a set, or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "tuned")]
    eval_weights: String,
    /// The instructions for the network: scalar, avx2, avx-512 and so on [default: the fastest here]
    #[arg(long, value_name = "NAME", value_parser = parse_kernels)]
    kernels: Option<Kernels>,
    /// A folder with tables of endings, besides those inside the program
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Ask no tables of endings
    #[arg(long, conflicts_with = "tables")]
    no_tables: bool,
}

/// There are no such instructions here.
#[derive(Debug, thiserror::Error)]
#[error("this processor has {0}")]
struct UnknownKernels(String);

fn parse_kernels(text: &str) -> Result<Kernels, UnknownKernels> {
    let all = Kernels::all();
    let known = all.iter().find(|kernels| kernels.name().eq_ignore_ascii_case(text));
    known.copied().ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|kernels| kernels.name()).collect();
        UnknownKernels(names.join(", "))
    })
}

impl EvaluationArguments {
    /// The files that the evaluation comes from, if it is not inside the program.
    #[cfg(feature = "analyse")]
    pub fn files(&self) -> Vec<PathBuf> {
        let weights = Some(PathBuf::from(&self.eval_weights)).filter(|path| path.is_file());
        let tables = self.tables.as_deref().and_then(|folder| engine::tables::table_files(folder).ok());
        self.eval_file.iter().cloned().chain(weights).chain(tables.unwrap_or_default()).collect()
    }

    /// The evaluation that they ask for.
    pub fn load(&self) -> Result<Evaluation, Failure> {
        let choice = EvaluationChoice {
            by_network: matches!(self.eval, Kind::Network),
            network: self.eval_file.clone(),
            weights: self.eval_weights.clone(),
            kernels: self.kernels.unwrap_or_else(Kernels::best),
            by_tables: !self.no_tables,
            tables: self.tables.clone(),
        };
        Evaluation::new(&choice).map_err(Failure::input)
    }
}
