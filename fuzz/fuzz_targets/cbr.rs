//! See `chuhe_fuzz::files`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::files::check_cbr(data);
});
