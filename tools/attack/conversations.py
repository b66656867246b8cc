"""Whole conversations in UCI, UCCI and the XBoard protocol, against the program as it ships or another engine.

Stretches of noise (lines that make sense, some of them damaged, at any moment) alternate with questions to which the answer is
known: the engine is there, it gives one move for a search, and that move is legal by a referee of our own. Promised: it
never ends, never falls silent, never plays an illegal move, and its memory stays bounded.
"""

import os
import time

from board import START, random_game
from grammar import position, session
from harness import check
from talk import Engine

# Mebibytes: the program with its network, a table of 64, and a few threads.
MAX_MEMORY = 1200
# What a stretch of noise may have set, set back.
SETTLED = {
    "uci": ["stop", "setoption name UCI_Variant value xiangqi", "setoption name Coordinates value 0-9",
            "setoption name nodestime value 0", "setoption name Threads value 1", "setoption name Algorithm value engine",
            "setoption name MultiPV value 1"],
    "ucci": ["stop", "setoption usemillisec true"],
    "xboard": ["exit", "force", "?", "resume", "easy", "nopost", "include all"],
}


def talk(case, engine, language, stretches, length=14, share_spoiled=0.35, max_memory=MAX_MEMORY):
    """A conversation with so many stretches of noise."""
    greet(engine, language)
    for number in range(stretches):
        for line in session(case.random, language, length, share_spoiled):
            engine.say(line)
            if case.random.random() < 0.05:
                time.sleep(case.random.random() * 0.03)
        case.count("lines", length)
        engine.say(*SETTLED[language])
        ready(engine, language, number)
        QUESTIONS[language](case, engine)
        engine.note_memory()
        if engine.peak > max_memory:
            engine.fail(f"takes {engine.peak} MiB")
    case.count("conversations")
    engine.quit("quit")


def greet(engine, language):
    if language == "xboard":
        engine.say("xboard", "protover 2")
        engine.until("feature")
    else:
        engine.say(language)
        engine.until(language + "ok")
    if language == "uci":
        engine.say("setoption name UCI_Variant value xiangqi")


def ready(engine, language, number):
    """The engine says that it is there."""
    if language == "xboard":
        engine.say(f"ping {7000 + number}")
        engine.until(f"pong {7000 + number}")
    else:
        # Searches that were asked for while another ran have their turn after it: they are over when nothing comes between two answers.
        engine.say("ucinewgame" if language == "uci" else "setoption newgame")
        quiet, rounds = 0, 0
        while quiet < 2:
            rounds += 1
            if rounds > 1000:
                engine.fail("never comes to rest")
            engine.say("isready")
            asked = sum(line == b"isready" for line in engine.said)
            missing = asked - sum(line == "readyok" for line in engine.heard)
            heard = [line for _ in range(missing) for line in engine.until("readyok")]
            quiet = quiet + 1 if heard == ["readyok"] else 0
            time.sleep(0.03)


def ask_uci(case, engine):
    """A search, and its one legal move."""
    setup, board = position(case.random)
    limit = case.random.choice(["depth 2", "nodes 300", "movetime 20", "infinite", "depth 50"])
    engine.say(setup, f"go {limit}")
    if limit in ("infinite", "depth 50"):
        time.sleep(case.random.random() * 0.05)
        engine.say("stop")
    move = engine.until("bestmove")[-1].split()[1]
    judge(case, engine, board, move, setup)
    check_single(engine, "isready", "readyok", "bestmove")


def ask_ucci(case, engine):
    setup, board = position(case.random)
    engine.say(setup, f"go {case.random.choice(['depth 2', 'nodes 300', 'time 500'])}")
    answer = engine.until("bestmove", "nobestmove")[-1]
    judge(case, engine, board, answer.split()[1] if answer.startswith("bestmove") else "(none)", setup)
    check_single(engine, "isready", "readyok", "bestmove", "nobestmove")


def ask_xboard(case, engine):
    board, moves = random_game(case.random, case.random.randrange(12))
    engine.say("new", "variant xiangqi", "force", "option Coordinates=0-9", *(f"usermove {move}" for move in moves), "sd 2", "go")
    answer = engine.until("move ", "1-0", "0-1", "1/2-1/2", "Illegal move")[-1]
    check(not answer.startswith("Illegal"), f"{answer} after {moves}")
    judge(case, engine, board, answer.split()[1] if answer.startswith("move ") else "(none)", f"{START} {moves}")
    number = 100_000 + len(engine.said)
    check_single(engine, f"ping {number}", f"pong {number}", "move ")


def judge(case, engine, board, move, setup):
    """Whether an answer is a legal move, or none where there is none."""
    legal = board.legal()
    case.count("moves judged")
    if move not in legal and not (not legal and move in ("(none)", "0000", "resign")):
        engine.fail(f'says "{move}", which is not legal after {setup}')


def check_single(engine, question, answer, *moves):
    """A search that has been answered is not answered again: no move comes before the answer to the next question."""
    engine.say(question)
    more = [line for line in engine.until(answer) if line.startswith(moves)]
    if more:
        engine.fail(f"answers one search more than once, by {more} as well")


QUESTIONS = {"uci": ask_uci, "ucci": ask_ucci, "xboard": ask_xboard}


def uci(case):
    talk(case, Engine(case), "uci", 12)


def ucci(case):
    talk(case, Engine(case), "ucci", 12)


def xboard(case):
    talk(case, Engine(case), "xboard", 12)


def flood(case):
    """Everything at once, without waiting for an answer; then it is still there."""
    engine = Engine(case)
    language = case.random.choice(["uci", "ucci", "xboard"])
    greet(engine, language)
    engine.say(*session(case.random, language, 400, 0.5))
    engine.say(*SETTLED[language])
    ready(engine, language, 1)
    case.count("lines", 400)
    engine.quit("quit")


def long_lines(case):
    """Lines without end, lists without end, a game of 64,000 moves: answered soon, within bounded memory."""
    engine = Engine(case)
    greet(engine, "uci")
    moves = ["h2e2", "h9g7", "e2h2", "g7h9"]
    began = time.monotonic()
    engine.say("position startpos moves " + " ".join(moves[at % 4] for at in range(64_000)), "isready")
    engine.until("readyok")
    check(time.monotonic() - began < 20, f"64,000 moves take {time.monotonic() - began:.1f} s")
    engine.say("position startpos", b"go depth 1 searchmoves " + b"h2e2 " * 20_000_000, "isready")
    engine.until("readyok")
    engine.say("go depth 1 searchmoves " + "h2e2 " * 100_000)
    answer = engine.until("bestmove")[-1]
    check(answer.startswith("bestmove h2e2"), answer)
    engine.say("setoption name " + "x" * 5_000_000 + " value 1", "position fen " + "9/" * 2_000_000, "isready")
    engine.until("readyok")
    check(engine.peak < 400, f"{engine.peak} MiB for long lines")
    case.count("MiB at most", engine.peak)
    engine.quit("quit")


def many_threads(case):
    """However many threads are asked for, `movetime` is kept, as far as the machine lets it."""
    engine = Engine(case)
    greet(engine, "uci")
    for threads in (64, 256, 1024):
        engine.say(f"setoption name Threads value {threads}", "position startpos", "isready")
        engine.until("readyok")
        began = time.monotonic()
        engine.say("go movetime 500")
        engine.until("bestmove")
        took = time.monotonic() - began
        case.notes[f"ms with {threads} threads"] = round(1000 * took)
        check(took < 4, f"movetime 500 with {threads} threads takes {took:.1f} s")
    engine.quit("quit")


def half_a_line(case):
    """The pipe ends anywhere: the program ends, too, and answers what it was asked."""
    lines = "uci\nisready\nposition startpos moves h2e2\ngo depth 3\n"
    for cut in (case.random.randrange(len(lines) + 1), len(lines)):
        ended = case.run(stdin=pipe_with(lines[:cut].encode()))
        ended.check_code(0)
        for question, answer in (("uci\n", "uciok"), ("isready\n", "readyok"), ("go depth 3\n", "bestmove")):
            check(answer in ended.out or question not in lines[:cut], f"no {answer} for {lines[:cut]!r}")


def pipe_with(data):
    """A pipe that holds this and then ends."""
    reader, writer = os.pipe()
    os.write(writer, data)
    os.close(writer)
    return reader


ATTACKS = [uci, ucci, xboard, flood, long_lines, many_threads, half_a_line]
