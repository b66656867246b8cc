//! How the search behaves: its numbers, one line each, and what they mean.

/// Where the prior chances of moves come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// All moves look alike.
    Uniform,
    /// By what orders moves in alpha-beta: exchanges, checks, escapes, the table's move.
    Order,
    /// By the evaluation after each move.
    Evaluation,
    /// By both.
    Both,
}

/// The numbers of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Where the prior chances of moves come from.
    pub policy: Policy,
    /// How much a promising, little visited move is preferred to one that has done well (the constant of PUCT).
    pub exploration: f32,
    /// What a move that was not tried yet is worth less than its position.
    pub untried_reduction: f32,
    /// The score at which a position is worth 0.46 of a win: values are `tanh(score / (2 · scale))`.
    pub value_scale: f32,
    /// The difference of scores that makes a move e times as likely, where the policy goes by evaluations.
    pub policy_scale: f32,
    /// The part of a value that the best line below has, where the rest is the mean of all playouts (implicit minimax, Lanctot et al.
    /// 2014).
    pub minimax_share: f32,
    /// Leaves that each thread has under way, where there are several threads.
    pub batch: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            policy: Policy::Order,
            exploration: 1.5,
            untried_reduction: 0.2,
            value_scale: 200.0,
            policy_scale: 60.0,
            minimax_share: 0.4,
            batch: 8,
        }
    }
}

impl Settings {
    /// What a score is worth, from -1 for a loss to 1 for a win.
    pub(crate) fn value(&self, score: i32) -> f32 {
        (score as f32 / (2.0 * self.value_scale)).tanh()
    }

    /// The score that is worth this.
    pub(crate) fn score(&self, value: f32) -> i32 {
        let value = value.clamp(-0.999_99, 0.999_99);
        (2.0 * self.value_scale * value.atanh()) as i32
    }
}
