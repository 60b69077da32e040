"""The law of five grid games, in bits: what is legal, what a move does and who has won.

>>> import gridlaw
>>> game = gridlaw.breakdown(4, 5, 2, 2)
>>> p = game.record("|0 -2 -0 -1 !")
>>> len(p.moves()), p.outcome, p.turn
(8, <Outcome.IN_PROGRESS: 0>, 1)
>>> lanes = game.lanes(1000)
>>> obs, mask = lanes.reset()
>>> obs.shape, mask.shape
((1000, 2, 5, 4), (1000, 9))

Games are made by `breakdown`, `connect4`, `jump61`, `candy` and `fitz`. A `Position` is one game in
hand and never changes; `Lanes` are thousands that are stepped together. A `Book` has the values of
a game's first plies. `gridlaw.gymnasium` and `gridlaw.pettingzoo` are the environments of those
packages.
"""

import importlib
from typing import TYPE_CHECKING

from gridlaw._native import VERSION as __version__
from gridlaw._native import Book, Game, Lanes, Position, verdict
from gridlaw.checking import Difference, check
from gridlaw.games import breakdown, candy, connect4, fitz, jump61
from gridlaw.results import Best, NotSolved, Outcome, Solution, Value

__all__ = [
    "Best",
    "Book",
    "Difference",
    "Game",
    "Lanes",
    "NotSolved",
    "Outcome",
    "Position",
    "Solution",
    "Value",
    "__version__",
    "breakdown",
    "candy",
    "check",
    "connect4",
    "fitz",
    "jump61",
    "verdict",
]

if TYPE_CHECKING:
    from gridlaw import gymnasium as gymnasium
    from gridlaw import pettingzoo as pettingzoo
else:

    def __getattr__(name: str) -> object:
        """The environments, imported when they are asked for: they need packages of their own."""
        if name in ("gymnasium", "pettingzoo"):
            try:
                return importlib.import_module(f"gridlaw.{name}")
            except ModuleNotFoundError as error:
                # `hasattr` and notebooks expect no other error.
                raise AttributeError(f"gridlaw.{name}: {error}: pip install 'gridlaw[{name}]'") from error
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
