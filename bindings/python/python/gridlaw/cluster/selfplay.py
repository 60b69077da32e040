"""Games of a player against itself, one row a game.

Game *n* of a seed is the same wherever it is played, so the rows do not depend on units or workers.
The policy `random` plays the games of `gridlaw random`. `nodes:N` begins each of them with its first
`OPENING` plies, so that no two games need be the same, and then searches N positions a move.
"""

from typing import Any

import pyarrow as pa

import gridlaw
from gridlaw.cluster.folder import Folder, Plan
from gridlaw.cluster.game import Game, Misuse

LIMIT = 400
"""The most plies of a game, as in `gridlaw random`."""

OPENING = 4

GAMES_A_SECOND = 50_000
"""About how many random games a core plays and writes down."""

POSITIONS_A_SECOND = 500_000
"""About how many positions a core searches."""


MOST_TABLE = 1024
"""The largest table of a search, in MiB."""

MOST_UNITS = 10_000_000
"""The most units of a plan, which takes some 100 bytes for each."""

MOST_GAMES = 1 << 31
"""The most games of a unit, so that a plan numbers them in 63 bits."""


def plan(game: Game, games: int, seed: int, policy: str, unit_seconds: float) -> Plan:
    start = game.open().start()
    nodes = _nodes(policy)
    if nodes is not None and game.open().players < 2:
        raise Misuse(f"{game.name} is a game for one person: it has the policy random only")
    rate = GAMES_A_SECOND if nodes is None else min(GAMES_A_SECOND, POSITIONS_A_SECOND / (50 * nodes))
    each = max(1, min(int(unit_seconds * rate), MOST_GAMES))
    if -(-games // each) > MOST_UNITS:
        raise Misuse(f"--games: expected at most {MOST_UNITS} units of {each} games, found {games} games; raise --unit-seconds")
    firsts = range(0, games, each)
    table = pa.table(
        {
            "unit": pa.array(range(len(firsts)), pa.int64()),
            "position": pa.array([start.setup] * len(firsts), pa.string()),
            "first": pa.array(firsts, pa.int64()),
            "count": pa.array([min(each, games - first) for first in firsts], pa.int64()),
        }
    )
    return Plan("selfplay", {"game": vars(game), "seed": seed, "policy": policy}, table)


def _nodes(policy: str) -> int | None:
    """The positions a move of a policy that searches; `None` for random moves."""
    if policy == "random":
        return None
    name, _, number = policy.partition(":")
    # No number of 64 bits has more than 20 digits, and Python converts none of many thousands.
    if name == "nodes" and number.isascii() and number.isdecimal() and len(number) <= 20 and 0 < int(number) < 1 << 64:
        return int(number)
    raise Misuse(f"expected the policy random or nodes:N, N from 1 to {(1 << 64) - 1}, found {policy}")


def _play(game: gridlaw.Game, seed: int, number: int, nodes: int | None) -> str:
    line = game.random_record(seed, number)
    if nodes is None:
        return line
    moves = line.split()[:OPENING]
    position = game.record(" ".join(moves))
    while not position.is_over and len(moves) < LIMIT:
        # 24 bytes a position, and room for as many again.
        moves.append(position.best(nodes=nodes, table=min(MOST_TABLE, max(1, nodes // 20_000))).move)
        position = position.play(moves[-1])
    return " ".join(moves)


def work(plan: Plan, rows: pa.Table) -> pa.Table:
    game, seed, policy = plan.game.open(), plan.settings["seed"], plan.settings["policy"]
    nodes = _nodes(policy)
    [row] = rows.to_pylist()
    numbers = range(row["first"], row["first"] + row["count"])
    lines = [_play(game, seed, number, nodes) for number in numbers]
    moves = [line.split() for line in lines]
    action = {text: game.action(text) for text in {text for line in moves for text in line}}
    return pa.table(
        {
            "number": pa.array(numbers, pa.int64()),
            "actions": pa.array([[action[text] for text in line] for line in moves], pa.list_(pa.uint32())),
            "outcome": pa.array([int(game.record(line).outcome) for line in lines], pa.uint8()),
            "seed": pa.array([seed] * len(lines), pa.uint64()),
            "policy": pa.array([policy] * len(lines), pa.string()).dictionary_encode(),
        }
    )


def merge(folder: Folder, plan: Plan, write: Any) -> None:
    """Writes the games as lines of moves, as `gridlaw random` does."""
    game = plan.game.open()
    texts = [game.move(action) for action in range(game.num_actions)]
    for number in range(plan.units):
        for actions in folder.read_result(plan, number).column("actions").to_pylist():
            write(" ".join(texts[action] for action in actions) + "\n")
