"""Xiangqi for gymnasium: one player against an opponent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

import gymnasium
import numpy as np
from gymnasium import spaces

from .._chuhe import Board, Move
from .._squares import BLACK, RED
from ..engine import Engine
from .actions import ACTIONS, SHAPE, action_mask, move_of, observation

#: "random", a level of the engine (1 to 10), or a function that takes a board and gives a move.
Opponent = Union[str, int, Callable[[Board], Move]]


class XiangqiEnv(gymnasium.Env):
    """One player against an opponent.

    A win is worth 1, a loss -1, a draw 0. An action that is not legal is not played: it loses the game, and info has "illegal_action". The
    legal ones are in the "action_mask" of the observation.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        opponent: Opponent = "random",
        color: str = "red",
        *,
        rules: str = "asian",
        max_plies: int = 400,
        render_mode: str | None = None,
    ) -> None:
        if color not in ("red", "black", "random"):
            raise ValueError(f"color is {color!r}; it must be 'red', 'black' or 'random'")
        if isinstance(opponent, str) and opponent != "random":
            raise ValueError(f"opponent is {opponent!r}; it must be 'random', a level from 1 to 10, or a function")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}; it must be None or 'ansi'")
        self.render_mode = render_mode
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, SHAPE, np.int8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(ACTIONS)
        self.board = Board(rules=rules)
        self.max_plies = max_plies
        self._color = color
        self._player = RED
        self._opponent = opponent
        self._engine = Engine(hash=1, level=opponent) if isinstance(opponent, int) else None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """A new game, or one from options["fen"]."""
        super().reset(seed=seed)
        fen = (options or {}).get("fen")
        if fen is None:
            self.board.reset()
        else:
            self.board.set_fen(fen)
        choices = {"red": [RED], "black": [BLACK], "random": [RED, BLACK]}[self._color]
        self._player = choices[int(self.np_random.integers(len(choices)))]
        if self._engine is not None:
            self._engine.new_game()
        if self.board.turn != self._player and not self.board.is_game_over():
            self._answer()
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        """Makes a move, and lets the opponent answer."""
        move = move_of(self.board, action)
        if not self.board.is_legal(move):
            return self._observe(), -1.0, True, False, {**self._info(), "illegal_action": True}
        self.board.push(move)
        if not self.board.is_game_over():
            self._answer()
        outcome = self.board.outcome()
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == self._player else -1.0
        is_truncated = outcome is None and self.board.ply() >= self.max_plies
        return self._observe(), reward, outcome is not None, is_truncated, self._info()

    def render(self) -> str | None:
        """The board as text, in the mode "ansi"."""
        return self.board.unicode() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Gives the memory of the opponent back."""
        if self._engine is not None:
            self._engine.close()

    def _answer(self) -> None:
        if self._engine is not None:
            seed = int(self.np_random.integers(1, 2**31))
            move = self._engine.play(self.board, seed=seed).move or self.board.legal_moves[0]
        elif callable(self._opponent):
            move = self._opponent(self.board.copy())
        else:
            moves = self.board.legal_moves
            move = moves[int(self.np_random.integers(len(moves)))]
        self.board.push(move)

    def _observe(self) -> dict[str, np.ndarray]:
        return {"observation": observation(self.board), "action_mask": action_mask(self.board)}

    def _info(self) -> dict[str, Any]:
        outcome = self.board.outcome()
        return {"fen": self.board.fen(), "outcome": None if outcome is None else str(outcome)}


gymnasium.register(id="chuhe/Xiangqi-v0", entry_point="chuhe.envs.gym:XiangqiEnv")
