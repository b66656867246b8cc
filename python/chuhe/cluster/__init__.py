"""Work that outgrows one machine: a database of games, training data, matches, tests and tuning, on Ray or on this machine alone.

A piece of work is cut into jobs, each a game or a few. A job depends on nothing but what is written in it (nodes and seeds, not the time), so that it has the same
answer whoever does it. Answers are kept in a journal on disk, each once; what was not answered when everything was killed is done by the next call.

>>> from chuhe import cluster
>>> first, second = cluster.Player(nodes=300), cluster.Player("random")
>>> result = cluster.play_match(first, second, pairs=1, seed=1, executor=cluster.LocalExecutor(1))
>>> result.wins
2

The executor says who does the jobs: LocalExecutor threads of this process, WorkerExecutor processes of `chuhe worker`, RayExecutor a cluster
(pip install 'chuhe[cluster]').
"""

from __future__ import annotations

from .executors import ClusterError, Executor, LocalExecutor, WorkerExecutor
from .journal import Journal, JournalError
from .run import JobError
from .tasks import (
    Analysis,
    MatchResult,
    Parameter,
    Player,
    SprtResult,
    TuneResult,
    analyse_games,
    generate_games,
    play_match,
    sprt,
    tune,
)

__all__ = [
    "Analysis", "ClusterError", "Executor", "JobError", "Journal", "JournalError", "LocalExecutor", "MatchResult", "Parameter",
    "Player", "RayExecutor", "SprtResult", "TuneResult", "WorkerExecutor", "analyse_games", "generate_games", "play_match", "sprt", "tune",
]  # fmt: skip


def __getattr__(name: str) -> object:
    # Ray is large, and whoever does not use it need not have it.
    if name == "RayExecutor":
        from .on_ray import RayExecutor

        return RayExecutor
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
