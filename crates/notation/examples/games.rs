//! Reads a file of games in any format and prints each game as lines that other programs can compare.
//!
//! Usage: `games FILE…`, and `games --write FOLDER FILE…` to write what was read as XQF too.
//!
//! A game is a line `game FILE NUMBER`, its tags, `start FEN`, and for each move in the order of the tree (a move, its
//! line, then its alternatives) `DEPTH MOVE COMMENT`, the comment with its line breaks escaped.

use notation::formats::{Format, Writer, read};
use notation::{Game, Node};
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let mut arguments = env::args().skip(1).peekable();
    let folder =
        arguments.next_if(|argument| argument == "--write").and_then(|_| arguments.next()).map(PathBuf::from);
    for path in arguments {
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        for (index, game) in read(&bytes).enumerate() {
            match game {
                Ok(game) => {
                    print(&path, index, &game);
                    if let Some(folder) = &folder {
                        let name = PathBuf::from(&path);
                        let name = name.file_name().map(|name| name.to_string_lossy().into_owned());
                        let name = format!("{}-{index}.xqf", name.unwrap_or_default());
                        let writer = Writer::new(Format::Xqf).expect("XQF is written");
                        fs::write(folder.join(name), writer.write(&game).0).expect("the file can be written");
                    }
                }
                Err(error) => println!("error {path} {index} {error}"),
            }
        }
    }
}

fn print(path: &str, index: usize, game: &Game) {
    println!("game {path} {index}");
    for (name, value) in game.tags.iter() {
        println!("tag {name} {value}");
    }
    println!("result {}", game.result);
    println!("start {}", game.start());
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('\n', "\\n");
    println!("comment {}", game.node(game.root()).map(|root| escaped(root.comment())).unwrap_or_default());
    let children = |node: Option<&Node>| node.map(|node| node.children().to_vec()).unwrap_or_default();
    let mut tasks: Vec<_> = children(game.node(game.root())).into_iter().rev().map(|id| (1, id)).collect();
    while let Some((depth, id)) = tasks.pop() {
        if let Some((node, mv)) = game.node(id).and_then(|node| Some((node, node.mv()?))) {
            println!("{depth} {mv} {}", escaped(node.comment()));
            tasks.extend(node.children().iter().rev().map(|&child| (depth + 1, child)));
        }
    }
}
