//! Tuned numbers: one line each with its name, value, range and step.
//!
//! In a release build they are constants. With the feature `tune` a search can be given others.

/// One tunable number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    /// Its name.
    pub name: &'static str,
    /// What it is unless told otherwise.
    pub value: i32,
    /// The least and the largest value worth trying.
    pub range: (i32, i32),
    /// How much to change it by when tuning.
    pub step: i32,
}

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $low:literal..$high:literal, $step:literal;)*) => {
        /// The numbers of the search. A game starts from [`Numbers::ROUND`] and changes what it has tuned.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Numbers {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Numbers {
            /// Round numbers to start from.
            pub const ROUND: Self = Self { $($name: $value,)* };

            /// All numbers with their ranges, the values taken from here.
            pub fn list(&self) -> impl Iterator<Item = Number> {
                [$(Number { name: stringify!($name), value: self.$name, range: ($low, $high), step: $step },)*]
                    .into_iter()
            }

            /// Changes one number, kept within its range.
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

numbers! {
    /// Half the width of the first window around the last score.
    aspiration_margin = 20, 5..60, 3;
    /// Reverse futility: centipawns a ply by which the evaluation must beat beta.
    reverse_futility_margin = 80, 30..160, 8;
    /// Reverse futility: the deepest it is tried.
    reverse_futility_depth = 8, 4..12, 1;
    /// Razoring: centipawns below alpha at depth 1.
    razor_base = 250, 100..500, 25;
    /// Razoring: centipawns more for each ply.
    razor_margin = 200, 80..400, 20;
    /// Null move: plies of reduction.
    null_move_base = 3, 2..5, 1;
    /// Null move: one more ply for so many plies of depth.
    null_move_divisor = 4, 2..8, 1;
    /// Null move: one more ply for so many centipawns above beta.
    null_move_margin = 200, 100..400, 20;
    /// `ProbCut`: centipawns above beta.
    probcut_margin = 180, 80..350, 15;
    /// Futility: centipawns below alpha at depth 0.
    futility_base = 120, 40..300, 15;
    /// Futility: centipawns more for each ply.
    futility_margin = 90, 40..200, 10;
    /// Late quiet moves are skipped after so many, plus the square of the depth.
    late_move_base = 4, 2..8, 1;
    /// Quiet moves with a history worse than so much a ply are skipped.
    history_pruning = 3000, 1000..6000, 300;
    /// Quiet moves that lose more than so many centipawns a ply (squared) are skipped.
    quiet_exchange_margin = 25, 10..60, 4;
    /// Captures that lose more than so many centipawns a ply are skipped.
    noisy_exchange_margin = 100, 40..200, 10;
    /// Late-move reduction in hundredths of a ply.
    reduction_base = 60, 0..150, 8;
    /// Late-move reduction: the product of the logarithms is divided by so many hundredths.
    reduction_divisor = 230, 150..350, 12;
    /// One ply less or more reduction for so much history.
    reduction_history = 8000, 4000..16000, 600;
    /// Singular extension: centipawns a ply by which the others must fall short.
    singular_margin = 2, 1..6, 1;
    /// Quiescence: centipawns that a capture may fall short of alpha.
    delta_margin = 200, 80..400, 20;
}
