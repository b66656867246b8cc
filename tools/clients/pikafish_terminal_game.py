#!/usr/bin/env python3
"""The PyPI package `pikafish-terminal` uses the engine in the place of Pikafish, through its own classes.

    tools/clients/pikafish_terminal_game.py target/release/chuhe

Proves that its `PikafishEngine` gets moves at each of its levels of difficulty, that its board takes them, that
what it learns about legal moves (by `go perft 1`), hints (several lines), evaluations and the end of a game is
right. Every move is confirmed by pyffish, and the legal moves are compared with those of pyffish.
"""

from pikafish_terminal.board import XiangqiBoard
from pikafish_terminal.config import get_config
from pikafish_terminal.difficulty import create_custom_difficulty
from pikafish_terminal.engine import PikafishEngine
from referee import Game, engine_path, fail

MOVES_EACH = 8
HINTS = 3
MATED = "R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1"
WINNING = "3k5/9/9/9/9/9/9/R8/1R7/4K4 w - - 0 1"


def main():
    path = engine_path()
    # The client would wait three seconds for a hint, and half a second for an evaluation.
    get_config()._config["hints"]["time_limit_ms"] = 500

    game = Game()
    board = XiangqiBoard()
    fen = board.board_to_fen()
    for difficulty in (None, create_custom_difficulty(1, 100, {"Hash": 16, "Move Overhead": 20})):
        engine = PikafishEngine(path, difficulty=difficulty, depth=7)
        engine.new_game()
        for _ in range(MOVES_EACH):
            move = engine.best_move(fen, game.moves)
            game.play(move)
            board.push_move(move)
        ours = board.board_to_fen().split()[0]
        if ours != game.fen().split()[0]:
            fail(f"the client's board is {ours}, and the game is at {game.fen()}")

        legal = game.legal()
        for move in sorted(legal)[:6] + ["a0a9", "e0e9", "e9e0"]:
            if engine.is_move_legal(fen, game.moves, move) != (move in legal):
                fail(f"the client is told wrongly whether {move} is legal in {game.fen()}")

        hints = engine.get_candidate_moves(fen, game.moves, HINTS)
        moves = [move for move, _ in hints]
        if len(set(moves)) != HINTS or not legal.issuperset(moves):
            fail(f"hints {hints} in {game.fen()}")
        if engine.is_game_over(fen, game.moves)[0] or not engine.is_game_over(MATED, [])[0]:
            fail("the client is told wrongly whether a game is over")
        if engine.get_position_evaluation(WINNING, []) < 500:
            fail("the client does not see that two rooks win")

        process = engine._proc
        engine.quit()
        if process.wait(10) != 0:
            fail(f"the engine ends with {process.returncode}")
    print(f"pikafish-terminal: {len(game.moves)} moves, hints and evaluations: {' '.join(game.moves)}")


if __name__ == "__main__":
    main()
