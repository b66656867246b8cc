//! See `chuhe_fuzz::network`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::network::check(data);
});
