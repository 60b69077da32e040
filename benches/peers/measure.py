"""Random games of Connect Four on one of the Python packages, as a row of a table.

Usage: measure.py PACKAGE SECONDS

Every package plays whole random games, uniform over the legal moves, for SECONDS three times; the best of the three counts. Its
games must be Connect Four's: 21.4 plies on average, and 55.6 % of them won by whoever begins, or nothing is printed.
"""

import importlib.metadata
import sys
import time

PLIES = 21.4


def best(seconds, play):
    """The best rate of three; `play` plays some games and answers with (games, plies, games won by the first)."""
    play()
    best, all_games, all_plies, all_wins = 0.0, 0, 0, 0
    for _ in range(3):
        games = plies = 0
        begun = time.perf_counter()
        while (took := time.perf_counter() - begun) < seconds:
            more_games, more_plies, wins = play()
            games, plies, all_wins = games + more_games, plies + more_plies, all_wins + wins
        best = max(best, plies / took)
        all_games, all_plies = all_games + games, all_plies + plies
    mean, won = all_plies / all_games, all_wins / all_games
    # Four standard deviations and a little: a game's plies have one of 8, its winner of 0.5.
    close = 4 / all_games**0.5
    assert abs(mean - PLIES) < 8 * close + 0.2, f"{mean} plies a game"
    assert abs(won - 0.556) < 0.5 * close + 0.01, f"{won} won by the first player"
    return best


def open_spiel_python():
    import random

    import pyspiel

    game = pyspiel.load_game("connect_four")

    def play(games=100):
        plies = wins = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
                plies += 1
            wins += state.returns()[0] > 0
        return games, plies, wins

    return "open-spiel", "from Python, one game at a time", play


def open_spiel_native():
    import pyspiel

    game = pyspiel.load_game("connect_four")
    bots = [pyspiel.make_uniform_random_bot(player, 7 + player) for player in range(2)]
    seed = 0

    def play(games=100):
        nonlocal seed
        plies = wins = 0
        for _ in range(games):
            seed += 1
            state = game.new_initial_state()
            # The loop of the game is its own, not Python's.
            returns = pyspiel.evaluate_bots(state, bots, seed)
            plies += state.move_number()
            wins += returns[0] > 0
        return games, plies, wins

    return "open-spiel", "its own C++ loop and random bots", play


def pettingzoo():
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()

    def play(games=5):
        plies = wins = 0
        for _ in range(games):
            env.reset()
            first = env.agents[0]
            for agent in env.agent_iter():
                observation, reward, termination, truncation, _ = env.last()
                if termination or truncation:
                    wins += agent == first and reward > 0
                    env.step(None)
                else:
                    env.step(env.action_space(agent).sample(observation["action_mask"]))
                    plies += 1
        return games, plies, wins

    return "pettingzoo", "its loop over agents", play


def envpool():
    import envpool as package
    import numpy as np

    boards = 1024
    env = package.make("ConnectFour-v1", env_type="gymnasium", num_envs=boards, num_threads=1)
    generator = np.random.default_rng(7)
    _, info = env.reset()
    first = info["current_player"].copy()

    def play(steps=20):
        nonlocal info
        games = plies = wins = 0
        for _ in range(steps):
            mask = info["legal_action_mask"]
            actions = np.where(mask, generator.random(mask.shape, dtype=np.float32), -1).argmax(axis=1)
            _, reward, terminated, truncated, info = env.step(actions.astype(np.int32))
            # The step after the end of a game sets the board up anew, and is no ply.
            fresh = info["elapsed_step"] == 0
            first[fresh] = info["current_player"][fresh]
            over = terminated | truncated
            plies += boards - int(fresh.sum())
            games += int(over.sum())
            wins += int((reward.reshape(boards, 2)[np.arange(boards), first] > 0)[over].sum())
        return games, plies, wins

    return "envpool", f"{boards} boards a step, one thread", play


def pgx():
    import jax
    import jax.numpy as jnp
    import pgx as package

    boards, steps = 4096, 64
    env = package.make("connect_four")
    init, step = jax.vmap(env.init), jax.vmap(env.step)

    def ply(carry, key):
        state, games, wins = carry
        state = step(state, jax.random.categorical(key, jnp.where(state.legal_action_mask, 0.0, -jnp.inf)))
        over = state.terminated | state.truncated
        games, wins = games + over.sum(), wins + (over & (state.rewards[:, 0] > 0)).sum()
        # A board whose game is over is set up anew at once, so that every step is a ply on every
        # board.
        new = jax.tree_util.tree_map(
            lambda fresh, old: jnp.where(over.reshape((-1,) + (1,) * (old.ndim - 1)), fresh, old), begun, state
        )
        return (new, games, wins), None

    @jax.jit
    def run(state, key):
        keys = jax.random.split(key, steps)
        (state, games, wins), _ = jax.lax.scan(ply, (state, 0, 0), keys)
        return state, games, wins

    # `init` draws the player who begins, either in half of the boards; that player is player 0
    # everywhere.
    begun = init(jax.random.split(jax.random.PRNGKey(0), boards))
    begun = begun.replace(current_player=jnp.zeros_like(begun.current_player))
    state, key = begun, jax.random.PRNGKey(1)

    def play():
        nonlocal state, key
        key, mine = jax.random.split(key)
        state, games, wins = run(state, mine)
        return int(games), boards * steps, int(wins)

    return "pgx", f"{boards} boards a step, compiled for the CPU", play


PACKAGES = {made.__name__: made for made in (open_spiel_python, open_spiel_native, pettingzoo, envpool, pgx)}

if __name__ == "__main__":
    name, how, play = PACKAGES[sys.argv[1]]()
    rate = best(float(sys.argv[2]), play)
    print(f"{name} {importlib.metadata.version(name)}\t{how}\t{rate:.0f}")
