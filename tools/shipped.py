"""What ships: the crates that are linked into the program, the wheels, the WebAssembly module and the library for C, for the targets of a release; packages of npm
that the app contains; and the rows of packaging/parts.tsv (data, fonts, what the toolchain links). Macros and build scripts run on the
machine that builds, and do not ship.

For tools/licenses, tools/dependencies and tools/sbom.
"""

import json
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = ROOT / "packaging" / "parts.tsv"

# Who is built for what; a package that is not in the workspace is passed over.
SHIPPED = [
    ("chuhe", "x86_64-unknown-linux-musl"),
    ("chuhe", "aarch64-unknown-linux-musl"),
    ("chuhe", "x86_64-pc-windows-gnu"),
    ("chuhe-py", "x86_64-unknown-linux-gnu"),
    ("chuhe-py", "aarch64-unknown-linux-gnu"),
    ("chuhe-py", "x86_64-pc-windows-gnu"),
    ("chuhe-wasm", "wasm32-wasip1-threads"),
    ("chuhe-capi", "aarch64-linux-android"),
]
# The order in which one of several licences is taken; all that packages of others may have.
PREFERRED = ["MIT", "Apache-2.0", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Zlib", "0BSD", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception",
             "CC0-1.0", "Unlicense"]


class Fault(Exception):
    """What is wrong, in a sentence."""


def cargo(*arguments):
    done = subprocess.run(["cargo", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise OSError(f"cargo {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def packages():
    """All packages of the workspace and those they depend on, by name and version."""
    listed = json.loads(cargo("metadata", "--format-version", "1", "--locked"))["packages"]
    return {(package["name"], package["version"]): package for package in listed}


def linked(package, target, known):
    """The packages of others whose code is in what is built."""
    tree = cargo("tree", "--locked", "--package", package, "--edges", "normal,no-proc-macro", "--target", target,
                 "--prefix", "none", "--format", "{p}")
    names = {tuple(line.split()[:2]) for line in tree.splitlines() if line.strip()}
    return {(name, version[1:]) for name, version in names if known[name, version[1:]]["source"] is not None}


def shipped_crates(known):
    ours = {name for (name, _), package in known.items() if package["source"] is None}
    return sorted(set().union(*(linked(package, target, known) for package, target in SHIPPED if package in ours)))


def shipped_npm():
    """Packages of npm that the app contains, by name and version, with their folder and licence."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    for place, package in sorted(lock["packages"].items()):
        if place and not package.get("dev"):
            name = place.rpartition("node_modules/")[2]
            yield name, package["version"], package.get("license", ""), ROOT / "web" / place


def chosen(expression, name):
    """The licences that we take a package under: one of each choice, all of each "and"."""
    words = re.findall(r"\(|\)|[^\s()/]+|/", expression.replace(" WITH ", "\0"))
    words = ["OR" if word == "/" else word.replace("\0", " WITH ") for word in words]

    def one():
        word = words.pop(0) if words else ""
        if word == "(":
            inside = either()
            if not words or words.pop(0) != ")":
                raise Fault(f'{name}: the licence "{expression}" cannot be read')
            return inside
        return [word]

    def both():
        found = one()
        while words and words[0] == "AND":
            words.pop(0)
            found = found + one()
        return found

    def either():
        found = [both()]
        while words and words[0] == "OR":
            words.pop(0)
            found.append(both())
        fitting = [option for option in found if all(licence in PREFERRED for licence in option)]
        if not fitting:
            raise Fault(f'{name}: the licence "{expression}" is not one that we may ship ({", ".join(PREFERRED)})')
        return min(fitting, key=lambda option: max(map(PREFERRED.index, option)))

    found = either()
    if words:
        raise Fault(f'{name}: the licence "{expression}" cannot be read')
    return found


def parts():
    """The rows of packaging/parts.tsv."""
    for line in PARTS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            fields = line.split("\t")
            if len(fields) != 5:
                raise Fault(f'packaging/parts.tsv: "{line[:60]}" has {len(fields)} fields, not 5')
            yield fields
