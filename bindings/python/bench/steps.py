"""Steps from Python beside other packages, as rows of a table.

Usage: steps.py [SECONDS [NAME…]]

Every row is timed twice, in two rounds over all rows, by the process's CPU time: a million steps a
second, round one and round two. Beside the steps of ours stand those of the library without any
observation, and a plain copy of the arrays that a step writes. Ours play random legal actions;
peers play their own Connect Four, by the loops of `benches/peers/measure.py`, which checks that
their games are what they should be. A peer that is not installed is left out, and said.
"""

import importlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import gridlaw
import numpy as np
from gridlaw.gymnasium import VectorEnv

ROOT = Path(__file__).resolve().parents[3]
MANY, SOME = 65_536, 4096

# A call plays some steps and returns how many, and the seconds of CPU time that they took.
Play = Callable[[], tuple[int, float]]


def timed(steps: int, work: Callable[[], object]) -> tuple[int, float]:
    begun = time.process_time()
    work()
    return steps, time.process_time() - begun


def lanes(game: gridlaw.Game, count: int, observation: str | None, mask: str, how: str) -> Play:
    """Steps of lanes: with random actions that are there (`given`), with a sample before each step
    (`sampled`), or with both in one call (`at once`)."""
    played = game.lanes(count, 1, "same", 400, observation, mask)  # type: ignore[arg-type]
    played.reset()
    # Games begin together; after some plies they are of all ages.
    for _ in range(60):
        played.step_random()

    def play() -> tuple[int, float]:
        if how == "given":
            actions = played.sample()
            return timed(count, lambda: played.step(actions))
        if how == "sampled":
            return timed(count, lambda: played.step(played.sample()))
        return timed(count, played.step_random)

    return play


def copies(game: gridlaw.Game, count: int, observation: str, mask: str) -> Play:
    """Copies of the observations and masks of lanes: what memory alone costs."""
    played = game.lanes(count, observation=observation, mask=mask)  # type: ignore[arg-type]
    pairs = [(array, array.copy()) for array in (played.observation, played.mask)]

    def work() -> None:
        for array, other in pairs:
            np.copyto(other, array)

    return lambda: timed(count, work)


def adapter(game: gridlaw.Game, copy: bool) -> Play:
    envs = VectorEnv(game, SOME, autoreset_mode="SameStep", copy=copy)
    envs.reset()

    def play() -> tuple[int, float]:
        actions = envs.sample()
        return timed(SOME, lambda: envs.step(actions))

    return play


def one_by_one(game: gridlaw.Game) -> Play:
    words = [[game.action(word) for word in game.random_record(1, number).split()] for number in range(100)]
    start = game.start()

    def work() -> None:
        for actions in words:
            p = start
            for action in actions:
                p = p.play(action)

    plies = sum(map(len, words))
    return lambda: timed(plies, work)


def candy() -> gridlaw.Game:
    """Candy 8×8 with six colors."""
    draw = np.random.default_rng(1)

    def table(rows: int, data: list[int]) -> dict[str, object]:
        return {"rows": rows, "columns": 8, "data": data}

    extension = table(200, draw.integers(0, 6, 1600).tolist())
    board = table(8, [2] * 64)
    return gridlaw.candy({"gamedef": {"gameid": 1, "extensioncolor": extension, "boardstate": board, "colors": 6}})


def peer(play: Callable[[], tuple[int, int, int]]) -> Play:
    """A peer's loop, which plays games and says how many plies they had."""

    def timed_play() -> tuple[int, float]:
        begun = time.process_time()
        plies = play()[1]
        return plies, time.process_time() - begun

    return timed_play


def rows() -> Iterator[tuple[str, Play]]:
    breakdown, connect4, jump61 = gridlaw.breakdown(8, 8, 3, 3), gridlaw.connect4(7), gridlaw.jump61(6)
    fitz = gridlaw.fitz(ROOT / "examples" / "fitz.tiles", 8, 8)
    for form, mask in [("bits", "bits"), ("cells", "flags"), ("float32", "flags")]:
        for how in ("given", "sampled", "at once"):
            name = f"Breakdown 8×8 k3 q3, {MANY} lanes, {form} and {mask}, actions {how}"
            yield name, lanes(breakdown, MANY, form, mask, how)
        yield f"{breakdown}, {MANY} lanes, a copy of {form} and {mask}", copies(breakdown, MANY, form, mask)
    for game in (breakdown, connect4, jump61, candy(), fitz):
        if game != breakdown:
            yield f"{game}, {MANY} lanes, cells and flags, actions given", lanes(game, MANY, "cells", "flags", "given")
            yield f"{game}, {MANY} lanes, a copy of cells and flags", copies(game, MANY, "cells", "flags")
        yield f"{game}, {MANY} lanes, the step of the library: no observation", lanes(game, MANY, None, "bits", "given")
    yield "Breakdown 8×8 k3 q3, one game at a time", one_by_one(breakdown)
    for copy in (False, True):
        yield f"Breakdown 8×8 k3 q3, Gymnasium, {SOME} games, copy={copy}", adapter(breakdown, copy)
    sys.path.insert(0, str(ROOT / "benches" / "peers"))
    peers = importlib.import_module("measure")
    for make in peers.PACKAGES.values():
        try:
            package, how, play = make()
        except ImportError as error:
            print(f"left out: {error}", file=sys.stderr)
            continue
        yield f"{package}, Connect Four, {how}", peer(play)


def rate(play: Play, seconds: float) -> float:
    """Steps a second of the process's CPU time, the best of three."""
    play()
    best = 0.0
    for _ in range(3):
        all_steps, spent = 0, 0.0
        while spent < seconds:
            steps, took = play()
            all_steps, spent = all_steps + steps, spent + took
        best = max(best, all_steps / spent)
    return best


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    wanted = [row for row in rows() if all(word in row[0] for word in sys.argv[2:])]
    rounds = [[rate(play, seconds) for _, play in wanted] for _ in range(2)]
    print("| what | million steps a CPU second, twice |\n|---|--:|")
    for (name, _), *rates in zip(wanted, *rounds, strict=True):
        print(f"| {name} | {', '.join(f'{rate / 1e6:.3g}' for rate in rates)} |")
