//! An example that runs: [`Program`].

use core::iter;
use core::net::SocketAddr;
use core::time::Duration;
use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

/// An example that listens. It ends with the value.
pub(crate) struct Program {
    process: Child,
    pub(crate) address: SocketAddr,
    /// Open as long as the program may write to it.
    _output: BufReader<ChildStdout>,
}

impl Program {
    /// Starts an example on a free port, with these further arguments.
    pub(crate) fn listen(name: &str, args: &[&str]) -> Self {
        let mut process = example(name)
            .args(iter::once(&"127.0.0.1:0").chain(args))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the example starts");
        let mut output = BufReader::new(process.stdout.take().expect("its output is piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line of text");
        let address = line.trim().strip_prefix("listening on ").expect("the line that tells the address");
        let address = address.parse().expect("an address");
        Self { process, address, _output: output }
    }

    pub(crate) fn server() -> Self {
        Self::listen("server", &[])
    }

    /// A connection on which what never comes fails the test instead of hanging it.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the example accepts connections");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout above zero");
        stream
    }

    /// What comes back for these bytes, as far as `expected` is long.
    pub(crate) fn exchange(&self, bytes: &[u8], expected: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(bytes).expect("the example reads");
        let mut answer = vec![0; expected.len()];
        stream.read_exact(&mut answer).expect("an answer of that length");
        answer.escape_ascii().to_string()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The examples lie beside the tests.
pub(crate) fn example(name: &str) -> Command {
    let test = env::current_exe().expect("the path of this test");
    let directory = test.ancestors().nth(2).expect("it lies in `deps`").join("examples");
    let program: PathBuf = directory.join(name).with_extension(env::consts::EXE_EXTENSION);
    assert!(program.exists(), "{} is not built: cargo build --examples", program.display());
    Command::new(program)
}

/// What a program printed, which must have ended well.
pub(crate) fn printed(output: Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8(output.stdout).expect("text")
}

pub(crate) fn end(process: &mut Child) {
    let _ = process.kill();
    let _ = process.wait();
}
