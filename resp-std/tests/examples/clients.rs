//! The clients that the world uses: redis-cli, redis-benchmark and Python's redis.

use core::net::SocketAddr;
use std::process::{Command, Output};
use std::{env, io};

use crate::program::{Program, printed};

/// What redis-cli prints for a command. `None`: there is no redis-cli on this machine.
pub(crate) fn redis_cli(address: SocketAddr, args: &[&str]) -> Option<String> {
    let port = address.port().to_string();
    run(Command::new("redis-cli").args(["-p", &port]).args(args), "redis-cli").map(printed)
}

/// What redis-cli prints for a command whose arguments have no blanks.
pub(crate) fn ask(program: &Program, options: &[&str], command: &str) -> Option<String> {
    let args: Vec<&str> = options.iter().copied().chain(command.split(' ')).collect();
    redis_cli(program.address, &args)
}

/// What redis-benchmark is to do with a server that knows it all.
pub(crate) const BENCHMARKS: &[&str] = &["PING_INLINE", "PING_MBULK", "SET", "GET", "INCR", "MSET"];

/// Fails if there is an error among its replies, or no result. `false`: there is no redis-benchmark on this machine.
pub(crate) fn redis_benchmark(address: SocketAddr, names: &[&str]) -> bool {
    let port = address.port().to_string();
    let tests = names.join(",");
    let mut command = Command::new("redis-benchmark");
    command.args(["-p", &port, "-t", &tests, "-P", "16", "-n", "20000", "-q"]);
    let Some(output) = run(&mut command, "redis-benchmark") else { return false };
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let results = printed(output);
    assert_eq!(errors, "", "{results}");
    assert!(!results.contains("rror"), "{results}");
    for name in names {
        assert!(
            results.split(['\r', '\n']).any(|line| line.starts_with(name) && line.contains("requests per second")),
            "no result of {name}: {results}"
        );
    }
    true
}

/// Lets the Python client talk to the server in each version of the protocol that it knows. `false`: there is none on this
/// machine.
pub(crate) fn python(address: SocketAddr) -> bool {
    let Some(python) = python_with_client() else {
        skipped("Python's redis and hiredis (Debian: apt-get install python3-redis python3-hiredis)");
        return false;
    };
    let port = address.port().to_string();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/examples/session.py");
    let output = Command::new(python).args([script, &port]).output().expect("it was there");
    assert!(printed(output).ends_with("passed\n"));
    true
}

/// The distribution's packages are for its own Python, which need not be the first on the path.
fn python_with_client() -> Option<&'static str> {
    ["python3", "/usr/bin/python3"].into_iter().find(|python| {
        let tried = Command::new(python).args(["-c", "import redis, hiredis"]).output();
        tried.is_ok_and(|output| output.status.success())
    })
}

fn run(command: &mut Command, name: &str) -> Option<Output> {
    match command.output() {
        Ok(output) => Some(output),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            skipped(name);
            None
        }
        Err(error) => panic!("{name} does not start: {error}"),
    }
}

/// Said of what is not there; where CI=true, a skip is a failure.
fn skipped(what: &str) {
    assert!(env::var_os("CI").is_none_or(|value| value != "true"), "{what} is not installed");
    eprintln!("Skipped: {what} is not installed");
}
