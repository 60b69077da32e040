"""The types of the package: the stubs are true, and strict checkers are content."""

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import gridlaw
import pytest
from gridlaw import _native

HERE = Path(__file__).resolve().parents[1]

EXAMPLE = '''
import numpy as np
import gridlaw

game = gridlaw.breakdown(8, 8, 3, 3)
position: gridlaw.Position = game.start().play("|3").play(4)
outcome: gridlaw.Outcome = position.outcome
lanes: gridlaw.Lanes = game.lanes(16, reset="next", observation="bits", mask="bits")
obs, mask = lanes.reset()
obs, reward, terminated, truncated, mask, info = lanes.step(lanes.sample())
total: np.floating = reward.mean()
ended = [lanes.position(lane) for lane in np.flatnonzero(terminated)]
fewer = gridlaw.breakdown(np.int64(8), 8, 3, 3).lanes(4, np.random.default_rng(0).integers(9)).position(0).playout(np.int64(1))
solution = gridlaw.jump61(2).start().solve()
plies: int | None = solution.distance
env: gridlaw.gymnasium.Env = gridlaw.gymnasium.Env(game, limit=5)
agents = gridlaw.pettingzoo.raw_env(game)
'''

MISTAKES = '''
import gridlaw

gridlaw.breakdown("8", 8, 3, 3)
gridlaw.connect4(7).lanes(16, reset="sometimes")
gridlaw.connect4(7).start().turn = 1
gridlaw.gymnasium.Env(7)
gridlaw.gymnasium.Envs
'''


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, cwd=HERE, timeout=300)


def test_stubs_are_true() -> None:
    found = run("mypy.stubtest", "gridlaw", "--mypy-config-file", "pyproject.toml")
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("checker", [["mypy", "--strict"], ["pyright", "--pythonpath", sys.executable]])
def test_checkers_are_content_and_see_mistakes(checker: list[str], tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(EXAMPLE)
    wrong.write_text(MISTAKES)
    found = run(*checker, str(right))
    assert found.returncode == 0, found.stdout + found.stderr
    found = run(*checker, str(wrong))
    assert len(re.findall(r"\berror:|- error", found.stdout)) >= 5, found.stdout


def test_the_package_itself_is_typed() -> None:
    found = run("mypy", "--strict", "python/gridlaw")
    assert found.returncode == 0, found.stdout


def test_docstrings_are_those_of_the_stub() -> None:
    tree, compared = ast.parse((HERE / "python/gridlaw/_native.pyi").read_text()), 0
    for top in tree.body:
        if not isinstance(top, (ast.ClassDef, ast.FunctionDef)):
            continue
        found = getattr(_native, top.name)
        named = [(top, found)]
        if isinstance(top, ast.ClassDef):
            named += [(part, getattr(found, part.name)) for part in top.body if isinstance(part, ast.FunctionDef)]
        for node, thing in named:
            expected = ast.get_docstring(node)
            # Python writes the docstrings of `__len__` and its like itself.
            if expected is not None and not node.name.startswith("__"):
                assert inspect.getdoc(thing) == expected, node.name
                compared += 1
    assert compared > 60
    assert "(N, C, H, W)" in str(gridlaw.Lanes.__doc__) and "(A,)" in str(gridlaw.Position.mask.__doc__)
