//! The engine behind the protocol: one command after the other, each obeyed whole or refused whole.

use crate::command::{Command, Go};
use crate::format::{diagram, event_text};
use crate::jobs::compiler_text;
use crate::opening::Opening;
use crate::options::{Change, Options, Variant};
use crate::output::Output;
use crate::ranks::Ranks;
use crate::timing::{self, Account};
use crate::uci::{BENCH_DEPTH, Message};
use engine::{Answer, Engine, Event, Mode, Spoken};
use games::{Chess, Xiangqi};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

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

/// An engine that obeys commands.
pub struct Host {
    /// What it is doing.
    pub state: State,
    /// Whether it has refused anything.
    pub has_refused: bool,
    options: Options,
    pub table: Table,
    output: Output,
    messages: Sender<Message>,
    /// The number of the last search, by which its end is known.
    number: u64,
    account: Account,
    opening: Opening,
    /// Whether the search that runs begins to count its time when the expected move is made.
    ends_after_hit: bool,
}

impl Host {
    pub fn new(output: Output, messages: Sender<Message>) -> Self {
        let options = Options::default();
        // The table grows to its size when it is needed: a GUI may want another, and waits for an introduction.
        let table = Table::Xiangqi(Box::new(Engine::new(1, options.threads)));
        Self {
            state: State::Idle,
            has_refused: false,
            options,
            table,
            output,
            messages,
            number: 0,
            account: Account::default(),
            opening: Opening::default(),
            ends_after_hit: false,
        }
    }

    /// Takes note of a line for the log.
    pub fn heard(&self, line: &str) {
        self.output.heard(line);
    }

    /// Says why something is not done.
    pub fn refuse(&mut self, message: &str) {
        self.has_refused = true;
        self.output.say(&format!("info string {message}"));
    }

    /// A search has ended by itself.
    pub fn ended(&mut self, number: u64, nodes: u64) {
        self.account.pay(nodes);
        if number == self.number {
            at!(&mut self.table, engine => engine.wait());
            self.state = State::Idle;
        }
    }

    /// Ends whatever runs, and waits until its result has been told.
    pub fn stop(&mut self) {
        at!(&mut self.table, engine => engine.stop());
        self.state = State::Idle;
    }

    /// The last thing to do.
    pub fn leave(&mut self) {
        self.stop();
    }

    /// Obeys a command; false if it was the last.
    pub fn act(&mut self, command: Command) -> bool {
        let goes_on = command != Command::Quit;
        if let Err(message) = self.try_to_act(command) {
            self.refuse(&message);
        }
        goes_on
    }

    fn try_to_act(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => {
                let prepared = if self.state == State::Idle { self.prepare() } else { Ok(()) };
                self.say("readyok");
                prepared?;
            }
            Command::NewGame => {
                self.stop();
                self.account = Account::default();
                self.opening.new_game();
                at!(&mut self.table, engine => engine.new_game());
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position { fen, moves } => {
                let moves = self.options.ranks().read_all(&moves)?;
                let moves = moves.iter().map(String::as_str);
                at!(&mut self.table, engine => engine.set_position(fen.as_deref(), moves))?;
            }
            Command::Go(go) => self.go(&go)?,
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Display => self.say(&match &self.table {
                Table::Xiangqi(engine) => diagram::<Xiangqi>(engine.position(), self.options.ranks()),
                Table::Chess(engine) => diagram::<Chess>(engine.position(), self.options.ranks()),
            }),
            Command::Evaluate => {
                let (score, judge) = match &self.table {
                    Table::Xiangqi(engine) => (engine.evaluate(), Xiangqi::judge_name(engine.judge())),
                    Table::Chess(engine) => (engine.evaluate(), Chess::judge_name(engine.judge())),
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
            Command::Ignored | Command::Quit => {}
        }
        Ok(())
    }

    /// Writes the network that is used to a file.
    fn export_net(&self, path: &str) -> Result<(), String> {
        let file = match &self.table {
            Table::Xiangqi(engine) => Xiangqi::net_file(engine.judge()),
            Table::Chess(engine) => Chess::net_file(engine.judge()),
        };
        let file = file.ok_or("there is nothing to export: positions are judged without a network")?;
        std::fs::write(path, &file).map_err(|error| format!("cannot write \"{path}\": {error}"))?;
        self.say(&format!("info string the network is in \"{path}\", {} bytes", file.len()));
        Ok(())
    }

    fn say(&self, text: &str) {
        // A GUI that has gone away cannot be told anything; the loop ends when its input does.
        let _ = self.output.say(text);
    }

    /// Makes sure that the table has the size that it should have.
    fn prepare(&mut self) -> Result<(), String> {
        let hash = self.options.hash;
        at!(&mut self.table, engine => if engine.hash() == hash { Ok(()) } else { engine.set_hash(hash) })
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        let options = Options::describe();
        #[cfg(feature = "tune")]
        let options = format!("{options}\n{}", crate::numbers::describe(self.options.variant).trim_end());
        self.say(&format!("id name Chuhe {version}\nid author the Chuhe authors\n{options}\nuciok"));
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        match self.options.set(name, value)? {
            Change::None => {}
            Change::Hash(mebibytes) => {
                at!(&mut self.table, engine => engine.set_hash(mebibytes))?;
                (self.options.hash, self.state) = (mebibytes, State::Idle);
            }
            Change::Threads(threads) => {
                at!(&mut self.table, engine => engine.set_threads(threads))?;
                (self.options.threads, self.state) = (threads, State::Idle);
            }
            Change::Clear => {
                self.stop();
                at!(&mut self.table, engine => engine.new_game());
            }
            Change::Judging(judging) => {
                at!(&mut self.table, engine => engine.set_judging(&judging))?;
                (self.options.judging, self.state) = (judging, State::Idle);
            }
            Change::Book(path) => self.opening.load(path.as_deref())?,
            #[cfg(feature = "tune")]
            Change::Numbers => {
                self.stop();
                let numbers = self.options.numbers;
                at!(&mut self.table, engine => engine.set_numbers(numbers));
            }
            Change::Variant(variant) if variant == self.options.variant => {}
            Change::Variant(variant) => self.change_game(variant)?,
            Change::Log(path) => self.output.follow(path.as_deref())?,
            Change::Remark(text) => self.say(&format!("info string {text}")),
        }
        Ok(())
    }

    fn change_game(&mut self, variant: Variant) -> Result<(), String> {
        self.stop();
        let (hash, threads) = (self.options.hash, self.options.threads);
        // Two large tables may not fit beside each other.
        at!(&mut self.table, engine => engine.set_hash(1))?;
        let other = match variant {
            Variant::Xiangqi => build(hash, threads).and_then(|mut engine: Box<Engine<Xiangqi>>| {
                engine.set_judging(&self.options.judging)?;
                Ok(Table::Xiangqi(engine))
            }),
            Variant::Chess => build(hash, threads).map(Table::Chess),
        };
        match other {
            Ok(table) => {
                (self.table, self.options.variant) = (table, variant);
                #[cfg(feature = "tune")]
                {
                    self.options.numbers = crate::numbers::of(variant);
                }
                self.account = Account::default();
                Ok(())
            }
            Err(message) => {
                at!(&mut self.table, engine => engine.set_hash(hash))?;
                Err(message)
            }
        }
    }

    fn go(&mut self, go: &Go) -> Result<(), String> {
        if let Some(depth) = go.perft {
            return self.count(depth);
        }
        if self.play_from_book(go) {
            return Ok(());
        }
        if let Err(message) = self.prepare() {
            // Better a small table than no move.
            self.refuse(&message);
        }
        let Self { options, output, messages, account, .. } = self;
        let number = self.number + 1;
        let report = |handle| Reporter {
            output: output.clone(),
            messages: messages.clone(),
            number,
            shows_outlook: options.shows_outlook,
            ranks: options.ranks(),
            handle,
        };
        at!(&mut self.table, engine => {
            let reporter = report(engine.stop_handle());
            start(engine, go, options, account, reporter)?;
        });
        let (mode, has_end) = timing::mode(go);
        self.number = number;
        self.ends_after_hit = mode == Mode::Ponder && has_end;
        self.state = if has_end && mode != Mode::Ponder { State::Searching } else { State::Endless };
        Ok(())
    }

    /// Answers with a move of the opening book, if it is to be asked and knows one.
    fn play_from_book(&mut self, go: &Go) -> bool {
        let Table::Xiangqi(engine) = &self.table else { return false };
        let Some(reply) = self.opening.reply(go, engine.position(), &self.options) else { return false };
        self.stop();
        let ranks = self.options.ranks();
        self.say(&format!("info string book {} {}", ranks.write(&reply.mv), reply.remark));
        let answer = Answer {
            best: Some(reply.mv),
            ponder: None,
            score: game::Score::evaluation(0),
            depth: 0,
            nodes: 0,
        };
        self.say(&event_text(&Event::Done(answer), false, ranks));
        true
    }

    fn ponder_hit(&mut self) {
        at!(&self.table, engine => engine.ponder_hit());
        if std::mem::take(&mut self.ends_after_hit) && self.state == State::Endless {
            self.state = State::Searching;
        }
    }

    /// What is set.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Runs something that is no search in the engine's thread.
    pub fn run(&mut self, job: impl FnOnce(&AtomicBool, &Output) + Send + 'static) {
        self.stop();
        self.number += 1;
        let (number, output, messages) = (self.number, self.output.clone(), self.messages.clone());
        at!(&mut self.table, engine => engine.run(move |stop| {
            job(stop, &output);
            let _ = messages.send(Message::Done(number, 0));
        }));
        self.state = State::Counting;
    }
}

fn build<G: Spoken>(hash: usize, threads: usize) -> Result<Box<Engine<G>>, String> {
    Engine::builder().hash(hash).threads(threads).build().map(Box::new)
}

/// Passes on what a search tells.
struct Reporter {
    output: Output,
    messages: Sender<Message>,
    number: u64,
    shows_outlook: bool,
    ranks: Ranks,
    handle: engine::StopHandle,
}

impl Reporter {
    fn tell(&self, event: &Event) {
        if !self.output.say(&event_text(event, self.shows_outlook, self.ranks)) {
            // Nobody listens any more.
            self.handle.stop();
        }
        if let Event::Done(answer) = event {
            let _ = self.messages.send(Message::Done(self.number, answer.nodes));
        }
    }
}

/// Starts what a `go` asks for.
fn start<G: Spoken>(
    engine: &mut Engine<G>,
    go: &Go,
    options: &Options,
    account: &mut Account,
    reporter: Reporter,
) -> Result<(), String> {
    let position = engine.position();
    let read = |texts: &[String]| -> Result<Vec<G::Move>, String> {
        options.ranks().read_all(texts)?.iter().map(|text| G::parse_move(position, text)).collect()
    };
    let (moves, excluded) = (read(&go.moves)?, read(&go.banned)?);
    if !excluded.is_empty() && !has_move::<G>(position, &moves, &excluded) {
        return Err("\"banmoves\" leaves no move to search".into());
    }
    let mut limits = timing::limits(go, options, G::side(position), account);
    (limits.moves, limits.excluded) = (moves, excluded);
    engine.go(limits, timing::mode(go).0, move |event| reporter.tell(&event));
    Ok(())
}

/// Whether a move is left to choose.
fn has_move<G: Spoken>(position: &G::Position, wanted: &[G::Move], excluded: &[G::Move]) -> bool {
    let mut has_any = false;
    for which in [game::Which::Noisy, game::Which::Quiet] {
        let is_wanted = |mv: &G::Move| wanted.is_empty() || wanted.contains(mv);
        G::generate(position, which, |mv| has_any |= is_wanted(&mv) && !excluded.contains(&mv));
    }
    has_any
}
