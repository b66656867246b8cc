//! `chuhe play` in a real terminal, which tmux keeps: keys in, screens out.
//!
//! Where there is no tmux the tests say so and pass; with `CHUHE_TERMINAL_TEST=required`, as `make terminal-test` sets it, they
//! fail.

#![cfg(unix)]

mod common;

use common::Scratch;
use std::process::Command;
use std::time::{Duration, Instant};

/// How long a screen may take to come: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal of its own, gone afterwards.
struct Tmux {
    socket: String,
    scratch: Scratch,
}

impl Tmux {
    /// A shell in a terminal; nothing where tmux cannot be had.
    fn new(name: &str, width: u16, height: u16) -> Option<Self> {
        let has_tmux = Command::new("tmux").arg("-V").output().is_ok_and(|out| out.status.success());
        let is_required = std::env::var("CHUHE_TERMINAL_TEST").is_ok_and(|value| value == "required");
        assert!(has_tmux || !is_required, "tmux is missing");
        if !has_tmux {
            eprintln!("skipped: there is no tmux here (make terminal-test installs it)");
            return None;
        }
        let scratch = Scratch::new(&format!("terminal-{name}"));
        scratch.write("tmux.conf", "set -g status off\nset -s escape-time 0\n");
        let socket = format!("chuhe-{}-{name}", std::process::id());
        let tmux = Self { socket, scratch };
        let size = [width.to_string(), height.to_string()];
        let data = format!("XDG_DATA_HOME={}", tmux.scratch.path("data").display());
        let shell = "env -u NO_COLOR PS1=READY\\> HISTFILE= sh";
        let start = ["new-session", "-d", "-x", &size[0], "-y", &size[1], "-e", &data, shell];
        tmux.run(&start);
        tmux.wait_for("READY>");
        Some(tmux)
    }

    fn run(&self, words: &[&str]) -> String {
        let config = self.scratch.path("tmux.conf");
        let mut command = Command::new("tmux");
        command.args(["-u", "-L", &self.socket, "-f"]).arg(config).args(words).current_dir(&self.scratch.0);
        command.env("LC_ALL", "C.UTF-8").env("TERM", "xterm-256color").env_remove("TMUX");
        let out = command.output().unwrap();
        assert!(out.status.success(), "{words:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    }

    /// Starts the program; its process number is written to a file first.
    fn play(&self, arguments: &str) {
        let program = env!("CARGO_BIN_EXE_chuhe");
        self.line(&format!("clear; sh -c 'echo $$ > pid; exec {program} play {arguments}'; echo CODE=$?"));
        self.wait_for("F1 Help");
    }

    fn key(&self, name: &str) {
        self.run(&["send-keys", name]);
    }

    fn line(&self, text: &str) {
        self.run(&["send-keys", "-l", text]);
        self.key("Enter");
    }

    /// A click of the left button; cells count from 0.
    fn click(&self, x: u16, y: u16) {
        for end in ['M', 'm'] {
            self.run(&["send-keys", "-l", &format!("\x1b[<0;{};{}{end}", x + 1, y + 1)]);
        }
    }

    fn resize(&self, width: u16, height: u16) {
        self.run(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    fn screen(&self) -> String {
        self.run(&["capture-pane", "-p"])
    }

    /// Waits for a screen on which something holds.
    fn wait_until(&self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if holds(&screen) {
                return screen;
            }
            assert!(start.elapsed() < PATIENCE, "no {what} on the screen:\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits for a text, wherever its lines are broken: between words, beside the board, or at the edge of the terminal.
    fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| {
            let panel: Vec<String> = screen.lines().map(beside_the_board).collect();
            let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            [joined(screen), joined(&panel.join("\n")), screen.replace('\n', "")]
                .iter()
                .any(|lines| lines.contains(text))
        })
    }

    fn signal(&self, name: &str) {
        let pid = String::from_utf8(self.scratch.read("pid")).unwrap();
        let sent = Command::new("kill").args([&format!("-{name}"), pid.trim()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits for the end of the program, and holds it to a terminal that works as before.
    fn wait_for_end(&self, code: i32) {
        self.wait_for(&format!("CODE={code}"));
        self.line("stty -a | tr ' ' '\\n' | grep -c -x -e icanon -e echo -e isig | sed s/^/MODES=/");
        self.wait_for("MODES=3");
    }

    /// The game that is kept.
    fn kept(&self) -> String {
        String::from_utf8(self.scratch.read("data/chuhe/current.pgn")).unwrap()
    }
}

/// What is right of the first 39 columns of a line; Chinese characters take two.
fn beside_the_board(line: &str) -> String {
    let mut column = 0;
    let mut right = String::new();
    for character in line.chars() {
        if column >= 39 {
            right.push(character);
        }
        column += if character < '\u{2E80}' { 1 } else { 2 };
    }
    right
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}

#[test]
fn a_game_is_played_to_mate() {
    let Some(tmux) = Tmux::new("mate", 80, 24) else { return };
    tmux.play("--fen \"3k5/R8/9/9/9/9/8p/9/1R7/4K4 w\" --pieces letters");
    tmux.line("b1c3");
    tmux.wait_for("\"b1c3\" is not possible: the rook on b1 cannot move like that");
    tmux.line("b1b2");
    tmux.wait_for("1 Black>");
    tmux.line("P9+1");
    tmux.wait_for("2 Red>");
    // By the keys, from the king on e0: the rook on b2 goes up to b9.
    for key in ["Left", "Left", "Left", "Up", "Up", "Enter"] {
        tmux.key(key);
    }
    tmux.wait_until("the piece in hand", |screen| screen.contains("[R]") && screen.contains("-o-"));
    for _ in 0..7 {
        tmux.key("Up");
    }
    tmux.key("Space");
    tmux.wait_for("Red wins: Black is checkmated.");
    assert!(tmux.kept().contains("{Red wins: Black is checkmated.} 1-0"), "{}", tmux.kept());
    tmux.line("b8b9");
    tmux.wait_for("The game is over");
    tmux.key("F10");
    tmux.wait_for_end(0);
}

#[test]
fn a_club_player_finds_what_is_needed() {
    let Some(tmux) = Tmux::new("club", 80, 24) else { return };
    tmux.scratch.write("other.pgn", "1. C3-C4 C6-C5 2. B0-C2 *\n");
    tmux.scratch.write("bad.pgn", "1. C3-C4 C3-C4 *\n");
    tmux.play("--black 2 --seed 5 --seconds 1 --notation chinese");
    tmux.wait_for("seed 5");
    tmux.line("炮二平五");
    tmux.wait_until("an answer", |screen| screen.contains("炮二平五") && screen.contains("2 Red>"));
    tmux.key("F5");
    tmux.wait_for("1 Red>");
    tmux.key("F6");
    tmux.wait_for("2 Red>");
    tmux.key("F4");
    tmux.wait_for("Hint: ");
    // The horse by the mouse: h0, then g2.
    tmux.click(31, 18);
    tmux.click(27, 14);
    tmux.wait_until("the horse", |screen| screen.contains("马二进三") && screen.contains("3 Red>"));
    tmux.key("F2");
    tmux.line("mine.pgn");
    tmux.wait_for("The game is kept in mine.pgn from now on.");
    assert_eq!(String::from_utf8(tmux.scratch.read("mine.pgn")).unwrap(), tmux.kept());
    tmux.line("save other.pgn");
    tmux.wait_for("other.pgn exists. Overwrite it");
    tmux.key("n");
    tmux.wait_for("Nothing is done.");
    assert_eq!(tmux.scratch.read("other.pgn"), b"1. C3-C4 C6-C5 2. B0-C2 *\n");
    tmux.key("F3");
    tmux.line("bad.pgn");
    tmux.wait_for("Nothing is loaded: bad.pgn:");
    tmux.wait_for("3 Red>");
    for (width, height) in [(60, 20), (120, 40), (30, 8)] {
        tmux.resize(width, height);
        let is_small = width < 60;
        tmux.wait_until("a picture of the size", |screen| {
            let rows: Vec<&str> = screen.lines().collect();
            rows.len() == usize::from(height)
                && if is_small {
                    screen.contains("The window is 30 x 8")
                } else {
                    rows[rows.len() - 1].starts_with("F1")
                }
        });
    }
    tmux.resize(80, 24);
    tmux.wait_for("3 Red>");
    tmux.key("?");
    tmux.wait_for("take the piece, or put it down");
    tmux.key("Escape");
    tmux.wait_for("F10 Quit");
    tmux.line("black person");
    tmux.line("load other.pgn");
    tmux.wait_for("other.pgn is on the table.");
    tmux.wait_for("2 Black>");
    assert!(tmux.scratch.path("data/chuhe/game-1.pgn").exists(), "the game before has a name of its own");
    tmux.line("quit");
    tmux.wait_for_end(0);
}

#[test]
fn signals_keep_the_game() {
    let Some(tmux) = Tmux::new("signals", 80, 24) else { return };
    tmux.play("--no-book --pieces letters");
    tmux.line("h2e2");
    tmux.wait_for("1 Black>");
    let moves = ["h9g7", "h0g2", "i9h9"];
    for (signal, mv) in ["INT", "TERM", "HUP"].into_iter().zip(moves) {
        tmux.signal(signal);
        tmux.wait_for("goes on with it.");
        tmux.wait_for_end(130);
        tmux.play("--resume --pieces letters");
        tmux.wait_for("The game goes on.");
        tmux.line(mv);
        tmux.wait_for(&format!("Last move: {mv}."));
    }
    // While the engine thinks for an hour.
    tmux.line("red 10");
    tmux.key("C-c");
    tmux.wait_for_end(0);
    assert!(tmux.kept().contains("1. H2-E2 H9-G7 2. H0-G2 I9-H9 *"), "{}", tmux.kept());
    tmux.play("--resume --seconds 3600 --pieces letters");
    tmux.wait_for("Red (level 10) is thinking, depth");
    tmux.key("F7");
    tmux.wait_until("the board turned round", |screen| screen.starts_with('0'));
    tmux.key("F5");
    tmux.wait_until("an undo while it thinks", |screen| {
        screen.contains("2 Black>") && !screen.contains("thinking")
    });
    tmux.line("i9h9");
    tmux.wait_for("is thinking, depth");
    tmux.signal("TERM");
    tmux.wait_for_end(130);
    // A new game does not cost the old one.
    tmux.play("--pieces letters");
    tmux.line("c3c4");
    tmux.wait_for("The game before is kept in");
    let aside = String::from_utf8(tmux.scratch.read("data/chuhe/game-1.pgn")).unwrap();
    assert!(aside.contains("1. H2-E2 H9-G7 2. H0-G2 I9-H9 *"), "{aside}");
    tmux.key("C-q");
    tmux.wait_for_end(0);
}

#[test]
fn the_dialogue_stays() {
    let Some(tmux) = Tmux::new("plain", 80, 60) else { return };
    let program = env!("CARGO_BIN_EXE_chuhe");
    tmux.line(&format!("clear; {program} play --plain --pieces letters; echo CODE=$?"));
    tmux.wait_for("1 Red>");
    tmux.line("h2e2");
    tmux.wait_for("1 Black>");
    tmux.line("quit");
    tmux.wait_for_end(0);
    assert!(tmux.kept().contains("1. H2-E2 *"), "{}", tmux.kept());
}

#[test]
fn the_engine_by_itself_says_how_to_get_a_board() {
    let Some(tmux) = Tmux::new("hint", 80, 24) else { return };
    let program = env!("CARGO_BIN_EXE_chuhe");
    tmux.line(&format!("clear; {program} 2> said; echo CODE=$?"));
    tmux.line("uci");
    tmux.wait_for("uciok");
    tmux.line("quit");
    tmux.wait_for_end(0);
    let said = String::from_utf8(tmux.scratch.read("said")).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("engine mode") && said.contains("`chuhe play`"), "{said}");
    // A GUI, which speaks by a pipe, sees nothing of it.
    tmux.line(&format!("echo quit | {program} 2> unsaid; wc -c < unsaid | sed s/^/BYTES=/"));
    tmux.wait_for("BYTES=0");
}
