"""The words of the command line: a game, as `gridlaw` takes it."""

import argparse
import itertools
from pathlib import Path

from gridlaw.cluster.game import Game, Misuse, Trouble

NUMBERS = {
    "breakdown": [("-w", "width"), ("-h", "height"), ("-k", "stick"), ("-q", "square")],
    "connect4": [("--size", "size")],
    "jump61": [("--size", "size")],
    "candy": [],
    "fitz": [("--rows", "rows"), ("--cols", "cols")],
}
"""The options of each game, in the order of its constructor."""


def add_games(parser: argparse.ArgumentParser, *, ranges: bool) -> dict[str, argparse.ArgumentParser]:
    """Adds a parser for each game, and returns them. With `ranges`, a number may be `2..5`."""
    games = parser.add_subparsers(dest="game", metavar="GAME", required=True)
    parsers = {}
    for name, options in NUMBERS.items():
        game = games.add_parser(name, add_help=False, allow_abbrev=False)
        game.add_argument("--help", action="help", help="show this page")
        if name in ("candy", "fitz"):
            game.add_argument("file", metavar="FILE")
        for option, word in options:
            game.add_argument(option, dest=word, required=True, metavar=word.upper(), type=_range if ranges else _number)
        if name == "breakdown":
            forms = game.add_mutually_exclusive_group()
            forms.add_argument("-m", action="store_true", help="changes no answer, as in gridlaw")
            forms.add_argument("-b", action="store_true", help="changes no answer, as in gridlaw")
        parsers[name] = game
    return parsers


def read_games(arguments: argparse.Namespace) -> list[Game]:
    """The games that the words name: one, or one for each choice of numbers from their ranges."""
    content = ""
    if "file" in arguments:
        try:
            content = Path(arguments.file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise Trouble(f"{arguments.file}: {error}") from None
    ranges = [getattr(arguments, word) for _, word in NUMBERS[arguments.game]]
    games = [Game(arguments.game, list(numbers), content) for numbers in itertools.product(*ranges)]
    for game in games:
        try:
            game.open()
        except (ValueError, MemoryError) as error:
            # Without a file only the words can be wrong.
            raise (Trouble if content else Misuse)(str(error)) from None
    return games


def _number(text: str) -> list[int]:
    if not text.isascii() or not text.isdecimal():
        raise argparse.ArgumentTypeError(f"expected a number, found {text!r}")
    return [int(text)]


def _range(text: str) -> list[int]:
    first, dots, last = text.partition("..")
    if not dots:
        return _number(text)
    numbers = range(*_number(first), *(number + 1 for number in _number(last)))
    if not 0 < len(numbers) <= 1000:
        raise argparse.ArgumentTypeError(f"expected up to 1000 numbers such as 2..5, found {text!r}")
    return list(numbers)
