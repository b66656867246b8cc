//! Parameters, and the lines that describe them.
//!
//! Read: `name, value, low, high, step`, and `name = value, low..high, step;` as the engine's own table
//! has it. Empty lines and lines that begin with `#` or `//` are passed over. Refused, with the number
//! of the line: another number of fields, a field that is not a number, a value outside its range, an empty
//! range, a step that is not above 0, a name that occurs twice, and a text without parameters.

use std::fmt;
use thiserror::Error;

/// A number to tune.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Where tuning starts from.
    pub value: f64,
    /// The smallest value that is tried.
    pub low: i32,
    /// The largest.
    pub high: i32,
    /// By how much it is changed, either way, in the last trials.
    pub step: f64,
}

impl Parameter {
    /// The parameter, if its numbers fit together.
    fn checked(self) -> Result<Self, LineFault> {
        let Self { value, low, high, step, .. } = self;
        if low >= high {
            return Err(LineFault::EmptyRange { low, high });
        }
        if !(f64::from(low)..=f64::from(high)).contains(&value) {
            return Err(LineFault::OutOfRange { value, low, high });
        }
        if !(step > 0.0 && step <= f64::from(high) - f64::from(low)) {
            return Err(LineFault::Step { step, low, high });
        }
        Ok(self)
    }
}

/// As the engine's own table has it, the value rounded.
impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value, low, high, step } = self;
        write!(f, "{name} = {}, {low}..{high}, {step};", value.round())
    }
}

/// What a line may be.
const FORMS: &str = "a line is \"name, value, low, high, step\" or \"name = value, low..high, step;\"";

/// Why parameters cannot be used.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// A line is not a parameter.
    #[error("line {number}, \"{text}\": {fault}")]
    Line {
        /// Which line, from 1.
        number: usize,
        /// The text of the line.
        text: String,
        /// What is wrong with it.
        fault: LineFault,
    },
    /// There is none.
    #[error("there are no parameters in it; {FORMS}")]
    Empty,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum LineFault {
    /// It has too few fields or too many.
    #[error("{FORMS}")]
    Fields,
    /// The first field is empty.
    #[error("the name is missing")]
    NoName,
    /// A value or a step is something else.
    #[error("\"{0}\" is not a number")]
    NotANumber(String),
    /// An end of the range is something else.
    #[error("\"{0}\" is not a whole number")]
    NotWhole(String),
    /// There are no two values to choose from.
    #[error("the range {low}..{high} does not hold two values")]
    EmptyRange {
        /// Its first value.
        low: i32,
        /// Its last.
        high: i32,
    },
    /// The value is not in the range.
    #[error("the value {value} lies outside its range {low}..{high}")]
    OutOfRange {
        /// The value.
        value: f64,
        /// The first value of the range.
        low: i32,
        /// The last.
        high: i32,
    },
    /// The step leads nowhere.
    #[error("the step {step} must be above 0 and fit in {low}..{high}")]
    Step {
        /// The step.
        step: f64,
        /// The first value of the range.
        low: i32,
        /// The last.
        high: i32,
    },
    /// An earlier line has the same name.
    #[error("\"{0}\" occurs twice")]
    Repeated(String),
}

/// Reads parameters, one per line.
///
/// # Errors
/// The first line that is not one.
pub fn read_parameters(text: &str) -> Result<Vec<Parameter>, ParameterError> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
            continue;
        }
        let refused = |fault| ParameterError::Line { number, text: line.to_string(), fault };
        let parameter = parse_line(line).and_then(Parameter::checked).map_err(refused)?;
        if parameters.iter().any(|other| other.name == parameter.name) {
            return Err(refused(LineFault::Repeated(parameter.name)));
        }
        parameters.push(parameter);
    }
    if parameters.is_empty() { Err(ParameterError::Empty) } else { Ok(parameters) }
}

fn parse_line(line: &str) -> Result<Parameter, LineFault> {
    let fields: Vec<&str> = match line.split_once('=') {
        Some((name, rest)) => {
            let rest = rest.trim().trim_end_matches(';');
            let fields = rest.split(',').flat_map(|field| field.split(".."));
            std::iter::once(name).chain(fields).map(str::trim).collect()
        }
        None => line.split(',').map(str::trim).collect(),
    };
    let [name, value, low, high, step] = fields[..] else { return Err(LineFault::Fields) };
    if name.is_empty() {
        return Err(LineFault::NoName);
    }
    let real = |text: &str| {
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| LineFault::NotANumber(text.to_string()))
    };
    let whole = |text: &str| text.parse::<i32>().map_err(|_| LineFault::NotWhole(text.to_string()));
    Ok(Parameter {
        name: name.to_string(),
        value: real(value)?,
        low: whole(low)?,
        high: whole(high)?,
        step: real(step)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_say_the_same() {
        let table = "/// A doc comment.\n  a = 20, 5..60, 3;\n\nb = -7, -20..-1, 2;\r\n";
        let plain = "# comment\na, 20, 5, 60, 3\nb,-7,-20,-1,2";
        let parameters = read_parameters(table).unwrap();
        assert_eq!(parameters, read_parameters(plain).unwrap());
        let written: Vec<String> = parameters.iter().map(ToString::to_string).collect();
        assert_eq!(written, ["a = 20, 5..60, 3;", "b = -7, -20..-1, 2;"]);
        assert_eq!(read_parameters(&written.join("\n")).unwrap(), parameters);
        let real = read_parameters("Move Overhead, 9.5, 0, 50, 0.5").unwrap();
        assert_eq!((real[0].name.as_str(), real[0].value, real[0].step), ("Move Overhead", 9.5, 0.5));
    }

    #[test]
    fn refusals_quote_the_line() {
        for (line, part) in [
            ("a", "a line is"),
            ("a, 1, 0, 2", "a line is"),
            ("a, 1, 0, 2, 1, 5", "a line is"),
            ("a = 1, 0...2, 1;", "\".2\""),
            (", 1, 0, 2, 1", "name"),
            ("a, x, 0, 2, 1", "\"x\""),
            ("a, NaN, 0, 2, 1", "\"NaN\""),
            ("a, 1, 0.5, 2, 1", "\"0.5\""),
            ("a, 1, 0, 99999999999, 1", "\"99999999999\""),
            ("a, 3, 0, 2, 1", "outside"),
            ("a, 1, 1, 1, 1", "1..1"),
            ("a, 1, 2, 0, 1", "2..0"),
            ("a, 1, 0, 2, 0", "step 0"),
            ("a, 1, 0, 2, -1", "step -1"),
            ("a, 1, 0, 2, 3", "step 3"),
            ("b, 1, 0, 2, 1", "twice"),
        ] {
            let error = read_parameters(&format!("b, 1, 0, 2, 1\n{line}\n")).unwrap_err().to_string();
            assert!(error.starts_with(&format!("line 2, \"{line}\"")) && error.contains(part), "{error}");
        }
        assert_eq!(read_parameters("# nothing\n"), Err(ParameterError::Empty));
    }
}
