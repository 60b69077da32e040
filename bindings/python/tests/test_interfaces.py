"""The names of the package as its contract has them, used without a look at the code."""

import copy
import enum
import importlib.metadata
import json
import pickle
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import gridlaw
import numpy as np
import pytest
from conftest import ROOT, TILES, candy_game

CANDY = candy_game()


def games(folder: Path) -> list[Any]:
    """All five games; those with content in each of the forms that it may have."""
    (folder / "candy.json").write_text(json.dumps(CANDY))
    (folder / "fitz.tiles").write_text(TILES)
    candies = [gridlaw.candy(form) for form in (folder / "candy.json", CANDY, json.dumps(CANDY))]
    fitzes = [gridlaw.fitz(form, 6, 7) for form in (folder / "fitz.tiles", TILES)]
    assert candies[0] == candies[1] == candies[2] and fitzes[0] == fitzes[1]
    return [gridlaw.breakdown(8, 8, 3, 3), gridlaw.connect4(7), gridlaw.jump61(6), candies[0], fitzes[0]]


def test_the_package_tells_its_version() -> None:
    assert gridlaw.__version__ == importlib.metadata.version("gridlaw")


def test_moves_have_their_numbers(tmp_path: Path) -> None:
    breakdown, connect4, jump61, candy, fitz = games(tmp_path)
    rows, cols = 5, 5
    expected = {
        breakdown: [("|3", 3), ("-2", 8 + 2), ("!", 2 * 8)],
        connect4: [("N1", 1), ("E2", 7 + 2), ("S3", 14 + 3), ("W6", 21 + 6)],
        jump61: [("1,1", 0), ("2,3", 6 + 2), ("6,6", 35)],
        candy: [("0,0,U", 0), ("2,3,U", 2 * (2 * cols + 3)), ("2,3,R", 2 * (2 * cols + 3) + 1)],
        fitz: [("0,0,0", (2 * 12 + 2) * 4), ("3,1,270", ((3 + 2) * (7 + 5) + 1 + 2) * 4 + 3)],
    }
    for game, moves in expected.items():
        for text, number in moves:
            assert (game.action(text), game.move(number)) == (number, text), game
    counts = [2 * 8 + 1, 4 * 7, 6 * 6, 2 * rows * cols, 4 * (6 + 5) * (7 + 5)]
    assert [game.num_actions for game in expected] == counts


def test_a_position_has_all_its_names(tmp_path: Path) -> None:
    for game in games(tmp_path):
        start = game.start()
        number = int(start.legal_actions()[0])
        p = start.play(game.move(number))
        assert p == start.play(number) == game.record(game.move(number)) == game.position(p.setup) != start
        assert hash(p) == hash(game.position(p.setup)) and len({p, copy.copy(p), pickle.loads(pickle.dumps(p))}) == 1
        with pytest.raises(AttributeError):
            p.turn = 0
        assert isinstance(p.moves(), list) and all(isinstance(move, str) for move in p.moves())
        actions, mask, seen = p.legal_actions(), p.mask(), p.observation()
        assert actions.dtype == np.int32 and (np.diff(actions) > 0).all()
        assert [game.move(int(action)) for action in actions] == p.moves()
        assert (mask.shape, mask.dtype) == ((game.num_actions,), np.bool_)
        assert np.flatnonzero(mask).tolist() == actions.tolist()
        assert (seen.shape, seen.dtype) == (game.observation_shape, np.uint8)
        assert isinstance(p.outcome, enum.IntEnum) and p.outcome == 0 and p.is_over is False and p.turn in (0, 1)
        assert isinstance(str(p), str) and isinstance(p.answer, str) and "\n" not in p.setup
        for wrong in ("x", -1, game.num_actions, int(np.flatnonzero(~mask)[0])):
            with pytest.raises(ValueError):
                p.play(wrong)
        assert p.perft(1) == len(actions) and p.playout(1).is_over
        assert p in p.symmetries() and {q.canonical() for q in p.symmetries()} == {p.canonical()}
        assert "<svg" in p._repr_html_()
        assert gridlaw.verdict(game, [game.move(number)]) == [p.answer]
        assert copy.deepcopy(game) == game == pickle.loads(pickle.dumps(game))


def test_positions_are_solved() -> None:
    p = gridlaw.breakdown(4, 5, 2, 2).record("|0 -2 -0 -1 !")
    assert p.answer == ". 29010000 000000a5"
    assert p.solve().value is not None and p.best(depth=3).move in p.moves()


@pytest.mark.parametrize("reset", ["same", "next", "never"])
@pytest.mark.parametrize("observation", ["cells", "bits", "float32", None])
@pytest.mark.parametrize("mask", ["flags", "bits"])
def test_lanes_have_all_their_names(reset: Any, observation: Any, mask: Any, tmp_path: Path) -> None:
    for game in games(tmp_path):
        planes, rows, cols = game.observation_shape
        lanes = game.lanes(9, seed=0, reset=reset, limit=400, observation=observation, mask=mask)
        obs, legal = lanes.reset()
        shape = (9, planes, rows, -(-cols // 8) if observation == "bits" else cols)
        assert observation is None or (obs.shape, obs.dtype) == (shape, "f4" if observation == "float32" else "u1")
        packed = (9, -(-game.num_actions // 32))
        assert (legal.shape, legal.dtype) == (((9, game.num_actions), "?") if mask == "flags" else (packed, "u4"))
        for dtype in (np.int32, np.int64, np.uint8):
            actions = lanes.sample()
            if dtype is np.uint8 and game.num_actions > 256:
                continue
            obs, reward, terminated, truncated, legal, info = lanes.step(actions.astype(dtype))
            assert (reward.shape, reward.dtype) == ((9,), np.float32) and isinstance(info, dict)
            assert terminated.dtype == truncated.dtype == np.bool_ and terminated.shape == truncated.shape == (9,)
            assert (lanes.outcome.shape, lanes.outcome.dtype) == ((9,), np.uint8)
            assert not np.isin(lanes.outcome, (4, 5)).any()
        if observation == "cells" and mask == "flags":
            for lane in range(9):
                assert np.array_equal(lanes.position(lane).observation(), obs[lane])
                assert np.array_equal(lanes.position(lane).mask(), legal[lane])
        positions = [lanes.position(lane) for lane in range(9)]
        lanes.step(np.full(9, game.num_actions, np.int32))
        assert (lanes.outcome == 4).all(), "nothing was done"
        assert [lanes.position(lane) for lane in range(9)] == positions
        before = lanes.state
        assert before.dtype == np.uint64 and before.shape[1] == 9
        again = pickle.loads(pickle.dumps(lanes))
        assert np.array_equal(again.state, before) and np.array_equal(again.sample(), lanes.sample())
        lanes.load([0, 1], before[:, 2:4].copy())
        assert lanes.position(0) == again.position(2) and lanes.position(1) == again.position(3)
        lanes.state = before
        assert np.array_equal(lanes.state, before) and lanes.playout().shape == (9,)
        own = np.zeros_like(legal)
        lanes.bind(mask=own)
        which = np.arange(9) == 4
        assert lanes.reset(which)[1] is own and lanes.position(4) == game.start()
        assert lanes.position(3) == again.position(3)


def test_limits_truncate_and_games_that_are_over_stay_so() -> None:
    game = gridlaw.jump61(3)
    lanes = game.lanes(5, reset="same", limit=1)
    *_, truncated, _, _ = lanes.step(lanes.sample())
    assert truncated.all() and (lanes.outcome == 5).all()
    lanes = game.lanes(5, reset="never")
    while not all(lanes.position(lane).is_over for lane in range(5)):
        actions = lanes.sample()
        _, _, _, _, mask, _ = lanes.step(np.where(actions < 0, 0, actions).astype(np.int32))
    assert not mask.any()
    lanes.step(np.zeros(5, np.int32))
    assert (lanes.outcome == 4).all()


def test_the_adapters_have_their_names() -> None:
    game = gridlaw.connect4(7)
    env: Any = gridlaw.gymnasium.Env(game)
    _, info = env.reset(seed=1)
    assert env.step(int(np.flatnonzero(info["action_mask"])[0]))[1] == 0.0
    envs: Any = gridlaw.gymnasium.VectorEnv(game, 3)
    envs.reset(seed=1)
    assert envs.step(envs.sample())[0].shape == (3, *game.observation_shape)
    agents: Any = gridlaw.pettingzoo.env(game)
    agents.reset()
    seen = agents.observe(agents.agent_selection)
    agents.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert agents.agent_selection == "player_1"


def test_the_commands_of_the_cluster_answer() -> None:
    for name in ("plan", "run", "unit", "status", "merge"):
        words = [sys.executable, "-m", "gridlaw.cluster", name, "--help"]
        assert subprocess.run(words, capture_output=True, timeout=60).returncode == 0, name


def test_the_line_of_the_front_page_runs() -> None:
    line = re.search(r"^\$ pip install \./bindings/python && python (.*)$", (ROOT / "README.md").read_text(), re.M)
    assert line is not None
    found = subprocess.run([sys.executable, *shlex.split(line[1])], capture_output=True, text=True, timeout=60)
    assert (found.returncode, found.stdout) == (0, f"{gridlaw.connect4(7).record('E3')}\n"), found.stderr
