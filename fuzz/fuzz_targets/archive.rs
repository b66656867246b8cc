//! See `chuhe_fuzz::archive`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::archive::check(data);
});
