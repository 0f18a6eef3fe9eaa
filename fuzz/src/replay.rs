//! Inputs from files: [`replay`].

use std::{env, fs, io};

use crate::input::Input;

/// Hands each file named on the command line to a target, and says what is in it: how an input that a fuzzer found is
/// seen again.
///
/// # Errors
///
/// No file, or one that cannot be read.
pub fn replay(target: fn(&[u8])) -> io::Result<()> {
    let files: Vec<_> = env::args_os().skip(1).collect();
    if files.is_empty() {
        return Err(io::Error::other("name the files to replay"));
    }
    for file in files {
        let bytes = fs::read(&file).map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
        println!("{}\n{}", file.display(), Input::new(&bytes));
        target(&bytes);
        println!("it holds");
    }
    Ok(())
}
