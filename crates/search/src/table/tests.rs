use super::*;

fn table(clusters: usize) -> Table {
    Table::with_clusters(clusters, Plain).expect("a small table")
}

fn entry(code: u16, depth: u8) -> Entry {
    Entry { code, score: -1234, evaluation: 77, depth, bound: Bound::Lower, was_pv: true }
}

#[test]
fn what_is_stored_is_found() {
    let table = table(64);
    for key in (1..200).map(|index: u64| index.wrapping_mul(0x9E37_79B9_7F4A_7C15)) {
        table.store(key, entry(key as u16 | 1, 9));
        assert_eq!(table.probe(key), Some(entry(key as u16 | 1, 9)));
        assert_eq!(table.probe(key ^ 1), None);
    }
    assert!(table.fullness() > 0);
}

#[test]
fn a_move_survives_an_entry_without_one() {
    let table = table(64);
    table.store(5, entry(42, 3));
    table.store(5, Entry { code: 0, ..entry(0, 8) });
    assert_eq!(table.probe(5).map(|entry| (entry.code, entry.depth)), Some((42, 8)));
}

#[test]
fn old_and_shallow_entries_go_first() {
    let mut table = table(64);
    // Keys of one cluster: only the low bits differ.
    (1..=4).for_each(|key| table.store(key, entry(1, 10 + key as u8)));
    table.age();
    table.store(9, entry(1, 1));
    assert_eq!(table.probe(1), None);
    assert!((2..=4).all(|key| table.probe(key).is_some()));
}

#[test]
fn any_number_of_threads_clears_everything() {
    for threads in [0, 1, 2, 3, 64, 1000] {
        let mut table = table(67);
        let keys = || (1..=67).map(|index: u64| index.wrapping_mul(u64::MAX / 67));
        keys().for_each(|key| table.store(key, entry(1, 1)));
        assert!(keys().any(|key| table.probe(key).is_some()));
        table.clear(threads);
        let is_zero = |slot: &Slot<AtomicU64>| {
            slot.data.load(Ordering::Relaxed) == 0 && slot.check.load(Ordering::Relaxed) == 0
        };
        assert!(table.clusters.iter().flat_map(|cluster| &cluster.0).all(is_zero), "{threads} threads");
    }
}

#[test]
fn a_table_without_room_is_refused() {
    // The size overflows; it is larger than any address.
    for mebibytes in [usize::MAX, 1 << 42] {
        if cfg!(miri) && mebibytes == 1 << 42 {
            continue;
        }
        let error = Table::new(mebibytes).err();
        assert_eq!(error, Some(TooLarge { mebibytes }));
        assert!(error.is_some_and(|error| error.to_string().contains(&mebibytes.to_string())));
    }
    let table = Table::new(1).expect("a mebibyte");
    assert_eq!(table.clusters.len() * size_of::<Cluster<AtomicU64>>(), 1 << 20);
}

#[test]
fn threads_never_see_a_mixed_entry() {
    let table = table(64);
    std::thread::scope(|scope| {
        for thread in 0..2u16 {
            let table = &table;
            scope.spawn(move || {
                for round in 0..if cfg!(miri) { 50 } else { 20_000 } {
                    let code = thread * 2 + 1;
                    table.store(7, Entry { code, score: code as i16, ..entry(0, 5) });
                    if let Some(found) = table.probe(7) {
                        assert_eq!(found.code, found.score as u16, "round {round}");
                    }
                }
            });
        }
    });
}
