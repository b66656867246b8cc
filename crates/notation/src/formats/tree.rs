//! Builds a game from the moves of a file as they are stored: each with its comment, whether the line goes on behind
//! it, and whether another move follows that stands in its place.
//!
//! ```text
//! 1. a (1. b) 2. c     a: goes on, has an alternative      b: ends       the line of a is stored before b
//! ```

use super::FileFault;
use crate::pgn::VARIATION_DEPTH_LIMIT;
use crate::{Game, MoveError, NodeId, Notation};
use xiangqi::{Board, BoardBuilder, Colour, Fen, InvalidBoard, Move, Piece, Square};

/// How many moves a game in a file may have, variations included.
pub const NODE_LIMIT: usize = 1 << 22;

/// How many places may be waiting for their next alternative.
pub const FORK_LIMIT: usize = 1 << 16;

/// A game that grows move by move.
pub(super) struct Tree {
    game: Game,
    here: Branch,
    forks: Vec<Branch>,
}

/// A place to which the next move is added.
#[derive(Clone)]
pub(super) struct Branch {
    node: NodeId,
    board: Board,
    depth: usize,
}

/// A move as files store it.
pub(super) struct TreeStep<'a> {
    pub mv: Move,
    pub comment: &'a str,
    /// Moves follow behind it.
    pub goes_on: bool,
    /// Behind all of those another move follows that stands in its place.
    pub has_alternative: bool,
}

impl Tree {
    pub fn new(start: Fen) -> Self {
        let board = start.board.clone();
        let game = Game::new(start);
        let here = Branch { node: game.root(), board, depth: 0 };
        Self { game, here, forks: Vec::new() }
    }

    pub fn game(&mut self) -> &mut Game {
        &mut self.game
    }

    pub fn into_game(self) -> Game {
        self.game
    }

    /// Where the next move is added.
    pub fn here(&self) -> &Branch {
        &self.here
    }

    /// Goes back to a place.
    pub fn go_to(&mut self, branch: Branch) {
        self.here = branch;
    }

    /// Adds a move and goes behind it.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, FileFault> {
        if self.game.node_count() > NODE_LIMIT {
            return Err(FileFault::TooManyMoves);
        }
        check(&self.here.board, mv).map_err(FileFault::Move)?;
        let siblings = self.game.node(self.here.node).map_or(0, |node| node.children().len());
        self.here.depth += usize::from(siblings > 0);
        if self.here.depth > VARIATION_DEPTH_LIMIT {
            return Err(FileFault::TooDeep);
        }
        self.here.node = self.game.add_unchecked(self.here.node, mv);
        self.here.board.play_unchecked(mv);
        Ok(self.here.node)
    }

    /// Adds a move as files store it. False if it was the last.
    pub fn step(&mut self, step: &TreeStep<'_>) -> Result<bool, FileFault> {
        let before = self.here.clone();
        let node = self.play(step.mv)?;
        self.game.set_comment(node, step.comment);
        match (step.goes_on, step.has_alternative) {
            (true, false) => {}
            (true, true) if self.forks.len() >= FORK_LIMIT => return Err(FileFault::TooDeep),
            (true, true) => self.forks.push(before),
            (false, true) => self.here = before,
            (false, false) => match self.forks.pop() {
                Some(fork) => self.here = fork,
                None => return Ok(false),
            },
        }
        Ok(true)
    }
}

/// Why a move is not legal, if it is not.
fn check(board: &Board, mv: Move) -> Result<(), MoveError> {
    if board.is_legal(mv) {
        return Ok(());
    }
    Notation::Coordinates.parse(board, &mv.to_string()).map(|_| ())
}

/// The pieces of a start position, for which the side to move may have to be guessed.
#[derive(Default)]
pub(super) struct Placement {
    builder: BoardBuilder,
    pieces: Vec<(Piece, Square)>,
}

impl Placement {
    pub fn place(&mut self, piece: Piece, square: Square) -> Result<(), FileFault> {
        if self.pieces.iter().any(|&(_, other)| other == square) {
            return Err(FileFault::Occupied(square));
        }
        self.builder.place(piece, square);
        self.pieces.push((piece, square));
        Ok(())
    }

    /// The position. It is the turn of the piece that makes the first move, for what files say about it is often
    /// wrong; without a move, of the side that the file says, or of the other if the position is impossible otherwise.
    pub fn start(mut self, first: Option<Square>, said: Colour) -> Result<Fen, FileFault> {
        let mover = first.and_then(|first| self.pieces.iter().find(|(_, square)| *square == first));
        let side = mover.map_or(said, |(piece, _)| piece.colour());
        let board = match self.builder.side(side).build() {
            Err(InvalidBoard::CapturableKing { .. }) if mover.is_none() => {
                let error = self.builder.side(side).build().err();
                self.builder.side(!side).build().map_err(|other| error.unwrap_or(other))
            }
            built => built,
        };
        let board = board.map_err(FileFault::Board)?;
        Ok(Fen { board, quiet_plies: 0, move_number: 1 })
    }
}
