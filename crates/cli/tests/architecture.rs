//! The map of the house: every module of every crate has a place in ARCHITECTURE.md.

use std::path::{Path, PathBuf};

/// Files that go by the name of their folder, or stand in many.
const UNNAMED: [&str; 6] = ["mod", "lib", "main", "tests", "read", "write"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("readable"))
    {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_module_is_on_the_map() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let map = std::fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the map");
    let named: Vec<&str> = map
        .split('`')
        .skip(1)
        .step_by(2)
        .filter_map(|code| code.trim_end_matches('/').trim_end_matches(".rs").rsplit('/').next())
        .collect();
    let mut missing = Vec::new();
    for entry in std::fs::read_dir(root.join("crates")).expect("the crates") {
        let mut found = Vec::new();
        sources(&entry.expect("a crate").path().join("src"), &mut found);
        assert!(!found.is_empty());
        missing.extend(found.into_iter().filter(|path| {
            let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
            !UNNAMED.contains(&name) && !named.contains(&name)
        }));
    }
    assert!(missing.is_empty(), "not in ARCHITECTURE.md: {missing:#?}");
}

#[test]
fn every_file_with_unsafe_code_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let map = std::fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the map");
    let (_, table) = map.split_once("## Unsafe code").expect("the table");
    let mut found = Vec::new();
    sources(&root.join("crates"), &mut found);
    for path in found.into_iter().filter(|path| path.components().any(|part| part.as_os_str() == "src")) {
        let text = std::fs::read_to_string(&path).expect("a source");
        if text.contains("#![allow(unsafe_code)]") {
            let name = path.strip_prefix(&root).expect("below the root").to_string_lossy().into_owned();
            let folder = name.rsplit_once('/').map_or(name.as_str(), |(folder, _)| folder);
            let is_listed = table.contains(&format!("`{name}`")) || table.contains(&format!("`{folder}/`"));
            assert!(is_listed, "{name} allows unsafe code and is not in the table of ARCHITECTURE.md");
        }
    }
}
