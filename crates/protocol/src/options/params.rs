//! The parameters and techniques of the search as options, in builds with the feature `tune`.
//!
//! A parameter is a `spin`, a technique a `check`, each with the name it has in its table. A name that is neither is left
//! to the other options; a value that does not fit is refused, and nothing is changed then.

use super::{BadValue, EngineSettings, OptionError};
use games::{Chess, Variant, Xiangqi};
use search::{Game, Param, Params, Techniques};

/// The parameters that a game starts with.
pub fn of(variant: Variant) -> Params {
    match variant {
        Variant::Xiangqi => Xiangqi::PARAMS,
        Variant::Chess => Chess::PARAMS,
    }
}

/// The lines that tell a GUI which parameters a game has, and which techniques there are.
pub fn describe(variant: Variant) -> String {
    let spin = |Param { name, value, range: (low, high), .. }| {
        format!("option name {name} type spin default {value} min {low} max {high}\n")
    };
    let check = |name: &&str| format!("option name {name} type check default true\n");
    of(variant).list().map(spin).chain(Techniques::NAMES.iter().map(check)).collect()
}

/// Sets a parameter or a technique; nothing if there is none of that name, which is read in any case.
pub fn set(settings: &mut EngineSettings, name: &str, text: &str) -> Option<Result<(), OptionError>> {
    let refusal = |right| Some(Err(OptionError::value(name, text, right)));
    if let Some(known) = Techniques::NAMES.iter().find(|known| known.eq_ignore_ascii_case(name)) {
        let Ok(is_on) = text.parse() else { return refusal(BadValue::NotAFlag) };
        settings.techniques.set(known, is_on);
        return Some(Ok(()));
    }
    let param = settings.params.list().find(|param| param.name.eq_ignore_ascii_case(name))?;
    let (low, high) = param.range;
    match text.parse::<i32>().ok().filter(|value| (low..=high).contains(value)) {
        Some(value) => settings.params.set(param.name, value),
        None => return refusal(BadValue::NotInRange { min: low.into(), max: high.into() }),
    };
    Some(Ok(()))
}
