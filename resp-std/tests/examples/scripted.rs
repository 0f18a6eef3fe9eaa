//! A server that says what no real one would.

use core::net::SocketAddr;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener};
use std::thread;

/// Says this to one client, whatever that asks, and nothing more.
pub(crate) fn server_that_says(bytes: &'static [u8]) -> SocketAddr {
    server_that_says_behind(|_| true, bytes)
}

/// The same as soon as it has been asked to hang up, by a `QUIT` or the end of the stream.
pub(crate) fn server_that_says_last(bytes: &'static [u8]) -> SocketAddr {
    server_that_says_behind(|asked| asked.ends_with(b"QUIT\r\n"), bytes)
}

fn server_that_says_behind(is_time: fn(&[u8]) -> bool, bytes: &'static [u8]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("a bound listener has an address");
    thread::spawn(move || {
        let (mut client, _) = listener.accept().expect("a client");
        let mut asked = Vec::new();
        let mut byte = [0];
        while !is_time(&asked) && client.read(&mut byte).expect("the client is there") > 0 {
            asked.extend_from_slice(&byte);
        }
        client.write_all(bytes).expect("the client reads");
        client.shutdown(Shutdown::Write).expect("the client is there");
        let _ = io::copy(&mut client, &mut io::sink());
    });
    address
}
