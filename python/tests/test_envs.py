"""The environments for reinforcement learning, passed by their own checkers."""

import warnings

import chuhe
import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from chuhe.envs import action_mask, action_of, move_of  # noqa: E402


def test_actions():
    board = chuhe.Board()
    for _ in range(30):
        mask = action_mask(board)
        actions = np.flatnonzero(mask)
        moves = {move_of(board, action) for action in actions}
        assert moves == set(board.legal_moves)
        assert all(action_of(board, move_of(board, action)) == action for action in actions)
        board.push(move_of(board, actions[len(actions) // 2]))
    with pytest.raises(ValueError, match="out of range"):
        move_of(board, 8100)


@pytest.mark.parametrize("settings", [{}, {"color": "black"}, {"opponent": 1}, {"color": "random", "render_mode": "ansi"}])
def test_gymnasium_checker(settings):
    from chuhe.envs import gym  # noqa: F401
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("chuhe/Xiangqi-v0", **settings)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped, skip_render_check=settings.get("render_mode") is None)
    env.close()


def test_gymnasium_games():
    from chuhe.envs.gym import XiangqiEnv

    env = XiangqiEnv(max_plies=60)
    ends = set()
    for seed in range(5):
        observation, _ = env.reset(seed=seed)
        while True:
            action = env.action_space.sample(observation["action_mask"])
            observation, reward, terminated, truncated, info = env.step(action)
            assert "illegal_action" not in info
            if terminated or truncated:
                ends.add((terminated, truncated))
                break
    assert ends
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["illegal_action"]) == (-1.0, True, True)
    # A mate in one, and the opponent is a function.
    env = XiangqiEnv(opponent=lambda board: board.legal_moves[0])
    env.reset(options={"fen": "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1"})
    _, reward, terminated, _, info = env.step(action_of(env.board, chuhe.Move.from_uci("b1b9")))
    assert (reward, terminated) == (1.0, True) and "checkmated" in info["outcome"]
    for bad in ({"opponent": "grandmaster"}, {"color": "white"}, {"render_mode": "human"}, {"opponent": 11}):
        with pytest.raises(ValueError):
            XiangqiEnv(**bad)


def test_pettingzoo_checker():
    pytest.importorskip("pettingzoo")
    from chuhe.envs import xiangqi_v0
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(xiangqi_v0.env(max_plies=100), num_cycles=300)


def test_pettingzoo_game():
    pytest.importorskip("pettingzoo")
    from chuhe.envs import xiangqi_v0

    env = xiangqi_v0.env()
    env.reset(options={"fen": "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1"})
    board = env.unwrapped.board
    env.step(action_of(board, chuhe.Move.from_uci("b1b9")))
    assert env.rewards == {"red": 1, "black": -1} and all(env.terminations.values())
    env.reset()
    observation = env.observe("black")
    assert observation["action_mask"].sum() == 0 and np.array_equal(observation["observation"], env.observe("red")["observation"])
