//! When a search ends, what it says on the way, and how it is spoken to.

use engine::{Bound, Engine, EvaluationChoice, Event, Limits, Line, Mode};
use games::xiangqi::Classical;
use games::{GameData, GameText, Xiangqi};
use search::{CHECKPOINT_INTERVAL, Control, Report, Searcher, Silent};
use search::{Game, Score, Which};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use xiangqi::Position;

type Move = <Xiangqi as Game>::Move;

/// Long enough to show that a test hangs.
const AGES: Duration = Duration::from_secs(60);
/// One legal move: the king must step aside.
const ONLY_MOVE: &str = "3k5/9/9/9/9/4P4/9/9/9/3RK4 b";
/// Soon, on a busy machine.
const SOON: Duration = Duration::from_secs(20);

fn at(fen: &str) -> Engine<Xiangqi> {
    let mut engine = Engine::new(16, 1);
    engine.set_position(Xiangqi::parse_position(fen).unwrap());
    engine
}

fn go(engine: &mut Engine<Xiangqi>, limits: Limits<Move>, mode: Mode) -> Receiver<Event<Move>> {
    let (sender, events) = mpsc::channel();
    engine.go(limits, mode, move |event| drop(sender.send(event)));
    events
}

fn lines(events: &[Event<Move>]) -> Vec<&Line<Move>> {
    events.iter().filter_map(|event| if let Event::Line(line) = event { Some(line) } else { None }).collect()
}

fn timed() -> Limits<Move> {
    Limits { hard_time: Some(AGES), ends_early: true, ..Limits::default() }
}

fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for which in [Which::Noisy, Which::Quiet] {
        Xiangqi::generate(position, which, |mv| moves.push(mv));
    }
    moves
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    Xiangqi::play(&mut after, mv);
    after
}

/// Whether the side to move can force a mate in this many of its moves, found by trying everything.
fn mates_in(position: &Position, moves: usize) -> bool {
    moves > 0
        && legal_moves(position).into_iter().any(|mv| {
            let answer = after(position, mv);
            legal_moves(&answer).into_iter().all(|reply| mates_in(&after(&answer, reply), moves - 1))
        })
}

/// The positions of the collection with at most this many moves to mate.
fn mates(most: usize) -> Vec<(Position, usize)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/search/mates.tsv");
    let text = fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once('\t').unwrap());
    rows.map(|(fen, moves)| (Xiangqi::parse_position(fen).unwrap(), moves.parse().unwrap()))
        .filter(|(_, moves)| *moves <= most)
        .collect()
}

#[test]
fn a_proved_mate_ends_a_timed_search_at_once() {
    let began = Instant::now();
    for (position, moves) in mates(4) {
        let fen = Xiangqi::position_text(&position);
        let events: Vec<Event<Move>> = go(&mut at(&fen), timed(), Mode::Think).iter().collect();
        let lines = lines(&events);
        let found = lines.iter().find(|line| line.score.mate_distance() >= Some(2));
        assert!(found.is_none_or(|found| found.depth == lines[lines.len() - 1].depth), "{lines:?} in {fen}");
        let Some(Event::Done(answer)) = events.last() else { panic!("no answer in {fen}") };
        if let Some(distance) = answer.score.mate_distance() {
            assert!((1..=moves as i32 + 4).contains(&distance), "{distance} for {moves} in {fen}");
        } else {
            // It ended even earlier, since all the other moves lose.
            for other in legal_moves(&position).into_iter().filter(|&other| Some(other) != answer.best) {
                let reply = Xiangqi::position_text(&after(&position, other));
                let mated = at(&reply).think(&Limits { depth: Some(8), ..Limits::default() });
                assert!(mated.score.mate_distance() > Some(0), "{other} in {fen}");
            }
        }
        assert_eq!(answer.best.as_ref(), lines[lines.len() - 1].moves.first());
    }
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
}

#[test]
fn whoever_wants_no_early_end_gets_none() {
    let mate = "3k5/4R4/9/9/9/9/9/9/8R/4K4 w";
    let whole = || Limits { ends_early: false, ..timed() };
    assert_eq!(at(mate).think(&Limits { depth: Some(9), ..whole() }).depth, 9);
    assert_eq!(at(mate).think(&Limits { nodes: Some(3_000), ..whole() }).nodes, 3_000);
    assert!(at(mate).think(&Limits { nodes: Some(3_000), ..timed() }).nodes < 3_000);
    let short = Duration::from_millis(150);
    let mut engine = Engine::<Xiangqi>::new(1, 1);
    let moves = legal_moves(engine.position())[..1].to_vec();
    let began = Instant::now();
    engine.think(&Limits { hard_time: Some(short), moves, lines: 2, ..Limits::default() });
    assert!(began.elapsed() >= short, "several lines are for analysis");
}

#[test]
fn the_only_move_is_made_at_once() {
    let mut engine = at(ONLY_MOVE);
    assert_eq!(legal_moves(engine.position()).len(), 1);
    let began = Instant::now();
    assert!(engine.think(&timed()).best.is_some());
    // The same if the others are not to be looked at.
    let mut engine = Engine::<Xiangqi>::new(1, 1);
    let moves = legal_moves(engine.position());
    let answer = engine.think(&Limits { excluded: moves[1..].to_vec(), ..timed() });
    assert_eq!(answer.best, Some(moves[0]));
    let answer = engine.think(&Limits { moves: vec![moves[3]], ..timed() });
    assert_eq!(answer.best, Some(moves[3]));
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
}

#[test]
fn a_move_whose_rivals_all_lose_is_made_at_once() {
    // Of five moves out of check, four allow a mate on the next.
    let fen = "2b1R4/9/2c2k3/9/2pN4p/9/1c2P3P/3AB4/2n1Ar3/3K1C3 b - - 5 74";
    let position = Xiangqi::parse_position(fen).unwrap();
    let safe: Vec<Move> =
        legal_moves(&position).into_iter().filter(|&mv| !mates_in(&after(&position, mv), 1)).collect();
    assert_eq!(safe.len(), 1, "{safe:?}");
    let began = Instant::now();
    assert_eq!(at(fen).think(&timed()).best, Some(safe[0]));
    assert!(began.elapsed() < SOON);
}

#[test]
fn the_longest_defence_is_played() {
    let mut tested = 0;
    for (position, moves) in mates(3) {
        let Some(first) = legal_moves(&position).into_iter().find(|&mv| {
            let answer = after(&position, mv);
            let replies = legal_moves(&answer);
            !replies.is_empty() && replies.iter().all(|&reply| mates_in(&after(&answer, reply), moves - 1))
        }) else {
            continue;
        };
        // Everything loses now; how long does each move last?
        let lost = after(&position, first);
        let lasts = |mv: Move| (1..=9).find(|&moves| mates_in(&after(&lost, mv), moves)).unwrap();
        let replies = legal_moves(&lost);
        let longest = replies.iter().map(|&mv| lasts(mv)).max().unwrap();
        if replies.iter().all(|&mv| lasts(mv) == longest) {
            continue;
        }
        tested += 1;
        let fen = Xiangqi::position_text(&lost);
        let began = Instant::now();
        let answer = at(&fen).think(&timed());
        assert!(began.elapsed() < SOON, "{fen}");
        let chosen = answer.best.unwrap();
        assert_eq!(lasts(chosen), longest, "{chosen} in {fen}");
        // If all the others are known to lose, nobody looks how far away the end of this one is.
        let distance = answer.score.mate_distance();
        assert!(distance.is_none_or(|moves| moves <= -(longest as i32)), "{fen}");
    }
    assert!(tested >= 5, "{tested} positions with a choice");
}

#[test]
fn lines_that_mate_are_shown_to_the_mate() {
    for (position, _) in mates(4) {
        let mut engine = at(&Xiangqi::position_text(&position));
        let limits = Limits { nodes: Some(20_000), lines: 2, ..Limits::default() };
        let events: Vec<Event<Move>> = go(&mut engine, limits, Mode::Think).iter().collect();
        for line in lines(&events).into_iter().filter(|line| line.score.is_mate()) {
            let end = line.moves.iter().fold(position.clone(), |position, &mv| after(&position, mv));
            assert!(legal_moves(&end).is_empty(), "{line:?} from {}", Xiangqi::position_text(&position));
            let plies = line.moves.len() as i32;
            let distance = if line.score.is_win() { (plies + 1) / 2 } else { -plies / 2 };
            assert_eq!(line.score.mate_distance(), Some(distance));
        }
    }
}

#[test]
fn several_lines_come_in_order() {
    let mut engine = Engine::<Xiangqi>::new(16, 1);
    let limits = Limits { depth: Some(9), lines: 5, ..Limits::default() };
    let events: Vec<Event<Move>> = go(&mut engine, limits, Mode::Think).iter().collect();
    let lines = lines(&events);
    assert_eq!(lines.len(), 9 * 5);
    for iteration in lines.chunks(5) {
        assert_eq!(iteration.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        assert!(iteration.is_sorted_by(|left, right| left.score >= right.score), "{iteration:?}");
        assert_eq!(iteration.iter().map(|line| &line.moves[0]).collect::<HashSet<_>>().len(), 5);
    }
    let Some(Event::Done(answer)) = events.last() else { panic!("no answer") };
    assert_eq!(answer.best.as_ref(), Some(&lines[40].moves[0]));
}

/// Takes note of everything.
#[derive(Default)]
struct Notes {
    root_moves: Vec<(usize, Move, usize)>,
    bounds: Vec<(usize, Bound, Score)>,
    last: Option<(usize, Score)>,
}

impl Report<Xiangqi> for Notes {
    fn line(&mut self, line: &search::PvLine<Move>) {
        assert!(!line.moves.is_empty());
        if line.bound == Bound::Exact {
            self.last = Some((line.depth, line.score));
        } else {
            self.bounds.push((line.depth, line.bound, line.score));
        }
    }

    fn root_move(&mut self, depth: usize, mv: Move, number: usize) {
        self.root_moves.push((depth, mv, number));
    }
}

/// A search whose clock stands still at a time.
fn search_at(time: Duration, position: &Position, depth: usize) -> Notes {
    let mut notes = Notes::default();
    let mut searcher = Searcher::<Xiangqi, Classical>::new(16, 1, Classical::default);
    let (stop, elapsed) = (AtomicBool::new(false), || time);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    searcher.search(
        position,
        &limits,
        Control { stop: &stop, elapsed: &elapsed, checkpoint: None },
        &mut notes,
    );
    notes
}

#[test]
fn a_checkpoint_is_passed_and_can_call_the_search_off() {
    let passed = AtomicU64::new(0);
    let search = |most: u64, seed: u64| {
        passed.store(0, Ordering::Relaxed);
        let mut searcher = Searcher::<Xiangqi, Classical>::new(1, 1, Classical::default);
        let checkpoint = || {
            let passed = 1 + passed.fetch_add(1, Ordering::Relaxed);
            if passed == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let stop = AtomicBool::new(false);
        let control = Control { checkpoint: Some(&checkpoint), ..Control::untimed(&stop) };
        let limits = Limits { nodes: Some(30_000), seed, ..Limits::default() };
        let found = searcher.search(&Position::start(), &limits, control, &mut Silent);
        assert!(!found.line.is_empty());
        (found.nodes, passed.load(Ordering::Relaxed))
    };
    let (nodes, passed) = search(u64::MAX, 0);
    assert_eq!((nodes, passed), (30_000, 30_000 / CHECKPOINT_INTERVAL));
    // Once is enough, also where equals of the best move would be looked for afterwards.
    for seed in [0, 1] {
        let (nodes, passed) = search(5, seed);
        assert_eq!(passed, 5);
        assert!((5 * CHECKPOINT_INTERVAL..6 * CHECKPOINT_INTERVAL).contains(&nodes), "{nodes}");
    }
}

#[test]
fn long_searches_say_what_they_are_doing() {
    let position = Xiangqi::parse_position(Xiangqi::BENCH[3]).unwrap();
    let quiet = search_at(Duration::from_secs(2), &position, 9);
    assert!(quiet.root_moves.is_empty() && quiet.bounds.is_empty());
    let loud = search_at(Duration::from_secs(4), &position, 9);
    assert_eq!(loud.last, quiet.last, "talking changes nothing");
    let moves = legal_moves(&position);
    let (_, _, most) = loud.root_moves.iter().max_by_key(|(_, _, number)| *number).unwrap();
    assert_eq!(*most, moves.len());
    assert!(loud.root_moves.iter().all(|(depth, mv, _)| (1..=9).contains(depth) && moves.contains(mv)));
    let kinds: HashSet<bool> = loud.bounds.iter().map(|(_, bound, _)| *bound == Bound::Lower).collect();
    assert_eq!(kinds.len(), 2, "above and below the window: {:?}", loud.bounds);
}

#[test]
fn equal_moves_are_chosen_among_by_a_seed() {
    // At depth 1 the score of each move is known exactly; and terms give more moves the same than a network.
    let mut engine = Engine::<Xiangqi>::new(1, 1);
    engine.set_evaluation(&EvaluationChoice { by_network: false, ..EvaluationChoice::default() }).unwrap();
    let score_of = |engine: &mut Engine<Xiangqi>, mv: Move| {
        engine.new_game();
        engine.think(&Limits { depth: Some(1), moves: vec![mv], ..Limits::default() }).score
    };
    for fen in [xiangqi::fen::START, "3ak4/4a4/9/9/9/9/9/9/4A4/4KA3 w"] {
        engine.set_position(Xiangqi::parse_position(fen).unwrap());
        let best =
            legal_moves(engine.position()).into_iter().map(|mv| score_of(&mut engine, mv)).max().unwrap();
        let mut choose = |seed| {
            engine.new_game();
            let answer = engine.think(&Limits { depth: Some(1), seed, ..Limits::default() });
            assert_eq!(answer.score, best);
            answer.best.unwrap()
        };
        let chosen: Vec<Move> = (1..=40).map(&mut choose).collect();
        assert_eq!(chosen, (1..=40).map(&mut choose).collect::<Vec<_>>(), "one seed, one choice");
        let distinct: HashSet<Move> = chosen.into_iter().collect();
        assert!(distinct.len() > 1, "{distinct:?} in {fen}");
        for mv in distinct {
            assert_eq!(score_of(&mut engine, mv), best, "{mv} in {fen}");
        }
        let leeway = Xiangqi::from_centipawns(30);
        let chosen: HashSet<Move> = (1..=40)
            .map(|seed| {
                engine.new_game();
                let limits = Limits { depth: Some(1), seed, leeway, ..Limits::default() };
                engine.think(&limits).best.unwrap()
            })
            .collect();
        let scores = chosen.iter().map(|&mv| score_of(&mut engine, mv));
        let worst = scores.min().unwrap();
        let is_draw = best == Score::DRAW;
        assert!(
            if is_draw { worst == best } else { (best - 31..best).contains(&worst) },
            "{worst:?} in {fen}"
        );
    }
    // Limits hold with a seed, too.
    let answer = engine.think(&Limits { nodes: Some(4_000), seed: 5, ..Limits::default() });
    assert!(answer.nodes <= 4_000);
}

#[test]
fn a_move_and_its_mirror_image_are_chosen_alike() {
    let mut engine = Engine::<Xiangqi>::new(1, 1);
    let mut count = |fen: &str, moves: &[Move]| {
        engine.set_position(Xiangqi::parse_position(fen).unwrap());
        let mut chosen: HashMap<Move, usize> = HashMap::new();
        for seed in 1..=40 {
            engine.new_game();
            let limits = Limits { depth: Some(5), seed, moves: moves.to_vec(), ..Limits::default() };
            *chosen.entry(engine.think(&limits).best.unwrap()).or_default() += 1;
        }
        chosen
    };
    for (mv, times) in count(xiangqi::fen::START, &[]) {
        let twins = count(xiangqi::fen::START, &[mv, mv.flip_file()]);
        assert!(mv.flip_file() == mv || twins.len() == 2, "{mv} {times} times: {twins:?}");
    }
    // Whoever wants one of them gets that one; and without the symmetry nothing is taken for it.
    let cannon: Move = "h2e2".parse().unwrap();
    assert_eq!(count(xiangqi::fen::START, &[cannon]).len(), 1);
    for (fen, is_symmetric) in [
        (xiangqi::fen::START, true),
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w", false),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", false),
    ] {
        let position = Xiangqi::parse_position(fen).unwrap();
        assert_eq!(Xiangqi::symmetry(&position).is_some(), is_symmetric, "{fen}");
    }
    // The past of a position that is symmetric again is not.
    let mut position = Xiangqi::start();
    for text in ["a0a1", "a9a8", "a1a0", "a8a9"] {
        let mv = Xiangqi::parse_move(&position, text).unwrap();
        Xiangqi::play(&mut position, mv);
    }
    assert!(Xiangqi::symmetry(&position).is_none());
}

#[test]
fn pondering_waits_for_the_hit_and_then_for_the_clock() {
    let mut engine = Engine::<Xiangqi>::new(16, 1);
    let time = Duration::from_millis(200);
    let limits =
        Limits { soft_time: Some(time), hard_time: Some(time), ends_early: true, ..Limits::default() };
    let events = go(&mut engine, limits.clone(), Mode::Ponder);
    let until = Instant::now() + 2 * time;
    while let Ok(event) = events.recv_timeout(until.saturating_duration_since(Instant::now())) {
        assert!(!matches!(event, Event::Done(_)), "an answer before the hit");
    }
    let hit = Instant::now();
    engine.ponder_hit();
    let rest: Vec<Event<Move>> = events.iter().collect();
    assert!(matches!(rest.last(), Some(Event::Done(answer)) if answer.best.is_some()));
    // The soft limit may be scaled down, but the time from before the hit does not count.
    assert!(hit.elapsed() >= time / 4 && hit.elapsed() < SOON, "{:?}", hit.elapsed());
    // A stop ends it as well, and so does a mate that was found before the hit, the moment it comes.
    let events = go(&mut engine, limits, Mode::Ponder);
    engine.stop();
    assert!(matches!(events.iter().last(), Some(Event::Done(_))));
    let mut engine = at("3k5/4R4/9/9/9/9/9/9/8R/4K4 w");
    let events = go(&mut engine, timed(), Mode::Ponder);
    assert!(wait_for_done(&events, Duration::from_millis(300)).is_none());
    engine.ponder_hit();
    assert!(wait_for_done(&events, SOON).is_some());
}

fn wait_for_done(events: &Receiver<Event<Move>>, time: Duration) -> Option<Event<Move>> {
    let until = Instant::now() + time;
    loop {
        match events.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(event @ Event::Done(_)) => return Some(event),
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
        }
    }
}

#[test]
fn nodes_can_stand_for_time() {
    let run = || {
        let time = |milliseconds| Some(Duration::from_millis(milliseconds));
        let limits = Limits {
            soft_time: time(40),
            hard_time: time(160),
            nodes_per_millisecond: Some(100),
            ends_early: true,
            ..Limits::default()
        };
        let answer = Engine::<Xiangqi>::new(16, 1).think(&limits);
        (answer.best, answer.nodes)
    };
    let (best, nodes) = run();
    assert!((1_000..=18_000).contains(&nodes), "{nodes}");
    assert_eq!(run(), (best, nodes), "the same on every machine");
}

#[test]
fn mates_are_looked_for() {
    for (position, moves) in mates(2) {
        let mut engine = at(&Xiangqi::position_text(&position));
        let answer = engine.think(&Limits { mate: Some(moves as i32), ..Limits::default() });
        assert!(answer.score.mate_distance().is_some_and(|found| (1..=moves as i32).contains(&found)));
    }
}

#[test]
fn several_threads_agree_on_a_move() {
    let mut engine = Engine::<Xiangqi>::builder().hash(16).threads(4).build().unwrap();
    for (position, _) in mates(2) {
        engine.set_position(position.clone());
        let answer = engine.think(&timed());
        assert!(answer.score.is_win(), "{}", Xiangqi::position_text(&position));
        let mv = answer.best.unwrap();
        // The move belongs to the score, whichever thread it comes from.
        let reply = after(&position, mv);
        let distance = answer.score.mate_distance().unwrap() as usize;
        assert!(
            distance > 3 || legal_moves(&reply).iter().all(|&mv| mates_in(&after(&reply, mv), distance - 1))
        );
    }
    let answer = engine.think(&Limits { nodes: Some(50_000), ..Limits::default() });
    assert!(answer.nodes < 100_000, "{}", answer.nodes);
}

#[test]
fn a_listener_that_panics_does_not_take_the_engine_along() {
    let mut engine = Engine::<Xiangqi>::new(1, 2);
    let (sender, events) = mpsc::channel();
    engine.go(Limits::default(), Mode::Think, move |event| match event {
        Event::Line(line) if line.depth == 3 => panic!("cannot bear it"),
        event => drop(sender.send(event)),
    });
    engine.wait();
    let events: Vec<Event<Move>> = events.iter().collect();
    assert!(
        matches!(&events[..], [.., Event::Failed(failure), Event::Done(answer)]
            if failure.to_string().contains("cannot bear it") && answer.best.is_some()),
        "{events:?}"
    );
    assert_eq!(engine.think(&Limits { depth: Some(4), ..Limits::default() }).depth, 4);
}

#[test]
fn memory_that_is_not_there_is_refused() {
    let mut engine = Engine::<Xiangqi>::new(4, 1);
    let message = engine.set_hash(1 << 40).unwrap_err().to_string();
    assert!(message.contains("1099511627776"), "{message}");
    assert_eq!(engine.hash(), 4);
    assert_eq!(engine.think(&Limits { depth: Some(3), ..Limits::default() }).depth, 3);
    engine.set_hash(2).unwrap();
    engine.set_threads(3).unwrap();
    assert_eq!((engine.hash(), engine.threads()), (2, 3));
}
