"""Submissions, each judged in a unit of its own.

The words are those of `gridlaw judge GAME … --each GLOB`. A plan takes the submissions and the
game's file along, so a worker needs nothing but the folder, and what changes later changes no marks.
A unit is that command with one submission; its result is what the command keeps of a submission to
go on after an interruption. Merging puts these files together and runs the command for all, which
finds every submission judged, and prints and writes what it does on one machine.

A judge starts programs and stops them, so it is a process of its own and not part of the worker's.
It dies with its worker, and what it shut in dies with it.
"""

import ctypes
import glob
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from gridlaw.cluster.folder import Folder, Plan
from gridlaw.cluster.game import Game, Trouble
from gridlaw.cluster.words import NUMBERS

FILES = {"candy", "fitz"}
"""Games with a file, which is the first word behind the name."""

OURS = ("--each", "--csv", "--json", "--report", "--jobs")
"""The options that say what is judged and where marks go. The others go to each unit as they are."""


def plan(words: Sequence[str]) -> Plan:
    """Plans the words behind `judge`."""
    end = words.index("--") if "--" in words else len(words)
    game, *options = words[:end] or [""]
    if game not in NUMBERS:
        raise Trouble(f"expected a game ({', '.join(NUMBERS)}), found {game!r}")
    content = ""
    if game in FILES:
        if not options or options[0].startswith("-"):
            raise Trouble(f"expected the game's file behind {game}")
        try:
            content = Path(options.pop(0)).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise Trouble(str(error)) from None
    ours, options = _ours(options)
    submissions = _submissions(ours.pop("--each", None))
    outputs = {option: str(Path(file).absolute()) for option, file in ours.items() if option != "--jobs"}
    settings = {
        "game": vars(Game(game, [], content)),
        "title": f"{len(submissions)} submissions to {game}",
        "options": options,
        "command": list(words[end:]),
        "outputs": outputs,
    }
    rows = pa.table(
        {
            "unit": pa.array(range(len(submissions)), pa.int64()),
            "submission": pa.array([submission.name for submission in submissions], pa.string()),
            "count": pa.array([1] * len(submissions), pa.int64()),
        }
    )
    return Plan("judge", settings, rows, taken=submissions)


def _ours(options: list[str]) -> tuple[dict[str, str], list[str]]:
    """Takes our options out of the words: `--csv FILE` or `--csv=FILE`."""
    ours, others = {}, []
    words = iter(options)
    for word in words:
        option, equals, value = word.partition("=")
        if option not in OURS:
            others.append(word)
            continue
        if option in ours:
            raise Trouble(f"expected {option} once")
        ours[option] = value if equals else next(words, "")
        if not ours[option]:
            raise Trouble(f"expected a word behind {option}")
    return ours, others


def _submissions(pattern: str | None) -> list[Path]:
    """The submissions, in order of name. A pattern finds hidden ones too, as in `gridlaw judge`."""
    if pattern is None:
        raise Trouble("expected --each and the pattern of some submissions")
    hidden: dict[str, Any] = {"include_hidden": True} if sys.version_info >= (3, 11) else {}
    found = [Path(path).absolute() for path in glob.glob(pattern, recursive=True, **hidden)]
    submissions = {path.name: path for path in found}
    if not submissions:
        raise Trouble(f"--each: expected the pattern of some folders, found none at {pattern!r}")
    if len(submissions) < len(found):
        raise Trouble("--each: expected submissions with names of their own, found two with the same one")
    return [submissions[name] for name in sorted(submissions)]


def work(plan: Plan, rows: pa.Table) -> pa.Table:
    """Judges the submission of a unit, and returns the files that the judge keeps of it."""
    [row] = rows.to_pylist()
    name = row["submission"]
    with tempfile.TemporaryDirectory() as kept:
        pattern = glob.escape(str(plan.submissions / name))
        judged = _judge(plan, Path(kept), [f"--each={pattern}", f"--report={kept}/marks"])
        files = sorted(file for file in Path(kept, "marks").glob("*") if file.name != "index.html")
        if judged.returncode not in (0, 1) or not files:
            raise Trouble(f"{name}: {judged.stderr.strip() or f'the judge ended with {judged.returncode}'}")
        return pa.table(
            {
                "file": pa.array([file.name for file in files], pa.string()),
                "content": pa.array([file.read_bytes() for file in files], pa.binary()),
            }
        )


def merge(folder: Folder, plan: Plan, write: Any) -> int:
    """Writes the table of all submissions, and the files that the plan names. Returns the exit
    status of the judge: 0 if all could be judged."""
    outputs = dict(plan.settings["outputs"])
    with tempfile.TemporaryDirectory() as kept:
        report = Path(outputs.pop("--report", f"{kept}/marks"))
        report.mkdir(parents=True, exist_ok=True)
        for number in range(plan.units):
            result = folder.read_result(plan, number)
            assert result is not None, "no unit is missing"
            for row in result.to_pylist():
                (report / row["file"]).write_bytes(row["content"])
        pattern = glob.escape(str(plan.submissions))
        words = [f"{option}={file}" for option, file in outputs.items()]
        judged = _judge(plan, Path(kept), [f"--each={pattern}/*", f"--report={report}", *words])
    if judged.returncode not in (0, 1):
        raise Trouble(judged.stderr.strip())
    write(judged.stdout)
    return judged.returncode


def _judge(plan: Plan, scratch: Path, words: list[str]) -> "subprocess.CompletedProcess[str]":
    """Runs `gridlaw judge` with the words of a plan and some more."""
    game = [plan.game.name]
    if plan.game.name in FILES:
        file = scratch / "game"
        file.write_text(plan.game.content, encoding="utf-8")
        game.append(str(file))
    words = ["judge", *game, *plan.settings["options"], *words, *plan.settings["command"]]
    program = [sys.executable, "-c", "import gridlaw.cluster.judge as judge; judge.run_gridlaw()", str(os.getpid())]
    return subprocess.run([*program, *words], capture_output=True, text=True, errors="replace", check=False)


def run_gridlaw() -> None:
    """Runs `gridlaw` with the words behind the number of the process that it must not outlive."""
    from gridlaw.__main__ import main

    if sys.platform == "linux":
        set_signal_of_parents_death = 1
        ctypes.CDLL(None).prctl(set_signal_of_parents_death, signal.SIGKILL)
        if os.getppid() != int(sys.argv[1]):
            sys.exit("the process that wanted this is gone")
    del sys.argv[1]
    sys.exit(main())
