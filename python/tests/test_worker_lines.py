"""The lines of the worker against their JSON Schema, and the shares of a Slurm array."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest
from chuhe import _chuhe

ROOT = Path(__file__).resolve().parents[2]
SHARE = ROOT / "tools" / "slurm" / "share"
JOBS = [
    {"id": "hello", "type": "hello"},
    {"id": 1, "type": "analyse_position", "limit": {"nodes": 500}, "lines": 2},
    {"id": 2, "type": "analyse_game", "game": {"moves": ["h2e2", "b9c7", "e2e6"]}, "limit": {"nodes": 300}, "tags": {"Red": "A"}},
    {"id": 3, "type": "play_game", "red": {"limit": {"depth": 2}}, "black": {"player": "minimax:1"}, "adjudication": {"max_plies": 9}},
    {"id": 4, "type": "generate_games", "games": 1, "seed": 5, "nodes": 40, "hash": 1, "adjudication": {"max_plies": 20}},
    {"id": 5, "type": "solve_mate", "game": {"fen": "3k5/4R4/9/9/9/9/9/9/8R/4K4 w"}, "limit": {"nodes": 100}, "hash": 1},
    {"id": 6, "type": "cancel", "job": 77},
]


def test_jobs_and_answers_are_those_of_the_schema():
    schema = json.loads((ROOT / "docs" / "worker.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    request, reply = ({**schema, "oneOf": [part]} for part in schema["oneOf"])
    for job in JOBS:
        jsonschema.validate(job, request)
        answer = json.loads(_chuhe.Job(json.dumps(job)).run())
        jsonschema.validate(answer, reply)
        assert answer["id"] == job["id"] and answer["type"] != "error"
    for bad in ({"id": 1}, {"type": "hello"}, {"id": 1, "type": "hello", "more": 1}, {"id": 1, "type": "dance"}, {"id": 1.5, "type": "hello"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(bad, request)
        answer = json.loads(_chuhe.Job(json.dumps(bad)).run())
        jsonschema.validate(answer, reply)
        assert answer["code"] == "bad_job"


def share(command, jobs, folder, task=None, count=None, **settings):
    environment = {**os.environ, "CHUHE": f"{sys.executable} -m chuhe"}
    environment.pop("SLURM_ARRAY_TASK_ID", None)
    if task is not None:
        environment.update(SLURM_ARRAY_TASK_ID=str(task + 3), SLURM_ARRAY_TASK_MIN="3", SLURM_ARRAY_TASK_COUNT=str(count))
    words = [sys.executable, SHARE, command, jobs, folder]
    return subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **settings)


def ended(process):
    out, errors = process.communicate(timeout=120)
    return process.returncode, out, errors


def test_an_array_shares_its_jobs(tmp_path):
    jobs, answers = tmp_path / "jobs.jsonl", tmp_path / "answers"
    lines = [json.dumps({"id": f"p{number}", "type": "analyse_position", "limit": {"nodes": 200 + number}}) for number in range(7)]
    lines.append(json.dumps({"id": "bad", "type": "dance"}))
    jobs.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for task in (0, 2):
        assert ended(share("work", jobs, answers, task, 3))[0] == 0
    code, out, errors = ended(share("collect", jobs, answers))
    assert code == 1 and "3 of 8 jobs are not answered" in errors and len(out.splitlines()) == 5
    # A line that a kill has cut off is done again.
    part = answers / "part-0-of-3.jsonl"
    part.write_bytes(part.read_bytes()[:-9])
    assert ended(share("collect", jobs, answers))[0] == 1
    for task in range(3):
        assert ended(share("work", jobs, answers, task, 3))[0] == 0
    code, out, _ = ended(share("collect", jobs, answers))
    told = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and [answer["id"] for answer in told] == [json.loads(line)["id"] for line in lines]
    assert told[-1]["code"] == "bad_job" and told[3]["nodes"] <= 203
    # Nothing is done twice, also not by an array of another size.
    before = sorted(path.read_bytes() for path in answers.iterdir())
    assert ended(share("work", jobs, answers))[0] == 0
    assert sorted(path.read_bytes() for path in answers.iterdir() if path.stat().st_size) == before
    jobs.write_text(lines[0] + "\n" + lines[0], encoding="utf-8")
    code, _, errors = ended(share("work", jobs, answers))
    assert code == 1 and "of an earlier line" in errors


def test_a_task_that_is_told_to_end_keeps_what_is_answered(tmp_path):
    jobs, answers = tmp_path / "jobs.jsonl", tmp_path / "answers"
    lines = [{"id": 0, "type": "hello"}, {"id": 1, "type": "analyse_position", "limit": {"depth": 100}}]
    jobs.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    process, part = share("work", jobs, answers), answers / "part-0-of-1.jsonl"
    began = time.monotonic()
    while not (part.exists() and part.read_bytes().endswith(b"\n")):
        assert time.monotonic() - began < 100
        time.sleep(0.05)
    code, _, errors = ended(share("work", jobs, answers))
    assert code == 1 and "another process is writing it" in errors
    process.send_signal(signal.SIGTERM)
    code, _, errors = ended(process)
    assert code == 1 and "1 are left" in errors and "ended with 130" in errors
    assert [json.loads(line)["type"] for line in part.read_bytes().splitlines()] == ["welcome"]
