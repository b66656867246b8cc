"""The command `chuhe`: the engine for GUIs and the worker for programs, on standard input and output."""

from __future__ import annotations

import argparse
import os
import signal
import sys

from . import BOOK_CREDIT, __version__, _chuhe

HELP = """usage: chuhe [UCI command …]
       chuhe worker [--jobs N]

Without arguments it speaks UCI, UCCI or the XBoard protocol, whichever the GUI begins with. Commands of UCI can also be given as
arguments: chuhe go depth 10, or one line per argument, chuhe "position startpos moves h2e2" "go movetime 500".

`chuhe worker` does jobs that come as lines of JSON, several at once.

This is the engine of the Python package. The whole program, with play, serve, analyse, match and more, is another file of a release.

  -h, --help     this text
  -V, --version  the version
"""


def _interrupt(number: int, frame: object) -> None:
    """Ends the work in good order; the second time it ends at once, for whoever reads the answers may have stopped."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_DFL)
    raise KeyboardInterrupt


def work(words: list[str]) -> int:
    """Does jobs from standard input; gives the exit code."""
    parser = argparse.ArgumentParser(prog="chuhe worker", description="Do jobs that come as lines of JSON (docs/worker.md).")
    parser.add_argument("--jobs", "--threads", type=int, default=os.cpu_count() or 1, metavar="N", help="jobs done at once")
    jobs = parser.parse_args(words).jobs
    if not 1 <= jobs <= 1024:
        parser.error(f"--jobs is {jobs}; it must be from 1 to 1024")
    # Whoever ends it hears of every job that was not done.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    try:
        _chuhe.work(jobs)
    except KeyboardInterrupt:
        return 130
    return 0


def main() -> int:
    """Runs the command; gives its exit code."""
    words = sys.argv[1:]
    if words and words[0] in ("-h", "--help"):
        print(HELP, end="")
        return 0
    if words and words[0] in ("-V", "--version"):
        print(f"chuhe {__version__}\n{BOOK_CREDIT}")
        return 0
    if not words:
        # Whoever speaks to a GUI ends at once.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        _chuhe.speak()
        return 0
    if words[0] == "worker":
        return work(words[1:])
    has_lines = any(" " in word for word in words)
    try:
        return 0 if _chuhe.obey(words if has_lines else [" ".join(words)]) else 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
