"""Somebody's own implementation, held against the law."""

import copy
import pickle
from typing import Any

import gridlaw
import numpy as np
import pytest
from conftest import GAMES


class Law:
    """An implementation that is right, because it asks."""

    def __init__(self, game: gridlaw.Game) -> None:
        self.position = game.start()

    def moves(self) -> list[str]:
        return self.position.moves()[::-1]

    def play(self, move: str) -> None:
        self.position = self.position.play(move)

    def outcome(self) -> int:
        return int(self.position.outcome)

    @property
    def turn(self) -> int:
        return self.position.turn

    @property
    def answer(self) -> str:
        return self.position.answer


@pytest.mark.parametrize("name", list(GAMES))
def test_what_is_right_passes(name: str) -> None:
    game = GAMES[name]
    assert gridlaw.check(game, lambda: Law(game), games=3, limit=30) > 3


@pytest.mark.parametrize("name", list(GAMES))
def test_a_position_that_never_changes_passes(name: str) -> None:
    assert gridlaw.check(GAMES[name], GAMES[name].start, games=3, limit=30) > 3


class Frozen:
    """Never changes. Forgets a move at the third ply."""

    def __init__(self, position: gridlaw.Position, ply: int = 0) -> None:
        self.position, self.ply = position, ply

    def moves(self) -> list[str]:
        return self.position.moves()[1:] if self.ply == 3 else self.position.moves()

    def play(self, move: str) -> "Frozen":
        return Frozen(self.position.play(move), self.ply + 1)


def test_a_faulty_position_that_never_changes_is_found() -> None:
    game = gridlaw.breakdown(3, 3, 2, 2)
    with pytest.raises(gridlaw.Difference, match=r"moves after .*without") as caught:
        gridlaw.check(game, lambda: Frozen(game.start()))
    assert len(caught.value.record.split()) == 3


def test_other_results_of_play_are_ignored() -> None:
    class Talks(Law):
        def play(self, move: str) -> Any:
            super().play(move)
            return self.moves()

    game = gridlaw.connect4(5)
    assert gridlaw.check(game, lambda: Talks(game), games=3) > 3


class Numbers(Law):
    def moves(self) -> list[int]:  # type: ignore[override]
        return self.position.legal_actions().tolist()


def test_numbers_are_moves_too() -> None:
    game = gridlaw.connect4(5)
    assert gridlaw.check(game, lambda: Numbers(game), games=3) > 3


class NoDraw(Law):
    """Says that drawn games go on."""

    def outcome(self) -> int:
        return 0 if self.position.outcome == 3 else int(self.position.outcome)


class NoThird(Law):
    """Finds no move at the third ply."""

    plies = 0

    def play(self, move: str) -> None:
        self.plies += 1
        super().play(move)

    def moves(self) -> list[str]:
        return super().moves()[1:] if self.plies == 3 else super().moves()


class Broken(Law):
    def play(self, move: str) -> None:
        raise KeyError(move)


def test_the_first_difference_of_the_shortest_game_is_shown() -> None:
    game = gridlaw.breakdown(3, 3, 2, 2)
    with pytest.raises(gridlaw.Difference, match="outcome after") as caught:
        gridlaw.check(game, lambda: NoDraw(game), games=300)
    found = caught.value
    assert (found.what, int(found.expected), found.found) == ("outcome", 3, 0)  # type: ignore[call-overload]
    assert game.record(found.record) == found.position and found.position.outcome == 3
    with pytest.raises(gridlaw.Difference, match=r"moves after .*without") as caught:
        gridlaw.check(game, lambda: NoThird(game))
    assert len(caught.value.record.split()) == 3
    with pytest.raises(gridlaw.Difference, match="KeyError") as caught:
        gridlaw.check(game, lambda: Broken(game))
    assert len(caught.value.record.split()) == 1


def test_differences_are_copied_and_pickled() -> None:
    game = gridlaw.breakdown(3, 3, 2, 2)
    with pytest.raises(gridlaw.Difference) as caught:
        gridlaw.check(game, lambda: NoThird(game))
    found = caught.value
    for other in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        assert type(other) is gridlaw.Difference and str(other) == str(found)
        assert vars(other) == vars(found) and other.position.game == game


class Raising(Law):
    """Raises where it is told to, at the second ply."""

    where = ""

    def _ask(self, what: str) -> None:
        if what == self.where and self.position != self.position.game.start():
            raise KeyError(what)

    def moves(self) -> Any:
        self._ask("moves")
        # As a generator, which raises only when it is read.
        if self.where == "a late move" and self.position != self.position.game.start():
            return (1 // 0 for _ in range(3))
        return super().moves()

    def outcome(self) -> int:
        self._ask("outcome")
        return super().outcome()

    @property
    def turn(self) -> int:
        self._ask("turn")
        return super().turn

    @property
    def answer(self) -> str:
        self._ask("answer")
        return super().answer


@pytest.mark.parametrize(
    ("where", "what", "cause"),
    [
        ("moves", "moves", KeyError),
        ("a late move", "moves", ZeroDivisionError),
        ("outcome", "outcome", KeyError),
        ("turn", "turn", KeyError),
        ("answer", "answer", KeyError),
    ],
)
def test_exceptions_are_differences_with_the_record(where: str, what: str, cause: type[Exception]) -> None:
    game = gridlaw.connect4(5)

    def make() -> Raising:
        made = Raising(game)
        made.where = where
        return made

    with pytest.raises(gridlaw.Difference, match=f"{what} after .*: expected no exception, found {cause.__name__}") as caught:
        gridlaw.check(game, make)
    assert caught.value.what == what and isinstance(caught.value.__cause__, cause)
    assert game.record(caught.value.record) == caught.value.position != game.start()


def test_what_is_broken_is_not_taken_for_absent() -> None:
    game = gridlaw.connect4(4)

    class Misspelled(Law):
        @property
        def turn(self) -> int:
            return self.positoin.turn  # type: ignore[attr-defined,no-any-return]

    class Arrays(Law):
        def outcome(self) -> Any:
            return np.array([0, 1])

    class Unmade(Law):
        def __init__(self, game: gridlaw.Game) -> None:
            raise RuntimeError("no start")

    wrong: list[tuple[type[Law], str, type[Exception]]] = [
        (Misspelled, "turn", AttributeError),
        (Arrays, "outcome", ValueError),
        (Unmade, "start", RuntimeError),
    ]
    for implementation, what, cause in wrong:
        with pytest.raises(gridlaw.Difference, match=f"{what} at the start") as caught:
            gridlaw.check(game, lambda make=implementation: make(game))  # type: ignore[misc]
        assert caught.value.what == what and isinstance(caught.value.__cause__, cause)


def test_the_numbers_are_checked() -> None:
    game = gridlaw.connect4(5)
    with pytest.raises(ValueError, match="expected a limit of at least 0 plies, found -1"):
        gridlaw.check(game, lambda: Law(game), limit=-1)
    with pytest.raises(ValueError, match="expected a number of games of at least 0, found -1"):
        gridlaw.check(game, lambda: Law(game), games=-1)
    assert gridlaw.check(game, lambda: Law(game), games=3, limit=0) == 3
    with pytest.raises(TypeError, match="expected a class, or a function that makes games, found Law"):
        gridlaw.check(game, Law(game))  # type: ignore[arg-type]
