//! A client as small as the tests need: it sends commands and gives replies in the event notation.

use std::io::Write;
use std::net::TcpStream;

use resp_core::FrameKind;
use resp_std::{Reader, ReaderOptions};

pub(crate) struct Connection {
    pub(crate) reader: Reader<TcpStream>,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream) -> Self {
        Self::with_options(stream, ReaderOptions::new())
    }

    pub(crate) fn with_options(stream: TcpStream, options: ReaderOptions) -> Self {
        Self { reader: Reader::with_options(stream, options) }
    }

    /// A connection that speaks the given version of the protocol.
    pub(crate) fn with_version(stream: TcpStream, version: &str) -> Self {
        let mut connection = Self::new(stream);
        connection.ask(&["HELLO", version]);
        connection
    }

    pub(crate) fn send(&mut self, arguments: &[&str]) {
        self.send_bytes(&command(arguments));
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.reader.get_mut().write_all(bytes).expect("the server reads on");
    }

    /// The events of the reply to a command.
    pub(crate) fn ask(&mut self, arguments: &[&str]) -> Vec<String> {
        self.send(arguments);
        self.reply()
    }

    pub(crate) fn reply(&mut self) -> Vec<String> {
        self.frame(FrameKind::Reply)
    }

    pub(crate) fn push(&mut self) -> Vec<String> {
        self.frame(FrameKind::Push)
    }

    fn frame(&mut self, expected: FrameKind) -> Vec<String> {
        let mut events = Vec::new();
        loop {
            let event = self.reader.next_event().expect("a valid stream").expect("an open connection");
            events.push(event.to_string());
            if let Some(kind) = self.reader.frame_end() {
                assert_eq!(kind, expected, "{events:?}");
                return events;
            }
        }
    }
}

pub(crate) fn command(arguments: &[&str]) -> Vec<u8> {
    let mut bytes = format!("*{}\r\n", arguments.len());
    for argument in arguments {
        bytes += &format!("${}\r\n{argument}\r\n", argument.len());
    }
    bytes.into_bytes()
}
