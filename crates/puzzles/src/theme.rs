//! The names of themes.

use std::fmt;
use std::str::FromStr;

macro_rules! themes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// What a solution does, where a rule can tell.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Theme {
            $($(#[$doc])* $name,)*
        }

        impl Theme {
            /// Every theme.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// As it is written in rows.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

themes! {
    /// A cannon mates over another cannon of its side (重炮).
    DoubleCannon = "double-cannon",
    /// A cannon mates over a horse that stands two points from the king (马后炮).
    HorseCannon = "horse-cannon",
    /// A horse mates from beside the palace, one rank before the last (卧槽马).
    CrouchingHorse = "crouching-horse",
    /// A horse on a corner of the palace mates a king on its first point (挂角马).
    CornerHorse = "corner-horse",
    /// A rook mates, and a horse on the elephant's high point takes the king's way out (钓鱼马).
    AnglerHorse = "angler-horse",
    /// A cannon on the central file, and a rook or pawn that the own king protects mates beside the king (铁门栓).
    IronBolt = "iron-bolt",
    /// A rook mates, and another takes the king's way out (双车错).
    TwoRooks = "two-rooks",
    /// A cannon or horse mates a king that its own pieces shut in (闷宫).
    Smothered = "smothered",
    /// The own king alone takes a way out (白脸将).
    FacingKings = "facing-kings",
    /// A piece is given up for the advisor in the middle of the palace (大胆穿心).
    HeartSacrifice = "heart-sacrifice",
    /// One cannon on the king's file and another on its back rank hold it (天地炮).
    HeavenEarth = "heaven-earth",
    /// Two pawns stand on both sides of the middle of the palace (双鬼拍门).
    TwoPawns = "two-pawns",
    /// A pawn stands in the middle of the palace (小鬼坐龙庭).
    PawnHeart = "pawn-heart",
    /// The end is not check, but there is no move (困毙).
    Stalemate = "stalemate",
    /// The first move attacks two things at once.
    Fork = "fork",
    /// A piece that may not leave its line, because its king would be taken, is taken.
    Pin = "pin",
    /// A rook attacks the king or a piece, which goes out of the way of what stands behind it.
    Skewer = "skewer",
    /// What takes the piece of the first move guarded the point that the next move goes to.
    Deflection = "deflection",
    /// The first move takes the only guard of a piece that the next move takes.
    RemovedGuard = "removed-guard",
    /// The first move attacks a piece that is lost wherever it goes.
    Trapped = "trapped",
    /// The first move opens the way for another piece, which takes something.
    DiscoveredAttack = "discovered-attack",
    /// The first move opens a check by another piece.
    DiscoveredCheck = "discovered-check",
    /// The first move gives check with two pieces.
    DoubleCheck = "double-check",
    /// The first move offers more than it takes.
    Sacrifice = "sacrifice",
    /// The first move takes a piece for less.
    Hanging = "hanging",
    /// The first move neither takes anything nor gives check.
    Quiet = "quiet",
}

/// A theme that there is not.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not a theme; themes are written like {example:?}", example = Theme::Fork.text())]
pub struct UnknownTheme(pub String);

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Self, UnknownTheme> {
        Self::ALL
            .iter()
            .copied()
            .find(|theme| theme.text() == text)
            .ok_or_else(|| UnknownTheme(xiangqi::excerpt(text, 40)))
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
