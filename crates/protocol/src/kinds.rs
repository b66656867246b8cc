//! The list of options: how each is shown to a GUI, and which values it takes.

use engine::RATINGS;

/// How an option is shown, and which values it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number.
    Spin {
        /// Unless told otherwise.
        default: u64,
        /// The least.
        min: u64,
        /// The most.
        max: u64,
    },
    /// Yes or no.
    Check(bool),
    /// Something to press.
    Button,
    /// A text.
    Text(&'static str),
    /// One of several words, the first unless told otherwise.
    Combo(&'static [&'static str]),
}

/// How UCI writes an empty text.
pub const EMPTY: &str = "<empty>";
const VARIANTS: &[&str] = &["xiangqi", "chess"];
const COORDINATES: &[&str] = &["auto", "0-9", "1-10"];
const REPETITION: &[&str] = &["computer", "asian", "simple"];
const EVALUATIONS: &[&str] = &["network", "classical"];

/// All options with their kinds, in the order in which they are shown.
///
/// No name contains one of the words `name`, `type`, `default`, `value`: there are GUIs that cut lines there.
pub fn rows() -> Vec<(&'static str, Kind)> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let spin = |default, min, max| Kind::Spin { default, min, max };
    let [weakest, strongest] = RATINGS.map(u64::from);
    vec![
        ("Debug Log File", Kind::Text(EMPTY)),
        ("NumaPolicy", Kind::Text("auto")),
        ("Threads", spin(1, 1, 1024.max(4 * processors))),
        ("Hash", spin(16, 1, 33_554_432)),
        ("Clear Hash", Kind::Button),
        ("Ponder", Kind::Check(false)),
        ("MultiPV", spin(1, 1, 128)),
        ("Move Overhead", spin(10, 0, 5000)),
        ("nodestime", spin(0, 0, 10_000)),
        ("UCI_ShowWDL", Kind::Check(false)),
        ("EvalFile", Kind::Text(EMPTY)),
        ("Eval", Kind::Combo(EVALUATIONS)),
        ("EvalWeights", Kind::Text("tuned")),
        ("Random Seed", spin(0, 0, 2_147_483_647)),
        ("Randomness", spin(0, 0, 1000)),
        ("Skill Level", spin(10, 1, 10)),
        ("UCI_LimitStrength", Kind::Check(false)),
        ("UCI_Elo", spin(weakest, weakest, strongest)),
        ("OwnBook", Kind::Check(false)),
        ("Book File", Kind::Text(EMPTY)),
        ("Book Depth", spin(24, 0, 1000)),
        ("UCI_Variant", Kind::Combo(VARIANTS)),
        ("Coordinates", Kind::Combo(COORDINATES)),
        ("Repetition Rule", Kind::Combo(REPETITION)),
        ("Sixty Move Rule", Kind::Check(true)),
        ("Offer Draws", Kind::Check(false)),
        ("Resign", Kind::Check(false)),
        ("usemillisec", Kind::Check(false)),
        ("drawmoves", spin(120, 0, 1000)),
    ]
}

/// Options that UCI has no use for.
pub const OUTSIDE_UCI: [&str; 4] = ["Offer Draws", "Resign", "usemillisec", "drawmoves"];

/// The option of this name as it is written here; case does not matter, nor do blanks and what stands for them.
pub fn known_as(name: &str) -> Option<&'static str> {
    let squeeze = |text: &str| text.replace([' ', '_'], "").to_ascii_lowercase();
    let wanted = squeeze(name);
    rows().into_iter().map(|(known, _)| known).find(|known| squeeze(known) == wanted)
}

/// The kind of the option of this name.
pub fn kind_of(name: &str) -> Option<Kind> {
    rows().into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, kind)| kind)
}

/// Whether an option can be set while a search runs, for the next one. All others change what the search uses.
pub fn can_be_set_at_any_time(name: &str) -> bool {
    let harmless = [
        "Debug Log File",
        "NumaPolicy",
        "Ponder",
        "MultiPV",
        "Move Overhead",
        "nodestime",
        "UCI_ShowWDL",
        "Random Seed",
        "Randomness",
        "OwnBook",
        "Book File",
        "Book Depth",
        "Coordinates",
        "Offer Draws",
        "Resign",
        "usemillisec",
    ];
    harmless.iter().any(|known| known.eq_ignore_ascii_case(name))
}

impl Kind {
    /// What follows `type` in a line of the list.
    pub fn describe(self) -> String {
        match self {
            Self::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
            Self::Check(default) => format!("check default {default}"),
            Self::Button => "button".into(),
            Self::Text(default) => format!("string default {default}"),
            Self::Combo(words) => {
                let default = words.first().copied().unwrap_or_default();
                format!("combo default {default} var {}", words.join(" var "))
            }
        }
    }

    /// Reads a value. The words of a check are the numbers 0 and 1, those of a combo their places.
    pub fn read(self, text: &str) -> Result<u64, String> {
        match self {
            Self::Spin { min, max, .. } => {
                let number = text.parse::<u64>().ok().filter(|number| (min..=max).contains(number));
                number.ok_or_else(|| format!("it must be a number from {min} to {max}"))
            }
            Self::Check(_) => match text {
                "true" => Ok(1),
                "false" => Ok(0),
                _ => Err("it must be true or false".into()),
            },
            Self::Button | Self::Text(_) => Ok(0),
            Self::Combo(words) => {
                let place = words.iter().position(|word| word.eq_ignore_ascii_case(text));
                place.map(|place| place as u64).ok_or_else(|| format!("it must be {}", words.join(" or ")))
            }
        }
    }
}
