//! Tuned parameters: one line each with its name, value, range and step.
//!
//! In a release build they are constants. With the feature `tune` a search can be given others.

/// One tunable parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it is unless told otherwise.
    pub value: i32,
    /// The least and the largest value worth trying.
    pub range: (i32, i32),
    /// How much to change it by when tuning; 0 for a switch, which is there to measure what a technique
    /// is worth and not to be tuned.
    pub step: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $low:literal..$high:literal, $step:literal;)*) => {
        /// The parameters of the search. A game starts from [`Params::ROUND`] and changes what it has tuned.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Params {
            /// Round values to start from.
            pub const ROUND: Self = Self { $($name: $value,)* };

            /// All parameters with their ranges, the values taken from here.
            pub fn list(&self) -> impl Iterator<Item = Param> {
                [$(Param { name: stringify!($name), value: self.$name, range: ($low, $high), step: $step },)*]
                    .into_iter()
            }

            /// Changes one parameter, kept within its range.
            #[cfg(feature = "tune")]
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($low, $high),)*
                    _ => return false,
                }
                true
            }
        }
    };
}

params! {
    /// Half the width of the first window around the last score; 9999 is no window.
    aspiration_margin = 20, 5..9999, 3;
    /// Whether the table may settle a node.
    table_cuts = 1, 0..1, 0;
    /// Whether evaluations are corrected by how they have erred.
    corrections = 1, 0..1, 0;
    /// Whether quiet moves are ordered by what they did elsewhere.
    main_history = 1, 0..1, 0;
    /// Whether they are ordered by what they did after the same earlier moves.
    continuation_history = 1, 0..1, 0;
    /// Whether quiet moves that refuted other nodes of the same ply come early.
    killers = 1, 0..1, 0;
    /// How much earlier quiet moves that give check come, in the unit of histories.
    check_bonus = 8000, 0..16000, 800;
    /// Whether captures are ordered by what they did elsewhere.
    capture_history = 1, 0..1, 0;
    /// Whether depth is adjusted in hindsight.
    hindsight = 1, 0..1, 0;
    /// Whether quiescence begins with quiet checks.
    quiet_checks = 1, 0..1, 0;
    /// Reverse futility: centipawns a ply by which the evaluation must beat beta.
    reverse_futility_margin = 80, 30..160, 8;
    /// Reverse futility: centipawns less if the other side has lost ground.
    reverse_futility_gain = 0, 0..100, 8;
    /// Reverse futility: the deepest it is tried; 0 is never.
    reverse_futility_depth = 8, 0..14, 1;
    /// Razoring: the deepest it is tried; 0 is never.
    razor_depth = 3, 0..8, 1;
    /// Razoring: centipawns below alpha at depth 0.
    razor_base = 300, 100..600, 25;
    /// Razoring: centipawns more for each ply (squared).
    razor_margin = 150, 50..400, 20;
    /// Null move: the least depth at which it is tried; 99 is never.
    null_move_depth = 3, 2..99, 1;
    /// Null move: centipawns that the evaluation itself may be below beta at depth 0, with the sign turned.
    null_move_slack = 0, 0..400, 20;
    /// Null move: centipawns more for each ply.
    null_move_slope = 0, 0..40, 3;
    /// Null move: plies of reduction.
    null_move_base = 3, 2..8, 1;
    /// Null move: one more ply for so many plies of depth.
    null_move_divisor = 4, 2..8, 1;
    /// Null move: one more ply for so many centipawns above beta.
    null_move_margin = 200, 100..400, 20;
    /// `ProbCut`: the least depth at which it is tried; 99 is never.
    probcut_depth = 5, 3..99, 1;
    /// `ProbCut`: centipawns above beta.
    probcut_margin = 200, 80..350, 15;
    /// Internal iterative reduction: the least depth; 99 is never.
    iterative_depth = 4, 2..99, 1;
    /// Hindsight: centipawns by which both sides together may be content.
    hindsight_margin = 200, 20..400, 15;
    /// Futility: the deepest it is tried; -1 is never.
    futility_depth = 6, -1..14, 1;
    /// Futility: centipawns below alpha at depth 0.
    futility_base = 100, 20..300, 15;
    /// Futility: centipawns more for each ply.
    futility_margin = 90, 40..200, 10;
    /// Late quiet moves are skipped after so many, plus the square of the depth; 999 is never.
    late_move_base = 4, 2..999, 1;
    /// Quiet moves with a history worse than so much a ply are skipped; 99999 is never.
    history_pruning = 6000, 1000..99999, 300;
    /// Quiet moves that lose material are skipped to this depth; -1 is never.
    quiet_exchange_depth = 7, -1..12, 1;
    /// They are skipped if they lose more than so many centipawns a ply (squared).
    quiet_exchange_margin = 25, 5..60, 4;
    /// Captures that lose material are skipped to this depth; 0 is never.
    noisy_exchange_depth = 6, 0..12, 1;
    /// They are skipped if they lose more than so many centipawns a ply.
    noisy_exchange_margin = 100, 40..400, 20;
    /// Late-move reduction in hundredths of a ply.
    reduction_base = 60, 0..200, 8;
    /// Late-move reduction: the product of the logarithms is divided by so many hundredths.
    reduction_divisor = 230, 120..9999, 12;
    /// Hundredths of the reduction that a capture gets.
    reduction_noisy = 50, 0..100, 8;
    /// More for nodes that are expected to fail high, in 1024ths of a ply like the next ones.
    reduction_cut = 1024, 0..2500, 100;
    /// More if the evaluation is no better than two plies ago.
    reduction_worse = 1024, 0..2500, 100;
    /// More for quiet moves where the table's move is a capture.
    reduction_table_noisy = 300, 0..2500, 100;
    /// More if the next ply has often failed high.
    reduction_cuts = 400, 0..2500, 100;
    /// Less in nodes with an open window.
    reduction_pv = 1024, 0..2500, 100;
    /// One ply less or more for so much history.
    reduction_history = 10000, 4000..99999, 800;
    /// Centipawns by which a reduced move must beat the best to be looked at a ply deeper.
    deeper_margin = 80, 10..150, 8;
    /// Singular extension: the least depth; 99 is never.
    singular_depth = 7, 4..99, 1;
    /// Singular extension: half centipawns a ply by which the others must fall short.
    singular_margin = 3, 1..10, 1;
    /// Double extension: centipawns more.
    double_margin = 20, 5..60, 4;
    /// Quiescence: centipawns that a capture may fall short of alpha; 9999 is any number.
    delta_margin = 200, 80..9999, 20;
    /// Histories: the bonus for each ply of depth.
    bonus_slope = 160, 40..400, 16;
    /// Histories: the largest bonus.
    bonus_most = 1600, 600..4000, 150;
}
