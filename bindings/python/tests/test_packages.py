"""The source distribution builds by itself, and the wheel runs."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]

CHECK = """
import pathlib, sys, gridlaw
assert pathlib.Path(gridlaw.__file__).is_relative_to(sys.argv[1]), gridlaw.__file__
assert gridlaw.breakdown(4, 5, 2, 2).record("|0 -2 -0 -1 !").answer == ". 29010000 000000a5"
lanes = gridlaw.jump61(4).lanes(300, seed=1)
for _ in range(50):
    lanes.step_random()
assert lanes.observation.shape == (300, 5, 4, 4)
"""


def maturin(*words: str, cwd: Path) -> None:
    # This build needs no debug
    # information.
    env = {**os.environ, "CARGO_PROFILE_DEV_DEBUG": "0"}
    found = subprocess.run(
        [sys.executable, "-m", "maturin", *words], capture_output=True, text=True, cwd=cwd, env=env, timeout=900
    )
    assert found.returncode == 0, found.stdout + found.stderr


def test_the_unpacked_source_distribution_builds_a_wheel_that_runs(tmp_path: Path) -> None:
    maturin("sdist", "--out", str(tmp_path), cwd=HERE)
    (packed,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path, filter="data")
    unpacked = tmp_path / packed.name.removesuffix(".tar.gz")
    # The times in the archive are fixed. Cargo would take what an earlier run left for this one.
    for path in unpacked.rglob("*"):
        path.touch()
    assert not {"fuzz", "benches"} & set(os.listdir(unpacked)), "only what is needed"
    wheels, installed = tmp_path / "wheels", tmp_path / "installed"
    maturin("build", "--profile", "dev", "--locked", "--out", str(wheels), cwd=unpacked)
    (wheel,) = wheels.glob("*-cp310-abi3-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    found = subprocess.run(
        [sys.executable, "-c", CHECK, str(installed)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
        timeout=60,
    )
    assert found.returncode == 0, found.stderr
