"""Environments of Gymnasium: `Env` for one game, `VectorEnv` for thousands.

One agent moves for both sides: it sees every position from the view of the side to move, and is paid
for the side that moved. An illegal action does nothing and pays 0. A second thread that uses an
environment while one is at work gets a `RuntimeError`.

The import registers the games: `gymnasium.make("gridlaw/Breakdown-v0", width=8, height=8, stick=3,
square=3)`, and the same for `make_vec`.
"""

import copy
import inspect
import operator
from collections.abc import Callable, Sequence
from typing import Any, Literal, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from gridlaw import games
from gridlaw._native import Game, Lanes, Position
from gridlaw.alone import Guard, alone, state_of
from gridlaw.limits import checked_limit, checked_render_mode, reward_of

Array = NDArray[Any]

_RESETS: dict[AutoresetMode, Literal["same", "next", "never"]] = {
    AutoresetMode.SAME_STEP: "same",
    AutoresetMode.NEXT_STEP: "next",
    AutoresetMode.DISABLED: "never",
}


_ILLEGAL, _TRUNCATED = 4, 5
"""The outcomes of `Lanes` that no position has."""


class Env(gymnasium.Env[Array, int]):
    """One game. `info["action_mask"]`, int8 (A,), names the legal actions, and `info["outcome"]` is the
    code of `Lanes.outcome`: 0 to 3, 4 for an illegal action, which `info["illegal"]` also tells, 5 for
    a truncated game."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, game: Game, *, limit: SupportsIndex = 400, render_mode: str | None = None) -> None:
        """A game of at most `limit` plies, after which it is truncated."""
        self.game = game
        self.limit = checked_limit(limit)
        self.render_mode = checked_render_mode(render_mode)
        self.observation_space = spaces.Box(0, 1, game.observation_shape, np.uint8)
        self.action_space: spaces.Space[Any] = spaces.Discrete(game.num_actions)
        self.position = game.start()
        self._plies = 0
        self._guard = Guard()

    @alone
    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begins a game: at the start, or at the `Position` `options["position"]`."""
        position = (options or {}).get("position", self.game.start())
        if not isinstance(position, Position):
            raise TypeError(f"expected a gridlaw.Position, found {type(position).__name__}")
        if position.game != self.game:
            raise ValueError(f"expected a position of {self.game}, found one of {position.game}")
        super().reset(seed=seed)
        self.position = position
        self._plies = 0
        return self.position.observation(), self._info(int(position.outcome))

    @alone
    def step(self, action: SupportsIndex) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Plays an action for the side to move."""
        before = self.position
        if before.is_over or self._plies >= self.limit:
            what = "reset it before the next step" if self._plies else "it begins so, and has no step"
            raise ResetNeeded(f"the game is over: {what}")
        number = operator.index(action)
        is_legal = 0 <= number < self.game.num_actions and before.is_legal(number)
        if is_legal:
            self.position = before.play(number)
            self._plies += 1
        outcome = self.position.outcome
        if self.game.players == 1:
            reward = float(self.position.score - before.score)
        else:
            reward = reward_of(outcome, before.turn)
        truncated = not self.position.is_over and self._plies >= self.limit
        code = _ILLEGAL if not is_legal else _TRUNCATED if truncated else int(outcome)
        return self.position.observation(), reward, self.position.is_over, truncated, self._info(code)

    def action_masks(self) -> NDArray[np.bool_]:
        """(A,): which actions are legal, under the name that learners ask for."""
        return self.position.mask()

    def render(self) -> Any:
        """The document's board, if the render mode is `ansi`."""
        return str(self.position) if self.render_mode == "ansi" else None

    __getstate__ = state_of

    def _info(self, outcome: int) -> dict[str, Any]:
        mask = self.position.mask().view(np.int8)
        return {"action_mask": mask, "outcome": outcome, "illegal": outcome == _ILLEGAL}


class VectorEnv(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """N games that are stepped together.

    `info["action_mask"]`, int8 (N, A), names the legal actions, and `info["outcome"]`, uint8 (N,), is
    `Lanes.outcome`. As Gymnasium's own vectors have it, `info["_key"]`, bool (N,), names the games of
    which `info["key"]` tells something: all, for these two. In the mode NEXT_STEP the step after an end
    ignores its action and pays 0; the mask then names action 0. In SAME_STEP `info["final_obs"]` holds
    the last observations of the games that `info["_final_obs"]` names; its other rows mean nothing. In
    DISABLED an ended game must be reset by `options["reset_mask"]` before the next step.
    """

    def __init__(
        self,
        game: Game,
        num_envs: SupportsIndex = 1,
        *,
        seed: SupportsIndex = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        limit: SupportsIndex = 400,
        observation: Literal["cells", "float32"] = "cells",
        copy: bool = True,
        pool: Sequence[Game] | None = None,
    ) -> None:
        """As many games of at most `limit` plies; with a `pool`, every episode draws one of its games, as in
        `Game.lanes`.

        With `copy` every step returns arrays of its own; without, the same arrays, which the next step
        overwrites, several times as fast.
        """
        super().__init__()
        if observation not in ("cells", "float32"):
            raise ValueError(f"expected an observation of 'cells' or 'float32', found {observation!r}")
        mode = AutoresetMode(autoreset_mode)
        self.game = game
        self.num_envs = operator.index(num_envs)
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        keeps_final = mode is AutoresetMode.SAME_STEP
        self.lanes: Lanes = game.lanes(
            self.num_envs,
            seed,
            _RESETS[mode],
            checked_limit(limit),
            observation,
            "flags",
            keep_final=keeps_final,
            pool=pool,
        )
        dtype = np.float32 if observation == "float32" else np.uint8
        self.single_observation_space = spaces.Box(0, 1, game.observation_shape, dtype)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._mode = mode
        self._copy = copy
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._every = np.ones(self.num_envs, np.bool_)
        self._guard = Guard()

    @alone
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begins all games anew, with a seed those of the seed; or, by `options["reset_mask"]`, bool
        (N,), some of them, whose random numbers go on whatever the seed. `ValueError` for a sequence of
        seeds: every game draws its random numbers from the one seed."""
        if isinstance(seed, (Sequence, np.ndarray)):
            found = type(seed).__name__
            raise ValueError(f"expected one seed, from which every game draws its own, found {found}")
        super().reset(seed=seed)
        mask = (options or {}).get("reset_mask")
        if mask is None:
            self._ended[:] = False
            observation, flags = self.lanes.reset(seed=seed)
        else:
            if not isinstance(mask, np.ndarray):
                raise TypeError(f"expected a reset mask as a numpy array, found {type(mask).__name__}")
            if mask.shape == (self.num_envs,) and not mask.any():
                raise ValueError("expected a reset mask with a game to reset, found none")
            observation, flags = self.lanes.reset(np.ascontiguousarray(mask))
            self._ended &= ~mask
        if self._copy:
            observation = observation.copy()
        return observation, self._info(flags)

    @alone
    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Plays an action in every game: int32, int64 or uint8 (N,)."""
        if self._mode is AutoresetMode.DISABLED and self._ended.any():
            raise ResetNeeded("games have ended: reset them by options['reset_mask'] before the next step")
        if not isinstance(actions, np.ndarray) or not actions.flags.c_contiguous:
            actions = np.ascontiguousarray(actions)
        observation, reward, terminated, truncated, flags, details = self.lanes.step(actions)
        np.logical_or(terminated, truncated, out=self._ended)
        if self._copy:
            observation, reward = observation.copy(), reward.copy()
            terminated, truncated = terminated.copy(), truncated.copy()
        info = self._info(flags)
        if self._mode is AutoresetMode.SAME_STEP and self._ended.any():
            final, which = details["final_obs"], self._ended.copy()
            info["final_obs"] = final.copy() if self._copy else final
            info["_final_obs"] = which
            info["final_info"] = {"outcome": info["outcome"], "_outcome": which}
            info["_final_info"] = which
        return observation, reward, terminated, truncated, info

    @alone
    def sample(self) -> NDArray[np.int32]:
        """A uniformly random legal action for every game; 0 where any is ignored."""
        actions = self.lanes.sample()
        np.maximum(actions, 0, out=actions)
        return actions.copy() if self._copy else actions

    @alone
    def __getstate__(self) -> dict[str, Any]:
        # What changes in a step is pickled after the guard is let go, so it is copied.
        return {**self.__dict__, "lanes": copy.copy(self.lanes), "_ended": self._ended.copy()}

    def _info(self, flags: Array) -> dict[str, Any]:
        if self._mode is AutoresetMode.NEXT_STEP and self._ended.any():
            flags[self._ended, 0] = True
        mask, outcome = flags.view(np.int8), self.lanes.outcome
        every = self._every
        if self._copy:
            mask, outcome, every = mask.copy(), outcome.copy(), every.copy()
        return {"action_mask": mask, "_action_mask": every, "outcome": outcome, "_outcome": every}


def _game(kind: str, given: dict[str, Any]) -> Game:
    """Makes a game of its own arguments, which leave the others."""
    constructor: Callable[..., Game] = getattr(games, kind)
    return constructor(**{name: given.pop(name) for name in inspect.signature(constructor).parameters if name in given})


def make(kind: str, **given: Any) -> Env:
    """The `Env` of a registered game: the arguments are those of `gridlaw.breakdown`, or another game,
    and of `Env`."""
    return Env(_game(kind, given), **given)


def make_vec(kind: str, num_envs: SupportsIndex = 1, **given: Any) -> VectorEnv:
    """The `VectorEnv` of a registered game, with arguments as of `make`."""
    return VectorEnv(_game(kind, given), num_envs, **given)


for _name, _numbers in {
    "Breakdown": {"width": 8, "height": 8, "stick": 3, "square": 3},
    "Connect4": {"size": 7},
    "Jump61": {"size": 6},
    "Candy": {},
    "Fitz": {},
}.items():
    gymnasium.register(
        f"gridlaw/{_name}-v0",
        "gridlaw.gymnasium:make",
        vector_entry_point="gridlaw.gymnasium:make_vec",
        kwargs={"kind": _name.lower(), **_numbers},
    )
