//! From the bytes of a file to text.

use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// The text in the bytes of a file: UTF-8, or what a byte order mark says, or else UTF-16 if every other byte is
/// zero, Big5 if more of it makes sense as such, and GB18030 (which includes GB2312 and GBK), the encoding of older
/// Chinese files. A text of one or two characters may make sense as both; then it is GB18030. The
/// bytes of a few names (郑惟桐) happen to be UTF-8 and are read as such.
///
/// Total: bytes that mean nothing become U+FFFD. The byte order mark itself is dropped. In all but UTF-16 a line feed
/// never occurs inside another character, so a large file may be decoded line by line.
///
/// ```
/// assert_eq!(notation::decode("炮二平五".as_bytes()), "炮二平五");
/// assert_eq!(notation::decode(b"\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5"), "炮二平五");
/// assert_eq!(notation::decode(b"\xAC\xB6\xA4G\xA5\xAD\xA4\xAD"), "炮二平五");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let (encoding, mark) = guess(bytes);
    decode_as(encoding, bytes.get(mark..).unwrap_or_default())
}

/// The text in bytes of a known encoding. A line of a UTF-8 file that is not UTF-8 is taken for GB18030 or Big5.
pub(crate) fn decode_as<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Cow<'a, str> {
    if encoding != UTF_8 {
        return encoding.decode_without_bom_handling(bytes).0;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match std::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => text.push_str(&legacy(line).decode_without_bom_handling(line).0),
        }
    }
    Cow::Owned(text)
}

/// An encoding of text that is written.
///
/// ```
/// use notation::TextEncoding;
///
/// let (bytes, is_whole) = TextEncoding::Gb18030.encode("炮二平五");
/// assert_eq!((&*notation::decode(&bytes), is_whole), ("炮二平五", true));
/// assert_eq!(TextEncoding::Big5.encode("红"), (b"?".to_vec(), false));
/// assert_eq!(TextEncoding::Utf16.mark(), b"\xff\xfe");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextEncoding {
    /// UTF-8 without a mark.
    Utf8,
    /// UTF-16, little end first, with its mark.
    Utf16,
    /// The encoding of older Chinese files, which has all characters.
    Gb18030,
    /// The encoding of older files from Taiwan and Hong Kong; it lacks the simplified characters.
    Big5,
}

impl TextEncoding {
    /// What a file in this encoding begins with.
    pub fn mark(self) -> &'static [u8] {
        if self == Self::Utf16 { b"\xff\xfe" } else { b"" }
    }

    /// The text as bytes, without a mark, and whether the encoding has all of its characters; others become `?`.
    pub fn encode(self, text: &str) -> (Vec<u8>, bool) {
        match self {
            Self::Utf8 => (text.as_bytes().to_vec(), true),
            Self::Utf16 => (text.encode_utf16().flat_map(u16::to_le_bytes).collect(), true),
            Self::Gb18030 => (GB18030.encode(text).0.into_owned(), true),
            Self::Big5 => encode_big5(text),
        }
    }
}

fn encode_big5(text: &str) -> (Vec<u8>, bool) {
    let (bytes, _, has_unknown) = BIG5.encode(text);
    if !has_unknown {
        return (bytes.into_owned(), true);
    }
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        let mut buffer = [0; 4];
        let (encoded, _, is_unknown) = BIG5.encode(character.encode_utf8(&mut buffer));
        if is_unknown {
            bytes.push(b'?');
        } else {
            bytes.extend_from_slice(&encoded);
        }
    }
    (bytes, false)
}

/// How many bytes of a file are looked at to tell one encoding from another.
const SAMPLE: usize = 1 << 16;

/// The encoding of a file that begins with these bytes, and the length of its byte order mark.
pub(crate) fn guess(bytes: &[u8]) -> (&'static Encoding, usize) {
    if let Some(found) = Encoding::for_bom(bytes) {
        return found;
    }
    if let Some(encoding) = wide(bytes) {
        return (encoding, 0);
    }
    match std::str::from_utf8(bytes) {
        Ok(_) => (UTF_8, 0),
        // The bytes may be cut off inside a character.
        Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => (UTF_8, 0),
        Err(_) if is_mostly_utf8(bytes) => (UTF_8, 0),
        Err(_) => (legacy(bytes), 0),
    }
}

/// Whether most lines with other than ASCII are UTF-8.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let mut balance = 0_i64;
    for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii()) {
        balance += if std::str::from_utf8(line).is_ok() { 1 } else { -1 };
    }
    balance >= 0
}

/// UTF-16 without a mark: in a game every line has ASCII in it, and so every other byte is often zero.
fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = bytes.get(..SAMPLE.min(bytes.len())).unwrap_or_default();
    let zeros = |parity: usize| sample.iter().skip(parity).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let is_much = |count: usize| count > 1 && count * 6 > sample.len() / 2;
    match () {
        () if even == 0 && is_much(odd) => Some(UTF_16LE),
        () if odd == 0 && is_much(even) => Some(UTF_16BE),
        () => None,
    }
}

/// GB18030 or Big5, whichever makes more sense of the bytes.
fn legacy(bytes: &[u8]) -> &'static Encoding {
    let start = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or_default();
    let sample = bytes.get(start..bytes.len().min(start + SAMPLE)).unwrap_or_default();
    let sense = |encoding: &'static Encoding| {
        let (text, _) = encoding.decode_without_bom_handling(sample);
        let characters = text.chars().filter(|character| !character.is_ascii());
        characters.map(familiarity).sum::<i64>() + common_pairs(sample, encoding)
    };
    // Where both make the same sense of it, GB18030 is the more frequent.
    if sense(BIG5) > sense(GB18030) { BIG5 } else { GB18030 }
}

/// How much a character speaks for a text that has it.
fn familiarity(character: char) -> i64 {
    match character {
        '\u{fffd}' | '\u{e000}'..='\u{f8ff}' => -4,
        // Accents, Greek, Cyrillic; units, numerals, arrows; lines and boxes; radicals.
        '\u{a0}'..='\u{4ff}' | '\u{2100}'..='\u{23ff}' | '\u{2500}'..='\u{25ff}' | '\u{2e80}'..='\u{2fff}'
        // Kana and bopomofo; enclosed characters; characters that hardly anybody writes.
        | '\u{3040}'..='\u{312f}' | '\u{3200}'..='\u{4dbf}' | '\u{20000}'.. => -1,
        _ if FAMILIAR.contains(character) => 2,
        _ => 0,
    }
}

/// How many pairs of bytes are common Chinese characters: both encodings have these in a range of their own.
fn common_pairs(bytes: &[u8], encoding: &'static Encoding) -> i64 {
    let mut count = 0;
    let mut rest = bytes.iter().copied();
    while let Some(first) = rest.next() {
        if first.is_ascii() {
            continue;
        }
        let Some(second) = rest.next() else { break };
        let is_common = if encoding == BIG5 {
            matches!((first, second), (0xa4..=0xc5, _) | (0xc6, ..=0x7e))
        } else {
            if second.is_ascii_digit() {
                // A character of four bytes.
                rest.nth(1);
            }
            matches!((first, second), (0xb0..=0xd7, 0xa1..))
        };
        count += i64::from(is_common);
    }
    count
}

/// Characters that nearly every Chinese game or remark on one has in it, and frequent names.
const FAMILIAR: &str = "炮砲馬马車车兵卒士仕相象將将帥帅進进退平前後后中一二三四五六七八九十１２３４５６７８９\
    红紅黑方先胜勝负負和局棋的不是有了在人这這年月日第杯赛賽，。、！？：；\
    陈陳林黄黃张張李王吴吳刘劉蔡杨楊许許郑鄭谢謝郭赵趙周徐孙孫胡朱高何罗羅梁宋唐冯馮于董萧蕭程曹袁邓鄧傅沈曾彭吕呂苏蘇卢盧蒋蔣\
    贾賈丁魏薛叶葉余潘杜戴钟鍾汪田任姜范石姚谭譚廖邹鄒熊金陆陸孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬\
    贺賀赖賴龚龔文国國天大小华華明辽遼宁寧";

#[cfg(test)]
mod tests {
    use super::*;

    const SIMPLIFIED: &str = "甲 乙 红方 黑方 红 黑 胡荣华 许银川 吕钦 赵国荣 王天一 柳大华 徐天红 李来群 杨官璘 陶汉明 于幼华 \
    洪智 蒋川 谢靖 汪洋 孙勇征 赵鑫鑫 聂铁文 张强 党斐 先手 后手 中炮对屏风马 全国象棋个人赛 第一轮 北京 上海 \
    广东 湖北 河北 辽宁 甲方 乙方 特级大师 张三 李四 王五 小明 电脑 名人战 和棋 红胜 黑胜 苗利明 申鹏 \
    陈寒峰 万春林 金波 卜凤波 尚威 廖二平 庄玉庭 黄海林 宗永生 阎文清 才溢 李少庚 李鸿嘉 孟辰 唐丹 王琳娜 \
    吴兰香";
    const TRADITIONAL: &str = "甲 乙 紅方 黑方 紅 黑 胡榮華 許銀川 呂欽 趙國榮 王天一 鄭惟桐 柳大華 徐天紅 李來群 楊官璘 陶漢明 于幼華 \
    洪智 蔣川 謝靖 汪洋 孫勇征 趙鑫鑫 聶鐵文 張強 先手 後手 中炮對屏風馬 全國象棋個人賽 第一輪 臺北 台北 香港 \
    台灣 高雄 甲方 乙方 特級大師 張三 李四 王五 小明 電腦 名人戰 和棋 紅勝 黑勝 吳貴臨 馬仲威 江中豪 陳 林 \
    黃 劉 陳志文 林世偉 李孟儒 葉政憲 劉國華 劉安生 彭順隆 趙奕帆 張旭 黃海林 吳震熙 趙汝權 曾益謙";

    #[test]
    fn short_texts_are_told_apart() {
        for (words, encoding) in [(SIMPLIFIED, TextEncoding::Gb18030), (TRADITIONAL, TextEncoding::Big5)] {
            for word in words.split(' ') {
                for text in [word.to_string(), format!("[Red \"{word}\"]\n\n1. C2=5 *\n")] {
                    let (bytes, is_whole) = encoding.encode(&text);
                    assert!(is_whole, "{word}");
                    assert_eq!(decode(&bytes), text, "{encoding:?}");
                }
            }
        }
    }
}
