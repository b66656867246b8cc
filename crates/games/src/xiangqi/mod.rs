//! Xiangqi behind the seam.

mod definition;
mod evaluation;
mod quiet;
#[doc(hidden)]
pub mod terms;
mod threats;
mod weights;

pub use definition::MoveError;
pub use evaluation::{Classical, FULL_PHASE, Tally, count_terms, phase};
pub use threats::Threats;
pub use weights::{BadWeights, LARGEST, NAMED, Tapered, Weights};

use search::{Game, Params, QuietMove, Score, ShippedTechniques, Which};
use xiangqi::board::{ExchangeValues, KeyGroup, is_ascending};
use xiangqi::{Generate, Move, MoveList, Outcome, Piece, PieceKind, Position, SQUARES};

/// The game of xiangqi under the rules that a position names.
pub struct Xiangqi;

/// What pieces are worth in exchanges, in the order of [`PieceKind::ALL`].
const EXCHANGE: ExchangeValues = [10_000, 199, 200, 430, 1000, 450, 100];
const _: () = assert!(is_ascending(&EXCHANGE));

/// A win or a loss by repetition: far beyond any evaluation, but no mate, for the other side may still
/// have had a way out that the search has not seen.
const REPETITION_WIN: i32 = 20_000;
/// An evaluation fades as nothing is taken: by one part of this many for each such ply …
const DRIFT_SCALE: i32 = 250;
/// … up to this many plies.
const MAX_DRIFT: u16 = 120;

impl Game for Xiangqi {
    type Move = Move;
    type Position = Position;
    type Threats = Threats;
    type Techniques = ShippedTechniques;

    const PIECE_TO: usize = Piece::LIMIT * SQUARES;
    const FROM_TO: usize = SQUARES * SQUARES;
    const VICTIMS: usize = PieceKind::ALL.len();
    /// Tuned with the network at 5,000 and 6,000 nodes a move; docs/strength.md has the matches.
    const PARAMS: Params = Params {
        aspiration_margin: 30,
        hindsight_margin: 160,
        reverse_futility_margin: 89,
        reverse_futility_divisor: 2,
        null_move_base: 5,
        history_margin: 8000,
        futility_margin: 75,
        quiet_exchange_margin: 19,
        noisy_exchange_margin: 210,
        singular_margin: 2,
        reduction_base: 15,
        reduction_divisor: 238,
        reduction_cut: 1121,
        reduction_worse: 600,
        reduction_table_noisy: 800,
        reduction_was_pv: 1600,
        reduction_no_table_move: 600,
        reduction_correction: 10,
        shallower_margin: 6,
        delta_margin: 150,
        stand_pat_blend: 50,
        capture_value_weight: 16,
        capture_doubt: 43,
        killer_bonus: 13_000,
        escape_bonus: 9000,
        bonus_slope: 220,
        bonus_max: 2200,
        reply_main_percent: 70,
        surprise_slope: 600,
        correction_divisor: 20,
        ..Params::ROUND
    };

    #[inline]
    fn side(position: &Position) -> usize {
        position.side().index()
    }

    #[inline]
    fn key(position: &Position) -> u64 {
        position.board().key()
    }

    #[inline]
    fn key_after(position: &Position, mv: Move) -> Option<u64> {
        Some(position.board().key_after(mv))
    }

    fn seeded_key(position: &Position, seed: u64) -> u64 {
        position.board().seeded_key(seed)
    }

    #[inline]
    fn part_keys(position: &Position) -> [u64; 3] {
        [KeyGroup::Pawns, KeyGroup::Minor, KeyGroup::Major].map(|group| position.board().group_key(group))
    }

    #[inline]
    fn is_check(position: &Position) -> bool {
        position.is_check()
    }

    #[inline]
    fn generate(position: &Position, which: Which, mut push: impl FnMut(Move)) {
        let board = position.board();
        let mut list = MoveList::new();
        let which = match which {
            Which::Noisy => Generate::Captures,
            Which::Quiet => Generate::Quiets,
            Which::QuietChecks => Generate::QuietChecks,
        };
        board.generate(which, &board.danger(), &mut list);
        for &mv in &list {
            push(mv);
        }
    }

    #[inline]
    fn generate_quiet(
        position: &Position,
        which: Which,
        threats: &mut Option<Threats>,
        push: impl FnMut(QuietMove<Move>),
    ) {
        quiet::list(position.board(), which == Which::QuietChecks, threats, push);
    }

    #[inline]
    fn is_legal(position: &Position, mv: Move) -> bool {
        position.board().is_legal(mv)
    }

    #[inline]
    fn play(position: &mut Position, mv: Move) {
        position.play_unchecked(mv);
    }

    #[inline]
    fn pass(position: &mut Position) {
        position.pass();
    }

    #[inline]
    fn undo(position: &mut Position) {
        position.undo();
    }

    #[inline]
    fn is_noisy(position: &Position, mv: Move) -> bool {
        position.board().is_capture(mv)
    }

    #[inline]
    fn gives_check(position: &Position, mv: Move) -> bool {
        position.board().gives_check(mv)
    }

    #[inline]
    fn see_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
        position.board().see_at_least(mv, threshold, &EXCHANGE)
    }

    #[inline]
    fn captured_value(position: &Position, mv: Move) -> i32 {
        position.board().piece(mv.to()).map_or(0, |piece| EXCHANGE[piece.kind().index()])
    }

    #[inline]
    fn victim(position: &Position, mv: Move) -> usize {
        position.board().piece(mv.to()).map_or(0, |piece| piece.kind().index())
    }

    #[inline]
    fn piece_to(position: &Position, mv: Move) -> usize {
        let piece = position.board().piece(mv.from()).map_or(0, Piece::index);
        piece * SQUARES + mv.to().index()
    }

    #[inline]
    fn threats(position: &Position) -> Threats {
        Threats::of(position.board())
    }

    #[inline]
    fn threat_class(threats: &Threats, mv: Move) -> usize {
        threats.class(mv)
    }

    #[inline]
    fn escape(threats: &Threats, position: &Position, mv: Move) -> i32 {
        threats.escape(position.board(), mv)
    }

    #[inline]
    fn from_to(mv: Move) -> usize {
        mv.from().index() * SQUARES + mv.to().index()
    }

    #[inline]
    fn code(mv: Move) -> u16 {
        mv.code()
    }

    #[inline]
    fn from_code(code: u16) -> Option<Move> {
        Move::from_code(code)
    }

    #[inline]
    fn verdict(position: &Position, ply: usize) -> Option<Score> {
        if let Some(plies) = position.last_occurrence()
            && let Some(score) = repetition(position, plies, ply)
        {
            return Some(score);
        }
        let rules = position.rules();
        let is_drawn = rules.natural_limit.is_some_and(|limit| position.quiet_plies() >= limit)
            || rules.material.is_draw(position.board());
        if !is_drawn {
            return None;
        }
        // Whoever cannot move has lost before anything is counted, in check or not.
        let is_over = !position.board().has_legal_move();
        Some(if is_over { Score::mated_in(ply) } else { Score::DRAW })
    }

    /// Stalemate loses like mate.
    #[inline]
    fn no_moves(_: &Position, ply: usize) -> Score {
        Score::mated_in(ply)
    }

    /// With a rook, horse or cannon there is nearly always a useful move.
    #[inline]
    fn may_pass(position: &Position) -> bool {
        let board = position.board();
        let officers =
            board.kind(PieceKind::Rook) | board.kind(PieceKind::Horse) | board.kind(PieceKind::Cannon);
        (officers & board.colour(board.side())).any()
    }

    /// Left and right, before anything else than a capture has been played.
    fn symmetry(position: &Position) -> Option<fn(Move) -> Move> {
        let has_no_past = position.past().last().is_none_or(|ply| ply.captured.is_some());
        let is_symmetric = has_no_past && position.board().mirror() == *position.board();
        is_symmetric.then_some(Move::flip_file)
    }

    #[inline]
    fn damped(position: &Position, score: i32) -> i32 {
        let drift = position
            .rules()
            .natural_limit
            .map_or(0, |limit| position.quiet_plies().min(limit).min(MAX_DRIFT));
        score * (DRIFT_SCALE - i32::from(drift)) / DRIFT_SCALE
    }
}

/// The verdict on the repetition of a position that occurred some plies ago. The first one inside the tree counts: the sides have had their choice.
/// If the position occurred before the root only, a draw is as good as certain, while a win or a loss
/// still needs the third occurrence.
#[inline(never)]
fn repetition(position: &Position, plies: usize, ply: usize) -> Option<Score> {
    let outcome = position.rules().repetition_outcome(position, plies);
    let is_decided = plies < ply || position.earlier_occurrences().nth(1).is_some();
    match outcome {
        Outcome::Draw => Some(Score::DRAW),
        Outcome::Win(_) if !is_decided => None,
        Outcome::Win(side) if side == position.side() => Some(Score::evaluation(REPETITION_WIN - ply as i32)),
        Outcome::Win(_) => Some(Score::evaluation(ply as i32 - REPETITION_WIN)),
    }
}
