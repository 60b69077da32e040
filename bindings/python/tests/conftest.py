"""Games for all tests, and some of their positions."""

from __future__ import annotations

from pathlib import Path

import gridlaw
import pytest

ROOT = Path(__file__).resolve().parents[3]

TILES = """,,,,,
,!!,,
,!!!,
,,,,,
,,,,,

,,,,,
,,!,,
,,!,,
,,!,,
,,,,,

,,,,,
,!,!,
,,!,,
,,,,,
,,,,,
"""


def candy_game(columns: int = 5, rows: int = 5, colors: int = 4, state: int = 2) -> dict[str, object]:
    """A game of Candy whose candies follow a fixed pattern."""

    def color(row: int, column: int) -> int:
        return (row * 7 + column * 3 + row * column + row // 3) % colors

    def table(count: int, cell: object) -> dict[str, object]:
        assert callable(cell)
        data = [cell(row, column) for row in range(count) for column in range(columns)]
        return {"rows": count, "columns": columns, "data": data}

    return {
        "gamedef": {
            "gameid": 1,
            "extensioncolor": table(23, color),
            "boardstate": table(rows, lambda row, column: state),
            "colors": colors,
        }
    }


def all_games() -> dict[str, gridlaw.Game]:
    """Games of every kind, with and without a form of their own for lanes."""
    return {
        "breakdown": gridlaw.breakdown(8, 8, 3, 3),
        "breakdown-5x4": gridlaw.breakdown(5, 4, 2, 2),
        "breakdown-20x11": gridlaw.breakdown(20, 11, 3, 2),
        "connect4": gridlaw.connect4(7),
        "connect4-10": gridlaw.connect4(10),
        "jump61": gridlaw.jump61(4),
        "candy": gridlaw.candy(candy_game()),
        "candy-9x3": gridlaw.candy(candy_game(9, 3)),
        "fitz": gridlaw.fitz(TILES, 6, 7),
        "fitz-3x3": gridlaw.fitz(TILES, 3, 3),
    }


GAMES = all_games()


@pytest.fixture(params=GAMES.values(), ids=GAMES.keys())
def game(request: pytest.FixtureRequest) -> gridlaw.Game:
    """Every game."""
    found: gridlaw.Game = request.param
    return found
