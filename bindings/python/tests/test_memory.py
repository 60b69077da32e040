"""Memory that ends is a `MemoryError`, and the process goes on."""

import os
import subprocess
import sys

import pytest

# Every call is tried with 4 MiB, less than it needs.
BEGIN = """
import pickle, resource
import gridlaw
import numpy as np

def more(mebibytes):
    with open("/proc/self/statm") as file:
        pages = int(file.read().split()[0])
    limit = resource.RLIM_INFINITY
    if mebibytes is not None:
        limit = pages * resource.getpagesize() + (mebibytes << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))

def refused(calls):
    more(4)
    for name, call in calls.items():
        try:
            call()
        except MemoryError as error:
            assert str(error)
        else:
            raise AssertionError(f"{name} found memory")
    more(None)
"""

BOARD = """
game = gridlaw.breakdown(16384, 16384, 3, 3)
p = game.start()
lanes = game.lanes(0)
calls = {name: getattr(p, name) for name in "observation canonical symmetries _repr_html_ __str__ __repr__".split()}
calls |= {
    "answer": lambda: p.answer,
    "setup": lambda: p.setup,
    "play": lambda: p.play(0),
    "is_legal": lambda: p.is_legal(0),
    "playout": lambda: p.playout(1),
    "pickle": lambda: pickle.dumps(p),
    "start": game.start,
    "record": lambda: game.record("|0"),
    "breakdown": lambda: gridlaw.breakdown(16384, 16384, 3, 3),
    "lanes": lambda: game.lanes(1),
}
refused(calls)
assert p.play(0).turn == 1
"""

MOVES = """
p = gridlaw.breakdown(1 << 25, 1, 1, 1).start()
refused({name: getattr(p, name) for name in ("mask", "legal_actions", "moves")})
assert p.mask().shape == ((1 << 26) + 1,)
"""

LANES = """
game = gridlaw.jump61(4)
lanes = game.lanes(1 << 18, observation=None, mask="bits")
state, before = lanes.state, lanes.position(5)

def assign():
    lanes.state = state

refused({
    "state": lambda: lanes.state,
    "assign": assign,
    "load": lambda: lanes.load(np.arange(1 << 18), state),
    "playout": lanes.playout,
    "pickle": lambda: pickle.dumps(lanes),
    "lanes": lambda: game.lanes(1 << 18),
    "observations": lambda: game.lanes(1 << 18, observation="float32"),
})
assert lanes.position(5) == before and np.array_equal(lanes.state, state)
lanes.step(lanes.sample())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit of memory is Linux's")
@pytest.mark.parametrize("calls", [BOARD, MOVES, LANES], ids=["board", "moves", "lanes"])
def test_memory_that_ends_is_a_memory_error(calls: str) -> None:
    # Memory that is given back is the system's at once.
    environment = {**os.environ, "MALLOC_MMAP_THRESHOLD_": "65536"}
    command = [sys.executable, "-c", BEGIN + calls]
    found = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    assert found.returncode == 0, found.stderr
