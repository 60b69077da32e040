"""The words of the command line: a game, as `gridlaw` takes it."""

import argparse
import itertools
import math

import gridlaw
from gridlaw.cluster.game import Game, Misuse, Trouble
from gridlaw.games import read_content

NUMBERS = {
    "breakdown": [("-w", "width"), ("-h", "height"), ("-k", "stick"), ("-q", "square")],
    "connect4": [("--size", "size")],
    "jump61": [("--size", "size")],
    "candy": [],
    "fitz": [("--rows", "rows"), ("--cols", "cols")],
}
"""The options of each game, in the order of its constructor."""

FILES = {"candy", "fitz"}
"""Games with a file, which is the first word behind the name."""

MOST_GAMES = 100_000
"""The most games that ranges of numbers may name."""

A_TILE = ",,,,,\n,,,,,\n,,!,,\n,,,,,\n,,,,,\n"
"""A tile, to ask whether numbers of Fitz are right whatever its file is."""


class _Once(argparse.Action):
    """An option that may be given once."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"argument {option_string}: expected it once")
        setattr(namespace, self.dest, values)


def add_games(parser: argparse.ArgumentParser, *, ranges: bool) -> dict[str, argparse.ArgumentParser]:
    """Adds a parser for each game, and returns them. With `ranges`, a number may be `2..5`."""
    games = parser.add_subparsers(dest="game", metavar="GAME", required=True)
    parsers = {}
    for name, options in NUMBERS.items():
        game = games.add_parser(name, add_help=False, allow_abbrev=False)
        game.add_argument("--help", action="help", help="show this page")
        if name in FILES:
            game.add_argument("file", metavar="FILE")
        for option, word in options:
            kind = _range if ranges else _number
            game.add_argument(option, dest=word, required=True, metavar=word.upper(), type=kind, action=_Once)
        if name == "breakdown":
            forms = game.add_mutually_exclusive_group()
            forms.add_argument("-m", action="store_true", help="changes no answer, as in gridlaw")
            forms.add_argument("-b", action="store_true", help="changes no answer, as in gridlaw")
        parsers[name] = game
    return parsers


def read_games(arguments: argparse.Namespace) -> list[Game]:
    """The games that the words name: one, or one for each choice of numbers from their ranges."""
    content = read_text(arguments.game, arguments.file) if "file" in arguments else ""
    ranges = [getattr(arguments, word) for _, word in NUMBERS[arguments.game]]
    if (count := math.prod(map(len, ranges))) > MOST_GAMES:
        raise Misuse(f"expected ranges of at most {MOST_GAMES} games, found {count} games")
    games = [Game(arguments.game, list(numbers), content) for numbers in itertools.product(*ranges)]
    for game in games:
        if game.numbers:
            try:
                Game(game.name, game.numbers, A_TILE if game.name in FILES else "").open()
            except (ValueError, MemoryError) as error:
                raise Misuse(str(error)) from None
        if game.name in FILES:
            try:
                game.open()
            except (ValueError, MemoryError) as error:
                raise Trouble(f"{arguments.file}: {error}") from None
    return games


def read_text(game: str, file: str) -> str:
    """The text of a game's file, with the ends of lines that it has."""
    try:
        return read_content(game, file)[0].decode()
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"{file}: {error}") from None
    except ValueError as error:
        raise Trouble(str(error)) from None


def read_start(game: Game, moves: str) -> gridlaw.Position:
    """The position after the moves of `--from`."""
    try:
        return game.open().record(moves)
    except ValueError as error:
        raise Misuse(f"--from {moves!r}: {error}") from None


def _number(text: str) -> list[int]:
    digits = text.removeprefix("+")
    if not digits.isascii() or not digits.isdecimal():
        raise argparse.ArgumentTypeError(f"expected a number, found {text!r}")
    return [int(digits)]


def _range(text: str) -> list[int]:
    first, dots, last = text.partition("..")
    if not dots:
        return _number(text)
    (low,), (high,) = _number(first), _number(last)
    if not low <= high < low + 1000:
        raise argparse.ArgumentTypeError(f"expected up to 1000 numbers such as 2..5, found {text!r}")
    return list(range(low, high + 1))
