//! What packagers and the curious ask the program for: manual pages, completions, licences.

mod common;

use common::Scratch;
use std::fs;

/// The commands, as the help names them.
fn commands(scratch: &Scratch) -> Vec<String> {
    let help = scratch.expect(0, "--help");
    let (_, below) = help.split_once("Commands:\n").unwrap();
    below
        .lines()
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_string)
        .collect()
}

#[test]
fn every_command_has_a_manual_page() {
    let scratch = Scratch::new("manual");
    scratch.expect(0, "manual --out pages/man1");
    let names = commands(&scratch);
    assert!(names.len() > 20, "{names:?}");
    for name in &names {
        let page = fs::read_to_string(scratch.path(&format!("pages/man1/chuhe-{name}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{name}: {page}");
    }
    let all = fs::read_to_string(scratch.path("pages/man1/chuhe.1")).unwrap();
    assert!(names.iter().all(|name| all.contains(&format!("chuhe\\-{name}(1)"))), "{all}");
    let version = concat!(".SH VERSION\nv", env!("CARGO_PKG_VERSION"), "\n");
    assert!(format!("{all}\n").contains(version) && !all.contains("Dataset"), "{all}");
    // A second time the same bytes.
    scratch.expect(0, "manual --out again");
    assert_eq!(scratch.read("again/chuhe.1"), scratch.read("pages/man1/chuhe.1"));
    scratch.write("file", "");
    assert!(scratch.expect(2, "manual --out file").contains("file"));
}

#[test]
fn shells_complete_every_command() {
    let scratch = Scratch::new("completions");
    let names = commands(&scratch);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = scratch.expect(0, &format!("completions {shell}"));
        for name in &names {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
    assert!(scratch.expect(2, "completions cmd").contains("'cmd'"));
}

#[test]
fn licences_are_listed_and_their_texts_on_request() {
    let scratch = Scratch::new("licences");
    let list = scratch.expect(0, "licenses");
    assert!(
        list.contains("Yu-Han Tseng")
            && list.contains("\nclap ")
            && list.contains("chuhe licenses --full")
            && !list.contains("Permission is hereby granted")
            && !list.contains("follow below")
    );
    let full = scratch.expect(0, "licenses --full");
    assert!(full.starts_with(list.trim_end()) && full.contains("Permission is hereby granted"));
}
