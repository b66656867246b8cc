//! See `chuhe_fuzz::fen`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::fen::check(data);
});
