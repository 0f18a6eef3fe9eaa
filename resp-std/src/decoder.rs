//! The reader without the reading: [`Decoder`].

use core::fmt;
use core::ops::ControlFlow;

use resp_core::{
    Aggregate, Error, Event, Frame, FrameKind, Node, Null, Options, Parser, Part, Span, Tape, TapeError, Visitor,
};

use crate::intake::Intake;
use crate::{ReaderOptions, Stats};

/// A tape that had to grow beyond these, 1 MiB of them, gives memory back.
pub(crate) const KEPT_NODES: usize = (1 << 20) / size_of::<Node>();

/// A buffer, a parser and counters, for people who do their own I/O: an event loop, a completion ring, a test.
///
/// Put bytes in with [`spare`](Self::spare) and [`commit`](Self::commit); take events out until there is `None`; start
/// over. When the stream has ended, ask [`finish`](Self::finish) whether it ended well.
///
/// ```
/// use resp_std::Decoder;
///
/// let mut decoder = Decoder::new();
/// let mut events = Vec::new();
/// for mut packet in [&b"*2\r\n$5\r\nhe"[..], b"llo\r\n:4", b"2\r\n"] {
///     while !packet.is_empty() {
///         let spare = decoder.spare();
///         let n = spare.len().min(packet.len());
///         spare[..n].copy_from_slice(&packet[..n]);
///         decoder.commit(n);
///         packet = &packet[n..];
///         while let Some(event) = decoder.next_event()? {
///             events.push(event.to_string());
///         }
///     }
/// }
/// decoder.finish()?;
/// assert_eq!(events, ["begin array 2", "bulk_string \"hello\"", "integer 42", "end array"]);
/// # Ok::<(), resp_core::Error>(())
/// ```
///
/// An event's bytes are lent from the buffer until the next call that takes `&mut self`.
///
/// `DEPTH` is the number of aggregates that may be open at once: 128 unless [`with_depth`](Self::with_depth) is asked
/// for another.
pub struct Decoder<const DEPTH: usize = 128> {
    intake: Intake,
    parser: Parser<DEPTH>,
    /// The last event, with its place in the buffer.
    event: Option<Event<Span>>,
    /// The frame that is read as a whole.
    tape: Tape<Vec<Node>>,
    /// Whether bytes of it are held that the parser is done with. All calls but `next_frame` let go of them first.
    holding: bool,
    /// Where it was in the buffer when it was complete.
    frame: Span,
    max_held: usize,
    /// Set while the last event is its frame's last.
    frame_end: Option<FrameKind>,
    /// Where the current frame begins in the stream, or the next one.
    frame_start: u64,
}

impl Decoder {
    /// A decoder with the default [`ReaderOptions`].
    #[must_use]
    pub fn new() -> Self {
        Self::with_options(ReaderOptions::new())
    }

    /// A decoder for up to 128 open aggregates.
    #[must_use]
    pub fn with_options(options: ReaderOptions) -> Self {
        Self::with_depth(options)
    }
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl<const DEPTH: usize> Decoder<DEPTH> {
    /// A decoder for up to `DEPTH` open aggregates.
    #[must_use]
    pub fn with_depth(options: ReaderOptions) -> Self {
        Self {
            intake: Intake::new(options.buffer()),
            parser: Parser::with_depth(options.parser),
            event: None,
            tape: Tape::with_storage(Vec::new()),
            holding: false,
            frame: Span { start: 0, end: 0 },
            max_held: options.max_held,
            frame_end: None,
            frame_start: 0,
        }
    }

    /// Room for what is needed next, never empty: fill some of it from its front, and [`commit`](Self::commit) that,
    /// with no other call in between.
    ///
    /// A text that is being held until it is whole, and fits in half of the configured capacity, finds room for all of
    /// it and its line end. The room for a larger one grows with the bytes that have arrived: its length is only what
    /// the peer says.
    #[inline]
    pub fn spare(&mut self) -> &mut [u8] {
        self.intake.spare()
    }

    /// The first `n` bytes of the spare room are filled; all of it, if `n` is more. If another call has come after
    /// [`spare`](Self::spare), these are not the bytes that were written there.
    #[inline]
    pub fn commit(&mut self, n: usize) {
        self.intake.commit(n);
    }

    /// The next event; `None` if it needs more bytes.
    ///
    /// # Errors
    ///
    /// What the parser finds wrong, now and at every later call.
    #[inline]
    pub fn next_event(&mut self) -> Result<Option<Event<&[u8]>>, Error> {
        Ok(if self.advance()? { self.event() } else { None })
    }

    /// Hands every event that is there to the visitor. [`ControlFlow::Break`]: it broke, and there may be more;
    /// [`ControlFlow::Continue`]: more bytes are needed.
    ///
    /// # Errors
    ///
    /// What the parser finds wrong, now and at every later call. The visitor has had the events before that.
    ///
    /// # Panics
    ///
    /// If the visitor does. Whoever catches that should let the decoder go: it may tell events again, and ends of
    /// what never began.
    #[inline]
    pub fn parse<V>(&mut self, visitor: &mut V) -> Result<ControlFlow<()>, Error>
    where
        V: for<'b> Visitor<'b> + ?Sized,
    {
        if self.begin_call() {
            return Ok(ControlFlow::Continue(()));
        }
        let mut counted = Counted { visitor, events: 0, frames: 0, largest_frame: self.intake.stats.largest_frame };
        let parsed = self.parser.parse(self.intake.bytes(), &mut counted);
        if counted.events > 0 {
            let stats = &mut self.intake.stats;
            stats.events = stats.events.wrapping_add(counted.events);
            stats.frames = stats.frames.wrapping_add(counted.frames);
            stats.largest_frame = counted.largest_frame;
            self.frame_start = self.parser.frame_offset();
        }
        self.release();
        if parsed?.broke {
            return Ok(ControlFlow::Break(()));
        }
        self.wait();
        Ok(ControlFlow::Continue(()))
    }

    /// The next frame as a whole; `None` if it needs more bytes. It is lent until the next call that takes `&mut self`.
    /// Until it is complete the buffer grows as its bytes arrive, up to
    /// [`max_held`](ReaderOptions::max_held), and no byte is looked at twice.
    ///
    /// ```
    /// use resp_std::Decoder;
    ///
    /// let mut decoder = Decoder::new();
    /// for byte in *b"*2\r\n:1\r\n$3\r\ntwo\r\n" {
    ///     assert!(decoder.next_frame()?.is_none());
    ///     decoder.spare()[0] = byte;
    ///     decoder.commit(1);
    /// }
    /// let frame = decoder.next_frame()?.expect("complete");
    /// assert_eq!(frame.to::<(i64, &str)>()?, (1, "two"));
    /// # Ok::<(), resp_std::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What the parser finds wrong, now and at every later call; [`TapeError::Full`], a frame that is larger than
    /// `max_held`, which can be taken event by event, or [skipped](Self::skip_frame); [`TapeError::MidFrame`], a frame of
    /// which events have been taken, which can be [finished](Self::finish_frame).
    ///
    /// A frame that is waited for has not begun for all other calls: they find it from its start.
    #[inline(always)]
    pub fn next_frame(&mut self) -> Result<Option<Frame<'_>>, TapeError> {
        Ok(if self.advance_frame()? { self.frame() } else { None })
    }

    /// Skips the current frame, or the next one if none is begun: its kind once it has ended, `None` if it needs more
    /// bytes. Whatever is skipped is checked like everything else.
    ///
    /// # Errors
    ///
    /// What the parser finds wrong, now and at every later call.
    pub fn skip_frame(&mut self) -> Result<Option<FrameKind>, Error> {
        if self.begin_call() {
            return Ok(None);
        }
        let skipped = self.parser.skip_frame(&mut self.intake.bytes());
        self.release();
        match skipped {
            Ok(Some(_)) => self.count_frame(),
            Ok(None) => self.wait(),
            Err(_) => {}
        }
        skipped
    }

    /// Skips the rest of the current frame, and does nothing between frames. `true`: between frames now; `false`: more
    /// bytes are needed.
    ///
    /// # Errors
    ///
    /// What the parser finds wrong, now and at every later call.
    pub fn finish_frame(&mut self) -> Result<bool, Error> {
        self.frame_end = None;
        Ok(self.is_idle() || self.skip_frame()?.is_some())
    }

    /// The stream has ended, after `None`: did it end between frames, with nothing left over? Bytes may follow all the
    /// same, if it was a file that grows.
    ///
    /// # Errors
    ///
    /// [`UnexpectedEof`](resp_core::ErrorKind::UnexpectedEof) if not, or what was wrong before.
    pub fn finish(&self) -> Result<(), Error> {
        self.parser.finish(self.intake.bytes_from(self.parser.offset()))
    }

    /// Other limits and switches from the next frame on: see [`Parser::set_options`]. `false`: a frame is under way, or the
    /// stream has failed, and nothing is changed.
    pub fn set_options(&mut self, options: Options) -> bool {
        if self.holding {
            self.give_up_frame();
        }
        let set = self.parser.set_options(options);
        if set {
            // The parser looks again at what it waited for.
            self.intake.wake();
        }
        set
    }

    /// Whether the stream is between frames: all bytes taken so far are whole frames.
    #[must_use]
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.holding || self.parser.is_idle()
    }

    /// The number of aggregates that are open.
    #[must_use]
    #[inline]
    pub fn depth(&self) -> usize {
        if self.holding { 0 } else { self.parser.depth() }
    }

    /// The number of bytes of the stream that are done with.
    #[must_use]
    #[inline]
    pub fn offset(&self) -> u64 {
        if self.holding { self.frame_start } else { self.parser.offset() }
    }

    /// The frame's kind, if the last event, which [`next_event`](Self::next_event) gave, was the last of its frame. `None`
    /// after every other call that takes events: a visitor is told by [`frame_end`](Visitor::frame_end), and whether a
    /// frame is open, [`is_idle`](Self::is_idle) tells after any call.
    #[must_use]
    #[inline]
    pub fn frame_end(&self) -> Option<FrameKind> {
        self.frame_end
    }

    /// The capacity of the buffer in bytes.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.intake.capacity()
    }

    /// The counters.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.intake.stats()
    }

    /// The bytes that came in and are not done with: they stand at [`offset`](Self::offset) in the stream, and whoever
    /// takes it over starts with them. Between frames ([`is_idle`](Self::is_idle)) they are the start of the next
    /// frame; inside one, a header or a part of a text that the parser is done with is in front of them.
    #[must_use]
    pub fn into_unread(self) -> Vec<u8> {
        self.intake.bytes_from(self.offset()).to_vec()
    }

    /// `next_event` without the borrow. `true`: there is an [`event`](Self::event), until the next call.
    ///
    /// It is written to where it stays until it is lent, since a [`Result`] of an event is taken apart and put together
    /// again on its way: 100 instructions, and loads that wait for smaller stores.
    #[inline(always)]
    pub(crate) fn advance(&mut self) -> Result<bool, Error> {
        if self.begin_call() {
            return Ok(false);
        }
        let found = self.parser.next_event(&mut self.intake.bytes());
        if let Ok(Some(event)) = &found {
            self.event = Some(event.map(|data| self.intake.place_of(data)));
            self.frame_end = self.parser.frame_end(event);
        }
        let found = found.map(|event| event.is_some());
        self.release();
        if !found? {
            self.wait();
            return Ok(false);
        }
        self.intake.stats.events = self.intake.stats.events.wrapping_add(1);
        if self.frame_end.is_some() {
            self.count_frame();
        }
        // So the next call need not ask the parser; but if there is memory to give back it has to `wait`.
        if self.intake.is_empty() && self.intake.has_enough_room() {
            self.sleep();
        }
        Ok(true)
    }

    /// `next_frame` without the borrow. `true`: there is a [`frame`](Self::frame), until the next call.
    #[inline(always)]
    pub(crate) fn advance_frame(&mut self) -> Result<bool, TapeError> {
        self.frame_end = None;
        if self.frame_sleeps() {
            return Ok(false);
        }
        let advanced = self.tape.advance(&mut self.parser, self.intake.bytes());
        match advanced {
            Ok(true) => self.frame_is_complete()?,
            Ok(false) => self.wait_for_frame()?,
            Err(_) => self.let_go(),
        }
        advanced
    }

    /// The frame needs more bytes, and those that the parser is done with stay.
    #[inline(never)]
    fn wait_for_frame(&mut self) -> Result<(), TapeError> {
        if self.parser.is_idle() {
            // Of a frame that has not begun there is at most a header.
            self.tape.shrink_to(KEPT_NODES);
            self.wait();
        } else if memory(self.intake.bytes().len(), self.tape.nodes()) < self.max_held {
            self.holding = true;
            self.sleep();
        } else {
            self.give_up_frame();
            return Err(TapeError::Full);
        }
        Ok(())
    }

    /// The frame that was completed last.
    #[inline(always)]
    pub(crate) fn frame(&self) -> Option<Frame<'_>> {
        self.tape.frame(self.intake.at(self.frame))
    }

    /// If the frame that was completed last is a push, `on_push` gets it.
    pub(crate) fn hand_over_push(&self, on_push: &mut impl FnMut(Frame<'_>)) -> bool {
        let push = self.frame().filter(|frame| frame.frame_kind() == FrameKind::Push);
        push.map(on_push).is_some()
    }

    #[inline(always)]
    fn frame_is_complete(&mut self) -> Result<(), TapeError> {
        self.frame = self.intake.place_up_to(self.parser.offset());
        let Span { start, end } = self.frame;
        // However its bytes came, it is refused or it is not.
        if memory(end.wrapping_sub(start), self.tape.nodes()) > self.max_held {
            self.give_up_frame();
            return Err(TapeError::Full);
        }
        self.let_go();
        let stats = &mut self.intake.stats;
        stats.events = stats.events.wrapping_add(self.tape.nodes().len() as u64);
        self.count_frame();
        Ok(())
    }

    /// What the parser is done with can go, and it may have something to say.
    #[inline(always)]
    fn let_go(&mut self) {
        self.holding = false;
        self.intake.wake();
        self.release();
    }

    /// Whether a frame waits for bytes that have not come in.
    fn frame_sleeps(&self) -> bool {
        self.holding && self.sleeps()
    }

    /// In front of every call of the parser but `next_frame`'s. `true`: it has nothing to say.
    #[inline(always)]
    fn begin_call(&mut self) -> bool {
        self.frame_end = None;
        if self.holding {
            self.give_up_frame();
        }
        self.sleeps()
    }

    /// Back to where the frame begins that was to be told as a whole: whoever comes now finds all of it.
    #[cold]
    fn give_up_frame(&mut self) {
        self.tape.clear();
        self.parser.rewind_to(self.frame_start);
        self.let_go();
    }

    /// To read into it.
    #[inline(always)]
    pub(crate) fn intake(&mut self) -> &mut Intake {
        &mut self.intake
    }

    /// The event that was found last.
    #[inline(always)]
    pub(crate) fn event(&self) -> Option<Event<&[u8]>> {
        self.event.map(|event| self.lend(event))
    }

    /// The same with its place in the buffer, for `lend`.
    pub(crate) fn found(&self) -> Option<Event<Span>> {
        self.event
    }

    #[inline(always)]
    pub(crate) fn lend(&self, event: Event<Span>) -> Event<&[u8]> {
        event.map(|place| self.at(place))
    }

    /// The bytes at a place in the buffer.
    #[inline(always)]
    pub(crate) fn at(&self, place: Span) -> &[u8] {
        self.intake.at(place)
    }

    /// Whether the parser waits for bytes that have not come in.
    #[inline]
    pub(crate) fn sleeps(&self) -> bool {
        self.intake.sleeps()
    }

    /// Behind every call of the parser.
    #[inline(always)]
    fn release(&mut self) {
        self.intake.release(self.parser.offset());
    }

    /// More bytes are needed, and nothing is lent: who knows when they come, so what a spike took is given back now.
    #[inline(always)]
    fn wait(&mut self) {
        self.sleep();
        if !self.intake.has_enough_room() {
            self.intake.trim();
        }
    }

    /// Nothing can happen before as many more bytes have come in as are needed; none, if an event is due.
    #[inline(always)]
    fn sleep(&mut self) {
        self.intake.sleep(self.parser.needed());
    }

    /// A frame has ended here.
    #[inline(always)]
    fn count_frame(&mut self) {
        let end = self.parser.offset();
        let len = end.wrapping_sub(self.frame_start);
        self.frame_start = end;
        self.intake.count(len);
    }
}

// Its events and bytes are not for a log.
impl<const DEPTH: usize> fmt::Debug for Decoder<DEPTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder")
            .field("offset", &self.offset())
            .field("depth", &self.depth())
            .field("intake", &self.intake)
            .finish_non_exhaustive()
    }
}

/// What a frame of so many bytes takes.
#[inline(always)]
pub(crate) fn memory(bytes: usize, nodes: &[Node]) -> usize {
    bytes.saturating_add(size_of_val(nodes))
}

/// Counts what passes on its way to the visitor.
struct Counted<'v, V: ?Sized> {
    visitor: &'v mut V,
    events: u64,
    frames: u64,
    largest_frame: u64,
}

impl<V: ?Sized> Counted<'_, V> {
    #[inline]
    fn visitor(&mut self) -> &mut V {
        self.events = self.events.wrapping_add(1);
        self.visitor
    }
}

impl<'b, V: Visitor<'b> + ?Sized> Visitor<'b> for Counted<'_, V> {
    #[inline]
    fn event(&mut self, event: Event<&'b [u8]>) -> ControlFlow<()> {
        self.visitor().event(event)
    }

    #[inline]
    fn simple_string(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.visitor().simple_string(part, data)
    }

    #[inline]
    fn simple_error(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.visitor().simple_error(part, data)
    }

    #[inline]
    fn big_number(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.visitor().big_number(part, data)
    }

    #[inline]
    fn bulk_string(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.visitor().bulk_string(part, data)
    }

    #[inline]
    fn bulk_error(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.visitor().bulk_error(part, data)
    }

    #[inline]
    fn verbatim_string(&mut self, format: [u8; 3], part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.visitor().verbatim_string(format, part, data)
    }

    #[inline]
    fn integer(&mut self, value: i64) -> ControlFlow<()> {
        self.visitor().integer(value)
    }

    #[inline]
    fn double(&mut self, text: &'b [u8]) -> ControlFlow<()> {
        self.visitor().double(text)
    }

    #[inline]
    fn boolean(&mut self, value: bool) -> ControlFlow<()> {
        self.visitor().boolean(value)
    }

    #[inline]
    fn null(&mut self, null: Null) -> ControlFlow<()> {
        self.visitor().null(null)
    }

    #[inline]
    fn begin(&mut self, aggregate: Aggregate, count: Option<u64>) -> ControlFlow<()> {
        self.visitor().begin(aggregate, count)
    }

    #[inline]
    fn end(&mut self, aggregate: Aggregate) -> ControlFlow<()> {
        self.visitor().end(aggregate)
    }

    #[inline]
    fn text_begin(&mut self, len: Option<u64>) -> ControlFlow<()> {
        self.visitor.text_begin(len)
    }

    #[inline]
    fn event_end(&mut self, offset: u64) {
        self.visitor.event_end(offset);
    }

    #[inline]
    fn frame_len(&mut self, len: u64) {
        self.frames = self.frames.wrapping_add(1);
        if len > self.largest_frame {
            self.largest_frame = len;
        }
        self.visitor.frame_len(len);
    }

    #[inline]
    fn frame_end(&mut self, kind: FrameKind) -> ControlFlow<()> {
        self.visitor.frame_end(kind)
    }
}
