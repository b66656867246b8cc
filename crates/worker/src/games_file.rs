//! Games of the engine against itself, as an archive.

use crate::answer::{Answer, GamesGenerated, JobError, Progress};
use crate::job::{GenerateGames, check_hash, within};
use crate::perform::{Unfinished, Work, evaluation};
use learn::datagen::{Openings, SelfPlaySettings, SelfPlayer};
use service::base64;
use std::path::Path;
use xiangqi::{Colour, Outcome};

/// The most games of a job.
const MAX_GAMES: u64 = 1_000_000;
/// The most games of a job whose archive comes in the answer.
const MAX_ANSWERED: u64 = 10_000;
/// The most random moves.
const MAX_PLIES: u64 = 100;

/// How the games are played.
fn settings(job: &GenerateGames) -> Result<SelfPlaySettings, JobError> {
    let most = if job.out.is_some() { MAX_GAMES } else { MAX_ANSWERED };
    within("games", job.games.into(), 1, most)?;
    within("first", job.first.into(), 0, u64::from(u32::MAX - job.games))?;
    // An archive whose seed is 0 is one that was put together from others.
    within("seed", job.seed, 1, u64::MAX)?;
    within("nodes", job.nodes, 1, 1 << 40)?;
    within("hard_nodes", job.hard_nodes.unwrap_or(1), 1, 1 << 43)?;
    check_hash(job.hash)?;
    let [low, high] = job.random_plies;
    within("random_plies", high.into(), low.into(), MAX_PLIES)?;
    let mut settings = SelfPlaySettings::new(job.nodes, job.seed);
    settings.hard_nodes = job.hard_nodes.unwrap_or(settings.hard_nodes);
    settings.hash = job.hash;
    settings.openings = Openings { random_plies: low..=high, ..Openings::default() };
    settings.adjudication = job.adjudication.thresholds()?;
    Ok(settings)
}

/// Plays the games and gives or stores their archive.
pub fn generate_games(job: &GenerateGames, work: &Work<'_>) -> Result<Answer, Unfinished> {
    let settings = settings(job)?;
    let place = match (&job.out, work.store) {
        (None, _) => None,
        (Some(out), Some(store)) => Some((Path::new(out), store)),
        (Some(out), None) => {
            let message = format!(
                "\"{out}\" cannot be written from here; leave out \"out\", and the archive is in the answer"
            );
            return Err(JobError::refused(message).into());
        }
    };
    if let Some((path, _)) = place {
        // Not after many games. A link to nothing counts as something.
        if path.symlink_metadata().is_ok() && !path.is_file() {
            let message = format!("{} is there and is not a file; name another", path.display());
            return Err(JobError::refused(message).into());
        }
        if !job.overwrite && path.exists() {
            return Err(JobError::refused(exists_already(path)).into());
        }
    }
    let evaluation = evaluation(job.evaluation.as_deref())?;
    let mut archive = settings.header(evaluation.name()).encode();
    let mut player = SelfPlayer::new(settings, evaluation)?;
    let (mut positions, mut results) = (0, [0; 3]);
    for number in job.first..job.first + job.games {
        let game = player.play(number, work.stop).ok_or(Unfinished::Stopped)?;
        positions += game.moves.len() as u64;
        results[match game.outcome {
            Outcome::Win(Colour::Red) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Colour::Black) => 2,
        }] += 1;
        archive.extend(game.encode());
        if job.progress {
            let done = u64::from(number - job.first) + 1;
            (work.progress)(Progress { done, total: Some(job.games.into()), line: None });
        }
    }
    if let Some((path, store)) = place {
        store(path, job.overwrite, &archive).map_err(JobError::failed)?;
    }
    Ok(Answer::GamesGenerated(GamesGenerated {
        first: job.first,
        games: job.games.into(),
        positions,
        results,
        bytes: archive.len() as u64,
        crc32: crc32fast::hash(&archive),
        file: job.out.clone(),
        data: job.out.is_none().then(|| base64::encode(&archive)),
    }))
}

/// The words for a file that is not to be replaced.
pub fn exists_already(path: &Path) -> String {
    format!("{} exists already; name another file, or say \"overwrite\": true", path.display())
}
