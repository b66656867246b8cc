//! How games end, and why: the verdicts of the rules.

use crate::moves::Move;
use crate::names;
use crate::pieces::Piece;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use xiangqi::rules::{Conduct, Language, Offence, Repetition};
use xiangqi::{Colour, Reason, Verdict};

/// The end of a game: who has won, and the reason.
#[pyclass(module = "chuhe", frozen, eq)]
#[derive(Clone, PartialEq)]
pub struct Outcome(pub Verdict);

/// Moves that may not be repeated once more: the side that would lose by it, and why.
#[pyclass(module = "chuhe", name = "RepetitionWarning", frozen, eq)]
#[derive(Clone, PartialEq)]
pub struct Warning(pub xiangqi::rules::Warning);

const fn offence_name(offence: Offence) -> Option<&'static str> {
    match offence {
        Offence::None => None,
        Offence::Undermining => Some("undermining"),
        Offence::Chase => Some("chase"),
        Offence::PinnedRookChase => Some("pinned_rook_chase"),
        Offence::Check => Some("check"),
    }
}

fn conduct<'py>(py: Python<'py>, conduct: &Conduct) -> PyResult<Bound<'py, PyDict>> {
    let attacks = PyList::empty(py);
    for attack in &conduct.attacks {
        let entry = PyDict::new(py);
        entry.set_item("after", Move(attack.after))?;
        entry.set_item("by", Piece(attack.by))?;
        entry.set_item("from_square", attack.from.index())?;
        entry.set_item("at_square", attack.at.index())?;
        attacks.append(entry)?;
    }
    let entry = PyDict::new(py);
    entry.set_item("offence", offence_name(conduct.offence))?;
    entry.set_item("moves", conduct.moves)?;
    entry.set_item("checks", conduct.checks)?;
    entry.set_item("prey", conduct.prey.map(Piece))?;
    entry.set_item("attacks", attacks)?;
    Ok(entry)
}

/// What both sides did, as a dictionary: True is Red.
fn conducts<'py>(py: Python<'py>, repetition: &Repetition) -> PyResult<Bound<'py, PyDict>> {
    let both = PyDict::new(py);
    for (is_red, side) in [true, false].into_iter().zip(&repetition.conduct) {
        both.set_item(is_red, conduct(py, side)?)?;
    }
    Ok(both)
}

impl Outcome {
    fn repetition(&self) -> Option<&Repetition> {
        if let Reason::Repetition(repetition) = &self.0.reason { Some(repetition) } else { None }
    }
}

#[pymethods]
impl Outcome {
    /// "checkmate", "stalemate", "repetition", "natural_moves" or "material".
    #[getter]
    fn termination(&self) -> &'static str {
        match self.0.reason {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Repetition(_) => "repetition",
            Reason::NaturalMoves(_) => "natural_moves",
            Reason::Material => "material",
        }
    }

    /// True if Red has won, False if Black has, None for a draw.
    #[getter]
    fn winner(&self) -> Option<bool> {
        match self.0.outcome {
            xiangqi::Outcome::Draw => None,
            xiangqi::Outcome::Win(side) => Some(side == Colour::Red),
        }
    }

    /// "1-0", "0-1" or "1/2-1/2".
    pub fn result(&self) -> String {
        notation::RecordedResult::from(self.0.outcome).to_string()
    }

    /// The verdict in words.
    #[pyo3(signature = (language = "english"))]
    fn explain(&self, language: &str) -> PyResult<String> {
        Ok(self.0.explain(names::language(language)?))
    }

    /// After a repetition: the moves from the first of the three occurrences to the last. Else empty.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        self.repetition()
            .map(|repetition| repetition.moves.iter().copied().map(Move).collect())
            .unwrap_or_default()
    }

    /// After a repetition: what each side did (True is Red). Else None.
    #[getter]
    fn conduct<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.repetition().map(|repetition| conducts(py, repetition)).transpose()
    }

    fn __str__(&self) -> String {
        self.0.explain(Language::English)
    }

    fn __repr__(&self) -> String {
        let winner = match self.winner() {
            Some(true) => "RED",
            Some(false) => "BLACK",
            None => "None",
        };
        format!("<Outcome termination='{}' winner={winner}>", self.termination())
    }
}

#[pymethods]
impl Warning {
    /// True if Red would lose.
    #[getter]
    fn loser(&self) -> bool {
        self.0.loser == Colour::Red
    }

    /// The warning in words.
    #[pyo3(signature = (language = "english"))]
    fn explain(&self, language: &str) -> PyResult<String> {
        Ok(self.0.explain(names::language(language)?))
    }

    /// What each side did (True is Red).
    #[getter]
    fn conduct<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        conducts(py, &self.0.repetition)
    }

    fn __str__(&self) -> String {
        self.0.explain(Language::English)
    }

    fn __repr__(&self) -> String {
        format!("<RepetitionWarning loser={}>", if self.loser() { "RED" } else { "BLACK" })
    }
}
