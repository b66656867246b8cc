//! `chuhe serve` as a user meets it: an address, a page, an end.
#![cfg(all(unix, feature = "serve"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server that does not outlive its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(words: &[&str]) -> Running {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.arg("serve").args(words).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    Running(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

/// The host and port of the address that it prints.
fn address(server: &mut Running) -> String {
    let mut line = String::new();
    BufReader::new(server.0.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let start = line.find("http://").unwrap_or_else(|| panic!("{line}")) + "http://".len();
    line[start..].split('/').next().unwrap().to_owned()
}

#[test]
fn it_serves_until_the_system_ends_it() {
    for signal in ["INT", "TERM"] {
        let mut server = serve(&["--port", "0", "--threads", "1", "--hash", "128", "--open"]);
        let address = address(&mut server);
        let mut stream = TcpStream::connect(&address).unwrap();
        write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("Chuhe"), "{answer}");
        let id = server.0.id().to_string();
        assert!(Command::new("kill").args([&format!("-{signal}"), &*id]).status().unwrap().success());
        assert_eq!(server.0.wait().unwrap().code(), Some(0), "{signal}");
        let mut said = String::new();
        server.0.stderr.as_mut().unwrap().read_to_string(&mut said).unwrap();
        assert!(said.contains("type the address") && said.contains("Ended."), "{said}");
    }
}

#[test]
fn silent_connections_do_not_stop_it_where_few_files_may_be_open() {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 256 && exec \"$0\" serve --port 0 --threads 1 --hash 16"]);
    command.arg(env!("CARGO_BIN_EXE_chuhe")).stdin(Stdio::null());
    let mut server = Running(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap());
    let address = address(&mut server);
    let silent: Vec<TcpStream> = (0..400).map(|_| TcpStream::connect(&address).unwrap()).collect();
    let mut stream = TcpStream::connect(&address).unwrap();
    stream.set_read_timeout(Some(std::time::Duration::from_secs(8))).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("no answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    drop(silent);
}

#[test]
fn a_shared_server_prints_links_and_keeps_strangers_out() {
    let mut server =
        serve(&["--share", "--host", "127.0.0.1", "--port", "0", "--threads", "1", "--hash", "128"]);
    let mut said = String::new();
    let mut lines = BufReader::new(server.0.stdout.take().unwrap());
    while !said.contains("Rooms end with this program") {
        assert!(lines.read_line(&mut said).unwrap() > 0, "{said}");
    }
    let start = said.find("http://").unwrap() + "http://".len();
    let (address, path) = said[start..].split_whitespace().next().unwrap().split_once('/').unwrap();
    assert!(said.contains("turned away") && !said.contains('\u{1b}'), "{said}");
    let get = |path: &str, cookie: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{cookie}\r\n")
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    assert!(get("/", "").starts_with("HTTP/1.1 403"));
    let led = get(&format!("/{path}"), "");
    assert!(led.starts_with("HTTP/1.1 200"), "{led}");
    let cookie = led.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let cookie = cookie.split(';').next().unwrap();
    assert!(get("/", &format!("Cookie: {cookie}\r\n")).starts_with("HTTP/1.1 200"));
}

#[test]
fn a_port_in_use_is_explained() {
    let mut first = serve(&["--port", "0"]);
    let address = address(&mut first);
    let port = address.rsplit(':').next().unwrap();
    let mut second = serve(&["--port", port]);
    assert_eq!(second.0.wait().unwrap().code(), Some(2));
    let mut said = String::new();
    second.0.stderr.as_mut().unwrap().read_to_string(&mut said).unwrap();
    assert!(
        said.contains(&format!("port {port} on 127.0.0.1 is in use")) && said.contains("--port"),
        "{said}"
    );
}
