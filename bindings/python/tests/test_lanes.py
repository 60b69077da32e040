"""Thousands of games at once, held against one game in hand."""

import copy
import pickle
from typing import Any

import gridlaw
import numpy as np
import pytest
from conftest import GAMES, candy_game
from hypothesis import given, settings
from hypothesis import strategies as st

RESETS = ["same", "next", "never"]
FORMS = ["cells", "bits", "float32", None]


def bits(planes: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.packbits(planes, axis=-1, bitorder="little")


@given(
    name=st.sampled_from(list(GAMES)),
    seed=st.integers(0, 2**64 - 1),
    reset=st.sampled_from(RESETS),
    form=st.sampled_from(FORMS),
    mask=st.sampled_from(["flags", "bits"]),
    dtype=st.sampled_from([np.int32, np.int64]),
    limit=st.integers(1, 30),
)
@settings(max_examples=100, deadline=None)
def test_lanes_are_positions(
    name: str, seed: int, reset: Any, form: Any, mask: Any, dtype: type, limit: int
) -> None:
    """Every lane is held against `Position`, step by step, with illegal actions among the others."""
    game, count, chooser = GAMES[name], 7, np.random.default_rng(seed)
    lanes = game.lanes(count, seed, reset, limit, form, mask)
    obs, legal = lanes.reset()
    mine, plies, ended = [game.start()] * count, [0] * count, [False] * count
    for step in range(12):
        for lane, p in enumerate(mine):
            assert lanes.position(lane) == p
            shown = np.zeros(game.num_actions, bool) if ended[lane] else p.mask()
            if mask == "flags":
                assert np.array_equal(legal[lane], shown)
            else:
                assert np.array_equal(np.packbits(shown, bitorder="little"), legal[lane].view(np.uint8)[: -(-len(shown) // 8)])
            if form is not None:
                expected = p.observation()
                assert np.array_equal(obs[lane], bits(expected) if form == "bits" else expected)
        actions = lanes.sample().astype(dtype)
        wild = chooser.random(count) < 0.1
        actions[wild] = chooser.integers(-3, game.num_actions + 3, wild.sum())
        obs, reward, terminated, truncated, legal, info = lanes.step(actions)
        for lane, p in enumerate(mine):
            action, over = int(actions[lane]), ended[lane]
            if over and reset == "next":
                mine[lane], plies[lane], ended[lane] = game.start(), 0, False
                assert (lanes.outcome[lane], reward[lane], terminated[lane], truncated[lane]) == (0, 0, False, False)
                continue
            if over or action < 0 or action >= game.num_actions or not p.is_legal(action):
                assert (lanes.outcome[lane], reward[lane], terminated[lane], truncated[lane]) == (4, 0, False, False)
                continue
            after = p.play(action)
            plies[lane] += 1
            is_cut = not after.is_over and plies[lane] >= limit
            assert lanes.outcome[lane] == (5 if is_cut else int(after.outcome))
            assert (terminated[lane], truncated[lane]) == (after.is_over, is_cut)
            if game.players == 1:
                assert reward[lane] == after.score - p.score
            else:
                won = {1: 0, 2: 1}.get(int(after.outcome))
                assert reward[lane] == (0 if won is None else 1 if won == p.turn else -1)
            ends = after.is_over or is_cut
            mine[lane] = game.start() if ends and reset == "same" else after
            plies[lane] = 0 if ends and reset == "same" else plies[lane]
            ended[lane] = ends and reset != "same"
        assert info["outcome"] is lanes.outcome


def test_flags_of_any_byte_are_true() -> None:
    lanes = gridlaw.connect4(5).lanes(4, seed=1)
    for _ in range(3):
        lanes.step_random()
    before = lanes.plies.copy()
    lanes.reset(np.frombuffer(bytes([0, 1, 2, 255]), np.bool_))
    assert lanes.plies.tolist() == [before[0], 0, 0, 0]
    mask = np.frombuffer(bytearray([255] * lanes.mask.size), np.bool_).reshape(lanes.mask.shape)
    lanes.bind(mask=mask)
    assert mask.view(np.uint8).max() == 1 and np.array_equal(mask[0], lanes.position(0).mask())


def test_actions_may_be_an_array_that_the_step_writes() -> None:
    lanes, other = (gridlaw.connect4(5).lanes(64, seed=1) for _ in range(2))
    for _ in range(30):
        actions = lanes.outcome.copy()
        assert np.array_equal(lanes.step(lanes.outcome)[0], other.step(actions)[0])


def test_a_pool_deals_its_games_to_the_episodes() -> None:
    games = []
    for shift in range(3):
        content = candy_game()
        data = content["gamedef"]["extensioncolor"]["data"]  # type: ignore[index]
        content["gamedef"]["extensioncolor"]["data"] = data[5 * shift :] + data[: 5 * shift]  # type: ignore[index]
        games.append(gridlaw.candy(content))
    lanes = games[0].lanes(64, seed=3, limit=5, pool=games)
    assert lanes.pool == games and lanes.game == games[0]
    dealt = [lanes.position(lane).game for lane in range(64)]
    assert set(dealt) == set(games)
    for _ in range(20):
        obs, *_ = lanes.step_random()
    other = pickle.loads(pickle.dumps(lanes))
    assert other.pool == games
    for lane in range(64):
        p = lanes.position(lane)
        assert np.array_equal(obs[lane], p.observation()) and other.position(lane) == p
        assert p.game in games
    assert np.array_equal(other.step_random()[0], lanes.step_random()[0])
    with pytest.raises(ValueError, match="pool"):
        games[0].lanes(4, pool=[])
    with pytest.raises(ValueError, match="expected games like `breakdown 4x5 k2 q2` .* found `breakdown 4x5 k3 q2`"):
        gridlaw.breakdown(4, 5, 2, 2).lanes(4, pool=[gridlaw.breakdown(4, 5, 3, 2)])
    for unlike in (gridlaw.candy(candy_game(colors=3)), gridlaw.candy(candy_game(6)), gridlaw.connect4(5)):
        planes, rows, cols = unlike.observation_shape
        with pytest.raises(ValueError, match=f"expected games like .* found .* with {planes} planes of {rows}x{cols}"):
            games[0].lanes(4, pool=[games[0], unlike])


def test_arrays_are_as_promised(game: gridlaw.Game) -> None:
    planes, rows, cols = game.observation_shape
    count, actions = 300, game.num_actions
    shapes: dict[Any, Any] = {
        "cells": ((count, planes, rows, cols), np.uint8),
        "float32": ((count, planes, rows, cols), np.float32),
        "bits": ((count, planes, rows, -(-cols // 8)), np.uint8),
    }
    for form, (shape, dtype) in shapes.items():
        for mask in ("flags", "bits"):
            lanes = game.lanes(count, observation=form, mask=mask)  # type: ignore[arg-type]
            obs, legal = lanes.reset()
            assert (obs.shape, obs.dtype) == (shape, np.dtype(dtype))
            expected = ((count, actions), bool) if mask == "flags" else ((count, -(-actions // 32)), np.uint32)
            assert (legal.shape, legal.dtype) == (expected[0], np.dtype(expected[1]))
            stepped = lanes.step(lanes.sample())
            again = lanes.step(lanes.sample())
            assert stepped[0] is again[0] is obs and stepped[4] is legal, "written in place"
            for array in (*again[:5], lanes.outcome, lanes.sample()):
                assert array.ctypes.data % 64 == 0 and array.flags.c_contiguous
                assert np.shares_memory(np.from_dlpack(array), array) or array.dtype == bool
            dtypes = [array.dtype.name for array in again[1:4]]
            assert dtypes == ["float32", "bool", "bool"] and lanes.outcome.dtype == np.uint8
            with pytest.raises(ValueError):
                obs.resize(shape[0] + 1, *shape[1:])
    lanes = game.lanes(count, observation=None)
    assert lanes.reset()[0] is None and lanes.observation is None


def test_sampled_games_are_those_of_the_program(game: gridlaw.Game) -> None:
    lanes = game.lanes(5, seed=9)
    lanes.reset()
    lines: list[list[str]] = [[] for _ in range(5)]
    done = [False] * 5
    for _ in range(400):
        actions = lanes.sample()
        for lane, action in enumerate(actions):
            if not done[lane]:
                lines[lane].append(game.move(int(action)))
        *_, terminated, truncated, _mask, _info = lanes.step(actions)
        done = [was or bool(end) for was, end in zip(done, terminated | truncated, strict=True)]
        if all(done):
            break
    assert [" ".join(line) for line in lines] == [game.random_record(9, number) for number in range(5)]


def test_states_go_on_as_they_would(game: gridlaw.Game) -> None:
    lanes = game.lanes(6, seed=4, limit=9, reset="next")
    for _ in range(11):
        lanes.step(lanes.sample())
    saved, setups = lanes.state, [lanes.position(lane).setup for lane in range(6)]
    assert saved.dtype == np.uint64 and saved.shape[1] == 6

    def go_on(lanes: gridlaw.Lanes) -> list[Any]:
        return [[part.copy() for part in lanes.step(lanes.sample())[:5]] + [lanes.outcome.copy()] for _ in range(15)]

    pickled, other = pickle.loads(pickle.dumps(lanes)), game.lanes(6, seed=4, limit=9, reset="next")
    assert np.array_equal(pickled.reward, lanes.reward) and np.array_equal(pickled.outcome, lanes.outcome)
    assert np.array_equal(pickled.observation, lanes.observation) and np.array_equal(pickled.mask, lanes.mask)
    expected = go_on(lanes)
    other.state = saved
    lanes.state = saved
    assert [lanes.position(lane).setup for lane in range(6)] == setups
    for again in (pickled, other, lanes):
        for left, right in zip(go_on(again), expected, strict=True):
            assert all(np.array_equal(one, two) for one, two in zip(left, right, strict=True))
    lanes.load([1, -1], saved[:, [3, 0]])
    assert (lanes.position(1).setup, lanes.position(5).setup) == (setups[3], setups[0])
    assert np.array_equal(lanes.observation[1], game.position(setups[3]).observation())


def test_a_copy_keeps_the_rewards_of_lanes_that_are_not_reset() -> None:
    lanes = gridlaw.breakdown(1, 1, 1, 1).lanes(2, reset="never")
    lanes.step(np.array([0, 0]))
    copied, which = pickle.loads(pickle.dumps(lanes)), np.array([True, False])
    for some in (lanes, copied):
        some.reset(mask=which)
        assert some.reward.tolist() == [0.0, 1.0]


def test_a_state_is_one_of_its_own_game() -> None:
    """The words of each would be a position of the other."""
    lanes = gridlaw.breakdown(5, 4, 2, 2).lanes(3)
    before = lanes.state
    for other in (gridlaw.breakdown(5, 4, 3, 2), gridlaw.breakdown(4, 5, 2, 2)):
        states = other.lanes(3).state
        assert states.shape == before.shape
        with pytest.raises(ValueError, match="cannot load lane 0: expected a state of breakdown 5x4 k2 q2, found"):
            lanes.state = states
        with pytest.raises(ValueError, match="cannot load lane 2: .* another game or of other settings"):
            lanes.load([0, 2], np.stack([before[:, 0], states[:, 0]], axis=1))
        assert np.array_equal(lanes.state, before)


def test_a_state_keeps_its_game_of_the_pool() -> None:
    content = candy_game()
    content["gamedef"]["gameid"] = 2  # type: ignore[index]
    games = [gridlaw.candy(candy_game()), gridlaw.candy(content)]
    lanes, other = (games[0].lanes(32, seed=seed, pool=games) for seed in (1, 2))
    lanes.step(lanes.sample())
    played = [lanes.position(lane) for lane in range(32)]
    assert {other.position(lane).game == p.game for lane, p in enumerate(played)} == {False, True}
    other.state = lanes.state
    assert [other.position(lane) for lane in range(32)] == played
    assert np.array_equal(other.sample(), lanes.sample())
    with pytest.raises(ValueError, match="another game or of other settings"):
        games[0].lanes(32).state = lanes.state


@given(st.sampled_from(list(GAMES)), st.data())
@settings(max_examples=60, deadline=None)
def test_any_words_are_a_state_or_refused(name: str, data: st.DataObject) -> None:
    lanes = GAMES[name].lanes(2, limit=5)
    words = lanes.state
    row = data.draw(st.integers(0, len(words) - 1))
    words[row, 1] = data.draw(st.integers(0, 2**64 - 1) | st.integers(0, 2**9))
    before = lanes.state
    try:
        lanes.state = words
    except ValueError:
        assert np.array_equal(lanes.state, before), "all or none"
    for _ in range(4):
        lanes.step(lanes.sample())
        lanes.playout(limit=3)


def test_playouts_leave_positions_alone() -> None:
    lanes = gridlaw.connect4(5).lanes(500, seed=1)
    lanes.step(lanes.sample())
    before = [lanes.position(lane) for lane in range(500)]
    outcomes = lanes.playout()
    assert outcomes.shape == (500,) and set(outcomes.tolist()) == {1, 2}
    assert [lanes.position(lane) for lane in range(500)] == before
    assert not np.array_equal(lanes.playout(), outcomes) and set(lanes.playout(limit=1).tolist()) == {5}


def test_resets_begin_what_they_name() -> None:
    game = gridlaw.breakdown(5, 4, 2, 2)
    lanes = game.lanes(4, seed=2)
    first = lanes.reset()[0].copy()
    lanes.step(lanes.sample())
    middle = lanes.observation.copy()
    obs, _ = lanes.reset(np.array([True, False, True, False]))
    assert np.array_equal(obs[[0, 2]], first[[0, 2]]) and np.array_equal(obs[[1, 3]], middle[[1, 3]])
    lanes.reset(seed=2)
    one = [lanes.step(lanes.sample())[0].copy() for _ in range(20)]
    lanes.reset(seed=2)
    two = [lanes.step(lanes.sample())[0].copy() for _ in range(20)]
    assert np.array_equal(one, two)
    with pytest.raises(ValueError):
        lanes.reset(np.ones(4, bool), seed=1)


def test_copies_keep_the_rewards_of_the_last_step() -> None:
    lanes = gridlaw.jump61(2).lanes(50, seed=1)
    while not lanes.reward.any():
        lanes.step(lanes.sample())
    for other in (copy.deepcopy(lanes), pickle.loads(pickle.dumps(lanes))):
        assert np.array_equal(other.reward, lanes.reward) and other.reward is not lanes.reward
        assert np.array_equal(other.step(other.sample())[1], copy.deepcopy(lanes).step_random()[1])


@pytest.mark.parametrize("touch", ["nothing", "sample", "playout", "state"])
def test_a_reset_that_follows_a_reset_keeps_the_episodes(touch: str) -> None:
    """The docstring of `reset` says which calls count. The first sample shows the episode."""
    lanes, untouched = (gridlaw.connect4(5).lanes(200, seed=5) for _ in range(2))
    if touch == "state":
        lanes.state = lanes.state
    elif touch != "nothing":
        getattr(lanes, touch)()
    lanes.reset()
    assert np.array_equal(lanes.sample(), untouched.sample()) == (touch == "nothing")


def test_a_game_that_is_over_stays_so_with_never() -> None:
    lanes = gridlaw.jump61(2).lanes(3, reset="never")
    while not lanes.outcome.any() or lanes.mask.any():
        lanes.step(lanes.sample())
    outcome = lanes.outcome.copy()
    assert lanes.sample().tolist() == [-1, -1, -1]
    lanes.step(np.zeros(3, np.uint8))
    assert lanes.outcome.tolist() == [4, 4, 4] and not lanes.mask.any() and outcome.any()


def test_final_observations_have_a_buffer_of_their_own() -> None:
    game = gridlaw.jump61(3)
    for form in ("cells", "bits", "float32"):
        lanes = game.lanes(50, seed=3, keep_final=True, observation=form)  # type: ignore[arg-type]
        ends = 0
        for _ in range(60):
            before = [lanes.position(lane) for lane in range(50)]
            actions = lanes.sample()
            obs, _reward, terminated, _truncated, _mask, info = lanes.step(actions)
            assert info["final_obs"] is not obs
            for lane in np.flatnonzero(terminated):
                expected = before[lane].play(actions[lane]).observation()
                assert np.array_equal(info["final_obs"][lane], bits(expected) if form == "bits" else expected)
                assert np.array_equal(lanes.position(int(lane)).setup, game.start().setup)
                ends += 1
        assert ends > 50


def test_bound_arrays_are_written_to() -> None:
    game = gridlaw.breakdown(8, 8, 3, 3)
    lanes, other = game.lanes(600, seed=1), game.lanes(600, seed=1)
    storage = np.zeros((3, 600, 2, 8, 8), np.uint8)
    masks = np.zeros((600, 17), bool)
    for step in range(3):
        lanes.bind(observation=storage[step], mask=masks)
        obs, *_ = lanes.step(lanes.sample())
        other.step(other.sample())
        assert np.shares_memory(obs, storage[step]) and np.array_equal(storage[step], other.observation)
        assert np.array_equal(masks, other.mask)
    own = np.zeros((600, 17), bool)
    lanes.bind(mask=own)
    own.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        lanes.step(lanes.sample())


def test_the_last_sample_can_be_stepped_at_once() -> None:
    one, two = (gridlaw.connect4(6).lanes(300, seed=8) for _ in range(2))
    for _ in range(30):
        one.step(one.sample())
        two.step_random()
        assert np.array_equal(one.observation, two.observation) and np.array_equal(one.reward, two.reward)
