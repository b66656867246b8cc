//! Conversations from `testdata/protocol/core`: what goes in, and what comes out, without threads or engines.

use super::{ConfigureError, Core, Effect, Input, Job, SearchOrder};
use crate::options::EngineSettings;
use engine::opening::BookFileError;
use engine::{Answer, Bound, Event, Line, Mode, NoMemory, WinDrawLoss};
use search::Score;
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, io};

/// Whether a text looks like a pattern, in which `*` is anything.
fn looks_like(text: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => text == pattern,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            let ends = text.char_indices().map(|(end, _)| end).chain([text.len()]);
            ends.into_iter().any(|end| looks_like(&text[end..], rest))
        }),
    }
}

fn search_text(order: &SearchOrder) -> String {
    let limits = &order.limits;
    let mut text = format!("start {} {:?}", order.number, order.mode);
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = write!(text, " {name}={value}");
        }
    };
    add("depth", limits.depth.map(|depth| depth.to_string()));
    add("nodes", limits.nodes.map(|nodes| nodes.to_string()));
    let fixed = limits.hard_time.filter(|_| limits.soft_time.is_none());
    add("time", fixed.map(|time| time.as_millis().to_string()));
    add("moves", (!limits.moves.is_empty()).then(|| limits.moves.join(",")));
    add("excluded", (!limits.excluded.is_empty()).then(|| limits.excluded.join(",")));
    add("lines", (limits.lines > 1).then(|| limits.lines.to_string()));
    if limits.soft_time.is_some() {
        // What a clock leaves for a move does not concern the protocol.
        text =
            match text.split_once(" moves=").or(text.split_once(" excluded=")).or(text.split_once(" lines="))
            {
                Some((before, _)) => format!("{before} clock{}", &text[before.len()..]),
                None => format!("{text} clock"),
            };
    }
    text
}

/// What is asked of the engine that was not before.
fn settings_text(old: &EngineSettings, new: &EngineSettings) -> String {
    let mut text = String::from("configure");
    let mut add = |name: &str, is_new: bool, value: String| {
        if is_new {
            let _ = write!(text, " {name}={value}");
        }
    };
    add("variant", new.variant != old.variant, new.variant.to_string());
    add("hash", new.hash != old.hash, new.hash.to_string());
    add("threads", new.threads != old.threads, new.threads.to_string());
    let kind = if new.evaluation.by_network { "network" } else { "classical" };
    add("evaluation", new.evaluation != old.evaluation, kind.into());
    let limit = new.rules.natural_limit.map_or("-".into(), |limit| limit.to_string());
    add("rules", new.rules != old.rules, format!("{}/{limit}", new.rules.repetition));
    let level = |settings: &EngineSettings| settings.strength.level().number();
    add("level", level(new) != level(old), level(new).to_string());
    text
}

/// The world around the core, as far as a test has one.
struct World {
    core: Core,
    now: Instant,
    settings: EngineSettings,
    proposed: Option<EngineSettings>,
}

impl World {
    fn effect_text(&mut self, effect: Effect) -> String {
        match effect {
            Effect::Say(text) => format!("say {}", text.lines().next().unwrap_or_default()).trim_end().into(),
            Effect::Start(order) => search_text(&order),
            Effect::Run { job: Job::Perft { depth, .. }, .. } => format!("run perft {depth}"),
            Effect::Run { job: Job::Bench { .. }, .. } => "run bench".into(),
            Effect::Run { job: Job::SpeedTest(_), .. } => "run speedtest".into(),
            Effect::Run { job: Job::Panic, .. } => "run into a panic".into(),
            Effect::Stop => "stop".into(),
            Effect::PonderHit => "hit".into(),
            Effect::Forget => "forget".into(),
            Effect::Prepare => "prepare".into(),
            Effect::Configure(settings) => {
                let text = settings_text(&self.settings, &settings);
                self.proposed = Some(*settings);
                text
            }
            Effect::LoadBook(path) => format!("book {}", path.unwrap_or_default().display()),
            Effect::Follow(path) => format!("follow {}", path.unwrap_or_default().display()),
            Effect::Evaluate(_) => "evaluate".into(),
            Effect::Recall(_) => "recall".into(),
            Effect::ExportNet { path, overwrite } => {
                format!("export {}{}", path.display(), if overwrite { ", overwriting" } else { "" })
            }
            Effect::Leave => "leave".into(),
        }
    }

    fn tell(&mut self, input: Input) -> Vec<String> {
        self.now += Duration::from_millis(1);
        let effects = self.core.handle(self.now, input);
        effects.into_iter().map(|effect| self.effect_text(effect)).collect()
    }

    /// What the world has to tell, from its text.
    fn input(&mut self, text: &str) -> Input {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["line", number, depth, ref moves @ ..] => Input::Search(
                number.parse().unwrap(),
                Event::Line(Line {
                    depth: depth.parse().unwrap(),
                    selective_depth: depth.parse().unwrap(),
                    number: 1,
                    score: Score::evaluation(20),
                    raw_score: Score::evaluation(50),
                    bound: Bound::Exact,
                    win_draw_loss: WinDrawLoss { win: 300, draw: 600, loss: 100 },
                    nodes: 100,
                    elapsed: Duration::ZERO,
                    fullness: 0,
                    moves: moves.iter().map(ToString::to_string).collect(),
                }),
            ),
            ["done", number, ref moves @ ..] => {
                let line: Vec<String> =
                    moves.iter().filter(|mv| **mv != "-").map(ToString::to_string).collect();
                let score = if line.is_empty() { Score::mated_in(0) } else { Score::evaluation(20) };
                let answer = Answer {
                    best: line.first().cloned(),
                    ponder: line.get(1).cloned(),
                    line,
                    score,
                    raw_score: score,
                    depth: 5,
                    nodes: 100,
                };
                Input::Search(number.parse().unwrap(), Event::Done(answer))
            }
            ["counted", number] => Input::Counted(number.parse().unwrap()),
            ["configured"] => {
                self.settings = self.proposed.take().unwrap_or(self.settings.clone());
                Input::Configured(Ok(None))
            }
            ["refused", "memory", wanted] => {
                self.proposed = None;
                Input::Configured(Err(no_memory(wanted).into()))
            }
            ["refused", "log", path] => {
                self.proposed = None;
                let reason = io::ErrorKind::NotFound.into();
                Input::Configured(Err(ConfigureError::Log { path: path.into(), reason }))
            }
            ["refused", "book", path] => {
                let reason = io::ErrorKind::NotFound.into();
                Input::Book(Err(BookFileError::File { path: path.into(), reason }))
            }
            ["failed", "memory", wanted] => Input::NotPrepared(no_memory(wanted)),
            ["evaluated", score] => Input::Evaluated { score: score.parse().unwrap(), name: "net".into() },
            ["recalled"] => Input::Recalled(None),
            ["end"] => Input::End,
            ["gone"] => Input::Gone,
            ["interrupted"] => Input::Interrupted,
            _ => panic!("\"{text}\" means nothing"),
        }
    }
}

fn no_memory(wanted: &str) -> NoMemory {
    NoMemory { wanted: wanted.parse().unwrap(), available: None }
}

fn hold(path: &Path) -> io::Result<()> {
    let mut world = World {
        core: Core::new(1, true),
        now: Instant::now(),
        settings: EngineSettings::default(),
        proposed: None,
    };
    let mut effects: Vec<String> = Vec::new();
    for (number, row) in (1..).zip(fs::read_to_string(path)?.lines()) {
        let place = format!("{}:{number}", path.display());
        if row.is_empty() || row.starts_with('#') {
            continue;
        }
        if let Some(line) = row.strip_prefix("> ") {
            assert!(effects.is_empty(), "{place}: also {effects:?}");
            effects = world.tell(Input::Line(line.into()));
        } else if let Some(text) = row.strip_prefix("* ") {
            // Failures that are known at once are heard of while others are still being done.
            let rest = std::mem::take(&mut effects);
            let is_at_once = text.starts_with("failed");
            assert!(rest.is_empty() || is_at_once, "{place}: also {rest:?}");
            let input = world.input(text);
            effects = rest.into_iter().chain(world.tell(input)).collect();
        } else {
            assert!(!effects.is_empty(), "{place}: nothing happens instead of \"{row}\"");
            let effect = effects.remove(0);
            assert!(looks_like(&effect, row), "{place}: \"{effect}\" instead of \"{row}\", then {effects:?}");
        }
    }
    assert!(effects.is_empty(), "{}: also {effects:?}", path.display());
    Ok(())
}

#[test]
fn conversations_have_the_effects_that_are_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/protocol/core");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    assert!(paths.len() >= 14, "{paths:?}");
    for path in paths {
        hold(&path).unwrap();
    }
}

#[test]
fn patterns_are_matched_whole() {
    assert!(looks_like("say bestmove h2e2", "say bestmove *") && looks_like("stop", "stop"));
    assert!(!looks_like("say bestmove h2e2", "say bestmove") && !looks_like("stop", "say*"));
}

#[test]
fn a_search_carries_its_position_and_its_rules() {
    let mut core = Core::new(1, true);
    for line in [
        "setoption name UCI_Variant value xiangqi",
        "position fen 4k4/9/9/9/9/9/9/9/R8/3K5 w moves a2a5",
        "go movetime 5",
    ] {
        for effect in core.handle(Instant::now(), Input::Line(line.into())) {
            if let Effect::Start(order) = effect {
                assert_eq!(order.position.fen(), "4k4/9/9/9/9/R8/9/9/9/3K5 b - - 1 1");
                assert_eq!((order.mode, order.limits.ends_early), (Mode::Think, true));
                return;
            }
        }
    }
    panic!("no search");
}
