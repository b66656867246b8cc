//! Settings as text: words of `key=value`, and lists such as `score=600,moves=4`.
//!
//! Words are separated by spaces. Quotes, single or double, keep spaces in a word and are dropped;
//! a backslash is an ordinary character, so that Windows paths need no care. A quote that does not
//! close, a key that is unknown or given twice, and a value that does not fit are refused.

use std::fmt;
use std::str::FromStr;

/// Why a setting cannot be used: quotes it, and says what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingError(String);

impl SettingError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingError {}

/// The words of a text, with one layer of quotes taken off.
pub(crate) fn words(text: &str) -> Result<Vec<String>, SettingError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in text.chars() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    if let Some(quote) = quote {
        return Err(SettingError::new(format!("\"{text}\" opens a quote {quote} that does not close")));
    }
    words.extend(word);
    Ok(words)
}

/// `key=value`, cut at the first `=`.
pub(crate) fn key_value(word: &str) -> Result<(&str, &str), SettingError> {
    word.split_once('=')
        .filter(|(key, _)| !key.is_empty())
        .ok_or_else(|| SettingError::new(format!("\"{word}\" is not a setting; write key=value")))
}

/// The values of a list such as `score=600,moves=4`, in the order of `keys`; nothing for a key that
/// is not there.
pub(crate) fn list<'t, const N: usize>(
    text: &'t str,
    keys: [&str; N],
) -> Result<[Option<&'t str>; N], SettingError> {
    let mut values = [None; N];
    for item in text.split(',').map(str::trim) {
        let (key, value) = key_value(item)?;
        let Some(place) = keys.iter().position(|known| *known == key) else {
            return Err(SettingError::new(format!(
                "\"{key}\" in \"{text}\" is unknown; there are {}",
                keys.join(", ")
            )));
        };
        if values[place].replace(value).is_some() {
            return Err(SettingError::new(format!("\"{key}\" is given twice in \"{text}\"")));
        }
    }
    Ok(values)
}

/// A number, or the default where none is given.
pub(crate) fn number<T: FromStr>(
    key: &str,
    value: Option<&str>,
    default: Option<T>,
) -> Result<T, SettingError> {
    match (value, default) {
        (Some(value), _) => value.parse().map_err(|_| {
            SettingError::new(format!("{key}=\"{value}\" is not a number in the range allowed"))
        }),
        (None, Some(default)) => Ok(default),
        (None, None) => Err(SettingError::new(format!("{key}=NUMBER is missing"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_quotes() {
        let split = |text| words(text).unwrap();
        assert_eq!(split("  a=1  b='x y' "), ["a=1", "b=x y"]);
        assert_eq!(split("cmd=\"C:\\x y\\e.exe 'a b'\""), ["cmd=C:\\x y\\e.exe 'a b'"]);
        assert_eq!(split("option.'Move Overhead'=10 empty=''"), ["option.Move Overhead=10", "empty="]);
        assert!(words("a='b").unwrap_err().to_string().contains("does not close"));
    }

    #[test]
    fn lists() {
        assert_eq!(list("a=1,c=3", ["a", "b", "c"]).unwrap(), [Some("1"), None, Some("3")]);
        for wrong in ["", "a", "d=1", "a=1,a=2", "=1"] {
            assert!(list(wrong, ["a", "b"]).is_err(), "{wrong}");
        }
        assert_eq!(number("a", Some("7"), Some(1)), Ok(7));
        assert_eq!(number("a", None, Some(1)), Ok(1));
        assert!(number::<u8>("a", Some("700"), None).is_err());
        assert!(number::<u8>("a", None, None).is_err());
    }
}
