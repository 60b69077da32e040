"""The values of many games, one row a game. One solve is never split: that multiplies its work."""

from typing import Any

import pyarrow as pa

import gridlaw

from gridlaw.cluster.folder import Folder, Game, Plan, Trouble
from gridlaw.cluster.words import NUMBERS


def plan(games: list[Game], weak: bool, table: int, nodes: int | None) -> Plan:
    if games[0].open().players < 2:
        raise Trouble(f"{games[0].name} is a game for one person: nobody wins it from another")
    rows = pa.table(
        {
            "unit": pa.array(range(len(games)), pa.int64()),
            "numbers": pa.array([game.numbers for game in games], pa.list_(pa.int64())),
            "position": pa.array([game.open().start().setup for game in games], pa.string()),
            "count": pa.array([1] * len(games), pa.int64()),
        }
    )
    settings = {"game": vars(games[0]), "weak": weak, "table": table, "nodes": nodes}
    return Plan("solve", settings, rows)


def work(plan: Plan, rows: pa.Table) -> pa.Table:
    """Solves the game of a unit on one thread, so that the nodes are the same everywhere."""
    settings = plan.settings
    [row] = rows.to_pylist()
    game = Game(plan.game.name, row["numbers"], plan.game.content).open()
    limits = {"table": settings["table"], "nodes": settings["nodes"], "weak": settings["weak"]}
    value: str
    try:
        solution = game.position(row["position"]).solve(**limits)
        value, plies, nodes = solution.value, solution.distance, solution.nodes
    except gridlaw.NotSolved:
        value, plies, nodes = "open", None, None
    return pa.table(
        {
            "numbers": pa.array([row["numbers"]], pa.list_(pa.int64())),
            "value": pa.array([value], pa.string()),
            "plies": pa.array([plies], pa.int64()),
            "nodes": pa.array([nodes], pa.int64()),
        }
    )


def merge(folder: Folder, plan: Plan, write: Any) -> None:
    """Writes a table with a row a game: its numbers, the value for the side to move, the plies to the
    end if they are known, and the positions that were searched; the value `open` where a limit came."""
    words = [word for _, word in NUMBERS[plan.game.name]]
    write(",".join([*words, "value", "plies", "nodes"]) + "\n")
    for number in range(plan.units):
        result = folder.read_result(plan, number)
        assert result is not None, "no unit is missing"
        for row in result.to_pylist():
            fields = [*row["numbers"], row["value"], row["plies"], row["nodes"]]
            write(",".join("" if field is None else str(field) for field in fields) + "\n")
