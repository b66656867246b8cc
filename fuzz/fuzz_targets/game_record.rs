//! See `chuhe_fuzz::texts::check_game_record`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::texts::check_game_record(data);
});
