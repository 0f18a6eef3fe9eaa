//! Writes a value to a file, however large it is, through a buffer of 64 KiB: `download ADDRESS KEY FILE`.
#![forbid(unsafe_code)]

use core::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::{env, io};

use resp_core::{Event, Part, write_command};
use resp_std::{Copied, Reader};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<OsString> = env::args_os().skip(1).collect();
    let [address, key, path] = &args[..] else {
        return Err("usage: download ADDRESS KEY FILE, with an ADDRESS like 127.0.0.1:6379".into());
    };
    let address = address.to_str().ok_or("the address is no text")?;

    // Nobody finds half a value under the name that was asked for, or an error.
    let mut partial = path.clone();
    partial.push(".partial");
    let bytes = download(address, key.as_encoded_bytes(), Path::new(&partial)).inspect_err(|_| {
        let _ = fs::remove_file(&partial);
    })?;
    fs::rename(&partial, path)?;
    writeln!(io::stdout(), "{bytes} bytes")?;
    Ok(())
}

fn download(address: &str, key: &[u8], path: &Path) -> Result<u64, Box<dyn Error>> {
    let mut command = Vec::new();
    write_command(&mut command, [b"GET", key])?;
    let mut reader = Reader::new(TcpStream::connect(address)?);
    reader.get_mut().write_all(&command)?;

    let mut file = File::create(path)?;
    match reader.copy_text_to(&mut file)? {
        Copied::Text(Event::BulkString(Part::Whole, bytes)) => {
            // A name must not outlive a crash that its bytes do not.
            file.sync_all()?;
            Ok(bytes)
        }
        // An error is a text too, and a short one.
        Copied::Text(_) => Err(String::from_utf8_lossy(&fs::read(path)?).into()),
        Copied::Other(Event::Null(_)) => Err("no such key".into()),
        Copied::Other(event) => Err(format!("no string: {event}").into()),
        Copied::End => Err("the server has hung up".into()),
    }
}
