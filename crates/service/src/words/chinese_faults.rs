//! The sentences in Chinese about files and texts that cannot be read: what is wrong, with the offending text quoted.

use super::chinese::{board, fen, side_name};
use notation::formats::FileFault;
use notation::pgn::Fault;
use notation::{Missing, MoveError};
use xiangqi::{Colour, Piece, PieceKind};

/// What is wrong with a game in PGN, or with a list of moves.
pub fn pgn_fault(fault: &Fault) -> String {
    match fault {
        Fault::Tag(text) => format!("“{text}”不是标签，标签写作一行 [Name \"value\"]"),
        Fault::TooManyTags => "标签过多".into(),
        Fault::Fen { text, error } => format!("FEN“{text}”不是局面：{}", fen(error)),
        Fault::Move(error) => move_error(error),
        Fault::Glyph(text) => format!("“{text}”不是符号，$ 之后应为0至255的数"),
        Fault::OpenComment => "评注没有结束，缺少 }".into(),
        Fault::OpenVariation => "变着没有结束，缺少 )".into(),
        Fault::NoVariation => "“)”之前没有“(”".into(),
        Fault::NothingToVary => "“(”之前还没有着法，变着须在着法之后".into(),
        Fault::TooDeep => "变着嵌套过深".into(),
        Fault::Unexpected(letter) => {
            format!("此处不应有“{}”，应为着法、评注、变着、符号或结果", letter.escape_debug())
        }
        Fault::TooLong(bytes) => format!("此局超过{bytes}字节"),
        // The enum may grow.
        _ => "内容有误".into(),
    }
}

/// What is wrong with a game in a file of another format.
pub fn format_fault(fault: &FileFault) -> String {
    match fault {
        FileFault::Truncated { missing } => format!("文件不完整，至少还缺{missing}字节"),
        FileFault::Version(version) => format!("不认识此格式的版本{version}"),
        FileFault::Square(number) => format!("{number} 不是棋盘上的位置"),
        FileFault::SquareDigits { text, number } => {
            format!("第{number}个位置“{text}”应为两位数字：列0至8，行0至9，不在棋盘上为99")
        }
        FileFault::SquareCount(count) => format!("初始局面有{count}个位置，应为32个，每枚棋子一个"),
        FileFault::MoveDigits { text, number } => {
            format!("第{number}步“{text}”应为四位数字：起点与终点，各为列0至8、行0至9")
        }
        FileFault::LetteredMove(text) => format!("“{text}”不是着法，着法写作 7C-4C"),
        FileFault::Occupied(square) => format!("{square}上有两枚棋子"),
        FileFault::Piece(number) => format!("{number} 不是棋子"),
        FileFault::Board(invalid) => format!("初始局面不合法：{}", board(*invalid)),
        FileFault::Fen { text, error } => format!("FEN“{text}”不是局面：{}", fen(error)),
        FileFault::Move(error) => move_error(error),
        FileFault::Branch(text) => format!("变着“{text}”所接的着法不存在"),
        FileFault::OpenField(name) => format!("字段“{name}”没有结束"),
        FileFault::TooManyMoves => "着法过多".into(),
        FileFault::TooDeep => "变着过多或嵌套过深".into(),
        // The enum may grow.
        _ => "内容有误".into(),
    }
}

/// Why a text is not a move.
pub fn move_error(error: &MoveError) -> String {
    match error {
        MoveError::Syntax { text, .. } => format!("“{text}”不是着法，着法可写作 h2e2、C2=5 或炮二平五"),
        MoveError::NoPiece { text, side, kind, place } => {
            let (side, piece) = (side_name(*side), kind.map_or("棋子".into(), |kind| glyph(*side, kind)));
            let missing = match place {
                Missing::Square(square) => format!("{side}在{square}没有{piece}"),
                Missing::File(file) => format!("{side}的第{file}路没有可走的{piece}"),
                Missing::Tandem => format!("{side}没有同路的两个{piece}"),
                Missing::FileLetter(file) => format!("{side}在 {file} 线没有{piece}"),
                Missing::Rank(rank) => format!("{side}在第 {rank} 行没有{piece}"),
                Missing::Anywhere => format!("{side}没有{piece}"),
            };
            format!("“{text}”走不成：{missing}")
        }
        MoveError::CannotReach { text, kind, from } => {
            format!("“{text}”走不成：{from}的{}不能这样走", name(*kind))
        }
        MoveError::LeavesKingInCheck { text, .. } => format!("“{text}”不合规则：走后己方被将军"),
        MoveError::Ambiguous { text, moves } => {
            let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
            format!("“{text}”有歧义，可以是 {}，请注明是哪一枚棋子", moves.join(" 或 "))
        }
        // The enum may grow.
        _ => format!("“{}”走不成", error.text()),
    }
}

fn glyph(side: Colour, kind: PieceKind) -> String {
    Piece::new(side, kind).glyph().to_string()
}

/// A piece whose side is not known.
fn name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King => "将帅",
        PieceKind::Advisor => "仕（士）",
        PieceKind::Elephant => "相（象）",
        PieceKind::Horse => "马",
        PieceKind::Rook => "车",
        PieceKind::Cannon => "炮",
        PieceKind::Pawn => "兵（卒）",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::formats::{ReadError, read};
    use xiangqi::FenError;

    /// English words that a Chinese reader knows, and the names of formats.
    const KNOWN: &[&str] = &[
        "FEN", "PGN", "XQF", "CBR", "CBL", "DhtmlXQ", "WXF", "CCM", "CHE", "CHN", "MXQ", "CCBridge", "Name",
        "value",
    ];

    /// The words of a sentence that are neither Chinese nor quoted nor squares and numbers.
    fn foreign(sentence: &str) -> Vec<String> {
        let mut rest = String::new();
        let mut depth = 0;
        for letter in sentence.chars() {
            match letter {
                '“' => depth += 1,
                '”' => depth -= 1,
                _ if depth == 0 => rest.push(if letter.is_ascii_alphabetic() { letter } else { ' ' }),
                _ => {}
            }
        }
        rest.split_whitespace()
            .filter(|word| word.len() > 2 && !KNOWN.contains(word))
            .map(ToOwned::to_owned)
            .collect()
    }

    #[test]
    fn faults_of_files_are_told_in_chinese() {
        let texts: &[&str] = &[
            "[Event \"x\"]\n[FEN \"nonsense\"]\n\n1. h2e2\n",
            "[Event\n\n1. h2e2\n",
            "[Event \"x\"]\n\n1. h2e3\n",
            "[Event \"x\"]\n\n1. zzzz\n",
            "[Event \"x\"]\n\n1. h2e2 {open",
            "[Event \"x\"]\n\n1. h2e2 (b2e2",
            "[Event \"x\"]\n\n1. h2e2 )",
            "[Event \"x\"]\n\n( 1. h2e2 )",
            "[Event \"x\"]\n\n1. h2e2 $999",
            "[Event \"x\"]\n\n1. 炮一平五",
            "[Event \"x\"]\n\n1. e0e2",
            "",
        ];
        let mut faults = 0;
        for text in texts {
            let Some(error) = read(text.as_bytes()).find_map(Result::err) else { continue };
            let words = super::super::chinese::file_fault(&error);
            assert_eq!(foreign(&words), [""; 0], "{words}");
            assert!(words.chars().any(|letter| letter >= '一'), "{words}");
            faults += 1;
        }
        assert!(faults >= 8, "{faults}");
        let cut = ReadError::File {
            place: notation::formats::Place::Byte(7),
            fault: FileFault::Fen { text: "x".into(), error: FenError::Empty },
        };
        assert_eq!(super::super::chinese::file_fault(&cut), "第7字节：FEN“x”不是局面：FEN 为空");
    }
}
