//! What positions are judged by.

use games::Xiangqi;
use games::xiangqi::{Classical, NAMED, Weights};
use nnue::kernels::Kernels;
use nnue::{Network, Neural};
use search::Evaluator;
use std::path::PathBuf;
use std::sync::Arc;
use xiangqi::{Move, Position};

/// How positions are to be judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvaluationChoice {
    /// Whether by a network, in games that have one.
    pub by_network: bool,
    /// The net file; none for the network inside the program.
    pub network: Option<PathBuf>,
    /// The weights of the classical evaluation: the name of a set, or a file.
    pub weights: String,
    /// The instructions that the network is worked out with; all give the same.
    pub kernels: Kernels,
}

impl Default for EvaluationChoice {
    fn default() -> Self {
        Self { by_network: true, network: None, weights: "tuned".into(), kernels: Kernels::best() }
    }
}

/// Judges positions of xiangqi.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// By terms that people have named.
    Classical(Classical),
    /// By a network.
    Network(Neural),
}

impl Evaluation {
    /// A judge as it is wanted. Both the weights and the network are read, so that what is wrong with them is said when they
    /// are named and not when they are used.
    ///
    /// # Errors
    /// Quotes the name of a file or of a set and says what is wrong with it.
    pub fn new(judging: &EvaluationChoice) -> Result<Self, String> {
        let named = Weights::named(&judging.weights);
        let weights = named.map_or_else(|| read_weights(&judging.weights), Ok)?;
        let network = match &judging.network {
            Some(path) => Some(Arc::new(read_network(path)?)),
            None => nnue::shipped(),
        };
        Ok(match network.filter(|_| judging.by_network) {
            Some(network) => Self::Network(Neural::with_kernels(network, judging.kernels)),
            None => Self::Classical(Classical::with(Arc::new(weights))),
        })
    }

    /// What it is called: `classical`, or the network's name.
    pub fn name(&self) -> &str {
        match self {
            Self::Classical(_) => "classical",
            Self::Network(neural) => neural.network().name(),
        }
    }

    /// The network, if there is one.
    pub fn network(&self) -> Option<&Network> {
        match self {
            Self::Classical(_) => None,
            Self::Network(neural) => Some(neural.network()),
        }
    }
}

impl Default for Evaluation {
    /// The network inside the program.
    fn default() -> Self {
        nnue::shipped().map_or_else(
            || Self::Classical(Classical::default()),
            |network| Self::Network(Neural::new(network)),
        )
    }
}

/// Does the same with whichever judge it is. The choice never changes during a search, and processors foresee it.
macro_rules! ask {
    ($judge:expr, $one:ident => $act:expr) => {
        match $judge {
            Evaluation::Classical($one) => $act,
            Evaluation::Network($one) => $act,
        }
    };
}

impl Evaluator<Xiangqi> for Evaluation {
    fn refresh(&mut self, position: &Position) {
        ask!(self, judge => judge.refresh(position));
    }

    #[inline]
    fn push(&mut self, before: &Position, mv: Move) {
        ask!(self, judge => judge.push(before, mv));
    }

    #[inline]
    fn push_pass(&mut self) {
        ask!(self, judge => judge.push_pass());
    }

    #[inline]
    fn pop(&mut self) {
        ask!(self, judge => judge.pop());
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        ask!(self, judge => judge.evaluate(position))
    }
}

fn read_network(path: &std::path::Path) -> Result<Network, String> {
    let refused = |why: String| format!("network \"{}\": {why}", path.display());
    let bytes = std::fs::read(path).map_err(|error| refused(error.to_string()))?;
    Network::read(&bytes).map_err(|error| refused(error.to_string()))
}

fn read_weights(path: &str) -> Result<Weights, String> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let names: Vec<_> = NAMED.iter().map(|(name, _)| *name).collect();
        format!("weights \"{path}\": no set of that name ({}) and no such file: {error}", names.join(", "))
    })?;
    Weights::read(&text).map_err(|error| format!("weights \"{path}\": {error}"))
}
