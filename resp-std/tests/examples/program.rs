//! An example that runs: [`Program`].

use core::iter;
use core::net::SocketAddr;
use core::time::Duration;
use std::env;
#[cfg(target_os = "linux")]
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::thread::sleep;

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
        Self::start(&mut example(name), args)
    }

    /// The same with no more than 16 open files.
    pub(crate) fn listen_with_few_files(name: &str, args: &[&str]) -> Self {
        Self::start(&mut limited("ulimit -n 16", name), args)
    }

    /// The same with an allocator that keeps no large block which it is given back.
    #[cfg(target_os = "linux")]
    pub(crate) fn listen_without_reserve(name: &str, args: &[&str]) -> Self {
        Self::start(example(name).env("MALLOC_MMAP_THRESHOLD_", "131072"), args)
    }

    fn start(command: &mut Command, args: &[&str]) -> Self {
        let mut process = command
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

    /// All that comes back for these bytes, until the example hangs up, which must not look like a failure.
    pub(crate) fn all_answers(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(bytes).expect("the example reads");
        let mut answers = Vec::new();
        stream.read_to_end(&mut answers).expect("an orderly end");
        answers.escape_ascii().to_string()
    }

    /// Fails if those that connect when there are no files left keep others from being served when there are.
    pub(crate) fn outlives_a_lack_of_files(&self) {
        let crowd: Vec<TcpStream> = (0..40).map(|_| self.connect()).collect();
        drop(crowd);
        let is_served = || {
            sleep(Duration::from_millis(20));
            let mut stream = self.connect();
            stream.write_all(b"PING\r\n").and_then(|()| stream.read_exact(&mut [0; 7])).is_ok()
        };
        assert!((0..1000).any(|_| is_served()), "those who connect later are served");
    }

    /// Sends and asks for a value of 64 MiB, which is deleted then.
    #[cfg(target_os = "linux")]
    pub(crate) fn pass_a_large_value(&self) -> TcpStream {
        let mut client = self.connect();
        let large = [&b"$67108864\r\n"[..], &[b'x'; 64 << 20], b"\r\n"].concat();
        let requests = [&b"*3\r\n$3\r\nSET\r\n$5\r\nlarge\r\n"[..], &large, b"GET large\r\n"].concat();
        client.write_all(&requests).expect("the example reads");
        let mut answers = vec![0; b"+OK\r\n".len() + large.len()];
        client.read_exact(&mut answers).expect("the value");
        client.write_all(b"DEL large\r\n").expect("the example reads");
        client.read_exact(&mut answers[..4]).expect("an answer");
        client
    }

    /// How many KiB of memory it has.
    #[cfg(target_os = "linux")]
    pub(crate) fn memory(&self) -> u32 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line with the memory");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
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

/// Requests, and more than a server reads at once.
pub(crate) fn followed_by_much(requests: &[u8]) -> Vec<u8> {
    [requests, &[b'x'; 1 << 20]].concat()
}

/// An example that is started by a shell, behind this command.
pub(crate) fn limited(limit: &str, name: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limit}; exec \"$@\""), "sh"]).arg(example(name).get_program());
    command
}

/// Waits for a program that must end by itself, whatever its input does. It has not printed much.
pub(crate) fn ended(mut process: Child) -> Output {
    for _ in 0..3000 {
        if process.try_wait().expect("it is our child").is_some() {
            return process.wait_with_output().expect("its output is text");
        }
        sleep(Duration::from_millis(20));
    }
    end(&mut process);
    panic!("the program does not end");
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
