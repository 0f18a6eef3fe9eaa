//! Requests: a command is an array of bulk strings.

use super::error::EncodeError;
use super::node;
use super::number;
use super::write::Write;

/// Writes a command: all of it, or, if the sink says before that it has no room, nothing.
///
/// `args` is gone through twice, the first time for its length: a slice or an array of whatever is bytes, or any
/// iterator whose clone yields the same again. An argument may hold any bytes, or none. For arguments that exist only
/// once there is [`Encoder::begin`](crate::Encoder::begin). What can be written to is in the table of [`Write`]; a pipeline
/// is best collected in a `Vec`, and sent at once.
///
/// # Errors
///
/// [`EmptyCommand`](EncodeError::EmptyCommand): a server does not answer `*0`. Else the sink's.
///
/// ```
/// use resp_core::write_command;
///
/// let mut out = Vec::new();
/// write_command(&mut out, ["SET", "key", ""])?;
/// let keys = ["a", "b"];
/// write_command(&mut out, ["DEL"].iter().chain(&keys))?;
/// assert_eq!(out, b"*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$0\r\n\r\n*3\r\n$3\r\nDEL\r\n$1\r\na\r\n$1\r\nb\r\n");
/// # Ok::<(), resp_core::EncodeError<core::convert::Infallible>>(())
/// ```
#[inline]
pub fn write_command<W, I>(out: &mut W, args: I) -> Result<(), EncodeError<W::Error>>
where
    W: Write + ?Sized,
    I: IntoIterator<Item: AsRef<[u8]>, IntoIter: Clone>,
{
    let args = args.into_iter();
    let (count, len) = size(args.clone());
    if count == 0 {
        return Err(EncodeError::EmptyCommand);
    }
    write(out, count, len, args).map_err(EncodeError::Write)
}

#[inline]
fn write<W, I>(out: &mut W, count: u64, len: usize, args: I) -> Result<(), W::Error>
where
    W: Write + ?Sized,
    I: Iterator<Item: AsRef<[u8]>>,
{
    out.reserve(len)?;
    node::open_header(out, b'*', count)?;
    for arg in args {
        let data = arg.as_ref();
        node::next_header(out, b'$', data.len() as u64)?;
        out.write(data)?;
    }
    out.write(b"\r\n")
}

/// How many bytes [`write_command`] writes for these arguments; without any, those of `*0`.
///
/// ```
/// assert_eq!(resp_core::command_len(["GET", "key"]), b"*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n".len());
/// ```
#[must_use]
#[inline]
pub fn command_len<I: IntoIterator<Item: AsRef<[u8]>>>(args: I) -> usize {
    size(args.into_iter()).1
}

/// The number of arguments, and of all bytes.
#[inline]
fn size(args: impl Iterator<Item: AsRef<[u8]>>) -> (u64, usize) {
    let (mut count, mut bytes) = (0_u64, 3_usize);
    for arg in args {
        count = count.saturating_add(1);
        bytes = bytes.saturating_add(bulk_string_len(arg.as_ref().len()));
    }
    (count, bytes.saturating_add(number::digits(count)))
}

/// How many bytes a bulk string of `len` bytes takes on the wire.
///
/// ```
/// use resp_core::bulk_string_len;
///
/// // Room for the answer to a GET of up to 64 bytes.
/// static BUFFER: [u8; bulk_string_len(64)] = [0; 71];
/// # let _ = BUFFER;
/// ```
#[must_use]
#[inline]
pub const fn bulk_string_len(len: usize) -> usize {
    node::sized_len(len)
}
