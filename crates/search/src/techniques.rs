//! The techniques of the search that can be switched off, to measure what each is worth and to test the others
//! without it.
//!
//! In a release build all are on, as constants. With the feature `tune` a search can be given a set of them. Without
//! any, the search finds what plain negamax finds; the laws in [`contract`](crate::contract) hold it to that.

macro_rules! techniques {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        /// Which techniques a search uses.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(clippy::struct_excessive_bools)] // a set with names
        pub struct Techniques {
            $($(#[$doc])* pub $name: bool,)*
        }

        impl Techniques {
            /// Every technique.
            pub const ALL: Self = Self { $($name: true,)* };
            /// No technique.
            pub const NONE: Self = Self { $($name: false,)* };
            /// The names of all techniques.
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];

            /// Switches a technique on or off; false if there is none of that name.
            #[cfg(feature = "tune")]
            pub fn set(&mut self, name: &str, is_on: bool) -> bool {
                match name {
                    $(stringify!($name) => self.$name = is_on,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

techniques! {
    /// Each iteration begins with a narrow window around the last score.
    aspiration_windows;
    /// A score above that window is confirmed with less depth.
    fail_high_reduction;
    /// A shorter mate that is known already narrows the window.
    mate_distance_pruning;
    /// The table may settle a node.
    table_cuts;
    /// Evaluations are taken from the table, and its scores in their place where they tell more.
    table_evaluations;
    /// Evaluations are corrected by how they have erred.
    corrections;
    /// Depth is adjusted by what became of the move that led to the node.
    hindsight;
    /// Nodes far below alpha are left to quiescence.
    razoring;
    /// Nodes far above beta are not searched.
    reverse_futility;
    /// Nodes that hold beta by passing are not searched.
    null_move;
    /// Nodes in which a capture beats beta by a margin are not searched further.
    probcut;
    /// Nodes without a move to start with are searched less deep.
    internal_iterative_reduction;
    /// Late quiet moves are skipped.
    late_move_pruning;
    /// Quiet moves with a bad history are skipped.
    history_pruning;
    /// Quiet moves that will not lift the score to alpha are skipped.
    futility;
    /// Quiet moves that lose material are skipped.
    quiet_exchange_pruning;
    /// Captures that lose material are skipped.
    noisy_exchange_pruning;
    /// A move that is much better than the others is searched deeper.
    singular_extensions;
    /// Late moves are searched less deep at first.
    late_move_reductions;
    /// A score far above beta is drawn towards it.
    fail_high_blending;
    /// Quiet moves are ordered by what they did elsewhere.
    main_history;
    /// Quiet moves are ordered by what they did after the same earlier moves.
    continuation_history;
    /// Quiet moves that refuted other nodes of the same ply come early.
    killers;
    /// Quiet moves that give check come early.
    early_checks;
    /// Pieces that are attacked by lesser ones move early, and into such attacks late.
    early_escapes;
    /// Captures are ordered by what they did elsewhere.
    capture_history;
    /// Captures are followed below the last ply.
    quiescence;
    /// Quiescence begins with quiet checks.
    quiet_checks;
    /// Captures that will not lift the score to alpha are skipped in quiescence.
    delta_pruning;
    /// Quiet evasions are skipped in quiescence when a few have been tried.
    evasion_pruning;
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}
