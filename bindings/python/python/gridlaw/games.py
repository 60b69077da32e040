"""The five games, each made of its parameters."""

import json
import os
from collections.abc import Mapping
from typing import Any

from gridlaw._native import Game, create

_LONGEST = 1 << 30
"""The most bytes of a file that are read."""


def breakdown(width: int, height: int, stick: int, square: int) -> Game:
    """Breakdown: sticks of `stick` cells fall, and a square of side `square` wins; all from 1 on.

    `ValueError` for other numbers and boards of 2^31 cells or more, `MemoryError` for boards that do
    not fit the memory.
    """
    return create("breakdown", [width, height, stick, square], b"")


def connect4(size: int) -> Game:
    """Connect4 from four sides, on a board of `size` × `size`, 4 to 10, else a `ValueError`."""
    return create("connect4", [size], b"")


def jump61(size: int) -> Game:
    """Jump61 on a board of `size` × `size`, 2 to 10, else a `ValueError`."""
    return create("jump61", [size], b"")


def candy(game: str | os.PathLike[str] | Mapping[str, Any]) -> Game:
    """Candy, from the path of a game file, its JSON text, or a dict of the same keys.

    `OSError` if the file cannot be read, `ValueError` with its path if it is not a game.
    """
    if isinstance(game, Mapping):
        return create("candy", [], json.dumps(dict(game)).encode())
    if isinstance(game, str) and game.lstrip().startswith("{"):
        return create("candy", [], game.encode())
    return create("candy", [], *_read(game))


def fitz(tiles: str | os.PathLike[str], rows: int, cols: int) -> Game:
    """Fitz, from the path of a tile file or its text, on a board of `rows` × `cols`, 1 to 999.

    `OSError` if the file cannot be read, `ValueError` with its path if it has no tiles, and for other
    numbers.
    """
    if isinstance(tiles, str) and "\n" in tiles:
        return create("fitz", [rows, cols], tiles.encode())
    return create("fitz", [rows, cols], *_read(tiles))


def _read(path: str | os.PathLike[str]) -> tuple[bytes, str]:
    """The contents of a file, and its name for messages."""
    # `open` would take an int as a descriptor, read from it and close it.
    name = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
    if not isinstance(name, str):
        raise TypeError(f"expected a str or a path, found {type(path).__name__}")
    with open(name, "rb") as file:
        content = file.read(_LONGEST + 1)
    if len(content) > _LONGEST:
        raise ValueError(f"{name}: expected at most {_LONGEST} bytes")
    return content, name
