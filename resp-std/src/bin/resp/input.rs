//! Where the bytes come from: [`Input`].

use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read};
use std::path::Path;

/// How many bytes before the offending one a report shows.
const BEFORE: usize = 32;
/// How many bytes after it.
const AFTER: usize = 16;
/// How many bytes are asked of the source at once.
const BLOCK: usize = 64 << 10;

static SAMPLE: &[u8] = include_bytes!("sample.resp");

/// A source of bytes that remembers the latest, so that an error can be shown among its neighbours.
///
/// It reads from the source in blocks of its own, whatever the pieces in which the parser takes them: a report is the
/// same for every `--read-size`.
///
/// Its `Read` never waits. It says `WouldBlock` when its block is used up; whoever drives the reader then does what
/// must be done before a wait (flush the output), calls [`fill`](Self::fill), and goes on.
pub(crate) struct Input {
    source: Box<dyn Read>,
    /// Whether the source never makes anyone wait: then reports may read on.
    ready: bool,
    /// For messages.
    name: String,
    /// The last bytes of earlier blocks, then the current block.
    bytes: Vec<u8>,
    /// Offset in the stream of the first of `bytes`.
    start: u64,
    /// How many of `bytes` the parser has taken.
    taken: usize,
    ended: bool,
}

impl Input {
    pub(crate) fn sample() -> Self {
        Self::new(SAMPLE, true, "the sample".to_owned())
    }

    pub(crate) fn file(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        Ok(Self::from_file(file, name_of(path)))
    }

    pub(crate) fn stdin() -> io::Result<Self> {
        let name = "standard input".to_owned();
        // As a file it has no second buffer, and says whether it is a regular one.
        #[cfg(unix)]
        {
            use std::os::fd::AsFd;
            let stdin = io::stdin().as_fd().try_clone_to_owned()?;
            Ok(Self::from_file(File::from(stdin), name))
        }
        #[cfg(not(unix))]
        Ok(Self::new(io::stdin().lock(), false, name))
    }

    fn from_file(file: File, name: String) -> Self {
        let regular = file.metadata().is_ok_and(|metadata| metadata.is_file());
        Self::new(file, regular, name)
    }

    fn new(source: impl Read + 'static, ready: bool, name: String) -> Self {
        Self { source: Box::new(source), ready, name, bytes: Vec::new(), start: 0, taken: 0, ended: false }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether [`fill`](Self::fill) may wait for someone.
    pub(crate) fn may_wait(&self) -> bool {
        !self.ready
    }

    /// Takes the next block from the source, waiting for it if need be. Of what was taken before it keeps no more than
    /// a report shows.
    pub(crate) fn fill(&mut self) -> io::Result<()> {
        let old = self.taken.saturating_sub(BEFORE);
        self.bytes.drain(..old);
        self.taken = self.taken.saturating_sub(old);
        self.start = self.start.saturating_add(old as u64);
        self.read_on(BLOCK)
    }

    /// Appends up to `most` bytes of the source.
    fn read_on(&mut self, most: usize) -> io::Result<()> {
        let held = self.bytes.len();
        self.bytes.resize(held.saturating_add(most), 0);
        let read = match self.bytes.get_mut(held..) {
            Some(room) => read_some(&mut self.source, room),
            None => Ok(0),
        };
        self.bytes.truncate(held.saturating_add(*read.as_ref().unwrap_or(&0)));
        self.ended = read? == 0;
        Ok(())
    }

    /// The bytes around an offset of the stream, which is not far from what the parser took last.
    ///
    /// What follows the offending byte is read from a regular file if need be; of anything else only what has arrived
    /// is shown, since nobody knows how long the rest would take.
    pub(crate) fn around(&mut self, offset: u64) -> Around<'_> {
        let at = usize::try_from(offset.saturating_sub(self.start)).unwrap_or(usize::MAX);
        let end = at.saturating_add(1).saturating_add(AFTER);
        while self.ready && !self.ended && self.bytes.len() < end {
            // The report is about another error; what cannot be read is not shown.
            if self.read_on(end.saturating_sub(self.bytes.len())).is_err() {
                break;
            }
        }
        let at = at.min(self.bytes.len());
        let first = at.saturating_sub(BEFORE);
        Around {
            start: self.start.saturating_add(first as u64),
            before: self.bytes.get(first..at).unwrap_or_default(),
            from: self.bytes.get(at..end.min(self.bytes.len())).unwrap_or_default(),
        }
    }
}

/// The neighbourhood of an offset.
pub(crate) struct Around<'a> {
    /// Offset of the first byte of `before`.
    pub(crate) start: u64,
    pub(crate) before: &'a [u8],
    /// The byte at the offset and what follows it; empty at the end of the stream.
    pub(crate) from: &'a [u8],
}

impl Read for Input {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.get(self.taken..).unwrap_or_default().read(buf)?;
        self.taken = self.taken.saturating_add(read);
        if read == 0 && !self.ended { Err(ErrorKind::WouldBlock.into()) } else { Ok(read) }
    }
}

fn read_some(source: &mut impl Read, room: &mut [u8]) -> io::Result<usize> {
    loop {
        match source.read(room) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// How a file is called in messages: with control characters escaped, which a terminal might obey.
pub(crate) fn name_of(path: &Path) -> String {
    let mut name = String::new();
    for character in path.display().to_string().chars() {
        if character.is_control() {
            name.extend(character.escape_default());
        } else {
            name.push(character);
        }
    }
    name
}

/// Whether standard input is a person's terminal.
pub(crate) fn stdin_is_terminal() -> bool {
    io::stdin().is_terminal()
}
