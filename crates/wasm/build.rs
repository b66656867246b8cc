//! How the program is linked for WebAssembly: as a library that is set up once and then called (a "reactor" of WASI), with memory
//! and stack of known size.

use std::path::PathBuf;
use std::process::Command;

/// Bytes of the first stack: as much as threads have elsewhere, and room to spare.
const STACK: usize = 4 << 20;
/// Bytes of memory at the start and at most, where threads share it; `npm/src/program.ts` makes it and must say the same.
const INITIAL_MEMORY: usize = 16 << 20;
const MAX_MEMORY: usize = 512 << 20;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let variable = |name| std::env::var(name).unwrap_or_default();
    let target = variable("TARGET");
    if !target.starts_with("wasm32-wasi") {
        return;
    }
    let asked =
        Command::new(variable("RUSTC")).args(["--print", "target-libdir", "--target", &target]).output();
    let folder = asked.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let set_up = PathBuf::from(folder.unwrap_or_default()).join("self-contained/crt1-reactor.o");
    let mut arguments = vec![
        set_up.display().to_string(),
        "--export=_initialize".to_owned(),
        "--strip-all".to_owned(),
        format!("-zstack-size={STACK}"),
        format!("--initial-memory={INITIAL_MEMORY}"),
    ];
    if target.ends_with("-threads") {
        arguments.push(format!("--max-memory={MAX_MEMORY}"));
    }
    for argument in arguments {
        println!("cargo:rustc-link-arg-cdylib={argument}");
    }
}
