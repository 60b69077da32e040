"""Work on many machines: cut into units, one file a result.

`game` has a game as a plan keeps it, `folder` keeps a plan and its results, `words` reads a game as
on the command line, and each kind of work has a file: `perft`, `selfplay`, `solve` and `judge`.
`running` hands the units to Dask. The program `gridlaw-cluster` is in `__main__`, and its commands in
`commands`. Needs `pip install gridlaw[cluster]`.
"""
