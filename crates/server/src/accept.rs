//! Letting connections in, and speaking HTTP with them until they end.
//!
//! A request must arrive within a time, and so must the next one; a head that is too large is refused. When the system has no more files for
//! connections, it is tried again after a moment.

use crate::connections::{Connections, Place, PlacedStream};
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tower_service::Service;

/// How long to wait when the system cannot let anybody in.
const PAUSE: Duration = Duration::from_millis(100);
/// The largest head of a request, in bytes.
const MAX_HEAD: usize = 32 << 10;

/// Lets connections in until it is over, and waits for those that are in the middle of an answer. Aborted, it ends them all.
pub async fn accept(
    listener: TcpListener,
    connections: Arc<Connections>,
    router: Router,
    mut over: watch::Receiver<bool>,
) {
    let mut conversations = JoinSet::new();
    loop {
        let arrived = tokio::select! {
            arrived = listener.accept() => arrived,
            Some(_) = conversations.join_next() => continue,
            _ = over.wait_for(|is_over| *is_over) => break,
        };
        match arrived {
            Ok((stream, address)) => {
                // Nobody has to go for a connection that is over already, and there is nobody to tell.
                let Some(place) = connections.place(address.ip()) else { continue };
                let conversation = converse(stream, place, router.clone(), over.clone());
                conversations.spawn(conversation);
                connections.settle().await;
            }
            Err(error) if is_of_one(&error) => {}
            Err(_) => {
                connections.shed();
                sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    while conversations.join_next().await.is_some() {}
}

/// Whether an error concerns one connection, which ended before it was let in.
fn is_of_one(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of a connection until it ends, becomes a tab, or has to make room for another.
async fn converse(stream: TcpStream, place: Arc<Place>, router: Router, mut over: watch::Receiver<bool>) {
    let request_time = place.limits().request_time;
    let answering = Arc::clone(&place);
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        answering.touch();
        request.extensions_mut().insert(Arc::clone(&answering));
        router.clone().call(request)
    });
    let stream = PlacedStream::new(stream, Arc::clone(&place));
    let conversation = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(request_time)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut conversation = pin!(conversation);
    tokio::select! {
        _ = &mut conversation => return,
        () = place.is_cut() => return,
        _ = over.wait_for(|is_over| *is_over) => {}
    }
    conversation.as_mut().graceful_shutdown();
    let _ = conversation.await;
}
