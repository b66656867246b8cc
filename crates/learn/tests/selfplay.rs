//! Games that the engine plays against itself.

use engine::{Engine, Evaluation, EvaluationChoice, Limits};
use games::Xiangqi;
use learn::datagen::{EndReason, GameRecord, SelfPlaySettings, SelfPlayer, generate};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

fn classical() -> Evaluation {
    let choice = EvaluationChoice { by_network: false, ..EvaluationChoice::default() };
    Evaluation::new(&choice).expect("the weights in the program")
}

fn settings(seed: u64) -> SelfPlaySettings {
    let mut settings = SelfPlaySettings::new(100, seed);
    settings.hash = 1;
    settings.openings.check_nodes = 100;
    settings.adjudication.max_plies = 120;
    settings
}

fn play(settings: &SelfPlaySettings, count: usize, threads: usize) -> Vec<GameRecord> {
    let stop = AtomicBool::new(false);
    let mut games = Vec::new();
    let played = generate(settings, 5, threads, &stop, &classical(), |game| {
        games.extend(game);
        stop.store(games.len() >= count, Ordering::Relaxed);
    });
    assert_eq!(played, Ok(()));
    games.truncate(count);
    games
}

#[test]
fn a_seed_decides_the_games() {
    let once = play(&settings(3), 6, 1);
    assert_eq!(once.iter().map(|game| game.number).collect::<Vec<_>>(), [5, 6, 7, 8, 9, 10]);
    assert_eq!(play(&settings(3), 6, 1), once);
    assert_ne!(play(&settings(4), 6, 1), once);
}

#[test]
fn threads_change_the_order_at_most() {
    let alone = play(&settings(3), 12, 1);
    for game in play(&settings(3), 8, 3) {
        assert_eq!(Some(&game), alone.iter().find(|other| other.number == game.number));
    }
}

#[test]
fn games_are_sound_and_different() {
    let settings = settings(1);
    let games = play(&settings, 40, 2);
    let mut beginnings = HashSet::new();
    for game in &games {
        assert_eq!(game.check(), Ok(()), "game {}", game.number);
        assert!((8..=12).contains(&game.first_ply()));
        assert!(!game.start.board.is_check());
        assert!(game.first_ply() + game.moves.len() as u32 <= settings.adjudication.max_plies);
        assert!(beginnings.insert(game.start.to_string()), "game {} begins like another", game.number);
    }
    assert!(games.iter().any(|game| game.end == EndReason::DecidedScore));
}

#[test]
fn positions_that_are_given_are_begun_from() {
    let mut settings = settings(1);
    settings.openings.positions = vec!["3ak4/9/9/9/4p4/9/4P4/9/4A4/R3KA2r w - - 0 40".parse().unwrap()];
    settings.openings.percent = 100;
    for game in play(&settings, 4, 1) {
        assert!((78 + 2..=78 + 6).contains(&game.first_ply()), "{}", game.first_ply());
    }
    // Far ahead: never worth playing, so that the starting position is taken in the end.
    let level = settings.openings.positions.clone();
    settings.openings.positions = vec!["3ak4/9/9/9/9/9/9/1C5C1/4A4/RNB1KABNR w - - 0 40".parse().unwrap()];
    assert!(play(&settings, 1, 1)[0].first_ply() <= 12);
    settings.openings.positions = level;
    settings.openings.percent = 0;
    assert!(play(&settings, 4, 1).iter().all(|game| game.first_ply() <= 12));
}

#[test]
fn a_game_that_is_stopped_is_none() {
    let mut player = SelfPlayer::new(settings(1), classical()).expect("memory for a small table");
    assert!(player.play(0, &AtomicBool::new(true)).is_none());
}

#[test]
fn a_soft_limit_ends_a_search_after_a_whole_iteration() {
    let search = |limits: Limits<_>| {
        let builder = Engine::<Xiangqi>::builder().hash(1).evaluation(classical());
        builder.build().expect("memory for a small table").think(&limits)
    };
    for soft in [1, 500, 1500, 5000] {
        let soft_found = search(Limits { soft_nodes: Some(soft), ..Limits::default() });
        let deep_found = search(Limits { depth: Some(soft_found.depth), ..Limits::default() });
        assert_eq!((soft_found.nodes, &soft_found.line), (deep_found.nodes, &deep_found.line));
        assert!(soft_found.nodes >= soft);
        let shallow_found = search(Limits { depth: Some(soft_found.depth - 1), ..Limits::default() });
        assert!(soft_found.depth == 1 || shallow_found.nodes < soft);
    }
}
