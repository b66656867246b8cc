"""The work of chuhe.cluster on a cluster of Ray with several nodes, one of which is killed in the middle: the same results as without a cluster,
nothing lost, nothing twice.

Run alone, `python test_ray.py`, it measures how many games a second 1, 2 and 4 nodes play.
"""

import sys
import time

import chuhe
import pytest
import ray
from chuhe import cluster
from ray.cluster_utils import Cluster

MEMORY = 80 << 20
SHORT = {"max_plies": 24}


class Nodes:
    """A cluster of node processes on this machine, one processor each; the first has the driver and does no jobs."""

    def __init__(self, count):
        head = {"num_cpus": 0, "object_store_memory": MEMORY, "include_dashboard": False}
        self._cluster = Cluster(initialize_head=True, head_node_args=head)
        self.nodes = [self.add() for _ in range(count)]
        ray.init(address=self._cluster.address, log_to_driver=False, logging_level="error")

    def add(self):
        return self._cluster.add_node(num_cpus=1, object_store_memory=MEMORY)

    def kill_one(self):
        # Its processes are killed, as by a power cut.
        self._cluster.remove_node(self.nodes.pop(), allow_graceful=False)

    def close(self):
        ray.shutdown()
        self._cluster.shutdown()


@pytest.fixture(params=[2, 4])
def nodes(request):
    made = Nodes(request.param)
    yield made
    made.close()


class Killer:
    """Hears of answers, and kills a node after the second."""

    def __init__(self, nodes):
        self.nodes, self.heard, self.killed_at = nodes, [], None

    def __call__(self, done, total):
        self.heard.append(done)
        if done == 2:
            self.nodes.kill_one()
            self.killed_at = done


def match(**settings):
    first, second = cluster.Player(nodes=4000, hash=1), cluster.Player(nodes=2000, hash=1)
    return cluster.play_match(first, second, pairs=6, seed=3, adjudication=SHORT, **settings)


def test_a_node_is_killed_and_the_results_are_the_same(nodes, tmp_path):
    plain = match(executor=cluster.LocalExecutor(2))
    executor, killer = cluster.RayExecutor(), Killer(nodes)
    journal = tmp_path / "match"
    played = match(executor=executor, journal=journal, progress=killer)
    assert killer.killed_at == 2 and killer.heard == list(range(1, 13))
    assert played == plain
    lines = journal.read_bytes().splitlines()
    assert len(lines) == 13 and len({line.split(b'"answer"')[0][9:] for line in lines[1:]}) == 12

    # What is left of the cluster does the other kinds of work, and a node that comes later helps.
    nodes.add()
    settings = {"seed": 9, "nodes": 300, "hash": 1, "adjudication": SHORT}
    totals = cluster.generate_games(tmp_path / "a.chg", 8, games_per_job=8, executor=cluster.LocalExecutor(1), **settings)
    assert cluster.generate_games(tmp_path / "b.chg", 8, games_per_job=1, executor=executor, **settings) == totals
    assert (tmp_path / "a.chg").read_bytes() == (tmp_path / "b.chg").read_bytes()

    games = [chuhe.Game() for _ in range(4)]
    for game, moves in zip(games, (["h2e2"], ["b2e2", "h9g7"], ["c3c4"], ["g3g4", "b7e7"])):
        game.root().add_line([chuhe.Move.from_uci(move) for move in moves])
    chuhe.write_games(tmp_path / "games.pgn", games)
    for name, doer in (("a.jsonl", cluster.LocalExecutor(1)), ("b.jsonl", executor)):
        assert cluster.analyse_games(tmp_path / "games.pgn", tmp_path / name, nodes=2000, executor=doer).games == 4
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()

    first, second = cluster.Player(nodes=300, hash=1), cluster.Player("random")
    test = {"elo0": 0, "elo1": 200, "max_pairs": 40, "seed": 2, "random_plies": 4}
    assert cluster.sprt(first, second, executor=executor, **test) == cluster.sprt(
        first, second, executor=cluster.LocalExecutor(1), **test
    )

    def tune(doer):
        def player(values):
            return cluster.Player(nodes=values["nodes"], hash=1)

        parameters = [cluster.Parameter("nodes", 60, 10, 400, 40)]
        return cluster.tune(parameters, player, trials=6, ahead=3, rate=0.5, adjudication=SHORT, executor=doer)

    assert tune(executor) == tune(cluster.LocalExecutor(1))
    executor.close()
    assert ray.is_initialized(), "a cluster that was there before stays"


def test_a_job_that_is_refused_is_told(tmp_path):
    nodes = Nodes(1)
    try:
        executor = cluster.RayExecutor()
        with pytest.raises(cluster.JobError, match='needs a "limit"'):
            cluster.play_match(cluster.Player(), cluster.Player("random"), pairs=1, executor=executor)
        with pytest.raises(cluster.ClusterError, match="failed"):
            program = cluster.RayExecutor(program="/no/such/program")
            cluster.play_match(cluster.Player("1"), cluster.Player("random"), pairs=1, executor=program)
    finally:
        nodes.close()


def test_a_program_that_is_killed_is_tried_again(tmp_path):
    once, program = tmp_path / "once", tmp_path / "program"
    program.write_text(f'#!/bin/sh\nif [ ! -e "{once}" ]; then touch "{once}"; kill -9 $$; fi\nexec "{sys.executable}" -m chuhe "$@"\n')
    program.chmod(0o755)
    nodes = Nodes(1)
    try:
        executor = cluster.RayExecutor(program=program)
        with pytest.raises(cluster.ClusterError, match="no job is open"):
            executor.next()
        settings = {"pairs": 1, "adjudication": SHORT, "seed": 3}
        players = cluster.Player(nodes=20, hash=1), cluster.Player("random")
        plain = cluster.play_match(*players, executor=cluster.LocalExecutor(1), **settings)
        assert cluster.play_match(*players, executor=executor, **settings) == plain and once.exists()
        executor.close()
        with pytest.raises(cluster.ClusterError, match="closed"):
            cluster.play_match(*players, executor=executor, **settings)
        with pytest.raises(cluster.ClusterError, match="lost 4 times"):
            cluster.play_match(*players, executor=cluster.RayExecutor(program="/bin/false"), **settings)
    finally:
        nodes.close()


def measure():
    """Games a second by the clock, with threads of one process and with nodes."""

    def play(executor):
        player = cluster.Player(nodes=5000, hash=1)
        began = time.perf_counter()
        cluster.play_match(player, player, pairs=16, seed=5, adjudication={"max_plies": 60}, executor=executor)
        return 32 / (time.perf_counter() - began)

    for threads in (1, 2):
        print(f"LocalExecutor({threads}): {play(cluster.LocalExecutor(threads)):.2f} games/s", flush=True)
    print(f"WorkerExecutor(processes=2): {play(cluster.WorkerExecutor(processes=2)):.2f} games/s", flush=True)
    for count in (1, 2, 4):
        nodes = Nodes(count)
        try:
            executor = cluster.RayExecutor()
            play(executor)  # the first time processes are started
            print(f"RayExecutor, {count} node(s): {play(executor):.2f} games/s", flush=True)
        finally:
            nodes.close()


if __name__ == "__main__":
    sys.exit(measure())
