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

/// Whether a source has unsafe code or lets itself have it: words in comments and texts aside.
fn has_unsafe(text: &str) -> bool {
    let signs = [
        "unsafe {",
        "unsafe fn",
        "unsafe impl",
        "unsafe trait",
        "unsafe extern",
        "#[unsafe(",
        "allow(unsafe_code)",
        "expect(unsafe_code)",
    ];
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .any(|code| signs.iter().any(|sign| code.contains(sign)) || code.trim_end().ends_with(" unsafe"))
}

/// Unsafe code anywhere in the repository has a row in the map, and one in the book that says why it is right; a row is of a file that has some.
#[test]
fn every_file_with_unsafe_code_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let section = |file: &str, heading: &str| {
        let text = std::fs::read_to_string(root.join(file)).expect("a chapter");
        let (_, rest) = text.split_once(heading).expect("the heading");
        rest.split("\n## ").next().unwrap_or_default().to_owned()
    };
    let map = section("ARCHITECTURE.md", "## Unsafe code");
    let review = section("docs/trust.md", "## `unsafe`, file by file");
    let mut found = Vec::new();
    sources(&root.join("crates"), &mut found);
    sources(&root.join("fuzz"), &mut found);
    let this_test = Path::new(file!()).file_name();
    let with_unsafe: Vec<String> = found
        .into_iter()
        .filter(|path| path.file_name() != this_test)
        .filter(|path| has_unsafe(&std::fs::read_to_string(path).expect("a source")))
        .map(|path| path.strip_prefix(&root).expect("below the root").to_string_lossy().into_owned())
        .collect();
    assert!(with_unsafe.len() > 10, "{with_unsafe:?}");
    for name in &with_unsafe {
        let folder = name.rsplit_once('/').map_or(name.as_str(), |(folder, _)| folder);
        let is_on_map = map.contains(&format!("`{name}`")) || map.contains(&format!("`{folder}/`"));
        assert!(is_on_map, "{name} has unsafe code and is not in the table of ARCHITECTURE.md");
        assert!(
            review.contains(&format!("`{name}`")),
            "{name} has unsafe code, and docs/trust.md does not say why it is right"
        );
    }
    let reviewed = review.split('`').filter(|word| word.starts_with("crates/"));
    for name in reviewed {
        assert!(
            with_unsafe.iter().any(|file| file == name),
            "docs/trust.md reviews {name}, which has no unsafe code"
        );
    }
}

#[test]
fn unsafe_code_is_noticed() {
    for text in [
        "    unsafe { f() }",
        "pub unsafe fn f() {}",
        "#[unsafe(no_mangle)]",
        "#[allow(unsafe_code)]",
        "unsafe impl Send for A {}",
    ] {
        assert!(has_unsafe(text), "{text}");
    }
    for text in [
        "#![forbid(unsafe_code)]",
        "// unsafe { f() }",
        "#![deny(unsafe_code)]",
        "assert!(!policy.contains(\"unsafe\"));",
    ] {
        assert!(!has_unsafe(text), "{text}");
    }
}
