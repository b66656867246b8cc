//! Whether the rules about perpetual check and chase can change what a table says.
//!
//! Retrograde analysis calls drawn whatever nobody can win. By the rules a side that repeats moves may lose all the same, if each of its
//! moves checks or chases. So draws are worked out once more, with the moves that could be held against a side left out; the idea
//! is Fang's rule-tolerant verification (2005).
//!
//! - Wins need no look: each move of the winner comes nearer to the end, so that no position comes back.
//! - The weak side cannot check. It offends, at most, by a quiet move after which an advisor or an elephant could take something.
//! - The strong side offends, at most, by a check or by a quiet move that makes a threat which was not there.
//! - Captures offend nobody: they end every repetition.
//!
//! A side holds a draw beyond doubt if it can do so with a limited number of offences, or else with moves that are not offences coming
//! again and again: a repetition is held against it only if all of its moves are offences.

use crate::build::{Analysis, BuildError, Forbidden, Offence, Progress, analyse};
use crate::material::Material;
use crate::tables::Tables;
use crate::value::Value;
use core::ops::ControlFlow;
use xiangqi::Colour;

/// What an audit has found, in positions of which mirror images count as two.
///
/// ```
/// use endgame::Audit;
/// assert!(Audit::default().is_clean());
/// assert!(!Audit { strong_doubts: 1, ..Audit::default() }.is_clean());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Audit {
    /// Draws, the weak side to move, that the strong side may hold by checks and threats alone.
    pub strong_doubts: u64,
    /// Draws, the strong side to move, that the weak side may hold by threats alone.
    pub weak_doubts: u64,
}

impl Audit {
    /// Whether the rules about repetition cannot change anything.
    pub fn is_clean(&self) -> bool {
        *self == Self::default()
    }
}

/// Audits the table of an ending.
///
/// ```
/// use core::ops::ControlFlow;
/// use endgame::{Audit, Progress, Tables, audit, build, verify};
///
/// let material = "KRvK".parse()?;
/// let mut steps = 0;
/// let table = build(material, &Tables::new(), |progress| {
///     steps += usize::from(matches!(progress, Progress::Level { .. }));
///     ControlFlow::Continue(())
/// })?;
/// let mut tables = Tables::new();
/// tables.insert(table);
/// let audited: Audit = audit(material, &tables, |_| ControlFlow::Continue(()))?;
/// assert!(steps > 0 && audited.is_clean());
/// // Every hundredth position agrees with the legal moves.
/// assert!(verify(material, &tables, 100, |_, _| ControlFlow::Continue(()))? > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the table of a smaller ending is not there, or `progress` breaks off.
pub fn audit(
    material: Material,
    tables: &Tables,
    mut progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Audit, BuildError> {
    let plain = analyse(material, tables, None, &mut progress)?;
    let mut doubts = |side| count_doubts(&plain, material, tables, side, &mut progress);
    Ok(Audit { strong_doubts: doubts(Colour::Red)?, weak_doubts: doubts(Colour::Black)? })
}

/// How many draws, the other side to move, a side may hold by offences alone.
fn count_doubts(
    plain: &Analysis<'_>,
    material: Material,
    tables: &Tables,
    side: Colour,
    progress: &mut impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<u64, BuildError> {
    let offence = match side {
        Colour::Red => Offence::CheckOrNewThreat,
        Colour::Black => Offence::Threat,
    };
    let mut held = vec![false; plain.size()];
    // At first it may never offend. What it holds so, it may move to by an offence in the next round, and so on.
    loop {
        let forbidden = Forbidden { side, offence, excepted: &held };
        let analysis = analyse(material, tables, Some(forbidden), progress)?;
        let is_held = |index: usize| {
            plain.value(!side, index) == Some(Value::Draw)
                && !matches!(analysis.value(!side, index), Some(Value::Win(_)))
        };
        let now: Vec<bool> = (0..plain.size()).map(is_held).collect();
        drop(analysis);
        let is_more = now != held;
        held = now;
        let open: Vec<usize> = (0..plain.size())
            .filter(|&index| plain.value(!side, index) == Some(Value::Draw) && !held[index])
            .collect();
        if open.is_empty() {
            return Ok(0);
        }
        if !is_more {
            let forbidden = Forbidden { side, offence, excepted: &[] };
            return Ok(without_relief(plain, &forbidden, &held, open) as u64);
        }
    }
}

/// How many of the open positions a side cannot hold with moves that are not offences and come again and again.
///
/// Those that it can are the largest set from each of which it reaches, whatever the other side does, a move that is no offence and stays
/// in the set.
fn without_relief(plain: &Analysis<'_>, forbidden: &Forbidden<'_>, held: &[bool], open: Vec<usize>) -> usize {
    let all = open.len();
    let mut candidates = open;
    loop {
        let mut in_set = vec![false; plain.size()];
        for &index in &candidates {
            in_set[index] = true;
        }
        // Positions from which relief is certain; an offence may lead from one to the next.
        let mut relieved = vec![false; plain.size()];
        loop {
            let mut has_grown = false;
            for &index in &candidates {
                if !relieved[index]
                    && plain.is_answered(index, forbidden, |next, is_offence| {
                        held[next] || relieved[next] || (in_set[next] && !is_offence)
                    })
                {
                    relieved[index] = true;
                    has_grown = true;
                }
            }
            if !has_grown {
                break;
            }
        }
        let before = candidates.len();
        candidates.retain(|&index| relieved[index]);
        if candidates.len() == before {
            return all - before;
        }
    }
}
