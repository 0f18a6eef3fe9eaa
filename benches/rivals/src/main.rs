//! The runner of `benches`, with the rivals' rows and clients beside ours.

fn main() -> Result<(), Box<dyn core::error::Error>> {
    benches::run(rivals::ROWS, rivals::CLIENTS)
}
