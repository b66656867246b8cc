//! Games and verdicts: a FEN, a line feed, then a byte for each move, which chooses among the legal ones.

use xiangqi::rules::Language;
use xiangqi::{Board, Fen, Move, Outcome, Position, RuleSet, Rules};

/// The most plies that are played.
const MAX_PLIES: usize = 200;

/// Verdicts do not depend on colour or hand, the quick judgement of a repetition equals the full one, every verdict has
/// words, and a game that is taken back is where it began.
pub fn check(data: &[u8]) -> bool {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (fen, choices) = data.split_at(end);
    let Some(fen) = std::str::from_utf8(fen).ok().and_then(|fen| fen.parse::<Fen>().ok()) else {
        return false;
    };
    let mut games = [
        Position::from(fen.clone()),
        Position::from(Fen { board: fen.board.swap_sides(), ..fen.clone() }),
        Position::from(Fen { board: fen.board.mirror(), ..fen.clone() }),
    ];
    let images: [fn(Move) -> Move; 3] = [|mv| mv, Move::flip_rank, Move::flip_file];
    for &choice in choices.iter().skip(1).take(MAX_PLIES) {
        let moves = games[0].board().legal_moves();
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        for (game, image) in games.iter_mut().zip(images) {
            game.try_play(image(mv)).expect("the image of a legal move is legal");
        }
        check_verdicts(&games);
    }
    let [mut game, ..] = games;
    let again = game.fen().to_string();
    assert_eq!(again.parse::<Fen>().as_ref(), Ok(&game.fen()), "{again}");
    while game.undo().is_some() {}
    assert_eq!(game.fen(), fen, "the whole game taken back");
    true
}

fn check_verdicts([game, swapped, mirrored]: &[Position; 3]) {
    for set in RuleSet::ALL {
        let rules = Rules::from(set);
        let outcome = |position| rules.verdict(position).map(|verdict| verdict.outcome);
        let here = outcome(game);
        assert_eq!(outcome(mirrored), here, "{set}, mirrored: {}", text(game));
        assert_eq!(outcome(swapped), here.map(exchanged), "{set}, sides exchanged: {}", text(game));
        if let Some(verdict) = rules.verdict(game) {
            for language in [Language::English, Language::Chinese] {
                assert!(!verdict.explain(language).is_empty());
            }
        }
        for plies in game.earlier_occurrences() {
            let full = rules.judge_repetition(game, plies).outcome;
            assert_eq!(rules.repetition_outcome(game, plies), full, "{set}: {}", text(game));
        }
    }
}

fn exchanged(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win(side) => Outcome::Win(!side),
        Outcome::Draw => Outcome::Draw,
    }
}

/// The game, for messages.
fn text(game: &Position) -> String {
    let start: &Board = &game.origin().board;
    let moves: Vec<String> = game.past().iter().filter_map(|ply| ply.mv).map(|mv| mv.to_string()).collect();
    format!("{start:?} {}", moves.join(" "))
}
