//! Net files: what is written is read, and whatever does not fit is refused with a reason.

mod common;

use common::{random_deep_network, random_layers, random_network, random_weights};
use nnue::features::KingBuckets;
use nnue::{BadNetwork, Network, OutputWeights, Weights};

#[test]
fn what_is_written_is_read() {
    let sizes = [(KingBuckets::One, 64), (KingBuckets::Three, 128), (KingBuckets::Six, 256)];
    for (buckets, hidden) in sizes {
        for network in [random_network, random_deep_network] {
            let network = network(1, buckets, hidden);
            let file = network.write();
            assert_eq!(Network::read(&file).as_ref(), Ok(&*network));
            assert_eq!(network.write(), file);
        }
    }
}

#[test]
fn every_damage_is_noticed() {
    for network in [random_network, random_deep_network] {
        check_damage(&network(1, KingBuckets::One, 64).write());
    }
}

fn check_damage(file: &[u8]) {
    for length in [0, 7, 8, 33, 41, 42, 100, file.len() - 1] {
        assert!(Network::read(&file[..length]).is_err(), "cut to {length}");
    }
    let mut longer = file.to_vec();
    longer.push(0);
    assert!(matches!(Network::read(&longer), Err(BadNetwork::Length { .. })));
    for place in (0..200).chain((200..file.len()).step_by(997)).chain(file.len() - 40..file.len()) {
        let mut damaged = file.to_vec();
        damaged[place] ^= 16;
        assert!(Network::read(&damaged).is_err(), "byte {place}");
    }
}

#[test]
fn a_file_that_does_not_fit_is_refused_with_a_reason() {
    let file = random_network(1, KingBuckets::One, 64).write();
    let with = |place: usize, bytes: &[u8]| {
        let mut file = file.clone();
        file[place..place + bytes.len()].copy_from_slice(bytes);
        Network::read(&file).expect_err("another file").to_string()
    };
    for (message, part) in [
        (with(0, b"RIFF"), "begins with \"RIFFENET\", not \"CHUHENET\""),
        (with(8, &[9, 0]), "version 9; this program reads version 1"),
        (with(10, &[7]), "inputs numbered 7; this program uses 1"),
        (with(12, &[0, 0, 1, 0]), "65536 inputs; this program uses 1260 for each of 1, 3 or 6 buckets"),
        (with(16, &[0, 0, 1, 0]), "65536 hidden values; this program uses multiples of 64"),
        (with(16, &[128, 0]), "by its header the network has"),
        (with(20, &[16]), "output layers of 16; this program uses 8"),
        (with(22, &[3]), "activation numbered 3; this program uses 1 and 2"),
        (with(22, &[2]), "by its header the network has"),
        (with(24, &[127]), "first layer of 127; this program uses 255"),
        (with(50, &[77]), "damaged"),
    ] {
        assert!(message.contains(part), "{message:?} lacks {part:?}");
    }
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let message = |weights: &Weights| Network::new("", "", weights).expect_err("bad weights").to_string();
    let mut weights = random_weights(1, KingBuckets::One, 64);
    single(&mut weights).1[5] = -128;
    assert_eq!(message(&weights), "number 5 of the output layers is -128; it must be within ±127");
    single(&mut weights).1[5] = 127;
    weights.features[3] = 1000;
    assert!(message(&weights).starts_with("number 3 of the first layer is 1000"), "{}", message(&weights));
    weights.features.pop();
    assert_eq!(message(&weights), "the list of the first layer has 80639 numbers and needs 80640");
    weights = random_weights(1, KingBuckets::One, 256);
    single(&mut weights).1[512..1024].fill(127);
    assert!(
        message(&weights).starts_with("the weights of output layer 1 add up to 65024"),
        "{}",
        message(&weights)
    );
    *single(&mut weights).0 = 0;
    assert_eq!(message(&weights), "a network whose unit of the output layers is 0; it must be at least 1");
    weights.hidden = 100;
    assert_eq!(Network::new("", "", &weights), Err(BadNetwork::Hidden(100)));
}

/// The unit and the weights of a single output layer.
fn single(weights: &mut Weights) -> (&mut u16, &mut Vec<i16>) {
    match &mut weights.output {
        OutputWeights::Single { unit, weights, .. } => (unit, weights),
        OutputWeights::Layers { .. } => panic!("one layer is asked for"),
    }
}

#[test]
fn layers_that_could_overflow_are_refused() {
    let with = |change: &dyn Fn(&mut OutputWeights)| {
        let mut weights = random_layers(1, KingBuckets::One, 64);
        change(&mut weights.output);
        Network::new("", "", &weights).expect_err("bad weights").to_string()
    };
    macro_rules! with {
        ($field:ident, $change:expr) => {
            with(&|output| {
                if let OutputWeights::Layers { $field, .. } = output {
                    $change($field)
                }
            })
        };
    }
    assert_eq!(
        with!(third, |third: &mut Vec<i16>| third[9] = 2049),
        "number 9 of the third layer is 2049; it must be within ±2048"
    );
    assert_eq!(
        with!(output, |output: &mut Vec<i16>| output[1] = -3000),
        "number 1 of the output layers is -3000; it must be within ±2048"
    );
    assert_eq!(
        with!(third_bias, |bias: &mut Vec<i32>| bias[2] = i32::MIN),
        "number 2 of the third bias is -2147483648; it must be within ±1073741824"
    );
    assert_eq!(
        with!(second, |second: &mut Vec<i8>| second.truncate(7)),
        "the list of the second layer has 7 numbers and needs 8192"
    );
    assert_eq!(
        with!(unit, |unit: &mut u16| *unit = 0),
        "a network whose unit of the second layer is 0; it must be at least 1"
    );
}

#[test]
fn long_texts_are_cut_between_characters() {
    let long = "楚".repeat(30_000);
    let network = Network::new(&long, &long, &random_weights(1, KingBuckets::One, 64)).expect("a network");
    assert_eq!(network.name().len(), 65_535);
    assert_eq!(Network::read(&network.write()).as_ref(), Ok(&network));
}

/// Names are printed among the lines of a protocol, where `bestmove` on a line of its own would be an answer.
#[test]
fn texts_have_one_line() {
    let weights = random_weights(1, KingBuckets::One, 64);
    let network = Network::new("two\nlines", "", &weights).expect("a network");
    assert_eq!(network.name(), "two lines");
    let mut file = network.write();
    let place = file.windows(3).position(|part| part == b"two").expect("the name") + 3;
    file[place] = b'\n';
    let end = file.len() - 8;
    let fnv = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    let hash = file[..end].iter().fold(0xcbf2_9ce4_8422_2325, fnv);
    file[end..].copy_from_slice(&hash.to_le_bytes());
    assert_eq!(Network::read(&file), Err(BadNetwork::Text));
}
