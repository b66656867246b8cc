//! A game of one's own behind the seam, and the search that plays it.
//!
//!     cargo run --release -p chuhe-search --example nim -- 10      # stones

mod game;

use game::{Even, Heap, Nim};
use search::{Control, Limits, Searcher, Silent};
use std::error::Error;
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn Error>> {
    let stones = std::env::args().nth(1).map_or(Ok(10), |text| text.parse())?;
    let mut searcher = Searcher::<Nim, Even>::new(1, 1, || Even);
    let (limits, stop) = (Limits { depth: Some(20), ..Limits::default() }, AtomicBool::new(false));
    let found = searcher.search(&Heap::of(stones), &limits, Control::untimed(&stop), &mut Silent);
    match (found.line.first(), found.score.mate_distance()) {
        (Some(mv), Some(moves)) if moves > 0 => println!("{mv}: won in {moves} moves"),
        (Some(mv), Some(moves)) => println!("{mv}: lost in {} moves", -moves),
        (Some(mv), None) => println!("{mv}: too far from the end to be sure"),
        (None, _) => println!("nothing is left to take"),
    }
    Ok(())
}
