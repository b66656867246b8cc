//! See `chuhe_fuzz::session`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::session::check_uci(data);
});
