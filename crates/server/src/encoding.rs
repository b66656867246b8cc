//! In which form a file goes out: as it is, or compressed if the browser says that it can read that.
//!
//! Files are compressed when the app is built, never while it is served: `app.js.br` and `app.js.gz` lie beside `app.js`. An
//! `Accept-Encoding` that cannot be understood means the plain file, which every browser reads.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

/// A form in which a file may lie beside the plain one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Brotli, the smaller one.
    Brotli,
    /// Gzip, which everybody reads.
    Gzip,
}

impl Encoding {
    /// The forms, the smallest first.
    pub const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// Its name in headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// What the names of such files end with, after that of the plain file.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }

    /// Whether a browser reads this form. What it says of the form by name counts more than what it says of all (`*`).
    pub fn is_accepted(self, headers: &HeaderMap) -> bool {
        let mut by_any = false;
        for value in headers.get_all(ACCEPT_ENCODING) {
            let Ok(value) = value.to_str() else { continue };
            for entry in value.split(',') {
                let mut parts = entry.split(';').map(str::trim);
                let name = parts.next().unwrap_or_default();
                let is_wanted = parts.all(is_more_than_zero);
                if name.eq_ignore_ascii_case(self.name()) {
                    return is_wanted;
                }
                if name == "*" {
                    by_any = is_wanted;
                }
            }
        }
        by_any
    }
}

/// Whether a parameter does not forbid: `q=0` does, and so does what is not a quality.
fn is_more_than_zero(parameter: &str) -> bool {
    let Some((name, value)) = parameter.split_once('=') else { return false };
    name.trim().eq_ignore_ascii_case("q") && value.trim().parse::<f32>().is_ok_and(|quality| quality > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn what_a_browser_accepts() {
        let rows: [(&[&str], bool, bool); 14] = [
            (&[], false, false),
            (&[""], false, false),
            (&["gzip, deflate, br, zstd"], true, true),
            (&["gzip"], false, true),
            (&["BR"], true, false),
            (&["deflate", "br"], true, false),
            (&["br;q=0, gzip;q=0.5"], false, true),
            (&["br ; q=0.1 ,gzip;Q=0.000"], true, false),
            (&["*"], true, true),
            (&["*, br;q=0"], false, true),
            (&["gzip, *;q=0"], false, true),
            (&["identity"], false, false),
            (&["br;level=9, gzip;q=much"], false, false),
            (&["brotli, x-gzip"], false, false),
        ];
        for (values, brotli, gzip) in rows {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(ACCEPT_ENCODING, HeaderValue::from_str(value).unwrap());
            }
            assert_eq!(Encoding::Brotli.is_accepted(&headers), brotli, "{values:?}");
            assert_eq!(Encoding::Gzip.is_accepted(&headers), gzip, "{values:?}");
        }
    }
}
