//! The loop that runs an engine by UCI.

use crate::command::{Command, Go};
use crate::format::event_text;
use crate::options::{Change, Options, Variant};
use engine::{Engine, Limits, Spoken, bench};
use game::Which;
use games::{Chess, Xiangqi};
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

const HELP: &str = "\
uci, isready, ucinewgame, setoption name N value V, position [startpos | fen F] moves ...,
go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N] [mate N] [infinite]
   [ponder] [perft N] [searchmoves ...], stop, ponderhit, d, eval, flip, bench [DEPTH], quit";

/// The depth that `bench` searches to unless told otherwise.
pub const BENCH_DEPTH: usize = 10;

/// Where answers go; lines from the search and from the loop do not mix.
type Output = Arc<Mutex<dyn Write + Send>>;

fn say(output: &Output, text: &str) {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    // A GUI that has gone away cannot be told anything; the loop ends when its input does.
    let _ = writeln!(output, "{text}");
    let _ = output.flush();
}

/// The engine for the game that is chosen.
enum Table {
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

/// Reads commands until `quit` or the end of the input, and obeys them.
///
/// # Errors
/// If the input cannot be read.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut host = Host::new(Arc::new(Mutex::new(output)));
    for line in input.split(b'\n') {
        let line = line?;
        if !host.obey(&String::from_utf8_lossy(&line)) {
            break;
        }
    }
    host.leave();
    Ok(())
}

struct Host {
    options: Options,
    table: Table,
    output: Output,
}

impl Host {
    fn new(output: Output) -> Self {
        let options = Options::default();
        let table = Table::Xiangqi(Box::new(Engine::new(options.hash, options.threads)));
        Self { options, table, output }
    }

    fn say(&self, text: &str) {
        say(&self.output, text);
    }

    /// The input has ended: a search with an end of its own may come to it.
    fn leave(&mut self) {
        at!(&mut self.table, engine => engine.stop());
    }

    /// Obeys one line; false if that was the last.
    fn obey(&mut self, line: &str) -> bool {
        match Command::parse(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return false,
            Ok(Some(command)) => {
                if let Err(message) = self.act(command) {
                    self.say(&format!("info string {message}"));
                }
            }
            Err(error) => self.say(&format!("info string {error}")),
        }
        true
    }

    fn act(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Uci => {
                let version = env!("CARGO_PKG_VERSION");
                let options = Options::describe();
                #[cfg(feature = "tune")]
                let options = options + &crate::numbers::describe(self.options.variant);
                self.say(&format!("id name Chuhe {version}\nid author the Chuhe authors\n{options}uciok"));
            }
            Command::IsReady => self.say("readyok"),
            Command::NewGame => at!(&mut self.table, engine => engine.new_game()),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position { fen, moves } => {
                let moves = moves.iter().map(String::as_str);
                at!(&mut self.table, engine => engine.set_position(fen.as_deref(), moves))?;
            }
            Command::Go(go) => {
                let (options, output) = (self.options.clone(), Arc::clone(&self.output));
                at!(&mut self.table, engine => start(engine, &go, &options, output))?;
            }
            Command::Stop | Command::PonderHit => at!(&mut self.table, engine => engine.stop()),
            Command::Display => self.say(&at!(&self.table, engine => display(engine))),
            Command::Evaluate => {
                let score = at!(&self.table, engine => engine.evaluate());
                self.say(&format!("evaluation {score} centipawns for the side to move"));
            }
            Command::Flip => at!(&mut self.table, engine => engine.flip()),
            Command::Bench(depth) => {
                let depth = depth.unwrap_or(BENCH_DEPTH);
                let result = match self.table {
                    Table::Xiangqi(_) => bench::<Xiangqi>(depth),
                    Table::Chess(_) => bench::<Chess>(depth),
                };
                self.say(&bench_text(&result));
            }
            Command::Help => self.say(HELP),
            Command::Quit => {}
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let old = self.options.clone();
        match self.options.set(name, value)? {
            Change::None => {}
            Change::Hash => {
                let done = at!(&mut self.table, engine => engine.set_table(self.options.hash));
                if let Err(error) = done {
                    self.options = old;
                    return Err(error.to_string());
                }
            }
            Change::Threads => at!(&mut self.table, engine => engine.set_threads(self.options.threads)),
            #[cfg(feature = "tune")]
            Change::Numbers => at!(&mut self.table, engine => engine.set_numbers(self.options.numbers)),
            Change::Clear => at!(&mut self.table, engine => engine.new_game()),
            Change::Variant if self.options.variant == old.variant => {}
            Change::Variant => {
                let (hash, threads) = (self.options.hash, self.options.threads);
                self.table = match self.options.variant {
                    Variant::Xiangqi => Table::Xiangqi(Box::new(Engine::new(hash, threads))),
                    Variant::Chess => Table::Chess(Box::new(Engine::new(hash, threads))),
                };
            }
        }
        Ok(())
    }
}

/// The last line that `bench` prints: nodes, and nodes per second.
pub fn bench_text(bench: &engine::Bench) -> String {
    let speed = bench.nodes as f64 / bench.elapsed.as_secs_f64().max(1e-9);
    format!("{} nodes {speed:.0} nps", bench.nodes)
}

fn display<G: Spoken>(engine: &Engine<G>) -> String {
    let position = engine.position();
    let fen = G::position_text(position);
    let placement = fen.split(' ').next().unwrap_or_default();
    let mut board = String::new();
    for row in placement.split('/') {
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => (0..empty).for_each(|_| board.push_str(" .")),
                None => board.extend([' ', letter]),
            }
        }
        board.push('\n');
    }
    let check = if G::is_check(position) { "yes" } else { "no" };
    format!("{board}\nFen: {fen}\nKey: {:016X}\nCheck: {check}", G::key(position))
}

/// Starts what a `go` asks for.
fn start<G: Spoken>(
    engine: &mut Engine<G>,
    go: &Go,
    options: &Options,
    output: Output,
) -> Result<(), String> {
    if let Some(depth) = go.perft {
        return divide(engine, depth, &output);
    }
    let position = engine.position();
    let moves: Result<Vec<G::Move>, String> =
        go.moves.iter().map(|text| G::parse_move(position, text)).collect();
    let side = G::side(position);
    let mut limits = Limits {
        depth: go.depth,
        nodes: go.nodes,
        mate: go.mate,
        moves: moves?,
        lines: options.lines,
        ..Limits::default()
    };
    let clock = go.time.get(side).copied().flatten();
    if let Some(time) = go.move_time {
        limits.hard_time =
            Some(time.saturating_sub(options.overhead).max(std::time::Duration::from_millis(1)));
    } else if let Some(left) = clock.filter(|_| !go.ponder) {
        let increment = go.increment.get(side).copied().unwrap_or_default();
        let (soft, hard) = search::allot(left, increment, go.moves_to_go, options.overhead);
        (limits.soft_time, limits.hard_time) = (Some(soft), Some(hard));
    }
    let waits = go.infinite || go.ponder;
    engine.go(limits, waits, Box::new(move |event| say(&output, &event_text(&event))));
    Ok(())
}

/// Leaves below each move, as other engines print them.
fn divide<G: Spoken>(engine: &Engine<G>, depth: u32, output: &Output) -> Result<(), String> {
    if depth == 0 {
        return Err("\"perft\" needs a depth of 1 or more".into());
    }
    let position = engine.position();
    let mut moves = Vec::new();
    for which in [Which::Noisy, Which::Quiet] {
        G::generate(position, which, |mv| moves.push(mv));
    }
    let mut total = 0;
    for mv in moves {
        let mut after = position.clone();
        G::play(&mut after, mv);
        let count = G::perft(&after, depth - 1);
        total += count;
        say(output, &format!("{}: {count}", G::move_text(position, mv)));
    }
    say(output, &format!("\nNodes searched: {total}"));
    Ok(())
}
