"""Jobs, journals and the work of clusters without a cluster: what the one on Ray is compared with."""

import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import chuhe
import chuhe.data
import pytest
from chuhe import _chuhe, cluster
from chuhe.cluster import run as loop
from chuhe.cluster.journal import _line

SHORT = {"max_plies": 16}
GAMES = Path(__file__).resolve().parents[2] / "testdata" / "notation" / "files"


def done(job):
    return json.loads(_chuhe.Job(json.dumps(job)).run())


def test_a_job_is_done_and_a_bad_one_is_told():
    answer = done({"id": "a", "type": "analyse_position", "limit": {"nodes": 500}})
    assert answer["id"] == "a" and answer["type"] == "position_analysed" and answer["best"] in chuhe.Board().legal_moves.uci()
    assert json.loads(_chuhe.Job("nonsense").run())["code"] == "not_json"
    assert done({"id": 1, "type": "generate_games", "games": 1, "seed": 1, "out": "x.chg"})["code"] == "refused"


def test_a_job_is_cancelled_from_another_thread():
    job = _chuhe.Job(json.dumps({"id": 1, "type": "analyse_position", "limit": {"depth": 100}}))
    threading.Timer(0.3, job.cancel).start()
    assert json.loads(job.run())["type"] == "cancelled"


def test_the_command_works():
    lines = [json.dumps({"id": number, "type": "analyse_position", "limit": {"nodes": 200}}) for number in range(4)]
    command = [sys.executable, "-m", "chuhe", "worker", "--jobs", "2"]
    out = subprocess.run(command, input="\n".join([*lines, "x"]).encode(), stdout=subprocess.PIPE, timeout=120, check=True)
    answers = [json.loads(line) for line in out.stdout.splitlines()]
    assert sorted(str(answer["id"]) for answer in answers) == ["0", "1", "2", "3", "None"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_second_signal_ends_a_worker_whose_answers_nobody_reads():
    command = [sys.executable, "-m", "chuhe", "worker", "--jobs", "1"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(b'{"id": 0, "type": "hello"}\n')
    process.stdin.flush()
    assert b"welcome" in process.stdout.readline()

    def write():
        # More answers than a pipe holds.
        with contextlib.suppress(OSError):
            process.stdin.write(b"".join(b'{"id": %d, "type": "hello"}\n' % number for number in range(1, 20_000)))

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(2):
            time.sleep(1)
            process.send_signal(signal.SIGTERM)
        assert process.wait(60) in (130, -signal.SIGTERM)
    finally:
        process.kill()
        process.stdout.close()
        writer.join()


# --- the journal -----------------------------------------------------------------------------------------------------------------------


def test_a_journal_keeps_answers(tmp_path):
    path = tmp_path / "journal"
    with cluster.Journal(path, {"what": "test"}) as journal:
        journal.append("a", {"x": 1})
        journal.append("b", {"text": "楚河\n"})
        assert journal["a"] == {"x": 1} and len(journal) == 2 and "c" not in journal
        with pytest.raises(cluster.JournalError, match="answered already"):
            journal.append("a", {"x": 2})
    with cluster.Journal(path, {"what": "test"}) as journal:
        assert list(journal) == ["a", "b"] and journal["b"] == {"text": "楚河\n"} and journal.cut == 0
    with pytest.raises(cluster.JournalError, match="closed"):
        journal.append("c", {})
    with pytest.raises(cluster.JournalError, match="another plan: what is 'test' there and 'other' here"):
        cluster.Journal(path, {"what": "other"})


def test_every_torn_end_is_cut_and_nothing_before_it(tmp_path):
    path = tmp_path / "journal"
    with cluster.Journal(path, {}) as journal:
        head = path.stat().st_size
        journal.append("a", {"x": 1})
        middle = path.stat().st_size
        journal.append("b", {"y": [1, 2, 3]})
    whole = path.read_bytes()
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        with cluster.Journal(path, {}) as journal:
            good = max(end for end in (0, head, middle, len(whole)) if end <= length)
            assert len(journal) == (good >= middle) + (good == len(whole)), length
            assert journal.cut == length - good, length
            for job in ("a", "b"):
                if job not in journal:
                    journal.append(job, {"again": True})
        with cluster.Journal(path, {}) as journal:
            assert list(journal) == ["a", "b"]


def test_damage_in_the_middle_is_an_error(tmp_path):
    path = tmp_path / "journal"
    with cluster.Journal(path, {}) as journal:
        journal.append("a", {"x": 1})
        journal.append("b", {"x": 2})
    whole = bytearray(path.read_bytes())
    whole[whole.index(b'"x":1')] ^= 1
    path.write_bytes(whole)
    with pytest.raises(cluster.JournalError, match="line 2 is damaged"):
        cluster.Journal(path, {})
    assert path.read_bytes() == whole
    for content in (b"a text of somebody else", b"one\ntwo\n", _line({"schema": "x"}), _line([1])):
        path.write_bytes(content)
        with pytest.raises(cluster.JournalError):
            cluster.Journal(path, {})
        assert path.read_bytes() == content


def test_one_process_at_a_time(tmp_path):
    path = tmp_path / "journal"
    with cluster.Journal(path, {}):
        with pytest.raises(cluster.JournalError, match="another process is writing it"):
            cluster.Journal(path, {})
        code = f"from chuhe import cluster; cluster.Journal({str(path)!r}, {{}})"
        other = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, timeout=120)
        assert other.returncode != 0 and b"another process is writing it" in other.stderr


def test_a_journal_that_is_removed_is_gone_before_others_may_have_it(tmp_path, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    path, close, seen = tmp_path / "journal", os.close, []
    journal = cluster.Journal(path, {})
    journal.append("a", {})
    monkeypatch.setattr(os, "close", lambda file: (seen.append(path.exists()), close(file)))
    journal.remove()
    monkeypatch.undo()
    assert seen == [False] and not path.exists()
    # Whoever has opened the file that is removed begins a new one.
    flock, removed = fcntl.flock, []

    def late(file, how):
        if not removed:
            removed.append(path.unlink())
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with cluster.Journal(path, {}) as journal:
        journal.append("b", {"x": 1})
        assert removed and b'"b"' in path.read_bytes()


def test_a_full_disk_leaves_the_journal_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "journal"
    journal = cluster.Journal(path, {})
    journal.append("a", {"x": 1})
    before, write = path.read_bytes(), os.write

    def full(file, data):
        # Some of it fits, and then no more does.
        if len(data) > 10:
            return write(file, bytes(data)[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        journal.append("b", {"x": "y" * 20 + "z" * 5})
    monkeypatch.undo()
    assert path.read_bytes() == before and "b" not in journal
    journal.append("b", {"x": 2})
    journal.close()
    with cluster.Journal(path, {}) as journal:
        assert list(journal) == ["a", "b"]


# --- the loop --------------------------------------------------------------------------------------------------------------------------


class Scrambler:
    """An executor that answers in another order, and dies when told to."""

    def __init__(self, slots=3, dies_after=None):
        self._slots, self._left, self._jobs, self.asked = slots, dies_after, [], []

    def slots(self):
        return self._slots

    def submit(self, job):
        self.asked.append(job["id"])
        self._jobs.append(job)

    def next(self):
        if self._left == 0:
            raise KeyboardInterrupt
        if self._left is not None:
            self._left -= 1
        job = self._jobs.pop(len(self._jobs) // 2)
        return job, done(job)

    def cancel(self):
        self._jobs.clear()

    def close(self):
        pass


def match(**settings):
    first, second = cluster.Player(nodes=150, hash=1), cluster.Player("2")
    return cluster.play_match(first, second, pairs=4, seed=3, adjudication=SHORT, random_plies=6, **settings)


def test_a_match_is_the_same_whoever_plays(tmp_path):
    plain = match(executor=cluster.LocalExecutor(1))
    assert plain.wins + plain.draws + plain.losses == 8 == len(plain.games) and sum(plain.pairs) == 4
    assert [game["first"] for game in plain.games[:2]] == ["red", "black"] and plain.games[0]["start"] == plain.games[1]["start"]
    assert plain.games[0]["start"] != plain.games[2]["start"]
    assert match(executor=Scrambler()) == plain
    assert match(executor=Scrambler(slots=1), journal=tmp_path / "one") == plain
    # Ended again and again, and each time a little further.
    path, asked = tmp_path / "two", []
    for _ in range(20):
        executor = Scrambler(dies_after=1)
        try:
            assert match(executor=executor, journal=path) == plain
            break
        except KeyboardInterrupt:
            asked.append(executor.asked)
    assert len(asked) == 7
    nobody = Scrambler(dies_after=0)
    assert match(executor=nobody, journal=path) == plain and nobody.asked == []
    with pytest.raises(cluster.JournalError, match="seed"):
        first, second = cluster.Player(nodes=150, hash=1), cluster.Player("2")
        cluster.play_match(first, second, pairs=4, seed=4, adjudication=SHORT, random_plies=6, journal=path)


def test_what_cannot_be_played_is_told():
    with pytest.raises(cluster.JobError, match='needs a "limit"'):
        cluster.play_match(cluster.Player(), cluster.Player("random"), pairs=1)
    with pytest.raises(ValueError, match="one limit"):
        cluster.play_match(cluster.Player(nodes=1, depth=1), cluster.Player("random"), pairs=1)
    with pytest.raises(ValueError, match="pairs is 0"):
        cluster.play_match(cluster.Player("1"), cluster.Player("random"), pairs=0)
    with pytest.raises(cluster.JobError, match="built without the feature tune"):
        cluster.play_match(cluster.Player(nodes=9, parameters={"razor_base": 1}), cluster.Player("random"), pairs=1)


def test_a_test_decides_in_the_order_of_its_pairs():
    first, second = cluster.Player(nodes=200, hash=1), cluster.Player("random")
    settings = {"elo0": 0, "elo1": 200, "max_pairs": 50, "seed": 2, "random_plies": 4}
    plain = cluster.sprt(first, second, executor=cluster.LocalExecutor(1), **settings)
    assert plain.decision == "h1" and plain.llr >= plain.bounds[1] and plain.match.wins > 0
    ahead = cluster.sprt(first, second, executor=Scrambler(slots=7), **settings)
    assert ahead == plain
    weaker = cluster.sprt(second, first, executor=cluster.LocalExecutor(2), **settings)
    assert weaker.decision == "h0"
    few = cluster.sprt(first, second, executor=cluster.LocalExecutor(1), **{**settings, "max_pairs": 1})
    assert few.decision == "continue" and sum(few.match.pairs) == 1
    with pytest.raises(ValueError, match="elo0 must be below elo1"):
        cluster.sprt(first, second, elo0=5, elo1=5)


def test_a_tuning_is_the_same_whoever_plays(tmp_path):
    parameters = [cluster.Parameter("nodes", 60, 10, 400, 40)]

    def tune(**settings):
        def player(values):
            return cluster.Player(nodes=values["nodes"], hash=1)

        return cluster.tune(parameters, player, trials=10, ahead=3, rate=0.5, adjudication={"max_plies": 12}, **settings)

    plain = tune(executor=cluster.LocalExecutor(1))
    assert plain.trials == 10 and 10 <= plain.tuned["nodes"] <= 400
    assert tune(executor=Scrambler(slots=9)) == plain
    path = tmp_path / "journal"
    with pytest.raises(KeyboardInterrupt):
        tune(executor=Scrambler(dies_after=7), journal=path)
    assert tune(executor=Scrambler(), journal=path) == plain


def test_data_is_the_same_however_it_is_cut(tmp_path):
    settings = {"seed": 9, "nodes": 50, "hash": 1, "adjudication": {"max_plies": 24}}
    totals = cluster.generate_games(tmp_path / "a.chg", 7, games_per_job=7, executor=cluster.LocalExecutor(1), **settings)
    assert totals["games"] == 7 and sum(totals["results"]) == 7
    with pytest.raises(KeyboardInterrupt):
        cluster.generate_games(tmp_path / "b.chg", 7, games_per_job=2, executor=Scrambler(dies_after=2), **settings)
    assert not (tmp_path / "b.chg").exists()
    assert cluster.generate_games(tmp_path / "b.chg", 7, games_per_job=2, executor=Scrambler(), **settings) == totals
    assert (tmp_path / "a.chg").read_bytes() == (tmp_path / "b.chg").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.chg", "b.chg"]
    assert chuhe.data.archive_header(tmp_path / "b.chg")["seed"] == 9
    assert len(chuhe.data.read_archive(tmp_path / "b.chg", min_ply=0, allow_checks=True, allow_captures=True)) > 0
    with pytest.raises(FileExistsError):
        cluster.generate_games(tmp_path / "a.chg", 7, **settings)


def test_of_several_that_write_a_file_one_says_so(tmp_path):
    out, told = tmp_path / "games.chg", []
    together = threading.Barrier(3)

    def write(seed):
        settings = {"nodes": 20, "hash": 1, "adjudication": {"max_plies": 8}, "journal": tmp_path / f"journal-{seed}"}
        try:
            # The last answer of all is waited for, so that all come to the file at once.
            cluster.generate_games(out, 1, seed=seed, progress=lambda done, all: together.wait(120),
                                   executor=cluster.LocalExecutor(1), **settings)  # fmt: skip
            told.append(("written", seed))
        except FileExistsError as error:
            assert "overwrite" not in str(error)
            told.append(("refused", seed))

    threads = [threading.Thread(target=write, args=(seed,)) for seed in (1, 2, 3)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    written = [seed for word, seed in told if word == "written"]
    assert len(told) == 3 and [chuhe.data.archive_header(out)["seed"]] == written
    assert len([path for path in tmp_path.iterdir() if path.name.startswith("journal")]) == 2, "the others keep their games"


def database(path):
    games = []
    for number in range(5):
        game = chuhe.Game()
        game.headers["Event"] = f"game {number}"
        game.result = "0-1"
        game.root().add_line([chuhe.Move.from_uci(text) for text in ["h2e2", "h9g7", "h0g2", "i9h9", "b2b6"][: number + 1]])
        games.append(game)
    chuhe.write_games(path, games)
    # One that nobody can read.
    path.write_text(path.read_text() + '\n[Game "Chinese Chess"]\n[Event "bad"]\n\n1. C9=9 zzz 1-0\n', encoding="utf-8")


def test_a_database_is_analysed_in_its_order(tmp_path):
    database(tmp_path / "games.pgn")
    plain = cluster.analyse_games(tmp_path / "games.pgn", tmp_path / "a.jsonl", nodes=300, executor=cluster.LocalExecutor(1))
    reports = list(plain.reports())
    assert plain.games == 5 == len(reports) and [len(report["moves"]) for report in reports] == [1, 2, 3, 4, 5]
    assert [report["tags"]["Event"] for report in reports] == [f"game {number}" for number in range(5)]
    assert reports[0]["result"] == "0-1" and reports[1]["source"] == {"file": "games.pgn", "number": 2}
    assert [(name, number) for name, number, _ in plain.problems] == [("games.pgn", 6)]
    with pytest.raises(KeyboardInterrupt):
        cluster.analyse_games([tmp_path / "games.pgn"], tmp_path / "b.jsonl", nodes=300, executor=Scrambler(dies_after=3))
    assert (tmp_path / "b.jsonl.journal").exists() and not (tmp_path / "b.jsonl").exists()
    again = cluster.analyse_games([tmp_path / "games.pgn"], tmp_path / "b.jsonl", nodes=300, executor=Scrambler())
    assert (tmp_path / "b.jsonl").read_bytes() == (tmp_path / "a.jsonl").read_bytes() and again.problems == plain.problems
    assert not (tmp_path / "b.jsonl.journal").exists()
    # The report is that of a review.
    (first, *_) = chuhe.read_games(tmp_path / "games.pgn", errors="skip")
    alone = json.loads(chuhe.review(first, nodes=300).json())
    assert alone["positions"] == reports[0]["positions"] and alone["moves"] == reports[0]["moves"]


# --- processes -------------------------------------------------------------------------------------------------------------------------


def test_a_process_that_is_killed_loses_nothing():
    plain = match(executor=cluster.LocalExecutor(1))
    executor = cluster.WorkerExecutor(processes=2)
    killed = []

    def kill(count, total):
        # One after the other, in the middle of their games.
        if count in (2, 4) and executor.pids:
            killed.append(executor.pids[0])
            os.kill(executor.pids[0], signal.SIGKILL)

    try:
        assert match(executor=executor, progress=kill) == plain
        assert len(killed) == 2
    finally:
        executor.close()
    for pid in killed:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.parametrize("make", [lambda: cluster.LocalExecutor(2), lambda: cluster.WorkerExecutor(processes=1)])
def test_an_executor_serves_one_run_at_a_time(make):
    executor, refused = make(), []

    def again(done, total):
        with pytest.raises(cluster.ClusterError, match="used by another run"):
            match(executor=executor)
        refused.append(done)

    with executor:
        with pytest.raises(cluster.ClusterError, match="no job is open"):
            executor.next()
        plain = match(executor=executor)
        assert match(executor=executor, progress=again) == plain and len(refused) == 8
        assert match(executor=executor) == plain
    with pytest.raises(cluster.ClusterError, match="closed"):
        match(executor=executor)
    with pytest.raises(cluster.ClusterError, match="no job is open"):
        executor.next()


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes")
def test_a_script_that_starts_the_worker_ends_with_it(tmp_path):
    place = tmp_path / "pid"
    script = f'"{sys.executable}" -m chuhe "$@" & echo $! > "{place}"; wait'
    # A background job of a shell has no standard input but by name.
    script = script.replace('"$@" &', '"$@" <&3 &').replace(f'"{sys.executable}"', f'exec 3<&0; "{sys.executable}"', 1)
    executor = cluster.WorkerExecutor(["sh", "-c", script, "sh"], processes=1)
    executor.submit({"id": "1", "type": "analyse_position", "limit": {"depth": 100}})
    while not (place.exists() and place.read_text()):
        time.sleep(0.05)
    began = time.monotonic()
    executor.cancel()
    assert time.monotonic() - began < 4, "its output is not waited for"
    pid = int(place.read_text())
    # Whoever takes in orphans may take a moment to bury it.
    while Path(f"/proc/{pid}/stat").exists() and Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] != "Z":
        assert time.monotonic() - began < 60, "an orphan goes on"
        time.sleep(0.05)
    executor.close()


def test_a_program_that_is_no_worker_is_told():
    with pytest.raises(cluster.ClusterError, match="not a program that can be started"):
        cluster.WorkerExecutor(["/no/such/program"])
    executor = cluster.WorkerExecutor([sys.executable, "-c", "print('hello', flush=True); input(); input()"], processes=1)
    with pytest.raises(cluster.ClusterError, match="does not speak as a worker does"):
        match(executor=executor)
    executor.close()
    executor = cluster.WorkerExecutor([sys.executable, "-c", "import sys; sys.exit(3)"], processes=1)
    with pytest.raises(cluster.ClusterError, match="taken its worker along 4 times"):
        match(executor=executor)
    executor.close()


def test_ctrl_c_ends_a_match_and_leaves_its_journal(tmp_path):
    path = tmp_path / "journal"
    code = f"""
from chuhe import cluster
first = cluster.Player(nodes=3000, hash=1)
cluster.play_match(first, first, pairs=500, journal={str(path)!r}, progress=lambda done, all: print(done, flush=True))
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline()
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode != 0 and b"KeyboardInterrupt" in errors and time.monotonic() - began < 100
    # Everything that was told is there.
    lines = path.read_bytes().count(b"\n")
    assert lines >= 2


def test_a_driver_that_is_killed_is_followed_by_another(tmp_path):
    path = tmp_path / "journal"
    code = f"""
import sys
from chuhe import cluster
first, second = cluster.Player(nodes=1500, hash=1), cluster.Player("4")
tell = None if sys.argv[1:] else lambda done, all: print(done, flush=True)
executor = cluster.LocalExecutor(2)
result = cluster.play_match(first, second, pairs=8, seed=7, journal={str(path)!r} if len(sys.argv) < 3 else None, progress=tell, executor=executor)
print(result.games)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    for _ in range(3):
        assert process.stdout.readline()
    process.kill()
    process.communicate(timeout=120)
    kept = path.read_bytes()
    assert kept.count(b"\n") < 17, "killed too late to show anything"
    follower, plain = (
        subprocess.run([sys.executable, "-c", code, *words], stdout=subprocess.PIPE, timeout=240, check=True).stdout
        for words in (["quiet"], ["quiet", "without a journal"])
    )
    assert follower == plain and follower.count(b"'game_played'") == 16
    # What the first had told is there as it was, and each game once.
    whole = path.read_bytes()
    assert whole.startswith(kept[: kept.rindex(b"\n") + 1]) and whole.count(b"\n") == 17


def test_every_exception_can_be_pickled():
    modules = [sys.modules[name] for name in sorted(sys.modules) if name.partition(".")[0] == "chuhe"]
    found = {
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, BaseException) and value.__module__.partition(".")[0] == "chuhe"
    }
    assert {chuhe.LossError, chuhe.InternalError, cluster.JobError, cluster.ClusterError, cluster.JournalError} <= found
    given = {
        chuhe.LossError: ("lost", [(1, ["comments"])]),
        cluster.JobError: ({"id": "a"}, {"message": "wrong"}),
    }
    for kind in found:
        error = kind(*given.get(kind, ("a text",)))
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is kind and again.args == error.args and vars(again) == vars(error), kind


def test_answers_are_checked():
    class Wrong(Scrambler):
        def __init__(self, answer):
            super().__init__()
            self._answer = answer

        def next(self):
            return self._jobs.pop(), self._answer

    with pytest.raises(loop.JobError, match="the answer is to 'other'"):
        match(executor=Wrong({"id": "other", "type": "game_played"}))


def test_the_docstring_of_the_module():
    import doctest

    assert doctest.testmod(cluster).failed == 0 and doctest.testmod(cluster).attempted >= 4
