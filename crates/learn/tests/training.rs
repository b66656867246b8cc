//! Training on positions whose worth is known: material, as a classical evaluation counts it.

use learn::datagen::{PackedBoard, PackedSample};
use learn::train::{BadCheckpoint, OutputKind, Trainer, TrainingData, TrainingSettings, compare, quantised};
use nnue::features::KingBuckets;
use std::sync::Arc;
use xiangqi::{Board, Piece, Random};

/// What kings, advisors, elephants, horses, rooks, cannons and pawns are worth.
const WORTH: [i32; 7] = [0, 100, 100, 200, 450, 225, 50];

fn material(board: &Board) -> i32 {
    let worth =
        |piece: Piece| WORTH[piece.kind().index()] * if piece.colour() == board.side() { 1 } else { -1 };
    board.occupied().into_iter().filter_map(|square| board.piece(square)).map(worth).sum()
}

/// Positions of random games, scored by their material.
fn data(games: usize) -> TrainingData {
    let mut random = Random::new(1);
    let mut data = TrainingData::default();
    for game in 0..games {
        let mut board = Board::start();
        for ply in 0..200_u8 {
            let score = material(&board) as i16;
            let sample =
                PackedSample { board: PackedBoard::from(&board), score, result: score.signum() as i8, ply };
            if ply > 20 {
                assert!(data.push(sample, game % 10 == 0));
            }
            let Some(mv) = random.choose(&board.legal_moves()) else { break };
            board.play_unchecked(mv);
        }
    }
    data.shuffle(1);
    data
}

fn settings() -> TrainingSettings {
    TrainingSettings {
        hidden: 64,
        epochs: 4,
        batch: 256,
        rate: 2e-3,
        blend: 0.0,
        ..TrainingSettings::default()
    }
}

#[test]
fn material_is_learnt_and_survives_rounding() {
    let data = data(300);
    for output in [OutputKind::Single, OutputKind::Layers] {
        check_material(&data, TrainingSettings { epochs: 10, rate: 4e-3, output, ..settings() });
    }
}

fn check_material(data: &TrainingData, settings: TrainingSettings) {
    let mut trainer = Trainer::new(settings, data, 2).expect("good settings");
    let before = trainer.held_out_loss().expect("positions are held out");
    while !trainer.is_done() {
        trainer.step();
    }
    let after = trainer.held_out_loss().expect("positions are held out");
    assert!(after < before / 100.0, "the error fell from {before} to {after} only");
    assert!(trainer.training_loss() < before / 100.0);

    let scale = trainer.settings().scale;
    let network = Arc::new(quantised(trainer.weights(), scale, "material", "a test").expect("a network"));
    let comparison = compare(trainer.weights(), &network, trainer.settings(), data, 2000);
    assert_eq!(comparison.positions, 2000);
    // Behind one layer of 8-bit weights there are two more.
    let (mean, max) = if settings.output == OutputKind::Single { (3.0, 15.0) } else { (5.0, 30.0) };
    assert!(comparison.mean < mean && comparison.max < max, "{comparison:?}");
    assert!(comparison.losses[1] < before / 100.0, "{comparison:?}");
}

#[test]
fn threads_change_nothing() {
    let data = data(8);
    let trained = |threads| {
        let mut trainer = Trainer::new(TrainingSettings { epochs: 1, ..settings() }, &data, threads)
            .expect("good settings");
        while !trainer.is_done() {
            trainer.step();
        }
        trainer.checkpoint()
    };
    let one = trained(1);
    assert_eq!(trained(2), one);
    assert_eq!(trained(3), one);
    assert_eq!(trained(8), one);
}

#[test]
fn training_goes_on_exactly_where_it_was() {
    let data = data(8);
    let settings = TrainingSettings { epochs: 2, ..settings() };
    let mut whole = Trainer::new(settings, &data, 1).expect("good settings");
    let mut first = Trainer::new(settings, &data, 1).expect("good settings");
    let stop = whole.steps_per_epoch() + 2;
    while !whole.is_done() {
        whole.step();
    }
    while first.step_number() < stop {
        first.step();
    }
    let file = first.checkpoint();
    let mut second = Trainer::resume(&file, settings, &data, 2).expect("a good checkpoint");
    while !second.is_done() {
        second.step();
    }
    assert_eq!(second.checkpoint(), whole.checkpoint());

    let refused = |file: &[u8], settings| Trainer::resume(file, settings, &data, 1).err();
    assert_eq!(refused(b"something else", settings), Some(BadCheckpoint::NotACheckpoint));
    assert_eq!(refused(&file[..file.len() - 4], settings), Some(BadCheckpoint::Damaged));
    let other =
        refused(&file, TrainingSettings { blend: 0.25, ..settings }).expect("other settings").to_string();
    assert_eq!(other, "the checkpoint was made with \"blend 0\", but \"blend 0.25\" is asked for");
    let mut more = data.clone();
    more.push(data.training()[0], false);
    assert_eq!(Trainer::resume(&file, settings, &more, 1).err(), Some(BadCheckpoint::OtherData));
    for place in (0..file.len()).step_by(1009) {
        let mut damaged = file.clone();
        damaged[place] ^= 1;
        assert!(refused(&damaged, settings).is_some(), "byte {place}");
    }
}

/// A larger network that begins with the weights of a smaller one judges as that one does, before the first step.
#[test]
fn a_larger_network_begins_where_a_smaller_one_ended() {
    let data = data(60);
    let mut trainer = Trainer::new(settings(), &data, 2).expect("good settings");
    for _ in 0..40 {
        trainer.step();
    }
    let network = quantised(trainer.weights(), 400, "small", "").expect("a network");
    let small = Arc::new(network);
    for (king_buckets, hidden, scale) in
        [(KingBuckets::One, 64, 400), (KingBuckets::One, 128, 300), (KingBuckets::Six, 192, 500)]
    {
        let settings = TrainingSettings { king_buckets, hidden, scale, ..settings() };
        let larger = Trainer::from_network(settings, &data, 1, &small).expect("it fits");
        let comparison = compare(larger.weights(), &small, &settings, &data, 200);
        assert!(comparison.positions == 200 && comparison.max < 2.5, "{comparison:?}");
    }
    let refused =
        |settings| Trainer::from_network(settings, &data, 1, &small).err().map(|error| error.to_string());
    let larger = quantised(
        Trainer::from_network(
            TrainingSettings { king_buckets: KingBuckets::Six, ..settings() },
            &data,
            1,
            &small,
        )
        .expect("it fits")
        .weights(),
        400,
        "buckets",
        "",
    )
    .expect("a network");
    assert_eq!(refused(settings()), None);
    let smaller = Trainer::from_network(settings(), &data, 1, &larger).err().map(|error| error.to_string());
    assert_eq!(smaller.as_deref(), Some("king buckets 1 cannot be used; say 6, as the network has"));
}
