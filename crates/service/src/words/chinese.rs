//! The sentences in Chinese.

use super::chinese_faults;
use crate::error::{FaultPlace, ReadStop, ServiceError, shortened};
use crate::messages::{MoveClass, RoomRefusal};
use crate::report::SearchLimit;
use notation::formats::{Loss, Place, ReadError};
use xiangqi::rules::{Language, Repetition, Warning};
use xiangqi::{Colour, FenError, IllegalMove, InvalidBoard, Piece, PieceKind, Verdict};

/// Why a request cannot be obeyed.
pub fn error(error: &ServiceError) -> String {
    use ServiceError as E;
    match error {
        E::BadFen { fen: text, error } => format!("FEN“{text}”：{}", fen(error)),
        E::TooManyMoves { count, max } => format!("棋局有{count}步，最多处理{max}步"),
        E::NotAMove { number, text } => format!("第{number}步：“{text}”不是着法，着法写作 h2e2"),
        E::IllegalMove { number, error } => format!("第{number}步：{}", illegal(*error)),
        E::NoSuchLevel { level, max } => format!("没有第{level}级，级别为1至{max}"),
        E::OutOfRange { field, value, min, max } => format!("{field} 为{value}，应为{min}至{max}"),
        E::NothingToRead => "没有内容；请粘贴 FEN、PGN 或着法".into(),
        E::UnreadableGame { fault, .. } => place(fault),
        E::NoGame { text } => {
            format!("“{text}”中没有 FEN、标签或着法；着法可写作 h2e2、C2=5 或炮二平五")
        }
        E::TooManyTags { count, max } => format!("标签过多（{count}个），最多{max}个"),
        E::BadTag { name, .. } => format!("标签“{}”不能使用", shortened(name)),
        E::NotBase64 { place } => format!("文件不是 base64：第{place}个字符无效"),
        E::NotGzip { .. } => "文件说是用 gzip 压缩的，却无法解开".into(),
        E::FileTooLarge { max } => {
            format!("文件超过{max}字节，这是一次读取的上限；更大的文件可用 chuhe convert 拆分")
        }
        E::TooManyNodes { count, max } => format!("棋局连同变着共{count}步，最多{max}步"),
        E::LineTooLong { max } => format!("棋局超过{max}步"),
        E::BadParent { number, parent } => format!("第{number}步接在第{parent}步之后，而后者不在它之前"),
        E::BadResult { text } => format!("“{text}”不是对局结果；结果写作 1-0、0-1、1/2-1/2 或 *"),
        E::NoGamesToWrite => "没有可写的棋局".into(),
        E::OneGameOnly { format } => {
            format!("{} 文件只能存一局；请逐局保存，或存为 PGN", format.name())
        }
        E::NoSuchSearch { search } => format!("尚无搜索{search}；搜索以其请求的 id 为名"),
        E::TooManySearches { max } => format!("本页已有{max}个搜索；请停止一个或稍候"),
        E::AllSearchesTaken { max } => format!("服务器的{max}个搜索名额已满，请稍后再试"),
        E::TooManyFiles { max } => format!("服务器正在读取{max}个大文件，请稍后再试"),
        E::NoThread => "系统无法创建线程，请稍后再试".into(),
        E::SearchFailed => "搜索因程序错误而失败".into(),
        E::RequestFailed => "请求因程序错误而失败".into(),
        E::MessageTooLong { bytes, max } => format!("消息有{bytes}字节，最多{max}字节"),
        E::NotText => "消息应为 JSON 文本，而非二进制".into(),
        E::NotJson { text, reason } => format!("“{text}”不是 JSON：{reason}"),
        E::NoId { text } => format!("“{text}”没有 id"),
        E::IdNotAbove { given, last } => format!("id {given} 应大于前一个 id {last}"),
        E::NotARequest { reason } => format!("消息无法处理：{reason}"),
        E::NotShared => "本服务器没有开放房间；请用 chuhe serve --share 启动".into(),
        E::OnlyRooms => "房间链接只能进入该房间，不能使用其他功能".into(),
        E::TooManyRooms { max } => format!("已有{max}个房间；无人使用的房间两小时后关闭"),
        E::NoSuchRoom { room } => {
            format!("没有此链接可进入的房间“{room}”；服务器停止后房间随之关闭")
        }
        E::BadRoomToken { token } => format!("“{token}”不是有效的凭证；凭证为32位十六进制数字"),
        E::RoomCrowded { max } => format!("{max}个位置已满；请关闭其他标签页或稍后再来"),
        E::TooManyVisits { max } => format!("本页已进入{max}个房间，请先离开一个"),
        E::NotInRoom { room } => format!("本页尚未进入房间“{room}”"),
        E::RoomPositionOver { fen: text } => format!("FEN“{text}”：此局面对局已经结束，请另选局面"),
        E::RoomRefused { refusal } => room_refusal(*refusal),
    }
}

fn room_refusal(refusal: RoomRefusal) -> String {
    match refusal {
        RoomRefusal::NotAPlayer => "你正在观战，只有对局双方可以这样做".into(),
        RoomRefusal::Waiting => "对手还没有来".into(),
        RoomRefusal::NotYourTurn => "现在轮到对方走".into(),
        RoomRefusal::GameOver => "对局已经结束".into(),
        RoomRefusal::GameGoesOn => "对局尚未结束".into(),
        RoomRefusal::Stale { given, ply } => {
            format!("这步棋是在走了{given}步时下的，现在已走了{ply}步")
        }
        RoomRefusal::NothingOffered => "对方没有提出，或已经撤回".into(),
        RoomRefusal::TooSoon => "已经提出过，走一步棋后才能再提".into(),
        RoomRefusal::NothingToTakeBack => "没有可以悔的棋".into(),
    }
}

/// A player gave up.
pub fn resigned(side: Colour) -> String {
    format!("{}认输。", side_name(side))
}

/// A player's time ran out.
pub fn out_of_time(side: Colour) -> String {
    format!("{}超时。", side_name(side))
}

/// The players agreed to a draw.
pub fn draw_agreed() -> String {
    "双方同意和棋。".into()
}

/// The game is as long as it may be.
pub fn too_long(plies: usize) -> String {
    format!("和棋：房间对局每方最多走{}步。", plies / 2)
}

fn illegal(error: IllegalMove) -> String {
    match error {
        IllegalMove::NoPiece(mv) => format!("{mv} 不合规则，走子方在{}没有棋子", mv.from()),
        IllegalMove::Unreachable(mv) => {
            format!("{mv} 不合规则，{}的棋子不能走到{}", mv.from(), mv.to())
        }
        IllegalMove::KingInDanger(mv) => format!("{mv} 不合规则，走后己方被将军或将帅照面"),
    }
}

pub(super) fn side_name(side: Colour) -> &'static str {
    match side {
        Colour::Red => "红方",
        Colour::Black => "黑方",
    }
}

/// What is wrong with a FEN.
pub fn fen(error: &FenError) -> String {
    match error {
        FenError::Empty => "FEN 为空".into(),
        FenError::RankCount(count) => format!("棋盘有{count}行，应为以“/”分隔的10行"),
        FenError::RankLength { text, files } => format!("行“{text}”有{files}列，应为9列"),
        FenError::PieceLetter { letter, text } => {
            format!("行“{text}”中的“{letter}”不是棋子，棋子字母为 k a b n r c p")
        }
        FenError::Side(text) => format!("走子方“{text}”应为 w、r 或 b"),
        FenError::QuietPlies(text) => format!("未吃子步数“{text}”应为0至9999的数"),
        FenError::MoveNumber(text) => format!("回合数“{text}”应为0至999999的数"),
        FenError::Dash(text) => format!("“{text}”处应为“-”"),
        FenError::Trailing(text) => format!("回合数之后多出“{text}”"),
        FenError::Board(invalid) => board(*invalid),
        _ => "无法读取".into(),
    }
}

/// What is wrong with a board.
pub fn board(invalid: InvalidBoard) -> String {
    match invalid {
        InvalidBoard::NoKing(side) => {
            format!("{}没有{}", side_name(side), Piece::new(side, PieceKind::King).glyph())
        }
        InvalidBoard::TooMany { piece, count } => format!(
            "{}有{count}个{}，最多{}个",
            side_name(piece.colour()),
            piece.glyph(),
            piece.kind().set_size()
        ),
        InvalidBoard::Misplaced { piece, square } => {
            let place = match piece.kind() {
                PieceKind::King | PieceKind::Advisor => "只能在己方九宫内自己的点上",
                PieceKind::Elephant => "只能在己方的七个象位上",
                _ => "过河前只能在自己的直线上",
            };
            format!("{}{}不能在{square}，{place}", side_name(piece.colour()), piece.glyph())
        }
        InvalidBoard::KingsFace { red, black } => format!("将帅在{red}与{black}照面，中间须有棋子"),
        InvalidBoard::CapturableKing { side, king, attacker } => {
            format!("{}的将帅（{king}）正被{attacker}攻击，却轮到对方走", side_name(side))
        }
    }
}

/// How a game has ended, or that it has not.
pub fn verdict(verdict: Option<&Verdict>) -> String {
    verdict.map_or_else(|| "对局继续。".into(), |verdict| verdict.explain(Language::Chinese))
}

/// That a side loses if it goes on like this.
pub fn warning(warning: &Warning) -> String {
    warning.explain(Language::Chinese)
}

/// That a game is drawn if it goes on like this.
pub fn draw_warning(repetition: &Repetition) -> String {
    let reason = repetition.explain(Language::Chinese);
    format!("若再重复一次，判和。{reason}")
}

/// What an ending comes to with best play.
pub fn known_ending(won: Option<(Colour, u16)>) -> String {
    match won {
        None => "残局库：双方走正着，和棋。".into(),
        Some((winner, moves)) => format!("残局库：{}{moves}步胜。", side_name(winner)),
    }
}

/// What a move is called.
pub fn class_name(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Best => "最佳",
        MoveClass::Good => "好着",
        MoveClass::Inaccuracy => "缓着",
        MoveClass::Mistake => "失误",
        MoveClass::Blunder => "败着",
        MoveClass::Only => "唯一着法",
        MoveClass::Book => "谱着",
    }
}

/// A move that gave something away, by how many points of a hundred, and the better one with its score.
pub fn weak_move(class: MoveClass, loss: f64, better: Option<(&str, &str)>) -> String {
    let better = better.map(|(text, score)| format!("应走{text}（{score}）。"));
    format!("{}：损失{loss}分。{}", class_name(class), better.unwrap_or_default())
}

/// The line that punishes a move.
pub fn punished_by(line: &str) -> String {
    format!("对方可走{line}。")
}

/// A game that was analysed, summed up: by whom, within which limit for each position, and how well each side played.
pub fn analysed(program: &str, limit: SearchLimit, red: f64, black: f64) -> String {
    let limit = search_limit(limit);
    format!("由{program}分析，每局面{limit}。准确度：红方{red}，黑方{black}。")
}

/// What a position was searched with.
pub fn search_limit(limit: SearchLimit) -> String {
    match limit {
        SearchLimit::Nodes(nodes) => format!("{nodes}节点"),
        SearchLimit::Depth(depth) => format!("深度{depth}"),
        SearchLimit::Movetime(millis) => format!("{millis}毫秒"),
    }
}

fn place(FaultPlace { line, column, fault_zh, .. }: &FaultPlace) -> String {
    format!("第{line}行第{column}列：{fault_zh}")
}

/// Why a game of a file cannot be read.
pub fn file_fault(error: &ReadError) -> String {
    match error {
        ReadError::Unknown(text) => format!(
            "不是棋谱文件（开头为“{text}”）；可读 PGN、XQF、CBR、CBL、DhtmlXQ、WXF、CCM、CHE、CHN、MXQ 和着法列表"
        ),
        ReadError::OldLibrary => "这是 CCBridge 第二版之前的棋库，无法读取；可用 CCBridge 重新保存".into(),
        ReadError::Empty => "文件是空的".into(),
        ReadError::TooLarge(format) => format!("{} 文件过大", format.name()),
        ReadError::Text(error) => place(&FaultPlace::from(error)),
        ReadError::File { place: Place::Byte(byte), fault } => {
            format!("第{byte}字节：{}", chinese_faults::format_fault(fault))
        }
        ReadError::File { place: Place::Line(line), fault } => {
            format!("第{line}行：{}", chinese_faults::format_fault(fault))
        }
        // The enum may grow.
        _ => "无法读取".into(),
    }
}

/// What a format does not hold.
pub fn loss(loss: &Loss) -> String {
    match loss {
        Loss::Tag(name) => format!("标签 {name}"),
        Loss::Shortened(name) => format!("标签 {name} 的末尾"),
        Loss::Glyphs => "!、? 等符号".into(),
        Loss::Comments => "评注".into(),
        Loss::CommentsMoved => "着法之前的评注的位置（已移到着法之后）".into(),
        Loss::Variations => "变着".into(),
        Loss::Counters => "起始局面的步数".into(),
        Loss::Characters => "该编码没有的字（写作 ?）".into(),
        other => other.to_string(),
    }
}

/// Why only the beginning of a game was read.
pub fn read_stop(stop: &ReadStop) -> String {
    match stop {
        ReadStop::Fault(fault) => place(fault),
        ReadStop::TooLong { max } => format!("棋局超过{max}步"),
    }
}

/// What a report of a game says beside its moves, by key; `{n}` stands for a number and `{m}` for a move.
pub const REPORT: &[(&str, &str)] = &[
    ("language", "English"),
    ("accuracy", "准确度"),
    ("all_games", "全部对局"),
    ("analysis", "分析"),
    ("auto", "随系统"),
    ("best_line", "最佳变化"),
    ("better", "应走{m}"),
    ("black", "黑方"),
    ("board", "棋盘"),
    ("by_evaluation", "评分"),
    ("by_chance", "胜率"),
    ("chances", "红胜{r}%，和{d}%，黑胜{b}%"),
    ("class_best", "最佳"),
    ("class_blunder", "败着"),
    ("class_book", "谱着"),
    ("class_good", "好着"),
    ("class_inaccuracy", "缓着"),
    ("class_mistake", "失误"),
    ("class_only", "唯一着法"),
    ("colours", "颜色"),
    ("dark", "深色"),
    ("end", "终局"),
    ("first", "起始局面"),
    ("flip", "翻转棋盘"),
    ("game", "对局"),
    ("graph", "形势曲线（红方）；点击可跳到该步"),
    ("jump", "下一处失误"),
    ("last", "最后局面"),
    ("light", "浅色"),
    ("line", "变化{n}"),
    ("limit_depth", "深度{n}"),
    ("limit_movetime", "{n}毫秒"),
    ("limit_nodes", "{n}节点"),
    ("lost", "损失{n}分"),
    ("made_by", "{p}，每局面{l}，{e}"),
    ("moves", "着法"),
    ("next", "下一步"),
    ("no_games", "没有对局。"),
    ("no_script", "本报告需要脚本，而浏览器已将其关闭。"),
    ("notation", "记谱"),
    ("opening", "布局"),
    ("pieces", "棋子"),
    ("pieces_characters", "汉字"),
    ("pieces_pictures", "图形"),
    ("played", "{m}之后"),
    ("previous", "上一步"),
    ("punished", "对方的反击"),
    ("red", "红方"),
    ("result", "结果"),
    ("rule_impending", "规则提示"),
    ("rule_over", "依规则对局已结束"),
    ("rules_asian", "亚洲规则"),
    ("rules_computer", "电脑规则"),
    ("rules_simple", "简易规则"),
    ("start", "初始局面"),
    ("back", "回到对局"),
    ("summary", "总结"),
    ("variation", "变着"),
];
