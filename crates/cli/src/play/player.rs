//! Who moves the pieces of a side: somebody at the keyboard, the engine at a level, or chance.

use engine::draws::{self, Standing};
use engine::{Engine, Level, Limits, STRONGEST};
use games::Xiangqi;
use std::str::FromStr;
use std::time::Duration;
use xiangqi::{Colour, Move, Position, Random, Rules};

/// Who moves a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    Person,
    Chance,
    Engine(Level),
}

/// The text names nobody who could play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no player \"{0}\"; it must be person, random or a level from 1 to {STRONGEST}")]
pub struct UnknownPlayer(String);

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, UnknownPlayer> {
        match text {
            "person" => Ok(Self::Person),
            "random" => Ok(Self::Chance),
            _ => {
                let level = text.parse().ok().and_then(Level::new).map(Self::Engine);
                level.ok_or_else(|| UnknownPlayer(text.to_owned()))
            }
        }
    }
}

/// Both players, and what they think with.
pub struct Players {
    sides: [Player; 2],
    engine: Engine<Xiangqi>,
    random: Random,
    /// For a move of the strongest level, and for a hint.
    time: Duration,
}

impl Players {
    pub fn new(sides: [Player; 2], time: Duration, seed: u64) -> Self {
        Self { sides, engine: Engine::new(64, 1), random: Random::new(seed), time }
    }

    /// Who moves a side.
    pub fn at(&self, side: Colour) -> Player {
        self.sides[side as usize]
    }

    /// Somebody else moves a side from now on.
    pub fn seat(&mut self, side: Colour, player: Player) {
        self.sides[side as usize] = player;
    }

    /// The move of whoever is to move, unless that is a person.
    pub fn choose(&mut self, position: &Position, rules: Rules) -> Option<Move> {
        match self.at(position.side()) {
            Player::Person => None,
            Player::Chance => self.random.choose(&position.board().legal_moves()),
            Player::Engine(level) => self.think(position, rules, level),
        }
    }

    /// What the engine would play.
    pub fn hint(&mut self, position: &Position, rules: Rules) -> Option<Move> {
        self.think(position, rules, Level::default())
    }

    /// Whether the side that is not to move takes a draw; a person is asked by the offer itself.
    pub fn accepts_draw(&mut self, position: &Position, rules: Rules) -> bool {
        match self.at(!position.side()) {
            Player::Person => false,
            Player::Chance => self.random.below(2) == 0,
            Player::Engine(_) => {
                self.prepare(position, rules, Level::default());
                let answer = self.engine.think(&draws::consideration());
                Standing::of_waiter::<Xiangqi>(position, &answer).accepts_draw()
            }
        }
    }

    /// Sets the engine to a position.
    fn prepare(&mut self, position: &Position, rules: Rules, level: Level) {
        if self.engine.rules() != rules {
            self.engine.set_rules(rules);
        }
        self.engine.set_level(level);
        self.engine.set_position(position.clone());
    }

    /// The best move.
    fn think(&mut self, position: &Position, rules: Rules, level: Level) -> Option<Move> {
        self.prepare(position, rules, level);
        let seed = self.random.next_u64() | 1;
        let limits = Limits { hard_time: Some(self.time), seed, ends_early: true, ..Limits::default() };
        self.engine.think(&limits).best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::RuleSet;

    #[test]
    fn players_are_read() {
        assert_eq!("person".parse(), Ok(Player::Person));
        assert_eq!("random".parse(), Ok(Player::Chance));
        assert_eq!(Level::new(7).map(Player::Engine).map(Ok), Some("7".parse()));
        for wrong in ["0", "11", "Kasparov", ""] {
            let refused = wrong.parse::<Player>();
            let quoted = format!("\"{wrong}\"");
            assert!(refused.is_err_and(|error| error.to_string().contains(&quoted)), "{wrong}");
        }
    }

    #[test]
    fn all_of_them_make_legal_moves() {
        let level = Player::Engine(Level::weakest());
        let mut players = Players::new([Player::Chance, level], Duration::from_millis(50), 3);
        let (mut position, rules) = (Position::start(), Rules::from(RuleSet::Asian));
        for _ in 0..40 {
            let Some(mv) = players.choose(&position, rules) else { break };
            assert!(position.try_play(mv).is_ok(), "{mv}");
        }
        assert!(position.past().len() > 10);
        players.seat(position.side(), Player::Person);
        assert_eq!(players.choose(&position, rules), None);
        assert!(players.hint(&position, rules).is_some());
    }
}
