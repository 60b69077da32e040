"""Lanes and threads: what is used twice at once raises; what is apart runs side by side."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gridlaw
import numpy as np


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
