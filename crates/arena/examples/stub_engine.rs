//! An engine for tests: speaks UCI and UCCI, plays random legal moves of xiangqi or chess, and
//! misbehaves on request.
//!
//! The move depends on the seed and the position alone. Switches:
//!
//! | switch | effect |
//! |---|---|
//! | `--chess` | plays chess instead of xiangqi |
//! | `--seed N` | another random player |
//! | `--script m,m,…` | the first of these moves that is legal is played, if one is |
//! | `--score N` | claims this score, in hundredths of a pawn |
//! | `--illegal-after N`, `--crash-after N`, `--hang-after N`, `--resign-after N` | the (N+1)st move of a game is illegal, a crash, a silence, a resignation |
//! | `--slow MS` | takes this long for every move, `stop` or not |
//! | `--stamina NAME` | has an option of that name, 5 unless set, and resigns after that many moves |
//! | `--need-option NAME` | plays illegal moves until that option, which takes any text, is set |
//! | `--variants LIST` | has the option UCI_Variant for these games, the first of them unless set; plays illegal moves if that is not its game |

use cozy_chess::util::{display_uci_move, parse_uci_move};
use std::io::{BufRead, Write};
use std::time::Duration;
use xiangqi::{Position, Random};

#[derive(Default)]
struct Switches {
    is_chess: bool,
    seed: u64,
    script: Vec<String>,
    score: i32,
    illegal_after: Option<usize>,
    crash_after: Option<usize>,
    hang_after: Option<usize>,
    resign_after: Option<usize>,
    slow: u64,
    needed_option: Option<String>,
    stamina: Option<String>,
    variants: Vec<String>,
}

impl Switches {
    fn read() -> Self {
        let mut switches = Self::default();
        let mut arguments = std::env::args().skip(1);
        while let Some(switch) = arguments.next() {
            if switch == "--chess" {
                switches.is_chess = true;
                continue;
            }
            let value = arguments.next().expect("every other switch has a value");
            let number = || value.parse().expect("a number");
            match switch.as_str() {
                "--seed" => switches.seed = number(),
                "--script" => switches.script = value.split(',').map(str::to_string).collect(),
                "--score" => switches.score = value.parse().expect("a number"),
                "--illegal-after" => switches.illegal_after = Some(number() as usize),
                "--crash-after" => switches.crash_after = Some(number() as usize),
                "--hang-after" => switches.hang_after = Some(number() as usize),
                "--resign-after" => switches.resign_after = Some(number() as usize),
                "--slow" => switches.slow = number(),
                "--stamina" => switches.stamina = Some(value),
                "--variants" => switches.variants = value.split(',').map(str::to_string).collect(),
                "--need-option" => switches.needed_option = Some(value),
                _ => panic!("there is no switch {switch}"),
            }
        }
        switches
    }
}

/// The legal moves as texts with ranks from 0, and a number that belongs to the position.
fn legal_moves(is_chess: bool, fen: &str, moves: &[String]) -> (Vec<String>, u64) {
    if is_chess {
        let mut board = cozy_chess::Board::from_fen(fen, false).expect("a FEN");
        for mv in moves {
            board.play(parse_uci_move(&board, mv).expect("a move"));
        }
        let mut texts = Vec::new();
        board.generate_moves(|moves| {
            texts.extend(moves.into_iter().map(|mv| display_uci_move(&board, mv).to_string()));
            false
        });
        return (texts, board.hash());
    }
    let mut position: Position = fen.parse().expect("a FEN");
    for mv in moves {
        position.try_play(mv.parse().expect("a move")).expect("a legal move");
    }
    let texts = position.board().legal_moves().iter().map(ToString::to_string).collect();
    (texts, position.board().key())
}

/// Adds to both ranks of a move.
fn shift(mv: &str, by: i32) -> String {
    let second = mv.char_indices().skip(1).find(|(_, letter)| letter.is_alphabetic()).map_or(2, |(at, _)| at);
    let square = |text: &str| format!("{}{}", &text[..1], text[1..].parse::<i32>().expect("a rank") + by);
    square(&mv[..second]) + &square(&mv[second..])
}

fn main() {
    let switches = Switches::read();
    let (mut fen, mut moves) = (xiangqi::fen::START.to_string(), Vec::new());
    let (mut answered, mut is_ucci, mut from_one, mut has_option) = (0, false, false, false);
    let mut pending: Option<String> = None;
    let mut stamina = 5;
    let mut variant = switches.variants.first().cloned();
    let own_game = if switches.is_chess { "chess" } else { "xiangqi" };
    let say = |line: &str| {
        let mut out = std::io::stdout();
        // A reader that is gone ends us by the end of the input.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    };
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci"] => {
                if let Some(name) = &switches.stamina {
                    say(&format!("option name {name} type spin default 5 min 0 max 40"));
                }
                if let Some(name) = &switches.needed_option {
                    say(&format!("option name {name} type string default"));
                }
                if let Some(first) = switches.variants.first() {
                    let all = switches.variants.join(" var ");
                    say(&format!("option name UCI_Variant type combo default {first} var {all}"));
                }
                say("id name stub\nuciok");
            }
            ["ucci"] => {
                is_ucci = true;
                if let Some(name) = &switches.needed_option {
                    say(&format!("option {name} type string default"));
                }
                say("id name stub\nucciok");
            }
            ["isready"] => say("readyok"),
            ["ucinewgame"] | ["setoption", "newgame"] => answered = 0,
            ["setoption", rest @ ..] => {
                if let ["name", name, "value", value] = rest
                    && switches.stamina.as_deref() == Some(*name)
                {
                    stamina = value.parse().expect("a number");
                }
                if let ["name", "UCI_Variant", "value", value] = rest {
                    from_one = *value == "xiangqi";
                    variant = Some((*value).to_string());
                }
                has_option |= switches.needed_option.as_deref().is_some_and(|name| rest.contains(&name));
            }
            ["position", "fen", rest @ ..] => {
                let cut = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                fen = rest[..cut].join(" ");
                let zero = |mv: &&str| if from_one { shift(mv, -1) } else { (*mv).to_string() };
                moves = rest.iter().skip(cut + 1).map(zero).collect();
            }
            ["go", rest @ ..] => {
                std::thread::sleep(Duration::from_millis(switches.slow));
                let is_now = |after: Option<usize>| after.is_some_and(|after| answered >= after);
                if is_now(switches.crash_after) {
                    std::process::exit(3);
                }
                if is_now(switches.hang_after) {
                    loop {
                        std::thread::sleep(Duration::from_secs(1));
                    }
                }
                let (legal, key) = legal_moves(switches.is_chess, &fen, &moves);
                let scripted = switches.script.iter().find(|mv| legal.contains(mv));
                let random = Random::new(switches.seed ^ key).choose(&(0..legal.len()).collect::<Vec<_>>());
                let mv = scripted.cloned().or_else(|| random.map(|at| legal[at].clone())).unwrap_or_default();
                let is_illegal = is_now(switches.illegal_after)
                    || switches.needed_option.is_some() && !has_option
                    || variant.as_deref().is_some_and(|variant| variant != own_game);
                let mv = match (is_illegal, from_one) {
                    (true, _) => "a0i9".to_string(),
                    (false, true) => shift(&mv, 1),
                    (false, false) => mv,
                };
                if switches.stamina.is_some() && answered >= stamina {
                    say("bestmove resign");
                    continue;
                }
                let resign = if is_now(switches.resign_after) { " resign" } else { "" };
                let word = if is_ucci { "" } else { "cp " };
                let answer =
                    format!("info depth 1 score {word}{} pv {mv}\nbestmove {mv}{resign}", switches.score);
                answered += 1;
                if rest == ["infinite"] { pending = Some(answer) } else { say(&answer) }
            }
            // UCCI answers every stop, also an idle one.
            ["stop"] => match pending.take() {
                Some(answer) => say(&answer),
                None if is_ucci => say("nobestmove"),
                None => {}
            },
            ["quit"] => return,
            _ => {}
        }
    }
}
