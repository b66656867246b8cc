//! `DhtmlXQ`, also called UBB: games as web pages and forums of dpxq.com have them.
//!
//! A game is a run of fields `[DhtmlXQ_name]value[/DhtmlXQ_name]`, often inside `[DhtmlXQ]…[/DhtmlXQ]`; whatever stands
//! around it, such as a page, is passed over.
//!
//! | field | value |
//! |---|---|
//! | `binit` | the squares of the 32 pieces, two digits each: file 0-8 and row 0-9 from the top; 99 is off the board |
//! | `fen` | the start position as a FEN, which then counts instead |
//! | `movelist` | the moves, four digits each |
//! | `move_1_9_4` | variation 4: what is played instead of move 9 of variation 1; the main line is 0 |
//! | `comment4_10` | what is said on move 10 of variation 4; `comment10` is the main line's, `comment0` the game's |
//! | others | tags |
//!
//! The main line may also be called `move_0_1_0`. Pages of the site itself keep the moves in a script: `DhtmlXQ_movelist = '…'`, where the quotes
//! hold the digits alone, or lines such as `[0_1_0]…[/0_1_0]`.
//!
//! In text `||` is a line break and `\u005b` a character.

mod read;
mod write;

pub(super) use read::{games, read};
pub(super) use write::write;

use crate::RecordedResult;

/// What every field begins with.
pub(super) const MARK: &str = "[DhtmlXQ";

/// Fields that have a tag of another name.
const TAGS: [(&str, &str); 24] = [
    ("title", "Title"),
    ("event", "Event"),
    ("place", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("redname", "RedName"),
    ("redrating", "RedElo"),
    ("redtime", "RedTime"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("blackname", "BlackName"),
    ("blackrating", "BlackElo"),
    ("blacktime", "BlackTime"),
    ("ecco", "ECCO"),
    ("open", "Opening"),
    ("variation", "Variation"),
    ("timerule", "TimeControl"),
    ("group", "Group"),
    ("table", "Table"),
    ("judge", "Referee"),
    ("remark", "Annotator"),
    ("author", "Author"),
];

/// Fields that are not tags.
fn is_structure(name: &str) -> bool {
    matches!(name, "ver" | "init" | "binit" | "fen" | "movelist" | "result")
        || name.starts_with("comment")
        || name.starts_with("move_")
        || name.starts_with(|first: char| first.is_ascii_digit())
}

/// Words for results, as they are written.
const RESULTS: [(RecordedResult, &str); 4] = [
    (RecordedResult::RedWins, "红胜"),
    (RecordedResult::BlackWins, "黑胜"),
    (RecordedResult::Draw, "和局"),
    (RecordedResult::Unknown, "未知"),
];
