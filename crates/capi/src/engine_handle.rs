//! Engines: how they are made and set, and their searches.
#![allow(unsafe_code)] // names that the linker must find, and handles that are freed

use crate::pointers::{self, given, place};
use crate::position::ChuhePosition;
use crate::searching::{ChuheAnswer, ChuheDone, ChuheLimits, ChuheListener, Progress, Reporter};
use crate::status::{ChuheStatus, Failure, answer};
use engine::{Engine, Level, Mode, NoMemory, RATINGS, STRONGEST, StopHandle};
use games::Xiangqi;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::{Arc, Mutex, PoisonError};

/// An engine. Any thread may call any function of it at any time, but free it only when no other call runs.
pub struct ChuheEngine {
    engine: Mutex<Engine<Xiangqi>>,
    stop: StopHandle,
    /// That of the last search. Whoever waits has a share of it, so that a later search does not answer in its place.
    progress: Mutex<Arc<Progress>>,
}

/// Ends the searches of an engine, and may outlive it.
pub struct ChuheStopper(StopHandle);

impl ChuheEngine {
    /// What is known of the last search.
    fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Does something with an engine that is not searching.
    fn with<T>(&self, work: impl FnOnce(&mut Engine<Xiangqi>) -> Result<T, Failure>) -> Result<T, Failure> {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        self.progress().check_idle()?;
        work(&mut engine)
    }

    /// Starts a search, and gives what its result can be waited for by.
    fn start(
        &self,
        position: &ChuhePosition,
        limits: &ChuheLimits,
        reporter: Reporter,
    ) -> Result<Arc<Progress>, Failure> {
        self.with(|engine| {
            set_position(engine, position);
            let progress = reporter.progress();
            *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&progress);
            engine.go(limits.limits(&position.0), Mode::Think, move |event| reporter.hear(&event));
            Ok(progress)
        })
    }
}

/// The engine judges repetitions as the position does.
fn set_position(engine: &mut Engine<Xiangqi>, position: &ChuhePosition) {
    if engine.rules() != *position.0.rules() {
        engine.set_rules(*position.0.rules());
    }
    engine.set_position(position.0.clone());
}

fn no_memory(error: NoMemory) -> Failure {
    Failure::new(ChuheStatus::NoMemory, error.to_string())
}

/// A number that must not be 0.
fn at_least_one(number: u32, what: &str) -> Result<usize, Failure> {
    match number {
        0 => Err(Failure::new(ChuheStatus::OutOfRange, format!("{what} is 0; it must be at least 1"))),
        _ => Ok(number as usize),
    }
}

/// An engine with a table of `hash_mib` mebibytes and `threads` threads, both at least 1. It is yours: chuhe_engine_free.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_engine_new(
    hash_mib: u32,
    threads: u32,
    engine: Option<&mut MaybeUninit<*mut ChuheEngine>>,
) -> ChuheStatus {
    answer(|| {
        let place = place(engine, "engine")?;
        let (hash, threads) = (at_least_one(hash_mib, "hash_mib")?, at_least_one(threads, "threads")?);
        let made = Engine::<Xiangqi>::builder().hash(hash).threads(threads).build();
        let engine = made.map_err(no_memory)?;
        let stop = engine.stop_handle();
        let handle = ChuheEngine { engine: Mutex::new(engine), stop, progress: Mutex::default() };
        place.write(pointers::owned(handle));
        Ok(())
    })
}

/// Frees an engine; a search that runs is ended first. NULL is nothing to free. An engine is freed once, when no other call uses it. From a
/// callback of its own search the answer is CHUHE_STATUS_BUSY, and nothing is freed.
///
/// # Safety
/// The engine is NULL, or came from this library and has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn chuhe_engine_free(engine: *mut ChuheEngine) -> ChuheStatus {
    answer(|| {
        // SAFETY: C promises that it is null, or one of ours that has not been freed.
        if let Some(engine) = unsafe { engine.as_ref() } {
            engine.progress().check_caller()?;
        }
        // SAFETY: as before, and nobody uses it again.
        unsafe { pointers::release(engine) };
        Ok(())
    })
}

/// Changes the size of the table, and forgets what it held.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_engine_set_hash(engine: Option<&ChuheEngine>, hash_mib: u32) -> ChuheStatus {
    answer(|| {
        let (engine, hash) = (given(engine, "engine")?, at_least_one(hash_mib, "hash_mib")?);
        engine.with(|engine| engine.set_hash(hash).map_err(no_memory))
    })
}

/// Changes the number of threads of a search.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_engine_set_threads(engine: Option<&ChuheEngine>, threads: u32) -> ChuheStatus {
    answer(|| {
        let (engine, threads) = (given(engine, "engine")?, at_least_one(threads, "threads")?);
        engine.with(|engine| engine.set_threads(threads).map_err(no_memory))
    })
}

/// Plays at a level, 1 to 10; 10 is everything that the engine can do, and what it begins with.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_engine_set_level(engine: Option<&ChuheEngine>, level: u32) -> ChuheStatus {
    answer(|| {
        let engine = given(engine, "engine")?;
        let found = u8::try_from(level).ok().and_then(Level::new);
        let level = found.ok_or_else(|| {
            let message = format!("there is no level {level}; levels are 1 to {STRONGEST}");
            Failure::new(ChuheStatus::OutOfRange, message)
        })?;
        engine.with(|engine| {
            engine.set_level(level);
            Ok(())
        })
    })
}

/// Plays at a rating, which may lie between two levels.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_engine_set_elo(engine: Option<&ChuheEngine>, elo: u32) -> ChuheStatus {
    answer(|| {
        let engine = given(engine, "engine")?;
        let [lowest, highest] = RATINGS;
        let level = Level::rated(elo).ok_or_else(|| {
            let message = format!("there is no rating {elo}; ratings are {lowest} to {highest}");
            Failure::new(ChuheStatus::OutOfRange, message)
        })?;
        engine.with(|engine| {
            engine.set_level(level);
            Ok(())
        })
    })
}

/// Forgets everything that earlier searches found, for a new game.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_engine_new_game(engine: Option<&ChuheEngine>) -> ChuheStatus {
    answer(|| {
        given(engine, "engine")?.with(|engine| {
            engine.new_game();
            Ok(())
        })
    })
}

/// What the network thinks of a position without a search: hundredths of a pawn, for the side to move.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_engine_evaluate(
    engine: Option<&ChuheEngine>,
    position: Option<&ChuhePosition>,
    centipawns: Option<&mut MaybeUninit<i32>>,
) -> ChuheStatus {
    answer(|| {
        let (engine, position) = (given(engine, "engine")?, given(position, "position")?);
        let centipawns = place(centipawns, "centipawns")?;
        let score = engine.with(|engine| {
            set_position(engine, position);
            Ok(engine.evaluate())
        })?;
        centipawns.write(score);
        Ok(())
    })
}

/// Starts a search in threads of its own and returns at once; from then on chuhe_engine_stop ends it. `listener` hears of each line, `done`
/// of the end; both may be NULL. They are called from the thread of the search, one call at a time, with `user` as it is, and may call every
/// function but those that would wait for this search or change its engine, which answer CHUHE_STATUS_BUSY; chuhe_engine_stop is
/// allowed. They must return: no longjmp, no exception. The position is copied.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_engine_start(
    engine: Option<&ChuheEngine>,
    position: Option<&ChuhePosition>,
    limits: Option<&ChuheLimits>,
    listener: ChuheListener,
    done: ChuheDone,
    user: *mut c_void,
) -> ChuheStatus {
    answer(|| {
        let (engine, position) = (given(engine, "engine")?, given(position, "position")?);
        engine.start(position, given(limits, "limits")?, Reporter::new(listener, done, user))?;
        Ok(())
    })
}

/// Waits until the search that was started last is over and its callbacks have returned, and gives its result: at once, and again, if it is
/// over already. `result` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_engine_wait(
    engine: Option<&ChuheEngine>,
    result: Option<&mut MaybeUninit<ChuheAnswer>>,
) -> ChuheStatus {
    answer(|| {
        let found = given(engine, "engine")?.progress().wait()?;
        if let Some(result) = result {
            result.write(found);
        }
        Ok(())
    })
}

/// Searches and waits: chuhe_engine_start and chuhe_engine_wait in one.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_engine_search(
    engine: Option<&ChuheEngine>,
    position: Option<&ChuhePosition>,
    limits: Option<&ChuheLimits>,
    listener: ChuheListener,
    user: *mut c_void,
    result: Option<&mut MaybeUninit<ChuheAnswer>>,
) -> ChuheStatus {
    answer(|| {
        let (engine, position) = (given(engine, "engine")?, given(position, "position")?);
        let (limits, result) = (given(limits, "limits")?, place(result, "result")?);
        let search = engine.start(position, limits, Reporter::new(listener, None, user))?;
        result.write(search.wait()?);
        Ok(())
    })
}

/// Ends the search that runs, from any thread; returns at once, and the result follows. Without a search nothing happens.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_engine_stop(engine: Option<&ChuheEngine>) -> ChuheStatus {
    answer(|| {
        given(engine, "engine")?.stop.stop();
        Ok(())
    })
}

/// A handle that ends the searches of the engine and may be used after the engine is gone, when it does nothing. It is yours:
/// chuhe_stopper_free.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_engine_stopper(
    engine: Option<&ChuheEngine>,
    stopper: Option<&mut MaybeUninit<*mut ChuheStopper>>,
) -> ChuheStatus {
    answer(|| {
        let (engine, stopper) = (given(engine, "engine")?, place(stopper, "stopper")?);
        stopper.write(pointers::owned(ChuheStopper(engine.stop.clone())));
        Ok(())
    })
}

/// Ends the search that runs, from any thread; returns at once.
#[unsafe(no_mangle)]
pub extern "C" fn chuhe_stopper_stop(stopper: Option<&ChuheStopper>) -> ChuheStatus {
    answer(|| {
        given(stopper, "stopper")?.0.stop();
        Ok(())
    })
}

/// Frees a stopper. NULL is nothing to free. A stopper is freed once.
///
/// # Safety
/// The stopper is NULL, or came from this library and has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn chuhe_stopper_free(stopper: *mut ChuheStopper) {
    // A panic while freeing has nobody to be told.
    let _ = answer(|| {
        // SAFETY: C promises that it is null, or one of ours and freed once.
        unsafe { pointers::release(stopper) };
        Ok(())
    });
}
