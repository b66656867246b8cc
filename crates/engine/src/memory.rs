//! Whether there is memory for what is asked.
//!
//! Systems that promise more memory than they have end a program when it uses what it was promised. So the
//! question is asked before: on Linux of the kernel and of the control group, elsewhere it stays open.

use std::fs;

/// Mebibytes that the histories of so many threads take at most.
pub fn of_threads(threads: usize) -> usize {
    threads.saturating_mul(8)
}

/// Whether so many mebibytes can be had beside those in use now (true), or only in their place (false).
///
/// # Errors
/// If they cannot be had at all.
pub fn check(mebibytes: usize, in_use: usize) -> Result<bool, String> {
    match available() {
        Some(available) if mebibytes > available.saturating_add(in_use) => Err(refusal(mebibytes)),
        Some(available) => Ok(mebibytes <= available),
        None => Ok(true),
    }
}

/// What to say if they cannot.
pub fn refusal(mebibytes: usize) -> String {
    let available = available().map_or(String::new(), |available| format!("; {available} MiB are free"));
    format!("there is no memory for {mebibytes} MiB{available}; everything stays as it was")
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
        assert!(check(1, 0).is_ok());
        if available().is_some() {
            let refused = check(usize::MAX, 0);
            assert!(refused.is_err_and(|message| message.contains(&usize::MAX.to_string())));
        }
    }
}
