//! Connections: how many there may be, and who goes when there are more.
//!
//! Whoever connects has a place until the connection ends. When places run out, the connection goes that has been without a new
//! request for longest, so that any number of silent sockets does not keep a newcomer out; open tabs are never sent away, they have limits of
//! their own. One address has a part of the places, and some are kept free of strangers for whoever comes from this machine. Behind a proxy everybody
//! does: there the proxy has to tell strangers apart.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Sleep, sleep, timeout};

/// Files that the program needs beside its connections: those of the app that are being read, and its own.
const SPARE_FILES: usize = 64;
/// Where the system does not say how many files may be open.
const USUAL_FILES: usize = 256;
/// However few files may be open, there are this many places.
const MIN_CONNECTIONS: usize = 16;

/// How long connections may take, and how many there may be.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// How many there may be, if the system allows that many open files.
    pub max: usize,
    /// How many of them from one address of another machine.
    pub max_of_address: usize,
    /// How many are kept for this machine.
    pub reserved: usize,
    /// How long a request may take to arrive, and a connection may be without one.
    pub request_time: Duration,
    /// How long a browser may take nothing of what it is sent.
    pub stall_time: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            max: 1600,
            max_of_address: 100,
            reserved: 32,
            request_time: Duration::from_secs(10),
            stall_time: Duration::from_secs(20),
        }
    }
}

impl ConnectionLimits {
    /// What remains of them where the system allows this many open files.
    fn within(self, files: usize) -> Self {
        let max = self.max.min(files.saturating_sub(SPARE_FILES)).max(MIN_CONNECTIONS);
        Self {
            max,
            max_of_address: self.max_of_address.min(max / 4).max(1),
            reserved: self.reserved.min(max / 4),
            ..self
        }
    }

    /// What remains of them on this system.
    pub fn on_this_system(self) -> Self {
        self.within(max_files())
    }
}

/// How many files the system lets this program open.
fn max_files() -> usize {
    if cfg!(windows) {
        return usize::MAX;
    }
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    soft_limit(&limits).unwrap_or(USUAL_FILES)
}

/// The soft limit of open files, in the words of Linux.
fn soft_limit(limits: &str) -> Option<usize> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    let word = line.split_whitespace().next()?;
    if word == "unlimited" { Some(usize::MAX) } else { word.parse().ok() }
}

/// Where a connection comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// This machine.
    Here,
    /// Another one; of IPv6, any that shares the first half of the address, which is what a household is given.
    There(IpAddr),
}

impl From<IpAddr> for Origin {
    fn from(address: IpAddr) -> Self {
        let address = address.to_canonical();
        if address.is_loopback() {
            return Self::Here;
        }
        match address {
            IpAddr::V6(long) => {
                let network = Ipv6Addr::from(u128::from(long) >> 64 << 64);
                Self::There(network.into())
            }
            IpAddr::V4(_) => Self::There(address),
        }
    }
}

struct Connected {
    origin: Origin,
    /// When it was let in or had its last request, in numbers that count upwards.
    touched: u64,
    is_tab: bool,
    is_cut: bool,
    cut: Arc<Notify>,
}

#[derive(Default)]
struct Table {
    next: u64,
    by_number: BTreeMap<u64, Connected>,
}

impl Table {
    fn tick(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn count(&self, is_meant: impl Fn(&Connected) -> bool) -> usize {
        self.by_number.values().filter(|connected| !connected.is_cut && is_meant(connected)).count()
    }

    /// Cuts the connection that has been without a request for longest. False if there is none but tabs.
    fn cut_oldest(&mut self, is_meant: impl Fn(&Connected) -> bool) -> bool {
        let waiting = self.by_number.values_mut();
        let waiting = waiting.filter(|one| !one.is_cut && !one.is_tab && is_meant(one));
        let Some(oldest) = waiting.min_by_key(|connected| connected.touched) else { return false };
        oldest.is_cut = true;
        oldest.cut.notify_one();
        true
    }
}

/// All connections.
pub struct Connections {
    limits: ConnectionLimits,
    table: Mutex<Table>,
    freed: Notify,
}

impl Connections {
    /// None yet.
    pub fn new(limits: ConnectionLimits) -> Arc<Self> {
        Arc::new(Self { limits, table: Mutex::default(), freed: Notify::new() })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.lock().by_number.len()
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for somebody from this address, if need be that of another who has not asked for anything lately.
    pub fn place(self: &Arc<Self>, address: IpAddr) -> Option<Arc<Place>> {
        let ConnectionLimits { max, max_of_address, reserved, .. } = self.limits;
        let origin = Origin::from(address);
        let is_there = |connected: &Connected| connected.origin != Origin::Here;
        let is_same = |connected: &Connected| connected.origin == origin;
        let mut table = self.lock();
        let has_room = if origin != Origin::Here && table.count(is_same) >= max_of_address {
            table.cut_oldest(is_same)
        } else if origin != Origin::Here && table.count(is_there) >= max - reserved {
            table.cut_oldest(is_there)
        } else {
            table.count(|_| true) < max || table.cut_oldest(|_| true)
        };
        if !has_room {
            return None;
        }
        let (number, touched) = (table.tick(), table.tick());
        let cut = Arc::new(Notify::new());
        let connected = Connected { origin, touched, is_tab: false, is_cut: false, cut: Arc::clone(&cut) };
        table.by_number.insert(number, connected);
        Some(Arc::new(Place { connections: Arc::clone(self), number, is_here: origin == Origin::Here, cut }))
    }

    /// Makes room without anybody having come: the system has no more files.
    pub fn shed(&self) {
        self.lock().cut_oldest(|_| true);
    }

    /// Waits until those that were cut have gone, for a moment.
    pub async fn settle(&self) {
        let gone = async {
            while self.lock().by_number.len() > self.limits.max {
                self.freed.notified().await;
            }
        };
        let _ = timeout(Duration::from_millis(100), gone).await;
    }
}

/// The place of a connection. Dropped, it is free.
pub struct Place {
    connections: Arc<Connections>,
    number: u64,
    is_here: bool,
    cut: Arc<Notify>,
}

impl Place {
    /// What connections are held to.
    pub fn limits(&self) -> ConnectionLimits {
        self.connections.limits
    }

    /// Whether it comes from this machine.
    pub fn is_here(&self) -> bool {
        self.is_here
    }

    fn change(&self, change: impl FnOnce(&mut Connected, u64)) {
        let mut table = self.connections.lock();
        let now = table.tick();
        if let Some(connected) = table.by_number.get_mut(&self.number) {
            change(connected, now);
        }
    }

    /// Notes a request.
    pub fn touch(&self) {
        self.change(|connected, now| connected.touched = now);
    }

    /// Notes that a tab has been let in, which is not sent away.
    pub fn keep(&self) {
        self.change(|connected, _| connected.is_tab = true);
    }

    /// Ends when somebody else is to have the place.
    pub async fn is_cut(&self) {
        self.cut.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.lock().by_number.remove(&self.number);
        self.connections.freed.notify_one();
    }
}

/// A stream that has a place as long as it is open, and fails when nothing of what is sent has been taken for a while.
pub struct PlacedStream {
    // In this order: the place is free when the stream is closed.
    stream: TcpStream,
    stalled: Option<Pin<Box<Sleep>>>,
    stall_time: Duration,
    _place: Arc<Place>,
}

impl PlacedStream {
    /// A stream in a place.
    pub fn new(stream: TcpStream, place: Arc<Place>) -> Self {
        let stall_time = place.limits().stall_time;
        Self { stream, stalled: None, stall_time, _place: place }
    }

    fn write(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let written = write(Pin::new(&mut self.stream), context);
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let stall_time = self.stall_time;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(stall_time)));
        match stalled.as_mut().poll(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
        }
    }
}

impl AsyncRead for PlacedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for PlacedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream, context| stream.poll_write_vectored(context, parts))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(max: usize, max_of_address: usize, reserved: usize) -> Arc<Connections> {
        let limits = ConnectionLimits { max, max_of_address, reserved, ..ConnectionLimits::default() };
        Connections::new(limits)
    }

    fn address(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    /// The numbers of those that have been told to go.
    fn cut(connections: &Connections) -> Vec<u64> {
        let table = connections.lock();
        table.by_number.iter().filter(|(_, one)| one.is_cut).map(|(number, _)| *number).collect()
    }

    #[test]
    fn the_one_that_asks_least_goes_first_and_tabs_never_do() {
        let all = connections(4, 4, 0);
        let places: Vec<_> = (0..4).map(|number| all.place(address(number)).unwrap()).collect();
        places[0].touch();
        places[1].keep();
        let fifth = all.place(address(9)).unwrap();
        assert_eq!(cut(&all), [places[2].number]);
        for place in [&places[0], &places[3], &fifth] {
            place.keep();
        }
        assert!(all.place(address(10)).is_none(), "all are tabs");
        drop(places);
        assert_eq!(all.count(), 1);
        assert!(all.place(address(10)).is_some());
    }

    #[test]
    fn one_address_has_a_part_and_this_machine_what_is_kept_for_it() {
        let all = connections(10, 3, 2);
        let flood: Vec<_> = (0..50).map(|_| all.place(address(1)).unwrap()).collect();
        assert_eq!(all.lock().count(|_| true), 3);
        drop(flood);
        let many: Vec<_> = (0..50).map(|number| all.place(address(number)).unwrap()).collect();
        assert_eq!(all.lock().count(|_| true), 8);
        many.iter().rev().take(8).for_each(|place| place.keep());
        assert!(all.place(address(99)).is_none());
        let here = IpAddr::from([127, 0, 0, 1]);
        let own: Vec<_> = (0..2).map(|_| all.place(here).unwrap()).collect();
        assert!(own.iter().all(|place| place.is_here()) && !many[0].is_here());
        assert_eq!(all.lock().count(|_| true), 10);
    }

    #[test]
    fn addresses_of_one_household_count_as_one() {
        let one = Origin::from("2001:db8:1:2::7".parse::<IpAddr>().unwrap());
        assert_eq!(one, Origin::from("2001:db8:1:2:ffff::1".parse::<IpAddr>().unwrap()));
        assert_ne!(one, Origin::from("2001:db8:1:3::7".parse::<IpAddr>().unwrap()));
        assert_eq!(Origin::from("::ffff:127.0.0.1".parse::<IpAddr>().unwrap()), Origin::Here);
        assert_eq!(Origin::from("::ffff:192.0.2.1".parse::<IpAddr>().unwrap()), Origin::from(address(1)));
    }

    #[test]
    fn places_follow_the_files_that_may_be_open() {
        let limits =
            "Limit    Soft Limit   Hard Limit   Units\nMax open files            256       4096   files\n";
        assert_eq!(soft_limit(limits), Some(256));
        assert_eq!(soft_limit("Max open files  unlimited unlimited files"), Some(usize::MAX));
        assert_eq!(soft_limit(""), None);
        let few = ConnectionLimits::default().within(256);
        assert_eq!((few.max, few.max_of_address, few.reserved), (192, 48, 32));
        assert_eq!(ConnectionLimits::default().within(1 << 20).max, 1600);
        let tiny = ConnectionLimits::default().within(10);
        assert_eq!((tiny.max, tiny.max_of_address, tiny.reserved), (16, 4, 4));
    }
}
