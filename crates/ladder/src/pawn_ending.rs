//! King and pawn against king in chess, solved backward from the end: the proof of the suite's pawn endings.
//!
//! Which positions does the side with the pawn, White, win? A pawn that has become a queen and is not taken at once wins; whatever
//! leads to a won position by a move of White's choice, or by every move of Black's, is won as well. What is never reached is drawn.

/// A position: whose turn it is and where the three stand, squares counted from a1 along the ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnEnding {
    /// White to move.
    pub is_white: bool,
    /// The square of the white king.
    pub king: usize,
    /// The square of the pawn, from the second to the seventh rank.
    pub pawn: usize,
    /// The square of the black king.
    pub lone: usize,
}

/// All won positions.
pub struct PawnEndings {
    /// By [`PawnEnding::index`]: the round in which a position was found to be won; 0 for a draw.
    rounds: Vec<u8>,
}

/// A move of White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WhiteMove {
    /// Origin and target.
    pub squares: (usize, usize),
    /// What it leads to; nothing if the pawn becomes a queen.
    after: Option<PawnEnding>,
}

fn neighbours(square: usize) -> impl Iterator<Item = usize> {
    let (file, rank) = ((square % 8) as i32, (square / 8) as i32);
    let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (right, down)));
    around.filter_map(move |(right, down)| {
        let (file, rank) = (file + right, rank + down);
        let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank) && (right, down) != (0, 0);
        is_on_board.then_some((rank * 8 + file) as usize)
    })
}

fn are_adjacent(one: usize, other: usize) -> bool {
    neighbours(one).any(|square| square == other)
}

impl PawnEnding {
    fn index(self) -> usize {
        usize::from(self.is_white) << 18 | self.king << 12 | self.pawn << 6 | self.lone
    }

    fn from_index(index: usize) -> Self {
        let (king, pawn, lone) = (index >> 12 & 63, index >> 6 & 63, index & 63);
        Self { is_white: index >> 18 == 1, king, pawn, lone }
    }

    fn is_attacked_by_pawn(self, square: usize) -> bool {
        square / 8 == self.pawn / 8 + 1 && (square % 8).abs_diff(self.pawn % 8) == 1
    }

    /// Whether the position can stand on a board.
    fn is_legal(self) -> bool {
        let Self { is_white, king, pawn, lone } = self;
        (8..56).contains(&pawn)
            && king != pawn
            && lone != pawn
            && king != lone
            && !are_adjacent(king, lone)
            && !(is_white && self.is_attacked_by_pawn(lone))
    }

    /// The moves of White.
    pub fn white_moves(self) -> Vec<WhiteMove> {
        let Self { king, pawn, lone, .. } = self;
        let mut moves = Vec::new();
        for target in neighbours(king).filter(|&to| to != pawn && to != lone && !are_adjacent(to, lone)) {
            let after = Self { is_white: false, king: target, ..self };
            moves.push(WhiteMove { squares: (king, target), after: Some(after) });
        }
        let is_free = |square| square != king && square != lone;
        let steps = if pawn < 16 { 2 } else { 1 };
        for target in (1..=steps).map(|step| pawn + 8 * step).take_while(|&square| is_free(square)) {
            let after = (target < 56).then_some(Self { is_white: false, pawn: target, ..self });
            moves.push(WhiteMove { squares: (pawn, target), after });
        }
        moves
    }

    /// What moves of Black lead to: nothing where the pawn is taken.
    fn black_moves(self) -> Vec<Option<Self>> {
        let Self { king, pawn, lone, .. } = self;
        let is_safe = |&to: &usize| !are_adjacent(to, king) && !self.is_attacked_by_pawn(to);
        let targets = neighbours(lone).filter(is_safe);
        targets.map(|to| (to != pawn).then_some(Self { is_white: true, lone: to, ..self })).collect()
    }

    /// The position as FEN.
    pub fn fen(self) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let mut row = String::new();
            let mut blanks = 0;
            for square in rank * 8..rank * 8 + 8 {
                let man = match square {
                    _ if square == self.king => 'K',
                    _ if square == self.pawn => 'P',
                    _ if square == self.lone => 'k',
                    _ => {
                        blanks += 1;
                        continue;
                    }
                };
                if blanks > 0 {
                    row += &blanks.to_string();
                }
                row.push(man);
                blanks = 0;
            }
            if blanks > 0 {
                row += &blanks.to_string();
            }
            rows.push(row);
        }
        format!("{} {} - - 0 1", rows.join("/"), if self.is_white { 'w' } else { 'b' })
    }
}

impl PawnEndings {
    /// Works them all out.
    pub fn solve() -> Self {
        let mut endings = Self { rounds: vec![0; 2 << 18] };
        let legal: Vec<_> = (0..2 << 18).map(PawnEnding::from_index).filter(|one| one.is_legal()).collect();
        for round in 1.. {
            let is_new = |ending: &&PawnEnding| endings.rounds[ending.index()] == 0;
            let won: Vec<_> =
                legal.iter().filter(is_new).filter(|ending| endings.is_won_next(**ending)).collect();
            if won.is_empty() {
                break;
            }
            for ending in won {
                endings.rounds[ending.index()] = round;
            }
        }
        endings
    }

    fn is_won_next(&self, ending: PawnEnding) -> bool {
        if ending.is_white {
            return ending.white_moves().iter().any(|&mv| self.wins(ending, mv));
        }
        let replies = ending.black_moves();
        if replies.is_empty() {
            return ending.is_attacked_by_pawn(ending.lone);
        }
        replies.iter().all(|after| after.is_some_and(|after| self.is_won(after)))
    }

    /// Whether White wins.
    pub fn is_won(&self, ending: PawnEnding) -> bool {
        self.rounds[ending.index()] > 0
    }

    /// Whether a move of White's wins.
    pub fn wins(&self, ending: PawnEnding, mv: WhiteMove) -> bool {
        match mv.after {
            Some(after) => self.is_won(after),
            // A queen that cannot be taken, or a rook where a queen would leave Black without a move.
            None => !are_adjacent(mv.squares.1, ending.lone) || are_adjacent(mv.squares.1, ending.king),
        }
    }

    /// Positions of White that one move wins and no other, with that move and the round in which they were found:
    /// the larger, the longer the way.
    pub fn only_moves(&self) -> impl Iterator<Item = (PawnEnding, WhiteMove, u8)> {
        let all = (0..2 << 18).map(PawnEnding::from_index).filter(|one| one.is_white && self.is_won(*one));
        all.filter_map(|ending| {
            let moves = ending.white_moves();
            let mut winning = moves.into_iter().filter(|&mv| self.wins(ending, mv));
            let only = winning.next()?;
            winning.next().is_none().then(|| (ending, only, self.rounds[ending.index()]))
        })
    }
}

/// A square as text.
pub fn square_text(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}
