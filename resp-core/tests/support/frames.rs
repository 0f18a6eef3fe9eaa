//! Frames on a tape, against a tree that recursion makes of the oracle's events.

use core::iter::Peekable;
use core::ops::ControlFlow;
use std::vec::IntoIter;

use resp_core::{
    Aggregate, Event, Frame, FrameKind, Kind, Node, Options, Parser, Part, Span, Storage, Tape, TapeError,
};

use super::oracle::oracle;
use super::settings::Settings;
use super::verdict::{Item, Outcome, Verdict};

// ---- The tree ----

/// A value, and what stands in front of it. A whole frame has the pushes inside of both too, at any depth.
#[derive(Clone, Debug)]
struct Tree {
    attributes: Vec<(Tree, Tree)>,
    pushes: Vec<Tree>,
    value: Value,
}

#[derive(Clone, Debug)]
enum Value {
    Leaf(Event<Vec<u8>>),
    Aggregate(Aggregate, Vec<Tree>),
}

type Events = Peekable<IntoIter<Event<Vec<u8>>>>;

impl Tree {
    fn new(events: &mut Events) -> Self {
        let (mut attributes, mut pushes) = (Vec::new(), Vec::new());
        while events.next_if(|event| matches!(event, Event::Begin(Aggregate::Attribute, _))).is_some() {
            let mut pairs = Self::elements(events, Aggregate::Attribute, &mut pushes).into_iter();
            while let (Some(key), Some(value)) = (pairs.next(), pairs.next()) {
                attributes.push((key, value));
            }
        }
        let value = match events.next().expect("a value") {
            Event::Begin(kind, _) => Value::Aggregate(kind, Self::elements(events, kind, &mut pushes)),
            leaf => Value::Leaf(leaf),
        };
        Self { attributes, pushes, value }
    }

    fn elements(events: &mut Events, kind: Aggregate, pushes: &mut Vec<Self>) -> Vec<Self> {
        let mut elements = Vec::new();
        while events.next_if_eq(&Event::End(kind)).is_none() {
            let mut tree = Self::new(events);
            pushes.append(&mut tree.pushes);
            match tree.value {
                Value::Aggregate(Aggregate::Push, _) => pushes.push(tree),
                _ => elements.push(tree),
            }
        }
        elements
    }
}

/// The whole frames that the oracle sees: their trees, kinds and lengths.
fn trees(verdict: &Verdict) -> Vec<(Tree, FrameKind, u64)> {
    let mut events = Vec::new();
    let mut trees = Vec::new();
    for item in &verdict.items {
        match item {
            Item::Event(event) => events.push(event.clone()),
            Item::FrameEnd(kind, len) => {
                let mut frame = core::mem::take(&mut events).into_iter().peekable();
                let tree = Tree::new(&mut frame);
                assert!(frame.next().is_none());
                trees.push((tree, *kind, len.expect("the oracle knows")));
            }
        }
    }
    trees
}

// ---- The comparison ----

fn assert_same_frame(frame: Frame<'_>, tree: &Tree) {
    let pushes: Vec<Frame<'_>> = frame.pushes().collect();
    assert_same(frame, tree, &pushes);
    assert_eq!(pushes.len(), tree.pushes.len(), "{frame:?}");
    pushes.iter().zip(&tree.pushes).for_each(|(push, tree)| assert_same(*push, tree, &pushes));
}

/// `pushes` are those of the whole frame.
fn assert_same(frame: Frame<'_>, tree: &Tree, pushes: &[Frame<'_>]) {
    assert_same_value(frame, &tree.value, pushes);
    assert_same_pairs(frame.attributes(), &tree.attributes, pushes);
    let Span { start, end } = frame.span();
    let is_inside = |push: &&Frame<'_>| (start..end).contains(&push.span().start) && push.place() != frame.place();
    let inside = pushes.iter().filter(is_inside).map(|push| push.place());
    assert_eq!(frame.pushes().map(Frame::place).collect::<Vec<_>>(), inside.collect::<Vec<_>>(), "{frame:?}");
    assert_eq!(told(frame.wire()), merged(frame.events()), "the bytes of {frame:?}");
    let mut visited = Vec::new();
    let flow = frame.visit(&mut |event| {
        visited.push(event);
        ControlFlow::Continue(())
    });
    assert_eq!((flow, visited), (ControlFlow::Continue(()), frame.events().collect()), "a visit");
}

fn assert_same_value(frame: Frame<'_>, value: &Value, pushes: &[Frame<'_>]) {
    let text = || frame.chunks().collect::<Vec<_>>().concat();
    match value {
        Value::Aggregate(kind, elements) => {
            let pairs = matches!(kind, Aggregate::Map | Aggregate::Attribute);
            assert_eq!(format!("{:?}", frame.kind()), format!("{kind:?}"));
            assert_eq!(frame.len(), elements.len() / if pairs { 2 } else { 1 });
            assert_eq!(frame.elements().len(), elements.len());
            frame.elements().zip(elements).for_each(|(element, tree)| assert_same(element, tree, pushes));
            assert_eq!(frame.elements().count(), elements.len());
        }
        Value::Leaf(leaf) => {
            assert_eq!((frame.len(), frame.elements().count(), frame.is_aggregate()), (0, 0, false));
            let kind = match leaf {
                Event::SimpleString(_, data) => (Kind::SimpleString, text() == *data),
                Event::BulkString(_, data) => (Kind::BulkString, text() == *data),
                Event::BigNumber(_, data) => (Kind::BigNumber, text() == *data),
                Event::Double(data) => (Kind::Double, frame.as_bytes() == Some(data)),
                Event::SimpleError(_, data) => (Kind::SimpleError, frame.error().is_some_and(|e| e.text() == *data)),
                Event::BulkError(_, data) => (Kind::BulkError, frame.error().is_some_and(|e| e.text() == *data)),
                Event::VerbatimString(format, _, data) => {
                    (Kind::VerbatimString, text() == *data && frame.format() == Some(*format))
                }
                Event::Integer(value) => (Kind::Integer, frame.as_i64() == Some(*value)),
                Event::Boolean(value) => (Kind::Boolean, frame.as_bool() == Some(*value)),
                Event::Null(null) => (Kind::Null, frame.as_null() == Some(*null)),
                Event::Begin(..) | Event::End(_) => unreachable!("no leaf"),
            };
            assert_eq!((frame.kind(), true), kind, "{frame:?}");
        }
    }
}

fn assert_same_pairs<'a>(
    pairs: impl Iterator<Item = (Frame<'a>, Frame<'a>)>,
    trees: &[(Tree, Tree)],
    pushes: &[Frame<'_>],
) {
    let pairs: Vec<_> = pairs.collect();
    assert_eq!(pairs.len(), trees.len());
    for ((key, value), (key_tree, value_tree)) in pairs.into_iter().zip(trees) {
        assert_same(key, key_tree, pushes);
        assert_same(value, value_tree, pushes);
    }
}

/// What a parser tells of these bytes.
fn told(wire: &[u8]) -> Vec<Event<Vec<u8>>> {
    let mut events = Vec::new();
    let mut parser = Parser::<128>::with_depth(Options::new().lenient_lengths(true).lenient_big_numbers(true));
    let mut input = wire;
    while let Some(event) = parser.next_event(&mut input).expect("a valid frame") {
        events.push(event);
    }
    assert_eq!(parser.finish(input), Ok(()));
    merged(events)
}

/// With every text whole.
fn merged<'a>(events: impl IntoIterator<Item = Event<&'a [u8]>>) -> Vec<Event<Vec<u8>>> {
    let mut whole: Vec<Event<Vec<u8>>> = Vec::new();
    for event in events {
        match (event, whole.last_mut()) {
            (Event::BulkString(Part::Middle | Part::Last, data), Some(Event::BulkString(_, text))) => {
                text.extend_from_slice(data);
            }
            (Event::BulkString(Part::First, data), _) => whole.push(Event::BulkString(Part::Whole, data.to_vec())),
            _ => whole.push(event.map(<[u8]>::to_vec)),
        }
    }
    whole
}

/// Each frame of a stream, as more and more of it comes in, and then the error.
pub fn check<const DEPTH: usize>(wire: &[u8], settings: &Settings, cuts: &[usize]) {
    let verdict = oracle(wire, settings, DEPTH);
    let mut parser = Parser::<DEPTH>::with_depth(settings.options());
    let mut tape = Room::tape(usize::MAX);
    let mut expected = trees(&verdict).into_iter();
    let mut start = 0;
    for end in cuts.iter().copied().chain([wire.len()]) {
        loop {
            match tape.next_frame(&mut parser, &wire[start..end]) {
                Ok(Some(frame)) => {
                    let (tree, kind, len) = expected.next().expect("a frame that the oracle sees");
                    assert_same_frame(frame, &tree);
                    assert_eq!((frame.frame_kind(), frame.wire().len() as u64), (kind, len));
                    start += frame.wire().len();
                }
                Ok(None) => break,
                Err(error) => {
                    let fault = verdict.outcome.fault().unwrap_or_else(|| panic!("{error}: {}", wire.escape_ascii()));
                    assert_eq!(error, TapeError::Protocol(fault));
                    assert_eq!(tape.next_frame(&mut parser, &wire[start..end]).err(), Some(error), "again");
                    assert!(expected.next().is_none());
                    return;
                }
            }
        }
    }
    assert!(expected.next().is_none(), "a frame is missing");
    assert!(!matches!(verdict.outcome, Outcome::Fault(_)), "no error");
}

/// A storage with room for so many nodes.
#[derive(Debug)]
pub struct Room {
    nodes: Vec<Node>,
    room: usize,
}

impl Room {
    pub fn tape(room: usize) -> Tape<Self> {
        Tape::with_storage(Self { nodes: Vec::new(), room })
    }
}

impl AsRef<[Node]> for Room {
    fn as_ref(&self) -> &[Node] {
        &self.nodes
    }
}

impl AsMut<[Node]> for Room {
    fn as_mut(&mut self) -> &mut [Node] {
        &mut self.nodes
    }
}

impl Storage for Room {
    fn push(&mut self, node: Node) -> bool {
        let room = self.nodes.len() < self.room;
        if room {
            self.nodes.push(node);
        }
        room
    }

    fn clear(&mut self) {
        self.nodes.clear();
    }
}
