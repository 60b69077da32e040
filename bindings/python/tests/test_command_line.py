"""`python -m gridlaw` is the program `gridlaw`."""

import subprocess
import sys

import gridlaw

BREAKDOWN = ["breakdown", "-w", "4", "-h", "5", "-k", "2", "-q", "2"]


def run(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gridlaw", *words], input=text, capture_output=True, text=True, timeout=60
    )


def test_verdicts_come_by_standard_output() -> None:
    lines = ["|0 -2 -0 -1 !", "", "|0 |9"]
    found = run("verdict", *BREAKDOWN, text="\n".join(lines) + "\n")
    assert (found.returncode, found.stdout.splitlines()) == (0, gridlaw.verdict(gridlaw.breakdown(4, 5, 2, 2), lines))


def test_exit_statuses_are_those_of_the_program() -> None:
    assert run("perft", *BREAKDOWN, "2").stdout.splitlines() == ["0 1", "1 8", "2 64"]
    misuse = run("perft", *BREAKDOWN[:-1], "0", "2")
    assert misuse.returncode == 2 and misuse.stderr
    help_ = run("--help")
    assert help_.returncode == 0 and "verdict" in help_.stdout
    assert run("perft", "candy", "/no/such/file", "1").returncode == 1
    assert run("nothing").returncode == 2


def test_random_games_are_the_same() -> None:
    found = run("random", *BREAKDOWN, "--games", "3", "--seed", "7").stdout.splitlines()
    assert found == [gridlaw.breakdown(4, 5, 2, 2).random_record(7, number) for number in range(3)]
