"""Xiangqi for PettingZoo: both players, one move at a time (AEC).

>>> from chuhe.envs import xiangqi_v0
>>> env = xiangqi_v0.env()
>>> env.reset(seed=1)
>>> env.agent_selection
'red'
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .._chuhe import Board
from .actions import ACTIONS, SHAPE, action_mask, move_of, observation


def env(**settings: Any) -> AECEnv:
    """The environment with the usual wrappers: a move that is not legal loses, and calls in the wrong order are told."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # noqa: N801  (the name that PettingZoo gives it)
    """The environment without wrappers. A win is worth 1, a loss -1, a draw 0; after max_plies the game is cut off."""

    metadata = {"render_modes": ["ansi"], "name": "xiangqi_v0", "is_parallelizable": False, "render_fps": 1}

    def __init__(self, *, rules: str = "asian", max_plies: int = 400, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}; it must be None or 'ansi'")
        self.render_mode = render_mode
        self.max_plies = max_plies
        self.board = Board(rules=rules)
        self.possible_agents = ["red", "black"]
        self.agents = list(self.possible_agents)
        self._action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, SHAPE, np.int8),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space:
        """What a player sees."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """What a player can do."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game, or one from options["fen"]. Nothing depends on the seed."""
        fen = (options or {}).get("fen")
        if fen is None:
            self.board.reset()
        else:
            self.board.set_fen(fen)
        self.agents = list(self.possible_agents)
        self.agent_selection = self._mover()
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """The board from a player's side; the mask is empty unless it is that player's turn."""
        if agent == self._mover():
            return {"observation": observation(self.board), "action_mask": action_mask(self.board)}
        seen = observation(self.board)
        # The other side's view: its own pieces first, its own ranks at the bottom.
        turned = np.concatenate([seen[7:], seen[:7]])[:, ::-1, :]
        return {"observation": np.ascontiguousarray(turned), "action_mask": np.zeros(ACTIONS, np.int8)}

    def step(self, action: Any) -> None:
        """Makes the move of the player whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        self.board.push(move_of(self.board, action))
        outcome = self.board.outcome()
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                winner = "red" if outcome.winner else "black"
                self.rewards = {agent: 1 if agent == winner else -1 for agent in self.agents}
            self.infos = {agent: {"outcome": str(outcome)} for agent in self.agents}
        elif self.board.ply() >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._mover()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text, in the mode "ansi"."""
        return self.board.unicode() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def _mover(self) -> str:
        return "red" if self.board.turn else "black"
