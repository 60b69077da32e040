"""`gridlaw-cluster`: plans work, does it anywhere, and merges the results."""

import argparse
import contextlib
import io
import os
import signal
import sys
from collections.abc import Sequence

import gridlaw
from gridlaw.cluster.game import Trouble
from gridlaw.cluster.words import add_games


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gridlaw-cluster", description="Perft, self-play, solving and judging in units, on one machine or many."
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {gridlaw.__version__}")
    commands = parser.add_subparsers(dest="command", required=True)

    plan = commands.add_parser("plan", help="write the plan of some work into a new folder")
    plan.add_argument("dir", metavar="DIR")
    kinds = plan.add_subparsers(dest="kind", required=True)

    counts = kinds.add_parser("perft", help="count the sequences of exactly DEPTH plies")
    for game in add_games(counts, ranges=False).values():
        game.add_argument("depth", type=_whole, metavar="DEPTH")
        game.add_argument("--divide", action="store_true", help="a line per first move too")
        game.add_argument("--naive", action="store_true", help="changes no answer: units count with the fast engine")
        game.add_argument("--split", type=_whole, metavar="PLIES", help="cut after so many plies; chosen if left out")
        _add_from(game)
        _add_threads(game)
        _add_seconds(game, "about how long a unit takes")

    games = kinds.add_parser("selfplay", help="play games, a row each")
    for game in add_games(games, ranges=False).values():
        game.add_argument("--games", type=_whole, required=True, metavar="N")
        game.add_argument("--seed", type=_whole, default=0, metavar="S")
        game.add_argument("--policy", default="random", metavar="POLICY", help="random, or nodes:N for a search")
        _add_seconds(game, "about how long a unit takes")

    values = kinds.add_parser("solve", help="solve games, a row each; a number may be a range such as 2..5")
    for game in add_games(values, ranges=True).values():
        game.add_argument("--weak", action="store_true", help="who wins, without the distance")
        game.add_argument("--all", action="store_true", help="the value of every move of one game")
        game.add_argument("--table", type=_positive, default=64, metavar="MIB")
        game.add_argument("--nodes", type=_positive, metavar="N", help="give a game up after so many positions")
        game.add_argument("--time", type=_seconds, metavar="S", help="give a game up after so many seconds of its unit")
        _add_from(game)
        _add_threads(game)
        _add_seconds(game, "changes nothing: a unit is a game")

    # No word behind it is an option of this parser, not even `--help`.
    marks = kinds.add_parser("judge", help="judge submissions, each in a unit", add_help=False, prefix_chars="\0")
    marks.add_argument("words", nargs=argparse.REMAINDER, help="as for gridlaw judge GAME … --each GLOB")

    run = commands.add_parser("run", help="do the units that are missing")
    run.add_argument("dir", metavar="DIR")
    where = run.add_mutually_exclusive_group()
    where.add_argument("--local", type=_positive, metavar="N", help="processes of this machine; all cores if left out")
    where.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler; its workers see the same DIR")
    where.add_argument("--slurm", metavar="FILE", help="a TOML file for dask_jobqueue.SLURMCluster, and its jobs")

    unit = commands.add_parser("unit", help="do one unit here, for job arrays without Dask")
    unit.add_argument("dir", metavar="DIR")
    unit.add_argument("number", type=_whole, metavar="NUMBER")
    for name, text in [("merge", "print the answer"), ("status", "print what is done, the rate and the failures")]:
        commands.add_parser(name, help=text).add_argument("dir", metavar="DIR")
    return parser


def _add_from(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--from", dest="moves", default="", metavar="MOVES", help="start after these moves")


def _add_threads(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--threads", type=_positive, metavar="T", help="changes nothing: a unit has one thread")


def _add_seconds(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("--unit-seconds", type=_seconds, default=10.0, metavar="S", help=text)


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) >= 1 << 64:
        raise argparse.ArgumentTypeError(f"expected a whole number, found {text!r}")
    return int(text)


def _positive(text: str) -> int:
    if _whole(text) == 0:
        raise argparse.ArgumentTypeError("expected a number of at least 1, found 0")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= 1e11:
        raise argparse.ArgumentTypeError(f"expected seconds above 0, to 1e11, found {text!r}")
    return seconds


def main(words: Sequence[str] | None = None) -> int:
    """Runs the program, and returns its exit status: 0 done, 1 not done, 2 misuse, 130 interrupted."""
    # Python has no stream where the caller has closed it.
    sys.stdout = sys.stdout or open(os.devnull, "w")
    sys.stderr = sys.stderr or open(os.devnull, "w")
    try:
        return _do(list(sys.argv[1:] if words is None else words))
    except KeyboardInterrupt:
        # From here on another one ends the program at once.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        print("gridlaw-cluster: interrupted", file=sys.stderr)
        return 130


def _do(words: list[str]) -> int:
    # Moves such as `-A` are no options, whatever argparse thinks. The words of a judge are its own.
    while words[2:3] != ["judge"] and "--from" in words[:-1]:
        at = words.index("--from")
        words[at : at + 2] = [f"--from={words[at + 1]}"]
    arguments = _parser().parse_args(words)
    if sys.platform == "win32":
        print("gridlaw-cluster: expected Unix, whose locks and signals it needs, found Windows", file=sys.stderr)
        return 1
    try:
        # They need packages that help and misuse do without.
        from gridlaw.cluster import commands
    except ImportError as error:
        print(f"gridlaw-cluster: {error}: pip install 'gridlaw[cluster]'", file=sys.stderr)
        return 1
    try:
        return commands.do(arguments)
    except Trouble as trouble:
        print(f"gridlaw-cluster: {trouble}", file=sys.stderr)
        return trouble.status
    except OSError as error:
        # What could not be written is not tried again at exit.
        with contextlib.suppress(io.UnsupportedOperation):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0
        print(f"gridlaw-cluster: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
