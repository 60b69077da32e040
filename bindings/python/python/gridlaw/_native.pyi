"""The compiled part of the package."""

import os
from collections.abc import Iterable, Sequence
from typing import Any, Literal, SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from gridlaw.results import Best, Outcome, Solution, Value

__all__ = [
    "DEEPEST",
    "VERSION",
    "Book",
    "Game",
    "Lanes",
    "Memory",
    "Position",
    "command_line",
    "content_limit",
    "create",
    "reference",
    "restore_lanes",
    "verdict",
]

VERSION: str
"""The version of the package."""

DEEPEST: int
"""The greatest depth of a perft."""

@final
class Memory:
    """Memory that arrays of lanes keep alive."""

@final
class Game:
    """A game with its parameters; frozen, hashable, comparable, picklable. `gridlaw.breakdown` and its
    like make one.

    Numbers out of range are a `ValueError` with the parameter and the range, here and in all other
    classes. Where memory ends, large arrays, texts, tables and lanes are a `MemoryError`.
    """

    @property
    def name(self) -> str:
        """The name, as on the command line."""
    @property
    def numbers(self) -> list[int]:
        """The numbers of the game, in the order of its constructor."""
    @property
    def content(self) -> str | None:
        """The contents of the game's file, if it takes one."""
    @property
    def players(self) -> int:
        """The number of people who play it, 1 or 2."""
    @property
    def num_actions(self) -> int:
        """A: the number of all moves, legal or not, that any position could have."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """(C, H, W): planes, rows and columns of an observation."""
    @property
    def planes(self) -> list[str]:
        """The kind of each of the C planes. Planes of one kind, such as the colors of Candy, repeat its
        name."""
    def start(self) -> Position:
        """The position before the first move."""
    def position(self, setup: str) -> Position:
        """The position of a `setup`. `ValueError` for any other text."""
    def record(self, moves: str) -> Position:
        """The position after a line of moves, blanks between. `ValueError` at the first wrong one."""
    def action(self, move: str) -> int:
        """The number of a move's text. `ValueError` for all that is not a move of this game."""
    def move(self, action: SupportsIndex) -> str:
        """The text of an action's move. `ValueError` for all that is not an int below `num_actions`."""
    def map_action(self, action: SupportsIndex, symmetry: SupportsIndex) -> int:
        """The action of the image of a move: to play it in `p.symmetries()[symmetry]` is to play `action`
        in `p` and take the image. Each symmetry permutes all actions. `ValueError` for all that is not
        an int below `num_actions` and the number of a symmetry."""
    def random_record(self, seed: SupportsIndex, number: SupportsIndex = 0) -> str:
        """The moves of a random game: game `number` of `gridlaw random` with this seed."""
    def lanes(
        self,
        lanes: SupportsIndex,
        seed: SupportsIndex = 0,
        reset: Literal["same", "next", "never"] = "same",
        limit: SupportsIndex = 400,
        observation: Literal["cells", "bits", "float32"] | None = "cells",
        mask: Literal["flags", "bits"] = "flags",
        *,
        keep_final: bool = False,
        pool: Sequence[Game] | None = None,
    ) -> Lanes:
        """As many games at their start, stepped together. The table of `Lanes` has the forms of
        `observation` and `mask`.

        `reset` says what happens to a game that has ended or has `limit` plies: the same step
        begins the next one; the next step ignores the action, pays 0 and begins it; or it stays as
        it is. Game i of N plays the episodes i, i + N, i + 2N and so on of the seed.

        With a `pool` every episode draws one of its games instead of this one: files of Candy of one
        size, with the same colors and states, or tiles of Fitz for one board. `ValueError` for games
        that differ in more than their files.

        `keep_final` adds `info["final_obs"]`, an array of its own in which the step that ends a
        game writes what was seen at the end. `ValueError` for any other option.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: Any) -> Game: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Position:
    """One game in hand; frozen, hashable, comparable, picklable. `str` is the document's board.
    `Game.start`, `Game.record` and `Game.position` make one."""

    @property
    def game(self) -> Game:
        """The game."""
    @property
    def outcome(self) -> Outcome:
        """Whether the game is over, and who has won."""
    @property
    def turn(self) -> int:
        """The side to move, 0 or 1; unspecified once the game is over."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def answer(self) -> str:
        """The line of `gridlaw verdict`: outcome, blank, position."""
    @property
    def setup(self) -> str:
        """Everything that the position is, on one line: `Game.position` reads it."""
    @property
    def score(self) -> int:
        """The score of a game for one person, else 0."""
    def play(self, move: str | int | np.integer[Any]) -> Position:
        """The position after a move, by its text or its action number.

        `ValueError` if it is not legal, or anything but a move or action of this game. Connect4's
        forfeits are played by their text alone.
        """
    def is_legal(self, move: str | int | np.integer[Any]) -> bool:
        """Whether a move is legal here. False for a move outside the board, too; `ValueError` for a text
        in another form, and for a number that is no action of this game."""
    def moves(self) -> list[str]:
        """The texts of the legal moves, in the order of their numbers; none once it is over."""
    def legal_actions(self) -> NDArray[np.int32]:
        """The numbers of the legal moves, ascending: int32, a new array."""
    def mask(self) -> NDArray[np.bool_]:
        """Which actions are legal: bool (A,), a new array."""
    def observation(self) -> NDArray[np.uint8]:
        """What the side to move sees: uint8 (C, H, W), 0 or 1, a new array."""
    def perft(self, depth: SupportsIndex) -> int:
        """The number of sequences of exactly `depth` moves, 0 to 1000. Ctrl-C waits until it is
        counted."""
    def frontier(self, plies: SupportsIndex, most: SupportsIndex = 1_000_000) -> list[tuple[str, int]]:
        """The positions after exactly so many plies, up to symmetry: the setup of each, in the order of
        their bytes, and the number of move sequences that lead to it or to one of its images. More
        than `most` positions are a `ValueError`. Ctrl-C waits until it returns. Where memory ends, the
        process does: `most` bounds it."""
    def playout(self, seed: SupportsIndex, limit: SupportsIndex = 400) -> Position:
        """The position after random moves to the end, or after `limit` of them."""
    def canonical(self) -> Position:
        """The position that stands for all mirror images and rotations of this one, the same for each of
        them."""
    def symmetries(self) -> list[Position]:
        """The position under each symmetry of its game, itself first."""
    def solve(
        self,
        *,
        weak: bool = False,
        all: bool = False,
        book: Book | None = None,
        nodes: SupportsIndex | None = None,
        time: float | None = None,
        table: SupportsIndex = 64,
        threads: SupportsIndex = 1,
    ) -> Solution:
        """The exact value with a line of best play.

        `weak` finds who wins, without distances, which is often much quicker; `all` the value of
        every move too. The search begins where best play leaves the `book`. `nodes` is a limit in
        positions, rounded up to some thousands, `time` one in seconds, `table` the size of the table
        of positions in MiB, `threads` a number of 1 to 1024.

        Of Candy it finds the fewest swaps that win, without `weak`. A game that cannot be won is a
        loss in the most swaps that it can last.

        `gridlaw.NotSolved` when a limit is reached; `ValueError` for a book of another game, or `all`
        with a book; `MemoryError` for a table that cannot be allocated.
        """
    def best(
        self,
        *,
        depth: SupportsIndex | None = None,
        level: SupportsIndex | None = None,
        seed: SupportsIndex = 0,
        book: Book | None = None,
        nodes: SupportsIndex | None = None,
        time: float | None = None,
        table: SupportsIndex = 64,
        threads: SupportsIndex = 1,
    ) -> Best:
        """The best move, as far as the limits let see: `depth` in plies, 1 to 254, the others as those
        of `solve`; without any, for a second. Where the `book` has a move that keeps the value,
        nothing is searched: depth and nodes are 0.

        The same limits of depth and nodes give the same move on every machine, with one thread.

        `level`, from 1, random, to 10, the best, plays as `gridlaw best --level` does, with neither
        limits nor means; `seed` decides what it leaves to chance, and its nodes are not counted: 0.

        `ValueError` once the game is over. In Candy, which has no levels, it is the first swap of the
        plan that wins in the fewest swaps, or leaves the fewest explosions; `gridlaw.NotSolved` if the
        limits leave no plan.
        """
    def _repr_html_(self) -> str:
        """The board as SVG."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any) -> Position: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Book:
    """The exact values of a game's first plies, from a file of `gridlaw book`; frozen.

    `Book(path)` reads the file. `ValueError` if it is not a book or was cut, or if its header was
    changed; `OSError` if the file cannot be read. A changed block is found when `value` first reads it.
    """

    def __new__(cls, path: str | os.PathLike[str]) -> Book: ...
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def start(self) -> Position:
        """The position from which the book begins."""
    @property
    def plies(self) -> int:
        """The plies from `start` to the last positions of the book."""
    def value(self, position: Position) -> Value | None:
        """The value of a position or of any of its images; None if the book does not hold it.

        `ValueError` for a position of another game, or if the part of the file that is read was changed.
        """
    def __len__(self) -> int:
        """The number of positions, images not counted."""

_Step: TypeAlias = tuple[Any, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Any, dict[str, Any]]

@final
class Lanes:
    """N games that are stepped together; `Game.lanes` makes them.

    All arrays are written in place and are the same ones after every step: copy what must stay. They
    are aligned to 64 bytes, and `np.from_dlpack` and `torch.from_numpy` read them without a copy.

    | array | shape | type |
    |---|---|---|
    | actions | (N,) | int32, int64 or uint8 |
    | observation | (N, C, H, W) | uint8 (`cells`) or float32, 0 or 1 |
    | observation as `bits` | (N, C, H, ceil(W / 8)) | uint8, the first column lowest |
    | mask | (N, A) | bool |
    | mask as `bits` | (N, ceil(A / 32)) | uint32, action a in bit a % 32 of word a // 32 |
    | reward | (N,) | float32, of the side that moved: 1 won, -1 lost; in Candy the score gained |
    | outcome | (N,) | uint8: 0 on, 1 first, 2 second, 3 draw, 4 illegal (nothing done), 5 truncated |
    | terminated, truncated | (N,) | bool |
    | turn, plies | (N,) | uint8; uint32 |

    A game that is over at its start, as some files of Candy and some tiles of Fitz are, never ends:
    every action in it is illegal.

    From 256 lanes on a call releases the global lock. Lanes that another thread is stepping raise
    `RuntimeError`.
    """

    @property
    def game(self) -> Game:
        """The game."""
    @property
    def pool(self) -> list[Game]:
        """The games of which every episode draws one; `game` is the first."""
    @property
    def num_lanes(self) -> int:
        """N."""
    @property
    def observation(self) -> Any:
        """The observation of every lane's side to move; None if lanes have no observation."""
    @property
    def mask(self) -> Any:
        """The legal actions of every lane; none in a lane that has ended and is not yet reset."""
    @property
    def reward(self) -> NDArray[np.float32]:
        """The reward of the last step, (N,)."""
    @property
    def outcome(self) -> NDArray[np.uint8]:
        """The outcome of the last step, (N,)."""
    @property
    def turn(self) -> NDArray[np.uint8]:
        """The side to move in every lane, 0 or 1, a new array (N,)."""
    @property
    def plies(self) -> NDArray[np.uint32]:
        """The plies of every lane's episode so far, a new array (N,)."""
    @property
    def state(self) -> NDArray[np.uint64]:
        """Everything that the lanes are, a new array (K, N); a column a lane.

        `lanes.state = state` sets all lanes. `ValueError` for words that are no state, and for states of
        a game that is neither the lanes' own nor in their pool. The lanes go on with the games of the
        states; the next episodes are those of the lanes' own seed. An assignment to a part of the array
        changes no lane. The form may change from version to version.
        """
    @state.setter
    def state(self, state: NDArray[np.uint64]) -> None: ...
    def reset(self, mask: NDArray[np.bool_] | None = None, *, seed: SupportsIndex | None = None) -> tuple[Any, Any]:
        """Begins the next episodes of all lanes, or of those that the mask names; with a seed, the
        first ones of that seed. New lanes, and lanes that were all reset, stay in their episodes until
        `step`, `step_random`, `sample`, `playout`, `load` or an assignment to `state` has been used.

        Returns observation and mask. `ValueError` for a mask with a seed.
        """
    def step(self, actions: NDArray[Any]) -> _Step:
        """Plays an action in every lane.

        Returns observation, reward, terminated, truncated, mask and info. Mask and observation are
        those of the next episode where `reset="same"` began one. info has `outcome`, and
        `final_obs` with `keep_final`. An action that is not legal does nothing; `TypeError` or
        `ValueError` for actions of another type or shape.
        """
    def step_random(self) -> _Step:
        """A step of the actions that `sample` would choose."""
    def sample(self) -> NDArray[np.int32]:
        """A uniformly random legal action for every lane, (N,), -1 where there is none; the same array
        after every call."""
    def playout(self, limit: SupportsIndex = 400) -> NDArray[np.uint8]:
        """Plays a random game from every position to its end, or for `limit` plies; the positions stay.
        Returns outcomes, a new array (N,). Ctrl-C waits until it returns."""
    def load(self, indices: Sequence[int] | NDArray[np.integer[Any]], states: NDArray[np.uint64]) -> None:
        """Sets the lanes of M indices to the columns of `states`, (K, M). All or, on an error, none:
        `IndexError` for a lane that is not there, `ValueError` as for `state`."""
    def bind(self, *, observation: NDArray[Any] | None = None, mask: NDArray[Any] | None = None) -> None:
        """Writes from now on into these arrays, of the type and shape of those that there are. They share
        no memory with each other, nor with another array of the lanes. `TypeError` or `ValueError` for
        others, and nothing changes."""
    def position(self, lane: SupportsIndex) -> Position:
        """The position of a lane; a negative one counts from the end. `IndexError` if it is not there."""
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def content_limit(kind: str) -> int:
    """The most bytes of the file that games of a kind take; 0 if they take none."""

def create(kind: str, numbers: Sequence[SupportsIndex], content: bytes, file: str | None = None) -> Game:
    """A game of its kind's name, its numbers and the contents of its file, whose path goes before the
    message of wrong contents."""

def verdict(game: Game, lines: Iterable[str]) -> list[str]:
    """The answers of `gridlaw verdict` to games as lines of moves: outcome, blank, position. `X<n>` stands
    for the outcome if the n-th move is wrong. `TypeError` for one str instead of lines."""

def reference(game: Game, moves: str) -> tuple[str, list[str], str]:
    """Setup, moves and answer of the reference engine after a line of moves; for tests. It shares no
    algorithm with the fast engine."""

def command_line(words: Sequence[str | os.PathLike[str]]) -> int:
    """Runs the program `gridlaw` with these words, its name first. Returns the exit status."""

def restore_lanes(
    pool: Sequence[Game],
    lanes: SupportsIndex,
    options: tuple[Any, ...],
    state: NDArray[np.uint64],
    is_fresh: bool,
    reward: NDArray[np.float32] | None = None,
) -> Lanes:
    """Lanes as they were when they were pickled, with the rewards of their last step."""
