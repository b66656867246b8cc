//! Reports as rows of text.

use ladder::{Effort, RungReport};
use std::fmt::Write as _;

/// The names of the columns.
pub fn header(effort: Effort) -> String {
    let mut text = format!(
        "{:>2}  {:20} {:>12} {:>8} {:>6} {:>10} {:>7} {:>10} {:>5} {:>6} {:>5} {:>7}",
        "#",
        "rung",
        "nodes",
        "seconds",
        "depth",
        "iteration",
        "branch",
        "minimum",
        "easy",
        "medium",
        "hard",
        "solved"
    );
    if is_comparable(effort) {
        // Writing into a string cannot fail.
        let _ = write!(text, " {:>9} {:>8}", "fewer", "faster");
    }
    text
}

/// The row of a rung.
pub fn row(effort: Effort, report: &RungReport) -> String {
    let [easy, medium, hard] = report.solved_by_grade;
    let mut text = format!(
        "{:>2}  {:20} {:>12} {:>8.2} {:>6} {:>10.0} {:>7.2} {:>10} {easy:>5} {medium:>6} {hard:>5} {:>7}",
        report.number,
        report.name,
        report.nodes,
        report.seconds,
        report.depth,
        report.iteration,
        report.branching,
        large(report.minimum),
        report.solved
    );
    if is_comparable(effort) {
        let times = |value: Option<f64>| value.map(|value| format!("{value:.1}x")).unwrap_or_default();
        let _ = write!(text, " {:>9} {:>8}", times(report.fewer_nodes), times(report.less_time));
    }
    text
}

/// Whether all rungs do the same work, so that costs can be compared.
pub fn is_comparable(effort: Effort) -> bool {
    matches!(effort, Effort::Depth(_))
}

fn large(number: f64) -> String {
    if number < 1e9 { format!("{number:.0}") } else { format!("{number:.1e}") }
}
