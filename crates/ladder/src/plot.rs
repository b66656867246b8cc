//! The ladder as a picture: a row for each rung, with what it cost and what it solved.

use crate::measure::{Effort, RungReport};
use crate::suite::Grade;
use picture::{Anchor, lettering};
use std::fmt::Write as _;

const WIDTH: f64 = 960.0;
const ROW: f64 = 26.0;
const TOP: f64 = 96.0;
const BOTTOM: f64 = 40.0;
/// Where the two panels begin, and how wide they are.
const COST_LEFT: f64 = 190.0;
const SOLVED_LEFT: f64 = 590.0;
const PANEL: f64 = 310.0;
const SIZE: f64 = 13.0;
const INK: &str = "#222";
const FAINT: &str = "#ddd";
const COST: &str = "#b5743a";
/// Easy, medium and hard.
const GRADES: [&str; 3] = ["#8cc084", "#3d8d7a", "#1f4e5f"];

/// Draws reports of the rungs of a game as SVG, without any font.
///
/// At equal depth the left side shows the nodes, on a scale where each line is ten times the one before; otherwise the depth
/// that was reached. The right side shows how many of the positions were solved.
pub fn plot(game: &str, effort: Effort, counts: [usize; 3], reports: &[RungReport]) -> String {
    let height = TOP + ROW * reports.len() as f64 + BOTTOM;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" fill=\"{INK}\">\n\
         <title>The ladder of {game}</title>\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let positions: usize = counts.iter().sum();
    let spent = match effort {
        Effort::Depth(depth) => format!("searched to depth {depth}"),
        Effort::Nodes(nodes) => format!("{} nodes each", grouped(nodes)),
        Effort::Time(time) => format!("{} ms each", time.as_millis()),
    };
    let title = format!("{game}: {positions} positions, {spent}");
    line(&mut svg, &lettering(&title, (20.0, 32.0), 18.0, Anchor::Start));
    let cost = match effort {
        Effort::Depth(_) => Cost::nodes(reports),
        Effort::Nodes(_) | Effort::Time(_) => Cost::depth(reports),
    };
    cost.draw_scale(&mut svg, height);
    draw_solved_scale(&mut svg, counts, height);
    for (index, report) in reports.iter().enumerate() {
        let y = TOP + ROW * index as f64;
        let base = y + 17.0;
        let name = format!("{} {}", report.number, report.name);
        line(&mut svg, &lettering(&name, (COST_LEFT - 12.0, base), SIZE, Anchor::End));
        let width = cost.width(report);
        bar(&mut svg, COST_LEFT, y, width, COST);
        line(&mut svg, &lettering(&cost.text(report), (COST_LEFT + width + 5.0, base), 12.0, Anchor::Start));
        let mut x = SOLVED_LEFT;
        for (solved, colour) in report.solved_by_grade.into_iter().zip(GRADES) {
            let width = PANEL * solved as f64 / positions.max(1) as f64;
            bar(&mut svg, x, y, width, colour);
            x += width;
        }
        line(&mut svg, &lettering(&report.solved.to_string(), (x + 5.0, base), 12.0, Anchor::Start));
    }
    svg + "</svg>\n"
}

fn line(svg: &mut String, element: &str) {
    svg.push_str(element);
    svg.push('\n');
}

fn bar(svg: &mut String, x: f64, y: f64, width: f64, colour: &str) {
    let height = ROW - 8.0;
    // Writing into a string cannot fail.
    let _ = writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height}\" fill=\"{colour}\"/>",
        y + 4.0
    );
}

/// A line of a scale with its label below.
fn tick(svg: &mut String, x: f64, bottom: f64, label: &str) {
    let _ = writeln!(
        svg,
        "<path d=\"M{x:.1} {:.1}V{bottom:.1}\" stroke=\"{FAINT}\" stroke-width=\"1\"/>",
        TOP - 4.0
    );
    line(svg, &lettering(label, (x, bottom + 16.0), 11.0, Anchor::Middle));
}

/// What the left side shows, and its scale.
struct Cost {
    title: &'static str,
    value: fn(&RungReport) -> f64,
    most: f64,
    /// The steps of the scale: by how much, or how many times, one is more than the last.
    is_logarithmic: bool,
    step: f64,
}

impl Cost {
    fn nodes(reports: &[RungReport]) -> Self {
        let value = |report: &RungReport| (report.nodes.max(1) as f64).log10();
        let most = reports.iter().map(value).fold(1.0, f64::max).ceil();
        Self { title: "nodes of all positions", value, most, is_logarithmic: true, step: 1.0 }
    }

    fn depth(reports: &[RungReport]) -> Self {
        let value = |report: &RungReport| report.depth;
        let most = reports.iter().map(value).fold(4.0, f64::max);
        Self {
            title: "depth reached (median)",
            value,
            most,
            is_logarithmic: false,
            step: (most / 8.0).ceil(),
        }
    }

    /// Room is left for the number behind the longest bar.
    fn x(&self, value: f64) -> f64 {
        (PANEL - 20.0) * value / self.most
    }

    fn width(&self, report: &RungReport) -> f64 {
        self.x((self.value)(report))
    }

    fn text(&self, report: &RungReport) -> String {
        if self.is_logarithmic { short(report.nodes) } else { report.depth.to_string() }
    }

    fn draw_scale(&self, svg: &mut String, height: f64) {
        line(svg, &lettering(self.title, (COST_LEFT, TOP - 28.0), SIZE, Anchor::Start));
        let mut at = 0.0;
        while at <= self.most {
            let label = if self.is_logarithmic { short(10f64.powf(at) as u64) } else { at.to_string() };
            tick(svg, COST_LEFT + self.x(at), height - BOTTOM, &label);
            at += self.step;
        }
    }
}

fn draw_solved_scale(svg: &mut String, counts: [usize; 3], height: f64) {
    let mut x = SOLVED_LEFT;
    line(svg, &lettering("solved:", (x, TOP - 28.0), SIZE, Anchor::Start));
    x += 58.0;
    for ((grade, count), colour) in Grade::ALL.into_iter().zip(counts).zip(GRADES) {
        bar(svg, x, TOP - 44.0, 14.0, colour);
        let label = format!("{count} {grade}");
        line(svg, &lettering(&label, (x + 20.0, TOP - 28.0), SIZE, Anchor::Start));
        x += 32.0 + picture::text_width(&label, SIZE);
    }
    let positions: usize = counts.iter().sum();
    let step = positions.div_ceil(60).max(1) * 10;
    for at in (0..=positions).step_by(step) {
        tick(
            svg,
            SOLVED_LEFT + PANEL * at as f64 / positions.max(1) as f64,
            height - BOTTOM,
            &at.to_string(),
        );
    }
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number in a few characters.
fn short(number: u64) -> String {
    let scaled = |divisor: f64, unit| {
        let value = number as f64 / divisor;
        if value < 10.0 && value.fract() > 0.05 {
            format!("{value:.1}{unit}")
        } else {
            format!("{value:.0}{unit}")
        }
    };
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => scaled(1e3, "k"),
        1_000_000..1_000_000_000 => scaled(1e6, "M"),
        _ => scaled(1e9, "G"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_grouped() {
        assert_eq!([999, 1_000, 1_234, 45_678, 2_500_000].map(short), ["999", "1k", "1.2k", "46k", "2.5M"]);
        assert_eq!([7, 1_000, 1_234_567].map(grouped), ["7", "1,000", "1,234,567"]);
    }
}
