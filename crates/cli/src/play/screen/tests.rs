//! The screen, driven without a terminal: events into the model, pictures out of it.
#![allow(clippy::expect_used)]

use super::keys::Key;
use super::layout::ScreenTarget;
use super::model::{Event, Model};
use super::view;
use crate::play::look::{Look, Pieces};
use crate::play::session::tests::{session, settings};
use crate::play::session::{Given, PlayEffect, PlaySession};
use crate::play::thinker::News;
use engine::draws::Gesture;
use notation::{Notation, Style as Script};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Color;
use std::path::PathBuf;
use unicode_width::UnicodeWidthStr;
use xiangqi::Square;

const PLAIN: Look = Look { pieces: Pieces::Letters, is_flipped: false, has_colour: false };

fn model(players: [&str; 2]) -> Model {
    Model::new(session(players, 7), PLAIN)
}

fn press(model: &mut Model, keys: impl IntoIterator<Item = Key>) -> Vec<PlayEffect> {
    keys.into_iter().flat_map(|key| model.update(Event::Key(key))).collect()
}

fn enter(model: &mut Model, line: &str) -> Vec<PlayEffect> {
    press(model, line.chars().map(Key::Char).chain([Key::Enter]))
}

fn square(name: &str) -> Square {
    Square::parse(name.as_bytes()).expect("a square")
}

fn picture(model: &Model, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(|frame| view::draw(frame, model)).expect("drawn");
    terminal.backend().buffer().clone()
}

/// The text of a picture; a wide character takes the place of two cells.
fn text(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        let mut x = 0;
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            x += symbol.width().max(1) as u16;
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[test]
fn a_piece_is_moved_with_the_arrow_keys() {
    let mut model = model(["person", "person"]);
    model.cursor = square("h2");
    press(&mut model, [Key::Enter]);
    assert_eq!(model.selected, Some(square("h2")));
    assert_eq!(model.reachable().len(), 12);
    press(&mut model, [Key::Left, Key::Left, Key::Left, Key::Char(' ')]);
    assert_eq!((model.session.move_texts(), model.selected), (vec!["h2e2".to_owned()], None));
    // Seen from the other side, the keys go where they point.
    press(&mut model, [Key::Function(7)]);
    assert!(model.look.is_flipped);
    let before = model.cursor;
    press(&mut model, [Key::Right]);
    assert_eq!(Some(model.cursor), before.offset(-1, 0));
    press(&mut model, [Key::Up; 20]);
    assert_eq!(model.cursor.rank(), 0);
}

#[test]
fn a_piece_is_moved_with_the_mouse() {
    let mut model = model(["person", "person"]);
    for name in ["h2", "e2"] {
        model.update(Event::Click(ScreenTarget::Square(square(name))));
    }
    assert_eq!(model.session.move_texts(), ["h2e2"]);
    // Another piece of one's own is taken instead; the same one is put back.
    for (name, held) in [("h9", Some("h9")), ("b9", Some("b9")), ("b9", None)] {
        model.update(Event::Click(ScreenTarget::Square(square(name))));
        assert_eq!(model.selected, held.map(square));
    }
    model.update(Event::Click(ScreenTarget::Square(square("e2"))));
    assert_eq!(model.message, "There is no piece of Black on e2.");
    model.update(Event::Click(ScreenTarget::Key(4)));
    assert_eq!(model.session.game().plies(), 0, "the bar has undo");
}

#[test]
fn moves_are_typed_in_any_notation() {
    let mut model = model(["person", "person"]);
    for line in ["炮二平五", "H8+7", "H0-G2", "i9h9"] {
        enter(&mut model, line);
        assert_eq!(model.message, "", "{line}");
    }
    assert_eq!(model.session.move_texts(), ["h2e2", "h9g7", "h0g2", "i9h9"]);
    enter(&mut model, "i0h9");
    assert!(model.message.contains("\"i0h9\" is not possible"), "{}", model.message);
    assert_eq!(model.session.game().plies(), 4);
    model.update(Event::Paste("车一平二\r\n".into()));
    press(&mut model, [Key::Enter]);
    assert_eq!(model.session.game().plies(), 5);
    press(&mut model, [Key::Char('<'), Key::Char('<'), Key::Char('>')]);
    assert_eq!(model.session.game().plies(), 4);
    press(&mut model, [Key::Tab, Key::Enter]);
    assert_eq!(model.session.game().plies(), 5, "Tab brings the last line back");
}

#[test]
fn the_screen_obeys_while_the_engine_thinks() {
    let mut model = model(["person", "3"]);
    let effects = enter(&mut model, "h2e2");
    let id = effects.iter().find_map(|effect| match effect {
        PlayEffect::Ask(question) => Some(question.id),
        _ => None,
    });
    assert_eq!(model.activity().as_deref(), Some("Black (level 3) is thinking ..."));
    model.update(Event::Click(ScreenTarget::Square(square("h9"))));
    assert!(model.message.starts_with("It is the turn of Black, which is not yours"), "{}", model.message);
    press(&mut model, [Key::Control('f')]);
    assert!(model.look.is_flipped);
    let effects = press(&mut model, [Key::Control('z')]);
    assert!(effects.iter().any(|effect| matches!(effect, PlayEffect::Stop)));
    let late = News::Move { mv: "h9g7".parse().ok(), gesture: Gesture::None };
    assert!(model.session.heard(id.expect("asked"), late).is_empty());
    let effects = press(&mut model, [Key::Control('c')]);
    assert!(effects.iter().any(|effect| matches!(effect, PlayEffect::Quit)));
}

#[test]
fn questions_are_answered_with_one_key() {
    let mut model = model(["person", "person"]);
    let effects = enter(&mut model, "save a.pgn");
    assert!(matches!(&effects[..], [PlayEffect::Save { overwrite: false, .. }]));
    let effects = model.session.file_exists(PathBuf::from("a.pgn"));
    model.take_in(effects);
    assert!(model.message.contains("Overwrite it"), "{}", model.message);
    press(&mut model, [Key::Escape]);
    assert_eq!(model.message, "Nothing is done.");
    model.session.file_exists(PathBuf::from("a.pgn"));
    let effects = press(&mut model, [Key::Char('y')]);
    assert!(matches!(&effects[..], [PlayEffect::Save { overwrite: true, .. }]));
    // Without a question it is a letter.
    press(&mut model, [Key::Char('y')]);
    assert_eq!(model.entry.text(), "y");
}

#[test]
fn the_help_lists_every_key_and_scrolls() {
    let mut model = model(["person", "person"]);
    press(&mut model, [Key::Char('?')]);
    let shown = text(&picture(&model, 120, 60));
    for binding in &super::keys::BINDINGS {
        assert!(shown.contains(binding.words), "{}", binding.words);
    }
    assert!(shown.contains("save FILE"), "{shown}");
    let small = text(&picture(&model, 60, 20));
    assert!(small.contains(" 1-17 of "), "{small}");
    press(&mut model, [Key::PageDown, Key::End, Key::Down]);
    let small = text(&picture(&model, 60, 20));
    assert!(small.contains("nothing is lost"), "{small}");
    press(&mut model, [Key::Down, Key::Up, Key::Up, Key::PageUp]);
    let back = text(&picture(&model, 60, 20));
    assert!(!back.contains("nothing is lost"), "{back}");
    press(&mut model, [Key::Char('x')]);
    assert!(model.window.is_none() && model.entry.is_empty());
}

/// A game with a bit of everything: a clock, a move taken back, a piece in hand, a message.
fn sample(look: Look, notation: Notation) -> Model {
    let mut terms = settings(xiangqi::fen::START);
    (terms.notation, terms.time) = (notation, "10+5".parse().ok());
    let players = ["person", "person"].map(|name| name.parse().expect("a player"));
    let mut model = Model::new(PlaySession::new(terms, players, 7), look);
    for line in
        ["h2e2", "h9g7", "h0g2", "h7h3", "e2e6", "undo", "i0h0", "i9h9", "b2b9", "undo", "black 3", "hint"]
    {
        enter(&mut model, line);
    }
    enter(&mut model, "a0a9");
    model.cursor = square("e2");
    press(&mut model, [Key::Enter, Key::Up, Key::Up]);
    model.say("A message for people.");
    model
}

/// Pictures are kept in `testdata/screen`; `CHUHE_WRITE_SCREENS=1` draws them anew.
#[test]
fn pictures_are_as_kept() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/screen"));
    let boards = [
        ("letters", Pieces::Letters, Notation::Coordinates),
        ("simplified", Pieces::Chinese, Notation::Chinese(Script::Simplified)),
        ("traditional", Pieces::Traditional, Notation::Chinese(Script::Traditional)),
    ];
    for (name, pieces, notation) in boards {
        for (width, height) in [(60, 20), (80, 24), (120, 40)] {
            let look = Look { pieces, is_flipped: name == "traditional", has_colour: name == "simplified" };
            let drawn = text(&picture(&sample(look, notation), width, height));
            let path = folder.join(format!("{name}-{width}x{height}.txt"));
            if std::env::var_os("CHUHE_WRITE_SCREENS").is_some() {
                std::fs::create_dir_all(&folder).expect("a folder");
                std::fs::write(&path, &drawn).expect("written");
            }
            let kept = std::fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(drawn, kept, "{}", path.display());
            if name == "letters" {
                assert!(drawn.is_ascii(), "{drawn}");
            }
        }
    }
}

#[test]
fn colours_are_those_of_every_terminal_or_none() {
    for has_colour in [true, false] {
        let look = Look { pieces: Pieces::Chinese, is_flipped: false, has_colour };
        let model = sample(look, Notation::Coordinates);
        let picture = picture(&model, 80, 24);
        let colours: Vec<Color> = picture.content().iter().flat_map(|cell| [cell.fg, cell.bg]).collect();
        assert_eq!(colours.iter().any(|colour| *colour != Color::Reset), has_colour);
        assert_eq!(colours.contains(&Color::Red), has_colour);
        assert!(!colours.iter().any(|colour| matches!(colour, Color::Rgb(..) | Color::Indexed(_))));
    }
}

#[test]
fn the_panel_says_who_played_a_loaded_game() {
    let mut model = model(["person", "3"]);
    let source = "[Red \"张三\"]\n[Black \"Wang\"]\n\n1. H2-E2 *\n";
    let game = notation::pgn::read(source).next().expect("a game").expect("readable");
    model.session.adopt(game, Given::default()).expect("short");
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let drawn = text(&picture(&model, width, height));
        assert!(drawn.contains("Red   张三 (person)") && drawn.contains("Black Wang (level 3)"), "{drawn}");
    }
}

#[test]
fn no_size_brings_it_down() {
    let look = Look { pieces: Pieces::Chinese, is_flipped: true, has_colour: true };
    let mut model = sample(look, Notation::Chinese(Script::Simplified));
    for round in 0..3 {
        for width in (0..130).step_by(if round == 0 { 1 } else { 7 }) {
            for height in [0, 1, 2, 3, 19, 20, 21, 22, 23, 24, 27, 28, 40, 50] {
                let drawn = text(&picture(&model, width, height));
                if (20..60).contains(&width) && height > 3 {
                    assert!(drawn.contains("The window is"), "{width}x{height}");
                }
            }
        }
        model.say(&"very long words 炮二平五 ".repeat(60));
        press(&mut model, [Key::Char('?'), Key::End].into_iter().take(2 * round));
        model.entry.set(&"炮二平五".repeat(40));
    }
}

#[test]
fn long_games_scroll() {
    let mut model = model(["person", "person"]);
    let moves = "a3a4 a6a5 c3c4 c6c5 e3e4 e6e5 g3g4 g6g5 i3i4 i6i5 a0a1 a9a8 i0i1 i9i8 b0a2 b9a7 h0i2 h9i7 \
                 a1b1 a8b8 i1h1 i8h8 b1b0 b8b9 h1h0 h8h9 d0e1 d9e8";
    for line in moves.split_whitespace() {
        enter(&mut model, line);
        assert_eq!(model.message, "", "{line}");
    }
    let followed = text(&picture(&model, 60, 20));
    assert!(followed.contains("14. d0e1"), "{followed}");
    press(&mut model, [Key::Home]);
    let top = text(&picture(&model, 60, 20));
    assert!(top.contains("a3a4") && !top.contains("d0e1"), "{top}");
    press(&mut model, [Key::PageUp, Key::PageDown]);
    let lower = text(&picture(&model, 60, 20));
    assert!(!lower.contains("a3a4"), "{lower}");
    press(&mut model, [Key::End]);
    assert_eq!(text(&picture(&model, 60, 20)), followed);
}
