//! [`resp_fuzz::roundtrip`]
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| resp_fuzz::roundtrip(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    resp_fuzz::replay(resp_fuzz::roundtrip)
}
