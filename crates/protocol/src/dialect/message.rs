//! What there is to tell a GUI, whatever language it speaks. Moves are text as the game writes it; each dialect makes
//! lines of its own out of it.

use crate::options::{EngineSettings, Options, Ranks};
use engine::draws::Gesture;
use engine::{Answer, Line, Recalled, SearchFailure};
use games::AnyPosition;
use std::path::Path;

/// Something to tell.
pub enum Message<'a> {
    /// Who this is, and what can be set.
    Introduction(&'a EngineSettings),
    /// All that was asked for is done.
    Ready,
    /// The same, with the word that came with the question.
    Pong(&'a str),
    /// The last word.
    Bye,
    /// There is no search to stop.
    NothingToStop,
    /// A line of a search.
    Line(&'a Line<String>),
    /// A move at the root is about to be searched.
    RootMove { depth: usize, mv: &'a str, number: usize },
    /// A search has failed.
    Failed(&'a SearchFailure),
    /// The answer to a search, and what goes with it.
    Best(&'a Answer<String>, Gesture),
    /// The same where every move was banned.
    NoMoveLeft,
    /// A move of the book that is the answer, and what is known of it.
    BookMove { mv: &'a str, remark: &'a str },
    /// Something that the GUI should know.
    Remark(&'a str),
    /// Why a line is not obeyed.
    Refusal { message: &'a str, line: &'a str },
    /// The board.
    Board(&'a AnyPosition),
    /// An evaluation in centipawns, and what it is called.
    Evaluation { score: i32, name: &'a str },
    /// What the table knows of a position.
    Recalled(Option<&'a Recalled<String>>),
    /// The network was written to a file of this size.
    Exported { path: &'a Path, bytes: usize },
    /// What built the program.
    Compiler,
    /// Under which terms it may be used.
    License,
    /// What can be asked.
    Help,
}

/// How a search is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchMode {
    /// How ranks are counted.
    pub ranks: Ranks,
    /// Whether to show the chances of a win, a draw and a loss.
    pub shows_win_draw_loss: bool,
    /// How many lines are searched.
    pub lines: usize,
}

impl SearchMode {
    /// As the options have it now.
    pub fn of(options: &Options) -> Self {
        Self {
            ranks: options.ranks(),
            shows_win_draw_loss: options.shows_win_draw_loss,
            lines: options.lines,
        }
    }
}

/// The program and its version.
pub const NAME: &str = concat!("Chuhe ", env!("CARGO_PKG_VERSION"));

/// How a GUI is told that its way of counting was not the expected one.
pub fn ranks_note(ranks: Ranks) -> String {
    format!("moves are read and written with ranks {ranks} from now on; option Coordinates decides otherwise")
}
