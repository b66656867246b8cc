//! What waits to be sent to a browser, bounded in bytes.
//!
//! Who sends waits until there is room; a browser that takes nothing is cut off by whoever writes, and then nobody waits any more and
//! what was waiting is dropped. A message that is larger than all the room there is goes alone.

use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// What a message takes beside its text.
const OVERHEAD: usize = 128;

/// The connection is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IsOver;

/// The end that messages go into.
#[derive(Clone)]
pub struct Outbox {
    letters: mpsc::UnboundedSender<(String, OwnedSemaphorePermit)>,
    room: Arc<Semaphore>,
    bytes: usize,
}

/// The end that messages come out of.
pub struct Letters {
    letters: mpsc::UnboundedReceiver<(String, OwnedSemaphorePermit)>,
    room: Arc<Semaphore>,
}

/// An outbox of this many bytes.
pub fn outbox(bytes: usize) -> (Outbox, Letters) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let room = Arc::new(Semaphore::new(bytes));
    let letters = Letters { letters: receiver, room: Arc::clone(&room) };
    (Outbox { letters: sender, room, bytes }, letters)
}

impl Outbox {
    fn cost(&self, text: &str) -> u32 {
        (text.len() + OVERHEAD).min(self.bytes) as u32
    }

    /// Sends when there is room.
    ///
    /// # Errors
    /// If the connection is over.
    pub async fn send(&self, text: String) -> Result<(), IsOver> {
        let room = Arc::clone(&self.room).acquire_many_owned(self.cost(&text)).await.map_err(|_| IsOver)?;
        self.letters.send((text, room)).map_err(|_| IsOver)
    }

    /// Sends if there is room now, else never.
    pub fn try_send(&self, text: String) {
        if let Ok(room) = Arc::clone(&self.room).try_acquire_many_owned(self.cost(&text)) {
            // A tab that has gone hears nothing.
            let _ = self.letters.send((text, room));
        }
    }
}

impl Letters {
    /// The next message, and the room that it takes until that is dropped. None if nobody sends any more.
    pub async fn next(&mut self) -> Option<(String, OwnedSemaphorePermit)> {
        self.letters.recv().await
    }
}

impl Drop for Letters {
    fn drop(&mut self) {
        self.room.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    const MOMENT: Duration = Duration::from_millis(50);

    #[tokio::test]
    async fn bytes_are_counted_and_not_messages() {
        let (outbox, mut letters) = outbox(10 * (OVERHEAD + 100));
        for _ in 0..10 {
            outbox.send("x".repeat(100)).await.unwrap();
        }
        // Another waits, and one that may be left out is.
        outbox.try_send("y".into());
        assert!(timeout(MOMENT, outbox.send("x".repeat(100))).await.is_err());
        drop(letters.next().await);
        outbox.send("z".repeat(100)).await.unwrap();
        let mut all = String::new();
        for _ in 0..10 {
            all.push_str(&letters.next().await.unwrap().0);
        }
        assert!(!all.contains('y') && all.ends_with('z'));
        // A large one goes when it is alone.
        outbox.send("l".repeat(1 << 20)).await.unwrap();
        assert!(timeout(MOMENT, outbox.send("m".into())).await.is_err());
        drop(letters.next().await);
        outbox.send("m".into()).await.unwrap();
    }

    #[tokio::test]
    async fn nobody_waits_for_a_reader_that_has_gone() {
        let (outbox, letters) = outbox(1000);
        outbox.send("x".repeat(1000)).await.unwrap();
        let waiting = tokio::spawn({
            let outbox = outbox.clone();
            async move { outbox.send("y".into()).await }
        });
        tokio::time::sleep(MOMENT).await;
        drop(letters);
        assert_eq!(timeout(MOMENT * 20, waiting).await.unwrap().unwrap(), Err(IsOver));
        assert_eq!(outbox.send("z".into()).await, Err(IsOver));
    }
}
