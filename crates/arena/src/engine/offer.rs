//! The options that an engine says it has, and whether a setting is one of them.
//!
//! A setting that the engine does not have, or a value that it does not take, would be passed over by most engines without
//! a word, and the match would be another than was asked for: it is refused here, with what the engine offers.

use std::fmt;

/// An option that an engine says it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Its name.
    pub name: String,
    /// What it takes.
    pub kind: OfferKind,
    /// What it is unless set.
    pub default: Option<String>,
}

/// What an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OfferKind {
    /// `true` or `false`.
    Check,
    /// A whole number, the least and the largest.
    Spin(i64, i64),
    /// One of some words.
    Combo(Vec<String>),
    /// Nothing: it is pressed.
    Button,
    /// Any text, or a kind that is not known here.
    Text,
}

/// `from 1 to 1024`, as a sentence about the option goes on.
impl fmt::Display for OfferKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check => f.write_str("true or false"),
            Self::Spin(least, most) => write!(f, "a whole number from {least} to {most}"),
            Self::Combo(words) => write!(f, "one of {}", words.join(", ")),
            Self::Button => f.write_str("no value"),
            Self::Text => f.write_str("any text"),
        }
    }
}

/// Why an engine cannot be set as it was asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionRefusal {
    /// It has no option of that name.
    #[error("the engine has no option \"{name}\"; it offers {}", offered(.known))]
    Missing {
        /// The name.
        name: String,
        /// What it has.
        known: Vec<String>,
    },
    /// The option does not take that value.
    #[error("the option \"{name}\" does not take \"{value}\"; it takes {kind}")]
    Value {
        /// The name.
        name: String,
        /// The value.
        value: String,
        /// What it takes.
        kind: OfferKind,
    },
}

fn offered(known: &[String]) -> String {
    if known.is_empty() { "none at all".to_string() } else { known.join(", ") }
}

impl Offer {
    /// The option of a line `option name N type spin default D min L max H`; UCCI leaves out the `name`.
    pub(super) fn read(words: &[&str]) -> Option<Self> {
        let cut = words.iter().position(|word| *word == "type")?;
        let (name, kind) = words.split_at(cut);
        let name = name.strip_prefix(&["name"]).unwrap_or(name).join(" ");
        let after = |key: &str| {
            let place = kind.iter().position(|word| *word == key)?;
            let rest = &kind[place + 1..];
            let end = rest.iter().position(|word| ["min", "max", "var", "default"].contains(word));
            Some(rest[..end.unwrap_or(rest.len())].join(" "))
        };
        let number = |key: &str| after(key)?.parse::<i64>().ok();
        let taken = match kind.get(1).copied() {
            Some("check") => OfferKind::Check,
            Some("button") => OfferKind::Button,
            Some("spin") => match number("min").zip(number("max")) {
                Some((least, most)) => OfferKind::Spin(least, most),
                None => OfferKind::Text,
            },
            Some("combo") => {
                let words = kind.split(|word| *word == "var").skip(1);
                let cut = |words: &[&str]| {
                    let end = words.iter().position(|word| ["default", "min", "max"].contains(word));
                    words[..end.unwrap_or(words.len())].join(" ")
                };
                OfferKind::Combo(words.map(cut).collect())
            }
            _ => OfferKind::Text,
        };
        Some(Self { name, kind: taken, default: after("default") }).filter(|offer| !offer.name.is_empty())
    }

    /// The least and the largest value, if it is a number.
    pub fn range(&self) -> Option<(i64, i64)> {
        if let OfferKind::Spin(least, most) = self.kind { Some((least, most)) } else { None }
    }

    /// Whether it takes a value.
    fn takes(&self, value: &str) -> bool {
        match &self.kind {
            OfferKind::Check => ["true", "false"].iter().any(|word| word.eq_ignore_ascii_case(value)),
            OfferKind::Spin(least, most) => {
                value.parse::<i64>().is_ok_and(|number| (*least..=*most).contains(&number))
            }
            OfferKind::Combo(words) => words.iter().any(|word| word.eq_ignore_ascii_case(value)),
            OfferKind::Button => value.is_empty(),
            OfferKind::Text => true,
        }
    }

    /// The option of this name. Names are compared as UCI has it, without regard to case.
    pub(super) fn find<'o>(offers: &'o [Self], name: &str) -> Result<&'o Self, OptionRefusal> {
        offers.iter().find(|offer| offer.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let known = offers.iter().map(|offer| offer.name.clone()).collect();
            OptionRefusal::Missing { name: name.to_string(), known }
        })
    }

    /// Whether a setting is an option of these, with a value that it takes.
    pub(super) fn check(offers: &[Self], name: &str, value: &str) -> Result<(), OptionRefusal> {
        let offer = Self::find(offers, name)?;
        if offer.takes(value) {
            return Ok(());
        }
        let (name, value, kind) = (offer.name.clone(), value.to_string(), offer.kind.clone());
        Err(OptionRefusal::Value { name, value, kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(line: &str) -> Option<Offer> {
        Offer::read(&line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn offers_are_read() {
        for (line, name, kind, default) in [
            (
                "name Move Overhead type spin default 10 min 0 max 5000",
                "Move Overhead",
                OfferKind::Spin(0, 5000),
                Some("10"),
            ),
            ("usebook type check default true", "usebook", OfferKind::Check, Some("true")),
            ("hashsize type spin min 1 max 64 default 16", "hashsize", OfferKind::Spin(1, 64), Some("16")),
            (
                "style type combo var solid var very risky default solid",
                "style",
                OfferKind::Combo(vec!["solid".into(), "very risky".into()]),
                Some("solid"),
            ),
            ("name Clear Hash type button", "Clear Hash", OfferKind::Button, None),
            ("name EvalFile type string default <empty>", "EvalFile", OfferKind::Text, Some("<empty>")),
            ("name Odd type spin default x", "Odd", OfferKind::Text, Some("x")),
        ] {
            let default = default.map(str::to_string);
            assert_eq!(offer(line), Some(Offer { name: name.into(), kind, default }), "{line}");
        }
        assert_eq!(offer("name"), None);
        assert_eq!(offer("name type spin"), None);
    }

    #[test]
    fn settings_are_checked() {
        let offers: Vec<Offer> = [
            "name Hash type spin default 16 min 1 max 1024",
            "name Ponder type check default false",
            "name Style type combo default Solid var Solid var Risky",
            "name Clear type button",
            "name Book type string default",
        ]
        .iter()
        .filter_map(|line| offer(line))
        .collect();
        for (name, value) in [
            ("hash", "1024"),
            ("Ponder", "True"),
            ("Style", "risky"),
            ("Clear", ""),
            ("Book", ""),
            ("Book", "any thing"),
        ] {
            assert_eq!(Offer::check(&offers, name, value), Ok(()), "{name} {value}");
        }
        for (name, value, part) in [
            ("Hash", "0", "from 1 to 1024"),
            ("Hash", "much", "\"much\""),
            ("Ponder", "yes", "true or false"),
            ("Style", "wild", "one of Solid, Risky"),
            ("Clear", "1", "no value"),
            ("Haash", "16", "\"Haash\"; it offers Hash, Ponder"),
        ] {
            let refusal = Offer::check(&offers, name, value).unwrap_err().to_string();
            assert!(refusal.contains(part), "{name} {value}: {refusal}");
        }
        let refusal = Offer::check(&[], "Hash", "1").unwrap_err().to_string();
        assert!(refusal.ends_with("it offers none at all"), "{refusal}");
    }
}
