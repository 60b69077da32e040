"""One game in hand."""

import copy
import json
import os
import pickle
import re
from pathlib import Path
from types import MappingProxyType
from typing import Any
from unittest.mock import ANY

import gridlaw
import numpy as np
import pytest
from conftest import GAMES, TILES, candy_game
from gridlaw import Outcome, _native
from hypothesis import given, settings
from hypothesis import strategies as st


def test_the_game_in_three_lines() -> None:
    game = gridlaw.breakdown(8, 8, 3, 3)
    start = game.start()
    p = start.play("|3").play(4)
    assert p == game.record("|3 |4") and p != start
    assert (start.turn, start.play(0).turn, p.turn) == (0, 1, 0)
    assert p.outcome is Outcome.IN_PROGRESS and not p.is_over
    assert (game.action("!"), game.move(16), game.num_actions) == (16, "!", 17)
    assert str(p).startswith("  01234567\n")
    assert p.moves()[:3] == ["|0", "|1", "|2"]
    assert game.observation_shape == (2, 8, 8)


@given(st.sampled_from(list(GAMES)), st.integers(0, 2**64 - 1), st.integers(0, 60))
@settings(max_examples=150, deadline=None)
def test_positions_are_those_of_the_reference(name: str, seed: int, plies: int) -> None:
    game = GAMES[name]
    words = game.random_record(seed).split()[:plies]
    p = game.start()
    for word in words:
        p = p.play(game.action(word))
    setup, moves, answer = _native.reference(game, " ".join(words))
    assert (p.setup, p.moves(), p.answer) == (setup, moves, answer)
    assert p == game.record(" ".join(words)) and hash(p) == hash(game.position(setup))
    assert [game.move(int(action)) for action in p.legal_actions()] == moves
    assert np.flatnonzero(p.mask()).tolist() == p.legal_actions().tolist()
    assert (p.mask().dtype, p.legal_actions().dtype) == (np.dtype(bool), np.dtype(np.int32))
    assert p.is_over == (p.outcome != Outcome.IN_PROGRESS) == (not moves)


@given(st.sampled_from(list(GAMES)), st.text(max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_text_is_played_read_or_refused(name: str, text: str) -> None:
    game = GAMES[name]
    for call in (game.start().play, game.position, game.record, game.action, game.start().is_legal):
        try:
            call(text)
        except ValueError as error:
            assert str(error)


def test_copies_and_pickles_are_equal(game: gridlaw.Game) -> None:
    p = game.record(" ".join(game.random_record(5).split()[:7]))
    for other in (copy.copy(p), copy.deepcopy(p), pickle.loads(pickle.dumps(p)), game.position(p.setup)):
        assert other == p and hash(other) == hash(p) and other.game == game
    again = pickle.loads(pickle.dumps(game))
    assert again == game and hash(again) == hash(game) and again.start() == game.start()
    if game.content is None:
        assert eval(repr(p), {"gridlaw": gridlaw}) == p
        assert eval(repr(game), {"gridlaw": gridlaw}) == game


def test_positions_never_change() -> None:
    p = gridlaw.connect4(5).start()
    with pytest.raises(AttributeError):
        p.turn = 1  # type: ignore[misc]
    with pytest.raises(ValueError, match="not legal"):
        p.play(2).play(2).play(2)
    assert p.play("N2").play("N2").play("N2").turn == 1, "in words it is a forfeit"
    assert p == gridlaw.connect4(5).start()


@pytest.mark.parametrize("move", [-1, 17, 2**70, "|9", "", "\udcff", "|0 |1"])
def test_wrong_moves_are_value_errors(move: Any) -> None:
    p = gridlaw.breakdown(8, 8, 3, 3).start()
    with pytest.raises(ValueError):
        p.play(move)


@pytest.mark.parametrize("move", [1.0, None, b"|0", [0]])
def test_what_is_neither_text_nor_number_is_a_wrong_value(move: Any) -> None:
    game, found = gridlaw.breakdown(8, 8, 3, 3), type(move).__name__
    for call, expected in [
        (game.start().play, "a move as a str or an action as an int"),
        (game.start().is_legal, "a move as a str or an action as an int"),
        (game.action, "a move as a str"),
        (game.move, "an action as an int"),
    ]:
        with pytest.raises(ValueError, match=f"^expected {expected}, found {found}$"):
            call(move)
    with pytest.raises(ValueError, match="found int"):
        game.action(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="found str"):
        game.move("|3")  # type: ignore[arg-type]


def test_an_error_of_a_number_is_that_of_its_class() -> None:
    class Number:
        def __index__(self) -> int:
            raise KeyError("no number")

    with pytest.raises(KeyError, match="no number"):
        gridlaw.connect4(5).start().play(Number())  # type: ignore[arg-type]


def test_numpy_integers_are_actions() -> None:
    p = gridlaw.breakdown(8, 8, 3, 3).start()
    assert p.play(np.int64(3)) == p.play(np.uint8(3)) == p.play(p.legal_actions()[3]) == p.play("|3")


@pytest.mark.parametrize("numbers", [(0, 1, 1, 1), (-3, 8, 3, 3), (2**32, 1, 1, 1), (2**31, 2**31, 1, 1)])
def test_impossible_games_are_refused(numbers: tuple[int, int, int, int]) -> None:
    with pytest.raises((ValueError, MemoryError)):
        gridlaw.breakdown(*numbers)
    with pytest.raises(ValueError):
        gridlaw.jump61(11)


def test_files_come_as_path_text_or_dict(tmp_path: Path) -> None:
    tiles, candy = tmp_path / "tiles", tmp_path / "candy.json"
    tiles.write_text(TILES)
    candy.write_text(json.dumps(candy_game()))
    assert gridlaw.fitz(tiles, 6, 7) == gridlaw.fitz(str(tiles), 6, 7) == gridlaw.fitz(TILES, 6, 7)
    assert gridlaw.candy(candy) == gridlaw.candy(candy_game()) == gridlaw.candy(candy.read_text())
    definition = candy_game()["gamedef"]
    assert isinstance(definition, dict)
    numpy = {**definition, "colors": np.int64(definition["colors"])}
    assert gridlaw.candy({"gamedef": MappingProxyType(numpy)}) == gridlaw.candy(candy_game())
    for text in ("\ufeff" + json.dumps(candy_game()), "[1]"):
        with pytest.raises(ValueError):
            gridlaw.candy(text)
    with pytest.raises(TypeError, match="integer"):
        gridlaw.candy({"gamedef": object()})
    with pytest.raises(OSError):
        gridlaw.candy(tmp_path / "none")
    os.truncate(candy, (1 << 26) + 1)
    with pytest.raises(ValueError, match="candy.json: expected at most 67108864 bytes, found more"):
        gridlaw.candy(candy)
    candy.write_text(json.dumps(candy_game()))
    with pytest.raises(ValueError, match="gamedef"):
        gridlaw.candy({})
    with pytest.raises(ValueError):
        gridlaw.fitz("!\n", 6, 6)


def test_others_are_asked_whether_they_are_equal() -> None:
    game = gridlaw.connect4(5)
    for one in (game, game.start()):
        assert one == ANY and ANY == one and one != 1 and one != "x"


def test_what_is_wrong_in_a_file_names_the_file(tmp_path: Path) -> None:
    # A name that is no UTF-8, as Linux has them, too.
    for name in ("game", "caf\udce9"):
        file = tmp_path / name
        shown = re.escape(str(file).replace("\udce9", "\ufffd"))
        for content, make, fault in [
            (b"{}", gridlaw.candy, ".*gamedef"),
            (b"\xff", gridlaw.candy, "."),
            (b"!\n", lambda file: gridlaw.fitz(file, 6, 7), "."),
        ]:
            file.write_bytes(content)
            for path in (file, str(file)):
                with pytest.raises(ValueError, match=f"^{shown}: {fault}"):
                    make(path)  # type: ignore[operator]
        file.write_text(TILES)
        with pytest.raises(ValueError, match="^expected rows from 1 to 999|^expected 1 to 999 rows"):
            gridlaw.fitz(file, 0, 7)


def test_counts_and_random_games() -> None:
    p = gridlaw.breakdown(4, 5, 2, 2).start()
    assert p.perft(4) == 3524
    end = p.playout(1)
    assert end.is_over and end == p.playout(1) and len({p.playout(seed) for seed in range(20)}) > 10
    assert p.playout(1, limit=0) == p


def test_symmetries_share_a_canonical_position() -> None:
    p = gridlaw.connect4(6).record("N1 E2 S5")
    assert len(p.symmetries()) == 8 and p.symmetries()[0] == p
    assert {q.canonical() for q in p.symmetries()} == {p.canonical()}


@pytest.mark.parametrize("name", list(GAMES))
def test_actions_have_images(name: str) -> None:
    game = GAMES[name]
    p = game.start()
    for _ in range(40):
        if p.is_over:
            break
        action = int(p.legal_actions()[len(p.moves()) // 3])
        after = p.play(action)
        for symmetry, (image, expected) in enumerate(zip(p.symmetries(), after.symmetries(), strict=True)):
            assert image.play(game.map_action(action, symmetry)) == expected
        p = after
    count = len(p.symmetries())
    for symmetry in range(count):
        images = [game.map_action(action, symmetry) for action in range(game.num_actions)]
        assert sorted(images) == list(range(game.num_actions))
    for symmetry in (-1, count, 2**200):
        with pytest.raises(ValueError, match="^expected a symmetry of "):
            game.map_action(0, symmetry)
    with pytest.raises(ValueError, match="^expected an action from 0 to "):
        game.map_action(game.num_actions, 0)
    with pytest.raises(ValueError, match="^expected an action as an int, found str"):
        game.map_action("|0", 0)  # type: ignore[arg-type]


def test_exact_values_and_best_moves() -> None:
    p = gridlaw.jump61(2).start()
    solution = p.solve(table=1)
    assert (solution.value, solution.distance, len(solution.line)) == ("loss", 4, 4)
    best = p.best(depth=4, table=1)
    assert best.move in p.moves() and (best.value, best.distance) == ("loss", 4)
    assert p.best(depth=2, table=1) == p.best(depth=2, table=1)
    with pytest.raises(gridlaw.NotSolved, match="not solved"):
        gridlaw.breakdown(8, 8, 3, 3).start().solve(time=0.05, table=1)
    for depth in (-1, 0, 255, 256, 1 << 40):
        with pytest.raises(ValueError, match=f"expected depth from 1 to 254, found {depth}$"):
            p.best(depth=depth)
    with pytest.raises(ValueError, match="over"):
        p.playout(0).best()
    with pytest.raises(ValueError):
        p.solve(time=-1.0)


def test_there_is_something_to_look_at(game: gridlaw.Game) -> None:
    picture = game.record(game.random_record(2))._repr_html_()
    assert picture.startswith("<svg") and picture.endswith("</svg>") and "<rect" in picture


def test_verdicts_are_those_of_the_program() -> None:
    game = gridlaw.breakdown(4, 5, 2, 2)
    answers = gridlaw.verdict(game, iter(["|0 -2 -0 -1 !\n", "", "|0 |9"]))
    assert answers == [". 29010000 000000a5", ". 00000000 00000000", "X2 01000000 00000001"]
    assert gridlaw.verdict(game, []) == []
    # Bytes that are no UTF-8, as files opened with "surrogateescape" show them, are no move.
    lines = ["|0 \udcff -0", "\ud800", "|0 |9 \udcff", "|0 -2"]
    answers = gridlaw.verdict(game, lines)
    assert [answer.split()[0] for answer in answers] == ["X2", "X1", "X2", "."]
    assert answers[0] == gridlaw.verdict(game, ["|0 |9"])[0]
    with pytest.raises(TypeError):
        gridlaw.verdict(game, "|0")
    with pytest.raises(TypeError):
        gridlaw.verdict(game, [1])  # type: ignore[list-item]
    with pytest.raises(ValueError):
        gridlaw.verdict(game, ["|0\n|1"])


def test_observations_are_from_the_view_of_the_side_to_move() -> None:
    p = gridlaw.connect4(5).start().play("N1")
    mine, theirs, fixed = p.observation()
    assert (mine.sum(), theirs.sum(), fixed.sum()) == (0, 1, 1)
    spots = gridlaw.jump61(3).record("1,1 3,3 1,1").observation()
    assert spots.shape == (5, 3, 3)
    assert np.all(spots[2] >= spots[3]) and np.all(spots[3] >= spots[4])
    fitz = gridlaw.fitz(TILES, 3, 8)
    assert fitz.observation_shape == (4, 5, 8)
    this, following = fitz.start().observation()[2:]
    assert (this.sum(), following.sum()) == (5, 3)
    candy = gridlaw.candy(candy_game()).start().observation()
    assert np.all(candy[:4].sum(axis=0) == 1) and np.all(candy[-4:].sum(axis=0) == 1)
