"""Somebody's own implementation of a game, held against the law."""

import contextlib
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from gridlaw._native import Game, Position


class Implementation(Protocol):
    """What `check` asks of a game in progress. The attributes are optional: only what is there is
    compared."""

    def moves(self) -> Iterable[str] | Iterable[int]:
        """The legal moves, as texts or as action numbers, in any order; none once it is over."""
        ...

    def play(self, move: Any, /) -> Any:
        """Plays a move of the kind that `moves` lists. A game that never changes returns the next
        one: a result with `moves` and `play` takes the place of this game."""
        ...

    # outcome: int, or a method that returns it: 0 in progress, 1 first, 2 second, 3 draw.
    # turn: int, or a method: 0 or 1.
    # answer: str, or a method: the line of `gridlaw verdict`.


class Difference(AssertionError):
    """The first difference between an implementation and the law."""

    def __init__(self, what: str, expected: object, found: object, record: str, position: Position) -> None:
        self.what = what
        """The kind of difference: `start`, `moves`, `outcome`, `turn`, `answer` or `play`."""
        self.expected = expected
        self.found = found
        self.record = record
        """The moves from the start."""
        self.position = position
        """The position as the law has it."""
        after = f"after {record!r}" if record else "at the start"
        super().__init__(f"{what} {after}: expected {expected}, found {found}\n{position}")

    def __reduce__(self) -> tuple[Any, ...]:
        # An exception is made again from its message alone, which is not what `__init__` takes.
        return Difference, (self.what, self.expected, self.found, self.record, self.position)


def check(game: Game, implementation: Callable[[], Any], *, games: int = 100, seed: int = 0, limit: int = 400) -> int:
    """Plays random games on the law and on `implementation`, move by move.

    `implementation()` makes a game at its start, with `moves()` and `play(move)`; see
    `Implementation`. If what `play` returns has both methods, too, the game goes on with that, so
    `check(game, game.start)` holds the law against itself. Games are of at most `limit` plies and
    follow from the seed. Returns the number of positions compared.

    Raises `Difference` at the first difference: the shortest of the games that differ is shown. An
    exception of the implementation is a difference too, and its cause. `ValueError` for a negative
    number of games or limit, `TypeError` for an implementation that cannot be called.
    """
    if not callable(implementation):
        raise TypeError(f"expected a class, or a function that makes games, found {type(implementation).__name__}")
    if games < 0:
        raise ValueError(f"expected a number of games of at least 0, found {games}")
    if limit < 0:
        raise ValueError(f"expected a limit of at least 0 plies, found {limit}")
    chooser = random.Random(seed)
    compared = 0
    shortest: Difference | None = None
    for _ in range(games):
        try:
            with _no_exception("start", "", game.start()):
                theirs = implementation()
            compared += _check_game(game, theirs, chooser, limit)
        except Difference as difference:
            if shortest is None or len(difference.record.split()) < len(shortest.record.split()):
                shortest = difference
                # Only a shorter game could still replace it.
                limit = len(difference.record.split()) - 1
            if limit < 0:
                break
    if shortest is not None:
        raise shortest
    return compared


def _check_game(game: Game, theirs: Any, chooser: random.Random, limit: int) -> int:
    position, record = game.start(), ""
    for ply in range(limit + 1):
        speaks_numbers = _compare(game, position, theirs, record)
        moves = position.moves()
        if not moves or ply == limit:
            return ply + 1
        move = chooser.choice(moves)
        record = f"{record} {move}".lstrip()
        position = position.play(move)
        with _no_exception("play", record, position):
            result = theirs.play(game.action(move) if speaks_numbers else move)
            if all(callable(getattr(result, name, None)) for name in ("moves", "play")):
                theirs = result
    raise AssertionError("a game ends or reaches its limit")


@contextlib.contextmanager
def _no_exception(what: str, record: str, position: Position) -> Iterator[None]:
    """Makes an exception of the implementation a difference, which has the record."""
    try:
        yield
    except Exception as error:
        raise Difference(what, "no exception", repr(error), record, position) from error


def _compare(game: Game, position: Position, theirs: Any, record: str) -> bool:
    """Compares one position. Returns whether the implementation names moves by numbers."""
    expected = position.moves()
    with _no_exception("moves", record, position):
        named = list(theirs.moves())
    found = [move if isinstance(move, str) else _text(game, move) for move in named]
    if sorted(found) != sorted(expected):
        missing, extra = sorted(set(expected) - set(found)), sorted(set(found) - set(expected))
        if missing or extra:
            text = ", ".join(f"{what} {moves}" for what, moves in [("without", missing), ("with", extra)] if moves)
        else:
            text = "some of them twice"
        raise Difference("moves", expected, text, record, position)
    for what in ("outcome", "turn", "answer"):
        if what == "turn" and position.is_over:
            continue
        law = getattr(position, what)
        with _no_exception(what, record, position):
            try:
                attribute = getattr(theirs, what)
            except AttributeError:
                # Not there, or there and broken?
                if hasattr(type(theirs), what):
                    raise
                continue
            value = attribute() if callable(attribute) else attribute
            is_equal = bool(value == law)
        if not is_equal:
            raise Difference(what, law, value, record, position)
    return any(not isinstance(move, str) for move in named)


def _text(game: Game, action: Any) -> str:
    try:
        return game.move(action)
    except (TypeError, ValueError):
        return f"<no action: {action!r}>"
