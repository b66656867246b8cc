//! The corpus through every target, on any Rust: what the fuzzers found once stays found.

use chuhe_fuzz::TARGETS;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// The seeds of a target, in the order of their names.
fn seeds(name: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder().join(name)).unwrap_or_else(|error| panic!("corpus/{name}: {error}"));
    let mut seeds: Vec<PathBuf> = files.map(|file| file.expect("the folder can be read").path()).collect();
    seeds.sort();
    seeds
}

#[test]
fn every_seed_obeys_the_laws() {
    for (name, check) in TARGETS {
        let mut accepted = 0;
        for seed in seeds(name) {
            println!("{}", seed.display());
            accepted += usize::from(check(&fs::read(&seed).expect("a seed can be read")));
        }
        assert!(accepted > 0, "no seed of {name} is acceptable: its corpus no longer fits the format");
    }
}

#[test]
fn every_folder_of_seeds_has_a_target() {
    let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    assert!(names.is_sorted());
    for file in fs::read_dir(folder()).expect("there is a corpus") {
        let name = file.expect("the folder can be read").file_name().into_string().expect("names are UTF-8");
        assert!(names.contains(&&*name), "corpus/{name} belongs to no target");
    }
    let targets = fs::read_dir(folder().with_file_name("fuzz_targets")).expect("there are targets").count();
    assert_eq!(targets, names.len(), "a file in fuzz_targets/ for every target");
}
