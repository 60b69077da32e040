"""What environments check, and what they pay."""

import operator
from typing import SupportsIndex

from gridlaw.results import Outcome


def checked_limit(limit: SupportsIndex) -> int:
    """The limit of plies as an int. `ValueError` below 1, as for lanes; `TypeError` for what is no int."""
    plies = operator.index(limit)
    if plies < 1:
        raise ValueError(f"expected a limit of at least 1 ply, found {plies}")
    return plies


def checked_render_mode(render_mode: str | None) -> str | None:
    """The render mode. `ValueError` for all but the two that there are."""
    if render_mode not in (None, "ansi"):
        raise ValueError(f"expected a render mode of None or 'ansi', found {render_mode!r}")
    return render_mode


def reward_of(outcome: Outcome, side: int) -> float:
    """1 if the side has won, -1 if it has lost, else 0."""
    if outcome in (Outcome.FIRST, Outcome.SECOND):
        return 1.0 if outcome == side + 1 else -1.0
    return 0.0
