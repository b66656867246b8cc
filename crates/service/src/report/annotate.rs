//! A report written into its game: comments, glyphs, and better lines as variations.
//!
//! What was in the game stays: comments are added to, a move that somebody has given a glyph keeps it, lines that are there already are
//! not doubled, and the main line never grows. Only what an earlier analysis by this program added is taken out first, so that analysing
//! twice gives the same as once.

use super::own::{line_mark, without_own_annotations, words_mark};
use super::{GameReport, LineReport, MoveReport, score_text};
use crate::messages::{MoveClass, Why, WhyKind};
use crate::words::{Blanks, chinese, english};
use notation::{Game, Node, NodeId, Notation};
use xiangqi::rules::Language;

/// The glyphs that judge a move: `!`, `?`, `!!`, `??`, `!?`, `?!`.
const MOVE_GLYPHS: std::ops::RangeInclusive<u8> = 1..=6;
/// The most moves of a variation.
const MAX_VARIATION: usize = 10;

/// The game with what was found about it. Moves in comments are written in the notation.
pub fn annotated(game: &Game, report: &GameReport, language: Language, notation: Notation) -> Game {
    let mut game = without_own_annotations(game);
    let summary = &report.summary;
    if game.tags.get("Annotator").is_some_and(|name| name.starts_with("Chuhe ")) {
        // In its place: the name is ours, and not refused.
        let _ = game.tags.set("Annotator", &summary.program);
    }
    set_if_missing(&mut game, "Annotator", &summary.program);
    if let Some(opening) = &summary.opening {
        set_if_missing(&mut game, "ECCO", opening.code.as_deref().unwrap_or_default());
        let name = match language {
            Language::English => opening.name_en.as_deref().or(opening.name_zh.as_deref()),
            Language::Chinese => opening.name_zh.as_deref().or(opening.name_en.as_deref()),
        };
        // An earlier report may have named it in the other language.
        let old = game.tags.get("OpeningName").map(ToOwned::to_owned);
        if old.is_some() && (old == opening.name_en || old == opening.name_zh) {
            let _ = game.tags.set("OpeningName", "");
        }
        set_if_missing(&mut game, "OpeningName", name.unwrap_or_default());
    }
    let (red, black) = (summary.accuracy.red, summary.accuracy.black);
    let analysed = match language {
        Language::English => english::analysed(&summary.program, report.settings.limit, red, black),
        Language::Chinese => chinese::analysed(&summary.program, report.settings.limit, red, black),
    };
    let root = game.root();
    add_comment(&mut game, root, &format!("{analysed} {}", words_mark(None)));
    let line: Vec<NodeId> = game.main_line().map(|(id, _)| id).collect();
    for ((&node, played), index) in line.iter().zip(&report.moves).zip(1..) {
        let Some(position) = report.positions.get(index) else { break };
        let next = line.get(index).copied();
        let glyph = judge(&mut game, node, played.class);
        let comment = comment(played, &score_text(position.score), next, language, notation);
        let is_bare = comment.len() == 1 && glyph.is_none();
        let comment = comment.join(" ");
        let comment = if is_bare { comment } else { format!("{comment} {}", words_mark(glyph)) };
        add_comment(&mut game, node, &comment);
        let parent = game.node(node).and_then(Node::parent);
        if let (Some(parent), Some(better)) = (parent, &played.better) {
            vary(&mut game, parent, better);
        }
        // Behind the last move a variation would be the game itself.
        if let (Some(_), Some(punishment)) = (next, &played.punished_by) {
            vary(&mut game, node, punishment);
        }
    }
    game
}

fn set_if_missing(game: &mut Game, name: &str, value: &str) {
    if game.tags.get(name).is_none_or(str::is_empty) && !value.is_empty() {
        // The names are ours, and none is refused.
        let _ = game.tags.set(name, value);
    }
}

fn add_comment(game: &mut Game, node: NodeId, text: &str) {
    let before = game.node(node).map(Node::comment).unwrap_or_default();
    let comment = format!("{before} {text}");
    game.set_comment(node, &comment);
}

/// Gives a weak move a glyph unless it has one that judges it; which, if it does.
fn judge(game: &mut Game, node: NodeId, class: MoveClass) -> Option<u8> {
    let glyph = match class {
        MoveClass::Inaccuracy => 6,
        MoveClass::Mistake => 2,
        MoveClass::Blunder => 4,
        MoveClass::Best | MoveClass::Good | MoveClass::Only | MoveClass::Book => return None,
    };
    let is_judged = game.node(node).is_some_and(|node| node.glyphs().iter().any(|g| MOVE_GLYPHS.contains(g)));
    if is_judged {
        return None;
    }
    game.add_glyph(node, glyph);
    Some(glyph)
}

/// Adds a line behind a node that has a continuation, with its score at the end if anything of it is new.
fn vary(game: &mut Game, from: NodeId, line: &LineReport) {
    let continuation = game.node(from).and_then(|node| node.children().first().copied());
    let continued = continuation.and_then(|id| game.node(id)).and_then(Node::mv);
    if continued.is_none() || continued == line.moves.first().map(|noted| noted.mv.0) {
        return;
    }
    let before = game.node_count();
    let mut node = from;
    for noted in line.moves.iter().take(MAX_VARIATION) {
        match game.add(node, noted.mv.0) {
            Ok(next) => node = next,
            Err(_) => break,
        }
    }
    let added = game.node_count() - before;
    if added > 0 {
        add_comment(game, node, &format!("{} {}", score_text(line.score), line_mark(added)));
    }
}

fn comment(
    played: &MoveReport,
    score: &str,
    next: Option<NodeId>,
    language: Language,
    notation: Notation,
) -> Vec<String> {
    let mut parts = vec![format!("[%eval {score}]")];
    if is_weak(played.class) {
        let better = played
            .better
            .as_ref()
            .and_then(|line| Some((noted(line.moves.first()?, notation), score_text(line.score))));
        let better = better.as_ref().map(|(text, score)| (text.as_str(), score.as_str()));
        parts.push(match language {
            Language::English => english::weak_move(played.class, played.loss, better),
            Language::Chinese => chinese::weak_move(played.class, played.loss, better),
        });
    }
    if let Some(why) = &played.why {
        parts.extend(reasons(why, played, language, notation));
    }
    if let (None, Some(line)) = (next, &played.punished_by) {
        let moves: Vec<_> = line.moves.iter().take(MAX_VARIATION).map(|mv| noted(mv, notation)).collect();
        let line = moves.join(" ");
        parts.push(match language {
            Language::English => english::punished_by(&line),
            Language::Chinese => chinese::punished_by(&line),
        });
    }
    if let Some(event) = &played.event {
        let words = &event.end.words;
        parts.push(match language {
            Language::English => words.english.clone(),
            Language::Chinese => words.chinese.clone(),
        });
    }
    parts
}

/// What a weak move costs, unless only the points are known, which have been said; and what it missed.
fn reasons(why: &Why, played: &MoveReport, language: Language, notation: Notation) -> Vec<String> {
    let first = |line: Option<&LineReport>| {
        line.and_then(|line| line.moves.first()).map(|mv| noted(mv, notation)).unwrap_or_default()
    };
    let (reply, better) = (first(played.punished_by.as_ref()), first(played.better.as_ref()));
    let cost = Some(&why.cost).filter(|cost| cost.kind != WhyKind::Points);
    let said = cost.into_iter().chain(&why.missed).map(|line| match language {
        Language::English => &line.words.english,
        Language::Chinese => &line.words.chinese,
    });
    let are_squares = !matches!(
        notation,
        Notation::Wxf | Notation::PlayOk | Notation::WxfLetters(_) | Notation::Chinese(_)
    );
    let blanks = Blanks { reply: &reply, better: &better, are_squares };
    said.map(|words| blanks.fill(words)).collect()
}

fn is_weak(class: MoveClass) -> bool {
    matches!(class, MoveClass::Inaccuracy | MoveClass::Mistake | MoveClass::Blunder)
}

fn noted(mv: &crate::messages::NotedMove, notation: Notation) -> String {
    match notation {
        Notation::Iccs => format!("{}-{}", mv.mv.0.from(), mv.mv.0.to()).to_uppercase(),
        Notation::Wxf | Notation::PlayOk | Notation::WxfLetters(_) => mv.wxf.clone(),
        Notation::Chinese(_) => mv.chinese.clone(),
        _ => mv.mv.0.to_string(),
    }
}
