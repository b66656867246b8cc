//! See `chuhe_fuzz::play`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::play::check(data);
});
