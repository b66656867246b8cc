//! The lower rungs, written out: each is the file before it and some ten lines more.

pub mod alpha_beta;
pub mod captures;
pub mod exchanges;
pub mod history;
pub mod killers;
pub mod minimax;
pub mod negamax;
pub mod null_move;
pub mod quiescence;
pub mod table;
pub mod variation;
