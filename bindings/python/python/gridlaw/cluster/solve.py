"""The values of games, a unit each. One solve is never split: that multiplies its work."""

from typing import Any

import pyarrow as pa

import gridlaw
from gridlaw.cluster.folder import Folder, Plan
from gridlaw.cluster.game import Game, Misuse, Trouble
from gridlaw.cluster.words import NUMBERS, read_start


def plan(games: list[Game], moves: str, weak: bool, all_moves: bool, limits: dict[str, Any]) -> Plan:
    if games[0].open().players < 2:
        raise Misuse(f"{games[0].name} is a game for one person: `gridlaw solve` plans it")
    if all_moves and len(games) > 1:
        raise Misuse(f"--all: expected one game, found {len(games)}; leave it out, or plan a folder for each game")
    rows = pa.table(
        {
            "unit": pa.array(range(len(games)), pa.int64()),
            "numbers": pa.array([game.numbers for game in games], pa.list_(pa.int64())),
            "position": pa.array([read_start(game, moves).setup for game in games], pa.string()),
            "count": pa.array([1] * len(games), pa.int64()),
        }
    )
    settings = {"game": vars(games[0]), "weak": weak, "all": all_moves, **limits}
    return Plan("solve", settings, rows)


def work(plan: Plan, rows: pa.Table) -> pa.Table:
    """Solves the game of a unit on one thread, so that the nodes are the same everywhere."""
    settings = plan.settings
    [row] = rows.to_pylist()
    game = Game(plan.game.name, row["numbers"], plan.game.content).open()
    limits: dict[str, Any] = {name: settings.get(name) for name in ("table", "nodes", "time", "weak", "all")}
    position = game.position(row["position"])
    value, plies, nodes, outcome, line, reason = "open", None, None, None, None, None
    try:
        solution = position.solve(**limits)
    except gridlaw.NotSolved as error:
        # As `gridlaw solve` names its options.
        reason, moves = str(error).replace("the limit of ", "the limit of --"), error.moves
    else:
        value, plies, nodes, line = solution.value, solution.distance, solution.nodes, solution.line
        moves = solution.moves
        for move in line:
            position = position.play(move)
        # A line that ends in two passes ends a draw: neither side wants to move.
        outcome = position.answer[0] if position.is_over else "D"
    values = [f"{move} {_text(*value)}" for move, value in (moves or {}).items()]
    return pa.table(
        {
            "numbers": pa.array([row["numbers"]], pa.list_(pa.int64())),
            "value": pa.array([value], pa.string()),
            "plies": pa.array([plies], pa.int64()),
            "nodes": pa.array([nodes], pa.int64()),
            "outcome": pa.array([outcome], pa.string()),
            "line": pa.array([line], pa.list_(pa.string())),
            "values": pa.array([values], pa.list_(pa.string())),
            "reason": pa.array([reason], pa.string()),
        }
    )


def merge(folder: Folder, plan: Plan, write: Any) -> None:
    """Writes of one game what `gridlaw solve` prints, with the seconds of its unit. Of many, a table
    with a row a game: its numbers, the value for the side to move, the plies to the end if they are
    known, and the positions that were searched; the value `open` where a limit came."""
    rows = []
    for number in range(plan.units):
        rows += folder.read_result(plan, number).to_pylist()
    if plan.units == 1:
        _write_solution(rows[0], folder.seconds(plan, 0) or 0.0, write)
        return
    words = [word for _, word in NUMBERS[plan.game.name]]
    write(",".join([*words, "value", "plies", "nodes"]) + "\n")
    for row in rows:
        fields = [*row["numbers"], row["value"], row["plies"], row["nodes"]]
        write(",".join("" if field is None else str(field) for field in fields) + "\n")


def _text(value: str, distance: int | None) -> str:
    return value if distance is None else f"{value} in {distance}"


def _write_solution(row: dict[str, Any], seconds: float, write: Any) -> None:
    for value in row["values"]:
        write(f"{value}\n")
    if row["value"] == "open":
        raise Trouble(row["reason"])
    write(f"value {_text(row['value'], row['plies'])}\noutcome {row['outcome']}\nline {' '.join(row['line'])}\n")
    write(f"nodes {row['nodes']}\nseconds {seconds:.3f}\nnodes/s {row['nodes'] / max(seconds, 1e-9):.0f}\n")
