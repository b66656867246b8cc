//! Whole matches between stub engines: what is played, judged, counted and survived.

mod common;

use arena::{
    Adjudication, Conditions, Crosstable, EngineSpec, Limit, Match, Opening, OpeningOrder, PlayedGame,
    Schedule, Side, StopFlag, Termination, Tournament, Variant, archive, read_openings,
};
use std::time::{Duration, Instant};
use xiangqi::RuleSet;

/// A match in the making.
struct Setup {
    entrants: Vec<EngineSpec>,
    openings: Vec<Opening>,
    rounds: u32,
    conditions: Conditions,
    concurrency: usize,
}

/// An engine by its name, the stub's switches, and further settings.
fn engine(name: &str, switches: &str, settings: &str) -> EngineSpec {
    let stub = common::stub_engine();
    format!("name={name} cmd='\"{stub}\" {switches}' {settings}").parse().unwrap()
}

fn setup(first: EngineSpec, second: EngineSpec) -> Setup {
    Setup {
        entrants: vec![first, second],
        openings: vec![Opening { fen: Variant::Xiangqi.start_fen().to_string() }],
        rounds: 1,
        conditions: Conditions {
            variant: Variant::Xiangqi,
            rules: RuleSet::Computer,
            limit: Limit::Nodes(100),
            adjudication: Adjudication { max_plies: Some(40), ..Adjudication::default() },
            // Generous: other tests share the machine.
            margin: Duration::from_millis(300),
            lag: Duration::ZERO,
            patience: Duration::from_secs(10),
        },
        concurrency: 1,
    }
}

impl Setup {
    fn schedule(&self) -> Schedule {
        let openings = self.openings.len();
        Schedule::new(
            Tournament::RoundRobin,
            self.entrants.len(),
            self.rounds,
            openings,
            OpeningOrder::Sequential,
            1,
        )
    }

    /// Plays the games that are not done, until `most` have ended; in the order of the schedule.
    fn play_some(&self, done: &[archive::ArchivedGame], most: usize) -> Vec<PlayedGame> {
        let schedule = self.schedule();
        let halt = StopFlag::default();
        let mut records = Vec::new();
        let setting = Match {
            entrants: &self.entrants,
            openings: &self.openings,
            schedule: &schedule,
            conditions: &self.conditions,
            concurrency: self.concurrency,
        };
        setting.run(
            |id| done.iter().any(|entry| entry.id == id),
            &halt,
            |record| {
                if records.len() < most {
                    records.push(record.clone());
                }
                if records.len() == most {
                    halt.raise();
                }
            },
        );
        records.sort_by_key(|record| record.game.id);
        records
    }

    fn play(&self) -> Vec<PlayedGame> {
        self.play_some(&[], usize::MAX)
    }

    fn pgn(&self, records: &[PlayedGame]) -> String {
        let write = |record: &PlayedGame| {
            let names = record.game.engines.map(|index| self.entrants[index].name.as_str());
            archive::write(record, &self.conditions, "Test", names, ["100 nodes"; 2], &[])
        };
        records.iter().map(write).collect()
    }

    fn tally(&self, records: &[PlayedGame]) -> Crosstable {
        let mut tally = Crosstable::new(self.entrants.len());
        for record in records {
            tally.add(&record.game, record.ruling.winner, record.ruling.termination);
        }
        tally
    }
}

#[test]
fn lag_is_charged_to_clocks_without_waiting() {
    let play = |limit: Limit, lag: u64| {
        let mut setup = setup(engine("A", "--seed 1", ""), engine("B", "--seed 2", ""));
        setup.conditions.limit = limit;
        setup.conditions.lag = Duration::from_secs(lag);
        setup.conditions.margin = Duration::ZERO;
        let began = Instant::now();
        (setup.play().swap_remove(0), began.elapsed())
    };
    let clock = |base: u64, increment: u64| Limit::Clock {
        base: Duration::from_secs(base),
        increment: Duration::from_secs(increment),
    };
    // Nine moves of a hundred seconds leave less than a hundred for the tenth, of whoever comes first.
    let (record, took) = play(clock(1000, 0), 100);
    assert_eq!(
        (record.ruling.termination, record.ruling.winner),
        (Termination::TimeLoss, Some(Side::Second))
    );
    assert_eq!(record.moves.len(), 18, "{}", record.ruling.sentence);
    assert!(record.ruling.sentence.contains("(with 100000 ms of lag)"), "{}", record.ruling.sentence);
    assert!(took < Duration::from_secs(60), "{took:?}");
    assert!(record.moves.iter().all(|mv| mv.elapsed < Duration::from_secs(60)), "the engine's own time");
    // An increment pays for it, and where no clock runs there is nothing to charge.
    for (limit, lag) in [
        (clock(1000, 100), 99),
        (clock(1000, 0), 0),
        (Limit::MoveTime(Duration::from_secs(20)), 100),
        (Limit::Nodes(10), 100),
    ] {
        let (record, _) = play(limit, lag);
        assert_eq!(record.moves.len(), 40, "{limit}: {}", record.ruling.sentence);
    }
}

fn texts(record: &PlayedGame) -> Vec<&str> {
    record.moves.iter().map(|mv| mv.text.as_str()).collect()
}

#[test]
fn a_match_with_colours_exchanged() {
    let mut setup = setup(engine("A", "--seed 1 --score 35", ""), engine("B", "--seed 2", ""));
    let fens = "r1bakabr1/9/1cn3nc1/p3p1p1p/2p6/6P2/P1P1P3P/1C2C1N2/9/RNBAKABR1 w - - 0 1 ;n 2\n\
                3ak4/9/4b4/9/9/9/9/4B4/4A4/2R1KA2r b\n";
    setup.openings = read_openings(fens, Variant::Xiangqi, RuleSet::Computer, None).unwrap();
    setup.rounds = 2;
    let records = setup.play();
    let ids: Vec<String> = records.iter().map(|record| record.game.id.to_string()).collect();
    assert_eq!(ids, ["1.1", "1.2", "2.1", "2.2"]);
    let engines: Vec<[usize; 2]> = records.iter().map(|record| record.game.engines).collect();
    assert_eq!(engines, [[0, 1], [1, 0], [0, 1], [1, 0]]);
    for (record, opening) in records.iter().zip([0, 0, 1, 1]) {
        assert_eq!(record.fen, setup.openings[opening].fen);
    }

    let text = setup.pgn(&records);
    let games: Vec<notation::Game> = notation::pgn::read(&text).map(Result::unwrap).collect();
    assert_eq!(games.len(), 4);
    for (game, record) in games.iter().zip(&records) {
        let moves: Vec<String> =
            game.main_line().filter_map(|(_, node)| Some(node.mv()?.to_string())).collect();
        assert_eq!(moves, texts(record));
        assert_eq!(game.start().to_string(), record.fen);
        let (_, last) = game.main_line().last().unwrap();
        assert!(last.comment().ends_with(&record.ruling.sentence), "{}", last.comment());
        assert_eq!(game.tags.get("Round"), Some(record.game.id.to_string().as_str()));
    }
    assert_eq!(games[0].tags.get("Red"), Some("A"));
    assert_eq!(games[1].tags.get("Red"), Some("B"));
    assert!(text.contains("{+0.35/1 0.0"), "{text}");
    assert_eq!(setup.tally(&records).pairing(0, 1).pairs.total(), 2);
}

#[test]
fn the_schedule_does_not_depend_on_concurrency() {
    let mut setup = setup(engine("A", "--seed 1", ""), engine("B", "--seed 2", ""));
    setup.rounds = 4;
    let one = setup.play();
    setup.concurrency = 2;
    let two = setup.play();
    assert_eq!(one.len(), 8);
    for (one, two) in one.iter().zip(&two) {
        assert_eq!((one.game, texts(one), &one.ruling), (two.game, texts(two), &two.ruling));
    }
}

/// Plays two pairs against an engine that does something wrong after two moves of each game, and
/// expects it to lose all of them by that termination.
fn expect_losses(
    bad: EngineSpec,
    termination: Termination,
    word: &str,
    change: impl Fn(&mut Setup),
) -> Crosstable {
    let mut setup = setup(engine("Good", "--seed 1", ""), bad);
    setup.rounds = 2;
    change(&mut setup);
    let records = setup.play();
    assert_eq!(records.len(), 4, "the match goes on");
    for record in &records {
        let loser = if record.game.engines[0] == 1 { Side::First } else { Side::Second };
        assert_eq!(record.ruling.termination, termination, "{}", record.ruling.sentence);
        assert_eq!(record.ruling.winner, Some(loser.opponent()));
        assert!(
            record.ruling.sentence.contains("Bad (") && record.ruling.sentence.contains(word),
            "{record:?}"
        );
    }
    let text = setup.pgn(&records);
    assert_eq!(notation::pgn::read(&text).flatten().count(), 4);
    assert!(archive::read(&text).iter().all(|entry| entry.termination == termination));
    setup.tally(&records)
}

#[test]
fn illegal_moves_lose() {
    let bad = engine("Bad", "--illegal-after 2", "");
    let tally = expect_losses(bad, Termination::IllegalMove, "a0i9", |_| ());
    assert_eq!((tally.performances()[1].illegal_moves, tally.performances()[1].losses), (4, 4));
    assert_eq!(tally.performances()[0].illegal_moves, 0);
}

#[test]
fn crashes_lose_and_the_engine_is_started_again() {
    let tally = expect_losses(engine("Bad", "--crash-after 2", ""), Termination::Crash, "ended", |_| ());
    assert_eq!(tally.performances()[1].crashes, 4);
}

#[test]
fn an_engine_that_cannot_start_loses() {
    let bad = "name=Bad cmd=./no-such-engine".parse().unwrap();
    let tally = expect_losses(bad, Termination::Crash, "cannot start", |_| ());
    assert_eq!(tally.performances()[1].crashes, 4);
}

#[test]
fn silence_loses() {
    let began = Instant::now();
    let tally = expect_losses(
        engine("Bad", "--hang-after 2", "movetime=20"),
        Termination::Hang,
        "no move",
        |setup| {
            setup.concurrency = 4;
        },
    );
    assert_eq!(tally.performances()[1].hangs, 4);
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn overstepping_the_time_loses() {
    for limit in ["movetime=50", "tc=0.1+0.01"] {
        let bad = engine("Bad", "--slow 450", limit);
        let tally = expect_losses(bad, Termination::TimeLoss, "overstepped", |setup| setup.concurrency = 2);
        assert_eq!(tally.performances()[1].time_losses, 4);
    }
}

#[test]
fn resignations_are_taken() {
    expect_losses(
        engine("Bad", "--resign-after 2", "proto=ucci"),
        Termination::Resignation,
        "resigned",
        |_| (),
    );
}

#[test]
fn options_reach_the_engine() {
    let needy = |settings| engine("B", "--need-option Deep", settings);
    let causes =
        |setup: &Setup| setup.play().iter().map(|record| record.ruling.termination).collect::<Vec<_>>();
    let without = setup(engine("A", "", ""), needy(""));
    assert_eq!(causes(&without), [Termination::IllegalMove; 2]);
    for with in [needy("option.Deep=yes"), needy("proto=ucci option.Deep=yes")] {
        assert_eq!(causes(&setup(engine("A", "", ""), with)), [Termination::MaxPlies; 2]);
    }
}

#[test]
fn engines_of_several_games_are_told_which() {
    let play = |variants: &str, is_chess: bool| {
        let switches = if is_chess {
            format!("--chess --variants {variants}")
        } else {
            format!("--variants {variants}")
        };
        let mut setup = setup(engine("A", &switches, ""), engine("B", &switches, "coordinates=1-10"));
        if is_chess {
            setup.conditions.variant = Variant::Chess;
            setup.openings = vec![Opening { fen: Variant::Chess.start_fen().to_string() }];
        }
        setup.play().iter().map(|record| record.ruling.termination).collect::<Vec<_>>()
    };
    assert_eq!(play("xiangqi,chess", true), [Termination::MaxPlies; 2]);
    assert_eq!(play("chess,atomic,xiangqi", true), [Termination::MaxPlies; 2]);
    // Told, engines of several games number the ranks of xiangqi from 1.
    assert_eq!(play("chess,xiangqi", false), [Termination::MaxPlies; 2]);
    // There is nothing to be done about an engine that does not offer the game.
    assert_eq!(play("atomic,shogi", true), [Termination::IllegalMove; 2]);
}

#[test]
fn options_that_an_engine_does_not_have_are_refused_before_the_match() {
    let refused = |bad: EngineSpec| {
        let setup = setup(engine("A", "", ""), bad);
        let schedule = setup.schedule();
        let setting = Match {
            entrants: &setup.entrants,
            openings: &setup.openings,
            schedule: &schedule,
            conditions: &setup.conditions,
            concurrency: 1,
        };
        setting.check_engines(&StopFlag::default()).map_err(|fault| fault.to_string())
    };
    let stamina = |settings| refused(engine("Bad", "--stamina Stamina", settings));
    assert_eq!(stamina("option.stamina=40"), Ok(()));
    for (result, part) in [
        (
            stamina("option.Stamina=41"),
            "Bad: the option \"Stamina\" does not take \"41\"; it takes a whole number from 0 to 40",
        ),
        (stamina("option.Hash=16"), "Bad: the engine has no option \"Hash\"; it offers Stamina"),
        (stamina("variant=xiangqi"), "no option \"UCI_Variant\""),
        (refused(engine("Bad", "--need-option Deep", "proto=ucci option.hashsize=1")), "it offers Deep"),
    ] {
        assert!(result.as_ref().is_err_and(|error| error.contains(part)), "{part}: {result:?}");
    }
}

#[test]
fn dialects_play_the_same_game() {
    let plain = setup(engine("A", "--seed 1", ""), engine("B", "--seed 2", "")).play();
    for settings in [
        "variant=xiangqi",
        "proto=ucci",
        "proto=ucci movetime=5",
        "proto=ucci tc=60+1",
        "tc=60+1",
        "movetime=1000",
        "depth=3",
    ] {
        let switches =
            if settings.starts_with("variant") { "--seed 2 --variants chess,xiangqi" } else { "--seed 2" };
        let records = setup(engine("A", "--seed 1", ""), engine("B", switches, settings)).play();
        for (record, plain) in records.iter().zip(&plain) {
            assert_eq!(texts(record), texts(plain), "{settings}");
            assert_eq!(record.ruling, plain.ruling, "{settings}");
        }
        assert_eq!(records.len(), 2, "{settings}");
    }
}

#[test]
fn repetition_verdicts_are_counted_apart() {
    // Red's rook checks for ever: it loses, whoever has Red.
    let script = "--script f0e0,e0f0,e8f8,f8e8";
    let mut perpetual = setup(engine("A", script, ""), engine("B", script, ""));
    perpetual.openings =
        read_openings("9/4k4/9/9/9/9/9/9/9/3K1R3 w", Variant::Xiangqi, RuleSet::Computer, None).unwrap();
    let records = perpetual.play();
    for record in &records {
        assert_eq!(
            (record.ruling.winner, record.ruling.termination),
            (Some(Side::Second), Termination::Repetition)
        );
        assert!(record.ruling.sentence.contains("check on every move"));
    }
    let tally = perpetual.tally(&records);
    for performance in tally.performances() {
        assert_eq!((performance.repetition_wins, performance.repetition_losses), (1, 1));
    }
    let script = "--script a0a1,a1a0,a9a8,a8a9";
    let idle = setup(engine("A", script, ""), engine("B", script, ""));
    let tally = idle.tally(&idle.play());
    assert_eq!(tally.performances()[0].repetition_draws, 2);
}

#[test]
fn a_match_is_taken_up_again() {
    let mut setup = setup(engine("A", "--seed 1", ""), engine("B", "--seed 2", ""));
    setup.rounds = 4;
    let whole = setup.play();
    let part = setup.play_some(&[], 3);
    assert_eq!(part.len(), 3);
    let text = setup.pgn(&part);
    // What was cut off in the writing is played again.
    let cut = &text[..text.trim_end().len() - 4];
    let done = archive::read(cut);
    assert_eq!(done.len(), 2);
    let rest = setup.play_some(&done, usize::MAX);
    let text = format!("{cut}\n\n{}", setup.pgn(&rest));
    let all = archive::read(&text);
    let results = |record: &PlayedGame| (record.game.id, record.ruling.winner, record.ruling.termination);
    assert_eq!(
        all.iter().map(|entry| (entry.id, entry.winner, entry.termination)).collect::<Vec<_>>(),
        whole.iter().map(results).collect::<Vec<_>>()
    );
}

#[test]
fn adjudication_only_where_asked_for() {
    let mut setup = setup(engine("A", "--seed 1 --score 700", ""), engine("B", "--seed 2 --score -700", ""));
    setup.conditions.adjudication.max_plies = Some(20);
    assert!(setup.play().iter().all(|record| record.ruling.termination == Termination::MaxPlies));
    setup.conditions.adjudication.resign = Some("score=600,moves=3".parse().unwrap());
    for (record, winner) in setup.play().iter().zip([Side::First, Side::Second]) {
        assert_eq!(
            (record.ruling.winner, record.ruling.termination),
            (Some(winner), Termination::AdjudicatedWin)
        );
    }
    setup.conditions.adjudication.draw = Some("score=900,moves=2".parse().unwrap());
    assert!(setup.play().iter().all(|record| record.ruling.termination == Termination::AdjudicatedDraw));
}

#[test]
fn chess() {
    let mut setup = setup(engine("A", "--chess --seed 1", ""), engine("B", "--chess --seed 2", ""));
    setup.conditions.variant = Variant::Chess;
    setup.conditions.adjudication.max_plies = Some(400);
    setup.openings = read_openings(
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq -\n8/P6k/8/8/8/8/p6K/8 b - - 0 1",
        Variant::Chess,
        RuleSet::Computer,
        None,
    )
    .unwrap();
    setup.rounds = 4;
    let records = setup.play();
    assert_eq!(records.len(), 8);
    for record in &records {
        assert!(
            record.moves.len() > 2 && record.ruling.termination < Termination::TimeLoss,
            "{}",
            record.ruling.sentence
        );
    }
    let entries = archive::read(&setup.pgn(&records));
    assert_eq!(entries.len(), 8);
    assert_eq!(entries[0].names, ["A", "B"]);
}

#[test]
fn engines_are_ended_with_the_match() {
    let mut setup = setup(engine("A", "", ""), engine("B", "--hang-after 0", ""));
    setup.conditions.patience = Duration::from_secs(600);
    let schedule = setup.schedule();
    let halt = StopFlag::default();
    let stop = halt.clone();
    let began = Instant::now();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        stop.raise();
    });
    let setting = Match {
        entrants: &setup.entrants,
        openings: &setup.openings,
        schedule: &schedule,
        conditions: &setup.conditions,
        concurrency: 2,
    };
    setting.check_engines(&halt).unwrap();
    let mut games = 0;
    setting.run(|_| false, &halt, |_| games += 1);
    assert_eq!(games, 0, "unfinished games are not recorded");
    assert!(began.elapsed() < Duration::from_secs(5));
}
