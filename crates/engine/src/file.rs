//! Files that users name: networks, weights, books. A device or a pipe may never end, so only a plain file is read.

use std::fs;
use std::io::{Error, Result};
use std::path::Path;

/// The bytes of a plain file.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() {
        fs::read(path)
    } else {
        Err(Error::other("not a plain file; say the path of one"))
    }
}

/// The text of a plain file.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|_| Error::other("not a text in UTF-8"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_refused() {
        for path in ["/dev/zero", "/"] {
            let refused = read(Path::new(path)).err().map(|error| error.to_string());
            assert_eq!(refused.as_deref(), Some("not a plain file; say the path of one"), "{path}");
        }
    }
}
