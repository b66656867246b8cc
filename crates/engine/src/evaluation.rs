//! What positions are judged by.

use crate::file;
use games::Xiangqi;
use games::xiangqi::{BadWeights, Classical, NAMED, Weights};
use nnue::kernels::Kernels;
use nnue::{BadNetwork, Network, Neural};
use search::Evaluator;
use std::io;
use std::path::{Path, PathBuf};
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
    /// An evaluation as it is wanted. Both the weights and the network are read, so that what is wrong with them is said when they
    /// are named and not when they are used.
    ///
    /// # Errors
    /// Quotes the name of a file or of a set and says what is wrong with it.
    pub fn new(choice: &EvaluationChoice) -> Result<Self, EvaluationError> {
        let named = Weights::named(&choice.weights);
        let weights = named.map_or_else(|| read_weights(&choice.weights), Ok)?;
        let network = match &choice.network {
            Some(path) => Some(Arc::new(read_network(path)?)),
            None => nnue::shipped(),
        };
        Ok(match network.filter(|_| choice.by_network) {
            Some(network) => Self::Network(Neural::with_kernels(network, choice.kernels)),
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

fn read_network(path: &Path) -> Result<Network, EvaluationError> {
    let bytes =
        file::read(path).map_err(|reason| EvaluationError::NetworkFile { path: path.to_owned(), reason })?;
    Network::read(&bytes).map_err(|reason| EvaluationError::Network { path: path.to_owned(), reason })
}

fn read_weights(name: &str) -> Result<Weights, EvaluationError> {
    let text = file::read_text(Path::new(name))
        .map_err(|reason| EvaluationError::WeightsFile { name: name.to_owned(), reason })?;
    Weights::read(&text).map_err(|reason| EvaluationError::Weights { name: name.to_owned(), reason })
}

/// Why positions cannot be judged as it is wanted.
#[derive(Debug, thiserror::Error)]
pub enum EvaluationError {
    /// A net file cannot be read.
    #[error("network \"{}\": {reason}", path.display())]
    NetworkFile {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A file is not a network that can be used.
    #[error("network \"{}\": {reason}", path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: BadNetwork,
    },
    /// There are no weights of this name, and no such file.
    #[error("weights \"{name}\": no set of that name ({}) and no such file: {reason}", set_names())]
    WeightsFile {
        /// The name.
        name: String,
        /// What the system says of the file.
        reason: io::Error,
    },
    /// A file is not a set of weights.
    #[error("weights \"{name}\": {reason}")]
    Weights {
        /// The file.
        name: String,
        /// What is wrong with it.
        reason: BadWeights,
    },
    /// Chess has no networks.
    #[error("network \"{}\": chess is judged without a network", path.display())]
    NoNetworks {
        /// The file.
        path: PathBuf,
    },
    /// Chess has one set of weights.
    #[error("weights \"{name}\": chess has no other weights than \"tuned\"")]
    NoOtherWeights {
        /// The name.
        name: String,
    },
}

fn set_names() -> String {
    let names: Vec<_> = NAMED.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}
