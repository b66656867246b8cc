//! Why a move was weak, in English.

use engine::review::{Cause, Cost, Explanation, MateInLine, MaterialChange, Missed, PlacedPiece};
use xiangqi::{PieceKind, counted};

/// What a mistake costs.
pub fn cost(explanation: &Explanation) -> String {
    let side = explanation.side;
    match &explanation.cost {
        Some(Cost::Mate(mate)) => match *mate {
            MateInLine { moves: 1, is_check: true } => "Allows mate in one: {reply}.".into(),
            MateInLine { moves, is_check: true } => format!("Allows mate in {moves}: {{reply}} begins it."),
            MateInLine { moves: 1, is_check: false } => {
                format!("Allows {{reply}}, after which {side} has no legal move and loses.")
            }
            MateInLine { moves, is_check: false } => {
                format!("After {{reply}} {side} has no legal move left in {moves} moves, and loses.")
            }
        },
        Some(Cost::Material { fall, change }) => {
            let piece = the(fall.victim);
            let how = match &fall.cause {
                Cause::MovedInto => format!("Moves {piece} to where {{reply}} takes it"),
                Cause::DefenceGone => format!("Gives up the defence of {piece}: {{reply}} takes it"),
                Cause::Opened => format!("Opens the way to {piece}: {{reply}} takes it"),
                Cause::Undefended => format!("Leaves {piece} undefended: {{reply}} takes it"),
                Cause::Taken => format!("{{reply}} takes {piece}"),
                Cause::Fork(targets) => {
                    let targets: Vec<_> = targets.iter().copied().map(the).collect();
                    format!("Walks into a fork: {{reply}} attacks {}, and {piece} falls", joined(&targets))
                }
                Cause::Check => format!("{{reply}} gives check, and {piece} falls"),
                Cause::Attacked => format!("{{reply}} attacks {piece} and takes it next"),
                Cause::Later => format!("After {{reply}} {piece} falls"),
            };
            let all = if is_only(change.lost, fall.victim.piece.kind()) && change.taken == [0; 7] {
                String::new()
            } else {
                format!(" In all {side} loses {}.", exchange(change.lost, change.taken))
            };
            format!("{how}.{all}")
        }
        None => {
            let (before, after) = explanation.points;
            format!("{side}'s expected score falls from {before:.0} % to {after:.0} %.")
        }
    }
}

/// What the better move would have had.
pub fn missed(missed: &Missed) -> String {
    match missed {
        Missed::Mate(MateInLine { moves: 1, is_check: true }) => "Misses mate in one: {better}.".into(),
        Missed::Mate(MateInLine { moves, is_check: true }) => {
            format!("Misses mate in {moves}: {{better}} begins it.")
        }
        Missed::Mate(MateInLine { moves, is_check: false }) => {
            format!(
                "Misses {{better}}, which wins in {}: the other side has no legal move left.",
                counted(*moves, "move")
            )
        }
        Missed::Material { victim, change } => {
            let MaterialChange { lost, taken } = *change;
            if is_only(taken, victim.piece.kind()) && lost == [0; 7] {
                format!("{{better}} would have won {}.", the(*victim))
            } else {
                format!("{{better}} would have won {}.", exchange(taken, lost))
            }
        }
    }
}

/// A piece, with its square if there is another one like it.
fn the(placed: PlacedPiece) -> String {
    let name = placed.piece.kind().name();
    if placed.is_single { format!("the {name}") } else { format!("the {name} on {}", placed.square) }
}

/// Whether nothing but one piece of this kind is counted.
fn is_only(counts: [u8; 7], kind: PieceKind) -> bool {
    PieceKind::ALL.into_iter().zip(counts).all(|(other, count)| count == u8::from(other == kind))
}

/// Pieces, and those that they are given for.
fn exchange(given: [u8; 7], got: [u8; 7]) -> String {
    if got == [0; 7] { pieces(given) } else { format!("{} for {}", pieces(given), pieces(got)) }
}

/// Pieces by number, the most valuable first.
fn pieces(counts: [u8; 7]) -> String {
    use PieceKind as K;
    let order = [K::Rook, K::Cannon, K::Horse, K::Elephant, K::Advisor, K::Pawn];
    let names = order.iter().zip(order.iter().map(|kind| counts.get(kind.index()).copied().unwrap_or(0)));
    let named = names.filter(|(_, count)| *count > 0).map(|(kind, count)| {
        let name = kind.name();
        let article = if name.starts_with(['a', 'e']) { "an" } else { "a" };
        match count {
            1 => format!("{article} {name}"),
            2 => format!("two {name}s"),
            3 => format!("three {name}s"),
            count => format!("{count} {name}s"),
        }
    });
    joined(&named.collect::<Vec<_>>())
}

fn joined(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
