//! What follows `go` in UCI and UCCI.
//!
//! Somebody waits for the answer, and a clock may run: a search is never refused. Words that mean nothing are passed
//! over, values that make no sense are brought into range or ignored, and a note says so. If nothing that was understood
//! limits a search that was meant to be limited, it gets a short time.

use super::text::{bad_argument, looks_like_move, number, shortened};
use crate::command::{BadCommand, Go};
use crate::core::LONGEST_CLOCK;
use std::iter::{Copied, Peekable};
use std::slice::Iter;
use std::time::Duration;

/// The words that UCI knows; a list of moves ends at one of them.
const WORDS: [&str; 14] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "movetime",
    "mate",
    "perft",
    "infinite",
    "ponder",
    "searchmoves",
    "banmoves",
];

/// Those that UCCI has besides.
const UCCI_WORDS: [&str; 6] = ["time", "increment", "opptime", "oppincrement", "oppmovestogo", "draw"];

/// How many moves a list may name; no position of either game has as many.
const MAX_MOVES: usize = 512;

/// The time for a search whose limits could not be read: the flag may be about to fall.
const UNCLEAR: Duration = Duration::from_millis(100);

/// Reads what follows `go`. UCCI, whose clocks are those of the side to move, has words of its own.
///
/// # Errors
/// Only for a count of leaves, for which nobody needs an answer in time.
pub fn go(words: &[&str], is_ucci: bool) -> Result<Go, BadCommand> {
    let mut reader = Reader { words: words.iter().copied().peekable(), is_ucci, notes: Vec::new() };
    let mut go = Go::default();
    let mut passed_over: Vec<&str> = Vec::new();
    while let Some(word) = reader.words.next() {
        if !reader.is_known(word) {
            passed_over.push(word);
            continue;
        }
        match word {
            "wtime" => go.time[0] = reader.time(word).or(go.time[0]),
            "btime" => go.time[1] = reader.time(word).or(go.time[1]),
            "winc" => go.increment[0] = reader.time(word).unwrap_or_default(),
            "binc" => go.increment[1] = reader.time(word).unwrap_or_default(),
            "movetime" => go.move_time = reader.time(word).or(go.move_time),
            "time" => go.own.get_or_insert([0, 0])[0] = reader.clock(word).unwrap_or(0),
            "increment" => go.own.get_or_insert([0, 0])[1] = reader.clock(word).unwrap_or(0),
            // How long the other side has changes nothing here.
            "opptime" | "oppincrement" | "oppmovestogo" => drop(reader.clock(word)),
            // None to go is another way of saying that all of them are.
            "movestogo" => {
                let moves = reader.at_least(0, word).filter(|&moves| moves > 0);
                go.moves_to_go = moves.map(|moves| moves.try_into().unwrap_or(u32::MAX));
            }
            "depth" if is_ucci && reader.words.next_if_eq(&"infinite").is_some() => go.infinite = true,
            "depth" => {
                // Zero is how UCCI asks for an evaluation; anything else that is too small is meant as a depth.
                let is_evaluation = is_ucci && reader.words.peek() == Some(&"0");
                let depth = reader.at_least(u64::from(!is_evaluation), word);
                go.depth = depth.map(|depth| depth.try_into().unwrap_or(usize::MAX)).or(go.depth);
            }
            "nodes" => go.nodes = reader.at_least(1, word).or(go.nodes),
            "mate" => {
                let moves = reader.at_least(1, word);
                go.mate = moves.map(|moves| moves.try_into().unwrap_or(i32::MAX)).or(go.mate);
            }
            "perft" => {
                let depth = reader.words.next().unwrap_or_default();
                go.perft = Some(
                    number(word, depth)
                        .ok()
                        .filter(|&depth: &u32| depth > 0)
                        .ok_or_else(|| bad_argument(word, depth, "a depth of 1 or more"))?,
                );
            }
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "draw" => go.draw = true,
            list => {
                let moves = if list == "searchmoves" { &mut go.moves } else { &mut go.banned };
                let mut rest = 0;
                while let Some(mv) = reader.words.next_if(|word| looks_like_move(word)) {
                    if moves.len() < MAX_MOVES {
                        moves.push(mv.to_string());
                    } else {
                        rest += 1;
                    }
                }
                if rest > 0 {
                    let note =
                        format!("of the moves after \"{list}\" {MAX_MOVES} are read, {rest} more are not");
                    reader.notes.push(note);
                }
            }
        }
    }
    if !passed_over.is_empty() {
        let (text, known) = (shortened(&passed_over.join(" ")), reader.known().join(", "));
        reader.notes.push(format!("\"{text}\" after \"go\" is passed over; it knows {known}"));
    }
    go.notes = reader.notes;
    let speaks_of_time = go.moves_to_go.is_some() || go.increment.iter().any(|time| !time.is_zero());
    if !go.is_limited() && !go.infinite && go.perft.is_none() && (speaks_of_time || !go.notes.is_empty()) {
        go.move_time = Some(UNCLEAR);
        go.notes.push(format!("nothing limits the search; it takes {} ms", UNCLEAR.as_millis()));
    }
    Ok(go)
}

struct Reader<'a> {
    words: Peekable<Copied<Iter<'a, &'a str>>>,
    is_ucci: bool,
    notes: Vec<String>,
}

impl<'a> Reader<'a> {
    fn known(&self) -> Vec<&'static str> {
        let own = if self.is_ucci { &UCCI_WORDS[..] } else { &[] };
        WORDS.iter().chain(own).copied().collect()
    }

    fn is_known(&self, word: &str) -> bool {
        WORDS.contains(&word) || (self.is_ucci && UCCI_WORDS.contains(&word))
    }

    /// The word that should be a number; another word of `go` is left where it is.
    fn argument(&mut self) -> &'a str {
        let next = self.words.peek().copied().unwrap_or_default();
        if !self.is_known(next) {
            self.words.next();
            return next;
        }
        ""
    }

    /// A time in milliseconds, up to the longest that makes sense.
    fn time(&mut self, word: &str) -> Option<Duration> {
        let number = self.clock(word)?;
        let time = Duration::from_millis(number);
        if time > LONGEST_CLOCK {
            let longest = LONGEST_CLOCK.as_millis();
            self.notes.push(format!("\"{word}\" is followed by \"{number}\"; {longest} is taken instead"));
        }
        Some(time.min(LONGEST_CLOCK))
    }

    /// A clock. Those below zero happen when a GUI lags.
    fn clock(&mut self, word: &str) -> Option<u64> {
        let text = self.argument();
        if text.parse::<i64>().is_ok_and(|number| number < 0) {
            return Some(0);
        }
        self.amount(word, text, 0)
    }

    /// A number that is not below another.
    fn at_least(&mut self, least: u64, word: &str) -> Option<u64> {
        let text = self.argument();
        self.amount(word, text, least)
    }

    /// A number, taken as near to what was said as possible; none if it is not one.
    fn amount(&mut self, word: &str, text: &str, least: u64) -> Option<u64> {
        if let Some(number) = text.parse::<u64>().ok().filter(|&number| number >= least) {
            return Some(number);
        }
        let is_number = text.contains(|letter: char| letter.is_ascii_digit())
            && text.chars().all(|letter| letter.is_ascii_digit() || "+-.eE".contains(letter));
        let number = text.parse::<f64>().ok().filter(|_| is_number).map(|number| (number as u64).max(least));
        let text = shortened(text);
        self.notes.push(match number {
            Some(number) => format!("\"{word}\" is followed by \"{text}\"; {number} is taken instead"),
            None => {
                format!(
                    "\"{word}\" is followed by \"{text}\"; it needs a number from {least}, and is ignored"
                )
            }
        });
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line, what must hold of it, and how many notes it gives.
    type Case = (&'static str, fn(&Go) -> bool, usize);

    fn read(line: &str) -> Go {
        let words: Vec<&str> = line.split_whitespace().collect();
        go(&words, line.contains(" time ")).unwrap()
    }

    #[test]
    fn whatever_is_said_a_search_ends_or_is_meant_not_to() {
        let seconds = |number| Some(Duration::from_secs(number));
        // What was understood counts, and each oddity is noted.
        let cases: [Case; 18] = [
            ("wtime 99999999999999", |go| go.time[0] == Some(LONGEST_CLOCK), 1),
            ("btime 1000000000 binc 1000000001", |go| go.increment[1] == LONGEST_CLOCK, 1),
            ("movetime 18446744073709551615", |go| go.move_time == Some(LONGEST_CLOCK), 1),
            ("wtime 1000000000", |go| go.time[0] == Some(LONGEST_CLOCK), 0),
            ("wtime 1000 btime 1000 foo 3", |go| go.time == [Some(Duration::from_secs(1)); 2], 1),
            ("foo wtime 1000", |go| go.time[0].is_some(), 1),
            ("wtime 1000 movestogo -3", |go| go.moves_to_go.is_none(), 1),
            ("wtime 1000 movestogo 0", |go| go.moves_to_go.is_none(), 0),
            ("wtime 1000.5", |go| go.time[0] == Some(Duration::from_secs(1)), 1),
            ("wtime -20 btime 3", |go| go.time[0] == Some(Duration::ZERO), 0),
            ("wtime soon btime 3000", |go| go.time == [None, Some(Duration::from_secs(3))], 1),
            ("wtime depth 4", |go| go.depth == Some(4) && go.time[0].is_none(), 1),
            ("depth 0", |go| go.depth == Some(1), 1),
            ("depth 99999999999999999999999", |go| go.depth == Some(usize::MAX), 1),
            ("nodes -1 mate 0", |go| go.nodes == Some(1) && go.mate == Some(1), 2),
            ("movetime 1e3", |go| go.move_time == Some(Duration::from_secs(1)), 1),
            ("searchmoves h2e2 swift depth 2", |go| go.moves == ["h2e2"] && go.depth == Some(2), 1),
            (" time 5 depth infinite", |go| go.infinite && go.own == Some([5, 0]), 0),
        ];
        for (line, is_right, notes) in cases {
            let go = read(line);
            assert!(is_right(&go) && go.is_limited() && go.notes.len() == notes, "{line}: {go:?}");
        }
        // Nothing was understood: there is little time.
        for line in [
            "depth deep",
            "wtime",
            "movetime inf",
            "nodes NaN",
            "mate é",
            "quickly",
            "ponder dept 5",
            "searchmoves zz",
            "movestogo 3",
            "winc 500 binc 500",
            "binc 2 btime",
        ] {
            let go = read(line);
            assert!(go.is_limited() && go.move_time == Some(UNCLEAR), "{line}: {go:?}");
            assert!(go.notes.last().unwrap().contains("100 ms"), "{line}: {go:?}");
        }
        // And some are meant to go on.
        for line in ["", "infinite", "ponder", "searchmoves h2e2", "infinite please"] {
            assert!(!read(line).is_limited(), "{line}");
        }
        assert_eq!(read("movetime 3000 depth x").move_time, seconds(3));
    }

    #[test]
    fn counts_are_refused_if_they_cannot_be_made() {
        for line in ["perft", "perft 0", "perft deep", "perft -1"] {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert!(go(&words, false).unwrap_err().to_string().contains("a depth of 1 or more"), "{line}");
        }
        assert_eq!(read("perft 3").perft, Some(3));
    }
}
