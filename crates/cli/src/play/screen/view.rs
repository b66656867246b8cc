//! The screen as a picture of the model. It changes nothing but what the model knows of how far texts can
//! be scrolled.

use super::board;
use super::layout::{self, Layout, MIN_HEIGHT, MIN_WIDTH};
use super::model::{Model, PopUp};
use super::words::{cut, padded, wrap};
use crate::play::clock;
use crate::play::look::Pieces;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use unicode_width::UnicodeWidthStr;
use xiangqi::Colour;

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const REVERSED: Style = Style::new().add_modifier(Modifier::REVERSED);
/// The least rows that the list of moves keeps beside a long message.
const MIN_LIST: usize = 4;

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, model: &Model) {
    let area = frame.area();
    let Some(layout) = Layout::new(area) else {
        let words = format!(
            "The window is {} x {}; a game needs at least {MIN_WIDTH} x {MIN_HEIGHT}. Make it larger: the game is kept meanwhile.",
            area.width, area.height
        );
        write_lines(frame.buffer_mut(), area, &wrap(&words, area.width.into()), Style::new());
        return;
    };
    let buffer = frame.buffer_mut();
    board::draw(buffer, &layout, model);
    let message = message_lines(model, layout.message.unwrap_or(layout.panel).width.into());
    let mut panel = layout.panel;
    if let Some(below) = layout.message {
        write_message(buffer, below, &message);
    } else {
        let top = panel_head(model, panel.width.into()).len() + MIN_LIST;
        let most = usize::from(panel.height).saturating_sub(top + 1);
        let rows = message.len().min(most) as u16;
        let box_area = Rect { y: panel.bottom() - rows, height: rows, ..panel };
        write_message(buffer, box_area, &message);
        panel.height -= rows + 1;
    }
    draw_panel(buffer, panel, model);
    let cursor = draw_entry(buffer, layout.entry, model);
    draw_bar(buffer, layout.bar, model);
    match &model.window {
        Some(window) => draw_window(buffer, area, model, window),
        None => frame.set_cursor_position(cursor),
    }
}

/// Writes lines one below the other, as many as there is room for.
fn write_lines(buffer: &mut Buffer, area: Rect, lines: &[String], style: Style) {
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        buffer.set_string(area.x, y, cut(line, area.width.into()), style);
    }
}

/// A line of a message and how it looks.
type Styled = (String, Style);

/// What is said, who thinks, how the game stands.
fn message_lines(model: &Model, width: usize) -> Vec<Styled> {
    let attention = if model.look.has_colour { BOLD.fg(Color::Yellow) } else { BOLD };
    let style = if model.session.game().is_over() { BOLD } else { Style::new() };
    let said = wrap(&model.message, width).into_iter().map(|line| (line, attention));
    let status = wrap(&model.session.status(), width).into_iter().map(|line| (line, style));
    let activity = model.activity().unwrap_or_default();
    let activity = wrap(&activity, width).into_iter().map(|line| (line, DIM));
    said.chain(status).chain(activity).collect()
}

/// A message that is too long ends with how to read the rest.
fn write_message(buffer: &mut Buffer, area: Rect, lines: &[Styled]) {
    let rows = usize::from(area.height);
    for (index, ((line, style), y)) in lines.iter().zip(area.y..area.bottom()).enumerate() {
        let is_cut = lines.len() > rows && index + 1 == rows;
        let line = if is_cut { "... (type why to read on)" } else { line };
        buffer.set_string(area.x, y, cut(line, area.width.into()), *style);
    }
}

/// The players with their clocks, the one at the top of the board first, and the terms of the game.
fn panel_head(model: &Model, width: usize) -> Vec<Styled> {
    let session = &model.session;
    let top = if model.look.is_flipped { Colour::Red } else { Colour::Black };
    let mut lines = Vec::new();
    for side in [top, !top] {
        let is_turn = session.game().position().side() == side && !session.game().is_over();
        let left = session.clock().map(|clock| clock::shown(clock.left[side.index()])).unwrap_or_default();
        let mark = if is_turn { '>' } else { ' ' };
        let name = format!("{mark}{:6}{}", side.to_string(), session.seat_name(side));
        let name = padded(&name, width.saturating_sub(left.width()));
        let style = match (side, model.look.has_colour) {
            (Colour::Red, true) => Style::new().fg(Color::Red),
            _ => Style::new(),
        };
        lines.push((
            format!("{name}{left}"),
            if is_turn { style.add_modifier(Modifier::BOLD) } else { style },
        ));
    }
    let terms = session.terms().join(", ");
    lines.extend(wrap(&terms, width).into_iter().map(|line| (line, DIM)));
    lines
}

fn draw_panel(buffer: &mut Buffer, area: Rect, model: &Model) {
    let head = panel_head(model, area.width.into());
    for ((line, style), y) in head.iter().zip(area.y..area.bottom()) {
        buffer.set_string(area.x, y, line, *style);
    }
    let used = (head.len() as u16 + 1).min(area.height);
    draw_moves(buffer, Rect { y: area.y + used, height: area.height - used, ..area }, model);
}

/// The list of moves, a move of each side in a row.
fn draw_moves(buffer: &mut Buffer, area: Rect, model: &Model) {
    let table = model.session.game();
    let texts = model.session.move_texts();
    let start = table.game().start();
    // A game that begins with Black has an empty place before its first move.
    let shift = usize::from(start.board.side() == Colour::Black);
    let plies = table.plies();
    let row_of = |ply: usize| (ply + shift) / 2;
    let count = if texts.is_empty() { 0 } else { row_of(texts.len() - 1) + 1 };
    let rows = usize::from(area.height);
    let current = plies.checked_sub(1).map_or(0, row_of);
    let followed = (current + 1).saturating_sub(rows) as isize;
    let most = count.saturating_sub(rows) as isize;
    model.list_range.set((followed - most, followed));
    let top = (followed - model.list_offset).clamp(0, most) as usize;
    let column = texts.iter().map(|text| text.width()).max().unwrap_or(0);
    let gap = usize::from(usize::from(area.width) > 6 + 2 * column);
    for (row, y) in (top..count).zip(area.y..area.bottom()) {
        let number = format!("{:>3}.{:gap$}", start.move_number as usize + row, "");
        buffer.set_string(area.x, y, &number, DIM);
        let mut x = area.x + number.width() as u16;
        for place in [2 * row, 2 * row + 1] {
            let text = match place.checked_sub(shift) {
                None => "...",
                Some(ply) => texts.get(ply).map_or("", String::as_str),
            };
            let ply = (place + 1).checked_sub(shift);
            let style = match ply {
                Some(ply) if ply == plies && plies > 0 => REVERSED,
                Some(ply) if ply > plies => DIM,
                _ => Style::new(),
            };
            if x < area.right() {
                buffer.set_string(x, y, cut(text, (area.right() - x).into()), style);
            }
            x += column as u16 + 1;
        }
    }
    if texts.is_empty() && area.height > 0 {
        buffer.set_string(area.x, area.y, cut("No moves yet.", area.width.into()), DIM);
    }
}

/// The line that is typed; gives the place of the text cursor.
fn draw_entry(buffer: &mut Buffer, area: Rect, model: &Model) -> Position {
    let prompt = format!("{}> ", model.session.prompt());
    buffer.set_string(area.x, area.y, &prompt, DIM);
    let left = prompt.width() as u16;
    let room = usize::from(area.width.saturating_sub(left + 1));
    let (text, column) = (model.entry.text(), model.entry.cursor_column());
    // A line that is too long is shown from where the cursor is still in sight.
    let mut hidden = 0;
    let mut rest = text.as_str();
    while column.saturating_sub(hidden) > room
        && let Some(first) = rest.chars().next()
    {
        hidden += unicode_width::UnicodeWidthChar::width(first).unwrap_or(0);
        rest = &rest[first.len_utf8()..];
    }
    buffer.set_string(area.x + left, area.y, cut(rest, room), BOLD);
    if text.is_empty() {
        let hint = if model.session.is_asking() {
            "(y)es or (n)o"
        } else {
            "type a move or a command, or press Enter on a piece"
        };
        buffer.set_string(area.x + left, area.y, cut(hint, room), DIM);
    }
    Position::new(area.x + left + column.saturating_sub(hidden) as u16, area.y)
}

fn draw_bar(buffer: &mut Buffer, area: Rect, model: &Model) {
    if model.window.is_some() {
        let words = "Esc closes the window, the arrows scroll it";
        buffer.set_string(area.x, area.y, cut(words, area.width.into()), REVERSED);
        return;
    }
    for key in layout::bar_keys(area.width) {
        let Some((name, label)) = key.text.split_once(' ') else { continue };
        buffer.set_string(area.x + key.x, area.y, name, BOLD);
        buffer.set_string(area.x + key.x + name.len() as u16 + 1, area.y, label, REVERSED);
    }
}

/// A text in a frame, in front of everything.
fn draw_window(buffer: &mut Buffer, area: Rect, model: &Model, window: &PopUp) {
    let inner_width = usize::from(area.width.saturating_sub(6)).min(100);
    let lines = wrap(&window.text, inner_width);
    let height = (lines.len() as u16 + 2).min(area.height - 1);
    let width = inner_width as u16 + 4;
    let frame = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - 1 - height) / 2,
        width,
        height,
    };
    let rows = usize::from(height - 2);
    window.last_top.set(lines.len().saturating_sub(rows));
    let top = window.top.min(window.last_top.get());
    let [corners, side, edge] = match model.look.pieces {
        Pieces::Letters => ["++++", "|", "-"],
        _ => ["┌┐└┘", "│", "─"],
    };
    let corners: Vec<String> = corners.chars().map(String::from).collect();
    let horizontal = edge.repeat(usize::from(width - 2));
    for y in frame.y..frame.bottom() {
        // What is behind disappears, also the second halves of wide characters.
        for x in frame.x.saturating_sub(1)..(frame.right() + 1).min(area.right()) {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.reset();
            }
        }
        buffer.set_string(frame.x, y, side, Style::new());
        buffer.set_string(frame.right() - 1, y, side, Style::new());
    }
    for (y, ends) in [(frame.y, [0, 1]), (frame.bottom() - 1, [2, 3])] {
        let [left, right] = ends.map(|end| corners.get(end).map_or("", String::as_str));
        buffer.set_string(frame.x, y, format!("{left}{horizontal}{right}"), Style::new());
    }
    buffer.set_string(frame.x + 2, frame.y, format!(" {} ", window.title), BOLD);
    if lines.len() > rows {
        let place = format!(" {}-{} of {} ", top + 1, top + rows, lines.len());
        let x = frame.right().saturating_sub(place.len() as u16 + 2);
        buffer.set_string(x, frame.bottom() - 1, place, Style::new());
    }
    let text = Rect { x: frame.x + 2, y: frame.y + 1, width: inner_width as u16, height: rows as u16 };
    write_lines(buffer, text, lines.get(top..).unwrap_or_default(), Style::new());
}
