"""Perft in units: the positions after some plies, up to symmetry, shared out.

A perft of depth *d* is the sum over the positions of ply *p* of the ways to them times their perft of
depth *d − p*. Equal positions are merged before anything is counted twice.
"""

import random
import time
from decimal import Decimal
from typing import Any

import pyarrow as pa

import gridlaw
from gridlaw._native import DEEPEST
from gridlaw.cluster.folder import Folder, Plan
from gridlaw.cluster.game import Game, Misuse, Trouble
from gridlaw.cluster.words import read_start

COUNT = pa.decimal128(38)
"""A count, beyond 64 bits too."""

MOST_POSITIONS = 4_000_000
"""The greatest number of positions of a plan: about a gigabyte of memory while it is made."""

SAMPLES = 8
"""The positions that are counted to learn how long one takes."""

FAR = 100
"""Plies beyond which an estimate of time no longer grows: 2 to this power is longer than any unit."""

EVEN = 100
"""The positions of a unit, at least, unless a split is given: many make units alike, and the deeper the
split, the more equal positions are merged."""


def plan(game: Game, depth: int, moves: str, divide: bool, split: int | None, unit_seconds: float) -> Plan:
    if depth > DEEPEST:
        raise Misuse(f"expected a depth of at most {DEEPEST}, found {depth}")
    start = read_start(game, moves)
    firsts = start.moves() if divide and depth > 0 else [""]
    roots = [start.play(first) if first else start for first in firsts]
    below = 1 if firsts != [""] else 0
    if split is not None and not below <= split <= depth:
        raise Misuse(f"expected --split from {below} to the depth {depth}, found {split}")

    plies = below if split is None else split
    while True:
        rows = _frontier(roots, firsts, plies - below)
        distinct = sorted({position for position, _, _ in rows})
        seconds = _seconds_each(game, distinct, depth - plies)
        if split is not None or plies == depth or seconds <= unit_seconds / EVEN:
            break
        plies += 1
    each = max(1, int(unit_seconds / seconds)) if seconds > 0 else len(distinct)
    units = {position: index // each for index, position in enumerate(distinct)}
    rows.sort()
    table = pa.table(
        {
            "unit": pa.array([units[position] for position, _, _ in rows], pa.int64()),
            "position": pa.array([position for position, _, _ in rows], pa.string()),
            "first": pa.array([first for _, first, _ in rows], pa.string()),
            "count": pa.array([Decimal(ways) for _, _, ways in rows], COUNT),
        }
    )
    settings = {"game": vars(game), "depth": depth, "moves": moves, "split": plies, "firsts": firsts}
    return Plan("perft", settings, table)


def _frontier(roots: list[gridlaw.Position], firsts: list[str], plies: int) -> list[tuple[str, str, int]]:
    """Rows of a position, the first move that leads to it if these are told apart, and the ways to it."""
    rows: list[tuple[str, str, int]] = []
    for root, first in zip(roots, firsts, strict=True):
        try:
            frontier = root.frontier(plies, MOST_POSITIONS - len(rows))
        except ValueError as error:
            raise Trouble(f"{error}; a smaller --split makes fewer positions") from None
        rows += [(position, first, ways) for position, ways in frontier]
    return rows


def _seconds_each(game: Game, positions: list[str], depth: int) -> float:
    """About how long the perft of one position takes, from shallow ones of a few."""
    opened, total = game.open(), 0.0
    sample = random.Random(1).sample(positions, min(SAMPLES, len(positions)))
    for position in map(opened.position, sample):
        before, seconds = 0.0, 0.0
        for shallow in range(depth + 1):
            begun = time.perf_counter()
            position.perft(shallow)
            before, seconds = seconds, time.perf_counter() - begun
            if seconds > 0.02:
                # The rest grows as it grew last.
                growth = min(max(seconds / before, 2.0), 64.0) if before > 0 else 8.0
                seconds *= growth ** min(depth - shallow, FAR)
                break
        total += seconds
    return total / max(1, len(sample))


def work(plan: Plan, rows: pa.Table) -> pa.Table:
    """Counts the sequences through the positions of a unit, for every depth from the split on."""
    game = plan.game.open()
    depths = range(plan.settings["depth"] - plan.settings["split"] + 1)
    counts: dict[tuple[str, int], int] = {}
    position, leaves = "", [0]
    for row in rows.to_pylist():
        if row["position"] != position:
            position = row["position"]
            opened = game.position(position)
            leaves = [opened.perft(depth) for depth in depths]
        for depth, found in enumerate(leaves):
            key = (row["first"], depth + plan.settings["split"])
            counts[key] = counts.get(key, 0) + int(row["count"]) * found
    return pa.table(
        {
            "first": pa.array([first for first, _ in counts], pa.string()),
            "depth": pa.array([depth for _, depth in counts], pa.int64()),
            "count": pa.array([Decimal(count) for count in counts.values()], COUNT),
        }
    )


def merge(folder: Folder, plan: Plan, write: Any) -> None:
    """Writes what `gridlaw perft` prints."""
    settings = plan.settings
    counts: dict[tuple[str, int], int] = {}
    for number in range(plan.units):
        for row in folder.read_result(plan, number).to_pylist():
            key = (row["first"], row["depth"])
            counts[key] = counts.get(key, 0) + int(row["count"])
    if settings["firsts"] != [""]:
        for first in settings["firsts"]:
            write(f"{first} {counts.get((first, settings['depth']), 0)}\n")
    start = read_start(plan.game, settings["moves"])
    for depth in range(settings["depth"] + 1):
        if depth < settings["split"]:
            count = start.perft(depth)
        else:
            count = sum(counts.get((first, depth), 0) for first in settings["firsts"])
        write(f"{depth} {count}\n")
