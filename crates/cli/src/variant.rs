//! The choice of a game on the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use games::Variant;

/// Reads the name of a game, and lets the help text list them.
pub fn variant() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::name)).try_map(|name| name.parse::<Variant>())
}
