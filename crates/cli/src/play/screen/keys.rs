//! The keys of the screen, one row for each: what the help lists, the bar shows and the program obeys is this table.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key, as the model knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    Char(char),
    /// With Ctrl, in lower case.
    Control(char),
    Function(u8),
    Enter,
    Escape,
    Backspace,
    Delete,
    Tab,
    Left,
    Right,
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    End,
}

impl Key {
    /// The key of an event of the terminal; nothing for keys without meaning, and for keys let go.
    pub fn from_event(event: &KeyEvent) -> Option<Self> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let has = |modifier| event.modifiers.contains(modifier);
        Some(match event.code {
            // Some keyboards type letters with both: those are plain characters.
            KeyCode::Char(letter) if has(KeyModifiers::CONTROL) && !has(KeyModifiers::ALT) => {
                Self::Control(letter.to_ascii_lowercase())
            }
            KeyCode::Char(letter) => Self::Char(letter),
            KeyCode::F(number) => Self::Function(number),
            KeyCode::Enter => Self::Enter,
            KeyCode::Esc => Self::Escape,
            KeyCode::Backspace => Self::Backspace,
            KeyCode::Delete => Self::Delete,
            KeyCode::Tab => Self::Tab,
            KeyCode::Left => Self::Left,
            KeyCode::Right => Self::Right,
            KeyCode::Up => Self::Up,
            KeyCode::Down => Self::Down,
            KeyCode::PageUp => Self::PageUp,
            KeyCode::PageDown => Self::PageDown,
            KeyCode::Home => Self::Home,
            KeyCode::End => Self::End,
            _ => return None,
        })
    }
}

/// What a key does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Help,
    /// A command of the dialogue.
    PlayCommand(&'static str),
    /// The beginning of a command, to be finished by typing.
    Begin(&'static str),
}

/// A key with a name on the bar.
pub struct Binding {
    pub function: u8,
    pub control: char,
    pub label: &'static str,
    pub words: &'static str,
    pub action: Action,
}

const fn row(
    function: u8,
    control: char,
    label: &'static str,
    words: &'static str,
    action: Action,
) -> Binding {
    Binding { function, control, label, words, action }
}

/// All of them, in the order of the bar.
pub const BINDINGS: [Binding; 11] = [
    row(1, 'g', "Help", "this help", Action::Help),
    row(2, 's', "Save", "save the game to a file", Action::Begin("save ")),
    row(3, 'o', "Load", "load a game from a file", Action::Begin("load ")),
    row(4, 't', "Hint", "ask the engine for a move", Action::PlayCommand("hint")),
    row(5, 'z', "Undo", "take back a move, also while the engine thinks", Action::PlayCommand("undo")),
    row(6, 'y', "Redo", "play again what was taken back", Action::PlayCommand("redo")),
    row(7, 'f', "Flip", "turn the board round", Action::PlayCommand("flip")),
    row(8, 'l', "Level", "change the level of the engine", Action::Begin("level ")),
    row(9, 'n', "New", "begin a new game; the old one is kept", Action::PlayCommand("new")),
    row(11, 'p', "Pause", "pause: no clock runs, you move for both", Action::PlayCommand("pause")),
    row(10, 'q', "Quit", "leave; the game is kept (also Ctrl-C)", Action::PlayCommand("quit")),
];

/// What a key does, if it is one of the table.
pub fn action(key: Key) -> Option<Action> {
    if key == Key::Control('c') {
        return Some(Action::PlayCommand("quit"));
    }
    let binding = BINDINGS
        .iter()
        .find(|binding| key == Key::Function(binding.function) || key == Key::Control(binding.control));
    binding.map(|binding| binding.action)
}

/// The keys in words.
pub fn help() -> String {
    let mut rows = vec![
        "arrows          move the cursor".to_owned(),
        "Enter, Space    take the piece, or put it down; the mouse does the same".to_owned(),
        "Esc             put the piece back, empty the line, close a window".to_owned(),
        "letters         type a move or a command; Enter ends it, Tab brings the last one back".to_owned(),
        "PageUp/Down     scroll the moves, as does the wheel; End follows the game".to_owned(),
        "< and >         undo and redo; ? is this help".to_owned(),
    ];
    rows.extend(BINDINGS.iter().map(|binding| {
        let keys = format!("F{}, Ctrl-{}", binding.function, binding.control.to_ascii_uppercase());
        format!("{keys:16}{}", binding.words)
    }));
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_meanings() {
        for (index, binding) in BINDINGS.iter().enumerate() {
            for other in &BINDINGS[..index] {
                assert!(
                    binding.function != other.function && binding.control != other.control,
                    "{}",
                    other.label
                );
            }
            // What terminals send for Backspace, Tab, Enter and Esc.
            assert!(!"hijm[".contains(binding.control), "{}", binding.label);
        }
        assert_eq!(action(Key::Function(5)), Some(Action::PlayCommand("undo")));
        assert_eq!(action(Key::Control('c')), Some(Action::PlayCommand("quit")));
        assert_eq!(action(Key::Char('u')), None);
    }

    #[test]
    fn events_become_keys() {
        let event = |code, modifiers| Key::from_event(&KeyEvent::new(code, modifiers));
        assert_eq!(event(KeyCode::Char('S'), KeyModifiers::CONTROL), Some(Key::Control('s')));
        assert_eq!(event(KeyCode::Char('炮'), KeyModifiers::NONE), Some(Key::Char('炮')));
        assert_eq!(event(KeyCode::CapsLock, KeyModifiers::NONE), None);
        let let_go = KeyEvent::new_with_kind(KeyCode::Enter, KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(Key::from_event(&let_go), None);
    }
}
