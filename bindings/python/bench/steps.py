"""Steps from Python beside other packages, as rows of a table.

Usage: steps.py [SECONDS [NAME…]]

Every row is timed twice, in two rounds over all rows, by the process's CPU time: a million steps a
second, round one and round two. Ours play random legal actions; peers play their own Connect Four, by
the loops of `benches/peers/measure.py`, which checks that their games are what they should be. A peer
that is not installed is left out, and said.
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

# A call plays some steps and returns how many.
Play = Callable[[], int]


def lanes(game: gridlaw.Game, count: int, observation: str | None, mask: str, how: str) -> Play:
    """Steps of lanes: with actions that are there (`given`), with a sample of Rust's each step, or with
    both in one call."""
    played = game.lanes(count, 1, "same", 400, observation, mask)  # type: ignore[arg-type]
    played.reset()
    if how == "sampled":
        def play() -> int:
            for _ in range(8):
                played.step(played.sample())
            return 8 * count
    elif how == "at once":
        def play() -> int:
            for _ in range(8):
                played.step_random()
            return 8 * count
    else:
        # The actions of random games, drawn before the clock runs.
        state, actions = played.state, []
        for _ in range(64):
            actions.append(played.sample().copy())
            played.step(actions[-1])
        played.state = state
        at = 0

        def play() -> int:
            nonlocal at
            for _ in range(8):
                played.step(actions[at])
                at += 1
            if at == len(actions):
                at = 0
            return 8 * count
    return play


def adapter(game: gridlaw.Game, copy: bool) -> Play:
    envs = VectorEnv(game, SOME, autoreset_mode="SameStep", copy=copy)
    envs.reset()

    def play() -> int:
        for _ in range(8):
            envs.step(envs.sample())
        return 8 * SOME

    return play


def one_by_one(game: gridlaw.Game) -> Play:
    words = [[game.action(word) for word in game.random_record(1, number).split()] for number in range(100)]
    start = game.start()

    def play() -> int:
        for actions in words:
            p = start
            for action in actions:
                p = p.play(action)
        return sum(map(len, words))

    return play


def candy() -> gridlaw.Game:
    """Candy 8×8 with six colors."""
    draw = np.random.default_rng(1)

    def table(rows: int, data: list[int]) -> dict[str, object]:
        return {"rows": rows, "columns": 8, "data": data}

    extension = table(200, draw.integers(0, 6, 1600).tolist())
    board = table(8, [2] * 64)
    return gridlaw.candy({"gamedef": {"gameid": 1, "extensioncolor": extension, "boardstate": board, "colors": 6}})


def rows() -> Iterator[tuple[str, Play]]:
    breakdown, connect4, jump61 = gridlaw.breakdown(8, 8, 3, 3), gridlaw.connect4(7), gridlaw.jump61(6)
    fitz = gridlaw.fitz(ROOT / "examples" / "fitz.tiles", 8, 8)
    for form, mask in [("bits", "bits"), ("cells", "flags"), ("float32", "flags")]:
        for how in ("given", "sampled", "at once"):
            name = f"Breakdown 8×8 k3 q3, {MANY} lanes, {form} and {mask}, actions {how}"
            yield name, lanes(breakdown, MANY, form, mask, how)
    for game in (connect4, jump61, candy(), fitz):
        yield f"{game}, {MANY} lanes, cells and flags, actions given", lanes(game, MANY, "cells", "flags", "given")
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
        yield f"{package}, Connect Four, {how}", lambda play=play: play()[1]


def rate(play: Play, seconds: float) -> float:
    """Steps a second of the process's CPU time, the best of three."""
    play()
    best = 0.0
    for _ in range(3):
        steps, begun = 0, time.process_time()
        while (took := time.process_time() - begun) < seconds:
            steps += play()
        best = max(best, steps / took)
    return best


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    wanted = [row for row in rows() if all(word in row[0] for word in sys.argv[2:])]
    rounds = [[rate(play, seconds) for _, play in wanted] for _ in range(2)]
    print("| what | million steps a CPU second, twice |\n|---|--:|")
    for (name, _), *rates in zip(wanted, *rounds, strict=True):
        print(f"| {name} | {', '.join(f'{rate / 1e6:.3g}' for rate in rates)} |")
