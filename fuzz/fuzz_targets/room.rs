//! See `chuhe_fuzz::texts::check_room`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::texts::check_room(data);
});
