//! A redis-server of a test's own, on a free port of the loopback interface.

use core::net::Ipv4Addr;
use core::time::Duration;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::{env, io};

/// Ends with the value: a test that fails leaves no server behind.
pub(crate) struct RedisServer {
    process: Child,
    port: u16,
}

impl RedisServer {
    /// `None`: there is no redis-server on this machine, and the tests were told to do without one.
    pub(crate) fn start() -> Option<Self> {
        Self::start_with(&[])
    }

    /// A server that is a cluster by itself, and serves no slot.
    pub(crate) fn start_cluster() -> Option<Self> {
        Self::start_with(&["--cluster-enabled", "yes", "--cluster-port", "0"])
    }

    fn start_with(settings: &[&str]) -> Option<Self> {
        // Between the choice of a free port and the server's use of it someone else may take it.
        for _ in 0..10 {
            let port = free_port();
            let process = match spawn(port, settings) {
                Ok(process) => process,
                Err(error) if error.kind() == io::ErrorKind::NotFound => return without_server(),
                Err(error) => panic!("redis-server does not start: {error}"),
            };
            let mut server = Self { process, port };
            if server.answers() {
                return Some(server);
            }
            eprintln!("No server on port {port}:\n{}", server.output());
        }
        panic!("redis-server does not come up; what it said stands above");
    }

    /// A connection on which a reply that never comes fails the test instead of hanging it.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = connect(self.port).expect("the server accepts connections");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout above zero");
        stream
    }

    /// Waits until the server answers, or has ended.
    fn answers(&mut self) -> bool {
        for _ in 0..500 {
            if process_at(self.port).is_ok_and(|process| process == self.process.id()) {
                return true;
            }
            if self.process.try_wait().expect("the server is our child").is_some() {
                return false;
            }
            sleep(Duration::from_millis(20));
        }
        false
    }

    fn output(&mut self) -> String {
        let _ = self.process.kill();
        let mut output = String::new();
        if let Some(stdout) = &mut self.process.stdout {
            let _ = stdout.read_to_string(&mut output);
        }
        output
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn spawn(port: u16, settings: &[&str]) -> io::Result<Child> {
    Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
        .args(["--save", "", "--appendonly", "no", "--dir", env!("CARGO_TARGET_TMPDIR")])
        .args(["--enable-debug-command", "yes"])
        .args(["--cluster-config-file", &format!("nodes-{port}.conf")])
        .args(settings)
        .stdout(Stdio::piped())
        .spawn()
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("a bound listener has an address").port()
}

/// The process that serves a port: the server of another test may have been faster.
fn process_at(port: u16) -> io::Result<u32> {
    let mut stream = connect(port)?;
    stream.set_read_timeout(Some(Duration::from_secs(1)))?;
    stream.write_all(b"INFO server\r\n")?;
    for line in BufReader::new(stream).lines() {
        if let Some(process) = line?.strip_prefix("process_id:") {
            return process.parse().map_err(io::Error::other);
        }
    }
    Err(io::ErrorKind::UnexpectedEof.into())
}

fn connect(port: u16) -> io::Result<TcpStream> {
    TcpStream::connect((Ipv4Addr::LOCALHOST, port))
}

fn without_server() -> Option<RedisServer> {
    assert!(
        env::var_os("RESP_TESTS_WITHOUT_SERVER").is_some_and(|value| value == "1"),
        "redis-server is not installed (Debian: apt-get install redis-server); \
         RESP_TESTS_WITHOUT_SERVER=1 skips the tests that need it"
    );
    eprintln!("Skipped: redis-server is not installed");
    None
}
