//! Writes a valid stream again, the obvious way: recursive, from bytes to bytes, in the canonical forms.

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    Resp2,
    Resp3,
    /// RESP3 with all chunks of a streamed string in one: where they are cut depends on the reads.
    Joined,
}

/// Whole frames, again. `None`: RESP2 cannot say it.
pub fn rewrite(wire: &[u8], version: Version) -> Option<Vec<u8>> {
    let mut rewriter = Rewriter { rest: wire, version, out: Vec::new() };
    while !rewriter.rest.is_empty() {
        rewriter.frame(true)?;
    }
    Some(rewriter.out)
}

struct Rewriter<'a> {
    rest: &'a [u8],
    version: Version,
    out: Vec<u8>,
}

impl<'a> Rewriter<'a> {
    /// A value with what stands in front of it; or pushes at the end of a streamed aggregate.
    fn frame(&mut self, at_top: bool) -> Option<()> {
        loop {
            match self.rest[0] {
                b'|' => self.attribute()?,
                // It would be one element more.
                b'>' if !at_top && self.version == Version::Resp2 => return None,
                b'>' if !at_top => {
                    self.counted(b'>', 1)?;
                    if self.rest[0] == b'.' {
                        return Some(());
                    }
                }
                _ => return self.value(),
            }
        }
    }

    fn attribute(&mut self) -> Option<()> {
        if self.version != Version::Resp2 {
            return self.counted(b'|', 2);
        }
        let out = core::mem::take(&mut self.out);
        self.version = Version::Resp3;
        self.counted(b'|', 2)?;
        self.version = Version::Resp2;
        self.out = out;
        Some(())
    }

    fn value(&mut self) -> Option<()> {
        let resp2 = self.version == Version::Resp2;
        match self.rest[0] {
            b'+' | b'-' => self.again(),
            b'(' | b',' if resp2 => {
                let text = &self.line()[1..];
                self.sized(b'$', text);
            }
            b'(' | b',' => self.again(),
            b':' => {
                let value: i64 = str::from_utf8(&self.line()[1..]).unwrap().parse().unwrap();
                self.write(format!(":{value}\r\n"));
            }
            b'#' if resp2 => {
                let value = u8::from(self.line() == b"#t");
                self.write(format!(":{value}\r\n"));
            }
            b'_' if resp2 => {
                self.line();
                self.write("$-1\r\n");
            }
            b'#' | b'_' => self.again(),
            b'$' | b'!' | b'=' => self.text()?,
            b'*' if self.rest.starts_with(b"*-1") => self.again(),
            b'*' | b'~' if self.rest[1] == b'?' => self.streamed()?,
            b'%' if self.rest[1] == b'?' => self.streamed()?,
            kind @ (b'*' | b'~') => self.counted(kind, 1)?,
            b'%' => self.counted(b'%', 2)?,
            // At the top: elsewhere it is no value.
            b'>' => self.counted(b'>', 1)?,
            byte => panic!("{} begins nothing", byte.escape_ascii()),
        }
        Some(())
    }

    fn text(&mut self) -> Option<()> {
        if self.rest.starts_with(b"$-1") {
            self.again();
            return Some(());
        }
        if self.rest.starts_with(b"$?") {
            return self.chunks();
        }
        let kind = self.rest[0];
        let len = self.number() as usize;
        let data = self.take(len);
        self.take(2);
        match (self.version, kind) {
            (Version::Resp2, b'=') => self.sized(b'$', &data[4..]),
            (Version::Resp2, b'!') => {
                let blank = |byte: &u8| if matches!(byte, b'\r' | b'\n') { b' ' } else { *byte };
                self.write([b"-", &data.iter().map(blank).collect::<Vec<_>>()[..], b"\r\n"].concat());
            }
            _ => self.sized(kind, data),
        }
        Some(())
    }

    fn chunks(&mut self) -> Option<()> {
        self.line();
        let mut chunks = Vec::new();
        loop {
            let len = self.number() as usize;
            if len == 0 {
                break;
            }
            chunks.push(self.take(len).to_vec());
            self.take(2);
        }
        if chunks.is_empty() {
            self.sized(b'$', b"");
            return Some(());
        }
        if self.version == Version::Joined {
            chunks = vec![chunks.concat()];
        }
        self.write("$?\r\n");
        chunks.iter().for_each(|chunk| self.sized(b';', chunk));
        self.write(";0\r\n");
        (self.version != Version::Resp2).then_some(())
    }

    fn streamed(&mut self) -> Option<()> {
        self.again();
        while self.rest[0] != b'.' {
            self.frame(false)?;
        }
        self.again();
        (self.version != Version::Resp2).then_some(())
    }

    fn counted(&mut self, kind: u8, each: u64) -> Option<()> {
        let count = self.number();
        let (kind, written) = if self.version == Version::Resp2 { (b'*', each * count) } else { (kind, count) };
        self.write(format!("{}{written}\r\n", char::from(kind)));
        (0..each * count).try_for_each(|_| self.frame(false))
    }

    /// The number in a header.
    fn number(&mut self) -> u64 {
        str::from_utf8(&self.line()[1..]).unwrap().parse().unwrap()
    }

    /// A line without its CRLF.
    fn line(&mut self) -> &'a [u8] {
        let end = self.rest.windows(2).position(|window| window == b"\r\n").unwrap();
        let line = self.take(end);
        self.take(2);
        line
    }

    fn again(&mut self) {
        let line = self.line();
        self.write([line, b"\r\n"].concat());
    }

    fn sized(&mut self, kind: u8, data: &[u8]) {
        self.write(format!("{}{}\r\n", char::from(kind), data.len()));
        self.write([data, b"\r\n"].concat());
    }

    fn take(&mut self, len: usize) -> &'a [u8] {
        let (front, rest) = self.rest.split_at(len);
        self.rest = rest;
        front
    }

    fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.out.extend(bytes.as_ref());
    }
}
