//! hiredis, the C library: its reader with callbacks that only add up, and with the objects that it builds by default;
//! and its client.
//!
//! It is fed in reads, each of which it copies to its buffer. Its allocations are C's, so no counter here sees them.

use core::ffi::{c_char, c_double, c_int, c_longlong, c_void};
use core::ptr;
use std::ffi::CString;
use std::net::SocketAddr;

use benches::loopback::{Gets, KEY, VALUE};
use benches::{Stream, Tally, text};

const OK: c_int = 0;
const STRING: c_int = 1;
const MAP: c_int = 9;
const ATTRIBUTE: c_int = 11;
const VERBATIM: c_int = 14;

/// `redisReadTask`
#[repr(C)]
struct Task {
    kind: c_int,
    elements: c_longlong,
    index: c_int,
    object: *mut c_void,
    parent: *mut Task,
    private: *mut c_void,
}

/// `redisReplyObjectFunctions`
#[repr(C)]
struct Functions {
    string: extern "C" fn(*const Task, *mut c_char, usize) -> *mut c_void,
    array: extern "C" fn(*const Task, usize) -> *mut c_void,
    integer: extern "C" fn(*const Task, c_longlong) -> *mut c_void,
    double: extern "C" fn(*const Task, c_double, *mut c_char, usize) -> *mut c_void,
    nil: extern "C" fn(*const Task) -> *mut c_void,
    boolean: extern "C" fn(*const Task, c_int) -> *mut c_void,
    free: extern "C" fn(*mut c_void),
}

/// `redisReader`, as far as the last field that is set here. It is only made by the library.
#[repr(C)]
struct Reader {
    error: c_int,
    message: [c_char; 128],
    buffer: *mut c_char,
    position: usize,
    length: usize,
    max_buffer: usize,
    max_elements: c_longlong,
    tasks: *mut *mut Task,
    task_count: c_int,
    task_index: c_int,
    reply: *mut c_void,
    functions: *mut Functions,
    private: *mut c_void,
}

unsafe extern "C" {
    fn redisReaderCreateWithFunctions(functions: *mut Functions) -> *mut Reader;
    fn redisReaderCreate() -> *mut Reader;
    fn redisReaderFree(reader: *mut Reader);
    fn redisReaderFeed(reader: *mut Reader, bytes: *const c_char, len: usize) -> c_int;
    fn redisReaderGetReply(reader: *mut Reader, reply: *mut *mut c_void) -> c_int;
    fn freeReplyObject(reply: *mut c_void);
    fn redisConnect(host: *const c_char, port: c_int) -> *mut Context;
    fn redisFree(context: *mut Context);
    fn redisAppendFormattedCommand(context: *mut Context, command: *const c_char, len: usize) -> c_int;
    fn redisGetReply(context: *mut Context, reply: *mut *mut c_void) -> c_int;
}

/// `redisContext`: a connection. Only the library looks into it.
#[repr(C)]
struct Context {
    _opaque: [u8; 0],
}

/// `redisReply`, as far as a string needs it.
#[repr(C)]
struct Reply {
    kind: c_int,
    integer: c_longlong,
    double: c_double,
    len: usize,
    text: *const c_char,
}

struct Connection(*mut Context);

impl Drop for Connection {
    fn drop(&mut self) {
        // SAFETY: it was made by the library, and nobody else has it.
        unsafe { redisFree(self.0) };
    }
}

/// Its blocking connection.
pub(crate) fn connect(address: SocketAddr) -> Gets {
    let host = CString::new(address.ip().to_string()).expect("no zero in an address");
    // SAFETY: the library copies the name.
    let connection = Connection(unsafe { redisConnect(host.as_ptr(), address.port().into()) });
    assert!(!connection.0.is_null(), "the server listens");
    let command = [b"*2\r\n$3\r\nGET\r\n$10\r\n", KEY, b"\r\n"].concat();
    Box::new(move |at_once| connection.gets(&command, at_once))
}

impl Connection {
    fn gets(&self, command: &[u8], at_once: usize) {
        // SAFETY: the library copies the command; each reply is ours, and freed once.
        unsafe {
            for _ in 0..at_once {
                assert_eq!(redisAppendFormattedCommand(self.0, command.as_ptr().cast(), command.len()), OK);
            }
            for _ in 0..at_once {
                let mut reply = ptr::null_mut();
                assert_eq!(redisGetReply(self.0, &raw mut reply), OK);
                let Reply { kind, len, text, .. } = *reply.cast::<Reply>();
                assert_eq!(kind, STRING);
                assert_eq!(core::slice::from_raw_parts(text.cast::<u8>(), len), VALUE);
                freeReplyObject(reply);
            }
        }
    }
}

#[inline(never)]
pub(crate) fn noop<const CONTENTS: bool>(stream: &Stream, reads: usize) -> Option<Tally> {
    let mut functions =
        Functions { string: string::<CONTENTS>, array, integer, double: double::<CONTENTS>, nil, boolean, free };
    let mut sum = Sum { sum: 0, attributes: 0 };
    // SAFETY: the functions and the sum outlive the reader.
    let frames = unsafe {
        let reader = redisReaderCreateWithFunctions(&raw mut functions);
        (*reader).private = (&raw mut sum).cast();
        read(reader, stream, reads, |_| 1)
    }?;
    // A top-level attribute comes as a reply of its own.
    Some(Tally { frames: frames - sum.attributes, sum: Some(sum.sum) })
}

#[inline(never)]
pub(crate) fn objects(stream: &Stream, reads: usize) -> Option<Tally> {
    // SAFETY: each reply is a `redisReply`, which begins with its type, and is freed once.
    let frames = unsafe {
        read(redisReaderCreate(), stream, reads, |reply| {
            let kind = *reply.cast::<c_int>();
            freeReplyObject(reply);
            u64::from(kind != ATTRIBUTE)
        })
    }?;
    Some(Tally::frames(frames))
}

/// Adds up what `counted` says of each reply. The reader is freed.
///
/// # Safety
///
/// `reader` was just made by the library.
#[inline(always)]
unsafe fn read(
    reader: *mut Reader,
    stream: &Stream,
    reads: usize,
    mut counted: impl FnMut(*mut c_void) -> u64,
) -> Option<u64> {
    let mut frames = 0;
    let mut reply = ptr::null_mut();
    // SAFETY: the library copies what it is fed, and a reply that is not null belongs to the caller.
    unsafe {
        for bytes in stream.chunks(reads) {
            let mut result = redisReaderFeed(reader, bytes.as_ptr().cast(), bytes.len());
            while result == OK {
                result = redisReaderGetReply(reader, &raw mut reply);
                if reply.is_null() {
                    break;
                }
                frames += counted(reply);
            }
            if result != OK {
                redisReaderFree(reader);
                return None;
            }
        }
        redisReaderFree(reader);
    }
    Some(frames)
}

/// What the callbacks find behind their task.
struct Sum {
    sum: u64,
    attributes: u64,
}

/// Any object but null will do.
const OBJECT: *mut c_void = ptr::dangling_mut::<u64>().cast();

fn add(task: *const Task, number: u64) -> *mut c_void {
    // SAFETY: the library hands every callback a task, with the reader's private pointer in it: a `Sum` that nobody else
    // looks at meanwhile.
    let sum = unsafe { &mut *(*task).private.cast::<Sum>() };
    sum.sum = sum.sum.wrapping_add(number);
    OBJECT
}

extern "C" fn string<const CONTENTS: bool>(task: *const Task, data: *mut c_char, len: usize) -> *mut c_void {
    // SAFETY: `data` is `len` bytes of the reader's buffer; the task is as in `add`.
    let (data, kind) = unsafe { (core::slice::from_raw_parts(data.cast::<u8>(), len), (*task).kind) };
    let format = if CONTENTS && kind == VERBATIM { 4 } else { 0 };
    add(task, text::<CONTENTS>(&data[format..]))
}

extern "C" fn array(task: *const Task, elements: usize) -> *mut c_void {
    // SAFETY: as in `add`.
    let (kind, top) = unsafe { ((*task).kind, (*task).parent.is_null()) };
    if kind == ATTRIBUTE && top {
        // SAFETY: as in `add`.
        unsafe { (*(*task).private.cast::<Sum>()).attributes += 1 };
    }
    // Of pairs it tells twice as many.
    let count = elements as u64 / if matches!(kind, MAP | ATTRIBUTE) { 2 } else { 1 };
    add(task, count)
}

extern "C" fn integer(task: *const Task, value: c_longlong) -> *mut c_void {
    add(task, value.cast_unsigned())
}

extern "C" fn double<const CONTENTS: bool>(
    task: *const Task,
    value: c_double,
    _: *mut c_char,
    len: usize,
) -> *mut c_void {
    add(task, if CONTENTS { value.to_bits() } else { len as u64 })
}

extern "C" fn nil(task: *const Task) -> *mut c_void {
    add(task, 1)
}

extern "C" fn boolean(task: *const Task, value: c_int) -> *mut c_void {
    add(task, u64::from(value != 0))
}

extern "C" fn free(_: *mut c_void) {}
