//! The engine behind the protocol: one command after the other, each obeyed whole or refused whole.

use crate::command::{BadCommand, Command};
use crate::dialect::{Dialect, ucci, uci, xboard};
use crate::event::{recall, set_position};
use crate::jobs::compiler_text;
use crate::kinds::can_be_set_at_any_time;
use crate::opening::Opening;
use crate::options::Options;
use crate::output::Output;
use crate::ranks::Ranks;
use crate::searching::Slot;
use crate::seat::Seat;
use crate::session::{BENCH_DEPTH, Message};
use crate::timing::Account;
use engine::{Engine, EngineGame};
use games::{Chess, Xiangqi};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};

const HELP: &str = "\
uci, isready, ucinewgame, setoption name N value V, position [startpos | fen F] moves ...,
go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N] [mate N] [infinite]
   [ponder] [searchmoves ...] [banmoves ...] or go perft N, stop, ponderhit, quit;
d (the board), eval, flip, bench [DEPTH], speedtest [THREADS [HASH [SECONDS]]], compiler, license, export_net [FILE]";

/// Where `export_net` writes to unless told otherwise.
const NET_FILE: &str = "chuhe.nnue";

const LICENSE: &str = "\
Chuhe is free software under the MIT License or the Apache License 2.0, as you like.
It comes without warranty. The texts are LICENSE-MIT and LICENSE-APACHE in its repository.";

/// What the engine is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Nothing.
    Idle,
    /// A search that ends by itself.
    Searching,
    /// A search that ends when it is told to.
    Endless,
    /// Something that is no search: a perft, a bench.
    Counting,
}

/// The engine for the game that is chosen.
pub enum Table {
    Xiangqi(Box<Engine<Xiangqi>>),
    Chess(Box<Engine<Chess>>),
}

/// Does the same with whichever engine it is.
macro_rules! at {
    ($table:expr, $engine:ident => $act:expr) => {
        match $table {
            Table::Xiangqi($engine) => $act,
            Table::Chess($engine) => $act,
        }
    };
}
pub(crate) use at;

/// An engine that obeys commands.
pub struct Host {
    /// What it is doing.
    pub state: State,
    /// Whether it has refused anything.
    pub has_refused: bool,
    /// The language that is spoken.
    pub dialect: Dialect,
    /// The line that is obeyed, for complaints about it.
    pub line: String,
    pub options: Options,
    pub table: Table,
    pub output: Output,
    pub messages: Sender<Message>,
    /// The number of the last search, by which its end is known.
    pub number: u64,
    pub account: Account,
    pub opening: Opening,
    /// Whether the search that runs begins to count its time when the expected move is made.
    pub ends_after_hit: bool,
    /// Moves that are not to be played in the position.
    pub banned: Vec<String>,
    /// What the search that runs has told so far.
    pub slot: Arc<Mutex<Slot>>,
    /// The game, where the engine keeps it.
    pub seat: Seat,
}

impl Host {
    pub fn new(output: Output, messages: Sender<Message>) -> Self {
        let options = Options::default();
        // The table grows to its size when it is needed: a GUI may want another, and waits for an introduction.
        let table = Table::Xiangqi(Box::new(Engine::new(1, options.threads)));
        Self {
            state: State::Idle,
            has_refused: false,
            dialect: Dialect::default(),
            line: String::new(),
            options,
            table,
            output,
            messages,
            number: 0,
            account: Account::default(),
            opening: Opening::default(),
            ends_after_hit: false,
            banned: Vec::new(),
            slot: Arc::default(),
            seat: Seat::default(),
        }
    }

    /// Takes note of a line for the log.
    pub fn heard(&self, line: &str) {
        self.output.heard(line);
    }

    /// Says why something is not done.
    pub fn refuse(&mut self, message: &str) {
        self.has_refused = true;
        self.say(&self.dialect.refusal(message, &self.line));
    }

    /// Says why a line is no command.
    pub fn refuse_line(&mut self, error: &BadCommand, line: &str) {
        line.clone_into(&mut self.line);
        match error {
            BadCommand::Unknown(_) if self.dialect == Dialect::XBoard => self.refuse("unknown command"),
            error => self.refuse(&error.to_string()),
        }
    }

    /// Speaks another language from now on; what runs in the old one has been ended.
    pub fn speak(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        self.banned.clear();
        self.seat = Seat::default();
    }

    /// A search has ended by itself.
    pub fn ended(&mut self, number: u64, nodes: u64) {
        self.account.pay(nodes);
        if number == self.number {
            at!(&mut self.table, engine => engine.wait());
            self.state = State::Idle;
            self.answered();
        }
    }

    /// Whether nothing runs, or only what has given its answer.
    pub fn is_idle(&self) -> bool {
        match self.state {
            State::Idle => true,
            State::Searching | State::Endless => self.slot().is_answered,
            State::Counting => false,
        }
    }

    /// Ends whatever runs, and waits until its result has been told.
    pub fn stop(&mut self) {
        at!(&mut self.table, engine => engine.stop());
        self.state = State::Idle;
    }

    /// Ends whatever runs: with its result, or without a move where the engine keeps the game.
    pub fn interrupt(&mut self) {
        if self.dialect == Dialect::XBoard { self.abort() } else { self.stop() }
    }

    /// The last thing to do.
    pub fn leave(&mut self) {
        self.stop();
    }

    /// Obeys a command; false if it was the last.
    pub fn act(&mut self, command: Command) -> bool {
        let goes_on = command != Command::Quit;
        let keeps_game = self.dialect == Dialect::XBoard;
        if keeps_game && matches!(&command, Command::SetOption { name, .. } if !can_be_set_at_any_time(name))
        {
            self.abort();
        }
        if let Err(message) = self.try_to_act(command) {
            self.refuse(&message);
        }
        if keeps_game && goes_on {
            self.resume_analysis();
        }
        goes_on
    }

    fn try_to_act(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Greet(dialect) => self.introduce(dialect),
            Command::IsReady => {
                let prepared = if self.state == State::Idle { self.prepare() } else { Ok(()) };
                self.say("readyok");
                prepared?;
            }
            Command::Ping(word) => {
                if self.state == State::Idle {
                    self.prepare()?;
                }
                self.say(format!("pong {word}").trim_end());
            }
            Command::NewGame => {
                self.stop();
                self.account = Account::default();
                self.opening.new_game();
                self.options.coordinates.new_game();
                at!(&mut self.table, engine => engine.new_game());
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position { fen, moves } => {
                self.set_position(fen.as_deref(), &moves)?;
                self.banned.clear();
            }
            Command::Ban(moves) => self.ban(moves)?,
            Command::Probe { fen, moves } => self.probe(fen.as_deref(), &moves)?,
            Command::Play(play) => self.play(play)?,
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit { draw } => self.ponder_hit(draw),
            Command::Display => self.say(&match &self.table {
                Table::Xiangqi(engine) => uci::diagram::<Xiangqi>(engine.position(), self.options.ranks()),
                Table::Chess(engine) => uci::diagram::<Chess>(engine.position(), self.options.ranks()),
            }),
            Command::Evaluate => {
                let (score, judge) = match &self.table {
                    Table::Xiangqi(engine) => {
                        (engine.evaluate(), Xiangqi::evaluation_name(engine.evaluation()))
                    }
                    Table::Chess(engine) => (engine.evaluate(), Chess::evaluation_name(engine.evaluation())),
                };
                self.say(&format!("evaluation {score} centipawns for the side to move ({judge})"));
            }
            Command::Flip => {
                if !at!(&mut self.table, engine => engine.flip()) {
                    return Err("\"flip\" is for games whose sides are alike; chess is not".into());
                }
            }
            Command::Bench(depth) => self.bench(depth.unwrap_or(BENCH_DEPTH)),
            Command::SpeedTest(test) => self.speed_test(test),
            Command::Compiler => self.say(&compiler_text()),
            Command::ExportNet(path) => self.export_net(path.as_deref().unwrap_or(NET_FILE))?,
            Command::License => self.say(LICENSE),
            Command::Help => self.say(HELP),
            Command::Quit if self.dialect == Dialect::Ucci => {
                self.stop();
                self.say("bye");
            }
            Command::Ignored | Command::Quit => {}
        }
        Ok(())
    }

    /// Sets a position. While nothing has settled how ranks are counted, moves that are legal in one way only do.
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), String> {
        let mut set = |ranks: Ranks| {
            let moves = ranks.read_all(moves)?;
            let moves = moves.iter().map(String::as_str);
            at!(&mut self.table, engine => set_position(engine, fen, moves))
        };
        let ranks = self.options.ranks();
        let other = self.options.alternative_ranks().filter(|_| !moves.is_empty());
        let other_fits = other.filter(|&other| set(other).is_ok());
        match (set(ranks), other, other_fits) {
            (Ok(()), Some(_), None) => self.options.coordinates.settle(ranks),
            (Err(_), _, Some(other)) => self.count_ranks(other),
            (done, _, _) => return done,
        }
        Ok(())
    }

    /// Counts ranks in another way than expected, and says so.
    pub fn count_ranks(&mut self, ranks: Ranks) {
        self.options.coordinates.settle(ranks);
        self.say(&self.dialect.remark(&format!(
            "moves are read and written with ranks {ranks} from now on; option Coordinates decides otherwise"
        )));
    }

    /// What the table knows of a position; the one that is set stays.
    fn probe(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), String> {
        let ranks = self.options.ranks();
        let moves = ranks.read_all(moves)?;
        let recalled = at!(&mut self.table, engine => recall(engine, fen, moves.iter().map(String::as_str)))?;
        self.say(&ucci::probe_text(recalled.as_ref(), ranks));
        Ok(())
    }

    /// Writes the network that is used to a file.
    fn export_net(&self, path: &str) -> Result<(), String> {
        let file = match &self.table {
            Table::Xiangqi(engine) => Xiangqi::net_file(engine.evaluation()),
            Table::Chess(engine) => Chess::net_file(engine.evaluation()),
        };
        let file = file.ok_or("there is nothing to export: positions are judged without a network")?;
        std::fs::write(path, &file).map_err(|error| format!("cannot write \"{path}\": {error}"))?;
        self.say(&format!("info string the network is in \"{path}\", {} bytes", file.len()));
        Ok(())
    }

    pub fn say(&self, text: &str) {
        // A GUI that has gone away cannot be told anything; the loop ends when its input does.
        let _ = self.output.say(text);
    }

    /// Makes sure that the table has the size that it should have.
    pub fn prepare(&mut self) -> Result<(), String> {
        let hash = self.options.hash;
        let prepared = at!(&mut self.table, engine => {
            if engine.hash() == hash { Ok(()) } else { engine.set_hash(hash) }
        });
        prepared.map_err(|error| error.to_string())
    }

    fn introduce(&self, dialect: Dialect) {
        let name = concat!("Chuhe ", env!("CARGO_PKG_VERSION"));
        self.say(&match dialect {
            Dialect::Uci => {
                let text = uci::introduction(name);
                #[cfg(feature = "tune")]
                let text = format!("{text}\n{}", crate::numbers::describe(self.options.variant).trim_end());
                format!("{text}\nuciok")
            }
            Dialect::Ucci => ucci::introduction(name),
            Dialect::XBoard => xboard::introduction(name),
        });
    }

    /// Runs something that is no search in the engine's thread.
    pub fn run(&mut self, job: impl FnOnce(&AtomicBool, &Output) + Send + 'static) {
        self.stop();
        self.number += 1;
        let (number, output, messages) = (self.number, self.output.clone(), self.messages.clone());
        at!(&mut self.table, engine => engine.run(move |stop| {
            // Whatever becomes of the job, those who wait for its end hear of it.
            let _end = AtEnd(|| drop(messages.send(Message::Done(number, 0))));
            job(stop, &output);
        }));
        self.state = State::Counting;
    }
}

/// Does something at the end of a scope, even if that is a panic.
struct AtEnd<F: FnMut()>(F);

impl<F: FnMut()> Drop for AtEnd<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
