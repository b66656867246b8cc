//! Why a move was weak, in Chinese.

use engine::review::{Cause, Cost, Explanation, MateInLine, MaterialChange, Missed, PlacedPiece};
use xiangqi::{Colour, Piece, PieceKind};

fn side_name(side: Colour) -> &'static str {
    match side {
        Colour::Red => "红方",
        Colour::Black => "黑方",
    }
}

/// What a mistake costs.
pub fn cost(explanation: &Explanation) -> String {
    let (side, other) = (side_name(explanation.side), side_name(!explanation.side));
    match &explanation.cost {
        Some(Cost::Mate(mate)) => match *mate {
            MateInLine { moves: 1, is_check: true } => format!("{other}走{{reply}}，一步成杀。"),
            MateInLine { moves, is_check: true } => format!("{other}走{{reply}}，{moves}步成杀。"),
            MateInLine { moves: 1, is_check: false } => format!("{other}走{{reply}}，{side}困毙。"),
            MateInLine { moves, is_check: false } => format!("{other}走{{reply}}，{moves}步困毙{side}。"),
        },
        Some(Cost::Material { fall, change }) => {
            let (piece, glyph) = (named(fall.victim), fall.victim.piece.glyph());
            let how = match &fall.cause {
                Cause::MovedInto => format!("{piece}走入对方火力之下，被{{reply}}吃去"),
                Cause::DefenceGone => format!("撤去了对{piece}的保护，{{reply}}吃{glyph}"),
                Cause::Opened => format!("让开了线路，{{reply}}吃{piece}"),
                Cause::Undefended => format!("{piece}无根，{{reply}}吃{glyph}"),
                Cause::Taken => format!("{{reply}}吃{piece}"),
                Cause::Fork(targets) => fork(targets, &piece),
                Cause::Check => format!("{{reply}}将军，随后失{piece}"),
                Cause::Attacked => format!("{{reply}}捉{piece}，随后吃去"),
                Cause::Later => format!("{{reply}}之后失{piece}"),
            };
            let all = if is_only(change.lost, fall.victim.piece.kind()) && change.taken == [0; 7] {
                String::new()
            } else {
                format!("合计{side}{}。", parts(change, explanation.side).concat())
            };
            format!("{how}。{all}")
        }
        None => {
            let (before, after) = explanation.points;
            format!("{side}的预期得分从{before:.0}%降到{after:.0}%。")
        }
    }
}

fn fork(targets: &[PlacedPiece], falls: &str) -> String {
    let (kings, others): (Vec<_>, Vec<_>) =
        targets.iter().partition(|target| target.piece.kind() == PieceKind::King);
    let others = others.into_iter().copied().map(named).collect::<Vec<_>>().join("、");
    if kings.is_empty() {
        format!("{{reply}}捉双，同时攻击{others}，随后失{falls}")
    } else {
        format!("{{reply}}将军，同时捉{others}，随后失{falls}")
    }
}

/// What the better move would have had.
pub fn missed(missed: &Missed, side: Colour) -> String {
    match missed {
        Missed::Mate(MateInLine { moves: 1, is_check: true }) => "错过{better}，一步成杀。".into(),
        Missed::Mate(MateInLine { moves, is_check: true }) => format!("错过{{better}}，{moves}步成杀。"),
        Missed::Mate(MateInLine { moves, is_check: false }) => {
            format!("错过{{better}}，{moves}步困毙{}。", side_name(!side))
        }
        Missed::Material { victim, change } => {
            if is_only(change.taken, victim.piece.kind()) && change.lost == [0; 7] {
                format!("走{{better}}可得{}。", named(*victim))
            } else {
                let [lost, taken] = parts(change, side);
                format!("走{{better}}可{taken}{lost}。")
            }
        }
    }
}

/// A piece, with its square if there is another one like it.
fn named(placed: PlacedPiece) -> String {
    let glyph = placed.piece.glyph();
    if placed.is_single { glyph.to_string() } else { format!("{}的{glyph}", placed.square) }
}

/// Whether nothing but one piece of this kind is counted.
fn is_only(counts: [u8; 7], kind: PieceKind) -> bool {
    PieceKind::ALL.into_iter().zip(counts).all(|(other, count)| count == u8::from(other == kind))
}

/// What a side loses and takes.
fn parts(change: &MaterialChange, side: Colour) -> [String; 2] {
    let part = |verb: &str, counts: [u8; 7], colour| {
        if counts == [0; 7] { String::new() } else { format!("{verb}{}", pieces(counts, colour)) }
    };
    [part("失", change.lost, side), part("得", change.taken, !side)]
}

/// Pieces by number, the most valuable first.
fn pieces(counts: [u8; 7], side: Colour) -> String {
    use PieceKind as K;
    let order = [K::Rook, K::Cannon, K::Horse, K::Elephant, K::Advisor, K::Pawn];
    let counted = order.iter().map(|kind| (kind, counts.get(kind.index()).copied().unwrap_or(0)));
    let named = counted.filter(|(_, count)| *count > 0).map(|(&kind, count)| {
        let glyph = Piece::new(side, kind).glyph();
        match count {
            1 => glyph.to_string(),
            2 => format!("双{glyph}"),
            3 => format!("三{glyph}"),
            4 => format!("四{glyph}"),
            count => format!("{count}{glyph}"),
        }
    });
    named.collect::<Vec<_>>().join("、")
}
