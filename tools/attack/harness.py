"""What every attack has: a seed, a folder that goes when it is over, programs that are ended with it, and a verdict.

An attack is a function that takes a `Case` and raises `Broken` if a promise is broken. Everything random in it comes from
`case.random`, which the name of the attack and the seed decide, so that a seed repeats a case (up to what clocks do).
"""

import os
import random
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

# Far longer than anything takes, also on a busy machine: who is silent for this long hangs.
PATIENCE = 90
ROOT = Path(__file__).resolve().parents[2]
# No command needs more; one that believes a length that lies asks for more.
ADDRESS_SPACE = 6 << 30


class Broken(Exception):
    """A promise that does not hold."""


class Case:
    """One attack with one seed."""

    def __init__(self, name, seed, program, kills=4):
        self.name = name
        self.seed = seed
        self.program = str(program)
        self.kills = kills
        self.random = random.Random(f"{name} {seed}")
        self.folder = Path(tempfile.mkdtemp(prefix="chuhe-attack-"))
        self.notes = {}
        self.processes = []
        self.endings = []

    def count(self, what, number=1):
        """Adds to what the summary tells of this attack."""
        self.notes[what] = self.notes.get(what, 0) + number

    def start(self, *arguments, program=None, descriptors=None, **options):
        """Starts the program in the folder of the case, or another command, with bounded memory and so many open files."""
        command = [program or self.program, *map(str, arguments)]
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        options.setdefault("cwd", self.folder)
        options.setdefault("env", self.environment())
        process = subprocess.Popen(command, preexec_fn=lambda: limit(descriptors), **options)
        self.processes.append(process)
        return process

    def environment(self, **more):
        """Variables for programs: what they keep for their user stays in the folder."""
        inside = {name: str(self.folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}
        return {**os.environ, **inside, **more}

    def run(self, *arguments, patience=PATIENCE, **options):
        """Runs the program to its end, and holds it to what always holds: it ends by itself, without a panic."""
        began = time.monotonic()
        process = self.start(*arguments, **options)
        try:
            out, errors = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Broken(f"{shown(arguments)} has not ended after {patience} s") from None
        self.count("commands")
        result = Ended(arguments, process.returncode, out or b"", errors or b"", time.monotonic() - began)
        result.check_calm()
        return result

    def close(self):
        """Ends what was started and removes what was written."""
        for ending in reversed(self.endings):
            ending()
        for process in self.processes:
            if process.poll() is None:
                process.kill()
                process.wait()
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe:
                    try:
                        pipe.close()
                    except OSError:
                        pass
        shutil.rmtree(self.folder, ignore_errors=True)


class Ended:
    """A command that has ended."""

    def __init__(self, arguments, code, out, errors, seconds):
        self.arguments = arguments
        self.code = code
        self.out = out.decode("utf-8", "replace")
        self.errors = errors.decode("utf-8", "replace")
        self.seconds = seconds

    def check_calm(self):
        """No panic, no signal."""
        if self.code < 0:
            raise Broken(f"{shown(self.arguments)} was ended by {signal.Signals(-self.code).name}: {tail(self.errors)}")
        if "panicked" in self.errors or self.code == 101:
            raise Broken(f"{shown(self.arguments)} panicked: {tail(self.errors)}")

    def check_code(self, *codes):
        """One of these exit codes; a failure says why."""
        if self.code not in codes:
            raise Broken(f"{shown(self.arguments)} ends with {self.code}, not {codes}: {tail(self.errors)}")
        if self.code == 2 and not (self.errors.strip() or self.out.strip()):
            raise Broken(f"{shown(self.arguments)} fails without a word")
        return self


def limit(descriptors):
    """Runs in the new process."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    if descriptors:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))


def shown(arguments):
    """A command as a person may type it, short."""
    text = " ".join(repr(str(word)) if " " in str(word) else str(word) for word in arguments)
    return text if len(text) < 300 else text[:300] + "…"


def tail(text, length=400):
    """The end of what somebody said."""
    text = text.strip()
    return repr(text[-length:])


def resident(pid, field="VmRSS"):
    """Mebibytes of a process in memory, now (VmRSS) or at most (VmHWM)."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(field + ":"):
                return int(line.split()[1]) // 1024
    except OSError:
        pass
    return 0


def check(holds, text):
    """Raises unless it holds."""
    if not holds:
        raise Broken(text)


def until(holds, text, patience=PATIENCE, step=0.02):
    """Waits until something holds."""
    end = time.monotonic() + patience
    while not holds():
        if time.monotonic() > end:
            raise Broken(f"{text}, after {patience} s")
        time.sleep(step)
