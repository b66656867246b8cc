//! The library as C sees it: programs in C and C++ are compiled against the header, linked with both libraries and run.
//!
//! `make c-test` builds both and says in `CHUHE_C_LIBRARIES` where they are, for cargo does not build them for tests; without it these tests do nothing
//! but compare names, and say so.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

const HERE: &str = env!("CARGO_MANIFEST_DIR");
/// What a static library of Rust needs of the system.
const SYSTEM_LIBRARIES: [&str; 3] = ["-lpthread", "-ldl", "-lm"];

/// Where both libraries are, if somebody has built them.
fn libraries() -> Option<PathBuf> {
    let folder = std::env::var_os("CHUHE_C_LIBRARIES").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("left out: `make c-test` builds the libraries that this needs");
    }
    folder
}

#[derive(Clone, Copy)]
enum Language {
    C,
    Cpp,
}

#[derive(Clone, Copy, PartialEq)]
enum Library {
    Static,
    Shared,
}

/// Compiles a program without a warning, and gives its path.
fn compile(libraries: &Path, source: &str, language: Language, library: Library, extra: &[&str]) -> PathBuf {
    // Tests run at the same time: each has programs of its own.
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let name = Path::new(source).file_stem().expect("a file").to_string_lossy().into_owned();
    let program = folder.join(format!("{name}-{}", NUMBER.fetch_add(1, Ordering::Relaxed)));
    let (compiler, kind, standard) = match language {
        Language::C => ("cc", "c", "-std=c11"),
        Language::Cpp => ("c++", "c++", "-std=c++17"),
    };
    let mut command = Command::new(compiler);
    command.args(["-x", kind, standard, "-Wall", "-Wextra", "-Werror", "-pedantic", "-g"]).args(extra);
    command.arg(format!("-DVERSION=\"{}\"", env!("CARGO_PKG_VERSION")));
    command.arg(format!("-I{HERE}/include")).arg(Path::new(HERE).join(source)).args(["-x", "none", "-o"]);
    command.arg(&program);
    match library {
        Library::Static => command.arg(libraries.join("libchuhe.a")),
        Library::Shared => command
            .arg(format!("-L{}", libraries.display()))
            .arg("-lchuhe")
            .arg(format!("-Wl,-rpath,{}", libraries.display())),
    };
    run(command.args(SYSTEM_LIBRARIES));
    program
}

/// Runs a command that must succeed, and gives what it prints.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let [printed, errors] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{command:?}: {}\n{printed}{errors}", output.status);
    printed.into_owned()
}

#[test]
fn programs_in_c_with_both_libraries() {
    let Some(libraries) = libraries() else { return };
    for library in [Library::Static, Library::Shared] {
        for (source, last) in [
            ("tests/api.c", "all calls answered as they should\n"),
            ("tests/attack.c", "every attack was answered\n"),
        ] {
            assert_eq!(run(&mut Command::new(compile(&libraries, source, Language::C, library, &[]))), last);
        }
    }
}

#[test]
fn the_same_programs_as_cpp() {
    let Some(libraries) = libraries() else { return };
    for source in ["tests/api.c", "tests/attack.c"] {
        run(&mut Command::new(compile(&libraries, source, Language::Cpp, Library::Static, &[])));
    }
}

#[test]
fn the_example_plays_a_game() {
    let Some(libraries) = libraries() else { return };
    let program = compile(&libraries, "examples/game.c", Language::C, Library::Static, &[]);
    let printed = run(Command::new(program).args(["1", "2", "12"]));
    assert!(printed.lines().count() > 5, "{printed}");
    let (first, _) = printed.split_once('\n').expect("lines");
    assert_eq!(first, format!("chuhe {}", env!("CARGO_PKG_VERSION")));
    let last = printed.lines().last().expect("lines");
    assert!(last == "stopped after 12 plies" || last.contains("wins"), "{printed}");
}

#[test]
fn the_program_of_the_chapter_runs() {
    let Some(libraries) = libraries() else { return };
    let chapter = std::fs::read_to_string(format!("{HERE}/../../docs/c.md")).expect("the chapter");
    let (_, program) = chapter.split_once("```c\n").expect("a program");
    let (program, _) = program.split_once("```").expect("its end");
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("chapter.c");
    std::fs::write(&source, program).expect("a folder for temporary files");
    let source = source.to_str().expect("a path of letters");
    let printed = run(&mut Command::new(compile(&libraries, source, Language::C, Library::Static, &[])));
    assert!(printed.lines().count() > 3 && printed.starts_with("depth 1, "), "{printed}");
}

#[test]
fn no_memory_is_lost_or_misused() {
    let Some(libraries) = libraries() else { return };
    for source in ["tests/api.c", "tests/attack.c"] {
        let program = compile(&libraries, source, Language::C, Library::Static, &[]);
        let arguments = [
            "--quiet",
            "--error-exitcode=9",
            "--leak-check=full",
            "--errors-for-leak-kinds=definite,indirect",
        ];
        run(Command::new("valgrind").args(arguments).arg(program));
        let sanitised = ["-fsanitize=address,undefined"];
        run(&mut Command::new(compile(&libraries, source, Language::C, Library::Static, &sanitised)));
    }
}

/// The names of functions in a text, by what stands before them.
fn functions(text: &str, before: &str) -> BTreeSet<String> {
    let starts = text.match_indices(before).map(|(at, found)| &text[at + found.len()..]);
    let names = starts.map(|rest| rest.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')));
    names.filter_map(|mut words| words.next()).map(|name| format!("chuhe_{name}")).collect()
}

/// `tools/c-header check` compares every word; this sees without any tool that no function is forgotten.
#[test]
fn the_header_has_every_function_and_the_tests_call_it() {
    let read = |path: &str| std::fs::read_to_string(format!("{HERE}/{path}")).expect(path);
    let sources = ["choices", "engine_handle", "moves", "pointers", "position", "searching", "status"];
    let rust: String = sources.map(|name| read(&format!("src/{name}.rs"))).concat();
    let exported = functions(&rust, "extern \"C\" fn chuhe_");
    let header: String =
        read("include/chuhe.h").lines().filter(|line| !line.trim().starts_with("//")).collect();
    assert_eq!(functions(&header, "chuhe_"), exported);
    let called = functions(&["tests/api.c", "tests/attack.c", "tests/check.h"].map(read).concat(), "chuhe_");
    assert_eq!(exported.difference(&called).collect::<Vec<_>>(), Vec::<&String>::new());
}
