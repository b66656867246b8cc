//! The file of puzzles that is shipped, read whole, and rows of themes.

use puzzles::{Candidate, Kind, Miner, Puzzle, Source, TRIES, Theme, rating, themes, twin_key};
use solve::{Limits, MateAnswer, Solver};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use xiangqi::{Move, Position};

const SHIPPED: &str = include_str!("../../../web/src/app/puzzles.txt");

fn shipped() -> Vec<Puzzle> {
    let rows = SHIPPED.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| row.parse().unwrap_or_else(|error| panic!("{row}: {error}"))).collect()
}

#[test]
fn rows_are_read_and_written_and_none_is_there_twice() {
    let rows: Vec<&str> = SHIPPED.lines().filter(|row| !row.starts_with('#')).collect();
    assert!(rows.len() >= 3_500, "{}", rows.len());
    let at_once = shipped().iter().filter(|puzzle| puzzle.kind == Kind::Mate(1)).count();
    assert!(5 * at_once <= rows.len(), "mates in one: {at_once}");
    assert!(shipped().iter().any(|puzzle| puzzle.source == Source::Master));
    let mut keys = HashSet::new();
    for (row, puzzle) in rows.iter().zip(shipped()) {
        assert_eq!(puzzle.to_string(), *row);
        assert!(keys.insert(twin_key(puzzle.position.board())), "twice, or with its mirror image: {row}");
        assert_eq!(rating(&puzzle.solved), puzzle.rating, "{row}");
        assert_eq!(themes(puzzle.position.board(), &puzzle.solution), puzzle.themes, "{row}");
        let mut end = puzzle.position.clone();
        for &mv in &puzzle.solution {
            end.play_unchecked(mv);
        }
        match puzzle.kind {
            Kind::Mate(moves) => {
                assert_eq!(puzzle.solution.len(), 2 * moves as usize - 1, "{row}");
                assert!(!end.board().has_legal_move(), "{row}");
            }
            Kind::Tactic => assert!(end.board().has_legal_move(), "{row}"),
        }
    }
}

#[test]
fn short_mates_are_proved_again() {
    let mut solver = Solver::new(Limits { nodes: Some(200_000), hash: 1, ..Limits::default() });
    let mut proved = 0;
    for puzzle in shipped() {
        let Kind::Mate(moves @ ..=2) = puzzle.kind else { continue };
        let answer = solver.solve(&puzzle.position, Some(moves), &AtomicBool::new(false)).answer;
        let MateAnswer::Mate(proof) = answer else { panic!("{puzzle}: {answer:?}") };
        assert_eq!(solve::check(&puzzle.position, &proof), Ok(moves), "{puzzle}");
        if moves == 1 {
            let legal = puzzle.position.board().legal_moves();
            let count = legal.iter().filter(|&&mv| mates(&puzzle.position, mv)).count();
            assert_eq!(count, 1, "moves that mate: {puzzle}");
        }
        proved += 1;
    }
    assert!(proved > 500, "{proved}");
}

fn mates(position: &Position, mv: Move) -> bool {
    let mut after = position.board().clone();
    after.play_unchecked(mv);
    !after.has_legal_move()
}

#[test]
fn stronger_levels_solve_more_and_harder_puzzles_are_solved_less() {
    let puzzles = shipped();
    let bands = [0, 900, 1200, 1500, 1800, 2100, 2400, 2700, 4000];
    let share = |low: u32, high: u32, level: usize| {
        let rows: Vec<_> = puzzles.iter().filter(|puzzle| (low..high).contains(&puzzle.rating)).collect();
        let solved: u32 = rows.iter().map(|puzzle| puzzle.solved[level]).sum();
        assert!(rows.len() >= 50, "{low} to {high}: {}", rows.len());
        f64::from(solved) / f64::from(TRIES[level]) / rows.len() as f64
    };
    let table: Vec<Vec<f64>> =
        bands.windows(2).map(|band| (0..10).map(|level| share(band[0], band[1], level)).collect()).collect();
    // A hundredth either way is chance.
    for row in &table {
        assert!(row.windows(2).all(|pair| pair[0] <= pair[1] + 0.01), "{row:?}");
    }
    for pair in table.windows(2) {
        assert!(pair[0].iter().zip(&pair[1]).all(|(easier, harder)| easier + 0.02 >= *harder), "{pair:?}");
    }
}

#[test]
fn themes_fire_where_they_should() {
    let rows = include_str!("../../../testdata/puzzles/themes.tsv");
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [fen, solution, expected] = fields[..] else { panic!("{row}") };
        let position: Position = fen.parse().unwrap();
        let mut after = position.clone();
        let moves: Vec<Move> = solution.split(' ').map(|mv| mv.parse().unwrap()).collect();
        for &mv in &moves {
            after.try_play(mv).unwrap_or_else(|error| panic!("{row}: {error}"));
        }
        let found: Vec<&str> = themes(position.board(), &moves).iter().map(|theme| theme.text()).collect();
        let found = if found.is_empty() { "-".to_owned() } else { found.join(",") };
        assert_eq!(found, expected, "{row}");
        // A mirror image has the same themes.
        let mirrored: Vec<Move> = moves.iter().map(|mv| mv.flip_file()).collect();
        let image: Vec<Theme> = themes(&position.board().mirror(), &mirrored);
        assert_eq!(image, themes(position.board(), &moves), "{row}");
    }
}

#[test]
fn the_miner_finds_the_only_move_and_nothing_where_there_are_two() {
    let mut miner = Miner::new().unwrap();
    let row = shipped().into_iter().find(|puzzle| puzzle.kind == Kind::Mate(2)).unwrap();
    let found: Candidate = miner.puzzle(&row.position, Source::Engine).expect("a puzzle");
    assert_eq!((found.kind, &found.solution), (row.kind, &row.solution));
    assert_eq!(found.to_string().parse::<Candidate>().unwrap().to_string(), found.to_string());
    // Of the kinds that are common a part is left out, but not where a row is verified again.
    let hanging = shipped().into_iter().filter(|puzzle| puzzle.themes.contains(&Theme::Hanging));
    let rows: Vec<Puzzle> =
        hanging.filter(|puzzle| !puzzle.position.board().key().is_multiple_of(6)).take(3).collect();
    assert!(!rows.is_empty());
    for row in rows {
        assert!(miner.puzzle(&row.position, row.source).is_none(), "{row}");
        if let Some(found) = miner.puzzle_again(&row.position, row.source) {
            assert_eq!((found.source, found.solution[0]), (row.source, row.solution[0]), "{row}");
        }
    }
    // Two rooks against a bare king win with almost every move.
    let won: Position = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w".parse().unwrap();
    assert!(miner.puzzle(&won, Source::Engine).is_none());
    assert!(miner.puzzle(&Position::start(), Source::Engine).is_none());
}

#[test]
fn endings_are_positions() {
    let rows = include_str!("../../../web/src/app/endings.txt");
    let rows: Vec<&str> = rows.lines().filter(|row| !row.starts_with('#')).collect();
    assert!(rows.len() >= 20, "{}", rows.len());
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        assert!(fields.len() == 5 && ["win", "hold"].contains(&fields[2]), "{row}");
        let position: Position = fields[1].parse().unwrap_or_else(|error| panic!("{row}: {error}"));
        assert!(position.board().has_legal_move() && !position.is_check(), "{row}");
    }
}
