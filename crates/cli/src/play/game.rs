//! The game on the table: a tree of moves, the line that is followed in it, and how far.
//!
//! Nothing that was played is forgotten. Taking back a move leaves it ahead, where it can be played again; another move in its
//! place begins a new line, and the old one stays in the tree as a variation, with its comments. A game that was loaded
//! keeps its own in the same way. What is refused changes nothing.

mod record;

pub use record::TAKEN_BACK;

use super::ending::PlayEnding;
use notation::{Game, MoveError, NodeId, Notation};
use xiangqi::{Colour, Fen, IllegalMove, Move, Position, Rules, Square};

/// The longest game that is taken to the table, in plies, and the largest tree, in nodes.
const MAX_PLIES: usize = 10_000;
const MAX_NODES: usize = 20_000;

/// Why something cannot be done at the table; the game stays as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    #[error("the game is over; undo takes back a move, new begins another game")]
    Over,
    #[error("the game is over, and there is no move to take back; new begins another game")]
    OverAtOnce,
    #[error("{0}. Type moves for a list, help for the commands.")]
    Unreadable(#[from] MoveError),
    #[error("there is no move {number}; the list that `moves` shows goes from 1 to {count}")]
    NoSuchNumber { number: usize, count: usize },
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("there is no move to take back")]
    NothingToUndo,
    #[error("there is no move ahead that was taken back")]
    NothingToRedo,
    #[error("you have offered a draw already; make your move")]
    OfferedAlready,
    #[error(
        "the game has {plies} moves and {nodes} with its variations; at most {MAX_PLIES} and {MAX_NODES} are loaded"
    )]
    TooLong { plies: usize, nodes: usize },
}

/// A game in progress or over.
pub struct LocalGame {
    game: Game,
    /// The nodes of the line that is followed: what was played, then what was taken back.
    line: Vec<NodeId>,
    position: Position,
    /// A draw has been offered by this side and not yet answered.
    offer: Option<Colour>,
    ending: Option<PlayEnding>,
}

impl LocalGame {
    pub fn new(start: Fen, rules: Rules) -> Self {
        let mut position = Position::from(start.clone());
        position.set_rules(rules);
        let mut table =
            Self { game: Game::new(start), line: Vec::new(), position, offer: None, ending: None };
        table.judge();
        table
    }

    /// Notes on which day the game is played.
    pub fn set_date(&mut self, date: &str) {
        // The name is a good one.
        let _ = self.game.tags.set("Date", date);
    }

    /// A recorded game, `ahead` plies before the end of its main line.
    pub fn from_game(game: Game, rules: Rules, ahead: usize) -> Result<Self, GameError> {
        let (plies, nodes) = (game.main_line().count(), game.node_count());
        if plies > MAX_PLIES || nodes > MAX_NODES {
            return Err(GameError::TooLong { plies, nodes });
        }
        let mut position = Position::from(game.start().clone());
        position.set_rules(rules);
        let line: Vec<NodeId> = game.main_line().map(|(id, _)| id).collect();
        for (_, node) in game.main_line().take(plies.saturating_sub(ahead)) {
            if let Some(mv) = node.mv() {
                position.try_play(mv)?;
            }
        }
        let mut table = Self { game, line, position, offer: None, ending: None };
        table.judge();
        if table.ending.is_none() && !table.has_moves_ahead() {
            table.ending = PlayEnding::from_record(table.game.result, table.game.tags.get("Termination"));
        }
        table.forget_reason();
        table.restore_taken_back()?;
        Ok(table)
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn rules(&self) -> Rules {
        *self.position.rules()
    }

    /// The record that the game was taken from, or a new one.
    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn ending(&self) -> Option<&PlayEnding> {
        self.ending.as_ref()
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// The side that has offered a draw.
    pub fn offer(&self) -> Option<Colour> {
        self.offer
    }

    /// How many plies have been played.
    pub fn plies(&self) -> usize {
        self.position.past().len()
    }

    fn has_moves_ahead(&self) -> bool {
        self.plies() < self.line.len()
    }

    /// All moves of the line, those that were taken back included.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.line.iter().filter_map(|&id| self.game.node(id)?.mv())
    }

    /// The move before this position.
    pub fn last_move(&self) -> Option<Move> {
        self.position.past().last().and_then(|ply| ply.mv)
    }

    /// Reads a move in any notation, as two squares with a comma between them, or by its number in the list.
    pub fn read_move(&self, text: &str) -> Result<Move, GameError> {
        self.expect_open()?;
        if let Ok(number) = text.parse::<usize>() {
            return self.numbered(number);
        }
        let joined = joined_squares(text);
        Ok(notation::parse_any(self.position.board(), joined.as_deref().unwrap_or(text))?)
    }

    /// Makes a move.
    pub fn play(&mut self, mv: Move) -> Result<(), GameError> {
        self.expect_open()?;
        self.position.check_legal(mv)?;
        let at = self.plies();
        let parent = at.checked_sub(1).and_then(|last| self.line.get(last)).copied();
        let node = self.game.add(parent.unwrap_or(self.game.root()), mv)?;
        if self.line.get(at) != Some(&node) {
            self.line.truncate(at);
            // A move that was played before brings what followed it; the line always goes on to its end.
            let first_child = |id: &NodeId| self.game.node(*id)?.children().first().copied();
            self.line.extend(std::iter::successors(Some(node), first_child));
        }
        // An offer lapses when the other side moves on.
        if self.offer != Some(self.position.side()) {
            self.offer = None;
        }
        self.position.play_unchecked(mv);
        self.judge();
        Ok(())
    }

    fn numbered(&self, number: usize) -> Result<Move, GameError> {
        let moves = self.sorted_moves();
        let index = number.checked_sub(1);
        let chosen = index.and_then(|index| moves.get(index)).copied();
        chosen.ok_or(GameError::NoSuchNumber { number, count: moves.len() })
    }

    /// The legal moves in the order of their squares.
    fn sorted_moves(&self) -> Vec<Move> {
        let mut moves = self.position.board().legal_moves().to_vec();
        moves.sort_unstable_by_key(ToString::to_string);
        moves
    }

    /// The legal moves with their numbers, some to a line.
    pub fn numbered_moves(&self, notation: Notation) -> String {
        let board = self.position.board();
        let entry =
            |(index, mv): (usize, &Move)| format!("{:3} {:8}", index + 1, notation.format(board, *mv));
        let entries: Vec<String> = self.sorted_moves().iter().enumerate().map(entry).collect();
        let rows: Vec<String> = entries.chunks(4).map(<[String]>::concat).collect();
        rows.join("\n")
    }

    /// Takes back a move.
    pub fn undo(&mut self) -> Result<(), GameError> {
        if self.is_over() && self.plies() == 0 {
            return Err(GameError::OverAtOnce);
        }
        self.position.undo().ok_or(GameError::NothingToUndo)?;
        (self.ending, self.offer) = (None, None);
        self.judge();
        Ok(())
    }

    /// Makes the move again that was taken back.
    pub fn redo(&mut self) -> Result<(), GameError> {
        let mv = self.moves().nth(self.plies()).ok_or(GameError::NothingToRedo)?;
        self.play(mv)
    }

    /// A side gives up.
    pub fn resign(&mut self, side: Colour) -> Result<(), GameError> {
        self.end(PlayEnding::Resignation(side))
    }

    /// Offers a draw; or accepts the offer of the other side.
    pub fn offer_draw(&mut self) -> Result<(), GameError> {
        self.expect_open()?;
        match self.offer {
            Some(side) if side != self.position.side() => self.end(PlayEnding::Agreement)?,
            Some(_) => return Err(GameError::OfferedAlready),
            None => self.offer = Some(self.position.side()),
        }
        Ok(())
    }

    /// The side that has just moved offers a draw.
    pub fn offer_draw_with_move(&mut self) {
        if !self.is_over() {
            self.offer = Some(!self.position.side());
        }
    }

    /// Ends the game.
    pub fn end(&mut self, ending: PlayEnding) -> Result<(), GameError> {
        self.expect_open()?;
        self.ending = Some(ending);
        Ok(())
    }

    /// Goes by other rules. What people have decided stays decided.
    pub fn set_rules(&mut self, rules: Rules) {
        self.position.set_rules(rules);
        if self.ending.as_ref().is_none_or(|ending| matches!(ending, PlayEnding::Rules(_))) {
            self.ending = None;
            self.judge();
        }
    }

    pub fn expect_open(&self) -> Result<(), GameError> {
        match self.ending {
            Some(_) if self.plies() == 0 => Err(GameError::OverAtOnce),
            Some(_) => Err(GameError::Over),
            None => Ok(()),
        }
    }

    fn judge(&mut self) {
        if let Some(verdict) = self.rules().verdict(&self.position) {
            self.ending = Some(PlayEnding::Rules(verdict));
        }
    }

    /// How many moves of the line were taken back.
    pub fn ahead(&self) -> usize {
        self.line.len() - self.plies()
    }
}

/// `h2e2` for `h2, e2`: two squares and a comma between them, with or without blanks around it.
fn joined_squares(text: &str) -> Option<String> {
    let (from, to) = text.split_once([',', '，'])?;
    let (from, to) = (from.trim(), to.trim());
    let are_squares = [from, to].iter().all(|square| Square::parse(square.as_bytes()).is_some());
    are_squares.then(|| format!("{from}{to}"))
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;
    use notation::pgn;
    use xiangqi::RuleSet;

    fn game(moves: &[&str]) -> LocalGame {
        let mut table = LocalGame::new(Game::default().start().clone(), RuleSet::Asian.into());
        for text in moves {
            let mv = table.read_move(text).expect("a move");
            table.play(mv).expect("legal");
        }
        table
    }

    fn text(table: &LocalGame) -> String {
        let text = pgn::write(&table.record(), &pgn::Format { width: 500, ..pgn::Format::default() });
        text.split_once("\n\n").map(|(_, moves)| moves.to_owned()).unwrap_or_default()
    }

    #[test]
    fn another_move_keeps_the_old_line() {
        let mut table = game(&["h2e2", "h9g7", "h0g2"]);
        table.undo().expect("a move");
        table.undo().expect("a move");
        assert_eq!((table.plies(), table.ahead()), (1, 2));
        table.redo().expect("a move ahead");
        assert_eq!((table.plies(), table.ahead()), (2, 1));
        table.undo().expect("a move");
        table.play("b9c7".parse().expect("a move")).expect("legal");
        assert_eq!(table.redo(), Err(GameError::NothingToRedo));
        assert_eq!(text(&table), "1. H2-E2 B9-C7 (1... H9-G7 2. H0-G2) *\n");
        // The same move as the one ahead keeps what follows it.
        table.undo().expect("a move");
        table.play("h9g7".parse().expect("a move")).expect("legal");
        assert_eq!(text(&table), "1. H2-E2 H9-G7 (1... B9-C7) 2. H0-G2 *\n");
        assert_eq!((table.plies(), table.ahead()), (2, 1));
    }

    #[test]
    fn squares_may_have_a_comma_between_them() {
        let table = game(&["h2, e2", "H9,G7", "b0，c2"]);
        assert_eq!(text(&table), "1. H2-E2 H9-G7 2. B0-C2 *\n");
        // Still a move of two squares, and refused as one.
        let fault = |text: &str| table.read_move(text).map_err(|error| error.to_string());
        assert_eq!(fault("b1, c3"), fault("b1c3"));
        assert!(fault("b1, c3").is_err_and(|message| message.contains("no piece")), "{:?}", fault("b1, c3"));
        for bad in ["b9,", ",c7", "b9, c7, d5", "b9, c77", "炮, c7"] {
            assert!(matches!(table.read_move(bad), Err(GameError::Unreadable(_))), "{bad}");
        }
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let mut table = game(&["h2e2"]);
        let before = text(&table);
        assert!(matches!(table.read_move("h2e2"), Err(GameError::Unreadable(_))));
        assert!(matches!(table.read_move("99"), Err(GameError::NoSuchNumber { number: 99, .. })));
        assert!(table.play("a0a9".parse().expect("a move")).is_err());
        assert_eq!(text(&table), before);
        table.resign(Colour::Black).expect("open");
        assert_eq!(table.resign(Colour::Black), Err(GameError::Over));
        assert!(text(&table).contains("{Red wins: Black resigns.} 1-0"));
    }

    #[test]
    fn records_come_back() {
        let mut first = game(&["h2e2", "h9g7", "h0g2", "i9h9"]);
        first.undo().expect("a move");
        let again =
            LocalGame::from_game(first.record(), RuleSet::Asian.into(), first.ahead()).expect("short");
        assert_eq!((again.plies(), again.ahead()), (3, 1));
        assert_eq!(again.record(), first.record());
        let mut over = game(&["h2e2"]);
        over.end(PlayEnding::Time(Colour::Black)).expect("open");
        let again = LocalGame::from_game(over.record(), RuleSet::Asian.into(), 0).expect("short");
        assert_eq!(again.ending(), Some(&PlayEnding::Time(Colour::Black)));
        assert_eq!(again.record(), over.record(), "the reason is said once");
    }

    #[test]
    fn comments_and_variations_of_a_loaded_game_stay() {
        let source = "1. H2-E2 {solid} (1. C3-C4 $1 {calm}) 1... H9-G7 (1... B9-C7) 2. H0-G2 1-0\n";
        let game = pgn::read(source).next().expect("a game").expect("readable");
        let mut table = LocalGame::from_game(game, RuleSet::Asian.into(), 0).expect("short");
        assert!(text(&table).starts_with(source.trim_end_matches("1-0\n").trim_end()), "{}", text(&table));
        table.undo().expect("a move");
        table.play("b0c2".parse().expect("a move")).expect("legal");
        let kept = text(&table);
        assert!(
            kept.contains("{calm}") && kept.contains("(1... B9-C7)") && kept.contains("(2. H0-G2"),
            "{kept}"
        );
    }

    /// The game as it comes back from a file.
    fn reloaded(table: &LocalGame) -> LocalGame {
        let text = pgn::write(&table.record(), &pgn::Format::default());
        let game = pgn::read(&text).next().expect("a game").expect("readable");
        LocalGame::from_game(game, RuleSet::Asian.into(), table.recorded_ahead()).expect("short")
    }

    #[test]
    fn a_game_that_ends_after_an_undo_has_its_result() {
        let endings =
            [PlayEnding::Resignation(Colour::Red), PlayEnding::Agreement, PlayEnding::Time(Colour::Red)];
        for ending in endings {
            for undone in 1..=4 {
                let source = "1. H2-E2 H9-G7 2. H0-G2 {\"good\" \\o/} (2. C3-C4 $1 C6-C5) 2... I9-H9 *\n";
                let game = pgn::read(source).next().expect("a game").expect("readable");
                let mut table = LocalGame::from_game(game, RuleSet::Asian.into(), 0).expect("short");
                let whole = text(&table);
                for _ in 0..undone {
                    table.undo().expect("a move");
                }
                table.end(ending.clone()).expect("open");
                let record = table.record();
                assert_eq!((record.result, record.main_line().count()), (ending.recorded(), 4 - undone));
                assert_eq!(record.tags.get("Termination"), ending.termination());
                let mut again = reloaded(&table);
                assert_eq!(again.ending(), Some(&ending));
                assert_eq!((again.plies(), again.ahead()), (4 - undone, undone));
                assert_eq!(again.record(), record, "it is kept in the same way");
                // What was taken back is there again, and nothing of the end stays.
                if undone < 4 {
                    again.undo().expect("a move");
                    while again.redo().is_ok() {}
                    assert_eq!((text(&again), again.record().tags.get(TAKEN_BACK)), (whole, None));
                }
            }
        }
    }

    #[test]
    fn a_bad_list_of_moves_taken_back_changes_nothing() {
        for words in ["a0a9", "1. H9-G7 A0-A9", "", "{only words}"] {
            let mut table = game(&["h2e2"]);
            table.game.tags.set(TAKEN_BACK, words).expect("a name");
            let again = reloaded(&table);
            assert_eq!((again.ahead(), again.record().tags.get(TAKEN_BACK)), (0, Some(words)), "{words}");
        }
    }

    #[test]
    fn the_reason_of_the_end_goes_with_the_end() {
        for comment in ["", "a slip"] {
            let mut table = game(&["h2e2", "h9g7"]);
            table.game.set_comment(table.line[1], comment);
            table.resign(Colour::Red).expect("open");
            let mut again = reloaded(&reloaded(&table));
            assert_eq!(text(&again), text(&table));
            again.undo().expect("a move");
            again.redo().expect("a move ahead");
            again.play("h0g2".parse().expect("a move")).expect("legal");
            let kept = text(&again);
            assert!(!kept.contains("resigns") && kept.contains(comment), "{kept}");
        }
        // A verdict of the rules goes likewise.
        let fen = "3k5/R8/9/9/9/9/8p/9/1R7/4K4 w - - 0 1".parse().expect("a FEN");
        let mut table = LocalGame::new(fen, RuleSet::Asian.into());
        table.play("b1b9".parse().expect("a move")).expect("legal");
        let mut again = reloaded(&table);
        assert!(again.is_over() && text(&again) == text(&table));
        again.undo().expect("a move");
        assert!(!text(&again).contains('{'), "{}", text(&again));
    }

    #[test]
    fn a_game_that_was_over_at_once_offers_a_new_one() {
        let mut table = game(&[]);
        table.end(PlayEnding::Time(Colour::Red)).expect("open");
        assert_eq!(table.undo(), Err(GameError::OverAtOnce));
        assert_eq!(table.read_move("h2e2"), Err(GameError::OverAtOnce));
        assert!(table.is_over() && !GameError::OverAtOnce.to_string().contains("undo"));
    }

    #[test]
    fn what_is_loaded_is_kept_as_it_was() {
        for moves in [
            "1. H2-E2 {A} (1. H2-E2 {B} B9-C7) H9-G7 *",
            "1. H2-E2 (1. H2-D2 {first}) (1. H2-D2 {second}) H9-G7 *",
            "1. H2-E2 (1. H2-D2 $1 {first} H9-G7) (1. {x} H2-D2 $2 B9-C7) H9-G7 *",
        ] {
            let game = pgn::read(moves).next().expect("a game").expect("readable");
            let table = LocalGame::from_game(game.clone(), RuleSet::Asian.into(), 0).expect("short");
            let record = table.record();
            assert_eq!(
                pgn::write(&record, &pgn::Format::default()),
                pgn::write(&game, &pgn::Format::default())
            );
        }
    }
}
