//! An engine of a match as the command line describes it: settings, among them `player=WHO` for a player of this very program.
//!
//! Such a player is this program as a UCI engine with its options set, like any other engine of a match: it has a process of
//! its own, is limited and timed by the referee, and whatever it does wrong counts against it.

use arena::{EngineSpec, SettingError};
use players::{Budget, ComputerPlayer, UnknownPlayer};
use std::fmt::Write as _;
use std::io;
use xiangqi::excerpt;

/// The start of the word that names a player.
const PLAYER: &str = "player=";
/// Words that limit an engine.
const LIMITS: [&str; 4] = ["tc=", "movetime=", "nodes=", "depth="];
/// Nodes for those who have a limit of their own: more than any of them takes.
const ENOUGH_NODES: u64 = 1_000_000_000;

/// Why a text describes no engine.
#[derive(Debug, thiserror::Error)]
pub enum EntrantError {
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error(transparent)]
    Player(#[from] UnknownPlayer),
    #[error("\"{0}\" names a player of this program and another one as well; write either player= or cmd=")]
    Both(String),
    #[error("the player \"{player}\" says itself what it spends on a move; leave out \"{limit}\"")]
    Limited { player: String, limit: String },
    #[error("this program does not know where it is, so that it cannot play a match against itself: {0}")]
    Program(io::Error),
    #[error("this program is at {0}, and a path with quotation marks cannot be written as cmd=")]
    Quotes(String),
}

/// Reads an engine.
pub fn engine_spec(text: &str) -> Result<EngineSpec, EntrantError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let begins = |beginning: &str| words.iter().find(|word| word.starts_with(beginning)).copied();
    let Some(word) = begins(PLAYER) else { return Ok(text.parse()?) };
    if begins("cmd=").is_some() {
        return Err(EntrantError::Both(excerpt(text, 80)));
    }
    let name = &word[PLAYER.len()..];
    let player: ComputerPlayer = name.parse()?;
    let limit = LIMITS.into_iter().find_map(begins);
    let settings = settings(&player, limit)?;
    let mut expanded = text.replacen(word, &settings, 1);
    if begins("name=").is_none() {
        let _ = write!(expanded, " name={name}");
    }
    Ok(expanded.parse()?)
}

/// What makes this program the player.
fn settings(player: &ComputerPlayer, limit: Option<&str>) -> Result<String, EntrantError> {
    let program = std::env::current_exe().map_err(EntrantError::Program)?.display().to_string();
    if program.contains(['\'', '"']) {
        return Err(EntrantError::Quotes(program));
    }
    let options = match player {
        ComputerPlayer::Level(level) => format!("option.'Skill Level'={}", level.number()),
        ComputerPlayer::Other(algorithm, _) => format!("option.Algorithm={algorithm}"),
    };
    let own = match (player, player.budget()) {
        // The strongest level has no limit of its own.
        (ComputerPlayer::Level(level), _) if level.is_full() => None,
        (_, Some(Budget::Playouts(playouts))) => {
            Some(format!("option.Playouts={playouts} nodes={ENOUGH_NODES}"))
        }
        (_, Some(Budget::Time(time))) => Some(format!("movetime={}", time.as_millis())),
        (_, Some(Budget::Depth(depth))) => Some(format!("depth={depth}")),
        (ComputerPlayer::Level(_) | ComputerPlayer::Other(..), None) => Some(format!("nodes={ENOUGH_NODES}")),
    };
    let own = match (own, limit) {
        (Some(_), Some(limit)) => {
            let (player, limit) = (player.to_string(), limit.to_owned());
            return Err(EntrantError::Limited { player, limit });
        }
        (own, _) => own.unwrap_or_default(),
    };
    Ok(format!("cmd='\"{program}\"' {options} {own}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::Limit;
    use std::time::Duration;

    type Tested = Result<(), EntrantError>;

    #[test]
    fn players_are_this_program_with_options() -> Tested {
        let this = std::env::current_exe().map_err(EntrantError::Program)?;
        let tree = engine_spec("player=mcts:2000")?;
        assert_eq!((tree.name.as_str(), &tree.program), ("mcts:2000", &this));
        let options = [("Algorithm", "mcts"), ("Playouts", "2000")];
        assert_eq!(tree.options, options.map(|(name, value)| (name.to_string(), value.to_string())));
        assert_eq!(tree.limit, Some(Limit::Nodes(ENOUGH_NODES)));
        assert_eq!(engine_spec("player=mcts:50ms")?.limit, Some(Limit::MoveTime(Duration::from_millis(50))));
        assert_eq!(engine_spec("player=minimax:3")?.limit, Some(Limit::Depth(3)));
        assert_eq!(engine_spec("player=5")?.options, [("Skill Level".to_string(), "5".to_string())]);
        assert_eq!(engine_spec("player=10 nodes=100 name=A")?.limit, Some(Limit::Nodes(100)));
        assert_eq!(engine_spec("name=B player=10")?.limit, None);
        assert_eq!(engine_spec("player=random option.'Random Seed'=3 name='A B'")?.name, "A B");
        assert_eq!(engine_spec("cmd=engine")?.name, "engine");
        Ok(())
    }

    #[test]
    fn refusals_say_what_would_be_right() {
        for (text, part) in [
            ("player=", "mcts:PLAYOUTS"),
            ("player=mcts", "mcts:500ms"),
            ("player=11", "from 1 to 10"),
            ("player=5 cmd=x", "either player= or cmd="),
            ("player=mcts:100 nodes=5", "leave out \"nodes=5\""),
            ("player=random player=5", "player"),
            ("player=random colour=red", "colour"),
        ] {
            let refused = engine_spec(text);
            assert!(refused.is_err_and(|error| error.to_string().contains(part)), "{text}");
        }
    }
}
