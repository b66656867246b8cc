//! The tuned parameters of each game.

use games::{Chess, Xiangqi};
use search::{Game, Params, Techniques};
use std::collections::HashSet;

#[test]
fn numbers_lie_in_their_ranges() {
    for numbers in [Xiangqi::PARAMS, Chess::PARAMS, Params::ROUND] {
        for number in numbers.list() {
            let (low, high) = number.range;
            assert!(low < high && (low..=high).contains(&number.value), "{number:?}");
            assert!((1..=high - low).contains(&number.step), "{number:?}");
        }
    }
}

#[test]
fn no_name_means_two_things() {
    let params = Params::ROUND.list().map(|param| param.name);
    let names: Vec<&str> = params.chain(Techniques::NAMES.iter().copied()).collect();
    let distinct: HashSet<&str> = names.iter().copied().collect();
    assert_eq!(distinct.len(), names.len(), "parameters and techniques are options side by side");
}

#[test]
fn a_game_may_have_its_own() {
    const OWN: Params = Params { razor_base: Params::ROUND.razor_base + 1, ..Params::ROUND };
    let value = |numbers: &Params, name| numbers.list().find(|number| number.name == name).unwrap().value;
    assert_eq!(value(&OWN, "razor_base"), value(&Params::ROUND, "razor_base") + 1);
    assert_eq!(value(&OWN, "razor_margin"), value(&Params::ROUND, "razor_margin"));
}
