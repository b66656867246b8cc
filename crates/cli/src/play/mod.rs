//! `chuhe play`: a game at the terminal, between people, the engine and chance, judged by the full rules.
//!
//! Reads a command a line and answers each. Works the same from a pipe. However it ends, by `quit`,
//! by the end of the input or by Ctrl-C, the game so far is printed as PGN.

mod command;
mod draw;
mod game;
mod player;

use crate::failure::Failure;
use crate::judge::rule_set;
use clap::{Args, ValueEnum};
use command::PlayCommand;
use draw::Look;
use game::{LocalGame, Refusal};
use notation::{Notation, Style};
use player::{Player, Players};
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use xiangqi::{Position, RuleSet, Rules};

/// Play a game in the terminal, against a person or the engine
///
/// Type a move in any notation (h2e2, H2-E2, C2=5, 炮二平五), or `help` for the other commands.
/// `chuhe play --black 3` plays against the engine at level 3 of 10.
#[derive(Args)]
pub struct Arguments {
    /// The position to begin with [default: the starting position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Who moves Red: person, random, or the engine at a level from 1 to 10
    #[arg(long, value_name = "WHO", default_value = "person")]
    red: Player,
    /// Who moves Black
    #[arg(long, value_name = "WHO", default_value = "person")]
    black: Player,
    /// Seconds for a move of level 10, and for a hint; the other levels answer at once
    #[arg(long, value_name = "S", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// The rules to judge by
    #[arg(long, value_name = "RULES", default_value = "asian", value_parser = rule_set())]
    rule: RuleSet,
    /// How moves are shown
    #[arg(long, value_enum, default_value_t)]
    notation: Shown,
    /// How pieces are shown
    #[arg(long, value_enum, default_value_t)]
    pieces: Pieces,
    /// Show the board from Black's side
    #[arg(long)]
    flip: bool,
    /// Keep the game in this file as PGN, written anew after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// A notation on the command line.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Shown {
    /// h2e2
    #[default]
    Coordinates,
    /// C2=5
    Wxf,
    /// 炮二平五
    Chinese,
}

impl From<Shown> for Notation {
    fn from(shown: Shown) -> Self {
        match shown {
            Shown::Coordinates => Self::Coordinates,
            Shown::Wxf => Self::Wxf,
            Shown::Chinese => Self::Chinese(Style::Simplified),
        }
    }
}

/// What the pieces look like.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Pieces {
    /// R N B A K A B N R, Black in lower case
    Letters,
    /// 车马相仕帅
    #[default]
    Chinese,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let text = arguments.fen.as_deref().unwrap_or(xiangqi::fen::START);
    let position: Position =
        text.parse().map_err(|error| Failure::Input(format!("FEN \"{text}\": {error}")))?;
    let game = LocalGame::new(position, arguments.rule.into(), arguments.notation.into());
    let game = Arc::new(Mutex::new(game));
    print_on_interrupt(&game)?;
    let has_colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let look = Look { pieces: arguments.pieces, is_flipped: arguments.flip, has_colour };
    let seed = RandomState::new().hash_one(0);
    let players = [arguments.red, arguments.black];
    let players = Players::new(players, Duration::from_secs(arguments.seconds), seed);
    let mut dialogue = Dialogue { game, players, look, save: arguments.save.clone() };
    dialogue.run()?;
    Ok(ExitCode::SUCCESS)
}

/// On Ctrl-C or a request to terminate: the game so far, and the exit code of an interrupted program.
fn print_on_interrupt(game: &Arc<Mutex<LocalGame>>) -> Result<(), Failure> {
    let game = Arc::clone(game);
    let handler = move || {
        println!("\n{}", lock(&game).pgn());
        std::process::exit(130);
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::Input(format!("cannot watch for Ctrl-C: {error}")))
}

/// The game; a thread that died holding it left it whole, for it changes by whole moves.
fn lock(game: &Mutex<LocalGame>) -> MutexGuard<'_, LocalGame> {
    game.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The conversation.
struct Dialogue {
    game: Arc<Mutex<LocalGame>>,
    players: Players,
    look: Look,
    save: Option<PathBuf>,
}

impl Dialogue {
    fn run(&mut self) -> Result<(), Failure> {
        let mut out = std::io::stdout();
        writeln!(out, "Type a move, or help.\n")?;
        self.show_board()?;
        let mut lines = std::io::stdin().lock().split(b'\n');
        loop {
            self.answer()?;
            write!(out, "{}> ", lock(&self.game).prompt())?;
            out.flush()?;
            let Some(line) = lines.next().transpose()? else { break };
            let line = String::from_utf8_lossy(&line);
            let Some(command) = PlayCommand::parse(&line) else { continue };
            if command == PlayCommand::Quit {
                break;
            }
            match self.obey(command) {
                Ok(answer) if answer.is_empty() => {}
                Ok(answer) => writeln!(out, "{answer}")?,
                Err(Failure::Input(message)) => writeln!(out, "{message}")?,
                Err(failure @ Failure::File(..)) => writeln!(out, "{failure}")?,
                Err(failure) => return Err(failure),
            }
        }
        writeln!(out, "\n{}", lock(&self.game).pgn())?;
        Ok(())
    }

    /// Lets the program move for its sides, until a person is to move or the game is over.
    fn answer(&mut self) -> Result<(), Failure> {
        loop {
            let (position, rules) = self.seen();
            if lock(&self.game).is_over() {
                return Ok(());
            }
            let Some(mv) = self.players.choose(&position, rules) else { return Ok(()) };
            lock(&self.game).play(&mv.to_string()).map_err(Failure::input)?;
            self.keep()?;
            self.show_board()?;
        }
    }

    /// What players think about. The lock is free meanwhile, so that Ctrl-C can print the game.
    fn seen(&self) -> (Position, Rules) {
        let game = lock(&self.game);
        (game.position().clone(), game.rules())
    }

    /// Offers a draw, which the engine answers at once.
    fn offer_draw(&mut self) -> Result<(), Refusal> {
        lock(&self.game).offer_draw()?;
        let (position, rules) = self.seen();
        let is_asked = self.players.at(!position.side()) != Player::Person && !lock(&self.game).is_over();
        if is_asked && !self.players.accepts_draw(&position, rules) {
            return Err(Refusal::Declined(!position.side()));
        }
        if is_asked {
            lock(&self.game).agree_to_draw();
        }
        Ok(())
    }

    /// Carries out a command and gives the answer to print.
    fn obey(&mut self, command: PlayCommand<'_>) -> Result<String, Failure> {
        let mut game = lock(&self.game);
        let changed = match command {
            PlayCommand::Help => return Ok(command::HELP.trim_end().to_string()),
            PlayCommand::Moves => return Ok(game.numbered_moves()),
            PlayCommand::Fen => return Ok(game.position().fen().to_string()),
            PlayCommand::Pgn => return Ok(game.pgn()),
            PlayCommand::Save(path) => {
                drop(game);
                self.save = Some(PathBuf::from(path));
                self.keep()?;
                return Ok(format!("The game is kept in {path} from now on."));
            }
            PlayCommand::Board => Ok(()),
            PlayCommand::Flip => {
                self.look.is_flipped = !self.look.is_flipped;
                Ok(())
            }
            PlayCommand::Rules(name) => match name.parse::<RuleSet>() {
                Ok(rules) => {
                    game.set_rules(rules.into());
                    Ok(())
                }
                Err(error) => Err(error.into()),
            },
            PlayCommand::Undo => {
                let undone = game.undo();
                // A person takes back a move of their own.
                if self.players.at(game.position().side()) != Player::Person {
                    let _ = game.undo();
                }
                undone
            }
            PlayCommand::Hint => {
                drop(game);
                let (position, rules) = self.seen();
                let hint = self.players.hint(&position, rules);
                let text = hint.map(|mv| lock(&self.game).move_text(mv));
                return Ok(text.unwrap_or_else(|| "There is no move to play.".into()));
            }
            PlayCommand::Seat(side, name) => {
                name.parse().map(|player| self.players.seat(side, player)).map_err(Refusal::from)
            }
            PlayCommand::New => {
                game.restart();
                Ok(())
            }
            PlayCommand::Resign => game.resign(),
            PlayCommand::Draw => {
                drop(game);
                let offered = self.offer_draw();
                game = lock(&self.game);
                offered
            }
            PlayCommand::Play(text) => game.play(text),
            PlayCommand::Quit => return Ok(String::new()),
        };
        drop(game);
        changed.map_err(Failure::input)?;
        self.keep()?;
        self.show_board()?;
        Ok(String::new())
    }

    /// Writes the game to its file, if it has one.
    fn keep(&self) -> Result<(), Failure> {
        let Some(path) = &self.save else { return Ok(()) };
        let text = lock(&self.game).pgn();
        std::fs::write(path, text).map_err(|error| Failure::File(path.clone(), error))
    }

    fn show_board(&self) -> Result<(), Failure> {
        let game = lock(&self.game);
        let mut out = std::io::stdout();
        writeln!(out, "{}\n{}", self.look.draw(game.position()), game.status())?;
        Ok(())
    }
}
