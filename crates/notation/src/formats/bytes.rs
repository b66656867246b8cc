//! Steps through the bytes of a file.

use super::FileFault;

/// A place in the bytes of a file.
#[derive(Clone)]
pub(super) struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// The byte it is at.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Whether nothing is left.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// The next bytes, which must all be there.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], FileFault> {
        let end = self.at.saturating_add(count);
        let missing = end.saturating_sub(self.bytes.len());
        let taken = self.bytes.get(self.at..end).ok_or(FileFault::Truncated { missing })?;
        self.at = end;
        Ok(taken)
    }

    /// The next bytes, a number of them known when the program is written.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], FileFault> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// The next four bytes as a number, the lowest first.
    pub fn u32(&mut self) -> Result<u32, FileFault> {
        Ok(u32::from_le_bytes(self.array()?))
    }
}

/// A byte, or zero where there is none.
pub(super) fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or_default()
}
