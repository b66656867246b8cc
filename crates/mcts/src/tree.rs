//! The tree: what is known of each position that was reached, kept in one list of bounded length.
//!
//! ```text
//! node   visits | first child | children, leaves under way | move, proof | sum of values | prior chance | best line's value
//! ```
//!
//! The children of a node lie side by side. Values are those of the side to move at their node, from -1 to 1. A node is
//! expanded when it is reached for the second time, so that
//! `visits = visits that ended here + visits of all children`, and of those that ended here there is one, unless the rules end
//! the game here or there was no room for children.

use crate::Settings;

/// What is proved of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Nothing.
    Open,
    /// The side to move wins in this many plies at most.
    Win(u16),
    /// The side to move is lost, in this many plies at most.
    Loss(u16),
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Node {
    visits: u32,
    first: u32,
    count: u16,
    under_way: u16,
    code: u16,
    /// 0, or a win (above) or a loss (below 0) in one ply less than this.
    proof: i16,
    sum: f64,
    prior: f32,
    best: f32,
}

impl Node {
    fn new(code: u16, prior: f32) -> Self {
        Self { visits: 0, first: 0, count: 0, under_way: 0, code, proof: 0, sum: 0.0, prior, best: 0.0 }
    }

    /// How often it was passed.
    pub fn visits(&self) -> u32 {
        self.visits
    }

    /// The code of the move that leads to it.
    pub fn code(&self) -> u16 {
        self.code
    }

    /// How likely its move looked before anything was tried.
    pub fn prior(&self) -> f32 {
        self.prior
    }

    /// The mean of its values; 0 before the first.
    pub fn mean(&self) -> f32 {
        if self.visits == 0 { 0.0 } else { (self.sum / f64::from(self.visits)) as f32 }
    }

    /// The value of the best line below it.
    pub fn best(&self) -> f32 {
        self.best
    }

    /// What is proved of it.
    pub fn proof(&self) -> Proof {
        match self.proof {
            0 => Proof::Open,
            plies if plies > 0 => Proof::Win(plies as u16 - 1),
            plies => Proof::Loss(plies.unsigned_abs() - 1),
        }
    }

    fn prove(&mut self, proof: Proof) {
        let plies = |plies: u16| plies.min(i16::MAX as u16 - 1) as i16 + 1;
        let value = match proof {
            Proof::Open => return,
            Proof::Win(distance) => {
                self.proof = plies(distance);
                1.0
            }
            Proof::Loss(distance) => {
                self.proof = -plies(distance);
                -1.0
            }
        };
        // What is proved needs no mean.
        self.best = value;
        self.sum = f64::from(value) * f64::from(self.visits);
    }

    /// What it is worth to the side to move in it.
    pub(crate) fn worth(&self, settings: &Settings) -> f32 {
        (1.0 - settings.minimax_share) * self.mean() + settings.minimax_share * self.best
    }
}

/// A tree of bounded size. The root is node 0.
pub struct Tree {
    nodes: Vec<Node>,
    capacity: usize,
}

/// Nodes from the root down to a leaf.
pub(crate) type Path = Vec<u32>;

impl Tree {
    /// A tree of a root alone, with room for this many nodes.
    pub(crate) fn new(capacity: usize) -> Self {
        Self { nodes: vec![Node::new(0, 1.0)], capacity: capacity.max(1) }
    }

    /// The root.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// All nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The children of a node; none if it is not expanded.
    pub fn children(&self, node: &Node) -> &[Node] {
        let first = node.first as usize;
        &self.nodes[first..first + usize::from(node.count)]
    }

    pub(crate) fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// The numbers of a node's children.
    pub(crate) fn child_numbers(&self, number: u32) -> std::ops::Range<u32> {
        let node = self.node(number);
        node.first..node.first + u32::from(node.count)
    }

    /// How much of it is used, in thousandths.
    pub(crate) fn fullness(&self) -> usize {
        self.nodes.len() * 1000 / self.capacity
    }

    /// Whether there is room for this many children more. The root always has room for its own.
    pub(crate) fn has_room(&self, children: usize) -> bool {
        self.nodes.len() == 1 || self.nodes.len() + children <= self.capacity
    }

    /// Gives a node its children, as moves with prior chances. Nothing happens if it has some or there is no room.
    pub(crate) fn expand(&mut self, number: u32, moves: &[(u16, f32)]) -> bool {
        if self.node(number).count > 0 || moves.is_empty() || !self.has_room(moves.len()) {
            return false;
        }
        let first = self.nodes.len() as u32;
        self.nodes.extend(moves.iter().map(|&(code, prior)| Node::new(code, prior)));
        let node = &mut self.nodes[number as usize];
        (node.first, node.count) = (first, moves.len() as u16);
        true
    }

    /// Changes the prior chance of a move.
    pub(crate) fn set_prior(&mut self, number: u32, prior: f32) {
        self.nodes[number as usize].prior = prior;
    }

    /// Goes down from the root, always to the child that PUCT prefers, to a node without children or of which the result is
    /// proved; its nodes, the root included. Nothing if the leaf is under way already.
    pub(crate) fn select(&mut self, settings: &Settings, longest: usize) -> Option<Path> {
        let mut path = vec![0];
        let mut number = 0;
        loop {
            let node = self.node(number);
            if node.count == 0 || node.proof != 0 || path.len() > longest {
                break;
            }
            number = self.preferred(number, settings)?;
            path.push(number);
        }
        let leaf = self.node(number);
        if leaf.under_way > 0 && leaf.proof == 0 {
            return None;
        }
        self.enter(&path);
        Some(path)
    }

    /// Somebody is on the way along these nodes, until [`Tree::back_up`] or [`Tree::release`].
    pub(crate) fn enter(&mut self, path: &[u32]) {
        for &number in path {
            self.nodes[number as usize].under_way += 1;
        }
    }

    /// The child with the greatest sum of worth and promise. Leaves under way count as lost, so that the next path is another
    /// one. Moves that are proved to lose are left out.
    fn preferred(&self, number: u32, settings: &Settings) -> Option<u32> {
        let parent = self.node(number);
        let visits = (parent.visits + u32::from(parent.under_way)) as f32;
        let scale = settings.exploration * visits.max(1.0).sqrt();
        let untried = parent.worth(settings) - settings.untried_reduction;
        let mut preferred = None;
        let mut most = f32::NEG_INFINITY;
        for number in self.child_numbers(number) {
            let child = self.node(number);
            if child.proof > 0 {
                continue;
            }
            let (tried, under_way) = (child.visits as f32, f32::from(child.under_way));
            let all = tried + under_way;
            let worth = if all == 0.0 {
                untried
            } else {
                // A leaf under way is a loss until it comes back.
                (-child.worth(settings) * tried - under_way) / all
            };
            let sum = worth + scale * child.prior / (1.0 + all);
            if sum > most {
                (preferred, most) = (Some(number), sum);
            }
        }
        preferred
    }

    /// A path was given up before its end.
    pub(crate) fn release(&mut self, path: &[u32]) {
        for &number in path {
            self.nodes[number as usize].under_way -= 1;
        }
    }

    /// A path has ended with a value, or with a proof, for the side to move in its last node: all its nodes take note.
    /// `longer` are nodes below a path that was cut short by the rules, which learn nothing.
    pub(crate) fn back_up(&mut self, path: &[u32], longer: &[u32], value: f32, proof: Proof) {
        self.release(longer);
        let mut value = value;
        for (above, &number) in path.iter().rev().enumerate() {
            let node = &mut self.nodes[number as usize];
            node.under_way -= 1;
            node.visits += 1;
            node.sum += f64::from(value);
            if node.proof != 0 {
                // What was proved stays.
                value = node.best;
                node.sum = f64::from(value) * f64::from(node.visits);
            } else if above == 0 {
                if node.count == 0 {
                    node.best = node.mean();
                }
                if proof != Proof::Open {
                    node.prove(proof);
                    value = node.best;
                }
            } else {
                let (best, proof) = self.gather(number);
                let node = &mut self.nodes[number as usize];
                node.best = best;
                if proof != Proof::Open {
                    node.prove(proof);
                    value = best;
                }
            }
            value = -value;
        }
    }

    /// What the children of a node say of it: the value of the best one that was tried, and what is proved.
    fn gather(&self, number: u32) -> (f32, Proof) {
        let mut best = f32::NEG_INFINITY;
        let (mut soonest, mut latest) = (None::<u16>, Some(0));
        for child in self.children(self.node(number)) {
            if child.visits > 0 {
                best = best.max(-child.best);
            }
            match child.proof() {
                Proof::Loss(plies) => soonest = Some(soonest.map_or(plies, |soonest| soonest.min(plies))),
                Proof::Win(plies) => latest = latest.map(|latest: u16| latest.max(plies)),
                Proof::Open => latest = None,
            }
        }
        match (soonest, latest) {
            (Some(plies), _) => (1.0, Proof::Win(plies + 1)),
            (None, Some(plies)) => (-1.0, Proof::Loss(plies + 1)),
            (None, None) => (if best.is_finite() { best } else { self.node(number).mean() }, Proof::Open),
        }
    }

    /// The children of a node, the best first: wins by their length, then by visits and worth, losses last, the longest first.
    pub(crate) fn ranked(&self, number: u32, settings: &Settings) -> Vec<u32> {
        let rank = |number: &u32| {
            let child = self.node(*number);
            let (class, length) = match child.proof() {
                Proof::Loss(plies) => (2, -i32::from(plies)),
                Proof::Open => (1, 0),
                Proof::Win(plies) => (0, i32::from(plies)),
            };
            (class, length, child.visits, -child.worth(settings), child.prior)
        };
        let mut children: Vec<u32> = self.child_numbers(number).collect();
        children
            .sort_by(|one, other| rank(other).partial_cmp(&rank(one)).unwrap_or(std::cmp::Ordering::Equal));
        children
    }

    /// The line of best moves from a node on, as codes: as long as somebody has been there.
    pub(crate) fn line(&self, mut number: u32, settings: &Settings) -> Vec<u16> {
        let mut codes = Vec::new();
        while let Some(&best) = self.ranked(number, settings).first() {
            let child = self.node(best);
            if child.visits == 0 {
                break;
            }
            codes.push(child.code);
            number = best;
        }
        codes
    }

    /// The tree below a node, which becomes its root.
    pub(crate) fn below(&self, number: u32) -> Self {
        let mut nodes = vec![Node { under_way: 0, ..*self.node(number) }];
        let mut next = 0;
        while next < nodes.len() {
            let node = nodes[next];
            nodes[next].first = nodes.len() as u32;
            nodes.extend(self.children(&node));
            next += 1;
        }
        Self { nodes, capacity: self.capacity }
    }
}
