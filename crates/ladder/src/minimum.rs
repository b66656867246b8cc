//! The numbers by which trees are compared: the least that a search has to visit, and how fast a tree grows.

/// The fewest leaves that prove the score of a tree with this many moves in each node and this depth (Knuth and Moore 1975, after Levin):
/// b^⌈d/2⌉ + b^⌊d/2⌋ − 1. Alpha-beta visits no more if the best move always comes first.
///
/// ```
/// assert_eq!(ladder::minimum_leaves(40.0, 4), 3199.0);
/// assert_eq!(ladder::minimum_leaves(40.0, 5), 40.0 * 40.0 * 40.0 + 40.0 * 40.0 - 1.0);
/// ```
pub fn minimum_leaves(moves: f64, depth: usize) -> f64 {
    let half = (depth / 2) as i32;
    moves.powi(half + (depth % 2) as i32) + moves.powi(half) - 1.0
}

/// The moves a node that a full tree of this depth would have, if it had this many nodes without its root: the effective branching
/// factor, the b for which b + b² + … + b^d is the number of nodes (Nilsson 1971).
///
/// ```
/// let nodes = 3 + 9 + 27;
/// assert!((ladder::effective_branching(nodes, 3) - 3.0).abs() < 1e-6);
/// ```
pub fn effective_branching(nodes: u64, depth: usize) -> f64 {
    let (nodes, depth) = (nodes as f64, depth.max(1));
    let tree = |b: f64| (1..=depth).fold(0.0, |sum, _| (sum + 1.0) * b);
    let (mut low, mut high) = (0.0, nodes.max(1.0));
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if tree(middle) < nodes { low = middle } else { high = middle }
    }
    low
}

/// The middle one of some numbers, or the mean of the two in the middle; 0 if there are none.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let count = values.len();
    match count {
        0 => 0.0,
        _ if count.is_multiple_of(2) => (values[count / 2 - 1] + values[count / 2]) / 2.0,
        _ => values[count / 2],
    }
}
