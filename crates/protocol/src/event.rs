//! What a search tells, with its moves as text; and positions of a GUI for the engine.

use engine::{Bound, Engine, EngineGame, SearchFailure, WinDrawLoss};
use search::Score;
use std::time::Duration;

/// A line of an iteration.
#[derive(Clone, Debug)]
pub struct Line {
    pub depth: usize,
    pub selective_depth: usize,
    pub number: usize,
    pub score: Score,
    pub bound: Bound,
    pub win_draw_loss: WinDrawLoss,
    pub nodes: u64,
    pub elapsed: Duration,
    pub fullness: usize,
    pub moves: Vec<String>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The move to make; none if there is none.
    pub best: Option<String>,
    /// The reply that is expected.
    pub ponder: Option<String>,
    pub score: Score,
    pub depth: usize,
    pub nodes: u64,
}

/// What a search tells.
#[derive(Clone, Debug)]
pub enum Event {
    Line(Line),
    RootMove { depth: usize, text: String, number: usize },
    Failed(SearchFailure),
    Done(Answer),
}

impl Event {
    /// An event of a search of this position.
    pub fn of<G: EngineGame>(position: &G::Position, event: engine::Event<G::Move>) -> Self {
        match event {
            engine::Event::Line(line) => Self::Line(Line {
                depth: line.depth,
                selective_depth: line.selective_depth,
                number: line.number,
                score: line.score,
                bound: line.bound,
                win_draw_loss: line.win_draw_loss,
                nodes: line.nodes,
                elapsed: line.elapsed,
                fullness: line.fullness,
                moves: G::line_text(position, &line.moves),
            }),
            engine::Event::RootMove { depth, mv, number } => {
                Self::RootMove { depth, text: G::move_text(position, mv), number }
            }
            engine::Event::Failed(failure) => Self::Failed(failure),
            engine::Event::Done(answer) => {
                let mut text = G::line_text(position, &answer.line).into_iter();
                Self::Done(Answer {
                    best: text.next(),
                    ponder: text.next(),
                    score: answer.score,
                    depth: answer.depth,
                    nodes: answer.nodes,
                })
            }
        }
    }
}

/// A position, the starting one if no FEN is given, after moves.
///
/// # Errors
/// Says which text is wrong and why.
pub fn read_position<'a, G: EngineGame>(
    fen: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<G::Position, String> {
    let mut position = match fen {
        Some(fen) => G::parse_position(fen).map_err(|error| error.to_string())?,
        None => G::start(),
    };
    for text in moves {
        let mv = G::parse_move(&position, text).map_err(|error| error.to_string())?;
        G::play(&mut position, mv);
    }
    Ok(position)
}

/// Sets a position that is given as text.
///
/// # Errors
/// As for [`read_position`]; the engine stays as it was.
pub fn set_position<'a, G: EngineGame>(
    engine: &mut Engine<G>,
    fen: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<(), String> {
    engine.set_position(read_position::<G>(fen, moves)?);
    Ok(())
}

/// What the table knows of a position that is given as text: its best move as text, and the rest.
///
/// # Errors
/// As for [`read_position`].
pub fn recall<'a, G: EngineGame>(
    engine: &Engine<G>,
    fen: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<Option<Recalled>, String> {
    let position = read_position::<G>(fen, moves)?;
    let recalled = engine.recall(&position);
    Ok(recalled.map(|recalled| Recalled {
        best: recalled.best.map(|mv| G::move_text(&position, mv)),
        score: recalled.score,
        bound: recalled.bound,
        depth: recalled.depth,
    }))
}

/// What an earlier search has left behind.
pub struct Recalled {
    pub best: Option<String>,
    pub score: Score,
    pub bound: Bound,
    pub depth: usize,
}
