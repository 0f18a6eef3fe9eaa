//! The runner. `benches/rivals` is the same with other parsers beside ours.

fn main() -> Result<(), Box<dyn core::error::Error>> {
    benches::run(&[], &[])
}
