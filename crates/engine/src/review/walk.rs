//! A game of xiangqi, position by position.
//!
//! Whoever walks searches each position; what the search means, what the rules say where a game ends, and what each move
//! gave away is decided here. Scores and chances are Red's.

use super::{Circumstance, Explanation, Mistake, MoveClass, Summary, class, explain, loss};
use crate::WinDrawLoss;
use games::{GameData, Side, Xiangqi};
use search::Score;
use xiangqi::{Colour, Move, Outcome, Position};

/// What a position is worth to Red.
///
/// ```
/// use engine::Score;
/// use engine::review::Worth;
/// use xiangqi::{Outcome, Position};
///
/// let (worth, chances) = Worth::of_score(&Position::start(), Score::mate_in(3));
/// assert_eq!((worth, chances.win), (Worth::Mate(2), 1000));
/// let (_, chances) = Worth::of_outcome(Outcome::Draw);
/// assert_eq!(chances.draw, 1000);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// Centipawns, as people are shown them.
    Centipawns(i32),
    /// Moves to mate, negative if Black mates; 0 where the game is over.
    Mate(i32),
}

impl Worth {
    /// What a score of a search of this position means, and Red's chances.
    pub fn of_score(position: &Position, raw_score: Score) -> (Self, WinDrawLoss) {
        let is_red = position.side() == Colour::Red;
        let chances = Xiangqi::WIN_DRAW_LOSS.chances(raw_score, Xiangqi::men(position));
        let sign = if is_red { 1 } else { -1 };
        let score = Xiangqi::to_centipawns(raw_score);
        let worth = match score.mate_distance() {
            Some(moves) => Self::Mate(sign * moves),
            None => Self::Centipawns(sign * score.value()),
        };
        (worth, if is_red { chances } else { chances.swapped() })
    }

    /// What the end of a game is worth, and Red's chances.
    pub fn of_outcome(outcome: Outcome) -> (Self, WinDrawLoss) {
        let chances = |win, draw, loss| WinDrawLoss { win, draw, loss };
        match outcome {
            Outcome::Draw => (Self::Centipawns(0), chances(0, 1000, 0)),
            Outcome::Win(Colour::Red) => (Self::Mate(0), chances(1000, 0, 0)),
            Outcome::Win(Colour::Black) => (Self::Mate(0), chances(0, 0, 1000)),
        }
    }
}

/// What a look at a position has shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Looked {
    /// What it is worth.
    pub worth: Worth,
    /// Red's chances.
    pub chances: WinDrawLoss,
    /// The best line; empty where the game is over.
    pub line: Vec<Move>,
}

/// A move that was made, and what it gave away.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct JudgedMove {
    /// The move.
    pub mv: Move,
    /// Points of a hundred.
    pub loss: f64,
    /// What it is called.
    pub class: MoveClass,
}

/// A position of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedPly {
    /// 0 for the position before the first move.
    pub ply: usize,
    /// What was found there.
    pub looked: Looked,
    /// The move that led to it.
    pub judged: Option<JudgedMove>,
    /// Why that move was weak, if it was.
    pub why: Option<Explanation>,
}

/// Goes through a game.
///
/// ```
/// use engine::review::GameWalk;
/// use engine::{Engine, Limits};
/// use games::Xiangqi;
/// use xiangqi::Position;
///
/// let mut game = Position::start();
/// game.play_unchecked("h2e2".parse()?);
/// let mut engine = Engine::<Xiangqi>::new(1, 1);
/// let mut walk = GameWalk::new(&game);
/// while let Some(step) = walk.step(|position| {
///     engine.set_position(position.clone());
///     let answer = engine.think(&Limits { nodes: Some(500), ..Limits::default() });
///     Some((answer.raw_score, answer.line))
/// }) {
///     assert_eq!(step.judged.is_some(), step.ply > 0);
/// }
/// # Ok::<(), xiangqi::BadMoveText>(())
/// ```
pub struct GameWalk {
    position: Position,
    moves: Vec<Move>,
    last: Option<Looked>,
    is_over: bool,
    summary: Summary,
}

impl GameWalk {
    /// From the beginning of a game, by its rules.
    pub fn new(game: &Position) -> Self {
        let mut position = Position::from(game.origin().clone());
        position.set_rules(*game.rules());
        let moves = game.past().iter().filter_map(|ply| ply.mv).collect();
        Self { position, moves, last: None, is_over: false, summary: Summary::default() }
    }

    /// Goes on with a walk that ended early: from the position at this ply, with the moves before it summed up already. The move that led
    /// to it is not judged again. A ply behind the end of the game is its end.
    ///
    /// ```
    /// use engine::review::{GameWalk, JudgedMove, ReviewedPly};
    /// use engine::{Engine, Limits};
    /// use xiangqi::Position;
    ///
    /// let mut game = Position::start();
    /// for text in ["h2e2", "h9g7", "h0g2"] {
    ///     game.play_unchecked(text.parse()?);
    /// }
    /// let mut engine = Engine::<games::Xiangqi>::new(1, 1);
    /// let mut look = |position: &Position| {
    ///     engine.set_position(position.clone());
    ///     let answer = engine.think(&Limits { nodes: Some(300), ..Limits::default() });
    ///     Some((answer.raw_score, answer.line))
    /// };
    /// let mut walk = GameWalk::new(&game);
    /// walk.step(&mut look);
    /// let first: ReviewedPly = walk.step(&mut look).expect("three moves");
    /// let judged: JudgedMove = first.judged.expect("the first move");
    /// assert!(judged.loss >= 0.0);
    /// // Later, from there on.
    /// let mut rest = GameWalk::resume(&game, first.ply, walk.summary().clone());
    /// let mut plies = 0;
    /// while rest.step(&mut look).is_some() {
    ///     plies += 1;
    /// }
    /// assert_eq!(plies, 3);
    /// # Ok::<(), xiangqi::BadMoveText>(())
    /// ```
    pub fn resume(game: &Position, ply: usize, summary: Summary) -> Self {
        let mut walk = Self { summary, ..Self::new(game) };
        for &mv in walk.moves.iter().take(ply) {
            walk.position.play_unchecked(mv);
        }
        walk
    }

    /// The position that is looked at next.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// All moves so far, summed up.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Looks at the next position and judges the move that led to it. Nothing at the end of the game, or when the search, which
    /// gives its score and its best line, has nothing to say; then the walk is over. A position where the game has ended is not searched.
    pub fn step(
        &mut self,
        search: impl FnOnce(&Position) -> Option<(Score, Vec<Move>)>,
    ) -> Option<ReviewedPly> {
        if self.is_over {
            return None;
        }
        self.is_over = true;
        let ply = self.position.past().len();
        let looked = self.look(search)?;
        let (judged, why) = self.judge(&looked).unzip();
        if let Some(&mv) = self.moves.get(ply) {
            self.position.play_unchecked(mv);
            self.is_over = false;
        }
        self.last = Some(looked.clone());
        Some(ReviewedPly { ply, looked, judged, why: why.flatten() })
    }

    fn look(&self, search: impl FnOnce(&Position) -> Option<(Score, Vec<Move>)>) -> Option<Looked> {
        let position = &self.position;
        let is_last = position.past().len() == self.moves.len();
        let verdict = position.rules().verdict(position);
        if let Some(verdict) = verdict.filter(|_| is_last || !position.board().has_legal_move()) {
            let (worth, chances) = Worth::of_outcome(verdict.outcome);
            return Some(Looked { worth, chances, line: Vec::new() });
        }
        let (score, line) = search(position)?;
        let (worth, chances) = Worth::of_score(position, score);
        Some(Looked { worth, chances, line })
    }

    /// What the last move gave away, and why if it was weak.
    fn judge(&mut self, looked: &Looked) -> Option<(JudgedMove, Option<Explanation>)> {
        let before = self.last.take()?;
        let mv = self.position.undo()?.mv?;
        let circumstance = circumstance(&self.position, mv, &before);
        let board = self.position.board().clone();
        let side = board.side();
        self.position.play_unchecked(mv);
        let of_side = |chances: WinDrawLoss| if side == Colour::Red { chances } else { chances.swapped() };
        let loss = loss(of_side(before.chances), of_side(looked.chances), circumstance);
        let class = class(loss, circumstance);
        self.summary.add(Side::from_index(side.index()), loss, class);
        let why = class.is_weak().then(|| explain(&Mistake::new(&board, mv, &before, looked)));
        Some((JudgedMove { mv, loss, class }, why))
    }
}

/// What is known of a move that was made in a position.
fn circumstance(position: &Position, mv: Move, before: &Looked) -> Circumstance {
    let is_known =
        || book::shipped().is_some_and(|book| book.probe(position).iter().any(|known| known.mv == mv));
    if position.board().legal_moves().len() == 1 {
        Circumstance::Only
    } else if is_known() {
        Circumstance::Book
    } else if before.line.first() == Some(&mv) {
        Circumstance::Best
    } else {
        Circumstance::Plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &str) -> Position {
        let mut position = fen.parse().unwrap_or_else(|_| Position::start());
        for text in moves.split_whitespace() {
            assert!(text.parse().is_ok_and(|mv| position.try_play(mv).is_ok()), "{fen}: {text}");
        }
        position
    }

    #[test]
    fn moves_are_judged_and_mate_needs_no_search() {
        let game = game("3k5/9/9/9/9/9/9/R8/9/1R3K3 w", "b0b8 d9e9 a2a9");
        let mut walk = GameWalk::new(&game);
        let mut searched = 0;
        let mut steps = Vec::new();
        // Red is winning, throws it away, and mates after the only move.
        let scores = [Score::mate_in(3), Score::DRAW, Score::mate_in(1)];
        while let Some(step) = walk.step(|_| {
            searched += 1;
            Some((scores[searched - 1], Vec::new()))
        }) {
            steps.push(step);
        }
        assert_eq!((searched, steps.len()), (3, 4));
        assert_eq!(steps[0].looked.worth, Worth::Mate(2));
        let judged: Vec<_> = steps.iter().filter_map(|step| step.judged).map(|judged| judged.class).collect();
        assert_eq!(judged, [MoveClass::Blunder, MoveClass::Only, MoveClass::Best]);
        assert_eq!(steps[3].looked.worth, Worth::Mate(0));
        assert_eq!(steps[3].looked.chances.win, 1000);
        assert_eq!(walk.summary().count(Side::First, MoveClass::Blunder), 1);
        assert!(walk.step(|_| Some((Score::DRAW, Vec::new()))).is_none());
    }

    #[test]
    fn a_walk_goes_on_where_it_ended() {
        let game = game("3k5/9/9/9/9/9/9/R8/9/1R3K3 w", "b0b8 d9e9 a2a9");
        let score = |position: &Position| match position.past().len() {
            0 => Score::mate_in(3),
            1 => Score::DRAW,
            _ => Score::mate_in(1),
        };
        let finish = |mut walk: GameWalk| {
            let mut steps = Vec::new();
            while let Some(step) = walk.step(|position| Some((score(position), Vec::new()))) {
                steps.push(step);
            }
            (
                steps,
                walk.summary().accuracy(Side::First),
                walk.summary().count(Side::First, MoveClass::Blunder),
            )
        };
        let (all, accuracy, blunders) = finish(GameWalk::new(&game));
        for ply in 0..=3 {
            let mut summary = Summary::default();
            for (step, side) in all[1..].iter().take(ply).zip([Side::First, Side::Second].into_iter().cycle())
            {
                if let Some(judged) = step.judged {
                    summary.add(side, judged.loss, judged.class);
                }
            }
            let (rest, again, blunders_again) = finish(GameWalk::resume(&game, ply, summary));
            assert_eq!(rest[1..], all[ply + 1..], "{ply}");
            assert_eq!((rest[0].ply, rest[0].judged), (ply, None));
            assert_eq!(rest[0].looked, all[ply].looked);
            assert!((accuracy - again).abs() < 1e-9 && blunders == blunders_again, "{ply}");
        }
        assert_eq!(finish(GameWalk::resume(&game, 99, Summary::default())).0.len(), 1);
    }

    #[test]
    fn a_search_without_an_answer_ends_the_walk() {
        let mut walk = GameWalk::new(&game(xiangqi::fen::START, "h2e2 h9g7"));
        assert!(walk.step(|_| Some((Score::DRAW, Vec::new()))).is_some());
        assert!(walk.step(|_| None).is_none());
        assert!(walk.step(|_| Some((Score::DRAW, Vec::new()))).is_none());
    }
}
