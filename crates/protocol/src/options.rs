//! What can be set.

use std::time::Duration;

/// Which game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variant {
    /// Xiangqi.
    #[default]
    Xiangqi,
    /// International chess.
    Chess,
}

/// The options and their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Mebibytes of the table.
    pub hash: usize,
    /// Threads of the search.
    pub threads: usize,
    /// Lines to show.
    pub lines: usize,
    /// Time lost between the GUI and the engine.
    pub overhead: Duration,
    /// The game.
    pub variant: Variant,
    /// The numbers of the search.
    #[cfg(feature = "tune")]
    pub numbers: game::Numbers,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(10),
            variant: Variant::default(),
            #[cfg(feature = "tune")]
            numbers: crate::numbers::of(Variant::default()),
        }
    }
}

/// What changing an option asks of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing.
    None,
    /// The table has a new size.
    Hash,
    /// There are more or fewer threads.
    Threads,
    /// Forget everything.
    Clear,
    /// Another game.
    Variant,
    /// Other numbers.
    #[cfg(feature = "tune")]
    Numbers,
}

const MOST_HASH: usize = 1 << 20;
const MOST_THREADS: usize = 1024;
const MOST_LINES: usize = 128;
const MOST_OVERHEAD: usize = 5000;

impl Options {
    /// The lines that tell a GUI what can be set.
    pub fn describe() -> String {
        format!(
            "option name Hash type spin default 16 min 1 max {MOST_HASH}\n\
             option name Threads type spin default 1 min 1 max {MOST_THREADS}\n\
             option name Clear Hash type button\n\
             option name Ponder type check default false\n\
             option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n\
             option name Move Overhead type spin default 10 min 0 max {MOST_OVERHEAD}\n\
             option name UCI_Variant type combo default xiangqi var xiangqi var chess\n"
        )
    }

    /// Sets an option; names are read in any case.
    ///
    /// # Errors
    /// Quotes what is wrong and says what would be right; nothing is changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, String> {
        let text = value.unwrap_or_default();
        #[cfg(feature = "tune")]
        if let Some(done) = crate::numbers::set(&mut self.numbers, name, text) {
            return done.map(|()| Change::Numbers);
        }
        let number = |least: usize, most: usize| {
            let number = text.parse::<usize>().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| {
                format!("option \"{name}\" cannot be \"{text}\"; it must be a number from {least} to {most}")
            })
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = number(1, MOST_HASH)?;
                Ok(Change::Hash)
            }
            "threads" => {
                self.threads = number(1, MOST_THREADS)?;
                Ok(Change::Threads)
            }
            "clear hash" => Ok(Change::Clear),
            "ponder" if matches!(text, "true" | "false") => Ok(Change::None),
            "ponder" => Err(format!("option \"{name}\" cannot be \"{text}\"; it must be true or false")),
            "multipv" => {
                self.lines = number(1, MOST_LINES)?;
                Ok(Change::None)
            }
            "move overhead" => {
                self.overhead = Duration::from_millis(number(0, MOST_OVERHEAD)? as u64);
                Ok(Change::None)
            }
            "uci_variant" => {
                let variant = match text {
                    "xiangqi" => Variant::Xiangqi,
                    "chess" => Variant::Chess,
                    _ => {
                        return Err(format!(
                            "option \"{name}\" cannot be \"{text}\"; it must be xiangqi or chess"
                        ));
                    }
                };
                #[cfg(feature = "tune")]
                if variant != self.variant {
                    self.numbers = crate::numbers::of(variant);
                }
                self.variant = variant;
                Ok(Change::Variant)
            }
            _ => Err(format!("there is no option \"{name}\"; uci lists them")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_and_kept() {
        let mut options = Options::default();
        assert_eq!(options.set("hash", Some("64")), Ok(Change::Hash));
        assert_eq!(options.set("MultiPV", Some("3")), Ok(Change::None));
        let before = options.clone();
        for (name, value) in [("Hash", "0"), ("Threads", "many"), ("UCI_Variant", "go"), ("Speed", "9")] {
            let message = options.set(name, Some(value)).unwrap_err();
            assert!(message.contains(&format!("\"{name}\"")), "{message}");
        }
        assert_eq!(options, before);
        assert_eq!((options.hash, options.lines), (64, 3));
    }
}
