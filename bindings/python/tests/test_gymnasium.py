"""Gymnasium's own checks, and for vectors the cases of its `test_autoreset_mode`."""

import subprocess
import sys
import warnings
from typing import Any

import gridlaw
import gymnasium
import numpy as np
import pytest
from conftest import GAMES, TILES, candy_game
from gridlaw.gymnasium import Env, VectorEnv
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

MODES = list(AutoresetMode)


def test_gymnasium_accepts_the_environment(game: gridlaw.Game) -> None:
    with warnings.catch_warnings():
        # An observation of planes looks like a picture to the checker.
        warnings.simplefilter("ignore")
        check_env(Env(game, render_mode="ansi"))


REGISTERED: dict[str, tuple[gridlaw.Game, dict[str, Any]]] = {
    "Breakdown": (gridlaw.breakdown(5, 4, 2, 2), {"width": 5, "height": 4, "stick": 2, "square": 2}),
    "Connect4": (gridlaw.connect4(7), {}),
    "Jump61": (gridlaw.jump61(3), {"size": 3}),
    "Candy": (gridlaw.candy(candy_game()), {"game": candy_game()}),
    "Fitz": (gridlaw.fitz(TILES, 6, 7), {"tiles": TILES, "rows": 6, "cols": 7}),
}


@pytest.mark.parametrize("name", list(REGISTERED))
def test_gymnasium_makes_the_registered_games(name: str) -> None:
    game, words = REGISTERED[name]
    with warnings.catch_warnings():
        # As above.
        warnings.simplefilter("ignore")
        env = gymnasium.make(f"gridlaw/{name}-v0", limit=30, render_mode="ansi", **words)
        check_env(env.unwrapped)
        assert env.spec is not None and env.spec.make().unwrapped.game == game  # type: ignore[attr-defined]
    made: Any = env.unwrapped
    assert isinstance(made, Env) and (made.game, made.limit) == (game, 30)
    envs: Any = gymnasium.make_vec(f"gridlaw/{name}-v0", num_envs=3, autoreset_mode="SameStep", **words)
    assert isinstance(envs, VectorEnv) and (envs.game, envs.num_envs) == (game, 3)
    obs, _ = envs.reset(seed=1)
    assert envs.step(envs.sample())[0].shape == obs.shape == (3, *game.observation_shape)
    with pytest.raises(TypeError, match="unexpected keyword argument 'depth'"):
        gymnasium.make(f"gridlaw/{name}-v0", depth=1, **words)


def test_an_import_registers_the_games() -> None:
    code = "import gymnasium; print(gymnasium.make('gridlaw.gymnasium:gridlaw/Connect4-v0', size=5).unwrapped.game)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert found.stdout == "connect4 5x5\n"


def test_one_game_pays_the_side_that_moved() -> None:
    game = gridlaw.jump61(2)
    env = Env(game, limit=50)
    _, info = env.reset(seed=0)
    terminated = truncated = False
    while not (terminated or truncated):
        action = int(env.action_space.sample(mask=info["action_mask"]))
        mover = env.position.turn
        obs, reward, terminated, truncated, info = env.step(action)
        assert np.array_equal(obs, env.position.observation())
        assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
    assert terminated and reward == 1.0 and env.position.outcome == mover + 1
    with pytest.raises(ResetNeeded, match="reset it before the next step"):
        env.step(0)
    env.reset(options={"position": env.position})
    with pytest.raises(ResetNeeded, match="it begins so"):
        env.step(0)
    env.reset(options={"position": game.record("1,1")})
    assert env.position.turn == 1 and env.render() is None
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["illegal"]) == (0.0, False, True)


def test_one_game_has_the_outcomes_of_lanes() -> None:
    """With illegal actions, games that end, and games that end or not with the last ply."""
    game, seen = gridlaw.jump61(2), set()
    for seed in range(30):
        env, lanes = Env(game, limit=4), game.lanes(1, seed=seed, reset="never", limit=4)
        _, info = env.reset()
        assert info["outcome"] == 0 and not info["illegal"]
        chooser = np.random.default_rng(seed)
        terminated = truncated = False
        while not (terminated or truncated):
            action = int(chooser.integers(5))
            *_, terminated, truncated, info = env.step(action)
            lanes.step(np.array([action]))
            assert info["outcome"] == lanes.outcome[0] and type(info["outcome"]) is int
            assert info["illegal"] == (info["outcome"] == 4)
            seen.add(info["outcome"])
    assert seen == {0, 1, 2, 4, 5}


def test_candy_pays_the_score() -> None:
    env = Env(gridlaw.candy(candy_game()))
    _, info = env.reset(seed=1)
    total, done = 0.0, False
    while not done:
        _, reward, terminated, truncated, info = env.step(int(env.action_space.sample(mask=info["action_mask"])))
        total, done = total + reward, terminated or truncated
    start = env.game.start().score
    assert total == env.position.score - start > 0


@pytest.mark.parametrize("mode", MODES)
def test_the_mode_is_told(mode: AutoresetMode) -> None:
    for given in (mode, mode.value):
        envs = VectorEnv(gridlaw.connect4(5), 3, autoreset_mode=given)
        assert envs.metadata["autoreset_mode"] is mode
        obs, info = envs.reset(seed=0)
        assert envs.observation_space.contains(obs) and info["action_mask"].shape == (3, 20)
        assert isinstance(envs, gymnasium.vector.VectorEnv) and envs.action_space.sample().shape == (3,)


def played(mode: AutoresetMode, limit: int = 2, copy: bool = True) -> tuple[VectorEnv, np.ndarray[Any, Any]]:
    """Three games of Breakdown that end after different numbers of steps: the second and third are one
    ply behind the first."""
    envs = VectorEnv(gridlaw.breakdown(5, 4, 2, 2), 3, autoreset_mode=mode, limit=limit, copy=copy)
    obs, info = envs.reset()
    assert not obs.any() and "final_obs" not in info
    # An illegal action is no ply.
    out = envs.step(np.array([0, 10_000, 10_000]))
    assert out[4]["outcome"].tolist() == [0, 4, 4]
    return envs, out[0]


@pytest.mark.parametrize("copy", [True, False])
def test_next_step(copy: bool) -> None:
    envs, _ = played(AutoresetMode.NEXT_STEP, copy=copy)
    _, _, terminated, truncated, info = envs.step(np.array([1, 1, 1]))
    assert truncated.tolist() == [True, False, False] and not terminated.any()
    assert info["action_mask"][0].tolist() == [1] + [0] * 10, "any action is ignored; the mask allows 0"
    assert envs.sample()[0] == 0
    obs, reward, terminated, truncated, info = envs.step(np.array([-7, 2, 2]))
    assert not obs[0].any() and reward[0] == 0 and truncated.tolist() == [False, True, True]
    assert info["outcome"].tolist() == [0, 5, 5] and info["action_mask"][0].sum() > 1
    obs, reward, _, truncated, info = envs.step(np.array([3, 3, 3]))
    assert obs[0].any() and not obs[1:].any() and not truncated.any() and "final_obs" not in info


@pytest.mark.parametrize("copy", [True, False])
def test_same_step(copy: bool) -> None:
    envs, _ = played(AutoresetMode.SAME_STEP, copy=copy)
    obs, _, _, truncated, info = envs.step(np.array([1, 1, 1]))
    assert truncated.tolist() == [True, False, False] and not obs[0].any()
    assert info["_final_obs"].tolist() == info["_final_info"].tolist() == [True, False, False]
    assert info["final_obs"][0].sum() == 4 and info["final_obs"][0] in envs.single_observation_space
    assert info["final_info"]["outcome"][0] == 5
    kept = info["final_obs"][0].copy()
    obs, _, _, truncated, info = envs.step(np.array([2, 2, 2]))
    assert truncated.tolist() == [False, True, True] and obs[0].any()
    assert info["_final_obs"].tolist() == [False, True, True]
    assert info["final_obs"] is not obs and np.array_equal(info["final_obs"][0], kept)
    _, _, _, truncated, info = envs.step(np.array([3, 3, 3]))
    assert truncated.tolist() == [True, False, False]


@pytest.mark.parametrize("copy", [True, False])
def test_disabled(copy: bool) -> None:
    envs, _ = played(AutoresetMode.DISABLED, copy=copy)
    obs, _, _, truncated, info = envs.step(np.array([1, 1, 1]))
    assert truncated.tolist() == [True, False, False] and obs[0].any() and "final_obs" not in info
    with pytest.raises(ResetNeeded):
        envs.step(np.array([0, 0, 0]))
    obs, _ = envs.reset(options={"reset_mask": truncated.copy()})
    assert not obs[0].any() and obs[1:].any()
    obs, _, _, truncated, _ = envs.step(np.array([2, 2, 2]))
    assert truncated.tolist() == [False, True, True]
    obs, info = envs.reset(options={"reset_mask": truncated.copy()})
    assert obs[0].any() and not obs[1:].any() and info["action_mask"].any(axis=1).all()
    for mask, error in [
        ([True] * 3, TypeError),
        (np.ones(2, bool), ValueError),
        (np.ones(3, np.int8), TypeError),
        (np.zeros(3, bool), ValueError),
    ]:
        with pytest.raises(error):
            envs.reset(options={"reset_mask": mask})


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("mode", MODES)
def test_every_info_names_the_games_that_have_it(mode: AutoresetMode, copy: bool) -> None:
    envs, _ = played(mode, copy=copy)
    out = envs.step(np.array([1, 1, 1]))
    infos = [envs.reset()[1], out[4]]
    for info in infos:
        assert info["_action_mask"].tolist() == info["_outcome"].tolist() == [True] * 3
        assert info["_outcome"].dtype == np.bool_
    infos.extend(info["final_info"] for info in infos if "final_info" in info)
    assert len(infos) == (3 if mode is AutoresetMode.SAME_STEP else 2)
    for info in infos:
        keys = {key for key in info if not key.startswith("_")}
        assert set(info) == keys | {f"_{key}" for key in keys}


def test_lists_of_infos_are_those_of_the_games() -> None:
    envs = DictInfoToList(VectorEnv(gridlaw.connect4(5), 3))
    _, infos = envs.reset(seed=1)
    *_, after = envs.step(np.array([0, 99, 1]))
    for info in (infos, after):
        assert [set(one) for one in info] == [{"action_mask", "outcome"}] * 3
    assert [one["outcome"] for one in after] == [0, 4, 0]


@pytest.mark.parametrize("seed", [[1, 2, 3], (1, 2, 3), [None] * 3, np.arange(3), range(3)])
def test_a_vector_has_one_seed(seed: Any) -> None:
    envs = VectorEnv(gridlaw.connect4(5), 3)
    with pytest.raises(ValueError, match=f"expected one seed, .* found {type(seed).__name__}"):
        envs.reset(seed=seed)


@pytest.mark.parametrize("mode", MODES)
def test_statistics_are_those_of_the_games(mode: AutoresetMode) -> None:
    envs = RecordEpisodeStatistics(VectorEnv(gridlaw.jump61(2), 4, autoreset_mode=mode))
    envs.reset(seed=1)
    lengths: list[int] = []
    plies = np.zeros(4, int)
    waiting = np.zeros(4, bool)
    for _ in range(60):
        _, _, terminated, truncated, info = envs.step(envs.env.sample())  # type: ignore[attr-defined]
        plies = np.where(waiting, 0, plies + 1)
        done = terminated | truncated
        assert np.array_equal(info.get("_episode", np.zeros(4, bool)), done)
        for lane in np.flatnonzero(done):
            assert info["episode"]["l"][lane] == plies[lane] and info["episode"]["r"][lane] == 1.0
            lengths.append(int(plies[lane]))
        if mode is AutoresetMode.NEXT_STEP:
            waiting = done
        else:
            plies[done] = 0
        if mode is AutoresetMode.DISABLED and done.any():
            envs.reset(options={"reset_mask": done})
    assert len(lengths) > 20


@pytest.mark.parametrize("name", list(GAMES))
def test_vectors_are_lanes(name: str) -> None:
    envs = VectorEnv(GAMES[name], 5, seed=3, autoreset_mode="SameStep", observation="float32")
    lanes = GAMES[name].lanes(5, seed=3)
    obs, _ = envs.reset()
    assert obs.dtype == np.float32
    for _ in range(30):
        actions = envs.sample()
        assert np.array_equal(actions, np.maximum(lanes.sample(), 0))
        obs, reward, *_, info = envs.step(actions)
        seen, paid, *_ = lanes.step(actions)
        assert np.array_equal(obs, seen) and np.array_equal(reward, paid)
        assert np.array_equal(info["action_mask"], lanes.mask)


def test_a_vector_draws_from_a_pool() -> None:
    games = [gridlaw.fitz(TILES, 6, 6), gridlaw.fitz(TILES[31:], 6, 6)]
    env = VectorEnv(games[0], 64, seed=3, pool=games)
    env.reset()
    assert {env.lanes.position(lane).game for lane in range(64)} == set(games)


def test_adapters_are_there_without_an_import_of_their_own() -> None:
    code = "import gridlaw; g = gridlaw.connect4(5); gridlaw.gymnasium.Env(g); gridlaw.pettingzoo.env(g)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        gridlaw.nothing  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["gymnasium", "pettingzoo"])
def test_an_adapter_whose_package_is_missing_is_no_attribute(name: str) -> None:
    code = f"""
import sys
sys.modules[{name!r}] = None
import gridlaw
assert not hasattr(gridlaw, {name!r})
try:
    gridlaw.{name}
except AttributeError as error:
    assert {name!r} in str(error) and str(error).endswith(": pip install 'gridlaw[{name}]'"), error
try:
    from gridlaw import {name}
except ModuleNotFoundError as error:
    assert error.name == {name!r}
else:
    raise AssertionError("imported")
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_a_wrong_position_changes_nothing() -> None:
    game = gridlaw.jump61(2)
    env = Env(game)
    env.reset(options={"position": game.record("1,1")})
    for wrong, error, message in [
        (gridlaw.jump61(3).start(), ValueError, "expected a position of jump61"),
        ("1,1", TypeError, "expected a gridlaw.Position, found str"),
        (None, TypeError, "expected a gridlaw.Position, found NoneType"),
    ]:
        with pytest.raises(error, match=message):
            env.reset(options={"position": wrong})
        assert env.position == game.record("1,1")


def test_actions_are_whole_numbers() -> None:
    env = Env(gridlaw.connect4(5))
    env.reset()
    for wrong in (1.9, 1.0, "1", None):
        with pytest.raises(TypeError):
            env.step(wrong)  # type: ignore[arg-type]
    assert env.position == env.game.start()
    env.step(np.int64(1))
    assert env.position == env.game.start().play(1)


@pytest.mark.parametrize("make", [Env, VectorEnv])
def test_limits_are_at_least_one_ply(make: Any) -> None:
    game = gridlaw.connect4(5)
    for limit in (0, -1):
        with pytest.raises(ValueError, match=f"expected a limit of at least 1 ply, found {limit}"):
            make(game, limit=limit)
    for wrong in (None, 1.5):
        with pytest.raises(TypeError):
            make(game, limit=wrong)


@pytest.mark.parametrize("form", ["bits", None, "pixels"])
def test_vectors_name_the_possible_observations(form: Any) -> None:
    with pytest.raises(ValueError, match=f"expected an observation of 'cells' or 'float32', found {form!r}"):
        VectorEnv(gridlaw.connect4(5), 2, observation=form)
