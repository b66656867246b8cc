//! Who may come in: no page of another site, and nobody by a name that is not ours.
//!
//! A browser says in `Host` by which name it reached the server, and in `Origin` whose page asks. Names: this machine's
//! (`localhost`, addresses of the loopback), any address in figures if the server was told to listen beyond the loopback, and the
//! name it was told to listen on. A foreign name that was made to point here (DNS rebinding) is none of these. An origin must
//! be the very host that is spoken to. Programs that are not browsers send no origin, and are let in.

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// The names under which the server may be spoken to.
#[derive(Clone, Debug)]
pub struct Names {
    /// What it was told to listen on.
    given: String,
    /// Whether it listens beyond the loopback.
    is_open: bool,
    /// The name by which others come to it, if it is shared under one.
    shared: Option<String>,
}

impl Names {
    /// The names of a server that was told to listen on `given` and does so on `address`.
    pub fn new(given: &str, address: IpAddr) -> Self {
        Self { given: given.to_ascii_lowercase(), is_open: !address.is_loopback(), shared: None }
    }

    /// The same, and the host of the address by which others come.
    pub fn and(self, host: &str) -> Self {
        Self { shared: without_port(host).map(str::to_ascii_lowercase), ..self }
    }

    /// Whether a text is a host, perhaps with a port.
    pub fn is_host(text: &str) -> bool {
        without_port(text).is_some()
    }

    /// Whether a `Host` is one of them.
    fn has(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else { return false };
        let name = name.to_ascii_lowercase();
        let figures = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(&name);
        if self.shared.as_ref() == Some(&name) {
            return true;
        }
        match figures.parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || self.is_open,
            Err(_) => name == "localhost" || name == self.given,
        }
    }
}

/// A host without its port; none if it is malformed.
fn without_port(host: &str) -> Option<&str> {
    let end = match host.rfind(']') {
        Some(end) => end + 1,
        None => host.find(':').unwrap_or(host.len()),
    };
    let (name, port) = (host.get(..end)?, host.get(end..)?);
    let is_port = port.is_empty()
        || port
            .strip_prefix(':')
            .is_some_and(|port| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()));
    let is_name = |b: u8| b.is_ascii_alphanumeric() || b"-._:[]".contains(&b);
    (!name.is_empty() && is_port && name.bytes().all(is_name)).then_some(name)
}

fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, ()> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(drop),
        (Some(_), Some(_)) => Err(()),
    }
}

/// Refuses whoever may not come in, and puts on every answer what a browser is to allow the page.
pub async fn guard(State(names): State<Arc<Names>>, request: Request, next: Next) -> Response {
    let host = match one(request.headers(), &header::HOST) {
        Ok(Some(host)) if names.has(host) => host.to_owned(),
        _ => {
            let words = "Host: this server is not known by that name. Use the address that `chuhe serve` prints, or \
                         tell it the name with --host.\n";
            return with_policy((StatusCode::FORBIDDEN, words).into_response(), None);
        }
    };
    let is_ours = match one(request.headers(), &header::ORIGIN) {
        Ok(None) => true,
        Ok(Some(origin)) => ["http://", "https://"].iter().any(|scheme| {
            origin.strip_prefix(scheme).is_some_and(|origin| origin.eq_ignore_ascii_case(&host))
        }),
        Err(()) => false,
    };
    if !is_ours {
        let words = "Origin: pages of other sites may not use this server.\n";
        return with_policy((StatusCode::FORBIDDEN, words).into_response(), Some(&host));
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let words = "Only GET and HEAD are answered.\n";
        return with_policy((StatusCode::METHOD_NOT_ALLOWED, words).into_response(), Some(&host));
    }
    with_policy(next.run(request).await, Some(&host))
}

/// What a page may do: nothing but with this server.
fn with_policy(mut response: Response, host: Option<&str>) -> Response {
    // Not every browser takes the websocket of the same host to be covered by 'self'.
    let sockets = host.map_or(String::new(), |host| format!(" ws://{host} wss://{host}"));
    let policy = format!(
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'{sockets}; \
         object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart() {
        let local = Names::new("127.0.0.1", IpAddr::from([127, 0, 0, 1]));
        for good in ["localhost", "LOCALHOST:8088", "127.0.0.1:1", "[::1]:8088", "127.3.2.1"] {
            assert!(local.has(good), "{good}");
        }
        let bad = [
            "",
            "evil.example",
            "evil.example:8088",
            "localhost.evil.example",
            "10.0.0.7",
            "localhost:",
            "a b",
        ];
        for bad in bad.into_iter().chain(["localhost:80x", "[::1", "localhost;x", "[::2]:8088"]) {
            assert!(!local.has(bad), "{bad}");
        }
        let open = Names::new("chess.home", IpAddr::from([0, 0, 0, 0]));
        assert!(open.has("10.0.0.7:8088") && open.has("Chess.home:8088") && open.has("localhost"));
        assert!(!open.has("evil.example:8088"));
    }
}
