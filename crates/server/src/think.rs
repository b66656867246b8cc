//! One search of one position, in turns with all the others.
//!
//! The search passes its checkpoint every thousand nodes or so, and there it waits for its turn ([`Turn::poll`]). Lines are told at most every [`PAUSE`], the newest of each number.

use crate::gate::{Gate, Turn};
use engine::{Answer, Bound, Engine, Event, Hooks, Limits, Line};
use games::{GameData, Xiangqi};
use search::Score;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use xiangqi::Move;
use xiangqi::Position;

/// The least time between two lines of one number.
const PAUSE: Duration = Duration::from_millis(60);

/// How the time of a search counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// As on a clock on the wall: the search hurries to be ready, and has a turn before others for a while.
    Wall,
    /// Only while it computes: it is as good as if it were alone, and takes longer.
    Computing,
}

/// A line as it is passed on.
pub struct Told {
    /// The line.
    pub line: Line<Move>,
    /// How long the search has computed.
    pub computed: Duration,
}

/// Searches until a limit is reached or the flag is set.
pub fn think(
    engine: &mut Engine<Xiangqi>,
    position: &Position,
    limits: &Limits<Move>,
    pace: Pace,
    gate: &Gate,
    stop: &AtomicBool,
    tell: &mut (dyn FnMut(Told) + Send),
) -> Answer<Move> {
    let turn = Turn::wait(gate, pace == Pace::Wall, stop);
    let voice = Mutex::new(Voice { pending: BTreeMap::new(), last: None, tell });
    let elapsed = || if pace == Pace::Wall { turn.waited() } else { turn.computed() };
    let checkpoint = || {
        speak(&voice, None, turn.computed(), false);
        turn.poll();
        ControlFlow::Continue(())
    };
    let mut report = |event: Event<Move>| {
        if let Event::Line(line) = event {
            turn.note_words();
            speak(&voice, Some(line), turn.computed(), false);
        }
    };
    engine.set_position(position.clone());
    let hooks = Hooks { stop, elapsed: &elapsed, checkpoint: Some(&checkpoint), report: Some(&mut report) };
    let found = engine.search(limits, hooks);
    let computed = turn.computed();
    drop(turn);
    speak(&voice, None, computed, true);
    found
}

/// What a score means from Red's side, told in centipawns, and its chances in thousandths.
pub fn told(position: &Position, score: Score) -> (crate::messages::ScoreText, [u16; 3]) {
    use crate::messages::ScoreText;
    let is_red = position.side() == xiangqi::Colour::Red;
    let outlook = Xiangqi::WIN_DRAW_LOSS.chances(score, Xiangqi::men(position));
    let wdl = [outlook.win, outlook.draw, outlook.loss];
    let sign = if is_red { 1 } else { -1 };
    let score = Xiangqi::to_centipawns(score);
    let text = match score.mate_distance() {
        Some(moves) => ScoreText::Mate(sign * moves),
        None => ScoreText::Cp(sign * score.value()),
    };
    (text, if is_red { wdl } else { [wdl[2], wdl[1], wdl[0]] })
}

/// A bound as messages name it.
pub fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
        // Lines never come with this.
        Bound::None => "none",
    }
}

/// Lines that are still to be told.
struct Voice<'a> {
    pending: BTreeMap<usize, Line<Move>>,
    last: Option<Instant>,
    tell: &'a mut (dyn FnMut(Told) + Send),
}

fn speak(voice: &Mutex<Voice<'_>>, line: Option<Line<Move>>, computed: Duration, is_last: bool) {
    let mut voice = voice.lock().unwrap_or_else(PoisonError::into_inner);
    let voice = &mut *voice;
    if let Some(line) = line {
        voice.pending.insert(line.number, line);
    }
    let is_due = voice.last.is_none_or(|last| last.elapsed() >= PAUSE);
    if !voice.pending.is_empty() && (is_due || is_last) {
        voice.last = Some(Instant::now());
        for (_, line) in std::mem::take(&mut voice.pending) {
            (voice.tell)(Told { line, computed });
        }
    }
}
