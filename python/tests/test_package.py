"""The package as a whole: the README's example, its docstrings, the command, the notebook, 200 games in threads."""

import doctest
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import chuhe
import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_example_of_the_readme(capsys):
    text = (ROOT / "python" / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) == 5
    exec(compile(code, "README.md", "exec"), {})
    assert re.fullmatch(r"[A-Z+\-][A-Z0-9+\-][=+\-.]\d\n", capsys.readouterr().out)


@pytest.mark.parametrize("chapter", ["docs/python.md", "docs/cluster.md"])
def test_the_examples_of_the_chapter(chapter, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / chapter).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for code in blocks:
        exec(compile(code, chapter, "exec"), names)


def test_docstrings():
    assert doctest.testmod(chuhe).failed == 0
    for name in chuhe.__all__:
        thing = getattr(chuhe, name)
        if inspect.isclass(thing) or inspect.isroutine(thing):
            assert thing.__doc__, name
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (inspect.isroutine(value) or inspect.isdatadescriptor(value)):
                    assert getattr(value, "__doc__", None) or member in ("score", "mate"), f"{name}.{member}"


def test_the_stubs_say_what_is_there():
    import ast

    stub = ast.parse((ROOT / "python" / "chuhe" / "_chuhe.pyi").read_text(encoding="utf-8"))
    told = {}
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            told[node.name] = {
                item.name if isinstance(item, ast.FunctionDef) else item.target.id
                for item in node.body
                if isinstance(item, (ast.FunctionDef, ast.AnnAssign))
            }
        elif isinstance(node, ast.FunctionDef):
            told[node.name] = None
    native = {name: value for name, value in vars(chuhe._chuhe).items() if not name.startswith("__")}
    for name, value in native.items():
        if inspect.isclass(value) and not issubclass(value, BaseException):
            members = {member for member in vars(value) if not member.startswith("_") or member == "_repr_svg_"}
            assert members <= told[name], (name, members - told[name])
            missing = {member for member in told[name] if not member.startswith("__") and not hasattr(value, member)}
            assert not missing, (name, missing)
        elif callable(value):
            assert name in told, name


def run(*words, **settings):
    return subprocess.run([sys.executable, "-m", "chuhe", *words], capture_output=True, text=True, timeout=120, **settings)


def test_the_command():
    spoken = run(input="uci\nposition startpos moves h2e2\ngo depth 3\nquit\n")
    assert "uciok" in spoken.stdout and spoken.returncode == 0
    done = run("go", "depth", "3")
    assert re.search(r"^bestmove [a-i]\d[a-i]\d", done.stdout, re.MULTILINE) and done.returncode == 0
    assert run("position fen nonsense", "go depth 1").returncode == 2
    assert run("--version").stdout.startswith(f"chuhe {chuhe.__version__}") and "usage" in run("--help").stdout


def test_the_notebook():
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(ROOT / "examples" / "tour.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs), "boards are drawn"


GAMES = """
import ctypes, gc, threading
import chuhe

def memory():
    # What the process holds, after the C library has given back what it keeps for later.
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

played = []

def one_game(red, black, seed):
    board = chuhe.Board()
    while not board.is_game_over() and board.ply() < 120:
        engine = red if board.turn else black
        board.push(engine.play(board, chuhe.Limit(nodes=20), seed=seed + board.ply() + 1, randomness=30).move)
    game = chuhe.Game.from_board(board)
    assert next(chuhe.read_games(game.pgn().encode())) == game
    played.append(board.ply())

def player(share):
    for number in range(share):
        with chuhe.Engine(hash=1, level=4) as red, chuhe.Engine(hash=1, level=3) as black:
            one_game(red, black, number)

def games(count):
    threads = [threading.Thread(target=player, args=(count // 4,)) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    return memory()

print(games(40), games(160), len(played))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_two_hundred_games_in_threads_leave_nothing_behind():
    # One arena: several keep more or less for later, as chance has it.
    environment = {**os.environ, "MALLOC_ARENA_MAX": "1"}
    done = subprocess.run([sys.executable, "-c", GAMES], capture_output=True, text=True, timeout=240, env=environment)
    assert done.returncode == 0 and not done.stderr, done.stderr
    before, after, played = map(int, done.stdout.split())
    assert played == 200
    assert after - before < 3000, f"{before} KiB after 40 games, {after} KiB after 200"
