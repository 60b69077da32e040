"""Outcomes, and the results of searches."""

from enum import IntEnum
from typing import Literal, NamedTuple


class Outcome(IntEnum):
    """Whether a game is over, and who has won."""

    IN_PROGRESS = 0
    FIRST = 1
    SECOND = 2
    DRAW = 3


class Value(NamedTuple):
    """The exact value of a position, or of a move."""

    value: Literal["win", "draw", "loss"]
    """For the side to move."""
    distance: int | None
    """The plies to the end of a win or a loss under best play, if they are known."""


class Solution(NamedTuple):
    """The exact value of a position, and how it is kept."""

    value: Literal["win", "draw", "loss"]
    """For the side to move."""
    distance: int | None
    """The plies to the end of a win or a loss under best play; None with `weak`."""
    line: list[str]
    """Best play, to the end; with `weak` moves that keep the value."""
    nodes: int
    """The positions searched for the value; those of the line are not counted, as in `gridlaw solve`."""
    moves: dict[str, Value] | None
    """With `all` the value of every legal move for the side to move, in move order."""


class Best(NamedTuple):
    """The best move of a position, as far as it was searched."""

    move: str
    value: Literal["win", "draw", "loss"] | None
    """The exact value for the side to move, once it is known."""
    distance: int | None
    """The plies to the end of a win or a loss."""
    points: int
    """The estimate where the value is not known: more is better for the side to move. In Candy the
    score after the line."""
    depth: int
    """The plies searched."""
    line: list[str]
    """The expected play, which begins with the move."""
    nodes: int
    """The positions searched."""


class NotSolved(RuntimeError):
    """A limit was reached before the value was known. The message says what is known."""

    moves: dict[str, Value] | None = None
    """With `all` the values of the moves that were found before, in move order."""
