//! Random valid frames, as bytes on the wire; and ways to spoil them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A value with what may stand in front of it.
#[derive(Clone, Debug)]
pub struct Element {
    pushes: Vec<Vec<Element>>,
    /// Each a list of keys and values.
    attributes: Vec<Vec<(Element, Element)>>,
    value: Value,
}

#[derive(Clone, Debug)]
enum Value {
    /// As on the wire.
    Scalar(Vec<u8>),
    Chunks(Vec<Vec<u8>>),
    /// `*` or `~`.
    List {
        kind: u8,
        streamed: bool,
        items: Vec<Element>,
    },
    Map {
        streamed: bool,
        pairs: Vec<(Element, Element)>,
    },
}

/// A few frames in a row, replies and pushes, valid by the default options.
pub fn frames() -> impl Strategy<Value = Vec<u8>> {
    let push = vec(element(), 1..4).prop_map(|items| {
        let mut wire = Vec::new();
        write_push(&items, &mut wire);
        wire
    });
    let reply = element().prop_map(|element| {
        let mut wire = Vec::new();
        element.write(&mut wire, Inside { push: true, attributes: true });
        wire
    });
    let frame = prop_oneof![5 => reply, 1 => push];
    vec(frame, 1..4).prop_map(|frames| frames.concat())
}

fn element() -> impl Strategy<Value = Element> {
    let leaf = value_leaf().prop_map(|value| Element { pushes: vec![], attributes: vec![], value });
    leaf.prop_recursive(5, 24, 4, |inner| {
        let pair = (inner.clone(), inner.clone());
        let list = (select(&b"*~"[..]), any::<bool>(), vec(inner.clone(), 0..4));
        let map = (any::<bool>(), vec(pair.clone(), 0..3));
        let value = prop_oneof![
            2 => value_leaf(),
            4 => list.prop_map(|(kind, streamed, items)| Value::List { kind, streamed, items }),
            2 => map.prop_map(|(streamed, pairs)| Value::Map { streamed, pairs }),
        ];
        let pushes = prop_oneof![4 => Just(vec![]), 1 => vec(vec(inner, 1..3), 1..3)];
        let attributes = prop_oneof![3 => Just(vec![]), 1 => vec(vec(pair, 0..2), 1..3)];
        (pushes, attributes, value).prop_map(|(pushes, attributes, value)| Element { pushes, attributes, value })
    })
}

fn value_leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        12 => scalar().prop_map(Value::Scalar),
        1 => vec(vec(any::<u8>(), 1..8), 0..4).prop_map(Value::Chunks),
    ]
}

/// Any value that is no aggregate and not streamed.
fn scalar() -> impl Strategy<Value = Vec<u8>> {
    let line = || vec(any::<u8>().prop_filter("no line end", |byte| !b"\r\n".contains(byte)), 0..20);
    let bytes = || prop_oneof![8 => vec(any::<u8>(), 0..20), 1 => vec(any::<u8>(), 500..520)];
    let long_line = Just(vec![b'x'; 600]);
    let fixed: Vec<&'static [u8]> = vec![
        b"_\r\n",
        b"$-1\r\n",
        b"*-1\r\n",
        b"#t\r\n",
        b"#f\r\n",
        b",inf\r\n",
        b",-inf\r\n",
        b",nan\r\n",
        b",+NaN(a_1)\r\n",
        b",1.5e-7\r\n",
        b",-0\r\n",
        b",1E400\r\n",
        b":+5\r\n",
        b":05\r\n",
        b":-0\r\n",
        b"(+12\r\n",
        b"(-340282366920938463463\r\n",
        b":9223372036854775807\r\n",
        b":-9223372036854775808\r\n",
        b"*0\r\n",
        b"%0\r\n",
        b"~0\r\n",
        b"=4\r\n   :\r\n",
    ];
    prop_oneof![
        (select(&b"+-"[..]), prop_oneof![8 => line(), 1 => long_line]).prop_map(|(kind, text)| [
            &[kind],
            &text[..],
            b"\r\n"
        ]
        .concat()),
        (select(&b"$!"[..]), bytes()).prop_map(|(kind, text)| {
            let header = format!("{}{}\r\n", char::from(kind), text.len());
            [header.as_bytes(), &text, b"\r\n"].concat()
        }),
        (any::<[u8; 3]>(), bytes()).prop_map(|(format, text)| {
            let header = format!("={}\r\n", text.len() + 4);
            [header.as_bytes(), &format, b":", &text, b"\r\n"].concat()
        }),
        any::<i64>().prop_map(|value| format!(":{value}\r\n").into_bytes()),
        any::<f64>()
            .prop_filter("finite", |value| value.is_finite())
            .prop_map(|value| format!(",{value:e}\r\n").into_bytes()),
        select(fixed).prop_map(<[u8]>::to_vec),
    ]
}

/// What the surroundings allow.
#[derive(Clone, Copy)]
struct Inside {
    /// No push in here: at the top, where it would be a frame of its own, or inside another push.
    push: bool,
    attributes: bool,
}

impl Element {
    fn write(&self, wire: &mut Vec<u8>, inside: Inside) {
        if !inside.push {
            self.pushes.iter().for_each(|items| write_push(items, wire));
        }
        // Attributes at the top stand outside of any push, so pushes may stand in them.
        let within = Inside { push: inside.push && !inside.attributes, attributes: false };
        for attribute in &self.attributes {
            wire.extend(format!("|{}\r\n", attribute.len()).bytes());
            write_pairs(attribute, wire, within);
        }
        self.value.write(wire, within);
    }
}

impl Value {
    fn write(&self, wire: &mut Vec<u8>, inside: Inside) {
        match self {
            Self::Scalar(bytes) => wire.extend(bytes),
            Self::Chunks(chunks) => {
                wire.extend(b"$?\r\n");
                for chunk in chunks {
                    wire.extend(format!(";{}\r\n", chunk.len()).bytes());
                    wire.extend(chunk);
                    wire.extend(b"\r\n");
                }
                wire.extend(b";0\r\n");
            }
            Self::List { kind, streamed, items } => {
                write_header(*kind, *streamed, items.len(), wire);
                items.iter().for_each(|item| item.write(wire, inside));
                wire.extend(if *streamed { &b".\r\n"[..] } else { b"" });
            }
            Self::Map { streamed, pairs } => {
                write_header(b'%', *streamed, pairs.len(), wire);
                write_pairs(pairs, wire, inside);
                wire.extend(if *streamed { &b".\r\n"[..] } else { b"" });
            }
        }
    }
}

fn write_header(kind: u8, streamed: bool, len: usize, wire: &mut Vec<u8>) {
    wire.push(kind);
    wire.extend(if streamed { "?".into() } else { len.to_string() }.bytes());
    wire.extend(b"\r\n");
}

fn write_pairs(pairs: &[(Element, Element)], wire: &mut Vec<u8>, inside: Inside) {
    for (key, value) in pairs {
        key.write(wire, inside);
        value.write(wire, inside);
    }
}

fn write_push(items: &[Element], wire: &mut Vec<u8>) {
    wire.extend(format!(">{}\r\n", items.len()).bytes());
    items.iter().for_each(|item| item.write(wire, Inside { push: true, attributes: false }));
}

/// One way to spoil a stream.
#[derive(Clone, Debug)]
pub enum Damage {
    Flip(Index, u8),
    Delete(Index),
    Insert(Index, u8),
    Duplicate(Index),
    /// Exchanges two bytes that start something.
    SwapTypes(Index, Index),
    /// Ends the stream early.
    Truncate(Index),
}

pub fn damage() -> impl Strategy<Value = Damage> {
    let telling = || prop_oneof![3 => select(&b"+-:$*_,#(!=%~|>;.?\r\n0123456789etfi"[..]), 1 => any::<u8>()];
    let place = any::<Index>;
    prop_oneof![
        3 => (place(), telling()).prop_map(|(at, byte)| Damage::Flip(at, byte)),
        2 => place().prop_map(Damage::Delete),
        2 => (place(), telling()).prop_map(|(at, byte)| Damage::Insert(at, byte)),
        1 => place().prop_map(Damage::Duplicate),
        3 => (place(), place()).prop_map(|(a, b)| Damage::SwapTypes(a, b)),
        1 => place().prop_map(Damage::Truncate),
    ]
}

impl Damage {
    pub fn apply(&self, wire: &mut Vec<u8>) {
        if wire.is_empty() {
            return;
        }
        match self {
            Self::Flip(at, byte) => *at.get_mut(wire) = *byte,
            Self::Delete(at) => drop(wire.remove(at.index(wire.len()))),
            Self::Insert(at, byte) => wire.insert(at.index(wire.len() + 1), *byte),
            Self::Duplicate(at) => wire.insert(at.index(wire.len()), *at.get(wire)),
            Self::Truncate(at) => wire.truncate(at.index(wire.len() + 1)),
            Self::SwapTypes(a, b) => {
                let starts: Vec<usize> = (0..wire.len()).filter(|&at| at == 0 || wire[at - 1] == b'\n').collect();
                wire.swap(*a.get(&starts), *b.get(&starts));
            }
        }
    }
}
