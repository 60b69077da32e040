"""The five games, each made of its parameters."""

import json
import operator
import os
from collections.abc import Mapping
from typing import Any, SupportsIndex

from gridlaw._native import Game, content_limit, create


def breakdown(width: SupportsIndex, height: SupportsIndex, stick: SupportsIndex, square: SupportsIndex) -> Game:
    """Breakdown: sticks of `stick` cells fall, and a square of side `square` wins; all from 1 on.

    `ValueError` for other numbers and boards of 2^31 cells or more, `MemoryError` for boards that do
    not fit the memory.
    """
    return create("breakdown", [width, height, stick, square], b"")


def connect4(size: SupportsIndex) -> Game:
    """Connect4 from four sides, on a board of `size` × `size`, 4 to 10, else a `ValueError`."""
    return create("connect4", [size], b"")


def jump61(size: SupportsIndex) -> Game:
    """Jump61 on a board of `size` × `size`, 2 to 10, else a `ValueError`."""
    return create("jump61", [size], b"")


def candy(game: str | os.PathLike[str] | Mapping[str, Any]) -> Game:
    """Candy, from the path of a game file, its JSON text, or a dict of the same keys.

    `OSError` if the file cannot be read, `ValueError` with its path if it is not a game.
    """
    if isinstance(game, Mapping):
        return create("candy", [], json.dumps(dict(game), default=_plain).encode())
    if isinstance(game, str) and game.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return create("candy", [], game.encode())
    return create("candy", [], *read_content("candy", game))


def fitz(tiles: str | os.PathLike[str], rows: SupportsIndex, cols: SupportsIndex) -> Game:
    """Fitz, from the path of a tile file or its text, on a board of `rows` × `cols`, 1 to 999.

    `OSError` if the file cannot be read, `ValueError` with its path if it has no tiles, and for other
    numbers.
    """
    if isinstance(tiles, str) and "\n" in tiles:
        return create("fitz", [rows, cols], tiles.encode())
    return create("fitz", [rows, cols], *read_content("fitz", tiles))


def _plain(value: Any) -> Any:
    """A value of a dict for JSON: other mappings, and the arrays and numbers of numpy."""
    if isinstance(value, Mapping):
        return dict(value)
    return value.tolist() if hasattr(value, "tolist") else operator.index(value)


def read_content(kind: str, path: str | os.PathLike[str]) -> tuple[bytes, str]:
    """The contents of a file of a kind of game, and its name for messages."""
    # `open` would take an int as a descriptor, read from it and close it.
    name = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
    if not isinstance(name, str):
        raise TypeError(f"expected a str or a path, found {type(path).__name__}")
    with open(name, "rb") as file:
        content = file.read((limit := content_limit(kind)) + 1)
    if len(content) > limit:
        raise ValueError(f"{name}: expected at most {limit} bytes, found more")
    return content, name
