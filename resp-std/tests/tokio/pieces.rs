//! What comes out of a `Framed` when its bytes come in pieces.

use core::future::{Future, poll_fn};
use core::pin::{Pin, pin};
use core::task::Poll;

use futures_util::StreamExt;
use resp_std::Error;
use tokio::io::{AsyncWriteExt, DuplexStream, duplex};
use tokio_util::codec::{Decoder, FramedRead};

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(future)
}

/// Every set of cuts into two and three pieces, and into single bytes.
pub(crate) fn cuts(len: usize) -> impl Iterator<Item = Vec<usize>> {
    let two = (0..len).flat_map(move |one| (one..len).map(move |other| vec![one, other]));
    two.chain([(0..len).collect()])
}

/// What comes through a connection in memory, when the bytes come in these pieces and each is read before the next comes;
/// and the text of the error.
pub(crate) async fn through_framed<C: Decoder<Error = Error>>(
    codec: C,
    stream: &[u8],
    cuts: &[usize],
) -> (Vec<C::Item>, Option<String>) {
    let (mut peer, connection) = duplex(1024);
    let mut framed = FramedRead::new(connection, codec);
    let mut results = Vec::new();
    let mut start = 0;
    for &end in cuts.iter().chain([&stream.len()]) {
        peer.write_all(&stream[start..end]).await.expect("room");
        start = end;
        take_what_is_there(&mut framed, &mut results).await;
    }
    drop(peer);
    while let Some(result) = framed.next().await {
        results.push(result);
    }
    let error = results.iter().find_map(|result| result.as_ref().err().map(Error::to_string));
    (results.into_iter().filter_map(Result::ok).collect(), error)
}

/// Gives up as soon as there is something to wait for.
async fn take_what_is_there<C: Decoder<Error = Error>>(
    framed: &mut FramedRead<DuplexStream, C>,
    results: &mut Vec<Result<C::Item, Error>>,
) {
    loop {
        let next = pin!(framed.next());
        let mut next: Pin<&mut _> = next;
        match poll_fn(|context| Poll::Ready(next.as_mut().poll(context))).await {
            Poll::Ready(Some(result)) => results.push(result),
            Poll::Ready(None) | Poll::Pending => return,
        }
    }
}
