"""Compares `gridlaw verdict` and `gridlaw perft` with the five games in this folder.

    python3 compare.py PROGRAM GAMES [--jobs N] [--seed S] [--only GAME]

Plays GAMES random games, with texts that are illegal or nonsense and with moves after the end, on
random sizes: small ones, and those on both sides of a register's border. Prints one line of
figures, and exits with 0 only if every answer and every count was equal.
"""

import argparse
import itertools
import multiprocessing
import os
import random as randomness
import resource
import subprocess
import sys
import tempfile

import breakdown
import candy
import connect4
import fitz
import jump61

GAMES = {"breakdown": breakdown, "connect4": connect4, "jump61": jump61, "candy": candy, "fitz": fitz}
BORDERS = [border + by for border in (16, 32, 64, 128, 256) for by in (-1, 0, 1)]
LONGEST, PER_SHAPE, PERFT_NODES = 300, 40, 600
# Of processor time, so that a machine that rests in between is no failure.
SECONDS = 300


def shape(random, least, most):
    """Rows and columns: small, or of a number of cells at a border."""
    if random.random() < 0.8:
        return random.randrange(least, 7), random.randrange(least, 7)
    cells = random.choice([cells for cells in BORDERS if cells <= most])
    rows = random.choice([rows for rows in range(1, cells + 1) if cells % rows == 0])
    return rows, cells // rows


def random_line(game, random):
    """The words of a game, and the answer to them."""
    state, words, wrong, texts = game.start(), [], None, game.texts()
    length = random.choice([0, 3, 10, LONGEST, LONGEST, LONGEST])
    nonsense = random.choice([0, 0, 0.02, 0.2])
    # Some games avoid an end for as long as they can, and see full boards and rare ends.
    lingers = random.random() < 0.3
    while len(words) < length and not wrong and not game.over(state):
        strange = random.random() < nonsense
        text = game.noise(random) if strange else random.choice(texts)
        after = game.play(state, text)
        # Mostly legal moves, so that games come to their ends.
        if not strange and (after is None and random.random() < 0.98 or after and lingers and game.over(after)):
            legal = ((text, game.play(state, text)) for text in random.sample(texts, len(texts)))
            legal = list(itertools.islice(((text, after) for text, after in legal if after), 6 if lingers else 1))
            if not legal:
                break
            text, after = next((one for one in legal if not game.over(one[1])), legal[-1])
        words.append(text)
        state, wrong = (state, len(words)) if after is None else (after, None)
    if wrong or random.random() < 0.3:
        # Moves after an illegal one are not played; moves after the end are illegal.
        more = random.choices(texts + ["\udcff"], k=random.randrange(1, 4))
        for text in more:
            words.append(text)
            after = None if wrong else game.play(state, text)
            if not wrong:
                state, wrong = (state, len(words)) if after is None else (after, None)
    answer = game.answer(state)
    return words, f"X{wrong}{answer[answer.index(' '):]}" if wrong else answer


def perft(game):
    """The numbers of sequences by length, as far as they are small."""
    states, counts = [game.start()], [1]
    while sum(counts) < getattr(game, "perft_nodes", PERFT_NODES) and len(counts) < 8:
        states = [after for state in states if not game.over(state) for after in successors(game, state)]
        counts.append(len(states))
        if len(states) * len(game.counted()) > 30 * PERFT_NODES:
            break
    return counts


def successors(game, state):
    forfeits = getattr(game, "forfeits", lambda _state, _text: False)
    for text in game.counted():
        after = None if forfeits(state, text) else game.play(state, text)
        if after is not None:
            yield after


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def ask(program, arguments, text=b""):
    done = subprocess.run([program, *arguments], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit)
    if done.returncode:
        raise RuntimeError(f"{arguments}: exit {done.returncode}: {done.stderr.decode(errors='replace')}")
    return done.stdout.decode().splitlines()


def one_shape(job):
    """Compares one shape of one game; returns numbers of games, moves and counts, and differences."""
    program, name, seed, number = job
    random = randomness.Random(f"{seed} {name}")
    game = GAMES[name].random_game(random, shape)
    wrong, moves = [], 0
    with tempfile.TemporaryDirectory() as folder:
        arguments = game.arguments(folder)
        lines = [random_line(game, random) for _ in range(number)]
        text = "".join(random.choice([" ", "  "]).join(words) + "\n" for words, _ in lines)
        answers = ask(program, ["verdict", *arguments], text.encode(errors="surrogateescape"))
        if len(answers) != len(lines):
            wrong.append(f"{arguments}: {len(lines)} lines, {len(answers)} answers")
        for (words, expected), found in zip(lines, answers):
            moves += len(words)
            if expected != found:
                wrong.append(f"{arguments} (seed {seed})\n  game {' '.join(words)!a}\n  expected {expected}\n  found    {found}")
        counts = perft(game)
        expected = [f"{depth} {count}" for depth, count in enumerate(counts)]
        found = ask(program, ["perft", *arguments, str(len(counts) - 1)])
        if expected != found:
            wrong.append(f"{arguments} (seed {seed})\n  perft expected {expected}\n  found {found}")
    return number, moves, len(counts), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("games", type=int)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(GAMES))
    options = parser.parse_args()
    names = [options.only] if options.only else list(GAMES)
    jobs, left = [], options.games
    while left > 0:
        number = min(PER_SHAPE, left)
        jobs.append((options.program, names[len(jobs) % len(names)], f"{options.seed}.{len(jobs)}", number))
        left -= number
    games = moves = counts = 0
    wrong = []
    with multiprocessing.Pool(options.jobs) as pool:
        for done in pool.imap_unordered(one_shape, jobs, chunksize=4):
            games, moves, counts = games + done[0], moves + done[1], counts + done[2]
            for difference in done[3][:3]:
                print(difference, file=sys.stderr)
            wrong += done[3]
    print(f"independent: {games} games of {len(jobs)} shapes, {moves} moves, {counts} perft counts, {len(wrong)} differences (seed {options.seed})")
    return 1 if wrong or games != options.games else 0


if __name__ == "__main__":
    sys.exit(main())
