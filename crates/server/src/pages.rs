//! The files of the browser app: inside the program, or in a directory that is named.
//!
//! A build without the app (`web/dist` was not there) has one page, which says how to build it. Files that have a compressed
//! twin go out in that form to browsers that read it; a directory works with twins and without.

use crate::encoding::Encoding;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

/// What was built from `web/`.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct App;

/// The page of a program without the app.
static MISSING: &str = include_str!("missing.html");
/// Files named after their content never change.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Where files come from.
#[derive(Clone, Debug)]
pub enum Pages {
    /// Inside the program.
    Embedded,
    /// A directory.
    Directory(PathBuf),
}

impl Pages {
    /// Whether there is an app at all.
    pub fn has_app(&self) -> bool {
        match self {
            Self::Embedded => App::get("index.html").is_some(),
            Self::Directory(directory) => directory.join("index.html").is_file(),
        }
    }

    /// The file at a path of an address, in a form that the browser reads.
    pub async fn answer(&self, uri: &Uri, headers: &HeaderMap) -> Response {
        let path = uri.path().trim_start_matches('/');
        let path = if path.is_empty() { "index.html" } else { path };
        if !is_plain(path) {
            return missing(path);
        }
        let accepted = Encoding::ALL.into_iter().filter(|encoding| encoding.is_accepted(headers)).collect();
        let cache = if path.starts_with("assets/") { FOR_EVER } else { "no-cache" };
        let headers = [(CONTENT_TYPE, content_type(path)), (CACHE_CONTROL, cache), (VARY, "accept-encoding")];
        match self.file(path, accepted).await {
            Some((content, Some(encoding))) => {
                (headers, [(CONTENT_ENCODING, encoding.name())], Body::from(content)).into_response()
            }
            Some((content, None)) => (headers, Body::from(content)).into_response(),
            None if path == "index.html" => (headers, MISSING).into_response(),
            None => missing(path),
        }
    }

    /// A file that is there, in the first of the accepted forms that lies beside it.
    async fn file(&self, path: &str, accepted: Vec<Encoding>) -> Option<(Vec<u8>, Option<Encoding>)> {
        match self {
            Self::Embedded => {
                let plain = App::get(path)?;
                let compressed = accepted.into_iter().find_map(|encoding| {
                    App::get(&format!("{path}{}", encoding.suffix())).map(|file| (file.data, Some(encoding)))
                });
                let (content, encoding) = compressed.unwrap_or((plain.data, None));
                Some((Cow::into_owned(content), encoding))
            }
            Self::Directory(directory) => {
                let plain = directory.join(path);
                tokio::task::spawn_blocking(move || read(&plain, &accepted)).await.ok().flatten()
            }
        }
    }
}

/// Reads a file, or a compressed one beside it that is not older: somebody may have changed the plain one since.
fn read(plain: &Path, accepted: &[Encoding]) -> Option<(Vec<u8>, Option<Encoding>)> {
    let changed = |path: &Path| std::fs::metadata(path).and_then(|about| about.modified());
    let written = changed(plain).ok()?;
    for &encoding in accepted {
        let mut beside = plain.as_os_str().to_owned();
        beside.push(encoding.suffix());
        let beside = PathBuf::from(beside);
        if changed(&beside).is_ok_and(|time| time >= written)
            && let Ok(content) = std::fs::read(&beside)
        {
            return Some((content, Some(encoding)));
        }
    }
    std::fs::read(plain).ok().map(|content| (content, None))
}

/// Whether a path names a file below and nothing else.
fn is_plain(path: &str) -> bool {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    path.chars().all(is_safe)
        && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
        && !path.split('/').any(|part| part.starts_with('.'))
}

fn missing(path: &str) -> Response {
    let path: String = path.chars().take(100).collect();
    (StatusCode::NOT_FOUND, format!("There is no file \"{path}\" here.\n")).into_response()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_below() {
        for good in ["index.html", "assets/app-1a.js", "a/b/c.css"] {
            assert!(is_plain(good), "{good}");
        }
        for bad in
            ["../x", "a/../../x", "/etc/passwd", ".git/config", "a/.env", "a\\b", "%2e%2e/x", "a b", "c:/x"]
        {
            assert!(!is_plain(bad), "{bad}");
        }
    }
}
