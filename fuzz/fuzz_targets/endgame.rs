//! See `chuhe_fuzz::endgame_table::check`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::endgame_table::check(data);
});
