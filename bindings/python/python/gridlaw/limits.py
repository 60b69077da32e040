"""The limit of plies of an environment's games."""

import operator
from typing import SupportsIndex


def checked_limit(limit: SupportsIndex) -> int:
    """The limit as an int. `ValueError` below 1, as for lanes; `TypeError` for what is no int."""
    plies = operator.index(limit)
    if plies < 1:
        raise ValueError(f"expected a limit of at least 1 ply, found {plies}")
    return plies
