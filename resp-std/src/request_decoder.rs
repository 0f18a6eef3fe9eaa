//! The reader of requests without the reading: [`RequestDecoder`].

use core::fmt;
use core::ops::ControlFlow;

use resp_core::{Part, Piece, RequestError, RequestEvent, RequestOptions, RequestParser, RequestVisitor, Span};

use crate::intake::Intake;
use crate::{ReaderOptions, Request, Stats};

/// A buffer, a parser of requests and counters, for servers that do their own I/O.
///
/// Put bytes in with [`spare`](Self::spare) and [`commit`](Self::commit); take requests out until there is `None`; start
/// over. When the stream has ended, ask [`finish`](Self::finish) whether it ended well.
///
/// ```
/// use resp_std::RequestDecoder;
///
/// let mut decoder = RequestDecoder::new();
/// let mut names = Vec::new();
/// for packet in [&b"PING\r\n*2\r\n$4\r\nEC"[..], b"HO\r\n$1\r\nx\r\n"] {
///     decoder.spare()[..packet.len()].copy_from_slice(packet);
///     decoder.commit(packet.len());
///     while let Some(request) = decoder.next_request()? {
///         names.push(String::from_utf8_lossy(request.name()).into_owned());
///     }
/// }
/// decoder.finish()?;
/// assert_eq!(names, ["PING", "ECHO"]);
/// # Ok::<(), resp_core::RequestError>(())
/// ```
///
/// # Whole requests and events
///
/// [`next_request`](Self::next_request) holds a request until it is whole, which
/// [`max_request`](RequestOptions::max_request) bounds; memory follows what has arrived, not what was announced.
/// [`next_event`](Self::next_event) and [`parse`](Self::parse) hold no more than
/// [`whole`](RequestOptions::whole) bytes, or a line. They may be mixed: while a request is being gathered nothing of it
/// is told, so any other call finds it from its start.
pub struct RequestDecoder {
    intake: Intake,
    parser: RequestParser,
    /// The last event, with its place in the buffer.
    event: Option<RequestEvent<Piece>>,
    /// Whether what there is of a request is being gathered: the parser is ahead of what was told.
    gathering: bool,
    gathered: Gathered,
    /// The places of a request's arguments that was taken whole.
    few: [Span; 9],
}

/// The arguments of a request, as far as they have come.
#[derive(Default)]
pub(crate) struct Gathered {
    /// Their places: counted from the first byte that is held, or in `unescaped`.
    pub(crate) arguments: Vec<Span>,
    /// All arguments of an inline request of which one is not to be had in one piece.
    pub(crate) unescaped: Vec<u8>,
    pub(crate) is_unescaped: bool,
    /// Of a request that is whole: its length on the wire.
    pub(crate) len: u64,
    /// The place in the buffer from the first byte that was held to the request's last.
    held: Option<Span>,
}

/// So many positions are kept for the requests to come: 1 MiB of them.
const KEEP_ARGUMENTS: usize = 64 << 10;

impl Gathered {
    #[inline]
    pub(crate) fn clear(&mut self) {
        if self.arguments.capacity() > KEEP_ARGUMENTS {
            self.trim();
        }
        self.arguments.clear();
        self.is_unescaped = false;
    }

    /// After a spike. (What was unescaped is no longer than the longest line.)
    #[cold]
    fn trim(&mut self) {
        if self.arguments.len() <= KEEP_ARGUMENTS / 2 {
            self.arguments.clear();
            self.arguments.shrink_to(KEEP_ARGUMENTS);
        }
    }
}

/// A request that was taken whole: where it stands in the block, and how many arguments it has.
pub(crate) struct Whole {
    place: Span,
    arguments: usize,
}

impl Default for RequestDecoder {
    fn default() -> Self {
        Self::new()
    }
}

impl RequestDecoder {
    /// A decoder with the default [`ReaderOptions::requests`].
    #[must_use]
    pub fn new() -> Self {
        Self::with_options(ReaderOptions::requests())
    }

    /// A decoder with these options.
    #[must_use]
    pub fn with_options(options: ReaderOptions<RequestOptions>) -> Self {
        Self {
            intake: Intake::new(options.buffer()),
            parser: RequestParser::with_options(options.parser),
            event: None,
            gathering: false,
            gathered: Gathered::default(),
            few: [Span { start: 0, end: 0 }; 9],
        }
    }

    /// Room for what is needed next, never empty: fill some of it from its front, and [`commit`](Self::commit) that,
    /// with no other call in between.
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

    /// The next request, whole; `None` if it needs more bytes. What is left of a request of which events were taken is
    /// passed over.
    ///
    /// # Errors
    ///
    /// What the parser finds wrong, now and at every later call.
    #[inline(always)]
    pub fn next_request(&mut self) -> Result<Option<Request<'_>>, RequestError> {
        if let Some(whole) = self.take_whole() {
            return Ok(self.whole(whole));
        }
        self.next_gathered()
    }

    /// The next request, whatever it is.
    #[inline(never)]
    fn next_gathered(&mut self) -> Result<Option<Request<'_>>, RequestError> {
        Ok(if self.gather()? { self.request() } else { None })
    }

    /// The next event; `None` if it needs more bytes.
    ///
    /// # Errors
    ///
    /// What the parser finds wrong, now and at every later call.
    #[inline]
    pub fn next_event(&mut self) -> Result<Option<RequestEvent<&[u8]>>, RequestError> {
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
    /// If the visitor does. Whoever catches that should let the decoder go: it may tell events again.
    #[inline]
    pub fn parse<V>(&mut self, visitor: &mut V) -> Result<ControlFlow<()>, RequestError>
    where
        V: for<'b> RequestVisitor<'b> + ?Sized,
    {
        self.rewind();
        if self.intake.sleeps() {
            return Ok(ControlFlow::Continue(()));
        }
        let mut counted = Counted { visitor, events: 0, requests: 0, largest: self.intake.stats.largest_frame };
        let parsed = self.parser.parse(self.intake.bytes(), &mut counted);
        let Counted { events, requests, largest, .. } = counted;
        let stats = &mut self.intake.stats;
        stats.events = stats.events.wrapping_add(events);
        stats.frames = stats.frames.wrapping_add(requests);
        stats.largest_frame = largest;
        self.intake.release(self.parser.offset());
        if parsed?.broke {
            return Ok(ControlFlow::Break(()));
        }
        self.intake.sleep(self.parser.needed());
        Ok(ControlFlow::Continue(()))
    }

    /// Skips the current request, or the next one if none is begun: `true` once it has ended, `false` if it needs more
    /// bytes. Whatever is skipped is checked like everything else.
    ///
    /// # Errors
    ///
    /// What the parser finds wrong, now and at every later call.
    pub fn skip_request(&mut self) -> Result<bool, RequestError> {
        self.rewind();
        if self.intake.sleeps() {
            return Ok(false);
        }
        let mut skip = Skip { len: 0 };
        let parsed = self.parser.parse(self.intake.bytes(), &mut skip);
        self.intake.release(self.parser.offset());
        let skipped = parsed?.broke;
        if skipped {
            self.intake.count(skip.len);
        } else {
            self.intake.sleep(self.parser.needed());
        }
        Ok(skipped)
    }

    /// Skips the rest of the current request, and does nothing between requests. `true`: between requests now; `false`:
    /// more bytes are needed.
    ///
    /// # Errors
    ///
    /// What the parser finds wrong, now and at every later call.
    pub fn finish_request(&mut self) -> Result<bool, RequestError> {
        Ok(self.is_idle() || self.skip_request()?)
    }

    /// The stream has ended, after `None`: did it end between requests, with nothing left over?
    ///
    /// # Errors
    ///
    /// [`UnexpectedEof`](resp_core::RequestErrorKind::UnexpectedEof) if not, or what was wrong before.
    pub fn finish(&self) -> Result<(), RequestError> {
        self.parser.finish(self.intake.bytes_from(self.parser.offset()))
    }

    /// Other limits from the next request on, as after `AUTH`: see [`RequestParser::set_options`]. `false`: a request is
    /// under way, or the stream has failed, and nothing is changed.
    ///
    /// What was read beyond the last request is held to the new limits.
    pub fn set_options(&mut self, options: RequestOptions) -> bool {
        self.rewind();
        let set = self.parser.set_options(options);
        if set {
            // The parser looks again at what it waited for.
            self.intake.wake();
        }
        set
    }

    /// Whether the stream is between requests: all that was told so far are whole requests.
    #[must_use]
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.gathering || self.parser.is_idle()
    }

    /// The number of bytes of the stream that are done with.
    #[must_use]
    #[inline]
    pub fn offset(&self) -> u64 {
        if self.gathering { self.parser.request_offset() } else { self.parser.offset() }
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
    /// takes it over starts with them.
    #[must_use]
    pub fn into_unread(self) -> Vec<u8> {
        self.intake.bytes_from(self.offset()).to_vec()
    }

    /// The next request, if it is short and all of it is there: what [`whole`](Self::whole) lends, until the next call.
    ///
    /// Between requests there may be gathering, of nothing.
    #[inline(always)]
    pub(crate) fn take_whole(&mut self) -> Option<Whole> {
        // What is kept after a spike is given back by gathering.
        if self.gathered.arguments.capacity() > KEEP_ARGUMENTS {
            return None;
        }
        let (arguments, len) = self.parser.whole_request(self.intake.bytes(), &mut self.few)?;
        let arguments = arguments.len();
        self.intake.count(len as u64);
        Some(Whole { place: self.intake.take(len), arguments })
    }

    /// The request that was taken whole.
    #[inline(always)]
    pub(crate) fn whole(&self, Whole { place, arguments }: Whole) -> Option<Request<'_>> {
        let wire = self.intake.at(place);
        Some(Request { data: wire, arguments: self.few.get(..arguments)?, wire })
    }

    /// Any other request, as far as it has come. `true`: there is a [`request`](Self::request), until the next call.
    #[inline(always)]
    pub(crate) fn gather(&mut self) -> Result<bool, RequestError> {
        let fresh = !self.gathering;
        if fresh && !self.begin_gathering()? || self.intake.sleeps() {
            return Ok(false);
        }
        let held = self.intake.bytes();
        let input = if fresh { held } else { self.intake.bytes_from(self.parser.offset()) };
        let mut gather = Gather { held, gathered: &mut self.gathered };
        let parsed = self.parser.parse(input, &mut gather);
        // A parser that has failed says so itself, to any call.
        self.gathering = parsed.is_ok();
        let parsed = parsed?;
        if parsed.broke {
            self.end_gathering();
            return Ok(true);
        }
        if self.parser.is_idle() {
            // There were empty requests, if anything.
            self.intake.release(self.parser.offset());
        }
        self.intake.sleep(self.parser.needed());
        Ok(false)
    }

    /// `false`: what is left of another request needs more bytes.
    #[inline]
    fn begin_gathering(&mut self) -> Result<bool, RequestError> {
        if !self.parser.is_idle() && !self.skip_request()? {
            return Ok(false);
        }
        self.gathered.clear();
        self.gathering = true;
        Ok(true)
    }

    #[inline]
    fn end_gathering(&mut self) {
        self.gathering = false;
        self.gathered.held = Some(self.intake.place_up_to(self.parser.offset()));
        self.intake.release(self.parser.offset());
        self.intake.count(self.gathered.len);
        if self.intake.is_empty() {
            self.intake.sleep(1);
        }
    }

    /// The request that was gathered last.
    #[inline]
    pub(crate) fn request(&self) -> Option<Request<'_>> {
        let Gathered { arguments, unescaped, is_unescaped, len, held } = &self.gathered;
        let held = self.intake.at((*held)?);
        let len = usize::try_from(*len).unwrap_or(usize::MAX);
        let wire = held.get(held.len().saturating_sub(len)..).unwrap_or_default();
        Some(Request { data: if *is_unescaped { unescaped } else { held }, arguments, wire })
    }

    /// `next_event` without the borrow. `true`: there is an [`event`](Self::event), until the next call.
    #[inline(always)]
    pub(crate) fn advance(&mut self) -> Result<bool, RequestError> {
        self.rewind();
        if self.intake.sleeps() {
            return Ok(false);
        }
        let input = self.intake.bytes();
        let start = self.intake.place_of(input).start;
        let request_start = self.parser.request_offset();
        let scanned = self.parser.scan(input);
        if let Ok(scanned) = &scanned {
            self.event = scanned.event.map(|event| event.map(|piece| behind(start, piece)));
        }
        self.intake.release(self.parser.offset());
        let Some(event) = scanned?.event else {
            self.intake.sleep(self.parser.needed());
            return Ok(false);
        };
        self.intake.stats.events = self.intake.stats.events.wrapping_add(1);
        if event == RequestEvent::End {
            self.intake.count(self.parser.offset().wrapping_sub(request_start));
        }
        if self.intake.bytes().is_empty() {
            self.intake.sleep(self.parser.needed());
        }
        Ok(true)
    }

    /// The event that was found last.
    #[inline(always)]
    pub(crate) fn event(&self) -> Option<RequestEvent<&[u8]>> {
        self.event.map(|event| {
            event.map(|piece| match piece {
                Piece::Span(place) => self.intake.at(place),
                Piece::Byte(_) => piece.of(&[]),
            })
        })
    }

    #[inline]
    pub(crate) fn intake(&mut self) -> &mut Intake {
        &mut self.intake
    }

    /// Lets go of what was gathered of a request that is not whole, for a call that tells it from its start.
    #[inline]
    fn rewind(&mut self) {
        if self.gathering {
            self.gathering = false;
            self.parser.rewind();
            self.intake.release(self.parser.offset());
            self.intake.wake();
        }
    }
}

/// The same piece in what begins so many bytes before the input that it was found in.
#[inline(always)]
fn behind(start: usize, piece: Piece) -> Piece {
    match piece {
        Piece::Span(span) => {
            Piece::Span(Span { start: start.wrapping_add(span.start), end: start.wrapping_add(span.end) })
        }
        Piece::Byte(_) => piece,
    }
}

// Its events and bytes are not for a log.
impl fmt::Debug for RequestDecoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestDecoder")
            .field("offset", &self.offset())
            .field("intake", &self.intake)
            .finish_non_exhaustive()
    }
}

/// Lets everything pass until the request ends.
struct Skip {
    len: u64,
}

impl<'b> RequestVisitor<'b> for Skip {
    #[inline(always)]
    fn event(&mut self, _: RequestEvent<&'b [u8]>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn end(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    #[inline(always)]
    fn request_len(&mut self, len: u64) {
        self.len = len;
    }
}

/// Notes where the arguments of one request are.
pub(crate) struct Gather<'g, 'b> {
    pub(crate) held: &'b [u8],
    pub(crate) gathered: &'g mut Gathered,
}

impl<'b> Gather<'_, 'b> {
    /// Where bytes stand that were lent from those held.
    #[inline(always)]
    fn place_of(&self, data: &[u8]) -> Span {
        let start = data.as_ptr().addr().wrapping_sub(self.held.as_ptr().addr());
        Span { start, end: start.wrapping_add(data.len()) }
    }

    /// Whether bytes were lent from those held. An argument that is one escaped byte was not.
    #[inline(always)]
    fn is_held(&self, data: &[u8]) -> bool {
        self.place_of(data).start < self.held.len() || data.is_empty()
    }

    /// Parts that need not stand together, or what follows such.
    #[cold]
    fn copy(&mut self, part: Part, data: &'b [u8]) {
        let Gathered { arguments, unescaped, .. } = &mut *self.gathered;
        let start = unescaped.len();
        unescaped.extend_from_slice(data);
        let end = unescaped.len();
        match arguments.last_mut() {
            Some(argument) if matches!(part, Part::Middle | Part::Last) => argument.end = end,
            _ => arguments.push(Span { start, end }),
        }
    }

    /// An argument that has begun, of which all parts stand together.
    #[cold]
    fn extend(&mut self, data: &'b [u8]) {
        let end = self.place_of(data).end;
        if let Some(argument) = self.gathered.arguments.last_mut()
            && !data.is_empty()
        {
            argument.end = end;
        }
    }

    /// From here on everything is copied, and so is what came before.
    #[cold]
    fn begin_copying(&mut self) {
        let Gathered { arguments, unescaped, is_unescaped, .. } = &mut *self.gathered;
        *is_unescaped = true;
        unescaped.clear();
        for argument in arguments {
            let data = argument.of(self.held);
            let start = unescaped.len();
            unescaped.extend_from_slice(data);
            *argument = Span { start, end: unescaped.len() };
        }
    }
}

impl<'b> RequestVisitor<'b> for Gather<'_, 'b> {
    #[inline]
    fn event(&mut self, _: RequestEvent<&'b [u8]>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn argument(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        match part {
            _ if self.gathered.is_unescaped => self.copy(part, data),
            Part::Whole | Part::First if self.is_held(data) => self.gathered.arguments.push(self.place_of(data)),
            Part::Whole | Part::First => {
                self.begin_copying();
                self.copy(part, data);
            }
            Part::Middle | Part::Last => self.extend(data),
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn end(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    #[inline]
    fn argument_begin(&mut self, len: Option<u64>) -> ControlFlow<()> {
        if len.is_none() && !self.gathered.is_unescaped {
            self.begin_copying();
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn request_len(&mut self, len: u64) {
        self.gathered.len = len;
    }
}

/// Counts what passes on its way to the visitor.
struct Counted<'v, V: ?Sized> {
    visitor: &'v mut V,
    events: u64,
    requests: u64,
    largest: u64,
}

impl<V: ?Sized> Counted<'_, V> {
    #[inline]
    fn visitor(&mut self) -> &mut V {
        self.events = self.events.wrapping_add(1);
        self.visitor
    }
}

impl<'b, V: RequestVisitor<'b> + ?Sized> RequestVisitor<'b> for Counted<'_, V> {
    #[inline]
    fn event(&mut self, event: RequestEvent<&'b [u8]>) -> ControlFlow<()> {
        self.visitor().event(event)
    }

    #[inline]
    fn begin(&mut self, count: u64) -> ControlFlow<()> {
        self.visitor().begin(count)
    }

    #[inline]
    fn argument(&mut self, part: Part, data: &'b [u8]) -> ControlFlow<()> {
        self.visitor().argument(part, data)
    }

    #[inline]
    fn end(&mut self) -> ControlFlow<()> {
        self.visitor().end()
    }

    #[inline]
    fn argument_begin(&mut self, len: Option<u64>) -> ControlFlow<()> {
        self.visitor.argument_begin(len)
    }

    #[inline]
    fn request_len(&mut self, len: u64) {
        self.requests = self.requests.wrapping_add(1);
        if len > self.largest {
            self.largest = len;
        }
        self.visitor.request_len(len);
    }
}
