//! Sums that follow the moves: one for each position of the line, so that taking back is dropping the last.

/// The sums of a line of positions, the current one last.
#[derive(Clone, Debug, Default)]
pub struct Sums<S>(Vec<S>);

impl<S: Copy + Default> Sums<S> {
    /// Forgets the line and starts over from a position.
    pub fn restart(&mut self, sum: S) {
        self.0.clear();
        self.0.push(sum);
    }

    /// The sum of the current position; nothing before the first [`Sums::restart`].
    #[inline]
    pub fn last(&self) -> S {
        self.0.last().copied().unwrap_or_default()
    }

    /// A move or a pass leads to a position with this sum.
    #[inline]
    pub fn push(&mut self, sum: S) {
        self.0.push(sum);
    }

    /// The last move or pass is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.0.pop();
    }
}
