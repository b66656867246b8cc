//! The laboratory's engine plays what the engine plays, and its counts add up.

use engine::{
    Confirmation, Counted, Engine, EngineGame, Event, Hooks, Keys, Limits, MoveSkip, NodeEnd, Summary,
    Watched,
};
use games::{Chess, GameData, GameText, Xiangqi};
use std::sync::atomic::AtomicBool;

fn search<G: EngineGame>(
    engine: &mut Engine<G, Watched>,
    limits: &Limits<G::Move>,
) -> (engine::Answer<G::Move>, Summary<G::Move>) {
    let stop = AtomicBool::new(false);
    let mut told = None;
    let mut report = |event: Event<G::Move>| {
        if let Event::Summary(summary) = event {
            assert!(told.replace(*summary).is_none(), "told once");
        }
    };
    let answer = engine.search(limits, Hooks { report: Some(&mut report), ..Hooks::silent(&stop) });
    (answer, told.expect("a summary"))
}

/// Every visit ends once, and what has parts is their sum.
fn assert_adds_up(counted: &Counted, nodes: u64, name: &str) {
    let sum = |rows: &[[u64; engine::DEPTHS]]| rows.iter().flatten().sum::<u64>();
    assert_eq!(sum(&counted.ends), counted.visits, "{name}");
    assert!(counted.visits >= nodes, "{name}: {} visits, {nodes} nodes", counted.visits);
    let hits: u64 = counted.hits.iter().sum();
    assert!(hits <= counted.probes && counted.probes <= counted.visits, "{name}");
    assert!(counted.ended(NodeEnd::Table) <= hits, "{name}");
    let cuts: u64 = counted.cuts.iter().chain(&counted.leaf_cuts).sum();
    assert_eq!(cuts, counted.ended(NodeEnd::Beta), "{name}: a cut-off is a move that reached beta");
    let quiescent = [NodeEnd::Leaf, NodeEnd::StandPat];
    for end in quiescent {
        assert_eq!(
            counted.ends[end as usize][1..].iter().sum::<u64>(),
            0,
            "{name}: {end:?} has no depth left"
        );
    }
    for end in
        [NodeEnd::NullMove, NodeEnd::ProbCut, NodeEnd::Razoring, NodeEnd::Multicut, NodeEnd::MateDistance]
    {
        assert_eq!(counted.ends[end as usize][0], 0, "{name}: {end:?} is for nodes");
    }
}

fn plays_the_same<G: EngineGame>(depth: usize) {
    let mut plain = Engine::<G>::new(1, 1);
    let mut laboratory = Engine::<G, _>::laboratory(1, 1, Keys::default()).expect("memory");
    for (index, text) in G::BENCH.iter().enumerate().take(6) {
        let position = G::parse_position(text).expect("a position");
        plain.set_position(position.clone());
        laboratory.set_position(position);
        // The tables are kept from one to the next.
        for limits in [
            Limits { depth: Some(depth), ..Limits::default() },
            Limits { nodes: Some(3_000), seed: index as u64 + 1, ..Limits::default() },
        ] {
            let expected = plain.think(&limits);
            let (found, summary) = search(&mut laboratory, &limits);
            assert_eq!(found, expected, "{text}");
            assert_adds_up(&summary.counted, found.nodes, text);
            assert!(summary.filled[0] <= summary.filled[1] && summary.filled[1] <= summary.capacity);
            assert_eq!(summary.census, None, "nothing confirms these keys");
            // A mate is played as it was found.
            let looks = limits.seed != 0 && !found.score.is_mate();
            assert_eq!(summary.equals.is_empty(), !looks, "{text}");
            assert!(!looks || summary.equals.iter().any(|&mv| Some(mv) == found.best));
        }
    }
}

#[test]
fn counting_changes_nothing_and_adds_up() {
    plays_the_same::<Xiangqi>(8);
    plays_the_same::<Chess>(7);
}

#[test]
fn counts_add_up_with_several_threads() {
    let mut laboratory = Engine::<Xiangqi, _>::laboratory(1, 3, Keys::default()).expect("memory");
    let (answer, summary) = search(&mut laboratory, &Limits { nodes: Some(30_000), ..Limits::default() });
    // Other threads may go a little further after the nodes were last added up.
    assert_adds_up(&summary.counted, answer.nodes.saturating_sub(4_096), "three threads");
}

#[test]
fn a_deep_search_uses_every_technique() {
    let mut laboratory = Engine::<Xiangqi, _>::laboratory(1, 1, Keys::default()).expect("memory");
    let mut all = [0; NodeEnd::ALL.len()];
    let mut skips = [0; MoveSkip::ALL.len()];
    for text in Xiangqi::BENCH {
        laboratory.set_position(Xiangqi::parse_position(text).expect("a position"));
        let (_, summary) = search(&mut laboratory, &Limits { depth: Some(11), ..Limits::default() });
        NodeEnd::ALL.iter().zip(&mut all).for_each(|(&end, sum)| *sum += summary.counted.ended(end));
        summary.counted.skips.iter().zip(&mut skips).for_each(|(row, sum)| *sum += row.iter().sum::<u64>());
    }
    // Those that need a stop, a forbidden repetition, a very long line or a lone move may not occur.
    let rare = [
        NodeEnd::Stopped,
        NodeEnd::Win,
        NodeEnd::Loss,
        NodeEnd::Ending,
        NodeEnd::Horizon,
        NodeEnd::Alone,
        NodeEnd::MateDistance,
    ];
    for (end, count) in NodeEnd::ALL.iter().zip(all).filter(|(end, _)| !rare.contains(end)) {
        assert!(count > 0, "{end:?}: {all:?}");
    }
    for (skip, count) in MoveSkip::ALL.iter().zip(skips).filter(|(skip, _)| **skip != MoveSkip::Overlooked) {
        assert!(count > 0, "{skip:?}: {skips:?}");
    }
}

#[test]
fn narrow_keys_collide_as_chance_predicts_and_refused_ones_change_nothing() {
    let limits = Limits { depth: Some(9), ..Limits::default() };
    let keys = |bits, confirmation| Keys { bits, seed: Some(3), confirmation };
    let run = |keys| {
        let mut laboratory = Engine::<Xiangqi, _>::laboratory(1, 1, keys).expect("memory");
        let (answer, summary) = search(&mut laboratory, &limits);
        let census = summary.census.expect("confirmed");
        (answer, census, census.expected(keys.bits, summary.capacity))
    };
    let (reference, none, expected) = run(keys(128, Confirmation::Refuses));
    assert_eq!((none.collisions, none.unnoticed), (0, 0));
    assert!(expected < 1e-20 && none.compared > 1_000);
    let (refused, census, expected) = run(keys(24, Confirmation::Refuses));
    assert_eq!(refused, reference);
    let deviation = (census.collisions as f64 - expected).abs();
    // The same two positions may meet several times: a generous bound.
    assert!(deviation < 8.0 * expected.sqrt() + 8.0, "{census:?}, expected {expected}");
    let (used, ..) = run(keys(16, Confirmation::Counts));
    let position = Engine::<Xiangqi>::new(1, 1).position().clone();
    assert!(used.best.is_some_and(|mv| position.board().is_legal(mv)), "whatever the table says");
}
