//! See `chuhe_fuzz::book_file`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::book_file::check(data);
});
