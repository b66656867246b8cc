//! The network inside the program.

use crate::network::Network;
use std::sync::{Arc, OnceLock};

static FILE: &[u8] = include_bytes!(env!("CHUHE_NETWORK_FILE"));

/// The network inside the program, read once. Nothing if it does not fit, which a test rules out.
///
/// ```
/// let network = nnue::shipped().expect("a test rules out that it does not fit");
/// println!("judged by {}", network.name());
/// ```
pub fn shipped() -> Option<Arc<Network>> {
    static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    NETWORK.get_or_init(|| Network::read(FILE).ok().map(Arc::new)).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_fits() {
        let network = Network::read(FILE).expect("the shipped network");
        assert!(!network.name().is_empty() && !network.description().is_empty());
        assert_eq!(shipped().as_deref(), Some(&network));
    }
}
