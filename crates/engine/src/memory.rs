//! Whether there is memory for what is asked.
//!
//! Systems that promise more memory than they have end a program when it uses what it was promised. So the
//! question is asked before: on Linux of the kernel and of the control group, elsewhere it stays open.

use std::{fmt, fs};

/// There is not as much memory as was asked for; everything stays as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory {
    /// Mebibytes that were asked for.
    pub wanted: usize,
    /// Mebibytes that can be had, if that is known.
    pub available: Option<usize>,
}

impl NoMemory {
    pub(crate) fn of(wanted: usize) -> Self {
        Self { wanted, available: available() }
    }
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no memory for {} MiB", self.wanted)?;
        if let Some(available) = self.available {
            write!(f, "; {available} MiB are free")?;
        }
        f.write_str("; everything stays as it was")
    }
}

impl std::error::Error for NoMemory {}

/// Mebibytes that the histories of this many threads take at most.
pub fn of_threads(threads: usize) -> usize {
    threads.saturating_mul(8)
}

/// Whether this many mebibytes can be had beside those in use now (true), or only in their place (false).
///
/// # Errors
/// If they cannot be had at all.
///
/// # Examples
/// ```
/// assert!(engine::check_memory(1, 0).is_ok());
/// ```
pub fn check_memory(wanted: usize, in_use: usize) -> Result<bool, NoMemory> {
    match available() {
        Some(available) if wanted > available.saturating_add(in_use) => Err(NoMemory::of(wanted)),
        Some(available) => Ok(wanted <= available),
        None => Ok(true),
    }
}

/// Mebibytes that can be had.
fn available() -> Option<usize> {
    let read = |path: &str| fs::read_to_string(path).ok();
    let machine = machine_kibibytes(&read("/proc/meminfo")?)? >> 10;
    let number = |path: &str| read(path)?.trim().parse::<usize>().ok();
    // A control group may allow less than the machine has.
    let group = number("/sys/fs/cgroup/memory.max")
        .map(|most| most.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)) >> 20);
    Some(group.map_or(machine, |group| group.min(machine)))
}

fn machine_kibibytes(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_asked_for() {
        assert_eq!(machine_kibibytes("MemTotal: 9 kB\nMemAvailable:   24117248 kB\n"), Some(24_117_248));
        assert_eq!(machine_kibibytes("MemTotal: 9 kB\n"), None);
        assert!(check_memory(1, 0).is_ok());
        if available().is_some() {
            let refused = check_memory(usize::MAX, 0).map_err(|error| error.to_string());
            assert!(refused.is_err_and(|message| message.contains(&usize::MAX.to_string())));
        }
    }
}
