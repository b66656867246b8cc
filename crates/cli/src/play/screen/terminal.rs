//! The terminal, taken and given back.
//!
//! Whoever holds a [`Terminal`] has the whole screen. It is given back when the value goes away, and by a panic of this thread
//! before its message is printed. Panics of other threads, which the engine catches, do not write across the screen.

use ratatui::Frame;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::Size;
use std::io::{self, Stdout};

/// The terminal while it is ours.
pub struct Terminal(ratatui::Terminal<CrosstermBackend<Stdout>>);

impl Terminal {
    /// Takes the terminal.
    pub fn enter() -> io::Result<Self> {
        restore_on_panic();
        enable_raw_mode()?;
        let entered = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste);
        let terminal = entered.and_then(|()| ratatui::Terminal::new(CrosstermBackend::new(io::stdout())));
        if terminal.is_err() {
            restore();
        }
        terminal.map(Self)
    }

    /// Draws a picture.
    pub fn draw(&mut self, picture: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.0.draw(picture).map(drop)
    }

    /// Columns and rows.
    pub fn size(&self) -> io::Result<Size> {
        self.0.size()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Leaves the terminal as it was found. A terminal that is gone needs nothing.
fn restore() {
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
}

fn restore_on_panic() {
    let owner = std::thread::current().id();
    let earlier = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().id() == owner {
            restore();
            earlier(panic);
        }
    }));
}
