"""Bad input is an exception with a message, and nothing has changed."""

import os
from pathlib import Path
from typing import Any

import gridlaw
import numpy as np
import pytest
from conftest import TILES
from gridlaw.gymnasium import VectorEnv

GAME = gridlaw.breakdown(5, 4, 2, 2)


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0] * 4, TypeError),
        (None, TypeError),
        (np.zeros(4, np.float32), TypeError),
        (np.zeros(4, np.uint32), TypeError),
        (np.zeros(4, np.int16), TypeError),
        (np.zeros(4, bool), TypeError),
        (np.zeros(4, ">i4"), TypeError),
        (np.zeros(4, object), TypeError),
        (np.zeros(3, np.int64), ValueError),
        (np.zeros((4, 1), np.int64), ValueError),
        (np.zeros((), np.int64), ValueError),
        (np.zeros(8, np.int64)[::2], ValueError),
        (np.frombuffer(bytes(33), np.uint8)[1:].view(np.int64), ValueError),
    ],
)
def test_wrong_actions(actions: Any, error: type[Exception]) -> None:
    lanes = GAME.lanes(4)
    before = lanes.state
    with pytest.raises(error, match="expected actions"):
        lanes.step(actions)
    assert np.array_equal(lanes.state, before)


def test_read_only_actions_are_taken() -> None:
    actions = np.zeros(4, np.int64)
    actions.flags.writeable = False
    GAME.lanes(4).step(actions)


@pytest.mark.parametrize(
    "options",
    [
        {"reset": "sometimes"},
        {"observation": "pixels"},
        {"mask": "list"},
        {"limit": 0},
        {"observation": None, "keep_final": True},
    ],
)
def test_wrong_options(options: Any) -> None:
    with pytest.raises(ValueError, match="expected|needs"):
        GAME.lanes(4, **options)


NUMBERS: list[tuple[str, Any, int, int]] = [
    ("width", lambda number: gridlaw.breakdown(number, 4, 2, 2), 1, 2**32 - 1),
    ("square", lambda number: gridlaw.breakdown(5, 4, 2, number), 1, 2**32 - 1),
    ("size", gridlaw.connect4, 4, 10),
    ("size", gridlaw.jump61, 2, 10),
    ("columns", lambda number: gridlaw.fitz(TILES, 6, number), 1, 999),
    ("seed", GAME.random_record, 0, 2**64 - 1),
    ("number", lambda number: GAME.random_record(0, number), 0, 2**64 - 1),
    ("lanes", GAME.lanes, 0, 2**64 - 1),
    ("lanes", lambda number: VectorEnv(GAME, number), 0, 2**64 - 1),
    ("seed", lambda number: GAME.lanes(1, seed=number), 0, 2**64 - 1),
    ("seed", lambda number: GAME.lanes(1).reset(seed=number), 0, 2**64 - 1),
    ("limit", lambda number: GAME.lanes(1, limit=number), 1, 2**32 - 1),
    ("limit", GAME.lanes(1).playout, 0, 2**32 - 1),
    ("depth", gridlaw.breakdown(1, 1, 1, 1).start().perft, 0, 1000),
    ("plies", lambda number: GAME.start().frontier(number, 1), 0, 2**32 - 1),
    ("most", lambda number: GAME.start().frontier(0, number), 0, 2**64 - 1),
    ("seed", GAME.start().playout, 0, 2**64 - 1),
    ("limit", lambda number: GAME.start().playout(0, number), 0, 2**32 - 1),
    ("depth", lambda number: GAME.start().best(depth=number), 1, 254),
    *[
        (name, lambda number, name=name, search=search: search(GAME.start(), **{name: number}), 1, most)
        for name, most in [("nodes", 2**64 - 1), ("table", 2**32 - 1), ("threads", 1024)]
        for search in (gridlaw.Position.solve, gridlaw.Position.best)
    ],
]


@pytest.mark.parametrize(("name", "call", "least", "most"), NUMBERS)
def test_numbers_out_of_range_are_told_with_it(name: str, call: Any, least: int, most: int) -> None:
    for number in (least - 1, most + 1):
        with pytest.raises(ValueError, match=str(number)):
            call(number)
    for number, found in [
        (np.int64(-5), -5),
        (2**64, 2**64),
        (2**127, "an int beyond 128 bits"),
        (-1 << 20_000, "an int beyond 128 bits"),
    ]:
        with pytest.raises(ValueError, match=f"^expected {name} from {least} to {most}, found {found}$"):
            call(number)
    for wrong in ("1", 1.5):
        with pytest.raises(TypeError):
            call(wrong)


def test_the_least_and_the_greatest_numbers_are_taken() -> None:
    assert GAME.random_record(2**64 - 1, np.uint64(2**64 - 1))
    assert len(GAME.lanes(0, 2**64 - 1, limit=2**32 - 1)) == 0
    p = gridlaw.jump61(2).start()
    assert p.playout(2**64 - 1, 2**32 - 1).is_over and p.frontier(0, 2**64 - 1) == [(p.canonical().setup, 1)]
    assert p.solve(nodes=2**64 - 1, table=1, threads=2).value == "loss" == p.best(depth=254, table=1).value


def test_more_lanes_than_memory() -> None:
    for count in (2**40, 2**60, 2**63):
        with pytest.raises((MemoryError, ValueError)):
            GAME.lanes(count)
    assert GAME.lanes(0).step(np.zeros(0, np.int32))[1].shape == (0,)


def test_wrong_arrays_to_bind() -> None:
    lanes = GAME.lanes(4)
    shape = (4, 2, 4, 5)
    read_only = np.zeros(shape, np.uint8)
    read_only.flags.writeable = False
    wrong: list[tuple[Any, type[Exception]]] = [
        (np.zeros(shape, np.int8), TypeError),
        (np.zeros((4, 2, 5, 4), np.uint8), ValueError),
        (np.zeros((4, 2, 4, 10), np.uint8)[..., ::2], ValueError),
        (np.asfortranarray(np.zeros(shape, np.uint8)), ValueError),
        (read_only, ValueError),
        ([0], TypeError),
    ]
    for array, error in wrong:
        with pytest.raises(error, match="expected observations"):
            lanes.bind(observation=array)
    with pytest.raises(ValueError):
        GAME.lanes(4, observation=None).bind(observation=np.zeros(shape, np.uint8))
    with pytest.raises(TypeError, match="expected masks"):
        lanes.bind(mask=np.zeros((4, 11), np.uint8))


def test_arrays_to_bind_share_no_memory() -> None:
    lanes = GAME.lanes(4, keep_final=True)
    obs, mask = lanes.reset()
    room = np.zeros(obs.nbytes + mask.nbytes, np.uint8)
    seen, flags = room[: obs.nbytes].reshape(obs.shape), room[8:][: mask.nbytes].view(bool).reshape(mask.shape)
    for wrong in ({"observation": seen, "mask": flags}, {"observation": lanes.step(lanes.sample())[5]["final_obs"]}):
        with pytest.raises(ValueError, match="share memory"):
            lanes.bind(**wrong)
        assert lanes.observation is obs and lanes.mask is mask
    lanes.bind(observation=seen, mask=room[obs.nbytes :].view(bool).reshape(mask.shape))


def test_a_pool_is_of_the_same_kind_of_game() -> None:
    for wrong in (gridlaw.connect4(4), gridlaw.breakdown(6, 6, 2, 2)):
        with pytest.raises(ValueError, match="expected games like"):
            GAME.lanes(2, pool=[wrong])


@pytest.mark.parametrize("form", ["cells", "bits", "float32"])
def test_a_bind_that_fails_leaves_both_arrays(form: Any) -> None:
    lanes = GAME.lanes(4, observation=form)
    obs, mask = lanes.reset()
    before = lanes.state
    new = np.zeros_like(obs)
    with pytest.raises(ValueError, match="expected masks"):
        lanes.bind(observation=new, mask=np.zeros((4, 99), bool))
    assert lanes.observation is obs and lanes.mask is mask and np.array_equal(lanes.state, before)
    stepped = lanes.step(lanes.sample())
    assert stepped[0] is obs and obs.any() and not new.any()


@pytest.mark.parametrize("make", [gridlaw.candy, lambda file: gridlaw.fitz(file, 6, 7)])
def test_no_descriptor_and_no_bytes_are_files(make: Any, tmp_path: Path) -> None:
    with open(tmp_path / "file", "w+b") as file:
        for wrong in (file.fileno(), True, b"file", None, 1.5):
            with pytest.raises(TypeError, match=f"expected a str or a path, found {type(wrong).__name__}"):
                make(wrong)
        os.fstat(file.fileno())
    for missing in (str(tmp_path / "none"), tmp_path / "none"):
        with pytest.raises(FileNotFoundError, match="none"):
            make(missing)


@pytest.mark.parametrize("number", [-5, 11, 2**32 - 1, 2**64, 2**127, -(2**127) - 1, 1 << 20_000], ids=int.bit_length)
def test_numbers_beyond_the_actions_are_wrong_values(number: int) -> None:
    for call in (GAME.start().play, GAME.start().is_legal, GAME.move):
        with pytest.raises(ValueError, match="expected an action from 0 to 10, found"):
            call(number)


def test_wrong_states() -> None:
    lanes = GAME.lanes(4)
    state = lanes.state
    wrong: list[tuple[Any, type[Exception]]] = [
        (state.astype(np.int64), TypeError),
        (state[:, :3].copy(), ValueError),
        (state[:-1].copy(), ValueError),
        (np.full_like(state, 2**64 - 1), ValueError),
    ]
    for states, error in wrong:
        with pytest.raises(error):
            lanes.state = states
    for indices in ([4], [-5], [0, 99], [2**70]):
        with pytest.raises(IndexError):
            lanes.load(indices, state[:, : len(indices)].copy())
    for lane in (4, -5, 2**70):
        with pytest.raises(IndexError):
            lanes.position(lane)
    with pytest.raises(TypeError):
        lanes.reset(np.ones(4, np.uint8))  # type: ignore[arg-type]
    assert np.array_equal(lanes.state, state)


def test_a_perft_is_no_deeper_than_the_stack_allows() -> None:
    start = gridlaw.breakdown(1, 1, 1, 1).start()
    assert start.perft(1000) >= 0
    for depth in (1001, 2**32 - 1):
        with pytest.raises(ValueError, match="from 0 to 1000"):
            start.perft(depth)
