//! Why a move was weak, in English.

use engine::review::{Cause, Cost, Explanation, MateInLine, Missed, PlacedPiece};
use notation::file_number;
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
                Cause::Screen => format!("Becomes the screen for the cannon: {{reply}} takes {piece}"),
                Cause::Undefended => format!("Leaves {piece} undefended: {{reply}} takes it"),
                Cause::Taken => format!("{{reply}} takes {piece}"),
                Cause::Fork(targets) => {
                    let targets: Vec<_> = targets.iter().copied().map(the).collect();
                    format!("Walks into a fork: {{reply}} attacks {}, and {piece} falls", joined(&targets))
                }
                Cause::Check => format!("{{reply}} gives check, and {piece} falls"),
                Cause::Attacked => format!("{{reply}} attacks {piece} and takes it next"),
                Cause::Later if fall.stood_there => format!("After {{reply}} {piece} falls"),
                Cause::Later => {
                    format!("After {{reply}} {} falls later on", pieces(&[(fall.victim.piece.kind(), 1)]))
                }
            };
            let all = if change.is_only_loss_of(fall.victim.piece.kind()) {
                String::new()
            } else {
                format!(" In all {side} loses {}.", exchange(&change.lost_by_kind(), &change.taken_by_kind()))
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
            if change.is_only_gain_of(victim.piece.kind()) {
                format!("{{better}} would have won {}.", the(*victim))
            } else {
                format!(
                    "{{better}} would have won {}.",
                    exchange(&change.taken_by_kind(), &change.lost_by_kind())
                )
            }
        }
    }
}

/// A piece, with its place if there is another one like it.
fn the(placed: PlacedPiece) -> String {
    let PlacedPiece { piece, square, is_single, ahead, behind } = placed;
    let name = piece.kind().name();
    if is_single {
        return format!("the {name}");
    }
    let order = match (ahead, behind) {
        (0, 0) => "",
        (0, _) => "front ",
        (_, 0) => "rear ",
        (1, 1) => "middle ",
        (1, _) => "second ",
        (2, _) => "third ",
        _ => "fourth ",
    };
    format!("the {order}{name} on {{{square}=file {}}}", file_number(piece.colour(), square))
}

/// Pieces, and those that they are given for.
fn exchange(given: &[(PieceKind, u8)], got: &[(PieceKind, u8)]) -> String {
    if got.is_empty() { pieces(given) } else { format!("{} for {}", pieces(given), pieces(got)) }
}

/// Pieces by number.
fn pieces(counts: &[(PieceKind, u8)]) -> String {
    let named = counts.iter().map(|(kind, count)| {
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
