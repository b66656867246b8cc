//! What positions are judged by: a network or weights, and in few endings tables that know the outcome.

use crate::custom::{CustomEvaluation, search_score};
use crate::file;
use crate::tables::{EndingTables, TablesError};
use games::xiangqi::{BadWeights, Classical, NAMED, Weights};
use games::{GameData, Xiangqi};
use nnue::kernels::Kernels;
use nnue::{BadNetwork, Network, Neural};
use search::{Evaluator, Score};
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
    /// Whether tables of endings are asked, in games that have them.
    pub by_tables: bool,
    /// A folder with tables, besides those inside the program.
    pub tables: Option<PathBuf>,
}

impl Default for EvaluationChoice {
    fn default() -> Self {
        Self {
            by_network: true,
            network: None,
            weights: "tuned".into(),
            kernels: Kernels::best(),
            by_tables: true,
            tables: None,
        }
    }
}

/// Judges positions of xiangqi.
///
/// ```
/// use engine::{CustomEvaluation, Evaluation, EvaluationChoice};
/// use xiangqi::Position;
///
/// let network = Evaluation::new(&EvaluationChoice::default())?;
/// assert!(network.network().is_some_and(|network| network.name() == Evaluation::default().name()));
/// assert!(network.tables().is_some());
/// let mut classical = Evaluation::new(&EvaluationChoice { by_network: false, ..Default::default() })?;
/// assert!(classical.centipawns(&Position::start()).abs() < 100);
///
/// struct Even;
/// impl CustomEvaluation for Even {
///     fn evaluate(&mut self, _: &Position) -> i32 {
///         0
///     }
///     fn for_another_thread(&self) -> Box<dyn CustomEvaluation> {
///         Box::new(Even)
///     }
/// }
/// assert_eq!(Evaluation::custom(Even).centipawns(&Position::start()), 0);
/// # Ok::<(), engine::EvaluationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation {
    method: Method,
    tables: EndingTables,
}

/// How positions are judged whose outcome is not known.
#[derive(Clone, Debug)]
enum Method {
    /// By terms that people have named.
    Classical(Classical),
    /// By a network.
    Network(Neural),
    /// In a way of the caller's own.
    Custom(Box<dyn CustomEvaluation>),
}

impl Evaluation {
    /// An evaluation as it is wanted. The weights, the network and the tables are read, so that what is wrong with them is said when they
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
        let tables = EndingTables::new(choice.tables.as_deref())?;
        let method = match network.filter(|_| choice.by_network) {
            Some(network) => Method::Network(Neural::with_kernels(network, choice.kernels)),
            None => Method::Classical(Classical::with(Arc::new(weights))),
        };
        Ok(Self { method, tables: if choice.by_tables { tables } else { EndingTables::None } })
    }

    /// A caller's own evaluation, which is asked in every ending as well: no tables answer in its place.
    pub fn custom(evaluation: impl CustomEvaluation + 'static) -> Self {
        Self { method: Method::Custom(Box::new(evaluation)), tables: EndingTables::None }
    }

    /// What it is called: `classical`, or the name of the network or of the caller's own.
    pub fn name(&self) -> &str {
        match &self.method {
            Method::Classical(_) => "classical",
            Method::Network(neural) => neural.network().name(),
            Method::Custom(custom) => custom.name(),
        }
    }

    /// The network, if there is one.
    pub fn network(&self) -> Option<&Network> {
        match &self.method {
            Method::Classical(_) | Method::Custom(_) => None,
            Method::Network(neural) => Some(neural.network()),
        }
    }

    /// The tables of endings that are asked.
    pub fn tables(&self) -> Option<&endgame::Tables> {
        self.tables.tables()
    }

    /// The score of a position by itself, in centipawns as people are shown them, for the side to move.
    ///
    /// ```
    /// let mut evaluation = engine::Evaluation::default();
    /// let position: xiangqi::Position = "4k4/9/9/9/9/9/9/9/R8/3K5 w".parse()?;
    /// assert!(evaluation.centipawns(&position) > 200, "a rook ahead");
    /// # Ok::<(), xiangqi::FenError>(())
    /// ```
    pub fn centipawns(&mut self, position: &Position) -> i32 {
        self.refresh(position);
        Xiangqi::to_centipawns(Score::evaluation(self.evaluate(position))).value()
    }
}

impl Default for Evaluation {
    /// The network and the tables inside the program.
    fn default() -> Self {
        let method = nnue::shipped().map_or_else(
            || Method::Classical(Classical::default()),
            |network| Method::Network(Neural::new(network)),
        );
        Self { method, tables: EndingTables::default() }
    }
}

/// Does the same with whichever judge it is. The choice never changes during a search, and processors foresee it.
macro_rules! ask {
    ($judge:expr, $one:ident => $act:expr) => {
        match &mut $judge.method {
            Method::Classical($one) => $act,
            Method::Network($one) => $act,
            Method::Custom($one) => $act,
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
        match &mut self.method {
            Method::Classical(judge) => judge.evaluate(position),
            Method::Network(judge) => judge.evaluate(position),
            Method::Custom(judge) => search_score(&mut **judge, position),
        }
    }

    #[inline]
    fn known(&mut self, position: &Position, ply: usize) -> Option<Score> {
        self.tables.score(position, ply)
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
    /// The tables of endings cannot be used.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// Chess has no tables.
    #[error("tables \"{}\": there are no tables of chess endings", path.display())]
    NoTables {
        /// The folder.
        path: PathBuf,
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
