"""Environments for reinforcement learning.

`chuhe.envs.gym` has one for gymnasium (one player against an opponent; also by the name "chuhe/Xiangqi-v0" once it is imported),
`chuhe.envs.xiangqi_v0` one for PettingZoo (both players). They need the packages that they are for: pip install chuhe[gym] or
chuhe[pettingzoo].

Both see the board from the side that is to move. An action is a number below ACTIONS, 90 times the square from and the square to, with ranks
counted from that side.
"""

from .actions import ACTIONS, action_mask, action_of, move_of, observation

__all__ = ["ACTIONS", "action_mask", "action_of", "move_of", "observation"]
