"""The file of a soak: one JSON object per line, appended whole. A run that was killed leaves at most half a line, which the next one removes; figures of
several runs add up. One writer at a time.

    kind "game"      one game: who, by which limit, how it ended, what its moves took
    kind "memory"    a process of ours after so many games: memory and open files
    kind "tabs"      the server after so many tabs: memory, open files, threads
    kind "finding"   a promise that did not hold, with all that was said
"""

import fcntl
import json
import os


class Ledger:
    """The file, open for appending."""

    def __init__(self, path):
        self.path = path
        self.file = open(path, "a+b")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SystemExit(f"{path} is being written by another soak; give this one a file of its own (--out)") from None
        data = path.read_bytes()
        if data and not data.endswith(b"\n"):
            self.file.truncate(data.rfind(b"\n") + 1)

    def write(self, kind, **fields):
        line = json.dumps({"kind": kind, **fields}, ensure_ascii=False) + "\n"
        os.write(self.file.fileno(), line.encode())

    def close(self):
        self.file.close()


def entries(path):
    """What the file holds so far; a line that was cut off is passed over."""
    if not path.exists():
        return []
    found = []
    for line in path.read_text().splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found
