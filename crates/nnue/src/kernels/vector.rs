//! The kernels over vectors: one text for all instruction sets.
//!
//! A module that uses it defines, for its own instructions: `Vector`, a register of 16-bit numbers; `PARTS`, how many of
//! them make a lane; `Sum`, 32-bit numbers; and the functions `load`, `store`, `add`, `subtract`, `no_sum`, `squares` and
//! `total`. Additions of 32-bit numbers wrap, so that their order does not matter.

/// Writes the kernels for instructions that are named as the compiler names them.
macro_rules! kernels {
    ($features:literal) => {
        use crate::kernels::{Change, Lane};

        /// The number of lanes of sums that are kept in registers at once.
        const TILE: usize = 4;

        /// See [`crate::kernels::Kernels::change`].
        #[target_feature(enable = $features)]
        pub fn change(before: &[Lane], after: &mut [Lane], change: Change<'_>) {
            let rows = after.iter_mut().zip(before).zip(change.added.iter().zip(change.removed));
            if let Some(captured) = change.captured {
                for (((after, before), (added, removed)), captured) in rows.zip(captured) {
                    for part in 0..PARTS {
                        let sum = add(load(before, part), load(added, part));
                        let sum = subtract(subtract(sum, load(removed, part)), load(captured, part));
                        store(after, part, sum);
                    }
                }
            } else {
                for ((after, before), (added, removed)) in rows {
                    for part in 0..PARTS {
                        let sum = add(load(before, part), load(added, part));
                        store(after, part, subtract(sum, load(removed, part)));
                    }
                }
            }
        }

        /// See [`crate::kernels::Kernels::adjust`].
        #[target_feature(enable = $features)]
        pub fn adjust(sums: &mut [Lane], layer: &[Lane], added: &[u16], removed: &[u16]) {
            let length = sums.len();
            let (tiles, rest) = sums.as_chunks_mut::<TILE>();
            let first_of_rest = tiles.len() * TILE;
            for (tile, sums) in tiles.iter_mut().enumerate() {
                adjust_tile(sums, layer, tile * TILE, length, added, removed);
            }
            for (lane, sum) in rest.iter_mut().enumerate() {
                let sums = std::slice::from_mut(sum);
                if let Ok(sums) = <&mut [Lane; 1]>::try_from(sums) {
                    adjust_tile(sums, layer, first_of_rest + lane, length, added, removed);
                }
            }
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn adjust_tile<const LANES: usize>(
            sums: &mut [Lane; LANES],
            layer: &[Lane],
            first: usize,
            length: usize,
            added: &[u16],
            removed: &[u16],
        ) {
            let mut tile = [[load(&Lane::ZERO, 0); PARTS]; LANES];
            for lane in 0..LANES {
                for part in 0..PARTS {
                    tile[lane][part] = load(&sums[lane], part);
                }
            }
            for &input in added {
                let row = &layer[usize::from(input) * length + first..][..LANES];
                for lane in 0..LANES {
                    for part in 0..PARTS {
                        tile[lane][part] = add(tile[lane][part], load(&row[lane], part));
                    }
                }
            }
            for &input in removed {
                let row = &layer[usize::from(input) * length + first..][..LANES];
                for lane in 0..LANES {
                    for part in 0..PARTS {
                        tile[lane][part] = subtract(tile[lane][part], load(&row[lane], part));
                    }
                }
            }
            for lane in 0..LANES {
                for part in 0..PARTS {
                    store(&mut sums[lane], part, tile[lane][part]);
                }
            }
        }

        /// See [`crate::kernels::Kernels::output`].
        #[target_feature(enable = $features)]
        pub fn output(own: &[Lane], enemy: &[Lane], weights: &[Lane]) -> i32 {
            let mut sums = [[no_sum(); PARTS]; 2];
            let (own_weights, enemy_weights) = weights.split_at(own.len().min(weights.len()));
            let rows = own.iter().zip(own_weights).zip(enemy.iter().zip(enemy_weights));
            for ((own, own_weights), (enemy, enemy_weights)) in rows {
                for part in 0..PARTS {
                    sums[0][part] = squares(sums[0][part], load(own, part), load(own_weights, part));
                    sums[1][part] = squares(sums[1][part], load(enemy, part), load(enemy_weights, part));
                }
            }
            sums.into_iter().flatten().fold(0, |sum, part| sum.wrapping_add(total(part)))
        }
    };
}

pub(crate) use kernels;
