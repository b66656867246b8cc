//! Rebuilds the crate when the browser app changes, which is put into the program.
//!
//! Where there is no app, nothing is watched but this file: `make web` touches it when it has built one.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let app = "../../web/dist";
    if Path::new(app).is_dir() {
        println!("cargo::rerun-if-changed={app}");
    }
}
