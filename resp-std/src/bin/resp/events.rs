//! The command `resp events`: from a reader's events to lines on standard output.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use resp_core::Event;
use resp_std::{Error, Reader};

use crate::args::{EventsArgs, LEVELS};
use crate::input::{self, Input};
use crate::{json, report, text};

const BROKEN_STREAM: u8 = 1;
const FAILED: u8 = 2;
const TRUNCATED_STREAM: u8 = 3;

const TERMINAL_HINT: &str =
    "standard input is a terminal: name a FILE, pipe a stream in, or see `resp events --sample`";

/// Why there is no next event.
enum Failure {
    Protocol(resp_core::Error),
    Input(io::Error),
    Output(io::Error),
}

/// Runs the command; its exit status is documented in its help.
pub(crate) fn run(args: &EventsArgs) -> ExitCode {
    let input = match open(args) {
        Ok(input) => input,
        Err(message) => {
            report::message(&message);
            return ExitCode::from(FAILED);
        }
    };
    let mut reader = Reader::with_depth(input, args.reader_options());
    let mut out = BufWriter::with_capacity(64 << 10, io::stdout().lock());
    let copied = copy(&mut reader, &mut out, args.json);
    let status = match finish(&mut out, args.json, copied) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Protocol(error)) => {
            report::protocol_error(&error, reader.get_mut());
            let truncated = error.kind == resp_core::ErrorKind::UnexpectedEof;
            ExitCode::from(if truncated { TRUNCATED_STREAM } else { BROKEN_STREAM })
        }
        // Whoever read the output has seen enough (`| head`), and there is nobody left to talk to.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Input(error)) => {
            report::message(&format!("{}: {error}", reader.get_ref().name()));
            ExitCode::from(FAILED)
        }
        Err(Failure::Output(error)) => {
            report::message(&format!("standard output: {error}"));
            ExitCode::from(FAILED)
        }
    };
    if args.stats {
        report::stats(&reader.stats());
    }
    status
}

fn open(args: &EventsArgs) -> Result<Input, String> {
    match &args.file {
        _ if args.sample => Ok(Input::sample()),
        Some(path) if path != Path::new("-") => {
            Input::file(path).map_err(|error| format!("{}: {error}", input::name_of(path)))
        }
        // A `-` says that a stream will be typed or pasted; without it a silent program looks broken.
        None if input::stdin_is_terminal() => Err(TERMINAL_HINT.to_owned()),
        _ => Input::stdin().map_err(|error| format!("standard input: {error}")),
    }
}

/// Writes every event until the stream ends or something fails.
fn copy(reader: &mut Reader<Input, LEVELS>, out: &mut impl Write, json: bool) -> Result<(), Failure> {
    let mut characters = String::new();
    loop {
        let open = reader.depth();
        let event = match reader.next_event() {
            Ok(Some(event)) => event,
            Ok(None) => return Ok(()),
            Err(Error::Protocol(error)) => return Err(Failure::Protocol(error)),
            Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                wait(reader.get_mut(), out)?;
                continue;
            }
            Err(Error::Io(error)) => return Err(Failure::Input(error)),
            Err(error) => return Err(Failure::Input(io::Error::other(error))),
        };
        // An end stands where its begin stood.
        let depth = if matches!(event, Event::End(_)) { open.saturating_sub(1) } else { open };
        if json {
            let characters = &mut characters;
            let event = event.map(move |data| json::characters(characters, data));
            json::write(out, depth, event, reader.frame_end())
        } else {
            text::write(out, depth, &event)
        }
        .map_err(Failure::Output)?;
    }
}

/// Gets more input. If that may take long, people see first what there is.
fn wait(input: &mut Input, out: &mut impl Write) -> Result<(), Failure> {
    if input.may_wait() {
        out.flush().map_err(Failure::Output)?;
    }
    input.fill().map_err(Failure::Input)
}

/// Writes what belongs at the end of the output, so that whatever goes to standard error comes after it.
fn finish(out: &mut impl Write, json: bool, copied: Result<(), Failure>) -> Result<(), Failure> {
    if let Err(Failure::Protocol(error)) = &copied
        && json
    {
        json::write_error(out, error).map_err(Failure::Output)?;
    }
    match copied {
        Err(Failure::Output(error)) => Err(Failure::Output(error)),
        copied => out.flush().map_err(Failure::Output).and(copied),
    }
}
