//! Says where the library of hiredis is, if it is wanted.

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=HIREDIS_DIR");
    if env::var_os("CARGO_FEATURE_HIREDIS").is_none() {
        return;
    }
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let directory = env::var_os("HIREDIS_DIR").map_or_else(|| here.join("../../target/hiredis"), PathBuf::from);
    let library = directory.join("libhiredis.a");
    assert!(library.exists(), "no {}: run benches/hiredis, or set HIREDIS_DIR", library.display());
    println!("cargo::rerun-if-changed={}", library.display());
    println!("cargo::rustc-link-search=native={}", directory.display());
    println!("cargo::rustc-link-lib=static=hiredis");
}
