//! The tags of a game, in order.
//!
//! Kept here: what describes the game (`Event`, `Date`, `Red`, `ECCO`, …). Refused, because the
//! [`Game`](crate::Game) holds it elsewhere or the writer adds it: `FEN`, `SetUp`, `Result`,
//! `Format`, `Game`, `Variant`. The side that moves first is called Red: `White`, `WhiteElo` and the
//! like are stored as `Red`, `RedElo`, and the writer turns them back where the dialect wants it.

use crate::error::quote;
use thiserror::Error;

/// The tags of a game, in order; a name may occur once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

/// Why a tag cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TagError {
    /// The name is not made of letters, digits and `_`.
    #[error("\"{0}\" is not a tag name; it must be letters, digits and _, such as Event")]
    Name(String),
    /// The game holds this elsewhere.
    #[error("the tag \"{0}\" follows from the game itself; set the start position or the result there")]
    Reserved(String),
}

const RESERVED: [&str; 6] = ["FEN", "SetUp", "Result", "Format", "Game", "Variant"];

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        let name = red_name(name);
        self.0.iter().find(|(other, _)| *other == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its place if it is there already, else at the end. Line breaks in the value
    /// become spaces, for a tag is one line; zero characters, by which a written file would look like UTF-16, are
    /// dropped.
    ///
    /// ```
    /// let mut tags = notation::Tags::default();
    /// tags.set("White", "Hu Ronghua")?;
    /// assert_eq!(tags.get("Red"), Some("Hu Ronghua"));
    /// assert!(tags.set("FEN", "").is_err());
    /// # Ok::<(), notation::TagError>(())
    /// ```
    ///
    /// # Errors
    /// The name is malformed or reserved.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if name.is_empty() || !name.chars().all(is_name_character) {
            return Err(TagError::Name(quote(name)));
        }
        if is_reserved(name) {
            return Err(TagError::Reserved(name.to_owned()));
        }
        let name = red_name(name);
        let value = value.replace('\0', "").replace("\r\n", " ").replace(['\r', '\n'], " ");
        match self.0.iter_mut().find(|(other, _)| *other == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
        Ok(())
    }

    /// Takes a tag away.
    ///
    /// ```
    /// let mut tags = notation::Tags::default();
    /// tags.set("Red", "Hu Ronghua")?;
    /// tags.set("Site", "Shanghai")?;
    /// tags.remove("Site");
    /// assert_eq!(tags.iter().collect::<Vec<_>>(), [("Red", "Hu Ronghua")]);
    /// assert!(tags.len() == 1 && !tags.is_empty());
    /// # Ok::<(), notation::TagError>(())
    /// ```
    pub fn remove(&mut self, name: &str) {
        let name = red_name(name);
        self.0.retain(|(other, _)| *other != name);
    }

    /// All tags in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// How many tags there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no tag.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What a tag's name is made of.
pub(crate) fn is_name_character(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// What stands around the value of a tag; word processors make the curly ones.
pub(crate) const QUOTES: [char; 3] = ['"', '“', '”'];

/// The name in a line that begins `[Name`, and what follows it.
pub(crate) fn split_tag(line: &str) -> Option<(&str, &str)> {
    let inside = line.trim_start_matches('\u{feff}').strip_prefix('[')?.trim_start();
    let length = inside.find(|character| !is_name_character(character)).unwrap_or(inside.len());
    inside.split_at_checked(length).filter(|(name, _)| !name.is_empty())
}

/// The name of the tag that a line begins with: `[Name "`, whatever follows.
pub(crate) fn tag_name(line: &str) -> Option<&str> {
    let (name, behind) = split_tag(line)?;
    behind.trim_start().starts_with(QUOTES).then_some(name)
}

/// Whether the game holds what the tag says elsewhere.
pub(crate) fn is_reserved(name: &str) -> bool {
    RESERVED.iter().any(|reserved| reserved.eq_ignore_ascii_case(name))
}

/// The name with `Red` for `White`.
fn red_name(name: &str) -> String {
    exchange_prefix(name, "White", "Red")
}

/// The name with `White` for `Red`.
pub(crate) fn white_name(name: &str) -> String {
    exchange_prefix(name, "Red", "White")
}

fn exchange_prefix(name: &str, old: &str, new: &str) -> String {
    match name.strip_prefix(old) {
        Some(rest) if !rest.starts_with(|next: char| next.is_ascii_lowercase()) => format!("{new}{rest}"),
        _ => name.to_owned(),
    }
}
