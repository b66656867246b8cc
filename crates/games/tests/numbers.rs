//! The tuned numbers of each game.

use game::{Game, Numbers};
use games::{Chess, Xiangqi};

#[test]
fn numbers_lie_in_their_ranges() {
    for numbers in [Xiangqi::NUMBERS, Chess::NUMBERS, Numbers::ROUND] {
        for number in numbers.list() {
            let (low, high) = number.range;
            assert!(low < high && (low..=high).contains(&number.value), "{number:?}");
            assert!((0..=high - low).contains(&number.step), "{number:?}");
        }
    }
}

#[test]
fn a_game_may_have_its_own() {
    const OWN: Numbers = Numbers { razor_base: Numbers::ROUND.razor_base + 1, ..Numbers::ROUND };
    let value = |numbers: &Numbers, name| numbers.list().find(|number| number.name == name).unwrap().value;
    assert_eq!(value(&OWN, "razor_base"), value(&Numbers::ROUND, "razor_base") + 1);
    assert_eq!(value(&OWN, "razor_margin"), value(&Numbers::ROUND, "razor_margin"));
}
