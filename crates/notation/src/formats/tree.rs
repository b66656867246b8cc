//! Builds a game from the moves of a file as they are stored: each with its comment, whether the line goes on behind
//! it, and whether another move follows that stands in its place.
//!
//! ```text
//! 1. a (1. b) 2. c     a: goes on, has an alternative      b: ends       the line of a is stored before b
//! ```

use super::{FileFault, Place, ReadError};
use crate::pgn::VARIATION_DEPTH_LIMIT;
use crate::salvage::{CUT_LIMIT, LeftOut, Salvaged, leave_word};
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
    /// A line that goes wrong is cut there, and the others go on.
    salvages: bool,
    cuts: Vec<ReadError>,
}

/// A place to which the next move is added.
#[derive(Clone)]
pub(super) struct Branch {
    node: NodeId,
    board: Board,
    depth: usize,
    /// The line was cut before this place: what follows is passed over.
    is_cut: bool,
}

/// A move as files store it.
pub(super) struct TreeStep<'a> {
    pub mv: Result<Move, FileFault>,
    pub comment: &'a str,
    /// Moves follow behind it.
    pub goes_on: bool,
    /// Behind all of those another move follows that stands in its place.
    pub has_alternative: bool,
}

impl Tree {
    /// A game without moves. If it salvages, a line that goes wrong is cut.
    pub fn new(start: Fen, salvages: bool) -> Self {
        let board = start.board.clone();
        let game = Game::new(start);
        let here = Branch { node: game.root(), board, depth: 0, is_cut: false };
        Self { game, here, forks: Vec::new(), salvages, cuts: Vec::new() }
    }

    pub fn game(&mut self) -> &mut Game {
        &mut self.game
    }

    /// The game, and where it was cut.
    pub fn finish(self) -> Salvaged<ReadError> {
        Salvaged { game: self.game, cuts: self.cuts }
    }

    /// Cuts the line that is being read, and leaves word of it; an error unless the tree salvages.
    pub fn cut(&mut self, place: Place, fault: FileFault) -> Result<(), ReadError> {
        let error = ReadError::File { place, fault };
        if !self.salvages || self.cuts.len() >= CUT_LIMIT {
            return Err(error);
        }
        let is_main = self.here.depth == 0 && !self.has_continuation();
        let left_out = if is_main { LeftOut::MainLine } else { LeftOut::Variation };
        leave_word(&mut self.game, self.here.node, left_out, &error);
        self.cuts.push(error);
        self.here.is_cut = true;
        Ok(())
    }

    fn has_continuation(&self) -> bool {
        self.game.node(self.here.node).is_some_and(|node| !node.children().is_empty())
    }

    /// The beginning of the game.
    pub fn root(&self) -> Branch {
        let board = self.game.start().board.clone();
        Branch { node: self.game.root(), board, depth: 0, is_cut: false }
    }

    /// Goes on in the line that was cut, where what was left out is not of the line.
    pub fn go_on(&mut self) {
        self.here.is_cut = false;
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
        let depth = self.here.depth + usize::from(self.has_continuation());
        if depth > VARIATION_DEPTH_LIMIT {
            return Err(FileFault::TooDeep);
        }
        self.here.depth = depth;
        self.here.node = self.game.add_unchecked(self.here.node, mv);
        self.here.board.play_unchecked(mv);
        Ok(self.here.node)
    }

    /// Adds a move as files store it, from this place of the file. False if it was the last.
    pub fn step(&mut self, step: TreeStep<'_>, place: Place) -> Result<bool, ReadError> {
        let mut before = self.here.clone();
        if !before.is_cut {
            match step.mv.and_then(|mv| self.play(mv)) {
                Ok(node) => self.game.set_comment(node, step.comment),
                Err(fault) => {
                    // Where the line itself ends no alternative may take its place.
                    before.is_cut = !self.has_continuation();
                    self.cut(place, fault)?;
                }
            }
        }
        match (step.goes_on, step.has_alternative) {
            (true, false) => {}
            (true, true) if self.forks.len() >= FORK_LIMIT => {
                return Err(ReadError::File { place, fault: FileFault::TooDeep });
            }
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
