"""Exact values: weak ones, those of all moves, limits, and books."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import gridlaw
import pytest
from conftest import candy_game
from gridlaw import Value

SMALL = gridlaw.breakdown(3, 3, 2, 2)


def before(value: Value) -> Value:
    """The value before a move that leads to this one."""
    names = {"win": "loss", "draw": "draw", "loss": "win"}
    distance = None if value.distance is None else value.distance + 1
    return Value(names[value.value], distance)  # type: ignore[arg-type]


@pytest.mark.parametrize("record", ["", "|1", "-0 |2 !"])
def test_values_of_all_moves_are_those_of_the_positions_after_them(record: str) -> None:
    p = SMALL.record(record)
    solution = p.solve(all=True, table=1)
    assert solution.moves is not None and list(solution.moves) == p.moves()
    for move, value in solution.moves.items():
        after = p.play(move).solve(table=1)
        assert value == before(Value(after.value, after.distance)), move
    assert Value(solution.value, solution.distance) in solution.moves.values()
    weak = p.solve(weak=True, all=True, table=1)
    assert (weak.value, weak.distance) == (solution.value, None)
    assert weak.moves == {move: Value(value.value, None) for move, value in solution.moves.items()}
    assert p.solve(table=1).moves is None


def test_limits_of_nodes_stop_and_say_what_is_known() -> None:
    start = gridlaw.breakdown(8, 8, 3, 3).start()
    with pytest.raises(gridlaw.NotSolved, match=r"the limit of nodes was reached; nobody wins within \d+ plies"):
        start.solve(nodes=20_000, table=1)
    with pytest.raises(gridlaw.NotSolved, match="the limit of time was reached"):
        start.solve(weak=True, all=True, time=0.01, table=1)
    small = gridlaw.breakdown(4, 5, 2, 2).start()
    with pytest.raises(gridlaw.NotSolved, match=r"reached after 3 of 8 moves; \|3: nobody wins within 9 plies") as halted:
        small.solve(all=True, nodes=300, table=64)
    moves = halted.value.moves
    assert moves is not None
    assert list(moves.items()) == list((small.solve(all=True).moves or {}).items())[: len(moves)]
    assert len(moves) == 3
    with pytest.raises(ValueError, match="node"):
        start.solve(nodes=0)
    with pytest.raises(ValueError, match="node"):
        start.best(nodes=0)
    assert gridlaw.connect4(4).start().solve(weak=True, nodes=10**9, table=1).line


LONG = """
import os, signal, threading
import gridlaw
from conftest import candy_game

content = candy_game()
content["gamedef"]["boardstate"]["data"] = [9] * 25
large, candy = gridlaw.breakdown(8, 8, 3, 3).start(), gridlaw.candy(content).start()
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    SEARCH
except KeyboardInterrupt:
    print("stopped")
"""


@pytest.mark.parametrize(
    "search", ["large.solve(threads=2)", "large.best(time=1e9)", "candy.solve()", "candy.best(time=1e9)"]
)
def test_a_signal_ends_a_search(search: str) -> None:
    command, place = [sys.executable, "-c", LONG.replace("SEARCH", search)], Path(__file__).parent
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=place, check=False)
    assert (done.stdout, done.returncode) == ("stopped\n", 0), done.stderr


@pytest.mark.parametrize("level", [1, 4, 10])
def test_levels_play_as_those_of_the_program(level: int) -> None:
    words = "best breakdown -w 4 -h 4 -k 2 -q 2".split()
    for seed in (0, 7, 2**64 - 1):
        options = ["--level", str(level), "--seed", str(seed), "--from", "|0 -1"]
        command = [sys.executable, "-m", "gridlaw", *words, *options]
        said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout.splitlines()
        best = gridlaw.breakdown(4, 4, 2, 2).record("|0 -1").best(level=level, seed=seed)
        assert said[0] == f"move {best.move}" and said[2:] == [f"depth {best.depth}", f"line {' '.join(best.line)}"]


def test_levels_take_no_limits() -> None:
    p = SMALL.start()
    for options in ({"depth": 3}, {"nodes": 9}, {"time": 1}, {"table": 1}, {"threads": 2}):
        with pytest.raises(ValueError, match="expected a level or limits and means of a search, found both"):
            p.best(level=3, **options)  # type: ignore[arg-type]
    for level in (0, 11):
        with pytest.raises(ValueError, match=f"expected level from 1 to 10, found {level}"):
            p.best(level=level)
    with pytest.raises(ValueError, match="expected a level with a seed"):
        p.best(seed=3)
    with pytest.raises(ValueError, match="over"):
        p.playout(0).best(level=3)


def make_book(path: Path, *words: str) -> gridlaw.Book:
    """A book of `SMALL`, written by the program."""
    command = [sys.executable, "-m", "gridlaw", "book", *"breakdown -w 3 -h 3 -k 2 -q 2 --table 1".split(), *words]
    subprocess.run([*command, str(path)], check=True, capture_output=True, timeout=120)
    return gridlaw.Book(path)


def test_books_know_what_the_search_finds(tmp_path: Path) -> None:
    book = make_book(tmp_path / "book", "--plies", "3")
    assert (book.game, book.start, book.plies) == (SMALL, SMALL.start(), 3)
    assert len(book) > 10
    for record in ("", "|0 |1", "|1 ! -0"):
        p = SMALL.record(record)
        solution = p.solve(table=1)
        assert book.value(p) == Value(solution.value, solution.distance)
        assert {book.value(q) for q in p.symmetries()} == {book.value(p)}
        looked_up = p.solve(book=book, table=1)
        assert (looked_up.value, looked_up.distance) == (solution.value, solution.distance)
        assert SMALL.record(record + " " + " ".join(looked_up.line)).is_over
        best = p.best(book=book)
        assert (best.value, best.distance) == (solution.value, solution.distance)
        assert (best.move, best.nodes > 0) == (best.line[0], record.count(" ") == 2), "no move is in the book"
    assert book.value(SMALL.record("|0 |1 |2 -0")) is None
    with pytest.raises(ValueError, match="both"):
        SMALL.start().solve(book=book, all=True)
    for call in (book.value, lambda p: p.solve(book=book), lambda p: p.best(book=book)):
        with pytest.raises(ValueError, match="expected a book of breakdown"):
            call(gridlaw.breakdown(4, 3, 2, 2).start())


def test_a_book_without_distances_knows_who_wins(tmp_path: Path) -> None:
    book = make_book(tmp_path / "book", "--plies", "2", "--weak")
    value, weak = SMALL.start().solve(table=1), book.value(SMALL.start())
    assert weak == Value(value.value, None)
    assert SMALL.start().solve(weak=True, book=book, table=1).value == value.value
    # Its moves need not be the shortest ones, so it does not lead to a distance.
    assert SMALL.start().solve(book=book, table=1) == value


def test_wrong_books_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "book"
    make_book(path, "--plies", "1")
    right = path.read_bytes()
    for wrong in (b"", b"no book", right[:-1], right + b"\0", right[:60] + b"\xff" + right[61:]):
        path.write_bytes(wrong)
        with pytest.raises(ValueError, match="book"):
            gridlaw.Book(path)
    with pytest.raises(FileNotFoundError) as missing:
        gridlaw.Book(tmp_path / "none")
    assert missing.value.filename == str(tmp_path / "none") in str(missing.value)
    with pytest.raises(IsADirectoryError, match=tmp_path.name):
        gridlaw.Book(tmp_path)
    path.write_bytes(right[:-1] + bytes([right[-1] ^ 1]))
    # A changed block is found when it is read, not before.
    changed = gridlaw.Book(path)
    with pytest.raises(ValueError, match="changed"):
        changed.value(SMALL.start())


@pytest.mark.parametrize(("states", "distance"), [([2] * 25, None), ([1] + [0] * 24, 2)])
def test_the_best_swap_is_that_of_the_program(states: list[int], distance: int | None, tmp_path: Path) -> None:
    content: Any = candy_game()
    content["gamedef"]["boardstate"]["data"] = states
    file, game = tmp_path / "candy.json", gridlaw.candy(content)
    file.write_text(str(game.content))
    for depth in (1, 3):
        command = [sys.executable, "-m", "gridlaw", "best", "candy", str(file), "--depth", str(depth)]
        found = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout
        best = game.start().best(depth=depth)
        line = " ".join(best.line)
        assert f"move {best.move}\nscore {best.points}, " in found
        assert f"\ndepth {best.depth}\nline {line}\nnodes {best.nodes}\n" in found
        assert (best.value == "win") == (f", win in {best.distance}\n" in found)
        assert game.record(line).score == best.points
    assert (best.value, best.distance) == (None if distance is None else "win", distance)
    with pytest.raises(gridlaw.NotSolved, match="no plan was found within the limits"):
        game.start().best(nodes=1)
    with pytest.raises(ValueError, match="over"):
        game.start().playout(0).best()


def test_the_fewest_swaps_are_those_of_the_program(tmp_path: Path) -> None:
    content: Any = candy_game()
    content["gamedef"]["boardstate"]["data"] = [1] + [0] * 24
    file, game = tmp_path / "candy.json", gridlaw.candy(content)
    file.write_text(str(game.content))
    solution = game.start().solve()
    command = [sys.executable, "-m", "gridlaw", "solve", "candy", str(file)]
    found = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout.splitlines()
    value, line = f"value {solution.value} in {solution.distance}", f"line {' '.join(solution.line)}"
    assert [found[0], *found[2:4]] == [value, line, f"nodes {solution.nodes}"]
    end = game.record(" ".join(solution.line))
    assert end.outcome is gridlaw.Outcome.FIRST and len(solution.line) == solution.distance == 2
    assert (end.solve().value, end.solve().distance, end.solve().line) == ("win", 0, [])
    with pytest.raises(gridlaw.NotSolved, match="^not solved: the limit of nodes was reached; no win within 0 moves$"):
        game.start().solve(nodes=1)
    by_moves = game.start().solve(all=True)
    assert (by_moves.value, by_moves.distance) == ("win", 2) and by_moves.moves[by_moves.line[0]] == ("win", 2)
    assert list(by_moves.moves) == game.start().moves() and solution.moves is None
    for move, found in by_moves.moves.items():
        after = game.start().play(move).solve()
        assert found == (after.value, after.distance + 1)
    with pytest.raises(gridlaw.NotSolved, match="nodes was reached after 0 of .* moves; .*: no win within ") as stopped:
        game.start().solve(all=True, nodes=1)
    assert stopped.value.moves == {}
    with pytest.raises(ValueError, match="one person"):
        game.start().solve(weak=True)
    with pytest.raises(ValueError, match="one person"):
        game.start().best(level=3)
