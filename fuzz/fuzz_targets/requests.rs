//! [`resp_fuzz::requests`]
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| resp_fuzz::requests(data));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    resp_fuzz::replay(resp_fuzz::requests)
}
