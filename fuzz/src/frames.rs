//! Frames made to order: every type, nested and streamed, with numbers and lengths at the edges; then perhaps damaged.

use arbitrary::Unstructured;

/// No new frame or element is begun behind so many bytes: a target must stay fast.
const ENOUGH: usize = 512;

/// Levels that a frame may have: fewer than the parsers of the targets have, and enough to leave the first word.
const DEPTH: usize = 24;

/// What `valid` makes, with none to three damages: the first byte of `choices` says how many.
pub(crate) fn damaged(choices: &[u8], valid: fn(&mut Unstructured<'_>) -> Vec<u8>) -> Vec<u8> {
    let mut choices = Unstructured::new(choices);
    let damages = pick(&mut choices, &[0, 0, 0, 1, 1, 2, 3]);
    let mut wire = valid(&mut choices);
    for _ in 0..damages {
        damage(&mut wire, &mut choices);
    }
    wire
}

/// One frame or more by the default options, for as long as there are choices to make.
pub fn valid_frames(choices: &mut Unstructured<'_>) -> Vec<u8> {
    let mut writer = Writer { choices, wire: Vec::new(), depth: 0, in_push: false };
    loop {
        writer.frame();
        if writer.is_enough() {
            return writer.wire;
        }
    }
}

/// One change of the kind that bugs and bad peers make.
fn damage(wire: &mut Vec<u8>, choices: &mut Unstructured<'_>) {
    const TELLING: &[u8] = b"+-:$*_,#(!=%~|>;.?\r\n0123456789tfinae";
    if wire.is_empty() {
        return;
    }
    let at = below(choices, wire.len());
    let telling = pick(choices, TELLING);
    match below(choices, 8) {
        0 => wire[at] = telling,
        1 => wire[at] = choices.arbitrary().unwrap_or_default(),
        2 => wire[at] ^= 1 << below(choices, 8),
        3 => drop(wire.remove(at)),
        4 => wire.insert(at, telling),
        5 => wire.insert(at, wire[at]),
        6 => wire.truncate(at + 1),
        _ => {
            let starts: Vec<usize> = (0..wire.len()).filter(|&at| at == 0 || wire[at - 1] == b'\n').collect();
            wire.swap(pick(choices, &starts), pick(choices, &starts));
        }
    }
}

struct Writer<'c, 'b> {
    choices: &'c mut Unstructured<'b>,
    wire: Vec<u8>,
    depth: usize,
    /// A push is open, at any distance.
    in_push: bool,
}

impl Writer<'_, '_> {
    fn is_enough(&self) -> bool {
        self.choices.is_empty() || self.wire.len() >= ENOUGH
    }

    fn frame(&mut self) {
        self.attributes();
        if self.one_in(5) {
            self.push();
        } else {
            self.value();
        }
    }

    fn element(&mut self) {
        self.attributes();
        while !self.in_push && self.room() && self.one_in(9) {
            self.push();
            self.attributes();
        }
        self.value();
    }

    /// Whether another aggregate may be begun.
    fn room(&self) -> bool {
        self.depth < DEPTH && !self.is_enough()
    }

    fn attributes(&mut self) {
        while self.room() && self.one_in(7) {
            let pairs = self.below(3);
            self.open(b'|', Some(pairs), 2 * pairs);
        }
    }

    fn push(&mut self) {
        let outer = core::mem::replace(&mut self.in_push, true);
        let items = 1 + self.below(3);
        self.open(b'>', Some(items), items);
        self.in_push = outer;
    }

    /// An aggregate; `count: None`: streamed.
    fn open(&mut self, kind: u8, count: Option<usize>, elements: usize) {
        let header = count.map_or("?".into(), |count| count.to_string());
        self.line(kind, header.as_bytes());
        self.depth += 1;
        (0..elements).for_each(|_| self.element());
        self.depth -= 1;
        if count.is_none() {
            self.line(b'.', b"");
        }
    }

    fn value(&mut self) {
        // Without choices left the first one is made.
        match self.below(16) {
            0 => self.fixed(),
            1 | 2 => self.integer(),
            3 => self.double(),
            4 => self.simple(),
            5 => self.big_number(),
            6 | 7 => self.bulk(),
            8 => self.streamed_string(),
            9 | 10 if self.room() => self.list(b'*'),
            11 if self.room() => self.list(b'~'),
            12 | 13 if self.room() => self.map(),
            14 if self.room() => self.nest(),
            _ => self.many(),
        }
    }

    fn fixed(&mut self) {
        const LINES: &[&[u8]] =
            &[b"_", b"#t", b"#f", b"$-1", b"*-1", b"*0", b"%0", b"~0", b"+OK", b"$0\r\n", b"+", b"-"];
        let line = pick(self.choices, LINES);
        self.wire.extend(line);
        self.wire.extend(b"\r\n");
    }

    fn integer(&mut self) {
        const EDGES: &[&str] = &[
            "0",
            "-0",
            "+0",
            "007",
            "9",
            "10",
            "99999999",
            "100000000",
            "-2147483648",
            "4294967295",
            "4294967296",
            "999999999999999999",
            "1000000000000000000",
            "9223372036854775807",
            "+9223372036854775807",
            "-9223372036854775808",
            "00009223372036854775807",
        ];
        let text = match self.choices.arbitrary::<i64>() {
            Ok(value) if self.one_in(2) => value.to_string(),
            _ => pick(self.choices, EDGES).to_owned(),
        };
        self.line(b':', text.as_bytes());
    }

    fn double(&mut self) {
        const EDGES: &[&str] = &[
            "0",
            "-0",
            "+0.0",
            "inf",
            "-inf",
            "+Inf",
            "nan",
            "-NaN",
            "nan(a_1)",
            "nan()",
            "1e400",
            "-1e400",
            "5e-324",
            "1.7976931348623157e308",
            "2.2250738585072014E-308",
            "0.1",
            "00.10",
            "3.14159265358979312",
            "1E+05",
            "9007199254740993",
            "123456789012345678901234567890",
        ];
        let text = match self.choices.arbitrary::<f64>() {
            Ok(value) if value.is_finite() && self.one_in(2) => format!("{value:e}"),
            _ => pick(self.choices, EDGES).to_owned(),
        };
        self.line(b',', text.as_bytes());
    }

    fn simple(&mut self) {
        let kind = pick(self.choices, b"+-");
        let mut text = self.text();
        text.iter_mut().filter(|byte| b"\r\n".contains(byte)).for_each(|byte| *byte = b' ');
        self.line(kind, &text);
    }

    fn big_number(&mut self) {
        let sign = pick(self.choices, &["", "-", "+"]);
        let digits = "1234567890".repeat(1 + self.below(8)) + &"0".repeat(self.below(600));
        self.line(b'(', [sign, &digits].concat().as_bytes());
    }

    fn bulk(&mut self) {
        let kind = pick(self.choices, b"$!=");
        let mut text = self.text();
        if kind == b'=' {
            let format = pick(self.choices, &[b"txt:", b"mkd:", b"   :", b"::::", b"\r\n\r:"]);
            text.splice(0..0, *format);
        }
        self.line(kind, text.len().to_string().as_bytes());
        self.wire.extend(text);
        self.wire.extend(b"\r\n");
    }

    fn streamed_string(&mut self) {
        self.line(b'$', b"?");
        for _ in 0..pick(self.choices, &[0, 1, 2, 3, 5, 9]) {
            let mut text = self.text();
            text.push(b'.');
            self.line(b';', text.len().to_string().as_bytes());
            self.line_of_text(&text);
        }
        self.line(b';', b"0");
    }

    fn list(&mut self, kind: u8) {
        let items = self.below(5);
        let streamed = self.one_in(3);
        self.open(kind, (!streamed).then_some(items), items);
    }

    fn map(&mut self) {
        let pairs = self.below(4);
        let streamed = self.one_in(3);
        self.open(b'%', (!streamed).then_some(pairs), 2 * pairs);
    }

    /// A value behind many headers of one element.
    fn nest(&mut self) {
        let levels = (1 + self.below(DEPTH)).min(DEPTH - self.depth);
        let kind = pick(self.choices, b"*~");
        let streamed = self.one_in(3);
        let header: &[u8] = if streamed { b"?" } else { b"1" };
        (0..levels).for_each(|_| self.line(kind, header));
        self.fixed();
        if streamed {
            (0..levels).for_each(|_| self.line(b'.', b""));
        }
    }

    /// An array that is all the same: what the fast way is for.
    fn many(&mut self) {
        const ELEMENTS: &[&[u8]] = &[b":1\r\n", b"_\r\n", b"$3\r\nkey\r\n", b"+OK\r\n", b",1.5\r\n", b"#t\r\n"];
        if self.depth >= DEPTH {
            return self.fixed();
        }
        let count = pick(self.choices, &[1, 2, 8, 9, 10, 33, 100]);
        let element = pick(self.choices, ELEMENTS);
        self.line(b'*', count.to_string().as_bytes());
        self.wire.extend(element.repeat(count));
    }

    /// Of a length at which something changes.
    fn text(&mut self) -> Vec<u8> {
        const LENGTHS: &[usize] = &[0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 100, 254, 511, 512, 513, 600];
        let len = pick(self.choices, LENGTHS);
        let own = self.below(9).min(self.choices.len());
        let own = self.choices.bytes(own).unwrap_or_default();
        own.iter().copied().chain(core::iter::repeat(b'x')).take(len).collect()
    }

    fn line(&mut self, kind: u8, text: &[u8]) {
        self.wire.push(kind);
        self.line_of_text(text);
    }

    fn line_of_text(&mut self, text: &[u8]) {
        self.wire.extend(text);
        self.wire.extend(b"\r\n");
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    fn below(&mut self, end: usize) -> usize {
        below(self.choices, end)
    }
}

/// One of them; the first, if there are no choices left.
pub(crate) fn pick<T: Copy>(choices: &mut Unstructured<'_>, of: &[T]) -> T {
    of[below(choices, of.len())]
}

pub(crate) fn below(choices: &mut Unstructured<'_>, end: usize) -> usize {
    choices.int_in_range(0..=end - 1).unwrap_or_default()
}
