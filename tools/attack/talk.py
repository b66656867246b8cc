"""An engine at the other end of two pipes."""

import queue
import subprocess
import threading
import time

from harness import PATIENCE, Broken, resident, shown, tail


class Engine:
    """A process that is spoken to line by line. What it says is kept, to be quoted when something breaks."""

    patience = PATIENCE

    def __init__(self, case, *arguments, program=None, **options):
        self.case = case
        options.setdefault("stderr", subprocess.STDOUT)
        self.process = case.start(*arguments, program=program, stdin=subprocess.PIPE, **options)
        self.lines = queue.Queue()
        self.said = []
        self.heard = []
        self.peak = 0
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        try:
            for line in self.process.stdout:
                self.lines.put(line.decode("utf-8", "replace").strip())
        except (OSError, ValueError):
            pass  # closed from this side
        self.lines.put(None)

    def say(self, *lines):
        """Sends lines, text or bytes."""
        data = b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines)
        self.said.extend(data.split(b"\n")[:-1])
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except OSError:
            self.fail("has gone")

    def next(self, end):
        """The next line, if it comes before this moment; none at the end of all."""
        try:
            line = self.lines.get(timeout=max(0.1, end - time.monotonic()))
        except queue.Empty:
            self.fail(f"is silent for {self.patience} s")
        if line is not None:
            self.heard.append(line)
        return line

    def until(self, *starts):
        """Lines up to one that begins with one of these, itself included."""
        end = time.monotonic() + self.patience
        lines = []
        while True:
            line = self.next(end)
            if line is None:
                self.fail(f"has ended before {starts}")
            lines.append(line)
            self.note_memory()
            if line.startswith(starts):
                return lines

    def note_memory(self):
        self.peak = max(self.peak, resident(self.process.pid, "VmHWM"))

    def quit(self, *words):
        """Ends it, and says with which code it went."""
        self.say(*words)
        self.note_memory()
        try:
            code = self.process.wait(self.patience)
        except subprocess.TimeoutExpired:
            self.fail("does not end")
        if code != 0:
            self.fail(f"ends with {code}")
        if any("panicked" in line for line in self.heard):
            self.fail("panicked")

    def fail(self, what):
        """Breaks the case, with the end of the conversation."""
        said = [line.decode("utf-8", "backslashreplace")[:200] for line in self.said[-12:]]
        code = self.process.poll()
        state = "" if code is None else f" (exit code {code})"
        raise Broken(f"the engine {what}{state}; said {said}; heard {tail(shown(self.heard[-6:]), 600)}")
