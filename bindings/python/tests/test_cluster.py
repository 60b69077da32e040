"""Work in units: the same answers as on one machine, whatever is killed, cut or done twice."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gridlaw
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from gridlaw.cluster import running
from gridlaw.cluster.__main__ import main
from gridlaw.cluster.folder import Folder

from conftest import ROOT, TILES

BREAKDOWN = "breakdown -w 4 -h 5 -k 2 -q 2"


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Two workers, each a process of one thread."""
    with running.connect(2, None, None) as client:
        yield client


def gridlaw_prints(*words: str) -> str:
    """The output of the program `gridlaw` on one machine."""
    done = subprocess.run(
        [sys.executable, "-m", "gridlaw", *words], capture_output=True, text=True, timeout=300, check=True
    )
    return done.stdout


@contextlib.contextmanager
def scheduler(path: Path) -> Iterator[tuple[Any, str]]:
    """A scheduler without workers, as a process, and its address."""
    known = path / "scheduler.json"
    words = ["--port", "0", "--scheduler-file", str(known), "--host", "127.0.0.1", "--no-dashboard"]
    command = [sys.executable, "-m", "dask", "scheduler", *words]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            while not (known.exists() and known.read_text().endswith("}")):
                assert process.poll() is None
                time.sleep(0.1)
            yield process, json.loads(known.read_text())["address"]
        finally:
            process.terminate()


def read(path: Path) -> str:
    """A file's text; none of a process that is gone."""
    with contextlib.suppress(OSError):
        return path.read_text(errors="replace")
    return ""


def plan(path: Path, *words: str) -> Folder:
    assert main(["plan", str(path), *words]) == 0
    return Folder(path)


def merged(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert main(["merge", str(path)]) == 0
    return capsys.readouterr().out


def golden() -> list[tuple[str, str, list[int]]]:
    """Games, moves, and the counts of the perft suites, as deep as is quick here."""
    cases, game, moves = [], "", ""
    for name in ("breakdown", "connect4", "jump61"):
        for line in (ROOT / "tests" / "perft" / f"{name}.perft").read_text().splitlines():
            if line.startswith("game "):
                game, moves = line.removeprefix("game "), ""
            elif line.startswith("from "):
                moves = line.removeprefix("from ")
            elif line and line[0].isdigit():
                counts = itertools.takewhile(lambda count: count <= 200_000, map(int, line.split()))
                cases.append((game, moves, list(counts)))
    return cases


def test_the_golden_suites_hold_in_units(
    tmp_path: Path, client: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = golden()
    assert len(cases) > 20
    # Every seventh, so that all games and long moves are among them.
    for index, (game, moves, counts) in enumerate(cases[::7]):
        depth = len(counts) - 1
        folder = plan(tmp_path / str(index), "perft", *game.split(), str(depth), "--from", moves)
        assert running.run(folder, client) == {}
        assert merged(folder.path, capsys) == "".join(f"{ply} {count}\n" for ply, count in enumerate(counts)), game


@pytest.mark.parametrize("split", ["1", "2", "4"])
def test_perft_prints_what_one_machine_prints(
    tmp_path: Path, client: Any, split: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*BREAKDOWN.split(), "5", "--divide", "--from", "|0 -1"]
    folder = plan(tmp_path / "plan", "perft", *words, "--split", split, "--unit-seconds", "0.001")
    assert running.run(folder, client) == {}
    assert merged(folder.path, capsys) == gridlaw_prints("perft", *words)


def test_a_game_with_a_file_takes_its_content_along(
    tmp_path: Path, client: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    tiles = tmp_path / "tiles"
    tiles.write_text(TILES)
    words = ["fitz", str(tiles), "--rows", "4", "--cols", "5", "2"]
    expected = gridlaw_prints("perft", *words)
    folder = plan(tmp_path / "plan", "perft", *words)
    tiles.unlink()
    assert running.run(folder, client) == {}
    assert merged(folder.path, capsys) == expected


def test_units_in_a_loop_need_no_dask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = plan(tmp_path / "plan", "perft", *BREAKDOWN.split(), "5", "--split", "2", "--unit-seconds", "0.000001")
    units = folder.read_plan().units
    assert units > 3
    for number in range(units):
        assert main(["merge", str(folder.path)]) == 1
        assert f"{units - number} of {units} units are missing: {number}" in capsys.readouterr().err
        assert main(["unit", str(folder.path), str(number)]) == 0
    expected = gridlaw_prints("perft", *BREAKDOWN.split(), "5")
    assert merged(folder.path, capsys) == expected
    # Done twice it is the same, and a unit that the plan does not have is a wrong argument.
    assert main(["unit", str(folder.path), "1"]) == 0
    assert merged(folder.path, capsys) == expected
    assert main(["unit", str(folder.path), str(units)]) == 2
    assert f"expected a unit from 0 to {units - 1}, found {units}" in capsys.readouterr().err


def test_cut_and_foreign_files_count_for_nothing(tmp_path: Path, client: Any, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*BREAKDOWN.split(), "5", "--split", "3", "--unit-seconds", "0.000001"]
    folder, other = plan(tmp_path / "one", "perft", *words), plan(tmp_path / "two", "perft", *words[:-5], "4", *words[-4:])
    assert running.run(folder, client) == {}
    expected = merged(folder.path, capsys)
    assert running.run(other, client) == {}

    whole = folder.result_path(0).read_bytes()
    for cut in range(0, len(whole), max(1, len(whole) // 20)):
        folder.result_path(0).write_bytes(whole[:cut])
        assert folder.missing(folder.read_plan()) == [0]
    folder.result_path(1).write_bytes(other.result_path(1).read_bytes())
    folder.result_path(2).write_bytes(whole)
    for name in (".abc.part", ".new.part"):
        (folder.results / name).write_bytes(whole[:100])
    os.utime(folder.results / ".abc.part", (0, 0))
    assert folder.missing(folder.read_plan()) == [0, 1, 2]
    assert running.run(folder, client) == {}
    # Another writer may be at work on a new one.
    assert [path.name for path in folder.results.glob(".*")] == [".new.part"]
    assert merged(folder.path, capsys) == expected


def test_a_worker_that_is_killed_costs_a_unit_and_no_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["breakdown", "-w", "6", "-h", "6", "-k", "2", "-q", "2", "6"]
    folder = plan(tmp_path / "plan", "perft", *words, "--split", "2", "--unit-seconds", "0.01")
    with running.connect(2, None, None) as client:
        kills = 0

        def kill() -> None:
            nonlocal kills
            while kills < 2:
                time.sleep(0.2)
                pids = list(client.run(os.getpid).values())
                if pids and any(folder.results.glob("[0-9]*")):
                    os.kill(pids[0], signal.SIGKILL)
                    kills += 1

        killer = threading.Thread(target=kill)
        killer.start()
        failed = running.run(folder, client)
        killer.join()
    assert failed == {} and kills == 2
    assert merged(folder.path, capsys) == gridlaw_prints("perft", *words)


def test_a_driver_that_is_killed_is_followed_by_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["breakdown", "-w", "6", "-h", "6", "-k", "2", "-q", "2", "6"]
    folder = plan(tmp_path / "plan", "perft", *words, "--split", "3", "--unit-seconds", "0.000001")
    command = [sys.executable, "-m", "gridlaw.cluster", "run", str(folder.path), "--local", "2"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True) as first:
        while not list(folder.results.glob("[0-9]*")):
            assert first.poll() is None
            time.sleep(0.01)
        # It stops in the middle, and no other run may use the folder meanwhile.
        first.send_signal(signal.SIGSTOP)
        second = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        first.send_signal(signal.SIGKILL)
    assert second.returncode == 1 and "another run works here" in second.stderr
    done = {path: path.stat().st_mtime_ns for path in folder.results.glob("[0-9]*")}
    assert 0 < len(done) < folder.read_plan().units
    assert subprocess.run(command, timeout=300, check=False).returncode == 0
    assert all(path.stat().st_mtime_ns == written for path, written in done.items()), "a unit was done again"
    assert merged(folder.path, capsys) == gridlaw_prints("perft", *words)


@pytest.mark.parametrize("moment", ["workers start", "units run"])
def test_an_interrupt_from_the_terminal_is_told_in_a_line(tmp_path: Path, moment: str) -> None:
    words = ["breakdown", "-w", "8", "-h", "8", "-k", "3", "-q", "3", "9", "--split", "3", "--unit-seconds", "0.001"]
    folder = plan(tmp_path / "plan", "perft", *words)
    starter = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    starter += "from gridlaw.cluster.__main__ import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", starter, "run", str(folder.path), "--local", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as run:

        def processes() -> list[str]:
            """The session's processes, those of Dask included."""
            texts = [text for path in Path("/proc").glob("[0-9]*/stat") if (text := read(path))]
            return [text for text in texts if text.rpartition(")")[2].split()[3] == str(run.pid)]

        deadline = time.monotonic() + 300
        while not (len(processes()) > 2 if moment == "workers start" else any(folder.results.glob("[0-9]*"))):
            assert run.poll() is None and time.monotonic() < deadline
            time.sleep(0.01)
        # As a terminal does, which sends it to every process in the foreground.
        os.killpg(run.pid, signal.SIGINT)
        said = run.communicate(timeout=120)[1]
    assert (run.returncode, said) == (130, "gridlaw-cluster: interrupted\n")
    while processes():
        assert time.monotonic() < deadline, processes()
        time.sleep(0.05)
    assert folder.read_failures() == {} and folder.missing(folder.read_plan())


class Late:
    """A client of one worker whose first unit takes a second. Another worker joins meanwhile."""

    def __init__(self, client: Any) -> None:
        self.client, self.looks, self.long, self.waited = client, 0, None, False

    def nthreads(self) -> dict[str, int]:
        self.looks += 1
        return {"one": 1} if self.looks == 1 else {"one": 1, "late": 1}

    def submit(self, *words: Any, **options: Any) -> Any:
        if self.long is None:
            self.long = self.client.submit(time.sleep, 1)
            return self.long
        self.waited = self.waited or self.long.done()
        return self.client.submit(*words, **options)


def test_a_worker_that_joins_late_waits_for_no_unit(
    tmp_path: Path, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = plan(tmp_path / "plan", "solve", *"breakdown -w 1..2 -h 2 -k 2 -q 2".split())
    monkeypatch.setattr(running, "LOOK", 0.05)
    late = Late(client)
    assert running.run(folder, late) == {}
    assert late.looks > 1 and not late.waited and folder.missing(folder.read_plan()) == [0]


def test_a_second_run_on_one_machine_says_nothing(tmp_path: Path) -> None:
    folder = plan(tmp_path / "plan", "perft", *BREAKDOWN.split(), "3")
    with socket.socket() as dashboard:
        # The port of Dask's dashboard, unless another program of this machine has it already.
        with contextlib.suppress(OSError):
            dashboard.bind(("", 8787))
            dashboard.listen()
        command = [sys.executable, "-m", "gridlaw.cluster", "run", str(folder.path), "--local", "1"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert folder.missing(folder.read_plan()) == []


def test_a_scheduler_that_dies_is_told_in_a_line(tmp_path: Path) -> None:
    folder = plan(tmp_path / "plan", "perft", *BREAKDOWN.split(), "3")
    # It has no workers, so the unit waits until the scheduler dies.
    with scheduler(tmp_path) as (process, address):
        command = [sys.executable, "-m", "gridlaw.cluster", "run", str(folder.path), "--scheduler", address]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as run:
            while not (folder.path / "lock").exists():
                assert run.poll() is None
                time.sleep(0.01)
            process.kill()
            said = run.communicate(timeout=120)[1]
    assert run.returncode == 1 and said.count("\n") == 1 and "the scheduler is gone" in said, said
    assert folder.read_failures() == {}


def test_a_unit_that_fails_is_named_and_the_others_are_done(
    tmp_path: Path, client: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = plan(tmp_path / "plan", "perft", *BREAKDOWN.split(), "4", "--split", "2", "--unit-seconds", "0.000001")
    plan_ = folder.read_plan()
    # A folder stands where the result belongs, so it cannot be written.
    folder.result_path(1).mkdir()
    failed = running.run(folder, client)
    assert list(failed) == [1] and folder.missing(plan_) == [1]
    assert main(["status", str(folder.path)]) == 0
    said = capsys.readouterr()
    assert f"{plan_.units - 1} of {plan_.units} units done" in said.out
    assert said.err == f"unit 1 failed: {failed[1]}\n" and "IsADirectoryError" in failed[1]
    folder.result_path(1).rmdir()
    assert running.run(folder, client) == {} and folder.read_failures() == {}


@pytest.mark.parametrize("game", ["connect4 --size 5", "jump61 --size 4", BREAKDOWN])
def test_random_games_are_those_of_one_machine(
    tmp_path: Path, client: Any, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*game.split(), "--games", "500", "--seed", "3"]
    folder = plan(tmp_path / "plan", "selfplay", *words, "--unit-seconds", "0.001")
    assert folder.read_plan().units > 5
    assert running.run(folder, client) == {}
    assert merged(folder.path, capsys) == gridlaw_prints("random", *words)
    rows = pq.read_table(sorted(folder.results.glob("*.parquet"))[1]).to_pylist()
    opened = Folder(folder.path).read_plan().game.open()
    for row in rows:
        position = opened.start()
        for action in row["actions"]:
            position = position.play(action)
        assert (row["outcome"], row["seed"], row["policy"]) == (int(position.outcome), 3, "random")


def test_rows_do_not_depend_on_the_units(tmp_path: Path, client: Any) -> None:
    words = ["connect4", "--size", "4", "--games", "12", "--seed", "5", "--policy", "nodes:200"]
    tables = []
    for seconds in ("0.05", "100"):
        folder = plan(tmp_path / seconds, "selfplay", *words, "--unit-seconds", seconds)
        assert running.run(folder, client) == {}
        results = sorted(folder.results.glob("*.parquet"))
        tables.append([row for path in results for row in pq.read_table(path).to_pylist()])
    assert len(results) == 1 and len(tables[0]) == 12
    assert tables[0] == tables[1]
    assert len({tuple(row["actions"][:4]) for row in tables[0]}) > 1


def test_a_table_of_solved_games_is_that_of_one_machine(
    tmp_path: Path, client: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = plan(tmp_path / "plan", "solve", *"breakdown -w 1..3 -h 2..3 -k 1..2 -q 2".split())
    assert folder.read_plan().units == 12
    assert running.run(folder, client) == {}
    header, *lines = merged(folder.path, capsys).splitlines()
    assert header == "width,height,stick,square,value,plies,nodes"
    for line in lines:
        *numbers, value, plies, nodes = line.split(",")
        solution = gridlaw.breakdown(*map(int, numbers)).start().solve()
        assert (value, plies, nodes) == (solution.value, str(solution.distance or ""), str(solution.nodes))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("solve connect4 --size 4..99999999999999999999", "expected up to 1000 numbers"),
        ("solve connect4 --size 7..6", "expected up to 1000 numbers"),
        ("solve breakdown -w 1..1000 -h 1..1000 -k 1..1000 -q 2", "expected ranges of at most 100000 games"),
        (f"selfplay connect4 --size 7 --games {2**64 - 1} --unit-seconds 1e11", "expected at most 10000000 units"),
    ],
)
def test_plans_beyond_bounds_are_misuse(
    tmp_path: Path, words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(["plan", str(tmp_path / "plan"), *words.split()])
    except SystemExit as stop:
        status = stop.code
    assert status == 2 and told in capsys.readouterr().err
    assert not (tmp_path / "plan").exists()


@pytest.mark.parametrize(
    "words",
    [
        BREAKDOWN.split(),
        [*"breakdown -w 3 -h 3 -k 2 -q 3 --weak".split()],
        ["connect4", "--size", "4"],
        ["jump61", "--size", "3"],
        ["jump61", "--size", "3", "--weak"],
        ["fitz", "tiles", "--rows", "3", "--cols", "3"],
    ],
)
def test_one_solved_game_is_printed_as_on_one_machine(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tiles").write_text(TILES)
    folder = plan(tmp_path / "plan", "solve", *words)
    assert main(["unit", str(folder.path), "0"]) == 0
    *lines, seconds, rate = merged(folder.path, capsys).splitlines()
    assert lines == gridlaw_prints("solve", *words).splitlines()[:-2]
    assert re.fullmatch(r"seconds \d+\.\d{3}", seconds) and re.fullmatch(r"nodes/s \d+", rate)


def test_options_of_one_machine_are_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = ["--from", "|0 -1", "--all"]
    folder = plan(tmp_path / "solve", "solve", *BREAKDOWN.split(), *moves, "--threads", "2", "--unit-seconds", "1")
    assert main(["unit", str(folder.path), "0"]) == 0
    assert merged(folder.path, capsys).splitlines()[:-2] == gridlaw_prints("solve", *BREAKDOWN.split(), *moves).splitlines()[:-2]
    # Without a seed they are the same games, and ends of lines are not made alike.
    folder = plan(tmp_path / "games", "selfplay", "connect4", "--size", "+4", "--games", "3")
    assert main(["unit", str(folder.path), "0"]) == 0
    assert merged(folder.path, capsys) == gridlaw_prints("random", "connect4", "--size", "4", "--games", "3")
    # No games are no units.
    folder = plan(tmp_path / "no games", "selfplay", "connect4", "--size", "4", "--games", "0")
    assert folder.read_plan().units == 0 and merged(folder.path, capsys) == ""
    assert main(["unit", str(folder.path), "0"]) == 2
    folder = plan(tmp_path / "naive", "perft", *BREAKDOWN.split(), "3", "--naive", "--split", "0")
    assert main(["unit", str(folder.path), "0"]) == 0
    assert merged(folder.path, capsys) == gridlaw_prints("perft", *BREAKDOWN.split(), "3", "--naive")
    (tmp_path / "tiles").write_bytes(TILES.replace("\n", "\r\n").encode())
    assert main(["plan", str(tmp_path / "none"), "perft", "fitz", str(tmp_path / "tiles"), "--rows", "4", "--cols", "4", "1"]) == 1
    with pytest.raises(SystemExit) as stop:
        main(["plan", str(tmp_path / "none"), "perft", *BREAKDOWN.split(), "-w", "4", "3"])
    assert stop.value.code == 2 and "expected it once" in capsys.readouterr().err
    # An estimate of a time beyond all numbers.
    plan(tmp_path / "deep", "perft", *BREAKDOWN.split(), "900", "--split", "1")
    (tmp_path / "file").touch()
    assert main(["plan", str(tmp_path / "file"), "perft", *BREAKDOWN.split(), "3"]) == 1
    assert "file" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        "connect4 --size 5 --nodes 100",
        "breakdown -w 4 -h 5 -k 2 -q 2 --all --nodes 300",
        "breakdown -w 4 -h 5 -k 2 -q 2 --weak --all --nodes 1000",
    ],
)
def test_one_game_that_is_not_solved_fails(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = plan(tmp_path / "plan", "solve", *words.split())
    assert main(["unit", str(folder.path), "0"]) == 0
    capsys.readouterr()
    assert main(["merge", str(folder.path)]) == 1
    said = capsys.readouterr()
    command = [sys.executable, "-m", "gridlaw", "solve", *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (said.out, said.err) == (done.stdout, f"gridlaw-cluster: {done.stderr}")


def test_a_game_is_given_up_after_the_time_of_its_unit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = plan(tmp_path / "plan", "solve", "connect4", "--size", "10", "--time", "0.01")
    assert main(["unit", str(folder.path), "0"]) == 0
    capsys.readouterr()
    assert main(["merge", str(folder.path)]) == 1
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("gridlaw-cluster: not solved: the limit of --time was reached")


def test_a_scheduler_that_runs_already_hands_the_units_to_its_workers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*BREAKDOWN.split(), "5"]
    folder = plan(tmp_path / "plan", "perft", *words, "--unit-seconds", "0.001")
    with scheduler(tmp_path) as (_, address):
        worker = [sys.executable, "-m", "dask", "worker", address, "--host", "127.0.0.1", "--no-dashboard"]
        options = ["--nthreads", "1", "--nworkers", "2", "--local-directory", str(tmp_path)]
        with subprocess.Popen([*worker, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as workers:
            try:
                assert main(["run", str(folder.path), "--scheduler", address]) == 0
            finally:
                workers.terminate()
    assert merged(folder.path, capsys) == gridlaw_prints("perft", *words)


SBATCH = """#!/bin/sh
# Slurm's part: keeps the script, starts it as a job of this machine, and says its number. Dask
# deletes the script as soon as this ends.
for script; do :; done
cp "$script" "$JOBS.$$"
setsid sh "$JOBS.$$" >"$JOBS.$$.log" 2>&1 &
echo $! >>"$JOBS"
echo "Submitted batch job $!"
"""

SCANCEL = """#!/bin/sh
for job; do kill -- "-$job"; done
"""


def test_jobs_of_slurm_do_the_units(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("sbatch", SBATCH), ("scancel", SCANCEL)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("JOBS", str(tmp_path / "jobs"))
    words = [*BREAKDOWN.split(), "5"]
    folder = plan(tmp_path / "plan", "perft", *words, "--unit-seconds", "0.001")
    settings = tmp_path / "cluster.toml"
    settings.write_text(
        'jobs = 2\ncores = 1\nmemory = "1GB"\nwalltime = "00:10:00"\n'
        f'local_directory = "{tmp_path}"\n[scheduler_options]\nhost = "127.0.0.1"\ndashboard_address = ":0"\n'
    )
    run = [sys.executable, "-m", "gridlaw.cluster", "run", str(folder.path), "--slurm", str(settings)]
    subprocess.run(run, check=True, timeout=300)
    assert (tmp_path / "jobs").read_text().split(), "no job was started"
    assert merged(folder.path, capsys) == gridlaw_prints("perft", *words)


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["perft", *BREAKDOWN.split(), "3", "--split", "4"], 2, "--split from 0 to the depth 3, found 4"),
        (["perft", *BREAKDOWN.split(), "3", "--from", "|9"], 2, "--from '|9'"),
        (["perft", "candy", "/no/such/file", "3"], 1, "/no/such/file"),
        (["perft", "candy", __file__, "3"], 1, f"{__file__}: "),
        (["perft", "candy", os.devnull, "3"], 1, f"{os.devnull}: "),
        (["perft", *BREAKDOWN.split(), "1001"], 2, "at most 1000"),
        (["perft", *"fitz /dev/null --rows 0 --cols 4 2".split()], 2, "1 to 999"),
        (["perft", *"fitz /dev/null --rows 4 --cols 4 2".split()], 1, "/dev/null: "),
        (["solve", *BREAKDOWN.split(), "--from", "x"], 2, "--from 'x'"),
        (["perft", "jump61", "--size", "11", "3"], 2, "11"),
        (["perft", *"breakdown -w 0 -h 5 -k 2 -q 2".split(), "3"], 2, "at least 1"),
        (["solve", *"breakdown -w 0..2 -h 5 -k 2 -q 2".split()], 2, "at least 1"),
        (["solve", *"connect4 --size 4..5 --all".split()], 2, "--all: expected one game, found 2"),
        (["selfplay", *BREAKDOWN.split(), "--games", "3", "--policy", "best"], 2, "random or nodes:N, N from 1"),
        (["selfplay", *BREAKDOWN.split(), "--games", str((1 << 64) - 1)], 2, "raise --unit-seconds"),
        (["selfplay", *BREAKDOWN.split(), "--games", "3", "--policy", f"nodes:{1 << 64}"], 2, f"found nodes:{1 << 64}"),
        (["selfplay", *BREAKDOWN.split(), "--games", "3", "--policy", f"nodes:{'9' * 5000}"], 2, "N from 1 to 1844"),
    ],
)
def test_wrong_plans_are_refused(
    tmp_path: Path, words: list[str], status: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plan", str(tmp_path / "plan"), *words]) == status
    assert message in capsys.readouterr().err
    assert not (tmp_path / "plan").exists()


WITHOUT = """
import importlib.abc, sys

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, *_):
        if name.partition(".")[0] in ("pyarrow", "distributed", "dask"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
from gridlaw.cluster.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def test_help_and_misuse_need_no_extras(tmp_path: Path) -> None:
    def run(*words: str) -> tuple[int, str, str]:
        done = subprocess.run([sys.executable, "-c", WITHOUT, *words], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr

    status, printed, _ = run("--help")
    assert status == 0 and "gridlaw-cluster" in printed and "merge" in printed
    assert run("plan", "w", "perft", "breakdown", "--help")[0] == 0
    assert run("--version") == (0, gridlaw_prints("--version").replace("gridlaw", "gridlaw-cluster"), "")
    assert run("plan", "w", "perft", "chess")[0] == 2
    status, printed, said = run("plan", str(tmp_path / "plan"), "perft", *BREAKDOWN.split(), "3")
    assert (status, printed) == (1, "") and not (tmp_path / "plan").exists()
    assert said == "gridlaw-cluster: No module named 'pyarrow': pip install 'gridlaw[cluster]'\n"


MERGE = """
import os, sys
import pyarrow.parquet
from gridlaw.cluster import commands
from gridlaw.cluster.__main__ import main

before = len(os.listdir("/proc/self/task"))
assert main(["merge", sys.argv[1]]) == 0
assert len(os.listdir("/proc/self/task")) == before, "a thread is left"
assert "distributed" not in sys.modules and "dask" not in sys.modules
"""


def test_merging_leaves_no_thread_and_imports_no_dask(tmp_path: Path) -> None:
    """Threads of pyarrow that outlived the work could abort the interpreter at its end."""
    folder = plan(tmp_path / "plan", "perft", *BREAKDOWN.split(), "4")
    for number in range(folder.read_plan().units):
        assert main(["unit", str(folder.path), str(number)]) == 0
    done = subprocess.run([sys.executable, "-c", MERGE, str(folder.path)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout == gridlaw_prints("perft", *BREAKDOWN.split(), "4")


def test_plans_are_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan(tmp_path / "plan", "perft", *BREAKDOWN.split(), "3")
    assert main(["plan", str(tmp_path / "plan"), "perft", *BREAKDOWN.split(), "4"]) == 1
    assert "expected a new or an empty folder" in capsys.readouterr().err
    assert main(["status", str(tmp_path)]) == 1
    with pytest.raises(SystemExit) as stop:
        main(["plan", str(tmp_path / "other"), "perft", "chess", "3"])
    assert stop.value.code == 2


def test_what_cannot_be_read_or_written_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = plan(tmp_path / "plan", "perft", *BREAKDOWN.split(), "3")
    # What an interrupted plan leaves is no plan, and does not stop the next one.
    (tmp_path / "cut" / ".submissions.part").mkdir(parents=True)
    plan(tmp_path / "cut", "perft", *BREAKDOWN.split(), "3")
    assert not (tmp_path / "cut" / ".submissions.part").exists()

    (folder.failures / "0abc.txt").touch()
    (folder.failures / "000001.txt").write_bytes(b"\xff")
    assert main(["status", str(folder.path)]) == 0
    capsys.readouterr()
    folder.results.rmdir()
    folder.results.touch()
    assert main(["unit", str(folder.path), "0"]) == 1
    assert capsys.readouterr().err.count("\n") == 1

    command = [sys.executable, "-m", "gridlaw.cluster", "status", str(folder.path)]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert done.returncode == 1 and "No space left" in done.stderr and "Traceback" not in done.stderr, done.stderr

    units = folder.path / "units.parquet"
    rows = pq.read_table(units)
    wrong = [
        rows.set_column(0, "unit", pa.array([1] * len(rows), pa.int64())),
        rows.set_column(0, "unit", pa.array([1 << 40] * len(rows), pa.int64())),
        rows.set_column(0, "unit", pa.array([None] * len(rows), pa.int64())),
        rows.replace_schema_metadata({**rows.schema.metadata, b"settings": b"{"}),
        rows.replace_schema_metadata({b"version": b"3"}),
    ]
    for table in wrong:
        pq.write_table(table, units)
        assert main(["status", str(folder.path)]) == 1
        assert "units.parquet: cannot read the plan: the file was changed\n" in capsys.readouterr().err


def test_a_flipped_bit_never_gives_another_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = plan(tmp_path / "plan", "perft", *BREAKDOWN.split(), "3", "--unit-seconds", "100")
    assert main(["unit", str(folder.path), "0"]) == 0
    merged(folder.path, capsys)
    for path in (folder.path / "units.parquet", folder.result_path(0)):
        whole, told = path.read_bytes(), ""
        for at in range(0, len(whole), 7):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
            assert main(["merge", str(folder.path)]) == 1, at
            said = capsys.readouterr()
            assert said.out == "" and said.err.count("\n") == 1, at
            assert said.err.startswith(f"gridlaw-cluster: {folder.path}"), at
            told += said.err
        assert f"{path}: " in told
        path.write_bytes(whole)
    assert "000000.parquet: expected the result of unit 0, found a damaged file; remove it and run again\n" in told


def test_an_interrupted_plan_blocks_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, path = ["perft", *BREAKDOWN.split(), "3"], tmp_path / "plan"
    for left in ("results", "failures", ".submissions.part/one"):
        (path / left).mkdir(parents=True)
    (path / ".units.part").touch()
    # Submissions that were in place already when it was interrupted.
    (path / ".plan.part").touch()
    (path / "submissions" / "one").mkdir(parents=True)
    with Folder(path).locked():
        assert main(["plan", str(path), *words]) == 1
    assert "another run works here" in capsys.readouterr().err
    plan(path, *words)
    assert sorted(entry.name for entry in path.iterdir()) == ["failures", "results", "units.parquet"]
    for own in ("submissions/one", "results/own", ".own.part/one", "own"):
        (tmp_path / own[:3] / own).mkdir(parents=True)
        assert main(["plan", str(tmp_path / own[:3]), *words]) == 1
        assert "expected a new or an empty folder" in capsys.readouterr().err
        assert (tmp_path / own[:3] / own).is_dir()


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_files_have_the_mode_that_the_umask_leaves(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        folder = plan(tmp_path / "plan", "perft", *BREAKDOWN.split(), "3", "--unit-seconds", "100")
        assert main(["unit", str(folder.path), "0"]) == 0
    finally:
        os.umask(before)
    for path in (folder.path / "units.parquet", folder.result_path(0)):
        assert path.stat().st_mode & 0o777 == 0o666 & ~mask


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_change_no_status(tmp_path: Path, closed: str) -> None:
    folder = plan(tmp_path / "plan", "perft", *BREAKDOWN.split(), "3", "--unit-seconds", "100")
    for words, status in [("merge", 1), ("run --local 1", 0), ("status", 0), ("merge", 0)]:
        command, _, options = words.partition(" ")
        shell = f"{sys.executable} -m gridlaw.cluster {command} {folder.path} {options} {closed}"
        done = subprocess.run(shell, shell=True, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == status and "Traceback" not in done.stderr, done.stderr
        assert ">&-" not in closed.split() or done.stdout == ""
        assert status == 0 or done.stdout == "", "an error is no answer"


def test_plans_of_other_versions_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    units = plan(tmp_path / "plan", "perft", *BREAKDOWN.split(), "3").path / "units.parquet"
    rows = pq.read_table(units)
    assert rows.schema.metadata[b"version"] == b"3"
    pq.write_table(rows.replace_schema_metadata({**rows.schema.metadata, b"version": b"1"}), units)
    for command in ("run", "status", "merge"):
        assert main([command, str(tmp_path / "plan")]) == 1
        assert "units.parquet: cannot read the plan: expected version 3, found 1" in capsys.readouterr().err


# Marking

SUBMISSIONS = {
    "crash": "kill -SEGV $$",
    "fair play": "echo Welcome; cat",
    "no program": "broken",
    "parricide": "kill -9 $PPID; sleep 0.1; exit 3",
    "silent": "exec cat > /dev/null",
}


def submissions(path: Path) -> list[str]:
    """Programs, and the words that judge them."""
    for name, source in SUBMISSIONS.items():
        folder = path / "submissions" / name
        folder.mkdir(parents=True)
        (folder / "source").write_text(f"#!/bin/sh\n{source}\n")
    build = "! grep -q broken source && cp source run && chmod +x run"
    words = ["jump61", "--size", "3", "--games", "4", "--timeout=2", "--each", f"{path}/submissions/*"]
    return [*words, "--build", build]


def without_seconds(table: Path) -> list[list[str]]:
    rows = [line.split(",") for line in table.read_text().splitlines()]
    return [row[:4] + row[5:] for row in rows]


@pytest.mark.parametrize("workers", ["a loop", "two workers"])
def test_a_folder_of_submissions_is_judged_as_on_one_machine(
    tmp_path: Path, client: Any, workers: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = submissions(tmp_path)
    outputs = ["--csv", str(tmp_path / "units.csv"), "--json", str(tmp_path / "units.json")]
    folder = plan(tmp_path / "plan", "judge", *words, *outputs, "--", "./run")
    # The plan took everything along.
    (tmp_path / "submissions").rename(tmp_path / "there")
    if workers == "a loop":
        assert main(["merge", str(folder.path)]) == 1
        assert "5 of 5 units are missing: 0 1 2 3 4" in capsys.readouterr().err
        for number in range(5):
            assert main(["unit", str(folder.path), str(number)]) == 0
    else:
        assert running.run(folder, client) == {}
    results = [folder.result_path(number).read_bytes() for number in range(5)]
    capsys.readouterr()
    # One of them cannot be built, so the exit status is that of `gridlaw judge` then.
    assert main(["merge", str(folder.path)]) == 1
    table = capsys.readouterr().out
    (tmp_path / "there").rename(tmp_path / "submissions")
    command = [sys.executable, "-m", "gridlaw", "judge", *words, "--csv", str(tmp_path / "one.csv"), "--", "./run"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1, done.stderr
    assert without_seconds(tmp_path / "units.csv") == without_seconds(tmp_path / "one.csv")
    drop_seconds = re.compile(r" +\d+\.\d$", re.MULTILINE)
    assert drop_seconds.sub("", table) == drop_seconds.sub("", done.stdout)
    assert [row[:2] for row in without_seconds(tmp_path / "units.csv")[1:]] == [
        [name, "build error" if name == "no program" else "fail"] for name in SUBMISSIONS
    ]
    # Merging judges nothing again but what could not be judged, and says the same.
    assert main(["merge", str(folder.path)]) == 1
    again = capsys.readouterr().out
    judged = [line for line in table.splitlines() if "build error" not in line]
    assert len(judged) > 4 and judged == [line for line in again.splitlines() if "build error" not in line]
    assert drop_seconds.sub("", again) == drop_seconds.sub("", table)
    assert [folder.result_path(number).read_bytes() for number in range(5)] == results
    assert len(json.loads((tmp_path / "units.json").read_text())) == 5


def test_a_judge_imports_nothing_of_its_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = submissions(tmp_path)
    (tmp_path / "glob.py").write_text("raise SystemExit(9)\n")
    monkeypatch.chdir(tmp_path)
    assert main(["plan", "plan", "judge", *words, "--", "./run"]) == 0


def test_a_worker_judges_the_submissions_of_the_folder_that_it_is_given(tmp_path: Path) -> None:
    """Plans of submissions with the same names have the same digest."""
    marks = []
    for name, program in [("silent", "cat > /dev/null"), ("ends", "exit 3")]:
        path = tmp_path / name / "one" / "run"
        path.parent.mkdir(parents=True)
        path.write_text(f"#!/bin/sh\n{program}\n")
        path.chmod(0o755)
        words = ["jump61", "--size", "3", "--games", "1", "--no-isolation", "--each", str(path.parent)]
        folder = plan(tmp_path / f"plan of {name}", "judge", *words, "--", "./run")
        marks.append(folder.read_plan().hash)
        running._task(str(folder.path), marks[-1], 0)
        found = folder.read_result(folder.read_plan(), 0).column("content")
        marks.append(any(b"exit status 3" in content.as_py() for content in found))
    assert marks == [marks[0], False, marks[0], True]


def test_a_program_that_interrupts_itself_ends_on_a_worker_too(tmp_path: Path, client: Any) -> None:
    program = tmp_path / "submissions" / "one" / "run"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\nkill -INT $$\nexit 3\n")
    program.chmod(0o755)
    words = ["jump61", "--size", "3", "--games", "1", "--no-isolation", "--each", str(program.parent)]
    marks = tmp_path / "marks.json"
    folder = plan(tmp_path / "plan", "judge", *words, "--json", str(marks), "--", "./run")
    assert running.run(folder, client) == {}
    assert main(["merge", str(folder.path)]) == 0
    assert "signal: 2 (SIGINT)" in marks.read_text()


def test_judging_dies_with_its_worker(tmp_path: Path) -> None:
    words = submissions(tmp_path)
    (tmp_path / "submissions" / "silent" / "source").write_text("#!/bin/sh\nsleep 1000\n")
    words[words.index("--timeout=2")] = "--timeout=900"
    folder = plan(tmp_path / "plan", "judge", *words, "--", "./run")
    unit = subprocess.Popen([sys.executable, "-m", "gridlaw.cluster", "unit", str(folder.path), "4"])
    mine = {str(tmp_path)}

    def running_here() -> list[str]:
        lines = [read(path) for path in Path("/proc").glob("[0-9]*/cmdline") if path.parent.name != str(os.getpid())]
        return [line for line in lines if any(word in line for word in mine)]

    deadline = time.monotonic() + 60
    while len(running_here()) < 2:
        assert time.monotonic() < deadline and unit.poll() is None
        time.sleep(0.05)
    unit.kill()
    unit.wait()
    while running_here():
        assert time.monotonic() < deadline, running_here()
        time.sleep(0.05)


def test_marks_that_cannot_be_written_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = submissions(tmp_path)
    os.mkfifo(tmp_path / "submissions" / "silent" / "pipe")
    words[words.index(f"{tmp_path}/submissions/*")] = f"{tmp_path}/submissions/[fs]*"
    outputs = ["--csv", str(tmp_path / "none" / "marks.csv"), "--report", str(tmp_path / "report" / "marks")]
    folder = plan(tmp_path / "plan", "judge", *words, *outputs, "--", "./run")
    assert sorted(path.name for path in (folder.path / "submissions" / "silent").iterdir()) == ["source"]
    for number in range(2):
        assert main(["unit", str(folder.path), str(number)]) == 0
    # A worker may name any path, but writes into the report only, and over a file that others read.
    plan_, kept = folder.read_plan(), pq.read_table(folder.result_path(0))
    names = pa.array([f"{tmp_path}/report/{name}" for name in kept.column("file").to_pylist()])
    folder.write_result(plan_, 0, kept.set_column(0, "file", names), 1.0)
    marks = tmp_path / "report" / "marks"
    marks.mkdir(parents=True)
    (marks / Path(names[0].as_py()).name).write_text("an earlier report")
    os.link(marks / Path(names[0].as_py()).name, tmp_path / "earlier")
    assert main(["merge", str(folder.path)]) == 1
    assert "marks.csv" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "report").iterdir()] == ["marks"]
    assert (tmp_path / "earlier").read_text() == "an earlier report" and not list(marks.glob(".*"))


def test_words_that_judge_nothing_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = submissions(tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(["plan", str(tmp_path / "plan"), "judge", "jump61", "--help"])
    assert stop.value.code == 0 and "--each" in capsys.readouterr().out
    for wrong, message in [
        ([], "expected a game"),
        ([*words, "--gmaes", "3", "--", "./run"], "unexpected argument '--gmaes'"),
        (words, "<COMMAND>"),
        (["chess", *words[1:]], "expected a game"),
        (["jump61", "--size", "3", "--", "./run"], "expected --each"),
        (["fitz", *words[1:]], "expected the game's file behind fitz"),
        (["jump61", "--size", "3", "--each", str(tmp_path / "none*"), "--", "./run"], "found none"),
        ([*words, "--csv"], "expected a word behind --csv"),
        ([*words, "--each=x"], "expected --each once"),
    ]:
        assert main(["plan", str(tmp_path / "plan"), "judge", *wrong]) == 2, wrong
        assert message in capsys.readouterr().err, wrong
        assert not (tmp_path / "plan").exists()
    assert main(["plan", str(tmp_path / "plan"), "judge", "candy", str(tmp_path / "none"), *words[1:], "--", "./run"]) == 1
    assert f"{tmp_path}/none: " in capsys.readouterr().err
    # The words of the program are its own, also if options of ours have the same names.
    command = ["--", "./run", "--from", "x"]
    assert plan(tmp_path / "plan", "judge", *words, *command).read_plan().settings["command"] == command
    with pytest.raises(SystemExit) as stop:
        main(["plan", str(tmp_path / "other"), "judge", "jump61", "--help"])
    assert not stop.value.code and "--budget" in capsys.readouterr().out
    inside = tmp_path / "submissions" / "silent" / "plan"
    assert main(["plan", str(inside), "judge", *words, "--", "./run"]) == 1 and not inside.exists()
    assert f"expected a folder outside of the submission {inside.parent}" in capsys.readouterr().err
    # A copy that fails is undone.
    with (tmp_path / "submissions" / "silent" / "large").open("wb") as large:
        large.truncate(3 << 20)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 20, limits[1]))
    try:
        assert main(["plan", str(tmp_path / "other"), "judge", *words, "--", "./run"]) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    said = capsys.readouterr().err
    assert said.startswith("gridlaw-cluster: [Errno 27] File too large: ") and said.count("\n") == 1
    assert not (tmp_path / "other").exists()
    os.mkfifo(tmp_path / "submissions" / "pipe")
    assert main(["plan", str(tmp_path / "other"), "judge", *words, "--", "./run"]) == 1
    assert f"expected folders and files, found {tmp_path}/submissions/pipe" in capsys.readouterr().err
    (tmp_path / "submissions" / "pipe").unlink()
    os.mkdir(os.fsencode(tmp_path / "submissions") + b"/\xff")
    assert main(["plan", str(tmp_path / "other"), "judge", *words, "--", "./run"]) == 1
    assert "expected names in UTF-8" in capsys.readouterr().err
