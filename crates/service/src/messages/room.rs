//! Rooms, in which two people play and others watch: what is asked of them and what they tell.

use super::{Chase, GameMove, NotedMove, RuleSet, Side, Sides, SquareText, Warning};
use crate::words::Words;
use serde::{Deserialize, Serialize};

/// The time of each player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomControl {
    /// What a player has at the beginning, in seconds.
    pub seconds: u32,
    /// What a player gains with every move, in seconds.
    pub increment: u32,
}

/// What is played in a room.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomTerms {
    /// The position games begin with; none for the starting position.
    #[serde(default)]
    pub fen: Option<String>,
    /// The rules.
    #[serde(default)]
    pub rules: RuleSet,
    /// The clocks, if there are any.
    #[serde(default)]
    pub control: Option<RoomControl>,
}

/// What players can agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Agreement {
    /// The game is drawn.
    Draw,
    /// The last move of who asks is taken back, and the answer to it.
    Takeback,
    /// Another game is played, with colours exchanged.
    Rematch,
}

/// What a player does.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RoomAct {
    /// Moves.
    Move {
        /// The move.
        #[serde(rename = "move")]
        #[cfg_attr(test, ts(as = "super::MoveText"))]
        mv: String,
        /// How many moves had been made before it.
        ply: usize,
    },
    /// Gives up.
    Resign,
    /// Proposes something.
    Offer {
        /// What.
        what: Agreement,
    },
    /// Agrees to what the other has proposed.
    Accept {
        /// What.
        what: Agreement,
    },
    /// Does not agree, or takes back a proposal.
    Decline {
        /// What.
        what: Agreement,
    },
}

/// An address by which other devices reach a server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NetworkAddress {
    /// The beginning of its links, such as `http://192.168.1.20:8088`.
    pub address: String,
    /// What the system calls the network interface, or nothing.
    pub network: String,
}

/// The ways into a room that a player may give to others, as addresses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomLinks {
    /// For the other player, as long as there is none.
    pub invite: Option<String>,
    /// For those who watch.
    pub watch: String,
}

/// Both clocks, at the moment when they are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomClock {
    /// What Red has left, in milliseconds.
    pub red: u64,
    /// What Black has left, in milliseconds.
    pub black: u64,
    /// Whose clock runs.
    pub running: Option<Side>,
}

/// Why a game of a room is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RoomEndReason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move, which loses as well.
    Stalemate,
    /// The position has occurred three times.
    Repetition,
    /// The game has gone on for too long without a capture.
    NaturalMoves,
    /// Neither side has enough pieces left to win.
    Material,
    /// A player gave up.
    Resignation,
    /// A player's time ran out.
    Time,
    /// The players agreed to a draw.
    Agreement,
    /// The game is as long as a game of a room may be.
    Length,
}

/// How a game of a room has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomEnd {
    /// Who has won; none for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: RoomEndReason,
    /// The same in words.
    #[serde(flatten)]
    pub words: Words,
}

/// What players have proposed: by which side, if anything is proposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomOffers {
    /// A draw.
    pub draw: Option<Side>,
    /// A move to be taken back.
    pub takeback: Option<Side>,
    /// Another game.
    pub rematch: Option<Side>,
}

/// What a reader may propose now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomChoices {
    /// A draw.
    pub draw: bool,
    /// To take a move back.
    pub takeback: bool,
    /// Another game.
    pub rematch: bool,
}

/// How a room stands, for one of those who are in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RoomState {
    /// Which game of the room it is, from 1.
    pub game: u32,
    /// The side that the reader plays; none for who watches.
    pub you: Option<Side>,
    /// What is played.
    pub terms: RoomTerms,
    /// The moves from number `from` on; those before it are as they were told earlier.
    pub moves: Vec<GameMove>,
    /// How many moves stand before these.
    pub from: usize,
    /// The position reached.
    pub fen: String,
    /// Whose turn it is.
    pub side: Side,
    /// What the reader may play now.
    pub legal: Vec<NotedMove>,
    /// The square of a king in check.
    pub checked: Option<SquareText>,
    /// What the side that has just moved chases.
    pub chased: Vec<Chase>,
    /// How many times the position has occurred.
    pub repetition: usize,
    /// What comes of it if the moves go on repeating.
    pub warning: Option<Warning>,
    /// The clocks.
    pub clock: Option<RoomClock>,
    /// The end, if the game is over.
    pub end: Option<RoomEnd>,
    /// What is proposed.
    pub offers: RoomOffers,
    /// What the reader may propose.
    pub may_offer: RoomChoices,
    /// Which sides have a player.
    pub taken: Sides<bool>,
    /// Which players are connected.
    pub present: Sides<bool>,
    /// How many watch.
    pub spectators: usize,
}

/// Why something cannot be done in a room now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "because", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RoomRefusal {
    /// Who watches does not play.
    NotAPlayer,
    /// The other player has not come yet.
    Waiting,
    /// The other side is to move.
    NotYourTurn,
    /// The game is over.
    GameOver,
    /// The game is not over.
    GameGoesOn,
    /// The move was meant for another position.
    Stale {
        /// How many moves had been made where it was meant.
        given: usize,
        /// How many have been made.
        ply: usize,
    },
    /// Nothing of the kind is proposed.
    NothingOffered,
    /// It is proposed already, or was declined since the last move.
    TooSoon,
    /// There is nothing to take back.
    NothingToTakeBack,
}
