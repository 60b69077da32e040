"""The examples run, and say what they should."""

import subprocess
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def run(name: str) -> str:
    found = subprocess.run(
        [sys.executable, EXAMPLES / name], capture_output=True, text=True, timeout=120, cwd=EXAMPLES
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


def test_the_search_beats_the_first_legal_move() -> None:
    assert run("mcts.py").endswith("FIRST\n")


def test_the_faulty_game_is_found() -> None:
    lines = run("own_game.py").splitlines()
    assert lines[0].endswith("positions are right") and lines[1].startswith("moves after")


def test_the_notebook_runs_and_its_policy_learns() -> None:
    """The last cell of the training asserts that the policy plays better than before."""
    notebook = nbformat.read(EXAMPLES / "gridlaw.ipynb", as_version=4)
    NotebookClient(notebook, timeout=240, resources={"metadata": {"path": str(EXAMPLES)}}).execute()
    printed = [
        output.get("text", "") + "".join(output.get("data", {}))
        for cell in notebook.cells
        for output in cell.get("outputs", [])
    ]
    assert any("points against random play" in text for text in printed)
    assert any("text/html" in text for text in printed), "a board was drawn"
