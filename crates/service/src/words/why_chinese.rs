//! Why a move was weak, in Chinese.

use super::chinese::side_name;
use engine::review::{Cause, Cost, Explanation, MateInLine, MaterialChange, Missed, PlacedPiece};
use notation::chinese_file;
use xiangqi::{Colour, Piece, PieceKind};

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
                Cause::MovedInto => format!("{piece}送吃，被{{reply}}吃去"),
                Cause::DefenceGone => format!("撤去了对{piece}的保护，{{reply}}吃{glyph}"),
                Cause::Opened => format!("让开了线路，{{reply}}吃{piece}"),
                Cause::Screen => format!("给对方当了炮架，{{reply}}吃{piece}"),
                Cause::Undefended => format!("{piece}无根，{{reply}}吃{glyph}"),
                Cause::Taken => format!("{{reply}}吃{piece}"),
                Cause::Fork(targets) => fork(targets, &piece),
                Cause::Check => format!("{{reply}}将军，随后失{piece}"),
                Cause::Attacked => format!("{{reply}}捉{piece}，随后吃去"),
                Cause::Later if fall.stood_there => format!("{{reply}}之后失{piece}"),
                Cause::Later => format!("{{reply}}之后，后续失{glyph}"),
            };
            let all = if change.is_only_loss_of(fall.victim.piece.kind()) {
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
            if change.is_only_gain_of(victim.piece.kind()) {
                format!("走{{better}}可得{}。", named(*victim))
            } else {
                let [lost, taken] = parts(change, side);
                format!("走{{better}}可{taken}{lost}。")
            }
        }
    }
}

/// A piece, with its file if there is another one like it, and its place among those of the file.
fn named(placed: PlacedPiece) -> String {
    let PlacedPiece { piece, square, is_single, ahead, behind } = placed;
    let glyph = piece.glyph();
    if is_single {
        return glyph.to_string();
    }
    let order = match (ahead, behind) {
        (0, 0) => "",
        (0, _) => "前",
        (_, 0) => "后",
        (1, 1) => "中",
        (1, _) => "第二",
        (2, _) => "第三",
        _ => "第四",
    };
    format!("{}路{order}{glyph}", chinese_file(piece.colour(), square))
}

/// What a side loses and takes.
fn parts(change: &MaterialChange, side: Colour) -> [String; 2] {
    let part = |verb: &str, counts: &[(PieceKind, u8)], colour| {
        if counts.is_empty() { String::new() } else { format!("{verb}{}", pieces(counts, colour)) }
    };
    [part("失", &change.lost_by_kind(), side), part("得", &change.taken_by_kind(), !side)]
}

/// Pieces by number.
fn pieces(counts: &[(PieceKind, u8)], side: Colour) -> String {
    let named = counts.iter().map(|&(kind, count)| {
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
