//! The native half of the Python package `chuhe`: the typed crates, for Python.
//!
//! Promises: what is refused is a Python exception that quotes the offending text and changes nothing; whatever takes long
//! lets other Python threads run, and what may take for ever (searches, proofs, perft, reviews, jobs) ends on Ctrl-C; a mistake of our own is an `InternalError`, not the end of the
//! interpreter. Refuses: to decide anything. What a game is, when it ends and how strong a level is, is asked below; how
//! things are called in Python is decided in `python/chuhe`, which is the half that people read.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
// Python hands over values, the macros of PyO3 decide how methods are written, and comments on them are read in Python.
#![allow(
    clippy::doc_markdown,
    clippy::wrong_self_convention,
    clippy::needless_pass_by_value,
    clippy::unused_self,
    clippy::trivially_copy_pass_by_ref,
    clippy::too_many_arguments,
    clippy::fn_params_excessive_bools,
    clippy::missing_errors_doc
)]

mod batch;
mod board;
mod books;
mod command;
mod dataset;
mod errors;
mod evaluator;
mod game_files;
mod interrupts;
mod jobs;
mod mates;
mod moves;
mod names;
mod pieces;
mod positions;
mod recorded;
mod records;
mod reviews;
mod searches;
mod statistics;
mod verdicts;

use pyo3::prelude::*;

/// The native module. `chuhe` is the one to import.
#[pymodule]
fn _chuhe(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("STARTING_FEN", xiangqi::fen::START)?;
    module.add("BOOK_CREDIT", book::CREDIT)?;
    errors::register(module)?;
    module.add_class::<moves::Move>()?;
    module.add_class::<moves::LegalMoves>()?;
    module.add_class::<pieces::Piece>()?;
    module.add_class::<board::Board>()?;
    module.add_class::<verdicts::Outcome>()?;
    module.add_class::<verdicts::Warning>()?;
    module.add_class::<searches::EngineCore>()?;
    module.add_class::<searches::Search>()?;
    module.add_class::<records::Game>()?;
    module.add_class::<records::GameNode>()?;
    module.add_class::<records::Headers>()?;
    module.add_class::<game_files::GameReader>()?;
    module.add_class::<books::Book>()?;
    module.add_class::<books::BookEntry>()?;
    module.add_class::<mates::Solution>()?;
    module.add_class::<reviews::Review>()?;
    module.add_class::<positions::Positions>()?;
    module.add_class::<jobs::Job>()?;
    module.add_class::<statistics::Tuner>()?;
    module.add_function(wrap_pyfunction!(jobs::work, module)?)?;
    module.add_function(wrap_pyfunction!(recorded::checked_record, module)?)?;
    module.add_function(wrap_pyfunction!(statistics::sprt_state, module)?)?;
    module.add_function(wrap_pyfunction!(statistics::elo_estimate, module)?)?;
    module.add_function(wrap_pyfunction!(game_files::export_games, module)?)?;
    module.add_function(wrap_pyfunction!(books::opening_name, module)?)?;
    module.add_function(wrap_pyfunction!(mates::solve, module)?)?;
    module.add_function(wrap_pyfunction!(reviews::review, module)?)?;
    module.add_function(wrap_pyfunction!(batch::evaluate_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::legal_moves_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::planes_many, module)?)?;
    module.add_function(wrap_pyfunction!(batch::network_inputs_many, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::archive_records, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::archive_header, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::check_positions, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::write_positions, module)?)?;
    module.add_function(wrap_pyfunction!(command::speak, module)?)?;
    module.add_function(wrap_pyfunction!(command::obey, module)?)?;
    module.add_function(wrap_pyfunction!(batch::fail_share_for_tests, module)?)?;
    module.add_function(wrap_pyfunction!(interrupts::fail_for_tests, module)?)?;
    Ok(())
}
