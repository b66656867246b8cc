//! The laws of a room: by example, and over random messages of many clients.

use super::*;
use crate::messages::{RoomControl, RoomEndReason, RuleSet, Side};
use xiangqi::Random;

const KEYS: RoomKeys =
    RoomKeys { first: Secret::new([1; 16]), second: Secret::new([2; 16]), watch: Secret::new([3; 16]) };

fn secret(number: u8) -> Secret {
    Secret::new([number; 16])
}

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

fn terms(fen: Option<&str>, control: Option<(u32, u32)>) -> RoomTerms {
    RoomTerms {
        fen: fen.map(Into::into),
        rules: RuleSet::Asian,
        control: control.map(|(seconds, increment)| RoomControl { seconds, increment }),
    }
}

/// A room with both players in it.
fn full(fen: Option<&str>, control: Option<(u32, u32)>) -> Room {
    let mut room = Room::new(terms(fen, control), KEYS, Duration::ZERO).unwrap();
    assert_eq!(room.enter(KEYS.first, secret(10), Duration::ZERO), Ok(Some(Viewer::Player(Seat::First))));
    assert_eq!(room.enter(KEYS.second, secret(11), Duration::ZERO), Ok(Some(Viewer::Player(Seat::Second))));
    room
}

const RED: Viewer = Viewer::Player(Seat::First);
const BLACK: Viewer = Viewer::Player(Seat::Second);

fn mv(text: &str, ply: usize) -> RoomAct {
    RoomAct::Move { mv: text.into(), ply }
}

fn because(result: Result<(), ServiceError>) -> RoomRefusal {
    match result {
        Err(ServiceError::RoomRefused { refusal }) => refusal,
        other => panic!("{other:?}"),
    }
}

fn play(room: &mut Room, moves: &str, now: Duration) {
    for text in moves.split_whitespace() {
        let ply = room.history().len();
        let viewer = if ply.is_multiple_of(2) == room.swapped { BLACK } else { RED };
        room.act(viewer, &mv(text, ply), now).unwrap();
    }
}

/// The same room after a restart of the program, whose clock begins anew.
fn restarted(room: &Room, now: Duration, lain: Duration) -> Room {
    let text = serde_json::to_string(&room.saved(now)).unwrap();
    Room::restored(serde_json::from_str(&text).unwrap(), lain, Duration::ZERO).unwrap().expect("expired")
}

#[test]
fn a_room_comes_back_with_its_clocks_and_seats() {
    let mut room = full(None, Some((60, 5)));
    play(&mut room, "h2e2 h9g7 h0g2", seconds(10));
    let mut room = restarted(&room, seconds(22), seconds(600));
    let before = room.state(RED, 0, seconds(1));
    assert_eq!((before.moves.len(), before.taken), (3, Sides { red: true, black: true }));
    // Black had 60 seconds, gained 5 by a move, and has thought for 12: they stay until both are back.
    let left =
        |room: &Room, now| room.state(RED, 0, now).clock.map(|clock| (clock.black / 1000, clock.running));
    assert_eq!(left(&room, seconds(5)), Some((53, None)));
    assert_eq!(room.enter(KEYS.second, secret(12), seconds(5)), Ok(Some(Viewer::Spectator)), "taken");
    assert_eq!(room.enter(KEYS.first, secret(10), seconds(5)), Ok(Some(RED)));
    assert!(!room.advance(seconds(30)));
    assert_eq!(left(&room, seconds(30)), Some((53, None)));
    assert_eq!(room.enter(KEYS.second, secret(11), seconds(31)), Ok(Some(BLACK)));
    assert!(room.advance(seconds(31)));
    assert_eq!(left(&room, seconds(41)), Some((43, Some(Side::Black))));
    room.act(BLACK, &mv("i9h9", 3), seconds(41)).unwrap();
    assert_eq!(left(&room, seconds(50)), Some((48, Some(Side::Red))));
    // Who comes back alone waits for a while, and a move made meanwhile starts nothing.
    let mut room = restarted(&room, seconds(50), Duration::ZERO);
    room.enter(KEYS.first, secret(10), seconds(1)).unwrap();
    room.act(RED, &mv("i0h0", 4), seconds(2)).unwrap();
    assert_eq!(left(&room, seconds(50)), Some((48, None)));
    assert!(room.advance(seconds(1) + GRACE));
    assert_eq!(left(&room, seconds(11) + GRACE), Some((38, Some(Side::Black))));
}

#[test]
fn ends_come_back_as_they_were_and_age_counts() {
    let finished = |act: &[(Viewer, RoomAct)]| {
        let mut room = full(None, Some((60, 0)));
        play(&mut room, "h2e2 h9g7", seconds(1));
        for (viewer, act) in act {
            room.act(*viewer, act, seconds(2)).unwrap();
        }
        room.advance(seconds(100));
        room
    };
    let draw =
        [(RED, RoomAct::Offer { what: Agreement::Draw }), (BLACK, RoomAct::Accept { what: Agreement::Draw })];
    for (acts, reason) in [
        (vec![(RED, RoomAct::Resign)], RoomEndReason::Resignation),
        (draw.to_vec(), RoomEndReason::Agreement),
        (Vec::new(), RoomEndReason::Time),
    ] {
        let room = finished(&acts);
        let end = room.state(RED, 0, seconds(100)).end.unwrap();
        assert_eq!(end.reason, reason);
        let back = restarted(&room, seconds(100), Duration::ZERO);
        assert_eq!(back.state(RED, 0, seconds(1)).end, Some(end));
    }
    let mate = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w";
    let mut room = full(Some(mate), None);
    play(&mut room, "b0b9", seconds(1));
    let end = room.state(RED, 0, seconds(1)).end;
    assert!(end.as_ref().is_some_and(|end| end.reason == RoomEndReason::Checkmate));
    let saved = room.saved(seconds(1));
    assert_eq!(restarted(&room, seconds(1), Duration::ZERO).state(RED, 0, seconds(1)).end, end);
    // Too old, and not a game at all.
    assert!(matches!(Room::restored(saved.clone(), IDLE, seconds(0)), Ok(None)));
    let text = serde_json::to_string(&saved).unwrap();
    for (good, bad) in [("b0b9", "b0c9"), ("checkmate", "agreement"), ("\"b0b9\"", "")] {
        let saved = serde_json::from_str(&text.replace(good, bad)).unwrap();
        let restored = Room::restored(saved, Duration::ZERO, seconds(0));
        // What the moves show is believed, whatever else is written.
        assert_eq!(restored.is_err(), good != "checkmate", "{good}: {restored:?}");
    }
    room.leave(RED, seconds(5));
    room.leave(BLACK, seconds(5));
    let room = restarted(&room, seconds(5) + IDLE / 2, IDLE / 4);
    assert!(!room.is_expired(IDLE / 5) && room.is_expired(IDLE / 4 + seconds(1)));
}

#[test]
fn seats_are_bound_to_the_browser_that_took_them() {
    let mut room = full(None, None);
    let now = seconds(1);
    assert_eq!(room.enter(secret(99), secret(10), now), Ok(None), "a wrong key opens nothing");
    // The second person with an invitation watches, and so does who has the link for it.
    assert_eq!(room.enter(KEYS.first, secret(12), now), Ok(Some(Viewer::Spectator)));
    assert_eq!(room.enter(KEYS.watch, secret(13), now), Ok(Some(Viewer::Spectator)));
    assert_eq!(room.state(RED, 0, now).spectators, 2);
    // A reconnect gets the seat back, by whatever key.
    room.leave(BLACK, now);
    assert!(!room.state(RED, 0, now).present.black && room.state(RED, 0, now).taken.black);
    assert_eq!(room.enter(KEYS.second, secret(11), now), Ok(Some(BLACK)));
    assert_eq!(room.enter(KEYS.watch, secret(11), now), Ok(Some(BLACK)));
    // Nobody has both seats.
    let mut alone = Room::new(terms(None, None), KEYS, now).unwrap();
    assert_eq!(alone.enter(KEYS.second, secret(10), now), Ok(Some(BLACK)));
    assert_eq!(alone.enter(KEYS.first, secret(10), now), Ok(Some(BLACK)));
    assert_eq!(alone.free_key(Seat::Second), Some(KEYS.first));
    assert_eq!(because(alone.act(BLACK, &RoomAct::Resign, now)), RoomRefusal::Waiting);
}

#[test]
fn places_are_limited_and_empty_rooms_expire() {
    let mut room = full(None, None);
    for number in 0..MAX_SPECTATORS {
        assert_eq!(
            room.enter(KEYS.watch, secret(100 + number as u8), seconds(0)),
            Ok(Some(Viewer::Spectator))
        );
    }
    let crowded = Err(ServiceError::RoomCrowded { max: MAX_SPECTATORS });
    assert_eq!(room.enter(KEYS.watch, secret(200), seconds(0)), crowded);
    for _ in 1..MAX_TABS {
        room.enter(KEYS.first, secret(10), seconds(0)).unwrap();
    }
    assert_eq!(
        room.enter(KEYS.first, secret(10), seconds(0)),
        Err(ServiceError::RoomCrowded { max: MAX_TABS })
    );
    for _ in 0..MAX_SPECTATORS {
        room.leave(Viewer::Spectator, seconds(1));
    }
    for _ in 0..MAX_TABS {
        room.leave(RED, seconds(2));
    }
    assert!(!room.is_expired(seconds(1_000_000)));
    room.leave(BLACK, seconds(3));
    assert!(!room.is_expired(IDLE));
    assert!(room.is_expired(IDLE + seconds(3)));
}

#[test]
fn the_referee_takes_legal_moves_of_the_side_to_move() {
    let mut room = full(None, None);
    let now = seconds(1);
    assert_eq!(because(room.act(BLACK, &mv("h9g7", 0), now)), RoomRefusal::NotYourTurn);
    assert_eq!(because(room.act(Viewer::Spectator, &mv("h2e2", 0), now)), RoomRefusal::NotAPlayer);
    assert!(matches!(room.act(RED, &mv("h2h9", 0), now), Ok(())), "the cannon takes the horse");
    assert_eq!(because(room.act(RED, &mv("h2h9", 0), now)), RoomRefusal::Stale { given: 0, ply: 1 });
    assert!(matches!(room.act(BLACK, &mv("a9a5", 1), now), Err(ServiceError::IllegalMove { number: 2, .. })));
    assert!(matches!(room.act(BLACK, &mv("nonsense", 1), now), Err(ServiceError::NotAMove { .. })));
    let state = room.state(BLACK, 0, now);
    assert_eq!((state.side, state.moves.len(), state.from), (Side::Black, 1, 0));
    assert!(!state.legal.is_empty() && room.state(RED, 0, now).legal.is_empty());
    assert_eq!((room.state(BLACK, 1, now).moves.len(), room.state(BLACK, 9, now).from), (0, 1));
}

#[test]
fn mate_ends_the_game_and_a_rematch_exchanges_colours() {
    let now = seconds(1);
    let mut room = full(Some("4k4/R8/9/9/9/9/9/9/9/1R1K5 w"), None);
    play(&mut room, "b0b9", now);
    let end = room.state(BLACK, 0, now).end.unwrap();
    assert_eq!((end.winner, end.reason), (Some(Side::Red), RoomEndReason::Checkmate));
    assert!(!end.words.english.is_empty() && !end.words.chinese.is_empty());
    for act in [mv("e9d9", 1), RoomAct::Resign, RoomAct::Offer { what: Agreement::Draw }] {
        assert_eq!(because(room.act(BLACK, &act, now)), RoomRefusal::GameOver);
    }
    let rematch = RoomAct::Offer { what: Agreement::Rematch };
    room.act(BLACK, &rematch, now).unwrap();
    assert_eq!(because(room.act(BLACK, &rematch, now)), RoomRefusal::TooSoon);
    assert_eq!(room.state(RED, 0, now).offers.rematch, Some(Side::Black));
    room.act(RED, &RoomAct::Accept { what: Agreement::Rematch }, now).unwrap();
    let state = room.state(BLACK, 0, now);
    assert_eq!((state.game, state.you, state.end), (2, Some(Side::Red), None));
    assert_eq!(state.offers, RoomOffers::default());
    play(&mut room, "b0b9", now);
    assert_eq!(room.state(BLACK, 0, now).end.unwrap().winner, Some(Side::Red));
}

#[test]
fn a_clock_runs_on_while_its_owner_is_away() {
    let mut room = full(None, Some((60, 5)));
    play(&mut room, "h2e2", seconds(100));
    room.leave(BLACK, seconds(110));
    let clock = room.state(RED, 0, seconds(130)).clock.unwrap();
    assert_eq!((clock.red, clock.black, clock.running), (60_000, 30_000, Some(Side::Black)));
    assert!(!room.advance(seconds(159)));
    assert!(room.advance(seconds(160)) && !room.advance(seconds(161)));
    let state = room.state(RED, 0, seconds(200));
    let end = state.end.unwrap();
    assert_eq!((end.winner, end.reason), (Some(Side::Red), RoomEndReason::Time));
    assert_eq!(end.words.english, "Black ran out of time.");
    assert_eq!(state.clock.unwrap(), RoomClock { red: 60_000, black: 0, running: None });
    // A move that comes too late is not made, even if nobody has looked at the clock before.
    let mut room = full(None, Some((60, 5)));
    play(&mut room, "h2e2", seconds(0));
    assert_eq!(because(room.act(BLACK, &mv("h9g7", 1), seconds(60))), RoomRefusal::GameOver);
}

#[test]
fn draws_and_takebacks_need_two() {
    let mut room = full(None, Some((60, 0)));
    let now = seconds(1);
    let offer = |what| RoomAct::Offer { what };
    let accept = |what| RoomAct::Accept { what };
    assert_eq!(because(room.act(RED, &offer(Agreement::Takeback), now)), RoomRefusal::NothingToTakeBack);
    play(&mut room, "h2e2 h9g7", now);
    assert_eq!(because(room.act(BLACK, &accept(Agreement::Draw), now)), RoomRefusal::NothingOffered);
    room.act(RED, &offer(Agreement::Draw), now).unwrap();
    assert_eq!(because(room.act(RED, &accept(Agreement::Draw), now)), RoomRefusal::NothingOffered);
    // The move of who offered leaves the offer, that of the other declines it.
    play(&mut room, "h0g2", now);
    assert_eq!(room.state(BLACK, 0, now).offers.draw, Some(Side::Red));
    play(&mut room, "i9h9", now);
    assert_eq!(room.state(BLACK, 0, now).offers.draw, None);
    // Red takes back its move and the answer, with the time as it is.
    room.act(RED, &offer(Agreement::Takeback), now).unwrap();
    room.act(BLACK, &RoomAct::Decline { what: Agreement::Takeback }, now).unwrap();
    assert_eq!(because(room.act(RED, &offer(Agreement::Takeback), now)), RoomRefusal::TooSoon);
    play(&mut room, "i0h0", now);
    room.act(RED, &offer(Agreement::Takeback), now).unwrap();
    room.act(BLACK, &accept(Agreement::Takeback), now).unwrap();
    assert_eq!(room.history().len(), 4);
    room.act(RED, &offer(Agreement::Takeback), now).unwrap();
    room.act(BLACK, &offer(Agreement::Takeback), now).unwrap();
    let state = room.state(RED, 0, now);
    assert_eq!(
        (state.moves.len(), state.side, state.clock.unwrap().running),
        (2, Side::Red, Some(Side::Red))
    );
    room.act(BLACK, &offer(Agreement::Draw), now).unwrap();
    room.act(RED, &offer(Agreement::Draw), now).unwrap();
    let end = room.state(RED, 0, now).end.unwrap();
    assert_eq!((end.winner, end.reason), (None, RoomEndReason::Agreement));
}

#[test]
fn perpetual_check_loses_with_words() {
    let mut room = full(Some("3k5/9/9/9/9/9/9/R8/4p4/5K3 w"), None);
    let mut now = 1;
    for text in ["a2d2", "d9e9", "d2e2", "e9d9", "e2d2", "d9e9", "d2e2", "e9d9", "e2d2"] {
        let ply = room.history().len();
        let viewer = if ply.is_multiple_of(2) { RED } else { BLACK };
        room.act(viewer, &mv(text, ply), seconds(now)).unwrap();
        now += 1;
    }
    let end = room.state(RED, 0, seconds(now)).end.unwrap();
    assert_eq!((end.winner, end.reason), (Some(Side::Black), RoomEndReason::Repetition));
    assert!(end.words.english.to_lowercase().contains("check"), "{}", end.words.english);
}

#[test]
fn terms_are_checked() {
    let bad = [terms(None, Some((5, 0))), terms(None, Some((60, 500))), terms(None, Some((1_000_000, 0)))];
    for terms in bad {
        assert!(matches!(Room::new(terms, KEYS, seconds(0)), Err(ServiceError::OutOfRange { .. })));
    }
    let over = terms(Some("R3k4/R8/9/9/9/9/9/9/9/3K5 b"), None);
    assert!(matches!(Room::new(over, KEYS, seconds(0)), Err(ServiceError::RoomPositionOver { .. })));
    let broken = terms(Some("nonsense"), None);
    assert!(matches!(Room::new(broken, KEYS, seconds(0)), Err(ServiceError::BadFen { .. })));
}

/// A legal move most of the time, else nonsense.
fn random_act(room: &Room, random: &mut Random) -> RoomAct {
    let what = [Agreement::Draw, Agreement::Takeback, Agreement::Rematch][random.below(3)];
    match random.below(24) {
        0 if random.below(4) == 0 => RoomAct::Resign,
        1 => RoomAct::Offer { what },
        2 if what != Agreement::Draw || random.below(6) == 0 => RoomAct::Accept { what },
        3 => RoomAct::Decline { what },
        4 => mv("a0a9", random.below(5)),
        _ => {
            let legal = &room.game.facts().legal;
            let text = match legal.len() {
                0 => "h2e2".to_owned(),
                count => legal[random.below(count)].mv.0.to_string(),
            };
            mv(&text, room.history().len())
        }
    }
}

fn check_laws(room: &Room, visitors: &[Option<Viewer>], now: Duration) {
    let states: Vec<RoomState> =
        [RED, BLACK, Viewer::Spectator].map(|viewer| room.state(viewer, 0, now)).to_vec();
    let movers = states.iter().filter(|state| !state.legal.is_empty()).count();
    let is_over = room.game.end().is_some();
    assert!(movers <= 1 && !(is_over && movers > 0), "one mover, and none when it is over");
    assert!(states[2].legal.is_empty() && states[2].you.is_none());
    assert_ne!(states[0].you, states[1].you);
    assert!(room.history().len() <= MAX_PLIES && room.spectators <= MAX_SPECTATORS);
    let inside = visitors.iter().flatten().count();
    let counted = room.spectators + room.chairs.iter().map(|chair| chair.tabs).sum::<usize>();
    assert_eq!(counted, inside);
    assert_eq!(room.empty_since.is_none(), inside > 0);
    assert_eq!(room.game.position().past().len(), room.history().len());
    assert_eq!(room.history().last().map_or(states[0].fen.clone(), |last| last.fen.clone()), states[0].fen);
    if let Some(clock) = states[0].clock {
        assert!(clock.red <= 400_000 && clock.black <= 400_000);
        assert!(!(is_over && clock.running.is_some()));
        let runs_out = [clock.red, clock.black].contains(&0);
        assert!(!runs_out || is_over, "who has no time left has lost");
    }
    if is_over {
        assert_eq!((states[0].offers.draw, states[0].offers.takeback), (None, None));
    }
}

#[test]
fn random_messages_never_break_the_laws() {
    let mut ended = 0;
    let mut games = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let fen = (seed % 2 == 1).then_some("3ak4/4a4/9/9/9/9/9/9/4A4/2R1KAr2 w");
        let control = (seed % 3 != 0).then_some((30, 2));
        let mut room = Room::new(terms(fen, control), KEYS, Duration::ZERO).unwrap();
        let mut visitors: Vec<Option<Viewer>> = vec![None; 8];
        let mut now = Duration::ZERO;
        for _ in 0..600 {
            let slow = random.below(40) == 0;
            now += Duration::from_millis(random.below(if slow { 9000 } else { 300 }) as u64);
            let who = random.below(8);
            let before = room.game.end().cloned();
            match visitors[who] {
                None => {
                    let key = [KEYS.first, KEYS.second, KEYS.watch, secret(77)][random.below(4)];
                    visitors[who] = room.enter(key, secret(who as u8 / 2 + 1), now).unwrap_or(None);
                }
                Some(viewer) if random.below(20) == 0 => {
                    room.leave(viewer, now);
                    visitors[who] = None;
                }
                Some(viewer) => {
                    let number = room.number();
                    let act = random_act(&room, &mut random);
                    let past = room.clone();
                    let done = room.act(viewer, &act, now);
                    if done.is_err() && before == room.game.end().cloned() {
                        assert_eq!(room.history(), past.history(), "a refusal changes nothing");
                    }
                    if let (Some(before), Ok(())) = (&before, done) {
                        let rematch = |what: &Agreement| *what == Agreement::Rematch;
                        assert!(
                            matches!(&act, RoomAct::Offer { what } | RoomAct::Accept { what } | RoomAct::Decline { what } if rematch(what)),
                            "{act:?} after the end"
                        );
                        assert!(room.number() > number || room.game.end() == Some(before));
                    }
                }
            }
            room.advance(now);
            ended += usize::from(before.is_none() && room.game.end().is_some());
            check_laws(&room, &visitors, now);
        }
        games += room.number();
    }
    assert!(ended > 30 && games > 70, "{ended} games ended, {games} were begun: the test shows too little");
}
