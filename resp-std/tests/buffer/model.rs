//! A buffer beside one that does the same the obvious way.

use resp_std::ReadBuffer;

/// What may be done to a buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Consume(usize),
    /// Asks for so many bytes, and fills at most so many.
    Fill(usize, usize),
    Trim,
}

/// Takes the steps, and holds the buffer to its contract after each.
pub(crate) fn use_as_told(configured: usize, compact_min: usize, keep: usize, steps: impl IntoIterator<Item = Step>) {
    let mut buffer = ReadBuffer::new(configured).with_compact_min(compact_min).with_keep(keep);
    let configured = buffer.capacity();
    let keep = keep.max(configured);
    let mut model = Model::default();
    for step in steps {
        let before = (buffer.is_empty(), buffer.bytes_moved(), buffer.capacity());
        model.take(step, &mut buffer);
        assert_eq!(buffer.bytes(), &model.held);
        assert_eq!(buffer.len(), model.held.len());
        let (empty, moved, capacity) = before;
        assert!(!empty || buffer.bytes_moved() == moved, "an empty buffer moved bytes");
        assert!(buffer.bytes_moved() <= model.consumed as u64, "more bytes moved than consumed");
        let bound = configured.max(2 * (model.largest_held + model.largest_min));
        assert!(buffer.capacity() <= bound, "{} > {bound}", buffer.capacity());
        assert!(buffer.capacity() >= configured, "{} < {configured}", buffer.capacity());
        match step {
            Step::Trim => assert!(buffer.capacity() <= keep || buffer.len() > keep / 2, "nothing given back"),
            _ => assert!(buffer.capacity() >= capacity, "shrank without being asked"),
        }
    }
}

/// A `Vec` that does the same the obvious way, and what the contract speaks of.
#[derive(Default)]
struct Model {
    held: Vec<u8>,
    next: u8,
    consumed: usize,
    largest_held: usize,
    largest_min: usize,
}

impl Model {
    fn take(&mut self, step: Step, buffer: &mut ReadBuffer) {
        match step {
            Step::Consume(n) => {
                let n = n.min(self.held.len());
                self.held.drain(..n);
                self.consumed += n;
                buffer.consume(n);
            }
            Step::Fill(min, n) => {
                let spare = buffer.spare(min);
                assert!(spare.len() >= min, "asked for {min}, got {}", spare.len());
                let n = n.min(spare.len());
                for byte in &mut spare[..n] {
                    *byte = self.next;
                    self.held.push(self.next);
                    self.next = self.next.wrapping_add(1);
                }
                buffer.commit(n);
                self.largest_min = self.largest_min.max(min);
            }
            Step::Trim => buffer.trim(),
        }
        self.largest_held = self.largest_held.max(self.held.len());
    }
}
