//! Checksums put right, so that a fuzzer gets past them.

/// FNV-1a, which nets and books end with.
fn fnv(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}

/// The bytes with their last eight replaced by the hash of those before.
pub fn with_fnv(bytes: &[u8]) -> Vec<u8> {
    let mut sealed = bytes[..bytes.len().saturating_sub(8)].to_vec();
    sealed.extend(fnv(&sealed).to_le_bytes());
    sealed
}

/// Writes the CRC-32 of a part of the bytes behind it, if both are there.
pub fn put_crc(bytes: &mut [u8], start: usize, end: usize) {
    let Some(sum) = bytes.get(start..end).map(|part| crc32fast::hash(part).to_le_bytes()) else { return };
    if let Some(place) = bytes.get_mut(end..end + sum.len()) {
        place.copy_from_slice(&sum);
    }
}

/// The number of two bytes at a place, if they are there.
pub fn word(bytes: &[u8], at: usize) -> Option<usize> {
    bytes.get(at..)?.first_chunk().map(|pair| usize::from(u16::from_le_bytes(*pair)))
}
