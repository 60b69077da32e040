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

from gridlaw.cluster.folder import Folder, Plan, write_whole
from gridlaw.cluster.game import Game, Misuse, Trouble
from gridlaw.cluster.words import FILES, NUMBERS, read_text

OURS = ("--each", "--csv", "--json", "--report", "--jobs", "--unit-seconds", "--split")
"""The options that say what is judged and where marks go, and those that change nothing. The others go to
each unit as they are."""

OUTPUTS = ("--csv", "--json", "--report")


def plan(words: Sequence[str]) -> Plan:
    """Plans the words behind `judge`."""
    end = words.index("--") if "--" in words else len(words)
    if "--help" in words[:end]:
        print(_gridlaw(["judge", *words[:end]]).stdout, end="")
        sys.exit(0)
    game, *options = words[:end] or [""]
    if game not in NUMBERS:
        raise Misuse(f"expected a game ({', '.join(NUMBERS)}), found {game!r}")
    content = ""
    if game in FILES:
        if not options or options[0].startswith("-"):
            raise Misuse(f"expected the game's file behind {game}")
        file = options.pop(0)
        content = read_text(game, file)
    ours, options = _ours(options)
    _check([game, *([file] if game in FILES else []), *options], words[end:])
    submissions = _submissions(ours.pop("--each", None))
    outputs = {option: str(Path(file).absolute()) for option, file in ours.items() if option in OUTPUTS}
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


def _check(options: Sequence[str], command: Sequence[str]) -> None:
    """Lets the judge read the words, without a submission."""
    with tempfile.TemporaryDirectory() as empty:
        checked = _gridlaw(["judge", *options, f"--each={glob.escape(empty)}/*", *command])
    if "found none at" not in checked.stderr:
        raise (Misuse if checked.returncode == 2 else Trouble)(checked.stderr.strip().removeprefix("error: "))


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
            raise Misuse(f"expected {option} once")
        ours[option] = value if equals else next(words, "")
        if not ours[option]:
            raise Misuse(f"expected a word behind {option}")
    return ours, others


def _submissions(pattern: str | None) -> list[Path]:
    """The submissions, in order of name. A pattern finds hidden ones too, as in `gridlaw judge`."""
    if pattern is None:
        raise Misuse("expected --each and the pattern of some submissions")
    hidden: dict[str, Any] = {"include_hidden": True} if sys.version_info >= (3, 11) else {}
    found = [Path(path).absolute() for path in glob.glob(pattern, recursive=True, **hidden)]
    for path in found:
        try:
            str(path).encode()
        except UnicodeEncodeError:
            raise Trouble(f"--each: expected names in UTF-8, found {str(path)!r}") from None
        if not path.is_file() and not path.is_dir():
            raise Trouble(f"--each: expected folders and files, found {path}")
    submissions = {path.name: path for path in found}
    if not submissions:
        raise Misuse(f"--each: expected the pattern of some folders, found none at {pattern!r}")
    if "index" in submissions:
        raise Misuse("--each: a submission is named `index`, as the page of all submissions is; rename it")
    if len(submissions) < len(found):
        raise Misuse("--each: expected submissions with names of their own, found two with the same one")
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
            for row in folder.read_result(plan, number).to_pylist():
                # A name only: a result may come from another machine.
                write_whole(report / Path(row["file"]).name, row["content"])
        pattern = glob.escape(str(plan.submissions))
        words = [f"{option}={file}" for option, file in outputs.items()]
        judged = _judge(plan, Path(kept), [f"--each={pattern}/*", f"--report={report}", *words])
    # The judge ends with 1 also when it cannot write.
    if judged.returncode not in (0, 1) or not judged.stdout:
        raise Trouble(judged.stderr.strip().removeprefix("error: "))
    write(judged.stdout)
    return judged.returncode


def _judge(plan: Plan, scratch: Path, words: list[str]) -> "subprocess.CompletedProcess[str]":
    """Runs `gridlaw judge` with the words of a plan and some more."""
    game = [plan.game.name]
    if plan.game.name in FILES:
        file = scratch / "game"
        file.write_bytes(plan.game.content.encode())
        game.append(str(file))
    return _gridlaw(["judge", *game, *plan.settings["options"], *words, *plan.settings["command"]])


def _gridlaw(words: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    # The working directory may hold submissions: a `glob.py` there must not replace Python's own.
    code = "import sys; '' in sys.path[:1] and sys.path.pop(0); import gridlaw.cluster.judge as it; it.run_gridlaw()"
    program = [sys.executable, "-c", code, str(os.getpid())]
    return subprocess.run([*program, *words], capture_output=True, text=True, errors="replace", check=False)


def run_gridlaw() -> None:
    """Runs `gridlaw` with the words behind the number of the process that it must not outlive."""
    from gridlaw.__main__ import main

    # Dask's workers are deaf to Ctrl-C; a judge, and the programs that it runs, are not.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    if sys.platform == "linux":
        set_signal_of_parents_death = 1
        ctypes.CDLL(None).prctl(set_signal_of_parents_death, signal.SIGKILL)
        if os.getppid() != int(sys.argv[1]):
            sys.exit("the process that wanted this is gone")
    del sys.argv[1]
    sys.exit(main())
