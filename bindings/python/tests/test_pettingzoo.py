"""PettingZoo's own checks."""

import copy
import pickle
import warnings
from typing import Any

import gridlaw
import numpy as np
import pytest
from conftest import GAMES, candy_game
from gridlaw.pettingzoo import env, raw_env
from pettingzoo.test import api_test, seed_test

SMALL = ["breakdown-5x4", "connect4", "jump61", "candy", "fitz", "fitz-3x3"]


@pytest.mark.parametrize("name", SMALL)
def test_pettingzoo_accepts_the_environment(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(GAMES[name]), num_cycles=200)
        seed_test(lambda: env(GAMES[name]), num_cycles=50)


def test_every_agent_sees_its_own_pieces() -> None:
    game = gridlaw.connect4(5)
    one = raw_env(game)
    one.reset()
    one.step(0)
    first, second = one.observe("player_0"), one.observe("player_1")
    assert first["observation"][0].sum() == 1 and second["observation"][1].sum() == 1
    assert not first["action_mask"].any() and second["action_mask"].any()


def test_a_win_pays_both() -> None:
    one = env(gridlaw.jump61(2))
    one.reset(seed=0)
    for agent in one.agent_iter():
        obs, reward, terminated, truncated, _ = one.last()
        if terminated or truncated:
            assert abs(reward) == 1
            one.step(None)
        else:
            last = agent
            one.step(int(np.flatnonzero(obs["action_mask"])[0]))
    assert last in ("player_0", "player_1")


@pytest.mark.parametrize("make", [env, raw_env])
def test_copies_and_pickles_keep_the_board(make: type) -> None:
    one = make(gridlaw.breakdown(5, 4, 2, 2))
    one.reset(seed=1)
    one.step(3)
    one.step(4)
    for other in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert other.unwrapped.position == one.unwrapped.position
        other.step(0)
        assert other.unwrapped.position != one.unwrapped.position


def test_one_person_plays_candy() -> None:
    one = env(gridlaw.candy(candy_game()))
    one.reset()
    assert one.possible_agents == ["player_0"]
    obs, *_ = one.last()
    one.step(int(np.flatnonzero(obs["action_mask"])[0]))
    assert one.rewards["player_0"] == one.unwrapped.position.score - one.unwrapped.game.start().score


@pytest.mark.parametrize("make", [env, raw_env])
def test_limits_are_checked(make: Any) -> None:
    game = gridlaw.connect4(5)
    for limit, error in [(0, ValueError), (-1, ValueError), (None, TypeError), (1.5, TypeError)]:
        with pytest.raises(error):
            make(game, limit=limit)


def test_actions_are_whole_numbers() -> None:
    one = raw_env(gridlaw.connect4(5))
    one.reset()
    with pytest.raises(TypeError):
        one.step(1.9)
    assert one.position == one.game.start()
