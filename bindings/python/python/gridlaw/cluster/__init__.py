"""Where one machine ends: work in units that any number of machines do, one file a result.

`folder` keeps a plan and its results, `words` reads a game as on the command line, and each kind of
work has a file: `perft`, `selfplay` and `solve`. `running` hands the units to Dask, and the program
`gridlaw-cluster` is in `__main__`. Needs `pip install gridlaw[cluster]`.
"""
