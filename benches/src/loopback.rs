//! Requests over TCP to a real server: the last of the yardsticks in `seeds`.

use core::error::Error;
use core::net::SocketAddr;
use core::time::Duration;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use resp_core::Event;
use resp_std::Reader;

use crate::allocator::asked;
use crate::markdown::{Markdown, figure};

/// What every client asks for, and what it must get.
pub const KEY: &[u8] = b"key:000042";

/// The value of [`KEY`].
pub const VALUE: &[u8] = b"a value of thirty-two bytes long";

/// A client that sends requests to a server and waits for the answers.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// As tables print it.
    pub name: &'static str,
    /// Whether it asks Rust's allocator, which can be watched.
    pub watched: bool,
    /// Makes a connection.
    pub connect: fn(SocketAddr) -> Gets,
}

/// A connection: sends so many GETs at once, and takes as many answers.
pub type Gets = Box<dyn FnMut(usize)>;

/// A reader and a socket.
pub const OURS: Client = Client { name: "reader", watched: true, connect };

/// Each client has its turn so often, for so long; its best turn counts.
const ROUNDS: usize = 5;
const FOR: Duration = Duration::from_millis(400);
const PIPELINE: usize = 50;
const CONNECTIONS: usize = 20;

pub(crate) fn to_markdown(rivals: &[Client]) -> Result<String, Box<dyn Error>> {
    let server = Server::start()?;
    let clients: Vec<Client> = [OURS].into_iter().chain(rivals.iter().copied()).collect();
    let few = few_connections(&server, &clients);
    let many = many_connections(&server, &clients);
    Ok(format!(
        "### GET over loopback, by one thread and by two\n\n{few}\n\
         ### {CONNECTIONS} connections, a thread each, one GET at a time\n\n{many}\n"
    ))
}

fn few_connections(server: &Server, clients: &[Client]) -> Markdown {
    let mut table = Markdown::new([
        "client",
        "GETs at once",
        "1 thread: thousand/s",
        "2 threads: thousand/s",
        "efficiency",
        "allocations per GET",
        "bytes per GET",
    ]);
    for at_once in [1, PIPELINE] {
        let [one, two] = [1, 2].map(|threads| all_gets_per_second(server, clients, threads, at_once));
        for ((client, one), two) in clients.iter().zip(one).zip(two) {
            let mut gets = (client.connect)(server.address);
            gets(at_once);
            let asked = asked(|| (0..100).for_each(|_| gets(at_once)));
            let per_get = |number: u64| client.watched.then(|| number as f64 / (100 * at_once) as f64);
            let speed = [one / 1e3, two / 1e3, two / one / 2.0].map(Some);
            let figures = speed.into_iter().chain([per_get(asked.calls), per_get(asked.bytes)]).map(figure);
            table.line([client.name.to_string(), at_once.to_string()].into_iter().chain(figures));
        }
    }
    table
}

fn many_connections(server: &Server, clients: &[Client]) -> Markdown {
    let mut table = Markdown::new(["client", "thousand GETs/s", "mean latency, µs"]);
    for (client, per_second) in clients.iter().zip(all_gets_per_second(server, clients, CONNECTIONS, 1)) {
        let latency = CONNECTIONS as f64 / per_second * 1e6;
        table.line([client.name.to_string(), figure(Some(per_second / 1e3)), figure(Some(latency))]);
    }
    table
}

/// By the clock on the wall, since the server's time is part of it.
fn all_gets_per_second(server: &Server, clients: &[Client], threads: usize, at_once: usize) -> Vec<f64> {
    eprintln!("{threads} connections, {at_once} GETs at once");
    let mut best = vec![0.0; clients.len()];
    for _ in 0..ROUNDS {
        for (client, best) in clients.iter().zip(&mut best) {
            *best = gets_per_second(server, *client, threads, at_once).max(*best);
        }
    }
    best
}

fn gets_per_second(server: &Server, client: Client, threads: usize, at_once: usize) -> f64 {
    let address = server.address;
    let count = || {
        let mut gets = (client.connect)(address);
        let start = Instant::now();
        let mut turns = 0_u32;
        while start.elapsed() < FOR {
            gets(at_once);
            turns += 1;
        }
        f64::from(turns) / start.elapsed().as_secs_f64()
    };
    let turns: f64 = std::thread::scope(|scope| {
        let started: Vec<_> = (0..threads).map(|_| scope.spawn(count)).collect();
        started.into_iter().map(|thread| thread.join().expect("it counts")).sum()
    });
    turns * at_once as f64
}

fn connect(address: SocketAddr) -> Gets {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_nodelay(true).expect("a socket");
    let mut reader = Reader::new(stream);
    let mut requests = Vec::new();
    Box::new(move |at_once| {
        requests.clear();
        (0..at_once).for_each(|_| requests.extend_from_slice(b"*2\r\n$3\r\nGET\r\n$10\r\nkey:000042\r\n"));
        reader.get_mut().write_all(&requests).expect("the server reads");
        for _ in 0..at_once {
            match reader.next_event().expect("a reply") {
                Some(Event::BulkString(_, value)) => assert_eq!(value, VALUE),
                other => panic!("no value: {other:?}"),
            }
        }
    })
}

/// A redis-server of our own, which holds [`KEY`].
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn start() -> Result<Self, Box<dyn Error>> {
        // Free a moment ago, which is as much as can be known.
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let process = Command::new("redis-server")
            .args(["--bind", "127.0.0.1", "--port", &address.port().to_string(), "--save", "", "--appendonly", "no"])
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| format!("redis-server: {error}"))?;
        let server = Self { process, address };
        let mut reader = Reader::new(server.wait()?);
        write!(reader.get_mut(), "SET {} \"{}\"\r\n", KEY.escape_ascii(), VALUE.escape_ascii())?;
        match reader.next_event()? {
            Some(Event::SimpleString(_, b"OK")) => Ok(server),
            other => Err(format!("the server did not take the value: {other:?}").into()),
        }
    }

    fn wait(&self) -> Result<TcpStream, Box<dyn Error>> {
        let start = Instant::now();
        loop {
            match TcpStream::connect(self.address) {
                Ok(stream) => return Ok(stream),
                Err(error) if start.elapsed() > Duration::from_secs(10) => return Err(error.into()),
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
