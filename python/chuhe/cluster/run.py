"""The loop: jobs from a source to an executor, answers into a journal and back to the source, each once."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any, Protocol

from .executors import Answer, ClusterError, Executor, Job
from .journal import Journal


class JobError(ValueError):
    """A job was refused or failed: what is wrong, in the words of the worker."""

    def __init__(self, job: Job, answer: Answer) -> None:
        super().__init__(f"{job['id']}: {answer.get('message', answer)}")
        self.job = job
        self.answer = answer

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.job, self.answer)


class Source(Protocol):
    """Knows which jobs there are, and what becomes of the answers."""

    def next(self) -> Job | None:
        """The next job; None if there is none before another answer has come, or none at all."""

    def take(self, job: Job, answer: Answer) -> None:
        """Takes an answer, in whatever order they come."""

    def is_done(self) -> bool:
        """Whether nothing more is needed, also no answer that is on its way."""

    def keeps_errors(self) -> bool:
        """Whether a job that is refused is an answer like others, or the end."""


#: The executors that a run uses, by their identity.
_used: set[int] = set()
_using = threading.Lock()


@contextlib.contextmanager
def _alone(executor: Executor) -> Iterator[None]:
    """Keeps an executor for one run: ids of jobs repeat from run to run, and answers would go astray."""
    with _using:
        if id(executor) in _used:
            raise ClusterError("the executor is used by another run; wait for its end, or make another executor")
        _used.add(id(executor))
    try:
        yield
    finally:
        with _using:
            _used.discard(id(executor))


def run(source: Source, executor: Executor, journal: Journal) -> None:
    """Does the jobs of a source, but for those that the journal has answers to.

    Every answer is in the journal before the source hears of it. Whatever ends the loop early leaves the journal as it is; the executor is told to
    give up what is on its way. An executor that another run uses is refused.
    """
    with _alone(executor):
        _run(source, executor, journal)


def _run(source: Source, executor: Executor, journal: Journal) -> None:
    under_way = 0
    try:
        while not source.is_done():
            slots = executor.slots()
            while under_way < slots and not source.is_done():
                job = source.next()
                if job is None:
                    break
                if job["id"] in journal:
                    source.take(job, journal[job["id"]])
                else:
                    executor.submit(job)
                    under_way += 1
            if source.is_done() or under_way == 0:
                break
            job, answer = executor.next()
            under_way -= 1
            answer = checked(job, answer, source)
            journal.append(job["id"], answer)
            source.take(job, answer)
    finally:
        if under_way:
            executor.cancel()


def checked(job: Job, answer: Answer, source: Source) -> dict[str, Any]:
    """An answer without what is only for the way; an error is raised unless the source keeps it."""
    if answer.get("id") != job["id"]:
        raise JobError(job, {"message": f"the answer is to {answer.get('id')!r}"})
    kept = {name: value for name, value in answer.items() if name != "id"}
    if kept.get("type") == "error" and not (kept.get("code") == "refused" and source.keeps_errors()):
        raise JobError(job, answer)
    if kept.get("type") in ("cancelled", "progress"):
        raise JobError(job, {"message": f"the answer is {kept['type']!r} and not a result"})
    return kept
