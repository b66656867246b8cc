//! Verdicts in words.

use super::{Conduct, Habit, Offence, Outcome, Reason, Repetition, Standing, Verdict};
use crate::types::{Colour, Piece};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A language that verdicts can be explained in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Verdict {
    /// The verdict and its reason as a sentence or two.
    pub fn explain(&self, language: Language) -> String {
        match language {
            Language::English => english(self),
            Language::Chinese => chinese(self),
        }
    }
}

impl Repetition {
    /// What both sides did, as sentences: the part of the verdict that says why.
    pub fn explain(&self, language: Language) -> String {
        match language {
            Language::English => english_conducts(self),
            Language::Chinese => chinese_conducts(self),
        }
    }
}

fn english(verdict: &Verdict) -> String {
    let result = match verdict.outcome {
        Outcome::Draw => "Draw".to_string(),
        Outcome::Win(side) => format!("{side} wins"),
    };
    let loser = match verdict.outcome {
        Outcome::Win(side) => !side,
        Outcome::Draw => Colour::Red,
    };
    match &verdict.reason {
        Reason::Checkmate => format!("{result}: {loser} is checkmated."),
        Reason::Stalemate => format!("{result}: {loser} has no legal move, which loses."),
        Reason::NaturalMoves(plies) => {
            format!("{result}: {} moves on each side without a capture.", plies / 2)
        }
        Reason::Material => format!("{result}: neither side has enough pieces left to win."),
        Reason::Repetition(repetition) => {
            format!("{result}: the position has occurred three times. {}", english_conducts(repetition))
        }
    }
}

fn english_conducts(repetition: &Repetition) -> String {
    let [red, black] = &repetition.conduct;
    if repetition.rules == super::RuleSet::Simple {
        return "Under the simple rules that is a draw.".to_string();
    }
    let red = english_conduct(Colour::Red, red);
    let black = english_conduct(Colour::Black, black);
    format!("{red} {black}")
}

fn english_conduct(side: Colour, conduct: &Conduct) -> String {
    let prey = conduct.prey.map(|piece| piece.kind().name()).unwrap_or_default();
    match conduct.offence {
        Offence::Check => format!("{side} gives check on every move, which is forbidden."),
        Offence::PinnedRookChase => format!(
            "{side} chases the same rook, held fast by a horse, on every move, which is forbidden: {}.",
            english_attacks(conduct)
        ),
        Offence::Undermining => format!(
            "{side} leaves the same {prey} without protection on every move, which is forbidden like a \
             chase (though less so than a direct one): {}.",
            english_attacks(conduct)
        ),
        Offence::Chase => format!(
            "{side} chases the same {prey} on every move, which is forbidden: {}.",
            english_attacks(conduct)
        ),
        Offence::None => english_habit(side, conduct),
    }
}

fn english_attacks(conduct: &Conduct) -> String {
    let attacks = conduct.attacks.iter().map(|attack| {
        format!(
            "after {} the {} on {} attacks {}",
            attack.after,
            attack.by.kind().name(),
            attack.from,
            attack.at
        )
    });
    attacks.collect::<Vec<_>>().join(", ")
}

fn english_habit(side: Colour, conduct: &Conduct) -> String {
    let (checks, moves) = (conduct.checks, conduct.moves);
    match &conduct.habit {
        Habit::Idle => format!("{side} neither checks nor chases."),
        Habit::SomeChecks => {
            format!(
                "{side} gives check on {checks} of {moves} moves; checks with other moves between are allowed."
            )
        }
        Habit::Excused(piece, Standing::KingOrPawn) => format!(
            "{side} attacks the {} on every move with a king or a pawn, which may chase.",
            piece.kind().name()
        ),
        Habit::Excused(piece, Standing::Exchange) => {
            format!(
                "{side} offers to exchange the {0} for its own {0}, which is allowed.",
                piece.kind().name()
            )
        }
        Habit::Excused(piece, _) => format!(
            "{side} attacks the {} on every move, but it is protected, so that it is not chased all the time.",
            piece.kind().name()
        ),
        Habit::InTurn(pieces) => {
            let names: Vec<_> = pieces.iter().map(|piece| piece.kind().name()).collect();
            format!("{side} chases different pieces in turn ({}), which is allowed.", names.join(", "))
        }
        Habit::SomeChases(piece) => format!(
            "{side} chases the {} on some moves and is idle on others, which is allowed.",
            piece.kind().name()
        ),
    }
}

fn chinese(verdict: &Verdict) -> String {
    let name = |side| if side == Colour::Red { "红方" } else { "黑方" };
    let (result, loser) = match verdict.outcome {
        Outcome::Draw => ("和棋".to_string(), ""),
        Outcome::Win(side) => (format!("{}胜", name(side)), name(!side)),
    };
    match &verdict.reason {
        Reason::Checkmate => format!("{result}：{loser}被将死。"),
        Reason::Stalemate => format!("{result}：{loser}无子可动，困毙判负。"),
        Reason::NaturalMoves(plies) => format!("{result}：双方各走{}回合未吃子。", plies / 2),
        Reason::Material => format!("{result}：双方子力均不足以取胜。"),
        Reason::Repetition(repetition) => {
            format!("{result}：同一局面出现三次。{}", chinese_conducts(repetition))
        }
    }
}

fn chinese_conducts(repetition: &Repetition) -> String {
    let [red, black] = &repetition.conduct;
    if repetition.rules == super::RuleSet::Simple {
        return String::new();
    }
    format!("{}{}", chinese_conduct("红方", red), chinese_conduct("黑方", black))
}

fn chinese_conduct(side: &str, conduct: &Conduct) -> String {
    let glyph = |piece: &Piece| piece.glyph();
    let prey = conduct.prey.as_ref().map(glyph).unwrap_or_default();
    let attacks = || {
        let attacks = conduct.attacks.iter().map(|attack| {
            format!("{}后，{}位{}捉{}位", attack.after, attack.from, attack.by.glyph(), attack.at)
        });
        attacks.collect::<Vec<_>>().join("；")
    };
    match (&conduct.offence, &conduct.habit) {
        (Offence::Check, _) => format!("{side}长将，属禁止着法。"),
        (Offence::PinnedRookChase, _) => format!("{side}长捉被马牵制的车，属禁止着法：{}。", attacks()),
        (Offence::Undermining, _) => {
            format!("{side}每着使同一{prey}失去保护而长捉之，属禁止着法（轻于直接捉）：{}。", attacks())
        }
        (Offence::Chase, _) => format!("{side}长捉同一{prey}，属禁止着法：{}。", attacks()),
        (Offence::None, Habit::Idle) => format!("{side}未将未捉。"),
        (Offence::None, Habit::SomeChecks) => {
            format!("{side}{}着中将军{}次，将与其他着法相间，允许。", conduct.moves, conduct.checks)
        }
        (Offence::None, Habit::Excused(piece, Standing::KingOrPawn)) => {
            format!("{side}以将帅或兵卒捉{}，允许。", glyph(piece))
        }
        (Offence::None, Habit::Excused(piece, Standing::Exchange)) => {
            format!("{side}邀兑{}，允许。", glyph(piece))
        }
        (Offence::None, Habit::Excused(piece, _)) => format!("{side}所攻之{}有根，不算长捉。", glyph(piece)),
        (Offence::None, Habit::InTurn(pieces)) => {
            let glyphs: String = pieces.iter().map(glyph).collect();
            format!("{side}轮流捉不同的子（{glyphs}），允许。")
        }
        (Offence::None, Habit::SomeChases(piece)) => {
            format!("{side}一捉一闲，所捉为{}，允许。", glyph(piece))
        }
    }
}
