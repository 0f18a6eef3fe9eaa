//! Inputs from files: [`replay`].

use std::{env, fs, io};

/// Hands each file named on the command line to a target: how an input that a fuzzer found is seen again.
///
/// # Errors
///
/// A file that cannot be read.
pub fn replay(target: fn(&[u8])) -> io::Result<()> {
    for file in env::args_os().skip(1) {
        println!("{}", file.display());
        target(&fs::read(file)?);
    }
    Ok(())
}
