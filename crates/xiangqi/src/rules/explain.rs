//! Verdicts in words.

use super::{Conduct, Habit, Offence, Outcome, Reason, Repetition, ThreatKind, Verdict, Warning};
use crate::excerpt::counted;
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

impl Warning {
    /// Who loses if it goes on like this, and why.
    pub fn explain(&self, language: Language) -> String {
        let reason = self.repetition.explain(language);
        match (language, self.loser) {
            (Language::English, loser) => {
                format!("If these moves are repeated once more, {loser} loses. {reason}")
            }
            (Language::Chinese, Colour::Red) => format!("若再重复一次，红方判负。{reason}"),
            (Language::Chinese, Colour::Black) => format!("若再重复一次，黑方判负。{reason}"),
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
            format!(
                "{result} by the natural-move rule: {} on each side without a capture, a side's checks after its tenth and \
                 the replies to them left out.",
                counted(plies / 2, "move")
            )
        }
        Reason::Material => format!("{result}: neither side has enough pieces left to win."),
        Reason::Repetition(repetition) => {
            let closing = english_closing(verdict.outcome, repetition);
            format!(
                "{result}: the position has occurred three times. {}{closing}",
                english_conducts(repetition)
            )
        }
    }
}

/// Why both offences, or none, lead to the result; after a space.
fn english_closing(outcome: Outcome, repetition: &Repetition) -> String {
    match closing(outcome, repetition) {
        Some(Closing::BothAlike(offence)) => {
            format!(
                " Both sides {}: the offences are equal, so neither side loses.",
                english_offence(offence)
            )
        }
        Some(Closing::Worse { loser, offence, other }) => format!(
            " Both sides offend; to {} is worse than to {}, so {loser} loses.",
            english_offence(offence),
            english_offence(other)
        ),
        Some(Closing::NoOffence) => " Neither side does anything forbidden, so it is a draw.".to_string(),
        None => String::new(),
    }
}

fn english_offence(offence: Offence) -> &'static str {
    match offence {
        Offence::Check => "give perpetual check",
        Offence::PinnedRookChase => "chase a rook that is held fast",
        Offence::Chase => "chase perpetually",
        Offence::Undermining => "leave a piece without protection perpetually",
        Offence::None => "do nothing forbidden",
    }
}

/// What a verdict on a repetition has to add to what each side did.
enum Closing {
    /// Both commit the same offence.
    BothAlike(Offence),
    /// Both offend, one of them worse.
    Worse { loser: Colour, offence: Offence, other: Offence },
    /// Nobody offends.
    NoOffence,
}

/// Nothing where one side alone offends, where the loops have been spoken of, or where conduct does not count.
fn closing(outcome: Outcome, repetition: &Repetition) -> Option<Closing> {
    if repetition.rules == super::RuleSet::Simple || !repetition.counter_offences.is_empty() {
        return None;
    }
    let [red, black] = [repetition.conduct[0].offence, repetition.conduct[1].offence];
    let both = red != Offence::None && black != Offence::None;
    match outcome {
        Outcome::Draw if both && red == black => Some(Closing::BothAlike(red)),
        Outcome::Draw if red == Offence::None && black == Offence::None => Some(Closing::NoOffence),
        Outcome::Win(winner) if both => {
            let (offence, other) = if winner == Colour::Red { (black, red) } else { (red, black) };
            Some(Closing::Worse { loser: !winner, offence, other })
        }
        _ => None,
    }
}

fn english_conducts(repetition: &Repetition) -> String {
    let [red, black] = &repetition.conduct;
    if repetition.rules == super::RuleSet::Simple {
        return "Under the simple rules that is a draw.".to_string();
    }
    let answers = english_answers(repetition);
    let red = english_conduct(Colour::Red, red);
    let black = english_conduct(Colour::Black, black);
    format!("{red} {black}{answers}")
}

/// Why the worse offence does not lose, if so; after a space.
fn english_answers(repetition: &Repetition) -> String {
    let answers = &repetition.counter_offences;
    if answers.is_empty() {
        return String::new();
    }
    let deeds = answers.iter().enumerate().map(|(index, answer)| {
        let prey = answer.prey.map(|piece| piece.kind().name()).unwrap_or_default();
        let deed = match answer.offence {
            Offence::Check => "gives check".to_string(),
            Offence::PinnedRookChase | Offence::Chase => format!("chases a {prey}"),
            Offence::Undermining => format!("leaves a {prey} without protection"),
            Offence::None => "does nothing forbidden".to_string(),
        };
        format!("{deed} on every move of loop {}", index + 1)
    });
    let deeds = deeds.collect::<Vec<_>>().join(", ");
    let (worse, lesser) = ranked(repetition);
    let loops = answers.len();
    format!(
        " But the moves are made of {loops} loops, and in none of them does {worse} offend worse than {lesser}: \
         {lesser} {deeds}."
    )
}

/// The side with the worse offence, and the other.
fn ranked(repetition: &Repetition) -> (Colour, Colour) {
    let [red, black] = &repetition.conduct;
    if red.offence > black.offence { (Colour::Red, Colour::Black) } else { (Colour::Black, Colour::Red) }
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
        Habit::Excused(piece, ThreatKind::KingOrPawn) => format!(
            "{side} attacks the {} on every move with a king or a pawn, which may chase.",
            piece.kind().name()
        ),
        Habit::Excused(piece, ThreatKind::Exchange) => {
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
    let name = chinese_side;
    let (result, loser) = match verdict.outcome {
        Outcome::Draw => ("和棋".to_string(), ""),
        Outcome::Win(side) => (format!("{}胜", name(side)), name(!side)),
    };
    match &verdict.reason {
        Reason::Checkmate => format!("{result}：{loser}被将死。"),
        Reason::Stalemate => format!("{result}：{loser}无子可动，困毙判负。"),
        Reason::NaturalMoves(plies) => format!(
            "{result}：自然限着，双方连续{}回合未吃子（任一方第十次以后的将军及其应着不计）。",
            plies / 2
        ),
        Reason::Material => format!("{result}：双方子力均不足以取胜。"),
        Reason::Repetition(repetition) => {
            let closing = chinese_closing(verdict.outcome, repetition);
            format!("{result}：同一局面出现三次。{}{closing}", chinese_conducts(repetition))
        }
    }
}

fn chinese_closing(outcome: Outcome, repetition: &Repetition) -> String {
    match closing(outcome, repetition) {
        Some(Closing::BothAlike(offence)) => {
            format!("双方同为{}，犯例相当，不变作和。", chinese_offence(offence))
        }
        Some(Closing::Worse { loser, offence, other }) => {
            let (offence, other) = (chinese_offence(offence), chinese_offence(other));
            format!("双方均犯例，{offence}重于{other}，{}判负。", chinese_side(loser))
        }
        Some(Closing::NoOffence) => "双方均未犯例，不变作和。".to_string(),
        None => String::new(),
    }
}

fn chinese_offence(offence: Offence) -> &'static str {
    match offence {
        Offence::Check => "长将",
        Offence::PinnedRookChase => "长捉被牵制的车",
        Offence::Chase => "长捉",
        Offence::Undermining => "长使子失去保护",
        Offence::None => "未犯例",
    }
}

fn chinese_conducts(repetition: &Repetition) -> String {
    let [red, black] = &repetition.conduct;
    if repetition.rules == super::RuleSet::Simple {
        return "按简易规则判和。".to_string();
    }
    let red = chinese_conduct("红方", red);
    let black = chinese_conduct("黑方", black);
    let answers = chinese_answers(repetition);
    format!("{red}{black}{answers}")
}

fn chinese_side(side: Colour) -> &'static str {
    if side == Colour::Red { "红方" } else { "黑方" }
}

fn chinese_answers(repetition: &Repetition) -> String {
    let answers = &repetition.counter_offences;
    if answers.is_empty() {
        return String::new();
    }
    let deeds = answers.iter().enumerate().map(|(index, answer)| {
        let prey = answer.prey.map(Piece::glyph).unwrap_or_default();
        let deed = match answer.offence {
            Offence::Check => "将军".to_string(),
            Offence::PinnedRookChase | Offence::Chase => format!("捉{prey}"),
            Offence::Undermining => format!("使{prey}失去保护"),
            Offence::None => "未犯例".to_string(),
        };
        format!("第{}循环每着{deed}", index + 1)
    });
    let deeds = deeds.collect::<Vec<_>>().join("，");
    let (worse, lesser) = ranked(repetition);
    let (worse, lesser) = (chinese_side(worse), chinese_side(lesser));
    let loops = answers.len();
    format!("但全部着法由{loops}个循环组成，任一循环中{worse}犯例均不重于{lesser}：{lesser}{deeds}。")
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
        (Offence::None, Habit::Excused(piece, ThreatKind::KingOrPawn)) => {
            format!("{side}以将帅或兵卒捉{}，允许。", glyph(piece))
        }
        (Offence::None, Habit::Excused(piece, ThreatKind::Exchange)) => {
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
