"""Lanes and threads: what is used twice at once raises; what is apart runs side by side."""

import contextlib
import copy
import pickle
import sys
import sysconfig
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gridlaw
import numpy as np
import pytest
from conftest import TILES
from gridlaw import gymnasium, pettingzoo

HAS_LOCK = getattr(sys, "_is_gil_enabled", lambda: True)()


def test_lanes_that_are_used_twice_at_once_raise_and_stay_whole() -> None:
    game = gridlaw.breakdown(8, 8, 3, 3)
    lanes = game.lanes(20_000, seed=1, observation="float32")
    refused, stepped = [0, 0], [0, 0]
    gate = threading.Barrier(2)

    def work(number: int) -> None:
        gate.wait()
        for _ in range(300):
            try:
                lanes.step_random()
                stepped[number] += 1
            except RuntimeError as error:
                assert "borrowed" in str(error)
                refused[number] += 1

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(refused) > 0 and sum(stepped) > 0 and sum(refused) + sum(stepped) == 600
    # Together they have done what one thread does alone.
    alone = game.lanes(20_000, seed=1, observation="float32")
    for _ in range(sum(stepped)):
        alone.step_random()
    assert np.array_equal(lanes.state, alone.state) and np.array_equal(lanes.observation, alone.observation)


def test_lanes_that_are_copied_while_they_step_raise() -> None:
    lanes = gridlaw.breakdown(8, 8, 3, 3).lanes(20_000, observation=None)
    refused = 0

    def step() -> None:
        for _ in range(300):
            # A copy that is made meanwhile refuses the step.
            with contextlib.suppress(RuntimeError):
                lanes.step_random()

    thread = threading.Thread(target=step)
    thread.start()
    while thread.is_alive():
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            try:
                copied(lanes)
            except RuntimeError as error:
                assert "borrowed" in str(error)
                refused += 1
    thread.join()
    assert refused > 0


def test_lanes_of_their_own_run_side_by_side() -> None:
    game = gridlaw.connect4(7)

    def run(seed: int) -> np.ndarray[Any, Any]:
        lanes = game.lanes(2000, seed=seed)
        for _ in range(50):
            lanes.step_random()
        return lanes.state

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(run, range(4)))
    assert all(np.array_equal(one, run(seed)) for seed, one in enumerate(together))


def test_positions_are_shared_by_threads() -> None:
    p = gridlaw.jump61(5).record("1,1 2,2")
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda seed: (p.perft(2), p.playout(seed), hash(p)), range(60)))
    assert results == [(p.perft(2), p.playout(seed), hash(p)) for seed in range(60)]


def refusals(work: Callable[[], object], calls: int) -> int:
    """How many of as many calls of each of two threads were refused."""
    refused, gate = [0, 0], threading.Barrier(2)

    def run(number: int) -> None:
        gate.wait()
        for _ in range(calls):
            try:
                work()
            except RuntimeError as error:
                assert "borrowed" in str(error) or "another thread" in str(error)
                refused[number] += 1

    threads = [threading.Thread(target=run, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(refused)


def test_the_lock_is_released_from_256_lanes_on() -> None:
    game = gridlaw.fitz(TILES, 8, 8)
    few, many = game.lanes(255, seed=1), game.lanes(256, seed=1)
    assert refusals(many.step_random, 2000) > 0
    if HAS_LOCK:
        assert refusals(few.step_random, 2000) == 0


def test_nothing_needs_the_lock() -> None:
    """A free-threaded interpreter goes on without it."""
    if hasattr(sys, "_is_gil_enabled") and sysconfig.get_config_var("Py_GIL_DISABLED"):
        assert not sys._is_gil_enabled()


def test_vectors_refuse_a_second_thread() -> None:
    game = gridlaw.breakdown(8, 8, 3, 3)
    envs = gymnasium.VectorEnv(game, 5000, seed=1, autoreset_mode="SameStep")
    envs.reset()
    actions = envs.sample()
    refused = refusals(lambda: envs.step(actions), 2000)
    assert refused > 0
    # What was not refused has done what one thread does alone.
    same = gymnasium.VectorEnv(game, 5000, seed=1, autoreset_mode="SameStep")
    same.reset()
    assert np.array_equal(same.sample(), actions)
    for _ in range(4000 - refused):
        same.step(actions)
    assert np.array_equal(envs.lanes.state, same.lanes.state)
    assert np.array_equal(envs.lanes.observation, same.lanes.observation)


@pytest.mark.parametrize("make", [gymnasium.Env, gymnasium.VectorEnv, pettingzoo.raw_env, pettingzoo.env])
def test_environments_refuse_a_second_thread(make: Callable[[gridlaw.Game], Any]) -> None:
    env = make(gridlaw.breakdown(8, 8, 3, 3))
    env.reset()
    action = np.zeros(1, np.int32) if make is gymnasium.VectorEnv else 0
    calls: list[Callable[[], object]] = [env.reset, lambda: env.step(action), lambda: pickle.dumps(env)]
    if "pettingzoo" in make.__module__:
        calls.append(lambda: env.observe("player_0"))
    with env._guard:
        for call in calls:
            with ThreadPoolExecutor(1) as pool, pytest.raises(RuntimeError, match="another thread"):
                pool.submit(call).result()
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        with env._guard:
            other.step(action)
    # After a refusal, and after an error, it goes on.
    with pytest.raises((TypeError, ValueError)):
        (env if make is gymnasium.VectorEnv else env.unwrapped).step("x")
    env.step(action)


@pytest.mark.parametrize("make", [gymnasium.Env, pettingzoo.raw_env])
def test_games_stay_whole_under_two_threads(make: Callable[[gridlaw.Game], Any]) -> None:
    """What two threads have played together are legal plies, one after the other."""
    env = make(gridlaw.breakdown(5, 200, 1, 5))
    env.reset()
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        refused = refusals(lambda: env.step(0), 60)
    finally:
        sys.setswitchinterval(switch)
    expected = env.game.record(" ".join(["|0"] * (120 - refused)))
    assert env._plies == 120 - refused and env.position == expected
