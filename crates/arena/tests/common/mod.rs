//! Finds the engine for tests, and builds it if cargo was asked for one test file only.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The path of `examples/stub_engine`.
pub fn stub_engine() -> &'static str {
    static PATH: OnceLock<String> = OnceLock::new();
    PATH.get_or_init(|| {
        // Tests live in target/<profile>/deps, examples in target/<profile>/examples.
        let test = std::env::current_exe().unwrap();
        let profile = test.parent().and_then(|deps| deps.parent()).unwrap();
        let path = profile.join("examples").join(format!("stub_engine{}", std::env::consts::EXE_SUFFIX));
        if !path.exists() {
            let target: PathBuf = profile.parent().unwrap().into();
            let status = Command::new(env!("CARGO"))
                .args(["build", "--package", "chuhe-arena", "--example", "stub_engine", "--target-dir"])
                .arg(target)
                .status()
                .unwrap();
            assert!(status.success() && path.exists(), "the stub engine cannot be built");
        }
        path.to_str().unwrap().to_string()
    })
}
