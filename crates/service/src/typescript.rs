//! The TypeScript types of the messages, for the page.
//!
//! They are checked in at `web/src/net/generated/messages.ts`; a test compares. `make web-types` writes them anew.

use crate::messages::{MoveText, PieceLetter, Reply, Request, SquareText};
use std::collections::BTreeMap;
use ts_rs::{Config, TS, TypeVisitor};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/net/generated/messages.ts");

/// Types that are written as text.
macro_rules! text_type {
    ($type:ty, $name:literal, $definition:literal) => {
        impl TS for $type {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;
            fn name(_: &Config) -> String {
                $name.into()
            }
            fn inline(_: &Config) -> String {
                $definition.into()
            }
            fn decl(_: &Config) -> String {
                format!("type {} = {};", $name, $definition)
            }
            fn output_path() -> Option<std::path::PathBuf> {
                Some(concat!($name, ".ts").into())
            }
        }
    };
}

text_type!(MoveText, "Move", "string");
text_type!(SquareText, "Square", "string");
text_type!(
    PieceLetter,
    "PieceLetter",
    "\"K\" | \"A\" | \"B\" | \"N\" | \"R\" | \"C\" | \"P\" | \"k\" | \"a\" | \"b\" | \"n\" | \"r\" | \"c\" | \"p\""
);

/// The declarations of types and of all that they are made of.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            // A list or a map of something that may have a declaration.
            T::visit_generics(self);
            return;
        }
        let name = T::ident(&self.config);
        if self.found.contains_key(&name) {
            return;
        }
        let docs = T::docs()
            .unwrap_or_default()
            .replace("/**\n * ", "/** ")
            .replace("\n */", " */")
            .replace("\n * ", " ");
        self.found.insert(name, format!("{docs}export {}\n", compact(&T::decl(&self.config))));
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// Comments on one line with what they speak of, and every case of a union on a line of its own.
fn compact(declaration: &str) -> String {
    let text = declaration
        .replace("/**\n * ", "  /** ")
        .replace("\n */\n", " */ ")
        .replace("\n * ", " ")
        .replace(" | { \"", "\n  | { \"");
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

fn generated() -> String {
    let config = Config::new().with_large_int("number");
    let mut declarations = Declarations { config, found: BTreeMap::new() };
    declarations.visit::<Request>();
    declarations.visit::<Reply>();
    let head = "// Generated from crates/service/src/messages by `make web-types`. Do not edit.\n\
                // biome-ignore-all format: as it is generated\n";
    let mut text = head.to_owned();
    for declaration in declarations.found.values() {
        text.push('\n');
        text.push_str(declaration);
    }
    text
}

#[test]
fn the_page_has_the_types_of_the_messages() {
    let generated = generated();
    if std::env::var_os("CHUHE_WRITE_WEB_TYPES").is_some() {
        std::fs::create_dir_all(std::path::Path::new(FILE).parent().unwrap()).unwrap();
        std::fs::write(FILE, &generated).unwrap();
    }
    let checked_in = std::fs::read_to_string(FILE).unwrap_or_default();
    let differs = checked_in.lines().zip(generated.lines()).find(|(old, new)| old != new);
    assert!(
        checked_in == generated,
        "web/src/net/generated/messages.ts is not what the messages are: run `make web-types` ({differs:?})"
    );
}

/// Every piece has its letter in the type.
#[test]
fn letters_are_those_of_the_pieces() {
    let definition = PieceLetter::inline(&Config::new());
    let letters: Vec<&str> = definition.split(" | ").collect();
    let pieces: Vec<xiangqi::Piece> = letters
        .iter()
        .map(|letter| xiangqi::Piece::from_letter(letter.trim_matches('"').chars().next().unwrap()).unwrap())
        .collect();
    assert_eq!(pieces.len(), 14);
    for (piece, letter) in pieces.iter().zip(letters) {
        assert_eq!(format!("\"{}\"", piece.letter()), letter);
    }
}
