//! Charts of numbers as SVG, without any font: panels below each other, each with its scales, its lines and dots, and their names.
//!
//! Numbers that are not finite, and on a logarithmic scale those that are not above zero, are left out: a line is broken there.

use crate::lettering::{Anchor, lettering, text_width};
use std::fmt::Write as _;

const WIDTH: f64 = 960.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 200.0;
const TOP: f64 = 52.0;
const PANEL_GAP: f64 = 56.0;
const PANEL_HEIGHT: f64 = 190.0;
const INK: &str = "#222";
const FAINT: &str = "#e2e2e2";

/// Colours that are told apart, in the order in which they are best used.
pub const COLOURS: [&str; 12] = [
    "#c0392b", "#1f4e5f", "#3d8d7a", "#b5743a", "#7d5ba6", "#8cc084", "#d4a017", "#5d8aa8", "#a04668",
    "#6b705c", "#ee8959", "#444",
];

/// How the numbers of a panel are laid out upwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scale {
    /// Equal steps.
    #[default]
    Linear,
    /// Equal factors.
    Logarithmic,
}

/// How points are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mark {
    /// Joined by a line.
    #[default]
    Line,
    /// A dot each.
    Dots,
    /// A bar from zero each.
    Bars,
}

/// Numbers that belong together.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// What they are called.
    pub name: String,
    /// Where they are, from left to right.
    pub points: Vec<(f64, f64)>,
    /// How they are drawn.
    pub mark: Mark,
    /// Their colour; none for the next of [`COLOURS`].
    pub colour: Option<&'static str>,
}

/// One picture of a chart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Panel {
    /// What is shown.
    pub title: String,
    /// What the numbers from left to right are.
    pub across: String,
    /// How it is laid out upwards.
    pub scale: Scale,
    /// The numbers.
    pub series: Vec<Series>,
}

/// Draws panels below each other under a title.
///
/// ```
/// use picture::{Panel, Series, chart};
/// let series = Series { name: "squares".into(), points: vec![(1.0, 1.0), (2.0, 4.0)], ..Series::default() };
/// let svg = chart("Squares", &[Panel { series: vec![series], ..Panel::default() }]);
/// assert!(svg.starts_with("<svg") && svg.contains("M78.0"));
/// ```
pub fn chart(title: &str, panels: &[Panel]) -> String {
    let height = TOP + panels.len() as f64 * (PANEL_HEIGHT + PANEL_GAP) + 10.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" fill=\"{INK}\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    put(&mut svg, &lettering(title, (20.0, 30.0), 17.0, Anchor::Start));
    for (index, panel) in panels.iter().enumerate() {
        let top = TOP + 20.0 + index as f64 * (PANEL_HEIGHT + PANEL_GAP);
        draw(&mut svg, panel, top);
    }
    svg + "</svg>\n"
}

fn put(svg: &mut String, element: &str) {
    svg.push_str(element);
    svg.push('\n');
}

/// From numbers to places.
struct Axes {
    across: [f64; 2],
    upward: [f64; 2],
    scale: Scale,
    top: f64,
}

impl Axes {
    fn of(panel: &Panel, top: f64) -> Self {
        let shown = |value: f64| scaled(value, panel.scale);
        let points = || panel.series.iter().flat_map(|series| &series.points);
        let xs = points().map(|point| point.0).filter(|x| x.is_finite());
        let ys = points().filter_map(|point| shown(point.1));
        let mut across = extent(xs, None);
        // The first and the last bar are as wide as the others.
        let bars =
            panel.series.iter().filter(|series| series.mark == Mark::Bars).map(|series| series.points.len());
        if let Some(most) = bars.max().filter(|&most| most > 0) {
            let margin = (across[1] - across[0]) / (2.0 * most as f64);
            across = [across[0] - margin, across[1] + margin];
        }
        let base = if panel.scale == Scale::Linear { Some(0.0) } else { None };
        let mut upward = extent(ys, base);
        if panel.scale == Scale::Logarithmic {
            upward = [upward[0].floor(), upward[1].ceil().max(upward[0].floor() + 1.0)];
        }
        Self { across, upward, scale: panel.scale, top }
    }

    fn x(&self, value: f64) -> f64 {
        let [low, high] = self.across;
        LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / (high - low)
    }

    fn y(&self, value: f64) -> Option<f64> {
        scaled(value, self.scale).map(|shown| self.place(shown))
    }

    fn place(&self, shown: f64) -> f64 {
        let [low, high] = self.upward;
        self.top + PANEL_HEIGHT * (high - shown) / (high - low)
    }
}

fn scaled(value: f64, scale: Scale) -> Option<f64> {
    match scale {
        Scale::Linear => value.is_finite().then_some(value),
        Scale::Logarithmic => (value.is_finite() && value > 0.0).then(|| value.log10()),
    }
}

/// The least and the greatest, never the same.
fn extent(values: impl Iterator<Item = f64>, base: Option<f64>) -> [f64; 2] {
    let all = values
        .chain(base)
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)]);
    match all {
        [low, high] if low < high => [low, high],
        [low, _] if low.is_finite() => [low, low + 1.0],
        _ => [0.0, 1.0],
    }
}

/// Round numbers that divide a range into a few parts.
fn ticks([low, high]: [f64; 2]) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last.min(first + 20)).map(|number| number as f64 * step).collect()
}

/// A number in a few characters.
fn short(value: f64) -> String {
    let sized = |divisor: f64, unit: &str| {
        let text = format!("{:.2}", value / divisor);
        format!("{}{unit}", text.trim_end_matches('0').trim_end_matches('.'))
    };
    match value.abs() {
        0.0 => "0".into(),
        size if size >= 1e9 => sized(1e9, "G"),
        size if size >= 1e6 => sized(1e6, "M"),
        size if size >= 1e3 => sized(1e3, "k"),
        size if size >= 0.01 => sized(1.0, ""),
        _ => format!("{value:.0e}"),
    }
}

fn draw(svg: &mut String, panel: &Panel, top: f64) {
    let axes = Axes::of(panel, top);
    let (right, bottom) = (WIDTH - RIGHT, top + PANEL_HEIGHT);
    put(svg, &lettering(&panel.title, (LEFT, top - 10.0), 13.0, Anchor::Start));
    let rows = match panel.scale {
        Scale::Linear => ticks(axes.upward),
        Scale::Logarithmic => {
            let [low, high] = axes.upward.map(|value| value as i64);
            let step = ((high - low) / 8).max(1) as usize;
            (low..=high).step_by(step).map(|power| power as f64).collect()
        }
    };
    for row in rows {
        let y = axes.place(row);
        let label = match panel.scale {
            Scale::Linear => short(row),
            Scale::Logarithmic => short(10f64.powf(row)),
        };
        let _ = writeln!(svg, "<path d=\"M{LEFT:.1} {y:.1}H{right:.1}\" stroke=\"{FAINT}\"/>");
        put(svg, &lettering(&label, (LEFT - 6.0, y + 4.0), 10.5, Anchor::End));
    }
    for column in ticks(axes.across) {
        let x = axes.x(column);
        let _ = writeln!(svg, "<path d=\"M{x:.1} {bottom:.1}v4\" stroke=\"{INK}\"/>");
        put(svg, &lettering(&short(column), (x, bottom + 16.0), 10.5, Anchor::Middle));
    }
    put(svg, &lettering(&panel.across, (right, bottom + 30.0), 10.5, Anchor::End));
    let _ = writeln!(
        svg,
        "<path d=\"M{LEFT:.1} {top:.1}V{bottom:.1}H{right:.1}\" stroke=\"{INK}\" fill=\"none\"/>"
    );
    for (index, series) in panel.series.iter().enumerate() {
        let colour = series.colour.unwrap_or(COLOURS[index % COLOURS.len()]);
        draw_series(svg, series, colour, &axes);
        let y = top + 8.0 + index as f64 * 15.0;
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\" fill=\"{colour}\"/>",
            right + 12.0,
            y - 9.0
        );
        let name = fitting(&series.name, RIGHT - 34.0);
        put(svg, &lettering(&name, (right + 27.0, y), 11.0, Anchor::Start));
    }
}

/// As much of a text as has room.
fn fitting(text: &str, width: f64) -> String {
    let mut name = text.to_owned();
    while text_width(&name, 11.0) > width && name.pop().is_some() {}
    name
}

fn draw_series(svg: &mut String, series: &Series, colour: &str, axes: &Axes) {
    let place = |&(x, y): &(f64, f64)| Some((axes.x(x), axes.y(y)?)).filter(|_| x.is_finite());
    match series.mark {
        Mark::Line => {
            let mut path = String::new();
            let mut is_open = false;
            for point in &series.points {
                let Some((x, y)) = place(point) else {
                    is_open = false;
                    continue;
                };
                let _ = write!(path, "{}{x:.1} {y:.1}", if is_open { 'L' } else { 'M' });
                // A single point is a short stroke.
                if !is_open {
                    path.push_str("h0.1");
                }
                is_open = true;
            }
            let _ = writeln!(
                svg,
                "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"1.6\" stroke-linecap=\"round\" fill=\"none\"/>"
            );
        }
        Mark::Dots => {
            for (x, y) in series.points.iter().filter_map(place) {
                let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\" fill=\"{colour}\"/>");
            }
        }
        Mark::Bars => {
            let base = match axes.scale {
                Scale::Linear => axes.place(0.0),
                Scale::Logarithmic => axes.top + PANEL_HEIGHT,
            };
            let width = ((WIDTH - LEFT - RIGHT) / series.points.len().max(1) as f64 - 1.0).clamp(1.0, 14.0);
            for (x, y) in series.points.iter().filter_map(place) {
                let (upper, lower) = (y.min(base), y.max(base));
                let _ = writeln!(
                    svg,
                    "<rect x=\"{:.1}\" y=\"{upper:.1}\" width=\"{width:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>",
                    x - width / 2.0,
                    lower - upper
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_a_few_round_numbers() {
        for (range, expected) in [([0.0, 1.0], 6), ([0.0, 100.0], 6), ([-30.0, 45.0], 4), ([3.0, 3.5], 6)] {
            let ticks = ticks(range);
            assert_eq!(ticks.len(), expected, "{range:?}: {ticks:?}");
            assert!(ticks.iter().all(|tick| (range[0] - 1e-9..=range[1] + 1e-9).contains(tick)), "{ticks:?}");
        }
        assert_eq!(
            [0.0, 999.0, 1500.0, 2e6, 0.25, -40.0].map(short),
            ["0", "999", "1.5k", "2M", "0.25", "-40"]
        );
    }

    #[test]
    fn numbers_without_a_place_are_left_out() {
        let points = vec![(0.0, 1.0), (1.0, f64::NAN), (2.0, 0.0), (3.0, f64::INFINITY), (4.0, 100.0)];
        for scale in [Scale::Linear, Scale::Logarithmic] {
            for mark in [Mark::Line, Mark::Dots, Mark::Bars] {
                let series = vec![Series { points: points.clone(), mark, ..Series::default() }];
                let svg = chart("x", &[Panel { scale, series, ..Panel::default() }, Panel::default()]);
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            }
        }
    }
}
