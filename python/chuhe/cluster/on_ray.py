"""Jobs on a cluster of Ray.

Each job is a task of Ray in a process of its own on some node, where the package must be installed; it is done there by the engine inside the package, so that there is no
second process to look after. What a node or a process takes along when it dies is done again elsewhere: a job that was under way, and an answer that was lost
on its way.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import subprocess
import time
from collections.abc import Sequence
from typing import Any

from .executors import ATTEMPTS, Answer, Closing, ClusterError, Job, check_awaited

try:
    import ray
    from ray import exceptions
except ImportError as error:  # pragma: no cover
    raise ImportError("RayExecutor needs Ray: pip install 'chuhe[cluster]'") from error

#: How long a cluster may be without a processor before the work is given up.
PATIENCE = 120.0
#: How long the head of a cluster may take to answer.
CONNECT_PATIENCE = 10.0


def _do(line: str, command: Sequence[str] | None) -> str:
    """Does a job where it is called: with the engine of the package, or with a program."""
    if command is None:
        from chuhe import _chuhe

        return _chuhe.Job(line).run()
    words = [*command, "worker", "--jobs", "1"]
    done = subprocess.run(words, input=line.encode(), stdout=subprocess.PIPE, check=True)
    answers = done.stdout.decode().strip().splitlines()
    if not answers:
        raise subprocess.CalledProcessError(done.returncode, words)
    return answers[-1]


def _check_address(address: str | None) -> None:
    """Refuses a cluster that nobody answers for; Ray itself would try for minutes."""
    host, colon, port = (address or "").rpartition(":")
    if not colon or "/" in host or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), CONNECT_PATIENCE).close()
    except OSError as error:
        raise ClusterError(f"nobody answers at {address}: {error}; `ray status --address={address}` tells more") from error


class RayExecutor(Closing):
    """A cluster of Ray: the one that runs here, the one at an address, or a small one of this machine alone.

    cpus is what a job takes of a node. Nodes that join are used, and those that die are done without.
    """

    def __init__(
        self, address: str | None = None, *, cpus: float = 1, program: str | os.PathLike[str] | Sequence[str] | None = None
    ) -> None:
        if cpus <= 0:
            raise ValueError(f"cpus is {cpus}; it must be above 0")
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            _check_address(address)
            ray.init(address=address, log_to_driver=False, logging_level=logging.WARNING)
        self._cpus = cpus
        self._command: list[str] | None = None
        if program is not None:
            self._command = [os.fspath(program)] if isinstance(program, (str, os.PathLike)) else list(program)
        # Lost jobs are counted and sent again here, not by Ray: one that takes its workers along must have an end.
        self._task = ray.remote(num_cpus=cpus, max_retries=0)(_do)
        self._open: dict[Any, Job] = {}
        self._attempts: dict[str, int] = {}
        self._alive = time.monotonic()

    def slots(self) -> int:
        processors = ray.cluster_resources().get("CPU", 0)
        if processors >= self._cpus:
            self._alive = time.monotonic()
        # One more for each, so that nobody waits for the next job.
        return max(1, 2 * int(processors / self._cpus))

    def submit(self, job: Job) -> None:
        self._check_open()
        self._open[self._task.remote(json.dumps(job), self._command)] = job

    def next(self) -> tuple[Job, Answer]:
        while True:
            check_awaited(self._open)
            ready, _ = ray.wait(list(self._open), num_returns=1, timeout=1.0)
            if not ready:
                self.slots()
                if time.monotonic() - self._alive > PATIENCE:
                    raise ClusterError(f"no node of the cluster has had a processor for {PATIENCE:.0f} seconds")
                continue
            job = self._open.pop(ready[0])
            try:
                answer = ray.get(ready[0])
            except exceptions.RayError as error:
                is_of_task = isinstance(error, exceptions.RayTaskError)
                # A program that ends without an answer is a worker that was lost; anything else the task would raise again.
                if is_of_task and not isinstance(getattr(error, "cause", None), subprocess.CalledProcessError):
                    raise ClusterError(f"the job {job['id']!r} failed: {error}") from error
                tried = self._attempts[job["id"]] = self._attempts.get(job["id"], 0) + 1
                if tried >= ATTEMPTS:
                    message = f"the job {job['id']!r} was lost {tried} times: {json.dumps(job)[:300]}"
                    raise ClusterError(message) from error
                self.submit(job)
                continue
            self._attempts.pop(job["id"], None)
            return job, json.loads(answer)

    def cancel(self) -> None:
        for task in self._open:
            # A task that runs does not hear of an interrupt: its process is ended.
            ray.cancel(task, force=True)
        self._open.clear()
        self._attempts.clear()

    def close(self) -> None:
        self._is_closed = True
        self.cancel()
        if self._is_ours and ray.is_initialized():
            ray.shutdown()
