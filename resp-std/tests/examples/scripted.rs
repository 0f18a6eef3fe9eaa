//! A server that says what no real one would.

use core::net::SocketAddr;
use std::io::{self, Write};
use std::net::{Shutdown, TcpListener};
use std::thread;

/// Says this to one client, whatever that asks, and nothing more.
pub(crate) fn server_that_says(bytes: &'static [u8]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("a bound listener has an address");
    thread::spawn(move || {
        let (mut client, _) = listener.accept().expect("a client");
        client.write_all(bytes).expect("the client reads");
        client.shutdown(Shutdown::Write).expect("the client is there");
        let _ = io::copy(&mut client, &mut io::sink());
    });
    address
}
