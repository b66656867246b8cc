//! Files of games: bytes in, whole games out, and back.
//!
//! [`notation::formats`] finds the format and the encoding by content. Everything of a game is kept: tags in order, comments before and
//! behind moves, glyphs, variations. A game that goes wrong somewhere is reported in its place with what could be had of it, and the others are
//! read. Refused: files of more than [`MAX_FILE`] bytes, trees of more than [`MAX_NODES`] moves or with lines of more than
//! [`MAX_MOVES`] plies.

use crate::error::{ServiceError, shortened};
use crate::game::{CHINESE, MAX_MOVES, parse_fen};
use crate::messages::{
    FileFormat, FileGame, FileRead, FileWritten, GameTree, OpeningName, Reply, TreeMove, TreeNoted,
};
use crate::read::is_start;
use crate::words::Words;
use crate::workbench::Run;
use crate::{base64, explore};
use flate2::read::MultiGzDecoder;
use notation::formats::{self, Format, Losses, Writer};
use notation::{Game, NodeId, Notation, RecordedResult};
use std::io::Read;
use std::sync::atomic::Ordering;
use xiangqi::{Board, Move, Position};

/// The largest file that is read, in bytes.
const MAX_FILE: usize = 32 << 20;
/// The most moves of a game, variations included.
pub const MAX_NODES: usize = 20_000;
/// The most games that are read from a file at once.
const MAX_GAMES: usize = 50_000;

/// The bytes of a file that is to be read.
///
/// # Errors
/// If they are not base64 or, where they should be, not gzip; or if they are too many.
pub fn bytes(data: &str, is_packed: bool) -> Result<Vec<u8>, ServiceError> {
    let bytes = base64::decode(data)?;
    let bytes = if is_packed { unpacked(&bytes)? } else { bytes };
    match bytes.len() {
        0 => Err(ServiceError::NothingToRead),
        count if count > MAX_FILE => Err(ServiceError::FileTooLarge { max: MAX_FILE }),
        _ => Ok(bytes),
    }
}

/// What gzip has packed, or the beginning of it if that is more than is read.
fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, ServiceError> {
    let mut unpacked = Vec::new();
    let mut reader = MultiGzDecoder::new(bytes).take(MAX_FILE as u64 + 1);
    match reader.read_to_end(&mut unpacked) {
        Ok(_) => Ok(unpacked),
        Err(error) => Err(ServiceError::NotGzip { reason: error.to_string() }),
    }
}

/// Reads all games of a file, reports each, and sums up.
pub fn read(bytes: &[u8], run: &mut Run<'_>) -> Reply {
    let mut reader = formats::read(bytes);
    let format = reader.format().map(|format| format.name().to_owned());
    let (mut games, mut faults, mut stopped) = (0, 0, false);
    let mut number = 0;
    while let Some(read) = reader.next() {
        number += 1;
        if number > MAX_GAMES || run.stop.load(Ordering::Relaxed) {
            stopped = true;
            break;
        }
        let (game, mut fault) = match read {
            Ok(game) => (Some(game), None),
            Err(error) => (reader.salvage().map(|salvaged| salvaged.game), Some(Words::file_fault(&error))),
        };
        let tree = game.as_ref().and_then(|game| match described(game) {
            Ok(tree) => Some(tree),
            Err(error) => {
                fault = Some(Words::error(&error));
                None
            }
        });
        games += usize::from(tree.is_some());
        faults += usize::from(fault.is_some());
        let opening = game.as_ref().filter(|_| tree.is_some()).and_then(opening);
        (run.report)(Reply::FileGame(Box::new(FileGame { number, game: tree, opening, fault })));
    }
    Reply::FileRead(FileRead { format, games, faults, stopped })
}

/// A game as messages have it.
fn described(game: &Game) -> Result<GameTree, ServiceError> {
    let count = game.node_count().saturating_sub(1);
    if count > MAX_NODES {
        return Err(ServiceError::TooManyNodes { count, max: MAX_NODES });
    }
    let mut nodes: Vec<TreeMove> = Vec::with_capacity(count);
    // Children last to first, so that the first is taken up first.
    let mut waiting: Vec<(NodeId, usize, usize)> =
        children(game, game.root()).rev().map(|id| (id, 0, 1)).collect();
    while let Some((id, parent, depth)) = waiting.pop() {
        if depth > MAX_MOVES {
            return Err(ServiceError::LineTooLong { max: MAX_MOVES });
        }
        let Some((node, mv)) = game.node(id).and_then(|node| Some((node, node.mv()?))) else { continue };
        nodes.push(TreeMove {
            mv: mv.to_string(),
            parent,
            before: node.comment_before().to_owned(),
            comment: node.comment().to_owned(),
            glyphs: node.glyphs().to_vec(),
        });
        let number = nodes.len();
        waiting.extend(children(game, id).rev().map(|child| (child, number, depth + 1)));
    }
    Ok(GameTree {
        fen: Some(game.start()).filter(|start| *start != Game::default().start()).map(ToString::to_string),
        tags: game.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        result: game.result.to_string(),
        comment: game.node(game.root()).map(|root| root.comment().to_owned()).unwrap_or_default(),
        nodes,
    })
}

fn children(game: &Game, id: NodeId) -> std::iter::Copied<std::slice::Iter<'_, NodeId>> {
    game.node(id).map(notation::Node::children).unwrap_or_default().iter().copied()
}

/// What the opening of the main line is called.
fn opening(game: &Game) -> Option<OpeningName> {
    if !is_start(game.start()) {
        return None;
    }
    let mut position = Position::start();
    for mv in game.main_line().filter_map(|(_, node)| node.mv()) {
        position.play_unchecked(mv);
    }
    explore::opening(&position)
}

/// Writes games as a file.
///
/// # Errors
/// Says what is wrong with a game, or that the format does not hold so much.
pub fn write(games: &[GameTree], format: FileFormat) -> Result<Reply, ServiceError> {
    let format = Format::from(format);
    if games.is_empty() {
        return Err(ServiceError::NoGamesToWrite);
    }
    if games.len() > 1 && !format.holds_many() {
        return Err(ServiceError::OneGameOnly { format });
    }
    // Every format of a message is one that is written.
    let writer = Writer::new(format).map_err(|_| ServiceError::RequestFailed)?;
    let mut bytes = writer.header().to_vec();
    let mut losses: Vec<Words> = Vec::new();
    for (index, tree) in games.iter().enumerate() {
        if index > 0 {
            bytes.extend(writer.separator());
        }
        let (written, lost) = writer.write(&built(tree)?);
        bytes.extend(written);
        note_losses(&lost, &mut losses);
    }
    let (text, data) = match String::from_utf8(bytes) {
        Ok(text) if format != Format::Xqf => (Some(text), None),
        Ok(text) => (None, Some(base64::encode(text.as_bytes()))),
        Err(error) => (None, Some(base64::encode(error.as_bytes()))),
    };
    Ok(Reply::FileWritten(FileWritten { text, data, extension: format.extension().into(), losses }))
}

fn note_losses(lost: &Losses, losses: &mut Vec<Words>) {
    for words in lost.iter().map(Words::loss) {
        if !losses.contains(&words) {
            losses.push(words);
        }
    }
}

/// The game that a tree describes.
fn built(tree: &GameTree) -> Result<Game, ServiceError> {
    let mut game = match &tree.fen {
        Some(fen) => Game::new(parse_fen(fen)?.fen()),
        None => Game::default(),
    };
    for (name, value) in &tree.tags {
        let refused = |error| ServiceError::BadTag { name: shortened(name), error };
        game.tags.set(name, value).map_err(refused)?;
    }
    if !tree.result.is_empty() {
        let unknown = || ServiceError::BadResult { text: shortened(&tree.result) };
        game.result = RecordedResult::from_text(&tree.result).ok_or_else(unknown)?;
    }
    let root = game.root();
    game.set_comment(root, &tree.comment);
    let mut ids = vec![root];
    walk(tree, |index, mv, _| {
        let (Some(node), Some(&parent)) = (tree.nodes.get(index), ids.get(parent_of(tree, index))) else {
            return;
        };
        // The walk has found it legal.
        let Ok(id) = game.append(parent, mv) else { return };
        ids.push(id);
        game.set_comment_before(id, &node.before);
        game.set_comment(id, &node.comment);
        node.glyphs.iter().for_each(|&glyph| game.add_glyph(id, glyph));
    })?;
    Ok(game)
}

fn parent_of(tree: &GameTree, index: usize) -> usize {
    tree.nodes.get(index).map_or(0, |node| node.parent)
}

/// The moves of a tree in the notations that are shown.
///
/// # Errors
/// Says what is wrong with the tree.
pub fn note(tree: &GameTree) -> Result<Reply, ServiceError> {
    let mut noted = TreeNoted { wxf: Vec::new(), chinese: Vec::new() };
    walk(tree, |_, mv, board| {
        noted.wxf.push(Notation::Wxf.format(board, mv));
        noted.chinese.push(CHINESE.format(board, mv));
    })?;
    Ok(Reply::TreeNoted(noted))
}

/// Visits the moves of a tree in the order of its list, each with the board before it.
fn walk(tree: &GameTree, mut visit: impl FnMut(usize, Move, &Board)) -> Result<(), ServiceError> {
    if tree.nodes.len() > MAX_NODES {
        return Err(ServiceError::TooManyNodes { count: tree.nodes.len(), max: MAX_NODES });
    }
    let start = match &tree.fen {
        Some(fen) => parse_fen(fen)?.board().clone(),
        None => Board::start(),
    };
    let mut boards = vec![(start, 0)];
    for (node, number) in tree.nodes.iter().zip(1..) {
        let Some((board, depth)) = boards.get(node.parent).cloned() else {
            return Err(ServiceError::BadParent { number, parent: node.parent });
        };
        if depth >= MAX_MOVES {
            return Err(ServiceError::LineTooLong { max: MAX_MOVES });
        }
        let not_a_move = |_| ServiceError::NotAMove { number, text: shortened(&node.mv) };
        let mv: Move = node.mv.parse().map_err(not_a_move)?;
        let mut position =
            Position::from(xiangqi::Fen { board: board.clone(), quiet_plies: 0, move_number: 1 });
        position.try_play(mv).map_err(|error| ServiceError::IllegalMove { number, error })?;
        visit(number - 1, mv, &board);
        boards.push((position.board().clone(), depth + 1));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;
    use std::sync::atomic::AtomicBool;

    const FILE: &str = "[Game \"Chinese Chess\"]\n[Event \"Cup\"]\n[Red \"Hu\"]\n[Black \"Xu\"]\n[Result \"1-0\"]\n\n\
        {opening} 1. C2=5 $1 {centre} (1. H2+3 {quiet} H8+7 (1... P7+1 $6 (1... C8=5 {third}) 2. P7+1)) \
        {sharp} 1... H8+7 $2 2. H2+3 (2. H2+3 {again}) 1-0\n";

    fn read_all(bytes: &[u8]) -> (Vec<FileGame>, FileRead) {
        let stop = AtomicBool::new(false);
        let mut games = Vec::new();
        let mut report = |reply| match reply {
            Reply::FileGame(game) => games.push(*game),
            other => panic!("{other:?}"),
        };
        let last = read(bytes, &mut Run { client: 1, stop: &stop, report: &mut report });
        let Reply::FileRead(done) = last else { panic!("{last:?}") };
        (games, done)
    }

    #[test]
    fn everything_of_a_game_comes_back() {
        let (games, done) = read_all(FILE.as_bytes());
        assert_eq!((done.games, done.faults, done.format.as_deref()), (1, 0, Some("PGN")));
        let tree = games[0].game.clone().unwrap();
        assert_eq!(tree.nodes.len(), 9, "{tree:?}");
        assert!(tree.nodes.iter().any(|node| node.before == "sharp" && node.glyphs == [2]), "{tree:?}");
        assert_eq!(tree.tags[0], ("Event".to_owned(), "Cup".to_owned()));
        let Ok(Reply::FileWritten(written)) = write(std::slice::from_ref(&tree), FileFormat::Pgn) else {
            panic!()
        };
        let expected = notation::pgn::read(FILE).next().unwrap().unwrap();
        assert_eq!(
            written.text.as_deref(),
            Some(&*notation::pgn::write(&expected, &notation::pgn::Format::default()))
        );
        let Ok(Reply::FileWritten(written)) = write(std::slice::from_ref(&tree), FileFormat::Xqf) else {
            panic!()
        };
        assert!(written.losses.iter().any(|loss| loss.english.contains("glyphs")), "{written:?}");
        let (again, _) = read_all(&base64::decode(&written.data.unwrap()).unwrap());
        assert_eq!(again[0].game.as_ref().map(|game| game.nodes.len()), Some(9));
        let Ok(Reply::TreeNoted(noted)) = note(&tree) else { panic!() };
        assert_eq!(
            (noted.wxf.len(), noted.wxf[0].as_str(), noted.chinese[0].as_str()),
            (9, "C2=5", "炮二平五")
        );
    }

    #[test]
    fn a_bad_game_does_not_keep_the_others_out() {
        let file =
            "[Red \"a\"]\n\n1. C2=5 H8+7 *\n\n[Red \"b\"]\n\n1. C2=5 K5+9 *\n\n[Red \"c\"]\n\n1. H2+3 *\n";
        let (games, done) = read_all(file.as_bytes());
        assert_eq!((done.games, done.faults), (3, 1));
        let cut = games[1].game.as_ref().unwrap();
        assert!(cut.nodes.len() == 1 && cut.nodes[0].comment.contains("cut here"), "{cut:?}");
        let fault = games[1].fault.as_ref().unwrap();
        assert!(fault.english.contains("line") && fault.chinese.contains("行"), "{fault:?}");
        assert_eq!(games[2].number, 3);
        let both: Vec<GameTree> = games.into_iter().filter_map(|game| game.game).collect();
        assert!(matches!(write(&both, FileFormat::Xqf), Err(ServiceError::OneGameOnly { .. })));
        let Ok(Reply::FileWritten(written)) = write(&both, FileFormat::Pgn) else { panic!() };
        assert_eq!(read_all(written.text.unwrap().as_bytes()).1.games, 3);
    }

    #[test]
    fn encodings_are_found() {
        let text = "[Red \"胡荣华\"]\n\n1. 炮二平五 馬8進7 *\n";
        let utf16: Vec<u8> =
            std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        for bytes in [text.as_bytes(), &utf16] {
            let tree = read_all(bytes).0[0].game.clone().unwrap();
            assert_eq!((tree.tags[0].1.as_str(), tree.nodes.len()), ("胡荣华", 2));
        }
    }

    #[test]
    fn bad_trees_are_refused() {
        let node = |mv: &str, parent| TreeMove { mv: mv.into(), parent, ..TreeMove::default() };
        let tree = |nodes: Vec<TreeMove>| GameTree { nodes, ..GameTree::default() };
        let code = |tree: &GameTree| match (note(tree), write(std::slice::from_ref(tree), FileFormat::Pgn)) {
            (Err(one), Err(other)) => {
                assert_eq!(one, other);
                one
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(code(&tree(vec![node("h2e2", 1)])), ServiceError::BadParent { number: 1, parent: 1 });
        assert!(matches!(code(&tree(vec![node("h2e9", 0)])), ServiceError::IllegalMove { number: 1, .. }));
        assert!(matches!(code(&tree(vec![node("hello", 0)])), ServiceError::NotAMove { .. }));
        let many = tree(vec![node("h2e2", 0); MAX_NODES + 1]);
        assert!(matches!(code(&many), ServiceError::TooManyNodes { .. }));
        let bad = GameTree { result: "2-0".into(), ..GameTree::default() };
        assert!(matches!(write(&[bad], FileFormat::Pgn), Err(ServiceError::BadResult { .. })));
        assert!(matches!(write(&[], FileFormat::Pgn), Err(ServiceError::NoGamesToWrite)));
        let there_and_back = ["a0a1", "a9a8", "a1a0", "a8a9"];
        let long: Vec<TreeMove> = (0..=MAX_MOVES).map(|ply| node(there_and_back[ply % 4], ply)).collect();
        assert!(matches!(code(&tree(long)), ServiceError::LineTooLong { .. }));
    }

    fn packed(bytes: &[u8]) -> String {
        let mut writer = GzEncoder::new(Vec::new(), Compression::fast());
        writer.write_all(bytes).unwrap();
        base64::encode(&writer.finish().unwrap())
    }

    #[test]
    fn large_files_come_packed() {
        assert_eq!(bytes(&packed(FILE.as_bytes()), true).unwrap(), FILE.as_bytes());
        assert_eq!(bytes(&packed(&vec![b' '; MAX_FILE]), true).unwrap().len(), MAX_FILE);
        let bomb = packed(&vec![b' '; 4 * MAX_FILE]);
        assert!(matches!(bytes(&bomb, true), Err(ServiceError::FileTooLarge { .. })));
        let half = &bomb[..bomb.len() / 8 * 4];
        assert!(matches!(
            bytes(half, true),
            Err(ServiceError::FileTooLarge { .. } | ServiceError::NotGzip { .. })
        ));
        assert!(matches!(bytes("AAAA", true), Err(ServiceError::NotGzip { .. })));
        assert!(matches!(bytes("AAA", false), Err(ServiceError::NotBase64 { .. })));
        assert!(matches!(bytes("", false), Err(ServiceError::NothingToRead)));
        assert!(matches!(bytes(&packed(b""), true), Err(ServiceError::NothingToRead)));
    }
}
