//! Which network goes into the program: that of this crate, or the net file that the variable `CHUHE_NETWORK` names.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-env-changed=CHUHE_NETWORK");
    let named = std::env::var("CHUHE_NETWORK").ok().filter(|path| !path.is_empty());
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let path = named.unwrap_or_else(|| format!("{folder}/net/chuhe.nnue"));
    if !Path::new(&path).is_absolute() || !Path::new(&path).is_file() {
        println!("cargo:warning=CHUHE_NETWORK is \"{path}\"; it must be the absolute path of a net file");
        std::process::exit(1);
    }
    println!("cargo:rerun-if-changed={path}");
    println!("cargo:rustc-env=CHUHE_NETWORK_FILE={path}");
}
