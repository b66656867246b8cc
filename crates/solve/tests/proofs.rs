//! Proofs that were damaged are refused, whatever the damage.

mod common;

use common::rows;
use solve::{Flaw, Limits, Proof, ProofStep, Solver, check};
use std::sync::atomic::AtomicBool;
use xiangqi::{Move, Position, Random};

fn proofs() -> Vec<(Position, Proof)> {
    let mut solver = Solver::new(Limits { nodes: Some(200_000), hash: 8, any: true, ..Limits::default() });
    let prove = |position: Position| {
        let proof = solver.solve(&position, None, &AtomicBool::new(false)).answer.proof().cloned();
        proof.filter(|proof| proof.steps.len() > 2).map(|proof| (position, proof))
    };
    rows().into_iter().map(|row| row.position).filter_map(prove).collect()
}

/// Changes one thing, if the step has it to change.
fn damage(proof: &mut Proof, random: &mut Random) -> Option<()> {
    let mut below = |limit: usize| (random.next_u64() % limit.max(1) as u64) as usize;
    let (kind, count) = (below(7), proof.steps.len());
    let number = below(count);
    let step = &mut proof.steps[number];
    let chosen = below(step.defences.len());
    match kind {
        // A defence dropped.
        0 => drop((chosen < step.defences.len()).then(|| step.defences.remove(chosen))?),
        // A defence that is none.
        1 => step.defences.get_mut(chosen)?.0 = Move::NONE,
        // A defence twice.
        2 => {
            let again = *step.defences.get(chosen)?;
            step.defences.push(again);
        }
        // The tree cut.
        3 => {
            (!step.defences.is_empty()).then_some(())?;
            step.defences.clear();
        }
        // A leaf gone.
        4 => step.defences.get_mut(chosen)?.1 = count,
        // The attacker does nothing.
        5 => step.mv = Move::NONE,
        // A cycle: the answer is the first step.
        _ => step.defences.get_mut(chosen)?.1 = 0,
    }
    Some(())
}

#[test]
fn damaged_proofs_are_refused() {
    let mut random = Random::new(7);
    let mut damaged = 0;
    let proofs = proofs();
    assert!(proofs.len() > 40, "{}", proofs.len());
    for (position, proof) in &proofs {
        assert_eq!(check(position, proof), Ok(proof.moves()));
        for _ in 0..40 {
            let mut broken = proof.clone();
            if damage(&mut broken, &mut random).is_some() {
                assert!(check(position, &broken).is_err(), "{}: {broken:?}", position.fen());
                damaged += 1;
            }
        }
    }
    assert!(damaged > 1000, "{damaged}");
}

/// Another legal move of the attacker keeps the proof only if its defences are the same and lose the same way;
/// then what is accepted must still be a mate.
#[test]
fn other_attacks_are_refused_or_mate() {
    let mut random = Random::new(11);
    let (mut refused, mut tried) = (0, 0);
    for (position, proof) in &proofs() {
        let moves = position.board().legal_moves();
        for _ in 0..10 {
            let mut broken = proof.clone();
            broken.steps[0].mv = moves[(random.next_u64() % moves.len() as u64) as usize];
            if broken == *proof {
                continue;
            }
            tried += 1;
            refused += usize::from(check(position, &broken).is_err());
        }
    }
    assert!(tried > 300 && refused + 5 > tried, "{refused} of {tried}");
}

#[test]
fn flaws_are_named() {
    let position: Position = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1".parse().expect("a position");
    let mv = |text: &str| text.parse::<Move>().expect("a move");
    let proof = |steps: Vec<ProofStep>| check(&position, &Proof { steps });
    let step = |text: &str, defences: &[(&str, usize)]| ProofStep {
        mv: mv(text),
        defences: defences.iter().map(|&(text, answer)| (mv(text), answer)).collect(),
    };
    assert_eq!(proof(vec![step("b1b9", &[])]), Ok(1));
    assert_eq!(proof(vec![]), Err(Flaw::NoStep(0)));
    assert_eq!(proof(vec![step("b1c3", &[])]), Err(Flaw::IllegalAttack(0, mv("b1c3"))));
    assert_eq!(proof(vec![step("a8a9", &[])]), Err(Flaw::Unanswered(0, mv("d9d8"))));
    assert_eq!(proof(vec![step("b1b9", &[("d9d8", 0)])]), Err(Flaw::NoDefence(0, mv("d9d8"))));
    assert_eq!(proof(vec![step("a8a9", &[("d9d8", 1)])]), Err(Flaw::NoStep(1)));
}

/// The king walks to and fro and the rook with it: every move is legal, every defence answered, no end.
#[test]
fn perpetual_check_is_no_mate() {
    let position: Position = "3k5/R8/8R/9/9/9/9/9/9/4K4 w - - 0 1".parse().expect("a position");
    let mv = |text: &str| text.parse::<Move>().expect("a move");
    let steps = vec![
        ProofStep { mv: mv("a8a9"), defences: vec![(mv("d9d8"), 1)] },
        ProofStep { mv: mv("a9a8"), defences: vec![(mv("d8d9"), 0)] },
    ];
    assert_eq!(check(&position, &Proof { steps: steps.clone() }), Err(Flaw::Repetition(0)));
    // The same with a new step each time round.
    let unrolled = (0..100).map(|number: usize| {
        let ProofStep { mv, defences } = &steps[number % 2];
        ProofStep { mv: *mv, defences: vec![(defences[0].0, number + 1)] }
    });
    assert_eq!(check(&position, &Proof { steps: unrolled.collect() }), Err(Flaw::TwoAnswers(0, 2)));
}
