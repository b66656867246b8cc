"""A journal of answers: a file that only grows, of lines that can be trusted.

A line is the CRC-32 of its text in eight hexadecimal digits, a blank and the text, which is JSON. The first line says what the answers are for: a plan. The others are
answers by the id of their job, in the order in which they came. A last line that was cut off by a kill or a full disk is cut away, and its job
is done again; damage anywhere else is an error, for the file was not written by us alone. One process at a time writes a journal.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows: nobody is kept out
    fcntl = None  # type: ignore[assignment]

SCHEMA = "chuhe-journal"
VERSION = 1

#: What is written reaches the disk after this many seconds at the latest; a kill of the process loses nothing even before.
SYNC_INTERVAL = 1.0


class JournalError(ValueError):
    """A journal cannot be used: it belongs to another plan, is damaged, or another process is writing it."""


def _line(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _value(line: bytes) -> Any:
    """The value of a line with its end; None if it cannot be trusted."""
    digits, blank, text = line[:8], line[8:9], line[9:-1]
    if blank != b" " or not line.endswith(b"\n"):
        return None
    try:
        if int(digits, 16) != zlib.crc32(text):
            return None
        return json.loads(text)
    except ValueError:
        return None


def _different(there: Any, asked: Any) -> str:
    """What differs between two plans, in words."""
    if not isinstance(there, dict) or not isinstance(asked, dict):
        return f"it says {there!r}"
    names = [name for name in {**there, **asked} if there.get(name) != asked.get(name)]
    parts = [f"{name} is {there.get(name)!r} there and {asked.get(name)!r} here" for name in names]
    return "; ".join(parts)[:600]


class Journal:
    """The answers of one plan, by the id of their job."""

    def __init__(self, path: str | os.PathLike[str], plan: dict[str, Any]) -> None:
        """Opens a journal, or begins one. The plan is everything that the answers depend on; one of another plan is refused."""
        self.path = Path(path)
        #: How many bytes at the end could not be trusted and were cut away.
        self.cut = 0
        self._places: dict[str, tuple[int, int]] = {}
        self._end = 0
        self._synced = 0.0
        self._file = -1
        try:
            while not self._claim():
                os.close(self._file)
            # As JSON has it, so that both are compared in the same form.
            self._read(json.loads(json.dumps(plan)))
        except BaseException:
            if self._file >= 0:
                os.close(self._file)
                self._file = -1
            raise

    def _claim(self) -> bool:
        """Opens the file and keeps others out. Not if it was removed in between: then nobody would find what is written."""
        self._file = -1
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0), 0o666)
        if fcntl is None:
            return True
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            message = f"{self.path}: another process is writing it; wait for its end, or name another journal"
            raise JournalError(message) from None
        except OSError:
            pass  # not every file system knows locks
        try:
            return os.path.samestat(os.stat(self.path), os.fstat(self._file))
        except FileNotFoundError:
            return False

    def _read(self, plan: dict[str, Any]) -> None:
        head = {"schema": SCHEMA, "version": VERSION, "plan": plan}
        damaged: int | None = None
        with os.fdopen(os.dup(self._file), "rb") as file:
            file.seek(0)
            for number, line in enumerate(file, 1):
                if damaged is not None:
                    raise JournalError(
                        f"{self.path}: line {damaged} is damaged, and more follows; it cannot be trusted. Name another journal"
                    )
                value = _value(line)
                if value is None:
                    damaged = number
                    self.cut = len(line)
                    continue
                if number == 1:
                    self._check_head(value, head)
                else:
                    self._note(value, number, len(line))
                self._end += len(line)
        if self._end == 0:
            if damaged is not None and not self._is_torn_head(_line(head)):
                raise JournalError(f"{self.path}: not a journal of chuhe; name another file")
            os.ftruncate(self._file, 0)
            self._write(_line(head))
            self.sync()
        elif self.cut:
            os.ftruncate(self._file, self._end)

    def _is_torn_head(self, head: bytes) -> bool:
        """Whether the file is the beginning of what we would write: then it was ours, and nothing is lost."""
        os.lseek(self._file, 0, os.SEEK_SET)
        return head.startswith(os.read(self._file, len(head) + 1))

    def _check_head(self, there: Any, head: dict[str, Any]) -> None:
        if not isinstance(there, dict) or there.get("schema") != SCHEMA:
            raise JournalError(f"{self.path}: not a journal of chuhe; name another file")
        if there.get("version") != VERSION:
            raise JournalError(f"{self.path}: a journal of version {there.get('version')}; this package knows version {VERSION}")
        if there.get("plan") != head["plan"]:
            difference = _different(there.get("plan"), head["plan"])
            raise JournalError(f"{self.path}: a journal of another plan: {difference}. Name another journal, or ask for the same")

    def _note(self, value: Any, number: int, length: int) -> None:
        job = value.get("id") if isinstance(value, dict) else None
        if not isinstance(job, str) or "answer" not in value:
            raise JournalError(f"{self.path}: line {number} is not an answer")
        if job in self._places:
            raise JournalError(f"{self.path}: line {number} answers {job!r} again; it cannot be trusted. Name another journal")
        self._places[job] = (self._end, length)

    def _write(self, line: bytes) -> None:
        """Adds a line, or leaves the file as it was."""
        os.lseek(self._file, self._end, os.SEEK_SET)
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except BaseException:
            os.ftruncate(self._file, self._end)
            raise
        self._end += len(line)

    def __contains__(self, job: str) -> bool:
        return job in self._places

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __getitem__(self, job: str) -> dict[str, Any]:
        """The answer to a job, read from the file."""
        place, length = self._places[job]
        os.lseek(self._file, place, os.SEEK_SET)
        line = b""
        while len(line) < length:
            part = os.read(self._file, length - len(line))
            if not part:
                break
            line += part
        value = _value(line)
        if value is None or value["id"] != job:
            raise JournalError(f"{self.path}: the answer to {job!r} is no longer what was written")
        return value["answer"]

    def append(self, job: str, answer: dict[str, Any]) -> None:
        """Keeps the answer to a job. If it cannot be written, the journal stays as it was and the error is raised."""
        if self._file < 0:
            raise JournalError(f"{self.path}: the journal is closed")
        if job in self._places:
            raise JournalError(f"{self.path}: {job!r} is answered already")
        line = _line({"id": job, "answer": answer})
        place = self._end
        self._write(line)
        self._places[job] = (place, len(line))
        if time.monotonic() - self._synced >= SYNC_INTERVAL:
            self.sync()

    def sync(self) -> None:
        """Waits until everything is on the disk."""
        os.fsync(self._file)
        self._synced = time.monotonic()

    def close(self) -> None:
        """Ends the work with it; another process may open it then."""
        if self._file >= 0:
            try:
                self.sync()
            finally:
                os.close(self._file)
                self._file = -1

    def remove(self) -> None:
        """Closes and deletes it, when what it held is kept elsewhere."""
        if fcntl is None:  # Windows removes no file that is open
            self.close()
            self.path.unlink(missing_ok=True)
        else:
            # While others are still kept out: what is removed must not be theirs.
            self.path.unlink(missing_ok=True)
            self.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class MemoryJournal(Journal):
    """Answers that are not kept: for work that is short enough to be done again."""

    def __init__(self) -> None:
        self.path = Path("memory")
        self.cut = 0
        self._answers: dict[str, dict[str, Any]] = {}

    def __contains__(self, job: str) -> bool:
        return job in self._answers

    def __len__(self) -> int:
        return len(self._answers)

    def __iter__(self) -> Iterator[str]:
        return iter(self._answers)

    def __getitem__(self, job: str) -> dict[str, Any]:
        return self._answers[job]

    def append(self, job: str, answer: dict[str, Any]) -> None:
        if job in self._answers:
            raise JournalError(f"{job!r} is answered already")
        self._answers[job] = answer

    def sync(self) -> None:
        pass

    def close(self) -> None:
        pass

    def remove(self) -> None:
        pass
