//! `chuhe serve`: the browser app on this machine.
//!
//! Ends on Ctrl-C or when the system asks, after telling open tabs and stopping their searches.

use crate::failure::Failure;
use crate::play::storage::data_folder;
use clap::Args;
use server::{NetworkAddress, Qr, Server, ServerSettings, Sharing};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

/// Serve the browser app: play, analyse, review, set up positions, solve puzzles
///
/// Prints its address and runs until Ctrl-C. It listens on this machine only unless --host says otherwise; pages of
/// other sites cannot use it. Any number of tabs share the processor fairly. With --share, others can play in rooms that you
/// invite them to by a link.
#[derive(Args)]
pub struct Arguments {
    /// The port to listen on, 0 for any [default: 8088, or the next one that is free]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// The address to listen on; 0.0.0.0 lets others on your networks in [default: 127.0.0.1; with --share 0.0.0.0]
    #[arg(long, value_name = "ADDR")]
    host: Option<String>,
    /// Have rooms to play a friend in, by links; who has no link is kept out. URL is the address by which others come, if it is
    /// not this machine's (behind a proxy: then --host stays 127.0.0.1)
    #[arg(long, value_name = "URL", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    share: Option<String>,
    /// Open the page in the default browser, if there is a display
    #[arg(long)]
    open: bool,
    /// How many searches compute at once [default: as many as processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The memory for the tables of all searches together, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(16..=1 << 20))]
    hash: u32,
    /// Take the files of the app from this directory instead of those inside the program
    #[arg(long, value_name = "DIR")]
    assets: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let defaults = ServerSettings::default();
    let share = arguments.share.as_ref().map(|address| Sharing {
        address: (!address.is_empty()).then(|| address.clone()),
        // By another port nobody would find them again.
        keep: if arguments.port == Some(0) { None } else { data_folder() },
        ..Sharing::default()
    });
    let is_direct = share.as_ref().is_some_and(|share| share.address.is_none());
    let settings = ServerSettings {
        host: arguments
            .host
            .clone()
            .unwrap_or_else(|| if is_direct { "0.0.0.0" } else { "127.0.0.1" }.into()),
        port: arguments.port,
        threads: arguments.threads.map_or(defaults.threads, usize::from),
        hash: arguments.hash as usize,
        assets: arguments.assets.clone(),
        share,
        ..defaults
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(32)
        .enable_all()
        .build()
        .map_err(Failure::Output)?;
    let served = runtime.block_on(serve(&settings, arguments.open));
    // Nothing of value is left; whoever is stuck is not waited for.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

async fn serve(settings: &ServerSettings, opens: bool) -> Result<ExitCode, Failure> {
    let end = signal()?;
    let server = Server::bind(settings).await.map_err(|error| Failure::Input(error.to_string()))?;
    let url = match server.sharing() {
        Some((path, address)) => tell_sharing(&server, &path, &address),
        None => server.url(),
    };
    if server.sharing().is_none() {
        println!("Chuhe is at {url} (Ctrl-C ends it).");
        tell_addresses(&server, "/");
        if !server.address().ip().is_loopback() {
            eprintln!("Anybody who can reach {} can use it.", server.address());
        }
    }
    if !server.has_app() {
        eprintln!("This program was built without the browser app: `make play` builds both.");
    }
    if opens && !open(&url) {
        eprintln!("No browser could be opened: type the address into one.");
    }
    server.serve(end).await;
    eprintln!("Ended.");
    Ok(ExitCode::SUCCESS)
}

/// Says by which addresses other devices come here, each with the interface that leads to it.
fn tell_addresses(server: &Server, path: &str) {
    let addresses = server.network_addresses();
    if let [NetworkAddress { address, .. }] = addresses {
        println!("From another device of yours: {address}{path}");
    } else if !addresses.is_empty() {
        println!("From another device of yours, by the network that both are in:");
        for NetworkAddress { address, network } in addresses {
            let network = if network.is_empty() { String::new() } else { format!(" ({network})") };
            println!("  {address}{path}{network}");
        }
    }
}

/// Says what a shared server makes reachable, and by which links. Returns the link for a browser on this machine.
fn tell_sharing(server: &Server, path: &str, address: &str) -> String {
    let local = format!("{}{path}", server.url().trim_end_matches('/'));
    println!("Chuhe is at {local} (Ctrl-C ends it).");
    tell_addresses(server, path);
    println!(
        "What is printed above is yours: who has it can use the engine and make rooms. Keep it to yourself."
    );
    println!(
        "Friends come by the link that a room gives you (\"Play a friend\"), and see that room alone. Others who reach \
         {} are turned away. {}",
        server.address(),
        if server.keeps_rooms() {
            "Rooms are kept: after a restart their links go on."
        } else {
            "Rooms end with this program."
        }
    );
    let (rooms, trouble) = server.kept_rooms();
    if rooms > 0 {
        println!("Rooms that have come back from before: {rooms}.");
    }
    if let Some(trouble) = trouble {
        eprintln!("{trouble}");
    }
    if server.network_addresses().is_empty() {
        eprintln!(
            "{address} is this machine only: no phone and no friend can reach it, and there is no QR code. Leave out \
             --host, or name an address of your network with it, such as --host 0.0.0.0 for all of them."
        );
    } else if std::io::stdout().is_terminal() {
        for line in Qr::of(&format!("{address}{path}")).iter().flat_map(Qr::lines) {
            println!("{line}");
        }
    }
    local
}

/// Ends when the user or the system wants the server to end.
fn signal() -> Result<impl Future<Output = ()> + Send + 'static, Failure> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Opens an address in the default browser. False if there is no display, or nothing to open it with.
fn open(url: &str) -> bool {
    let has_display = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|v| !v.is_empty()));
    let (program, words): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[url])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler", url])
    } else if has_display {
        ("xdg-open", &[url])
    } else {
        return false;
    };
    let quiet = Command::new(program)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    quiet.is_ok()
}
