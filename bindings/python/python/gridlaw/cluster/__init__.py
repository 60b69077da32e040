"""Work on many machines: cut into units, one file a result.

`folder` keeps a plan and its results, `words` reads a game as on the command line, and each kind of
work has a file: `perft`, `selfplay` and `solve`. `running` hands the units to Dask, and the program
`gridlaw-cluster` is in `__main__`. Needs `pip install gridlaw[cluster]`.
"""

from importlib.util import find_spec as _find_spec

if _find_spec("pyarrow") is None:
    raise ImportError("this needs pyarrow and Dask: pip install gridlaw[cluster]")
