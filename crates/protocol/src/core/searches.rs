//! From a wish to search to an order for it, or to a move of the book.

use super::activity::{Activity, Ends, Running};
use super::choice::Choice;
use super::effect::SearchOrder;
use super::opening::BookPlayer;
use super::timing::{self, Account};
use crate::command::Go;
use crate::dialect::SearchMode;
use crate::draws::DrawPolicy;
use crate::options::Options;
use engine::opening::may_answer;
use engine::{Answer, Mode};
use games::AnyPosition;
use search::Score;

/// What runs, and what searches of a game have in common.
pub struct Searches {
    pub activity: Activity,
    pub account: Account,
    pub opening: BookPlayer,
    /// The number of the last search or job.
    number: u64,
}

/// What a wish to search has led to.
pub enum Begun {
    /// A search.
    Search(Box<SearchOrder>),
    /// An answer from the book, and what is known of it.
    Book(Answer<String>, String),
}

impl Searches {
    pub fn new(entropy: u64) -> Self {
        Self {
            activity: Activity::Idle,
            account: Account::default(),
            opening: BookPlayer::new(entropy),
            number: 0,
        }
    }

    /// What comes next belongs to another game.
    pub fn new_game(&mut self) {
        self.account = Account::default();
        self.opening.new_game();
    }

    /// Begins a search, unless the book has the answer. Nothing runs.
    pub fn begin(&mut self, position: AnyPosition, go: &Go, choice: Choice, options: &Options) -> Begun {
        let (side, made) = (position.side().index(), position.moves_made());
        let mut account = self.account;
        let mut limits = timing::limits(go, options, side, made, &mut account);
        (limits.moves, limits.excluded) = (choice.wanted, choice.excluded);
        let (mode, has_end) = timing::mode(go);
        if has_end
            && may_answer(&limits, mode)
            && let Some(reply) = self.opening.reply(&position, options)
        {
            let answer = Answer {
                line: vec![reply.mv.clone()],
                best: Some(reply.mv),
                ponder: None,
                score: Score::DRAW,
                raw_score: Score::DRAW,
                depth: 0,
                nodes: 0,
            };
            return Begun::Book(answer, reply.remark);
        }
        self.account = account;
        let ends = match (mode, has_end) {
            (_, false) => Ends::WhenTold,
            (Mode::Ponder, true) => Ends::AfterHit,
            (_, true) => Ends::ByItself,
        };
        let policy = DrawPolicy::at(&position, options.draw_permission());
        self.number += 1;
        self.activity = Activity::Searching(Box::new(Running {
            number: self.number,
            ends,
            fate: None,
            mode: SearchMode::of(options),
            policy,
            is_all_banned: choice.is_none_left,
            line: None,
            root_move: None,
        }));
        let order = SearchOrder { number: self.number, position, limits, leeway: options.randomness, mode };
        Begun::Search(Box::new(order))
    }

    /// Begins something that is not a search; its number.
    pub fn begin_job(&mut self) -> u64 {
        self.number += 1;
        self.activity = Activity::Counting { number: self.number, is_stopping: false };
        self.number
    }
}
