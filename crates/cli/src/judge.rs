//! `chuhe judge`: the rule verdict of a position and its moves, in words.
//!
//! Moves are read in any notation. The verdict is that of the final position; if the rules have ended the game before that,
//! it is said where and how, and the judging goes on.

use crate::failure::Failure;
use clap::{Args, ValueEnum};
use games::{GameText, PositionError, Xiangqi};
use notation::MoveError;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xiangqi::rules::Language;
use xiangqi::{FenError, RuleSet, Rules, Verdict};

/// Judge a game by the rules on mate, repetition, long games and material
///
/// Gives the verdict on the final position and its reason. If the game was over before its last move, says after which
/// move and why, and goes on to the final position. Exit code 0: judged; 1: some rows of a
/// file could not be judged; 2: the input cannot be used at all.
#[derive(Args)]
pub struct Arguments {
    /// The position that the moves start from [default: the starting position]
    #[arg(long, value_name = "FEN", conflicts_with = "file")]
    fen: Option<String>,
    /// The moves, separated by spaces, in any notation (h2e2, C2=5, 炮二平五)
    #[arg(long, value_name = "MOVES", default_value = "", conflicts_with = "file")]
    moves: String,
    /// Judge each line of a file, {"name", "fen", "moves"}; one JSON result a line (- for standard input)
    #[arg(long, value_name = "CASES.jsonl")]
    file: Option<PathBuf>,
    /// The rules to judge by
    #[arg(long, value_name = "RULES", default_value = "asian", value_parser = rule_set())]
    rule: RuleSet,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// The language of the reason
    #[arg(long, value_enum, default_value_t)]
    language: Tongue,
}

/// A language on the command line.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum Tongue {
    /// English
    #[default]
    En,
    /// Chinese
    Zh,
}

impl From<Tongue> for Language {
    fn from(tongue: Tongue) -> Self {
        match tongue {
            Tongue::En => Self::English,
            Tongue::Zh => Self::Chinese,
        }
    }
}

/// Reads a rule set, and lets the help text list them.
pub fn rule_set() -> impl clap::builder::TypedValueParser<Value = RuleSet> {
    use clap::builder::TypedValueParser as _;
    clap::builder::PossibleValuesParser::new(RuleSet::ALL.map(RuleSet::name))
        .try_map(|name| name.parse::<RuleSet>())
}

/// One line of a file of cases. Other fields are ignored.
#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    name: String,
    fen: String,
    #[serde(default)]
    moves: Moves,
}

/// A list of moves, or a text with spaces between them.
#[derive(Deserialize)]
#[serde(untagged)]
enum Moves {
    List(Vec<String>),
    Text(String),
}

impl Default for Moves {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

/// What is printed for a case.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer<'a> {
    Judged {
        name: &'a str,
        #[serde(flatten)]
        judgement: Judgement,
    },
    Error {
        name: &'a str,
        error: String,
    },
}

/// The verdict on a position.
#[derive(Serialize)]
struct Judgement {
    verdict: &'static str,
    reason: String,
    /// Where the game was over before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided: Option<Decided>,
}

/// The end of a game that went on.
#[derive(Serialize)]
struct Decided {
    /// How many moves had been made.
    after: usize,
    /// The last of them, as it was given.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    verdict: &'static str,
    reason: String,
}

impl Judgement {
    /// In words: first what was decided before, if anything was.
    fn words(&self, language: Tongue) -> String {
        let Some(decided) = &self.decided else { return self.reason.clone() };
        let Decided { after, reason, .. } = decided;
        let mv = decided.mv.as_deref().unwrap_or_default();
        let end = &self.reason;
        match (language, *after) {
            (Tongue::En, 0) => format!(
                "The game was over before the first move: {reason}\nThe final position, judged all the same: {end}"
            ),
            (Tongue::En, _) => format!(
                "The game was over after move {after} ({mv}): {reason}\nThe final position, judged all the same: {end}"
            ),
            (Tongue::Zh, 0) => format!("对局在第一着之前已经结束：{reason}\n继续裁定最后局面：{end}"),
            (Tongue::Zh, _) => {
                format!("对局在第{after}着（{mv}）之后已经结束：{reason}\n继续裁定最后局面：{end}")
            }
        }
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(path) = &arguments.file {
        return judge_file(path, arguments);
    }
    let fen = arguments.fen.as_deref().unwrap_or(xiangqi::fen::START);
    let moves: Vec<&str> = arguments.moves.split_whitespace().collect();
    let judgement = judge(fen, &moves, arguments).map_err(Failure::input)?;
    let mut out = std::io::stdout().lock();
    if arguments.json {
        print_json(&mut out, &Answer::Judged { name: "", judgement })?;
    } else {
        writeln!(out, "{}", judgement.words(arguments.language))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn judge_file(path: &Path, arguments: &Arguments) -> Result<ExitCode, Failure> {
    let reader: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        let file = File::open(path).map_err(|error| Failure::File(path.into(), error))?;
        Box::new(BufReader::new(file))
    };
    let mut out = std::io::stdout().lock();
    let mut all_judged = true;
    for (line, number) in crate::file::lines(reader).zip(1..) {
        let line = line.map_err(|error| Failure::File(path.into(), error))?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = |name, result: Result<Judgement, BadCase>| match result {
            Ok(judgement) => Answer::Judged { name, judgement },
            Err(error) => Answer::Error { name, error: format!("line {number}: {error}") },
        };
        match serde_json::from_slice::<Case>(&line) {
            Ok(case) => {
                let result = match &case.moves {
                    Moves::List(moves) => judge(&case.fen, moves, arguments),
                    Moves::Text(text) => {
                        judge(&case.fen, &text.split_whitespace().collect::<Vec<_>>(), arguments)
                    }
                };
                all_judged &= result.is_ok();
                print_json(&mut out, &answer(&case.name, result))?;
            }
            Err(error) => {
                all_judged = false;
                print_json(&mut out, &answer("", Err(error.into())))?;
            }
        }
    }
    Ok(if all_judged { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn print_json(out: &mut impl Write, answer: &Answer<'_>) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, answer).map_err(|error| Failure::Output(error.into()))?;
    Ok(writeln!(out)?)
}

/// Why a game cannot be judged.
#[derive(Debug, thiserror::Error)]
enum BadCase {
    #[error(transparent)]
    Position(#[from] PositionError<FenError>),
    #[error("move {number}: {reason}")]
    Move { number: usize, reason: MoveError },
    #[error("{0}; a case is {{\"name\": text, \"fen\": text, \"moves\": [texts]}}")]
    Json(#[from] serde_json::Error),
}

/// Judges every position on the way: the first that ends the game, and the last.
fn judge(fen: &str, moves: &[impl AsRef<str>], arguments: &Arguments) -> Result<Judgement, BadCase> {
    let rules = Rules::from(arguments.rule);
    let mut position = Xiangqi::parse_position(fen)?;
    let mut decided: Option<Decided> = None;
    let words = |verdict: &Verdict| (verdict.outcome.name(), verdict.explain(arguments.language.into()));
    for (after, text) in moves.iter().map(AsRef::as_ref).enumerate() {
        if decided.is_none()
            && let Some((verdict, reason)) = rules.verdict(&position).as_ref().map(words)
        {
            let mv = after.checked_sub(1).and_then(|last| moves.get(last)).map(|mv| mv.as_ref().to_string());
            decided = Some(Decided { after, mv, verdict, reason });
        }
        let mv = notation::parse_any(position.board(), text)
            .map_err(|reason| BadCase::Move { number: after + 1, reason })?;
        position.play_unchecked(mv);
    }
    let (verdict, reason) = match rules.verdict(&position).as_ref().map(words) {
        Some(judged) => judged,
        None => ("none", going_on(arguments.language).into()),
    };
    Ok(Judgement { verdict, reason, decided })
}

fn going_on(language: Tongue) -> &'static str {
    match language {
        Tongue::En => "The game goes on.",
        Tongue::Zh => "对局继续。",
    }
}
