//! Writes one reply of each kind.

use crate::random::Random;

pub(crate) fn line(out: &mut Vec<u8>, random: &mut Random, length: usize) {
    out.push(b'+');
    random.letters(out, length);
    out.extend(b"\r\n");
}

pub(crate) fn bulk(out: &mut Vec<u8>, random: &mut Random, length: usize) {
    out.extend(format!("${length}\r\n").bytes());
    random.letters(out, length);
    out.extend(b"\r\n");
}

pub(crate) fn array(out: &mut Vec<u8>, random: &mut Random, elements: usize) {
    out.extend(format!("*{elements}\r\n").bytes());
    for _ in 0..elements {
        bulk(out, random, 10);
    }
}

/// Every number of digits is as likely as any other, and one in eight is negative.
pub(crate) fn integer(out: &mut Vec<u8>, random: &mut Random) {
    let digits = 1 + random.below(18);
    let value = random.below((0..digits).fold(1, |bound, _| bound * 10));
    let sign = if random.below(8) == 0 && value > 0 { "-" } else { "" };
    out.extend(format!(":{sign}{value}\r\n").bytes());
}

/// A map with an attribute in front and a push behind: most of RESP3's types, three levels deep.
pub(crate) fn nested(out: &mut Vec<u8>, random: &mut Random) {
    out.extend(format!("|1\r\n+ttl\r\n:{}\r\n%6\r\n$4\r\nname\r\n", random.below(100_000)).bytes());
    let length = usize::try_from(4 + random.below(20)).expect("a small number");
    bulk(out, random, length);
    out.extend(b"+scores\r\n*4\r\n,3.14159\r\n,2.5\r\n,-0.001\r\n,1e10\r\n+flags\r\n~3\r\n#t\r\n#f\r\n_\r\n");
    let number = random.below(1_000_000);
    out.extend(format!("+nested\r\n*2\r\n*3\r\n:1\r\n:{number}\r\n:-3\r\n").bytes());
    out.extend(b"*2\r\n$3\r\nabc\r\n$3\r\ndef\r\n+text\r\n=15\r\ntxt:Some string\r\n");
    out.extend(b"+big\r\n(3492890328409238509324850943850943825024385\r\n");
    out.extend(b">3\r\n+message\r\n+chan\r\n$5\r\nhello\r\n");
}
