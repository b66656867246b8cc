//! What people read: the board, the build, the terms, the help. The same in every language.

use crate::options::Ranks;
use games::AnyPosition;

/// What can be asked.
pub const HELP: &str = "\
uci, isready, ucinewgame, setoption name N value V, position [startpos | fen F] moves ...,
go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N] [mate N] [infinite]
   [ponder] [searchmoves ...] [banmoves ...] or go perft N, stop, ponderhit, quit;
d (the board), eval, flip, bench [DEPTH | HASH THREADS LIMIT POSITIONS KIND],
speedtest [THREADS [HASH [SECONDS]]], compiler, license, export_net [FILE [overwrite]]";

/// Under which terms the program may be used.
pub const LICENSE: &str = "\
Chuhe is free software under the MIT License or the Apache License 2.0, at your option.
It comes without warranty. The texts are LICENSE-MIT and LICENSE-APACHE in its repository.";

/// What built the program, for which machine.
pub fn compiler() -> String {
    let features: Vec<&str> = [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("neon", cfg!(target_feature = "neon")),
    ]
    .into_iter()
    .filter_map(|(name, is_on)| is_on.then_some(name))
    .collect();
    format!(
        "Compiled by   : {}\nFor           : {}\nUses          : {}\nAssertions    : {}",
        env!("CHUHE_COMPILER"),
        env!("CHUHE_TARGET"),
        features.join(" "),
        if cfg!(debug_assertions) { "on" } else { "off" }
    )
}

/// The board as `d` shows it: ranks to the right, files below, then FEN, key and checking pieces.
pub fn diagram(position: &AnyPosition, ranks: Ranks) -> String {
    let fen = position.fen();
    let rows: Vec<Vec<char>> = fen.split(' ').next().unwrap_or_default().split('/').map(cells).collect();
    let files = rows.first().map_or(0, Vec::len);
    let rule = format!(" +{}", "---+".repeat(files));
    let mut lines = vec![String::new(), rule.clone()];
    for (back, row) in rows.iter().enumerate() {
        let rank = ranks.first(position.variant().first_rank()) + rows.len() - 1 - back;
        let row: Vec<String> = row.iter().map(char::to_string).collect();
        lines.extend([format!(" | {} | {rank}", row.join(" | ")), rule.clone()]);
    }
    let names: Vec<String> = ('a'..).take(files).map(String::from).collect();
    lines.push(format!("   {}\n", names.join("   ")));
    lines.push(format!("Fen: {fen}\nKey: {:016X}", position.key()));
    let checkers: Vec<String> = position.checkers().iter().map(|square| ranks.write(square)).collect();
    lines.push(format!("Checkers: {}", checkers.join(" ")));
    lines.join("\n")
}

/// A rank of a FEN with its empty squares.
fn cells(row: &str) -> Vec<char> {
    row.chars()
        .flat_map(|letter| match letter.to_digit(10) {
            Some(empty) => vec![' '; empty as usize],
            None => vec![letter],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Variant;

    #[test]
    fn boards_are_drawn_with_their_coordinates() {
        let text = diagram(&AnyPosition::start(Variant::Xiangqi), Ranks::AsTheyAre);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], " +---+---+---+---+---+---+---+---+---+");
        assert_eq!(lines[2], " | r | n | b | a | k | a | b | n | r | 9");
        assert_eq!(lines[20], " | R | N | B | A | K | A | B | N | R | 0");
        assert_eq!(lines[22], "   a   b   c   d   e   f   g   h   i");
        assert!(lines.last().is_some_and(|line| line.trim_end() == "Checkers:"));
        let check = AnyPosition::parse(Variant::Xiangqi, "4k4/9/9/9/9/9/9/9/4R4/3K5 b").unwrap();
        assert!(diagram(&check, Ranks::AsTheyAre).ends_with("Checkers: e1"));
        let text = diagram(&AnyPosition::start(Variant::Chess), Ranks::AsTheyAre);
        assert!(text.contains(" | r | n | b | q | k | b | n | r | 8\n"));
        assert!(text.contains(" | R | N | B | Q | K | B | N | R | 1\n"));
    }
}
