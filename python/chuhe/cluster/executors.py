"""Who does the jobs: threads of this process, or processes of `chuhe worker`. The cluster is in on_ray.

A job is a dictionary as docs/worker.md describes it, its id a text. An executor takes jobs and gives answers as they are ready; a job whose worker is lost is
given to another. It knows nothing of journals.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence, Sized
from typing import Any, Protocol, TypeVar

from .. import _chuhe

#: A job that has taken its worker along so many times is not tried again.
ATTEMPTS = 4
#: How many seconds the output of a worker that was ended may stay open.
PATIENCE = 5.0

Self = TypeVar("Self", bound="Closing")
Job = dict[str, Any]
Answer = dict[str, Any]


class ClusterError(RuntimeError):
    """A job could not be done, however often it was tried, or there is nobody left to do it."""


class Executor(Protocol):
    """Does jobs."""

    def slots(self) -> int:
        """How many jobs it takes at once."""

    def submit(self, job: Job) -> None:
        """Takes a job."""

    def next(self) -> tuple[Job, Answer]:
        """Waits for the next answer. A ClusterError if no job is open."""

    def cancel(self) -> None:
        """Gives up all jobs that are not answered, and is ready for others."""

    def close(self) -> None:
        """Gives up everything. After it nothing is taken: submit is a ClusterError."""


class Closing:
    """An executor that `with` closes."""

    _is_closed = False

    def _check_open(self) -> None:
        if self._is_closed:
            raise ClusterError("the executor is closed; make another")

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def check_awaited(jobs: Sized) -> None:
    """Refuses to wait for an answer that nobody will give."""
    if not jobs:
        raise ClusterError("no job is open; submit one before next()")


class LocalExecutor(Closing):
    """Threads of this process; the engine does not hold Python up."""

    def __init__(self, threads: int | None = None) -> None:
        self._threads = threads if threads is not None else os.cpu_count() or 1
        if self._threads < 1:
            raise ValueError(f"threads is {threads}; it must be at least 1")
        self._waiting: queue.SimpleQueue[tuple[Job, Any] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[Job, Any, str | BaseException]] = queue.SimpleQueue()
        self._open: set[Any] = set()
        self._workers = [threading.Thread(target=self._work, daemon=True) for _ in range(self._threads)]
        for worker in self._workers:
            worker.start()

    def slots(self) -> int:
        return self._threads

    def _work(self) -> None:
        while (taken := self._waiting.get()) is not None:
            job, task = taken
            try:
                self._answers.put((job, task, task.run()))
            except BaseException as error:  # noqa: BLE001  (told to whoever waits)
                self._answers.put((job, task, error))

    def submit(self, job: Job) -> None:
        self._check_open()
        task = _chuhe.Job(json.dumps(job))
        self._open.add(task)
        self._waiting.put((job, task))

    def next(self) -> tuple[Job, Answer]:
        while True:
            check_awaited(self._open)
            try:
                # In short waits, so that Ctrl-C is heard on every system.
                job, task, answer = self._answers.get(timeout=0.2)
            except queue.Empty:
                continue
            if task not in self._open:
                continue  # it was cancelled meanwhile
            self._open.discard(task)
            if isinstance(answer, BaseException):
                raise answer
            return job, json.loads(answer)

    def cancel(self) -> None:
        for task in self._open:
            task.cancel()
        self._open.clear()

    def close(self) -> None:
        self._is_closed = True
        self.cancel()
        for _ in self._workers:
            self._waiting.put(None)
        for worker in self._workers:
            worker.join()
        self._workers = []


class _Process:
    """One process of `chuhe worker`, one job at a time."""

    def __init__(self, command: Sequence[str], answers: queue.SimpleQueue[Any]) -> None:
        self.job: Job | None = None
        # A group of its own: a worker may be a script that has started others, which must end with it.
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        self.pid = self._process.pid
        self._answers = answers
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._answers.put((self, line))
        self._answers.put((self, None))

    def send(self, job: Job) -> None:
        assert self._process.stdin is not None
        self.job = job
        with contextlib.suppress(OSError):  # a process that is gone is heard of by its end
            self._process.stdin.write(json.dumps(job).encode() + b"\n")
            self._process.stdin.flush()

    def end(self) -> None:
        if hasattr(os, "killpg"):
            with contextlib.suppress(OSError):  # before it is waited for, so that its number is still its own
                os.killpg(self.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._reader.join(PATIENCE)
        if self._reader.is_alive():
            return  # somebody who has left the group holds the stream; it cannot be closed while it is read
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


class WorkerExecutor(Closing):
    """Processes of `chuhe worker` on this machine: of this package, or of another program, such as one that was built with the feature tune.

    A process that ends in the middle of a job is started anew, and the job is done again.
    """

    def __init__(self, program: str | os.PathLike[str] | Sequence[str] | None = None, *, processes: int | None = None) -> None:
        if program is None:
            program = [sys.executable, "-m", "chuhe"]
        words = [os.fspath(program)] if isinstance(program, (str, os.PathLike)) else list(program)
        if shutil.which(words[0]) is None:
            raise ClusterError(f"{words[0]!r} is not a program that can be started")
        self._command = [*words, "worker", "--jobs", "1"]
        self._count = processes if processes is not None else os.cpu_count() or 1
        if self._count < 1:
            raise ValueError(f"processes is {processes}; it must be at least 1")
        self._answers: queue.SimpleQueue[tuple[_Process, bytes | None]] = queue.SimpleQueue()
        self._waiting: list[Job] = []
        self._attempts: dict[str, int] = {}
        self._processes: list[_Process] = []

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that run."""
        return [process.pid for process in self._processes]

    def slots(self) -> int:
        return self._count

    def submit(self, job: Job) -> None:
        self._check_open()
        self._waiting.append(job)
        self._hand_out()

    def _hand_out(self) -> None:
        while self._waiting and len([process for process in self._processes if process.job]) < self._count:
            idle = next((process for process in self._processes if process.job is None), None)
            if idle is None:
                try:
                    idle = _Process(self._command, self._answers)
                except OSError as error:
                    raise ClusterError(f"{self._command[0]!r} cannot be started: {error}") from error
                self._processes.append(idle)
            idle.send(self._waiting.pop(0))

    def next(self) -> tuple[Job, Answer]:
        while True:
            check_awaited([*self._waiting, *(process for process in self._processes if process.job is not None)])
            try:
                process, line = self._answers.get(timeout=0.2)
            except queue.Empty:
                continue
            if process not in self._processes:
                continue  # it was cancelled meanwhile
            job = process.job
            if line is None:
                self._processes.remove(process)
                process.end()
                if job is not None:
                    self._lost(job)
                self._hand_out()
                continue
            if job is None:
                continue
            process.job = None
            self._attempts.pop(job["id"], None)
            self._hand_out()
            try:
                return job, json.loads(line)
            except ValueError:
                message = f"{self._command[0]!r} does not speak as a worker does: {line[:200]!r}"
                raise ClusterError(message) from None

    def _lost(self, job: Job) -> None:
        tried = self._attempts[job["id"]] = self._attempts.get(job["id"], 0) + 1
        if tried >= ATTEMPTS:
            raise ClusterError(f"the job {job['id']!r} has taken its worker along {tried} times: {json.dumps(job)[:300]}")
        self._waiting.insert(0, job)

    def cancel(self) -> None:
        self._waiting.clear()
        self._attempts.clear()
        busy = [process for process in self._processes if process.job is not None]
        for process in busy:
            self._processes.remove(process)
            process.end()

    def close(self) -> None:
        self._is_closed = True
        self.cancel()
        for process in self._processes:
            process.end()
        self._processes = []
