#!/usr/bin/env python3
"""The PyPI package `cchess` plays games with the engine through its own classes, in UCI and in UCCI.

    tools/clients/cchess_games.py target/release/chuhe

Proves that its `UciEngine` and `UcciEngine` start the engine, are told of its options, get moves, thoughts with
scores, the news of a mate and the answer to `stop`. That client ends its lines as Windows does, never asks
for readiness, sends FENs of two fields, and sets options in UCCI as if it were UCI. Every move and every line
of thought is confirmed by pyffish.
"""

import time

from cchess.engine import UcciEngine, UciEngine
from referee import Game, engine_path, fail

MOVES = 16
PATIENCE = 30
MATE_IN_ONE = "3k5/4R4/9/9/9/9/9/9/8R/4K4 w - - 0 1"
MATED = "R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1"


def short(fen):
    """A FEN as this client writes it."""
    return " ".join(fen.split()[:2])


def answer(engine):
    """The actions of the client up to the one that ends a search, which comes last."""
    actions = []
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        action = engine.get_action()
        if action is None:
            time.sleep(0.005)
            continue
        actions.append(action)
        if action["action"] in ("bestmove", "dead", "draw"):
            return actions
    fail(f"no move within {PATIENCE} s; the client has seen {actions}")


def start(kind, path):
    engine = kind()
    if not engine.load(path) or not engine.wait_for_ready():
        fail(f"{kind.__name__} does not get the engine ready")
    if "Chuhe" not in engine.ids.get("name", "") or len(engine.options) < 10:
        fail(f"{kind.__name__} has read {engine.ids} and {len(engine.options)} options")
    return engine


def play(kind, path):
    engine = start(kind, path)
    for name, value in (("Threads", 1), ("Hash", 16), ("MultiPV", 1)):
        engine.set_option(name, value)

    game = Game()
    for number in range(MOVES):
        engine.go_from(short(game.fen()), {"depth": 6} if number % 2 else {"nodes": 5000})
        *thoughts, final = answer(engine)
        lines = [action for action in thoughts if action["action"] == "info_move" and "moves" in action]
        if not lines or "score" not in final or any("message" in str(action) for action in thoughts):
            fail(f"{kind.__name__}: {thoughts} before {final}")
        game.check_line(lines[-1]["moves"])
        game.play(final["move"])

    # A mate is found, and announced where there is nothing left to play.
    engine.go_from(short(MATE_IN_ONE), {"depth": 4})
    final = answer(engine)[-1]
    mate = Game(MATE_IN_ONE)
    mate.play(final["move"])
    if mate.legal() or not (final.get("mate") == 1 or final.get("score", 0) > 9000):
        fail(f"{kind.__name__}: a mate in one, and {final}")
    engine.go_from(short(MATED), {"depth": 4})
    if answer(engine)[-1]["action"] != "dead":
        fail(f"{kind.__name__} is not told that the side to move is mated")

    # Analysis goes on until it is stopped.
    engine.go_from(short(game.fen()), {"infinite": ""})
    time.sleep(0.3)
    engine._send_cmd("stop")
    game.play(answer(engine)[-1]["move"])

    engine.running = False
    engine.quit()
    if engine.process.wait(PATIENCE) != 0:
        fail(f"{kind.__name__}: the engine ends with {engine.process.returncode}")
    print(f"cchess {kind.__name__}: {len(game.moves)} moves, a mate and an analysis: {' '.join(game.moves)}")


def main():
    path = engine_path()
    for kind in (UciEngine, UcciEngine):
        play(kind, path)


if __name__ == "__main__":
    main()
