//! The game, where the engine keeps it: what `XBoard` expects of a player at the board.
//!
//! Moves come one by one and are answered with moves. An illegal one is refused and changes nothing. When no move is
//! left the result is told with its reason; what else the rules decide is for the GUI to judge, which takes a claim
//! that it does not share for a forfeit.
//!
//! Nothing happens here but that the game goes on: what is to be said and searched is returned as [`XboardStep`]s.

use super::Play;
use super::write;
use crate::command::Go;
use crate::core::{BadMove, BookPlayer, legal_move};
use crate::dialect::ranks_note;
use crate::draws::DrawPolicy;
use crate::options::{Options, Ranks};
use engine::draws::Gesture;
use engine::{Answer, Bound, Line};
use games::{AnyPosition, Side, Variant};
use std::time::{Duration, Instant};

/// For whom the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// For nobody: moves are only noted.
    Nobody,
    /// For this side.
    Side(Side),
    /// For nobody, but it says what it thinks.
    Analyst,
}

/// What has been said about the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Announced {
    /// Nothing.
    Nothing,
    /// How the rules judge a position that leaves moves to play. If the GUI goes on, so does the engine.
    Verdict,
    /// The result.
    Result,
}

/// The clock of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TimeControl {
    /// The number of moves, 0 for all of them.
    moves: u32,
    base: Duration,
    increment: Duration,
    /// The same time for every move, instead.
    for_each: Option<Duration>,
}

fn too_few_moves(count: usize) -> String {
    match count {
        0 => "there is no move to take back".to_string(),
        1 => "there is only 1 move to take back".to_string(),
        _ => format!("there are only {count} moves to take back"),
    }
}

/// Why the game does not go on as a command asks for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// There is no game of this name.
    #[error("there is no game \"{0}\" here; there are xiangqi and normal")]
    NoSuchGame(String),
    /// Fewer moves were made than are to be taken back.
    #[error("{}", too_few_moves(*.0))]
    TooFewMoves(usize),
    /// A text is not a legal move.
    #[error(transparent)]
    Move(#[from] BadMove),
}

/// What a command asks for.
#[derive(Debug)]
pub enum XboardStep {
    /// Say this.
    Say(String),
    /// Say this, which means that something is refused.
    Refuse(String),
    /// Play another game, or the same from its start.
    Begin(Variant),
    /// Search.
    Search(Box<Wish>),
    /// The move that is pondered on has been made.
    Hit,
    /// End the search for the engine's move, which is made then.
    MoveNow,
    /// End the search, and make no move of it.
    Abandon,
}

/// A search that the game wants.
#[derive(Debug)]
pub struct Wish {
    /// What is searched.
    pub position: AnyPosition,
    /// Its limits.
    pub go: Go,
    /// Moves that are not to be looked at.
    pub excluded: Vec<String>,
}

/// What is around the game when a command comes.
pub struct Room<'a> {
    pub options: &'a mut Options,
    pub opening: &'a BookPlayer,
    pub now: Instant,
    /// Whether the engine thinks about its own move.
    pub is_thinking: bool,
    /// The last line of the search that runs.
    pub line: Option<&'a Line<String>>,
    /// The move at the root that it is looking at, and its place among them.
    pub root_move: Option<(&'a str, usize)>,
}

/// The game.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // facts that are asked for one by one
pub struct XboardGame {
    role: Role,
    /// The position that it began with.
    start: AnyPosition,
    /// The moves since, as the game writes them.
    moves: Vec<String>,
    /// The position now.
    position: AnyPosition,
    control: TimeControl,
    /// What is left to the engine; the whole time if nobody has said.
    clock: Option<Duration>,
    depth: Option<usize>,
    posts: bool,
    ponders: bool,
    /// The move that is pondered on.
    expected: Option<String>,
    /// What the other side could play, after this number of moves.
    hint: Option<(usize, String)>,
    announced: Announced,
    /// Whether the other side has offered a draw.
    is_draw_offered: bool,
    /// What was known at the beginning of the last search for a move.
    policy: DrawPolicy,
    /// Moves that searches leave out of the position after this number of moves.
    excluded: (usize, Vec<String>),
    /// Whether everything rests until the game goes on.
    is_paused: bool,
    /// The last answer.
    answer: Option<Answer<String>>,
    began: Option<Instant>,
}

impl XboardGame {
    /// A game that is about to begin; the engine has the second side.
    pub fn new(variant: Variant) -> Self {
        let control = TimeControl {
            moves: 40,
            base: Duration::from_secs(300),
            increment: Duration::ZERO,
            for_each: None,
        };
        Self {
            role: Role::Side(Side::Second),
            start: AnyPosition::start(variant),
            moves: Vec::new(),
            position: AnyPosition::start(variant),
            control,
            clock: None,
            depth: None,
            posts: false,
            ponders: false,
            expected: None,
            hint: None,
            announced: Announced::Nothing,
            is_draw_offered: false,
            policy: DrawPolicy::default(),
            excluded: (0, Vec::new()),
            is_paused: false,
            answer: None,
            began: None,
        }
    }

    /// Another game begins, with the same clock and the same habits.
    pub fn begin(&mut self, options: &Options) {
        let role = if self.role == Role::Analyst { Role::Analyst } else { Role::Side(Side::Second) };
        let (control, posts, ponders) = (self.control, self.posts, self.ponders);
        *self = Self { role, control, posts, ponders, ..Self::new(options.engine.variant) };
        self.go_by(options);
    }

    /// Goes by the rules that are set.
    pub fn go_by(&mut self, options: &Options) {
        self.start.set_rules(options.engine.rules);
        self.position.set_rules(options.engine.rules);
    }

    /// Whether this is the move that is pondered on.
    pub fn is_hit(&self, text: &str, ranks: Ranks) -> bool {
        let Some(expected) = &self.expected else { return false };
        ranks.read(text).is_ok_and(|read| self.position.canonical(&read).as_ref() == Ok(expected))
    }

    /// Whether a command would be refused as the game stands: then nothing has to be interrupted for it.
    pub fn refuses(&self, play: &Play, options: &Options) -> bool {
        match play {
            Play::Variant(name) => variant(name).is_err(),
            Play::SetBoard(fen) => AnyPosition::parse(self.position.variant(), fen).is_err(),
            Play::TakeBack(count) => *count > self.moves.len(),
            Play::Exclude(mv) | Play::Include(mv) => self.chosen(mv.as_deref(), options.ranks()).is_err(),
            _ => false,
        }
    }

    /// Whether a command changes what an analysis, or a search while the other side thinks, looks at.
    pub fn disturbs(&self, play: &Play) -> bool {
        match play {
            Play::Move(_) | Play::Go | Play::PlayOther => true,
            Play::Exclude(_) | Play::Include(_) => self.role == Role::Analyst,
            Play::Ponder(ponders) => !ponders && self.expected.is_some(),
            other => other.interrupts(),
        }
    }

    /// A search was ended without a move being made of it.
    pub fn abandoned(&mut self) {
        (self.began, self.expected) = (None, None);
    }

    /// Obeys a command. What runs has been ended if need be.
    ///
    /// # Errors
    /// Says why it cannot be obeyed; the game stays as it was.
    pub fn obey(&mut self, play: Play, room: &mut Room<'_>) -> Result<Vec<XboardStep>, PlayError> {
        let ranks = room.options.ranks();
        match play {
            Play::New => return Ok(vec![XboardStep::Begin(variant("normal")?)]),
            Play::Variant(name) => return Ok(vec![XboardStep::Begin(variant(&name)?)]),
            Play::SetBoard(fen) => return Ok(self.set_board(&fen, room.options)),
            Play::Move(text) => return Ok(self.take(&text, room)),
            Play::Go => {
                self.role = Role::Side(self.position.side());
                return Ok(self.think(room));
            }
            Play::PlayOther => self.role = Role::Side(self.position.side().opponent()),
            Play::Force | Play::Exit => self.role = Role::Nobody,
            Play::Result => (self.role, self.announced) = (Role::Nobody, Announced::Result),
            Play::Analyse => self.role = Role::Analyst,
            Play::MoveNow => {
                return Ok(if room.is_thinking { vec![XboardStep::MoveNow] } else { Vec::new() });
            }
            Play::Level { moves, base, increment } => {
                self.control = TimeControl { moves, base, increment, for_each: None };
                self.clock = None;
            }
            Play::MoveTime(time) => self.control.for_each = Some(time),
            Play::Depth(depth) => self.depth = Some(depth).filter(|&depth| depth > 0),
            Play::Clock(time) => self.clock = Some(time),
            Play::OtherClock(_) => {}
            Play::Post(posts) => self.posts = posts,
            Play::Ponder(ponders) => self.ponders = ponders,
            Play::TakeBack(count) => self.take_back(count)?,
            Play::Status => {
                let status = write::Status {
                    line: room.line,
                    root_move: room.root_move,
                    all: self.position.move_count(),
                };
                let is_asked = self.role == Role::Analyst;
                return Ok(is_asked.then(|| XboardStep::Say(status.text(ranks))).into_iter().collect());
            }
            Play::Draw => return Ok(self.consider_draw(room.is_thinking)),
            Play::Hint => {
                let hint = self.hint.as_ref().filter(|(after, _)| *after == self.moves.len());
                return Ok(hint.map(|(_, mv)| XboardStep::Say(write::hint(mv, ranks))).into_iter().collect());
            }
            Play::Book => {
                let known = room.opening.known(&self.position);
                return Ok(vec![XboardStep::Say(write::book(&known, ranks))]);
            }
            Play::Exclude(text) => self.exclude(text.as_deref(), true, ranks)?,
            Play::Include(text) => self.exclude(text.as_deref(), false, ranks)?,
            Play::Pause => self.is_paused = true,
            Play::Resume => {
                // An analysis goes on by itself.
                if std::mem::take(&mut self.is_paused) && self.has_turn() {
                    return Ok(self.think(room));
                }
            }
            Play::NodeRate(rate) => room.options.nodes_time = rate.unwrap_or(0) / 1000,
        }
        Ok(Vec::new())
    }

    /// The analysis that is to begin, or to go on, when nothing else runs.
    pub fn analysis(&self) -> Option<Wish> {
        let excluded = self.left_out();
        let has_choice = excluded.len() < self.position.move_count().max(1);
        let is_wanted = self.role == Role::Analyst && !self.is_paused && has_choice;
        is_wanted.then(|| Wish {
            position: self.position.clone(),
            go: Go { infinite: true, ..Go::default() },
            excluded,
        })
    }

    /// The line to be shown for a thought. While pondering it begins with the move that is expected.
    pub fn thought(&self, line: &Line<String>, ranks: Ranks) -> Option<String> {
        let is_shown =
            (self.posts || self.role == Role::Analyst) && !matches!(line.bound, Bound::Lower | Bound::Upper);
        is_shown.then(|| write::thought(line, self.expected.as_deref(), ranks))
    }

    /// A search for the engine's move has ended: the move is made.
    pub fn answered(&mut self, answer: Answer<String>, room: &mut Room<'_>) -> Vec<XboardStep> {
        let Some(best) = answer.best.clone().filter(|_| self.has_turn() && self.expected.is_none()) else {
            return Vec::new();
        };
        let is_offered = std::mem::take(&mut self.is_draw_offered);
        let gesture = self.policy.gesture(answer.score, answer.depth, is_offered);
        if gesture == Gesture::Resign {
            (self.role, self.announced) = (Role::Nobody, Announced::Result);
            return vec![XboardStep::Say(write::RESIGN.into())];
        }
        let mut steps = Vec::new();
        if self.position.play(&best).is_err() {
            return steps;
        }
        if gesture == Gesture::Draw {
            steps.push(XboardStep::Say(write::OFFER_DRAW.into()));
        }
        steps.push(XboardStep::Say(write::own_move(&best, room.options.ranks())));
        self.stop_clock(room.now);
        self.moves.push(best);
        let ponder = answer.ponder.clone();
        self.hint = ponder.clone().map(|mv| (self.moves.len(), mv));
        self.answer = Some(answer);
        let is_over = self.announce(&mut steps);
        if !is_over && self.ponders && !self.is_paused {
            steps.extend(ponder.and_then(|expected| self.ponder(expected)));
        }
        steps
    }

    /// Whether the engine plays for the side to move.
    fn has_turn(&self) -> bool {
        self.role == Role::Side(self.position.side())
    }

    fn set_board(&mut self, fen: &str, options: &Options) -> Vec<XboardStep> {
        match AnyPosition::parse(self.position.variant(), fen) {
            Ok(position) => {
                (self.start, self.position) = (position.clone(), position);
                self.go_by(options);
                self.moves.clear();
                self.excluded = (0, Vec::new());
                self.announced = Announced::Nothing;
                Vec::new()
            }
            Err(error) => vec![XboardStep::Refuse(write::illegal_position(&error.to_string()))],
        }
    }

    fn take_back(&mut self, count: usize) -> Result<(), PlayError> {
        let all = self.moves.len();
        let left = all.checked_sub(count).ok_or(PlayError::TooFewMoves(all))?;
        self.moves.truncate(left);
        self.replay();
        self.announced = Announced::Nothing;
        Ok(())
    }

    /// Sets the position to the one after the moves, which have been legal before.
    fn replay(&mut self) {
        self.position = self.start.clone();
        for mv in &self.moves {
            let _ = self.position.play(mv);
        }
    }

    /// The other side's move.
    fn take(&mut self, text: &str, room: &mut Room<'_>) -> Vec<XboardStep> {
        let is_hit = self.is_hit(text, room.options.ranks());
        let mut steps = Vec::new();
        if let Err(error) = self.note(text, room.options, &mut steps) {
            return vec![XboardStep::Refuse(write::illegal_move(&error.to_string(), text))];
        }
        self.expected = None;
        if !is_hit {
            if self.has_turn() {
                steps.extend(self.think(room));
            }
        } else if self.announce(&mut steps) {
            steps.push(XboardStep::Abandon);
        } else {
            self.began = Some(room.now);
            steps.push(XboardStep::Hit);
        }
        steps
    }

    /// Makes a move of the other side, if it is legal.
    ///
    /// While nothing has settled how ranks are counted, a move that is legal in one way only does, and the moves
    /// before it are read in that way, too: each of them was legal in both.
    fn note(
        &mut self,
        text: &str,
        options: &mut Options,
        steps: &mut Vec<XboardStep>,
    ) -> Result<(), BadMove> {
        let ranks = options.ranks();
        let other = options.alternative_ranks();
        let elsewhere = other.and_then(|other| self.read_again(text, ranks, other));
        match (legal_move(&self.position, text, ranks), other, elsewhere) {
            (Ok(mv), other, elsewhere) => {
                if other.is_some() && elsewhere.is_none() {
                    options.coordinates.settle(ranks);
                }
                self.moves.push(mv);
            }
            (Err(_), Some(other), Some(moves)) => {
                options.coordinates.settle(other);
                steps.push(XboardStep::Say(write::comment(&ranks_note(other))));
                self.moves = moves;
            }
            (Err(error), _, _) => return Err(error),
        }
        self.replay();
        Ok(())
    }

    /// The moves of the game and another one, read with ranks counted in another way; none if they are not legal then.
    fn read_again(&self, text: &str, from: Ranks, to: Ranks) -> Option<Vec<String>> {
        let mut position = self.start.clone();
        let texts = self.moves.iter().map(|mv| from.write(mv)).chain([text.to_string()]);
        let moves = texts.map(|text| {
            let mv = position.canonical(&to.read(&text).ok()?).ok()?;
            position.play(&mv).ok()?;
            Some(mv)
        });
        moves.collect()
    }

    /// Whether no move is left; if so, the result is said once. Another end is pointed out, once for as long as it
    /// lasts: by the offer of a draw, which a GUI that agrees takes for a claim, or by a remark.
    fn announce(&mut self, steps: &mut Vec<XboardStep>) -> bool {
        let Some(ending) = self.position.ending() else {
            if self.announced == Announced::Verdict {
                self.announced = Announced::Nothing;
            }
            return false;
        };
        let is_final = self.position.move_count() == 0;
        match (self.announced, is_final) {
            (Announced::Nothing | Announced::Verdict, true) => {
                self.announced = Announced::Result;
                steps.push(XboardStep::Say(write::result_text(&ending)));
            }
            (Announced::Nothing, false) => {
                self.announced = Announced::Verdict;
                steps.push(XboardStep::Say(write::verdict_text(&ending)));
                if ending.winner.is_none() {
                    steps.push(XboardStep::Say(write::OFFER_DRAW.into()));
                }
            }
            _ => {}
        }
        is_final
    }

    /// Thinks about the engine's own move.
    fn think(&mut self, room: &Room<'_>) -> Vec<XboardStep> {
        let mut steps = Vec::new();
        if self.announce(&mut steps) || self.is_paused {
            return steps;
        }
        self.began = Some(room.now);
        let left_out = self.left_out();
        // Somebody must move.
        let excluded = if left_out.len() < self.position.move_count() { left_out } else { Vec::new() };
        self.policy = DrawPolicy::at(&self.position, room.options.draw_permission());
        let go = self.limits(self.position.side());
        steps.push(XboardStep::Search(Box::new(Wish { position: self.position.clone(), go, excluded })));
        steps
    }

    /// Thinks about the answer to the move that is expected, unless that ends the game.
    fn ponder(&mut self, expected: String) -> Option<XboardStep> {
        let mut position = self.position.clone();
        position.play(&expected).ok()?;
        if position.ending().is_some() {
            return None;
        }
        self.expected = Some(expected);
        self.policy = DrawPolicy::at(&position, self.policy.permission);
        let go = Go { ponder: true, ..self.limits(position.side()) };
        Some(XboardStep::Search(Box::new(Wish { position, go, excluded: Vec::new() })))
    }

    /// What a search for this side may take.
    fn limits(&self, side: Side) -> Go {
        let mut go = Go { depth: self.depth, ..Go::default() };
        if self.control.for_each.is_some() {
            go.move_time = self.control.for_each;
            return go;
        }
        let clock = self.clock.unwrap_or(self.control.base);
        if let (Some(time), Some(increment)) =
            (go.time.get_mut(side.index()), go.increment.get_mut(side.index()))
        {
            (*time, *increment) = (Some(clock), self.control.increment);
        }
        let made = (self.moves.len() / 2) as u32;
        go.moves_to_go = made.checked_rem(self.control.moves).map(|made| self.control.moves - made);
        go
    }

    /// The engine has moved: its clock is kept until the GUI tells it again.
    fn stop_clock(&mut self, now: Instant) {
        let used = self.began.take().map_or(Duration::ZERO, |began| now.saturating_duration_since(began));
        let clock = self.clock.unwrap_or(self.control.base);
        self.clock = Some(clock.saturating_sub(used) + self.control.increment);
    }

    /// The moves that searches of the position leave out.
    fn left_out(&self) -> Vec<String> {
        let (after, moves) = &self.excluded;
        if *after == self.moves.len() { moves.clone() } else { Vec::new() }
    }

    /// A move of the GUI as the game writes it, or all of them.
    fn chosen(&self, text: Option<&str>, ranks: Ranks) -> Result<Vec<String>, BadMove> {
        let Some(text) = text else { return Ok(self.position.legal_moves()) };
        legal_move(&self.position, text, ranks).map(|mv| vec![mv])
    }

    /// Leaves a move, or all of them, out of the searches of this position, or takes them in again.
    fn exclude(&mut self, text: Option<&str>, is_excluded: bool, ranks: Ranks) -> Result<(), BadMove> {
        let moves = self.chosen(text, ranks)?;
        let mut left_out = self.left_out();
        left_out.retain(|mv| !moves.contains(mv));
        if is_excluded {
            left_out.extend(moves);
        }
        self.excluded = (self.moves.len(), left_out);
        Ok(())
    }

    /// The other side offers a draw: accepted at once by what the last search has found, or considered with the
    /// next move.
    fn consider_draw(&mut self, is_thinking: bool) -> Vec<XboardStep> {
        self.is_draw_offered = true;
        let answer = self.answer.as_ref().filter(|_| !is_thinking);
        let is_accepted = answer
            .is_some_and(|answer| self.policy.gesture(answer.score, answer.depth, true) == Gesture::Draw);
        if !is_accepted {
            return Vec::new();
        }
        self.is_draw_offered = false;
        vec![XboardStep::Say(write::OFFER_DRAW.into())]
    }
}

/// A game by the name that the protocol has for it.
fn variant(name: &str) -> Result<Variant, PlayError> {
    match name {
        "xiangqi" => Ok(Variant::Xiangqi),
        "normal" => Ok(Variant::Chess),
        other => Err(PlayError::NoSuchGame(other.to_owned())),
    }
}
