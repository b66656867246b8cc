//! One number for each of several engines.
//!
//! The Bradley-Terry model: `i` scores `1 / (1 + 10^((r[j] - r[i]) / 400))` against `j`, a draw being
//! half a win. The likeliest ratings are found by minorisation and maximisation (David Hunter, *MM
//! algorithms for generalized Bradley-Terry models*, Annals of Statistics 32, 2004) and anchored at a
//! mean of 0. The error bars are those of the sandwich `L+ M L+`: `L` is the Fisher information of
//! the model, `M` the variance of the scores as measured over pairs of games, `+` the pseudo-inverse
//! (Peter Huber, 1967, on estimates under a model that holds in its mean only).
//!
//! An engine, or a group, that has never lost to the rest or never won has no likeliest rating. Then
//! half a drawn game is added to each meeting, and the result says so.

use crate::elo::{NORMAL_95, PairCounts};

/// All finished pairs between two engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// One engine.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Pairs of games from the side of the first.
    pub pairs: PairCounts,
}

/// The rating of an engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo; the mean of all engines is 0.
    pub elo: f64,
    /// Half the 95 % interval.
    pub error: f64,
}

/// The ratings of all engines.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// In the order of the engines; nothing for one that has finished no pair.
    pub ratings: Vec<Option<Rating>>,
    /// Whether drawn games had to be added.
    pub is_regularised: bool,
}

/// Elo for one unit of the logarithm of strength.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// The games added to each meeting where no likeliest rating exists.
const PRIOR_GAMES: f64 = 0.5;
/// Enough rounds for ratings to settle; a round costs one pass over the meetings.
const ROUNDS_LIMIT: usize = 20_000;

/// A meeting of two rated engines as numbers.
struct Edge {
    first: usize,
    second: usize,
    games: f64,
    /// Points of the first.
    points: f64,
    /// The variance of those points.
    variance: f64,
}

/// The ratings that the meetings speak for. Engines that are not connected by games are rated as
/// well as half a drawn game allows within their group; across groups the numbers mean nothing.
pub fn ratings(engines: usize, meetings: &[Meeting]) -> Ratings {
    let mut edges: Vec<Edge> = meetings
        .iter()
        .filter(|meeting| meeting.first.max(meeting.second) < engines)
        .filter_map(|meeting| {
            let (mean, variance) = meeting.pairs.mean_and_variance()?;
            let games = 2.0 * meeting.pairs.total() as f64;
            // A pair is two games: its points are twice its score, their variance four times.
            let variance = 4.0 * variance * meeting.pairs.total() as f64;
            Some(Edge { first: meeting.first, second: meeting.second, games, points: mean * games, variance })
        })
        .collect();
    let played: Vec<usize> = (0..engines)
        .filter(|&engine| edges.iter().any(|edge| edge.first == engine || edge.second == engine))
        .collect();
    let is_regularised = !played.is_empty() && !is_strongly_connected(&played, &edges);
    if is_regularised {
        for edge in &mut edges {
            edge.games += PRIOR_GAMES;
            edge.points += PRIOR_GAMES / 2.0;
            edge.variance += PRIOR_GAMES / 4.0;
        }
    }
    let place = |engine| played.iter().position(|&other| other == engine).unwrap_or_default();
    for edge in &mut edges {
        (edge.first, edge.second) = (place(edge.first), place(edge.second));
    }
    let logarithms = likeliest(played.len(), &edges);
    let errors = standard_errors(&logarithms, &edges);
    let mut all = vec![None; engines];
    for ((&engine, logarithm), error) in played.iter().zip(&logarithms).zip(errors) {
        let error = NORMAL_95 * error * ELO_PER_UNIT;
        all[engine] = Some(Rating { elo: logarithm * ELO_PER_UNIT, error });
    }
    Ratings { ratings: all, is_regularised }
}

/// Whether every engine has taken points from every other, directly or through others: only then a
/// likeliest rating exists (Ford 1957).
fn is_strongly_connected(played: &[usize], edges: &[Edge]) -> bool {
    let reaches_all = |takes: fn(&Edge) -> bool, gives: fn(&Edge) -> bool| {
        let mut reached = vec![played[0]];
        let mut next = 0;
        while let Some(&engine) = reached.get(next) {
            next += 1;
            for edge in edges {
                for (from, to, leads) in [(edge.first, edge.second, takes), (edge.second, edge.first, gives)]
                {
                    if from == engine && leads(edge) && !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
        }
        reached.len() == played.len()
    };
    let first_scored = |edge: &Edge| edge.points > 0.0;
    let second_scored = |edge: &Edge| edge.points < edge.games;
    reaches_all(first_scored, second_scored) && reaches_all(second_scored, first_scored)
}

/// Logarithms of strength with a mean of 0.
fn likeliest(engines: usize, edges: &[Edge]) -> Vec<f64> {
    let mut strengths = vec![1.0f64; engines];
    let mut points = vec![0.0; engines];
    for edge in edges {
        points[edge.first] += edge.points;
        points[edge.second] += edge.games - edge.points;
    }
    for _ in 0..ROUNDS_LIMIT {
        let mut expected = vec![0.0; engines];
        for edge in edges {
            let share = edge.games / (strengths[edge.first] + strengths[edge.second]);
            expected[edge.first] += share;
            expected[edge.second] += share;
        }
        let mut new: Vec<f64> =
            points.iter().zip(&expected).map(|(points, expected)| points / expected).collect();
        let mean = new.iter().map(|strength| strength.ln()).sum::<f64>() / engines as f64;
        for strength in &mut new {
            *strength /= mean.exp();
        }
        let change = new.iter().zip(&strengths).map(|(new, old)| (new / old).ln().abs()).fold(0.0, f64::max);
        strengths = new;
        if change < 1e-12 {
            break;
        }
    }
    strengths.iter().map(|strength| strength.ln()).collect()
}

/// The standard errors of the logarithms.
fn standard_errors(logarithms: &[f64], edges: &[Edge]) -> Vec<f64> {
    let count = logarithms.len();
    let mut information = vec![vec![0.0; count]; count];
    let mut variance = information.clone();
    for edge in edges {
        let expected = 1.0 / (1.0 + (logarithms[edge.second] - logarithms[edge.first]).exp());
        add_edge(&mut information, edge, edge.games * expected * (1.0 - expected));
        add_edge(&mut variance, edge, edge.variance);
    }
    // The pseudo-inverse of a matrix whose kernel is the constant vector.
    let constant = 1.0 / count as f64;
    information.iter_mut().flatten().for_each(|entry| *entry += constant);
    let Some(mut inverse) = inverse(information) else { return vec![f64::INFINITY; count] };
    inverse.iter_mut().flatten().for_each(|entry| *entry -= constant);
    let form = |row: &Vec<f64>| -> f64 {
        let product = variance.iter().map(|line| dot(line, row));
        product.zip(row).map(|(product, entry)| product * entry).sum()
    };
    inverse.iter().map(|row| form(row).max(0.0).sqrt()).collect()
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// Adds an edge of this weight to the Laplacian of a graph.
fn add_edge(laplacian: &mut [Vec<f64>], edge: &Edge, weight: f64) {
    laplacian[edge.first][edge.first] += weight;
    laplacian[edge.second][edge.second] += weight;
    laplacian[edge.first][edge.second] -= weight;
    laplacian[edge.second][edge.first] -= weight;
}

/// The inverse by Gauss and Jordan with pivoting; nothing if the matrix has none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let count = matrix.len();
    for (place, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|column| f64::from(u8::from(column == place))));
    }
    for column in 0..count {
        let larger = |&a: &usize, &b: &usize| matrix[a][column].abs().total_cmp(&matrix[b][column].abs());
        let pivot = (column..count).max_by(larger)?;
        matrix.swap(column, pivot);
        let mut line = matrix[column].clone();
        let divisor = line[column];
        if divisor.abs() < 1e-12 {
            return None;
        }
        for entry in &mut line {
            *entry /= divisor;
        }
        for row in &mut matrix {
            let factor = row[column];
            row.iter_mut().zip(&line).for_each(|(entry, pivot)| *entry -= factor * pivot);
        }
        matrix[column] = line;
    }
    Some(matrix.into_iter().map(|row| row[count..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo;

    fn meeting(first: usize, second: usize, pairs: [u64; 5]) -> Meeting {
        Meeting { first, second, pairs: PairCounts(pairs) }
    }

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    /// Two engines: the difference is the Elo of the score, the error that of the pairs.
    #[test]
    fn two_engines_agree_with_the_plain_estimate() {
        let pairs = [20, 60, 200, 90, 30];
        let found = ratings(2, &[meeting(0, 1, pairs)]);
        let plain = elo::estimate(&PairCounts(pairs)).unwrap();
        let [Some(first), Some(second)] = found.ratings[..] else { panic!("{found:?}") };
        near(first.elo - second.elo, plain.elo, 1e-6);
        near(first.elo + second.elo, 0.0, 1e-9);
        // Each is half the difference from the mean.
        near(2.0 * first.error, plain.error().unwrap(), 0.1);
        near(first.error, second.error, 1e-9);
        assert!(!found.is_regularised);
    }

    /// Results that a triple of ratings explains exactly are explained by it.
    #[test]
    fn three_engines() {
        let truth = [100.0, 20.0, -120.0];
        let meet = |first: usize, second: usize| {
            // All pairs are either 0 or 2 points, in the proportion of the expected score.
            let score = elo::score_of_elo(truth[first] - truth[second]);
            let won = (score * 1e9).round() as u64;
            meeting(first, second, [1_000_000_000 - won, 0, 0, 0, won])
        };
        let found = ratings(3, &[meet(0, 1), meet(0, 2), meet(1, 2)]);
        for (rating, truth) in found.ratings.iter().zip(truth) {
            near(rating.unwrap().elo, truth, 1e-4);
        }
    }

    /// More games, smaller errors; one that has not played has no rating.
    #[test]
    fn errors_shrink_with_games() {
        let few = ratings(4, &[meeting(0, 1, [1, 2, 4, 3, 1]), meeting(3, 1, [1, 3, 4, 2, 1])]);
        let many =
            ratings(4, &[meeting(0, 1, [100, 200, 400, 300, 100]), meeting(3, 1, [100, 300, 400, 200, 100])]);
        assert_eq!(few.ratings[2], None);
        let error = |found: &Ratings| found.ratings[0].unwrap().error;
        near(error(&few), 10.0 * error(&many), 1e-6);
    }

    #[test]
    fn perfect_scores_are_held_back() {
        let found = ratings(3, &[meeting(0, 1, [0, 0, 0, 0, 10]), meeting(1, 2, [2, 2, 2, 2, 2])]);
        assert!(found.is_regularised);
        let [Some(best), Some(other), Some(third)] = found.ratings[..] else { panic!("{found:?}") };
        assert!(best.elo.is_finite() && best.elo > other.elo + 300.0 && best.error.is_finite());
        near(other.elo, third.elo, 1e-6);
        assert_eq!(ratings(2, &[]), Ratings { ratings: vec![None, None], is_regularised: false });
    }
}
