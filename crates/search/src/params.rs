//! Tuned parameters: one line each with its name, value, range and step.
//!
//! In a release build they are constants. With the feature `tune` a search can be given others. Whether a technique is
//! used at all is not a parameter: [`Techniques`](crate::Techniques).

/// One tunable parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it is unless told otherwise.
    pub value: i32,
    /// The least and the largest value worth trying.
    pub range: (i32, i32),
    /// How much to change it by when tuning.
    pub step: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $low:literal..$high:literal, $step:literal;)*) => {
        /// The parameters of the search. A game starts from [`Params::ROUND`] and changes what it has tuned.
        ///
        /// ```
        /// use search::{Param, Params};
        ///
        /// let params = Params { razor_base: 260, ..Params::ROUND };
        /// let changed: Vec<Param> = params.list().filter(|param| param.value == 260).collect();
        /// assert!(changed.iter().any(|param| param.name == "razor_base"));
        /// ```
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
    // Aspiration windows.
    /// Half the width, in centipawns, of the first window around the last score.
    aspiration_margin = 20, 5..200, 3;
    /// To how many percent of itself the margin grows when the score falls outside.
    aspiration_growth = 200, 120..400, 20;
    /// With a margin larger than this the window is opened.
    aspiration_limit = 500, 100..2000, 60;
    /// Plies less, one for each time that the score was above the window, up to this.
    aspiration_less = 3, 0..6, 1;
    /// The least depth with a window.
    aspiration_depth = 4, 2..10, 1;

    // Hindsight.
    /// A move reduced by this many plies gets one back, unless the other side has lost ground.
    hindsight_deeper = 3, 1..6, 1;
    /// A move reduced by this many plies loses another one if both sides are content.
    hindsight_shallower = 1, 1..6, 1;
    /// The least depth at which it does.
    hindsight_depth = 2, 2..8, 1;
    /// Centipawns by which both sides together must be content.
    hindsight_margin = 200, 20..400, 15;

    // Razoring.
    /// The greatest depth at which it is tried.
    razor_depth = 3, 1..8, 1;
    /// Centipawns below alpha at depth 0.
    razor_base = 300, 100..600, 25;
    /// Centipawns more for each ply (squared).
    razor_margin = 150, 50..400, 20;

    // Reverse futility.
    /// Centipawns a ply by which the evaluation must beat beta.
    reverse_futility_margin = 80, 30..160, 8;
    /// Centipawns less if the other side has lost ground.
    reverse_futility_gain = 0, 0..100, 8;
    /// The greatest depth at which it is tried.
    reverse_futility_depth = 8, 1..14, 1;
    /// The score is beta and this fraction of what the evaluation is above it.
    reverse_futility_divisor = 3, 1..8, 1;

    // Null move.
    /// The least depth at which it is tried.
    null_move_depth = 3, 2..12, 1;
    /// Centipawns that the evaluation itself must be above beta at depth 0.
    null_move_slack = 0, 0..400, 20;
    /// Centipawns less for each ply.
    null_move_slope = 0, 0..40, 3;
    /// Plies of reduction.
    null_move_base = 3, 2..8, 1;
    /// One more ply for this many plies of depth.
    null_move_divisor = 4, 2..8, 1;
    /// One more ply for this many centipawns above beta.
    null_move_margin = 200, 100..400, 20;
    /// The most plies that this adds.
    null_move_surplus = 3, 0..8, 1;
    /// The least depth at which it is verified.
    null_move_verified = 14, 6..30, 1;
    /// For how many percent of the reduced depth passing is forbidden while it is verified.
    null_move_ban = 75, 25..100, 8;

    // ProbCut.
    /// The least depth at which it is tried.
    probcut_depth = 5, 3..12, 1;
    /// Centipawns above beta.
    probcut_margin = 200, 80..350, 15;
    /// Centipawns less if the evaluation is improving.
    probcut_improving = 40, 0..120, 8;
    /// Plies by which the search that confirms it is less deep.
    probcut_reduction = 4, 2..6, 1;

    // Internal iterative reduction.
    /// The least depth.
    iterative_depth = 4, 2..12, 1;

    // Skipping moves.
    /// In nodes with an open window moves are skipped up to this depth.
    skipping_pv_depth = 6, 0..14, 1;
    /// Late quiet moves are skipped after the first move and this many more, plus the square of the depth.
    late_move_base = 4, 2..20, 1;
    /// Where the evaluation is not improving, those are divided by this.
    late_move_divisor = 2, 1..4, 1;
    /// Quiet moves are skipped if their history is worse than this for each ply.
    history_margin = 6000, 1000..20000, 300;
    /// History: the greatest depth at which they are.
    history_depth = 5, 1..12, 1;
    /// Futility: the greatest depth.
    futility_depth = 6, 0..14, 1;
    /// Futility: centipawns below alpha at depth 0.
    futility_base = 100, 20..300, 15;
    /// Futility: centipawns more for each ply.
    futility_margin = 90, 40..200, 10;
    /// Futility: history that counts as a centipawn.
    futility_history = 256, 64..2048, 50;
    /// Quiet moves that lose too much material are skipped up to this depth.
    quiet_exchange_depth = 7, 0..12, 1;
    /// Centipawns a ply (squared) that they may lose.
    quiet_exchange_margin = 25, 5..60, 4;
    /// Captures that lose too much material are skipped up to this depth.
    noisy_exchange_depth = 6, 1..12, 1;
    /// Centipawns a ply that they may lose.
    noisy_exchange_margin = 100, 40..400, 20;
    /// History that lets a capture lose a centipawn more.
    noisy_exchange_history = 32, 8..512, 8;

    // Singular extension.
    /// The least depth.
    singular_depth = 7, 4..16, 1;
    /// The table's entry may be this many plies less deep than the node.
    singular_table_depth = 3, 1..6, 1;
    /// The depth of the search without the move is this fraction of the node's.
    singular_divisor = 2, 2..4, 1;
    /// Half centipawns a ply by which the others must fall short.
    singular_margin = 3, 1..10, 1;
    /// Double extension: centipawns more.
    double_margin = 20, 5..60, 4;

    // Late-move reduction, in 1024ths of a ply unless it says otherwise.
    /// The least depth.
    reduction_depth = 2, 2..6, 1;
    /// Hundredths of a ply for every move.
    reduction_base = 60, 0..200, 8;
    /// The product of the logarithms of depth and number is divided by this many hundredths.
    reduction_divisor = 230, 120..600, 12;
    /// Hundredths of the reduction that a capture gets.
    reduction_noisy = 50, 0..100, 8;
    /// More for nodes that are expected to fail high.
    reduction_cut = 1024, 0..2500, 100;
    /// More if the evaluation has not improved since two plies ago.
    reduction_worse = 1024, 0..2500, 100;
    /// More for quiet moves where the table's move is a capture.
    reduction_table_noisy = 300, 0..2500, 100;
    /// More if the next ply has failed high often.
    reduction_cuts = 400, 0..2500, 100;
    /// More times than this are often.
    frequent_cuts = 2, 0..6, 1;
    /// Less in nodes with an open window.
    reduction_pv = 1024, 0..2500, 100;
    /// Less in nodes that once had an open window.
    reduction_was_pv = 1024, 0..2500, 100;
    /// Less for moves that give check.
    reduction_check = 1843, 0..4096, 100;
    /// Less for quiet moves that refuted other nodes of the same ply.
    reduction_killer = 2048, 0..4096, 100;
    /// A ply less or more for this much history.
    reduction_history = 10000, 4000..30000, 800;
    /// More where the table has no move.
    reduction_no_table_move = 0, 0..2500, 100;
    /// Less for each centipawn by which the evaluation was corrected: what was misjudged deserves a look.
    reduction_correction = 0, 0..60, 2;
    /// Centipawns by which a reduced move must beat the best to be looked at a ply deeper.
    deeper_margin = 80, 10..150, 8;
    /// Centipawns by which it must beat the best not to be looked at a ply less deep.
    shallower_margin = 16, 0..80, 4;

    // Quiescence.
    /// Centipawns that a capture may fall short of alpha.
    delta_margin = 200, 80..600, 20;
    /// Quiet evasions are skipped once more than this many moves were tried, unless the side to move is lost so far.
    evasion_limit = 4, 1..12, 1;

    /// How many percent of the way to beta a score above it is drawn if the side to move stands pat.
    stand_pat_blend = 0, 0..100, 10;

    // Order.
    /// How much the value of what is captured counts.
    capture_value_weight = 8, 1..32, 1;
    /// How much less the history of a capture counts.
    capture_history_divisor = 8, 1..32, 1;
    /// Centipawns that a capture has to gain for each 1024 of bad history, or it comes after the quiet moves.
    capture_doubt = 0, 0..150, 6;
    /// How much earlier the last quiet move that refuted a node of the same ply comes, in the unit of histories.
    killer_bonus = 20000, 0..40000, 1500;
    /// The same of the one before it.
    older_killer_bonus = 15000, 0..40000, 1500;
    /// How much earlier quiet moves that give check come.
    check_bonus = 8000, 0..16000, 800;
    /// How much earlier a quiet move comes that leaves the reach of attackers worth less, and how much later one that
    /// enters it: for a horse or cannon, and twice for a rook.
    escape_bonus = 6000, 0..16000, 600;

    // Learning.
    /// Histories: the bonus for each ply of depth.
    bonus_slope = 160, 40..400, 16;
    /// Histories: the largest bonus.
    bonus_max = 1600, 600..4000, 150;
    /// How many percent of the bonus the last move gets if every answer fails low.
    reply_percent = 50, 0..200, 10;
    /// The same for the history of sides and squares.
    reply_main_percent = 0, 0..200, 10;
    /// Hundredths of a bonus for each centipawn by which a quiet move made the evaluation better or worse.
    surprise_slope = 0, 0..3000, 60;
    /// The most that this is worth.
    surprise_max = 1000, 200..4000, 100;
    /// How many percent of the bonus a quiet move of the table gets that refutes a node without a search.
    table_cut_percent = 50, 0..200, 10;
    /// Corrections move by the error times the depth, divided by this.
    correction_divisor = 32, 8..128, 4;
    /// The most that a correction moves at once.
    correction_max = 4096, 512..8192, 400;
}
