//! The tables inside the program.

use crate::file::read_all;
use crate::tables::Tables;
use std::sync::OnceLock;

static FILE: &[u8] = include_bytes!("../tables/chuhe.endings");

/// The endings whose tables are inside the program, with all that captures make of them.
pub const SHIPPED: [&str; 22] = [
    "KRvKAABB", "KNvKAABB", "KCvKAABB", "KPvKAABB", "KCAAvKAA", "KCAvKAB", "KCAvKBB", "KCBvKAA", "KCBBvKA",
    "KNAvKAA", "KNAvKAB", "KNAvKBB", "KPAvKAA", "KPAvKB", "KPPvKAA", "KPPvKAB", "KPPvKBB", "KNNvKAA",
    "KNPvKAA", "KNPvKB", "KCPvKAA", "KCPvKB",
];

/// The tables inside the program. Their headers are read when they are first asked for, their blocks when a position in them is. None if
/// they do not fit, which a test rules out.
pub fn shipped() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = Tables::new();
        read_all(FILE).unwrap_or_default().into_iter().for_each(|table| tables.insert(table));
        tables
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Material;

    #[test]
    fn they_are_those_that_are_named_and_sound() {
        let mut expected: Vec<Material> =
            SHIPPED.iter().flat_map(|name| name.parse::<Material>().unwrap().family()).collect();
        expected.sort();
        expected.dedup();
        let tables = read_all(FILE).unwrap();
        assert_eq!(shipped().iter().map(crate::Table::material).collect::<Vec<_>>(), expected);
        assert_eq!(tables.len(), expected.len());
        assert!(tables.iter().all(crate::Table::is_sound));
        assert!(FILE.len() < 3 << 20);
    }

    #[test]
    fn the_strong_side_never_loses_and_every_win_is_within_sixty_moves() {
        for table in shipped().iter() {
            let summary = table.summary();
            assert_eq!((summary.strong.losses, summary.weak.wins), (0, 0), "{table:?}");
            assert!(summary.longest <= 120, "{table:?}");
        }
    }
}
