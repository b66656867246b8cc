"""The command `chuhe`: the engine for GUIs, on standard input and output."""

from __future__ import annotations

import signal
import sys

from . import BOOK_CREDIT, __version__, _chuhe

HELP = """usage: chuhe [UCI command …]

Without arguments it speaks UCI, UCCI or the XBoard protocol, whichever the GUI begins with. Commands of UCI can also be given as
arguments: chuhe go depth 10, or one line per argument, chuhe "position startpos moves h2e2" "go movetime 500".

This is the engine of the Python package. The whole program, with play, serve, analyse, match and more, is built by cargo.

  -h, --help     this text
  -V, --version  the version
"""


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
    has_lines = any(" " in word for word in words)
    try:
        return 0 if _chuhe.obey(words if has_lines else [" ".join(words)]) else 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
