"""Environments of PettingZoo: agents that take turns. A second thread that uses an environment while
one is at work gets a `RuntimeError`."""

import operator
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from gridlaw._native import Game
from gridlaw.alone import Guard, alone, state_of
from gridlaw.limits import checked_limit, checked_render_mode, reward_of


def env(game: Game, *, limit: SupportsIndex = 400, render_mode: str | None = None) -> Any:
    """A game for `player_0` and `player_1` (Candy: `player_0`), with the wrappers that PettingZoo's
    own games have: an illegal action loses the game."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, limit=limit, render_mode=render_mode), illegal_reward=-1)
    return _Wrapped(wrappers.AssertOutOfBoundsWrapper(wrapped))


class _Wrapped(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """The wrappers have states of their own, so they are guarded as a whole."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self._guard = Guard()

    reset = alone(wrappers.OrderEnforcingWrapper.reset)
    step = alone(wrappers.OrderEnforcingWrapper.step)
    observe = alone(wrappers.OrderEnforcingWrapper.observe)
    __getstate__ = state_of

    def __str__(self) -> str:
        return str(self.env)


class raw_env(AECEnv):  # type: ignore[misc]  # the name is PettingZoo's
    """A game. An observation is a dict of `observation`, uint8 (C, H, W), from the agent's view, and
    `action_mask`, int8 (A,), all 0 for an agent that is not to move."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "gridlaw_v0", "is_parallelizable": False}

    def __init__(self, game: Game, *, limit: SupportsIndex = 400, render_mode: str | None = None) -> None:
        """A game of at most `limit` plies, after which it is truncated."""
        super().__init__()
        self.game = game
        self.limit = checked_limit(limit)
        self.render_mode = checked_render_mode(render_mode)
        self.possible_agents = [f"player_{side}" for side in range(game.players)]
        self.agents = self.possible_agents[:]
        seen = spaces.Box(0, 1, game.observation_shape, np.uint8)
        mask = spaces.Box(0, 1, (game.num_actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in self.agents}
        self._guard = Guard()
        self._begin()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _begin(self) -> None:
        self.agents = self.possible_agents[:]
        self.position = self.game.start()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.position.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._side = 0
        self._plies = 0

    __getstate__ = state_of

    @alone
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game."""
        self._begin()

    @alone
    def observe(self, agent: str) -> dict[str, Any]:
        observation = self.position.observation()
        side = self.possible_agents.index(agent)
        if side != self._side:
            # The first planes are mine and theirs.
            observation[[0, 1]] = observation[[1, 0]]
        is_to_move = agent == self.agent_selection and side == self._side
        mask = self.position.mask() if is_to_move else np.zeros(self.game.num_actions, np.bool_)
        return {"observation": observation, "action_mask": mask.view(np.int8)}

    @alone
    def step(self, action: Any) -> None:
        """Plays an action for the agent to move. `ValueError` if it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self.position
        self.position = before.play(operator.index(action))
        self._cumulative_rewards[agent] = 0.0
        self._plies += 1
        self._side = (self._side + 1) % self.game.players
        outcome = self.position.outcome
        if self.game.players == 1:
            self.rewards = {agent: float(self.position.score - before.score)}
        else:
            self.rewards = {name: reward_of(outcome, side) for side, name in enumerate(self.possible_agents)}
        if self.position.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._plies >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self._side]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The document's board, if the render mode is `ansi`."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""
