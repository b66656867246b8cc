//! Games between players, each by name.
//!
//! Both players have an engine of their own that knows nothing at the beginning. What chance decides follows from the seed of the job, the side and the ply,
//! so that a game whose players are not limited by time is the same every time.

use crate::answer::{Answer, GamePlayed, JobError, MovePlayed, Progress, Termination};
use crate::job::{PlayGame, PlayerText, RandomOpening, check_hash, check_limit, within};
use crate::perform::{Unfinished, Work, evaluation};
use engine::review::Worth;
use engine::{Engine, Hooks, Level, Limits};
use games::{Side, Xiangqi};
use learn::tune::{DrawOpening, NoOpening, TrialOpenings};
use learn::{Adjudicated, ChosenMove, Conclusion};
use players::{Budget, ComputerPlayer};
use service::messages::{self, GameEnd, MoveText};
use std::time::Instant;
use xiangqi::{Move, Position, Random, Rules};

/// The most random moves of an opening.
const MAX_PLIES: u64 = 100;

/// A player at the board.
struct Seated {
    engine: Engine<Xiangqi>,
    limits: Limits<Move>,
    seed: u64,
}

impl Seated {
    /// Seats a player.
    fn new(text: &PlayerText, rules: Rules, seed: u64) -> Result<Self, Unfinished> {
        let player: ComputerPlayer = text.player.parse().map_err(JobError::refused)?;
        let limits = limits(text, &player)?;
        check_hash(text.hash)?;
        let evaluation = evaluation(text.evaluation.as_deref())?;
        let mut engine = Engine::builder().hash(text.hash).evaluation(evaluation).build()?;
        set_parameters(&mut engine, text)?;
        engine.set_rules(rules);
        match player {
            ComputerPlayer::Level(level) => engine.set_level(level),
            ComputerPlayer::Other(algorithm, _) => engine.set_method(algorithm.method(player.playouts())),
        }
        Ok(Self { engine, limits, seed })
    }

    fn choose(
        &mut self,
        position: &Position,
        ply: u64,
        work: &Work<'_>,
    ) -> Result<(Move, search::Score, u64), Unfinished> {
        let began = Instant::now();
        let limits = Limits { seed: Random::nth(self.seed, ply) | 1, ..self.limits.clone() };
        self.engine.set_position(position.clone());
        let elapsed = || began.elapsed();
        let answer = self.engine.search(&limits, Hooks { elapsed: &elapsed, ..Hooks::silent(work.stop) });
        if work.is_stopped() {
            return Err(Unfinished::Stopped);
        }
        let mv =
            answer.best.ok_or_else(|| JobError::internal(format!("no move at \"{}\"", position.fen())))?;
        Ok((mv, answer.raw_score, answer.nodes))
    }
}

/// What a player may spend on a move.
fn limits(text: &PlayerText, player: &ComputerPlayer) -> Result<Limits<Move>, JobError> {
    let has_own = *player != ComputerPlayer::Level(Level::default());
    match (text.limit, has_own) {
        (Some(_), true) => Err(JobError::refused(format!(
            "the player \"{player}\" says itself what it spends on a move; leave out \"limit\""
        ))),
        (None, false) => Err(JobError::refused(format!(
            "the player \"{player}\" needs a \"limit\", such as {{\"nodes\": 5000}}"
        ))),
        (Some(limit), false) => check_limit(limit).map(|()| limit.limits(1)),
        (None, true) => Ok(match player.budget() {
            Some(Budget::Time(time)) => Limits { hard_time: Some(time), ..Limits::default() },
            Some(Budget::Depth(depth)) => Limits { depth: Some(depth), ..Limits::default() },
            Some(Budget::Playouts(_)) | None => Limits::default(),
        }),
    }
}

#[cfg(feature = "tune")]
fn set_parameters(engine: &mut Engine<Xiangqi>, text: &PlayerText) -> Result<(), JobError> {
    use search::Game;
    let mut params = Xiangqi::PARAMS;
    for (name, &value) in &text.parameters {
        if !params.set(name, value) {
            let name = xiangqi::excerpt(name, 60);
            return Err(JobError::refused(format!(
                "there is no parameter \"{name}\", or it cannot be {value}"
            )));
        }
    }
    if !text.parameters.is_empty() {
        engine.set_params(params, search::Techniques::ALL);
    }
    Ok(())
}

#[cfg(not(feature = "tune"))]
fn set_parameters(_: &mut Engine<Xiangqi>, text: &PlayerText) -> Result<(), JobError> {
    match text.parameters.keys().next() {
        None => Ok(()),
        Some(name) => Err(JobError::refused(format!(
            "the parameter \"{}\" cannot be set: this program was built without the feature tune",
            xiangqi::excerpt(name, 60)
        ))),
    }
}

/// Where a game begins, with its past and its rules.
fn beginning(job: &PlayGame) -> Result<Position, Unfinished> {
    let given = job.game.replay()?;
    let Some(opening) = job.opening else { return Ok(given) };
    if job.game.fen.is_some() || !job.game.moves.is_empty() {
        let message = "a game begins with \"game\" or with \"opening\"; leave one of them out";
        return Err(JobError::refused(message).into());
    }
    within("plies", opening.plies.into(), 0, MAX_PLIES)?;
    let mut drawn = draw_openings(opening, 1)?;
    let fen = drawn.pop().unwrap_or_default();
    let mut position: Position =
        fen.parse().map_err(|error| JobError::internal(format!("\"{fen}\": {error}")))?;
    position.set_rules(*given.rules());
    Ok(position)
}

/// Openings drawn at random, as FENs: as many as are wanted, by the number of moves and the seed.
///
/// # Errors
/// If no game goes on after that many moves, or there is no memory.
pub fn draw_openings(opening: RandomOpening, count: usize) -> Result<Vec<String>, JobError> {
    let mut openings = TrialOpenings::<Xiangqi>::new(&[], opening.plies).map_err(JobError::failed)?;
    let mut random = Random::new(Random::mix(opening.seed));
    let drawn = (0..count).map(|_| openings.draw(&mut random)).collect::<Result<Vec<_>, NoOpening>>();
    drawn.map_err(JobError::refused)
}

/// Plays a game.
pub fn play_game(job: &PlayGame, work: &Work<'_>) -> Result<Answer, Unfinished> {
    let mut position = beginning(job)?;
    let adjudication = job.adjudication.thresholds()?;
    let start = position.origin().to_string();
    let given: Vec<MoveText> = position.past().iter().filter_map(|ply| ply.mv).map(MoveText).collect();
    let rules = *position.rules();
    let mut seats = [
        Seated::new(&job.red, rules, Random::nth(job.seed, 0))?,
        Seated::new(&job.black, rules, Random::nth(job.seed, 1))?,
    ];
    let mut moves: Vec<MovePlayed> = Vec::new();
    let end = learn::play_game::<Xiangqi, Unfinished>(
        &mut position,
        given.len() as u32,
        adjudication,
        |position, side| {
            let seat = if side == Side::First { &mut seats[0] } else { &mut seats[1] };
            let (mv, raw_score, nodes) = seat.choose(position, moves.len() as u64, work)?;
            let (worth, _) = Worth::of_score(position, raw_score);
            moves.push(MovePlayed { mv: MoveText(mv), score: worth.into(), nodes });
            if job.progress {
                (work.progress)(Progress { done: moves.len() as u64, total: None, line: None });
            }
            Ok(ChosenMove { mv, score: raw_score.value() })
        },
    )?;
    let winner = end
        .winner()
        .map(|side| if side == Side::First { messages::Side::Red } else { messages::Side::Black });
    let verdict = rules.verdict(&position);
    let (termination, end) = match end {
        Conclusion::Rules { .. } => (Termination::Rules, verdict.as_ref().map(GameEnd::from)),
        Conclusion::Scores(Adjudicated::Decided(_)) => (Termination::WinByScore, None),
        Conclusion::Scores(Adjudicated::Level) => (Termination::DrawByScore, None),
        Conclusion::Scores(Adjudicated::Length) => (Termination::Length, None),
    };
    let fen = position.fen().to_string();
    Ok(Answer::GamePlayed(Box::new(GamePlayed { start, given, moves, fen, winner, termination, end })))
}
