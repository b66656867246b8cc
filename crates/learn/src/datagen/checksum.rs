//! CRC-32 (ISO 3309, reflected polynomial `EDB88320`): what tells a whole record from a damaged one.

const fn entry(mut value: u32) -> u32 {
    let mut bit = 0;
    while bit < 8 {
        value = if value & 1 == 1 { 0xEDB8_8320 ^ (value >> 1) } else { value >> 1 };
        bit += 1;
    }
    value
}

static TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        table[index] = entry(index as u32);
        index += 1;
    }
    table
};

/// A checksum of bytes that come in pieces.
#[derive(Clone, Copy, Debug)]
pub struct Checksum(u32);

impl Checksum {
    /// Of no bytes yet.
    pub const fn new() -> Self {
        Self(!0)
    }

    /// Takes more bytes in.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |sum, &byte| TABLE[usize::from(sum as u8 ^ byte)] ^ (sum >> 8));
    }

    /// The checksum of everything so far.
    pub const fn value(self) -> u32 {
        !self.0
    }
}

/// The checksum of some bytes.
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = Checksum::new();
    sum.add(bytes);
    sum.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_value_of_the_standard() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn pieces_add_up() {
        let bytes: Vec<u8> = (0..=255).collect();
        for cut in [0, 1, 100, 256] {
            let mut sum = Checksum::new();
            sum.add(&bytes[..cut]);
            sum.add(&bytes[cut..]);
            assert_eq!(sum.value(), crc32(&bytes));
        }
    }
}
