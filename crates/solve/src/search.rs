//! Depth-first proof-number search (Nagai 2002): is there a mate, by checks alone or by any moves, in any
//! number of moves or within a limit?
//!
//! Every node has a proof number, about how many leaves must still be shown to be mate, and a disproof
//! number, about how many must be shown not to be. The search goes where the least is missing, and stays
//! there until the numbers pass thresholds that make another move more promising. Numbers that would be
//! summed are replaced by the largest plus the number of other open moves (weak proof-number search,
//! Ueda et al. 2008), for positions are reached on many paths and would be counted for each.
//!
//! # Repetition
//!
//! Without a bound on the moves, a position that the attacker meets again on the path counts as not won: a
//! mate that exists can be given without repetition. That can only hide wins from nodes below, so a proof never
//! depends on the path, and is stored as a fact. A disproof may: it then holds on this path alone, and
//! carries the ply of the highest position that it leans on. It becomes a fact only at that very position, for
//! there the defender holds out for ever against everything without leaning on anything above
//! (Kishimoto and Müller 2004 on graph-history interaction). Until then it is remembered under the path.
//!
//! With a bound, nodes with different numbers of moves left are different nodes, nothing can repeat, and every
//! result is a fact.

use crate::meter::Meter;
use crate::solver::Workshop;
use crate::table::{Estimates, Facts, NEVER};
use endgame::Tables;
use xiangqi::{Board, Colour, Move, Random};

/// The attacker's moves that are considered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttackMoves {
    /// Checks alone.
    Checks,
    /// All legal moves.
    All,
}

/// No bound on the number of moves.
pub const UNBOUNDED: u16 = u16::MAX;
/// The largest bound.
pub const MAX_MOVES: u16 = 120;
/// A path of more plies is given up.
const DEEPEST: u16 = 400;

/// Proved or disproved: the other number is 0.
const INFINITE: u32 = u32::MAX;
/// The largest number of an open node.
const LARGEST: u32 = u32::MAX / 4;

/// A disproof that leans on no position of the path.
const FREE: u16 = u16::MAX;
/// A disproof that is only a path given up: true of no position. Plies count from 1.
const GIVEN_UP: u16 = 0;

/// What a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// A mate within a number of moves.
    Mate(u16),
    /// There is none, with these moves and this bound.
    None,
    /// Not decided: a limit was reached, or paths were given up.
    Open,
}

#[derive(Clone, Copy, Debug)]
struct Value {
    proof: u32,
    disproof: u32,
    /// Moves to mate, if proved.
    distance: u16,
    /// The highest ply that a disproof leans on.
    leans: u16,
}

impl Value {
    fn open(proof: u32, disproof: u32) -> Self {
        Self {
            proof: proof.clamp(1, LARGEST),
            disproof: disproof.clamp(1, LARGEST),
            distance: 0,
            leans: FREE,
        }
    }

    fn proved(distance: u16) -> Self {
        Self { proof: 0, disproof: INFINITE, distance, leans: FREE }
    }

    fn disproved(leans: u16) -> Self {
        Self { proof: INFINITE, disproof: 0, distance: 0, leans }
    }

    fn is_proved(self) -> bool {
        self.proof == 0
    }

    fn is_disproved(self) -> bool {
        self.disproof == 0
    }
}

#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    value: Value,
}

/// Where a node is.
#[derive(Clone, Copy)]
struct Place {
    ply: u16,
    /// The attacker's moves that are left, or [`UNBOUNDED`].
    left: u16,
}

/// The numbers at which a node hands back to its parent.
#[derive(Clone, Copy)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

/// One question about one position.
pub struct Search<'a, 'b> {
    board: Board,
    attack: AttackMoves,
    facts: &'a mut Facts,
    estimates: &'a mut Estimates,
    meter: &'a mut Meter<'b>,
    /// The moves of all nodes on the path.
    children: Vec<Child>,
    /// The keys of the attacker's positions on the path, at every other ply.
    path: Vec<u64>,
    path_key: u64,
    attacker_key: u64,
    /// How often each defence has refuted an attack, by the code of the move.
    refuters: &'a mut [u32],
    /// What is known of endings.
    endings: &'a Tables,
}

/// One more than the largest code of a move.
pub const MOVE_CODES: usize = 1 << 14;

impl<'a, 'b> Search<'a, 'b> {
    pub fn new(board: &Board, attack: AttackMoves, workshop: &'a mut Workshop<'_, 'b>) -> Self {
        Self {
            board: board.clone(),
            attack,
            facts: workshop.facts,
            estimates: workshop.estimates,
            meter: &mut workshop.meter,
            children: Vec::new(),
            path: Vec::new(),
            path_key: 0,
            attacker_key: attacker_key(board.side()),
            refuters: workshop.refuters,
            endings: workshop.endings,
        }
    }

    /// Searches for a mate in at most `left` moves, or of any length if it is [`UNBOUNDED`].
    pub fn run(&mut self, left: u16) -> Found {
        let fact = self.facts.get(self.key());
        if let Some(distance) = fact.distance().filter(|&distance| distance <= left) {
            return Found::Mate(distance);
        }
        if is_refuted(fact.refuted(self.attack as usize), left) {
            return Found::None;
        }
        let thresholds = Thresholds { proof: LARGEST, disproof: LARGEST };
        let value = self.attacker_node(Place { ply: 1, left }, thresholds);
        if value.is_proved() {
            Found::Mate(value.distance)
        } else if value.is_disproved() && value.leans != GIVEN_UP {
            Found::None
        } else {
            Found::Open
        }
    }

    /// The key of the facts about a position in which the attacker is to move.
    pub fn key_of(board: &Board) -> u64 {
        board.key() ^ attacker_key(board.side())
    }

    fn key(&self) -> u64 {
        self.board.key() ^ self.attacker_key
    }

    /// The key of the estimate: nodes with other bounds and other moves are other nodes.
    fn estimate_key(&self, key: u64, left: u16) -> u64 {
        key ^ Random::scramble(u64::from(left) << 1 | self.attack as u64)
    }

    /// The attacker is to move: one move must win.
    fn attacker_node(&mut self, place: Place, thresholds: Thresholds) -> Value {
        let began = self.meter.nodes;
        let key = self.key();
        let first = self.children.len();
        let path_key = self.path_key;
        self.path.push(key);
        self.path_key = Random::scramble(path_key.rotate_left(1) ^ key);
        let left = place.left - u16::from(place.left != UNBOUNDED);
        self.list_attacks(left);
        let value = loop {
            let value = self.attacker_value(first);
            if is_settled(value, thresholds) || self.meter.is_slice_over() {
                break value;
            }
            let (chosen, below) = self.choose_attack(first, thresholds);
            self.descend(chosen, |search| search.defender_node(Place { ply: place.ply + 1, left }, below));
        };
        self.path.pop();
        self.path_key = path_key;
        let mv = self.children[first..].iter().filter(|child| child.value.is_proved());
        let mv = mv.min_by_key(|child| child.value.distance).map(|child| child.mv);
        self.children.truncate(first);
        self.remember(key, place, value, mv, began)
    }

    /// The defender is to move: all moves must lose.
    fn defender_node(&mut self, place: Place, thresholds: Thresholds) -> Value {
        let began = self.meter.nodes;
        let key = self.key();
        let first = self.children.len();
        self.list_defences(place);
        let value = loop {
            let value = self.defender_value(first);
            if is_settled(value, thresholds) || self.meter.is_slice_over() {
                break value;
            }
            let (chosen, below) = self.choose_defence(first, thresholds);
            self.descend(chosen, |search| {
                search.attacker_node(Place { ply: place.ply + 1, left: place.left }, below)
            });
        };
        if value.is_disproved()
            && let Some(child) = self.children[first..].iter().find(|child| child.value.is_disproved())
        {
            self.refuters[usize::from(child.mv.code())] += 1;
        }
        self.children.truncate(first);
        self.remember(key, place, value, None, began)
    }

    fn descend(&mut self, chosen: usize, visit: impl FnOnce(&mut Self) -> Value) {
        let mv = self.children[chosen].mv;
        let captured = self.board.play_unchecked(mv);
        let value = visit(self);
        self.board.take_back(mv, captured);
        self.children[chosen].value = value;
    }

    /// Stores what was found, as a fact if it is one.
    fn remember(&mut self, key: u64, place: Place, found: Value, mv: Option<Move>, began: u64) -> Value {
        let nodes = self.meter.nodes - began;
        let mut value = found;
        if value.is_proved() {
            self.facts.prove(key, value.distance, mv, nodes);
        } else if value.is_disproved() {
            if value.leans != GIVEN_UP && value.leans >= place.ply {
                value.leans = FREE;
                let below = if place.left == UNBOUNDED { NEVER } else { place.left as u8 + 1 };
                self.facts.refute(key, self.attack as usize, below, nodes);
            } else {
                self.estimates.put(
                    self.estimate_key(key ^ self.path_key, place.left),
                    INFINITE,
                    value.leans.into(),
                );
            }
        } else {
            self.estimates.put(self.estimate_key(key, place.left), value.proof, value.disproof);
        }
        value
    }

    #[inline(never)]
    fn list_attacks(&mut self, left: u16) {
        let moves = self.board.legal_moves();
        for wants_check in [true, false] {
            for &mv in &moves {
                if self.board.gives_check(mv) != wants_check {
                    continue;
                }
                let captured = self.board.play_unchecked(mv);
                let value = self.look_at_defender(left);
                self.board.take_back(mv, captured);
                self.children.push(Child { mv, value });
                // Nothing is shorter than mate at once.
                if value.is_proved() && value.distance == 0 {
                    return;
                }
            }
            if self.attack == AttackMoves::Checks {
                return;
            }
        }
    }

    #[inline(never)]
    fn list_defences(&mut self, place: Place) {
        for &mv in &self.board.legal_moves() {
            let captured = self.board.play_unchecked(mv);
            let value = self.look_at_attacker(Place { ply: place.ply + 1, left: place.left });
            self.board.take_back(mv, captured);
            self.children.push(Child { mv, value });
            if value.is_disproved() && value.leans == FREE {
                break;
            }
        }
    }

    /// What is known of a position in which the defender is to move, or a first estimate.
    fn look_at_defender(&mut self, left: u16) -> Value {
        self.meter.count();
        if left == 0 {
            return if self.board.has_legal_move() { Value::disproved(FREE) } else { Value::proved(0) };
        }
        let key = self.key();
        if let Some(value) = self.look_up(key, left).or_else(|| self.ending(left)) {
            return value;
        }
        match self.board.count_legal_moves() {
            0 => Value::proved(0),
            defences => Value::open(defences as u32, 1),
        }
    }

    /// The same where the attacker is to move.
    fn look_at_attacker(&mut self, place: Place) -> Value {
        self.meter.count();
        let key = self.key();
        if place.left == UNBOUNDED {
            if let Some(index) = self.path.iter().rposition(|&before| before == key) {
                return Value::disproved(2 * index as u16 + 1);
            }
            if place.ply > DEEPEST {
                return Value::disproved(GIVEN_UP);
            }
        }
        let known = self.look_up(key, place.left).or_else(|| self.ending(place.left));
        known.unwrap_or(Value::open(1, 1))
    }

    /// What the tables of endings say of a position, whoever is to move. Their wins are not bound to checks.
    #[inline]
    fn ending(&self, left: u16) -> Option<Value> {
        let known = self.endings.probe(&self.board)?;
        let is_attacker = attacker_key(self.board.side()) == self.attacker_key;
        Some(match (known, is_attacker) {
            (endgame::Value::Win(plies), true) | (endgame::Value::Loss(plies), false)
                if plies.div_ceil(2) <= left =>
            {
                Value::proved(plies.div_ceil(2))
            }
            _ => Value::disproved(FREE),
        })
    }

    fn look_up(&self, key: u64, left: u16) -> Option<Value> {
        let fact = self.facts.get(key);
        if let Some(distance) = fact.distance().filter(|&distance| distance <= left) {
            return Some(Value::proved(distance));
        }
        if is_refuted(fact.refuted(self.attack as usize), left) {
            return Some(Value::disproved(FREE));
        }
        if left == UNBOUNDED
            && let Some(entry) = self.estimates.get(self.estimate_key(key ^ self.path_key, left))
            && entry.proof == INFINITE
        {
            return Some(Value::disproved(entry.disproof as u16));
        }
        let entry = self.estimates.get(self.estimate_key(key, left))?;
        (entry.proof != INFINITE).then(|| Value::open(entry.proof, entry.disproof))
    }

    fn attacker_value(&self, first: usize) -> Value {
        let mut proof = INFINITE;
        let mut disproof = 0;
        let mut open = 0;
        let mut distance = u16::MAX;
        let mut leans = FREE;
        for Child { value, .. } in &self.children[first..] {
            if value.is_proved() {
                distance = distance.min(value.distance);
            } else if value.is_disproved() {
                leans = leans.min(value.leans);
            } else {
                open += 1;
                proof = proof.min(value.proof);
                disproof = disproof.max(value.disproof);
            }
        }
        match (distance, open) {
            (u16::MAX, 0) => Value::disproved(leans),
            (u16::MAX, _) => Value::open(proof, disproof + (open - 1)),
            _ => Value::proved(distance + 1),
        }
    }

    fn defender_value(&self, first: usize) -> Value {
        let mut proof = 0;
        let mut disproof = INFINITE;
        let mut open = 0;
        let mut distance = 0;
        let mut leans = None;
        for Child { value, .. } in &self.children[first..] {
            if value.is_proved() {
                distance = distance.max(value.distance);
            } else if value.is_disproved() {
                leans = leans.max(Some(value.leans));
            } else {
                open += 1;
                disproof = disproof.min(value.disproof);
                proof = proof.max(value.proof);
            }
        }
        match (leans, open) {
            (Some(leans), _) => Value::disproved(leans),
            (None, 0) => Value::proved(distance),
            (None, _) => Value::open(proof + (open - 1), disproof),
        }
    }

    /// The move with the least proof number, and how far to go with it.
    fn choose_attack(&self, first: usize, thresholds: Thresholds) -> (usize, Thresholds) {
        let (mut chosen, mut second, mut open) = (first, LARGEST, 0);
        for index in first..self.children.len() {
            let value = self.children[index].value;
            if value.is_disproved() {
                continue;
            }
            open += 1;
            let best = self.children[chosen].value;
            if open == 1 {
                chosen = index;
            } else if (value.proof, value.disproof) < (best.proof, best.disproof) {
                second = best.proof;
                chosen = index;
            } else {
                second = second.min(value.proof);
            }
        }
        let proof = thresholds.proof.min(a_little_more(second));
        (chosen, Thresholds { proof, disproof: thresholds.disproof - (open - 1) })
    }

    /// The move with the least disproof number, and how far to go with it.
    fn choose_defence(&self, first: usize, thresholds: Thresholds) -> (usize, Thresholds) {
        let (mut chosen, mut second, mut open) = (first, LARGEST, 0);
        let mut most_used = 0;
        for index in first..self.children.len() {
            let Child { mv, value } = self.children[index];
            if value.is_proved() {
                continue;
            }
            open += 1;
            let best = self.children[chosen].value.disproof;
            let used = self.refuters[usize::from(mv.code())];
            if open == 1 {
                (chosen, most_used) = (index, used);
            } else if value.disproof < best || (value.disproof == best && used > most_used) {
                second = best;
                (chosen, most_used) = (index, used);
            } else {
                second = second.min(value.disproof);
            }
        }
        let disproof = thresholds.disproof.min(a_little_more(second));
        (chosen, Thresholds { proof: thresholds.proof - (open - 1), disproof })
    }
}

/// A quarter beyond the second best: to change between two moves at every step would be costly.
fn a_little_more(number: u32) -> u32 {
    number + number / 4 + 1
}

fn is_settled(value: Value, thresholds: Thresholds) -> bool {
    value.proof >= thresholds.proof
        || value.disproof >= thresholds.disproof
        || value.proof == 0
        || value.disproof == 0
}

fn is_refuted(below: u8, left: u16) -> bool {
    below == NEVER || u16::from(below) > left
}

/// Keeps apart what is known with Red and with Black as the attacker.
fn attacker_key(attacker: Colour) -> u64 {
    Random::scramble(0x6D61_7465 + attacker as u64)
}
