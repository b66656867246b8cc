//! What many changes of the search's parameters would gain, all of them in one experiment.
//!
//! In every trial a random half of the changes plays the other half, a pair of games from one opening, so that each game tells
//! of every change. A line for each trial goes to standard output: the changes of the first side as a string of 0 and 1,
//! then its wins, draws and losses. `tools/screen` makes a table of the lines.
//!
//! ```text
//! screen CHANGES OPENINGS NODES TRIALS SEED
//! ```
//!
//! A line of CHANGES is `name|parameter=value parameter=value`.

use games::Xiangqi;
use learn::tune::{OwnGames, OwnPlayer, Parameter, Trial, TrialOpenings, TrialPlayer};
use search::Game;
use std::error::Error;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use xiangqi::Random;

/// A change: which parameters take which values.
type Change = Vec<(usize, i32)>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [changes, openings, nodes, trials, seed] = &arguments[..] else {
        return Err("screen CHANGES OPENINGS NODES TRIALS SEED".into());
    };
    let (mut parameters, mut factors) = (Vec::new(), Vec::new());
    for line in std::fs::read_to_string(changes)?.lines() {
        factors.push(read_change(line, &mut parameters)?);
    }
    let openings: Vec<String> = std::fs::read_to_string(openings)?
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().take(6).collect::<Vec<_>>().join(" "))
        .collect();
    let games = OwnGames { pairs: 1, nodes: nodes.parse()?, hash: 4, max_plies: 240 };
    let (stop, mut random) = (AtomicBool::new(false), Random::new(seed.parse()?));
    let begins = TrialOpenings::<Xiangqi>::new(&openings, 0)?;
    let mut player = OwnPlayer::new(games, &parameters, begins, &stop)?;
    for number in 1..=trials.parse()? {
        let half: Vec<bool> = factors.iter().map(|_| random.below(2) == 1).collect();
        let side = |wanted| {
            let mut values: Vec<i32> = parameters.iter().map(|parameter| parameter.value as i32).collect();
            for (change, _) in factors.iter().zip(&half).filter(|(_, is_first)| **is_first == wanted) {
                for &(index, value) in change {
                    values[index] = value;
                }
            }
            values
        };
        let trial = Trial::between(number, random.next_u64(), side(true), side(false));
        if let Some(outcome) = player.play(&trial)? {
            let bits: String = half.iter().map(|&bit| if bit { '1' } else { '0' }).collect();
            let mut out = std::io::stdout();
            writeln!(out, "{bits}\t{}\t{}\t{}", outcome.wins, outcome.draws, outcome.losses)?;
            out.flush()?;
        }
    }
    Ok(())
}

fn read_change(line: &str, parameters: &mut Vec<Parameter>) -> Result<Change, Box<dyn Error>> {
    let (_, settings) =
        line.split_once('|').ok_or_else(|| format!("\"{line}\" is not name|parameter=value"))?;
    let mut change = Change::new();
    for setting in settings.split_whitespace() {
        let (name, value) = setting.split_once('=').ok_or_else(|| format!("\"{setting}\" has no value"))?;
        let value = value.parse().map_err(|_| format!("\"{value}\" is not a whole number"))?;
        let known = Xiangqi::PARAMS.list().find(|param| param.name == name);
        let param = known.ok_or_else(|| format!("there is no parameter \"{name}\""))?;
        let index = parameters.iter().position(|parameter| parameter.name == name).unwrap_or_else(|| {
            let (low, high) = param.range;
            let (value, step) = (f64::from(param.value), f64::from(param.step));
            parameters.push(Parameter { name: name.into(), value, low, high, step });
            parameters.len() - 1
        });
        change.push((index, value));
    }
    Ok(change)
}
