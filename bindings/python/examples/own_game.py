"""Somebody's own Jump61, checked move by move. Usage: python own_game.py"""

from __future__ import annotations

import gridlaw


class Jump61:
    """A board of dictionaries, written from the rules, with what `gridlaw.check` asks for."""

    def __init__(self, size: int, forgets_corners: bool = False) -> None:
        self.size, self.forgets_corners = size, forgets_corners
        self.squares = [(row, col) for row in range(size) for col in range(size)]
        self.spots = dict.fromkeys(self.squares, 1)
        self.owner: dict[tuple[int, int], int | None] = dict.fromkeys(self.squares)

    def neighbors(self, square: tuple[int, int]) -> list[tuple[int, int]]:
        row, col = square
        around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        return [other for other in around if other in self.spots]

    @property
    def turn(self) -> int:
        return (sum(self.spots.values()) + self.size) % 2

    @property
    def outcome(self) -> int:
        owners = set(self.owner.values())
        return 0 if len(owners) > 1 or None in owners else 1 + next(o for o in owners if o is not None)

    def moves(self) -> list[str]:
        mine = [s for s in self.squares if self.owner[s] in (None, self.turn)] if not self.outcome else []
        return [f"{row + 1},{col + 1}" for row, col in mine]

    def play(self, move: str) -> None:
        row, col = (int(number) - 1 for number in move.split(","))
        turn, waiting = self.turn, [(row, col)]
        while waiting and not self.outcome:
            square = waiting.pop()
            self.spots[square] += 1
            self.owner[square] = turn
            around = self.neighbors(square)
            most = 4 if self.forgets_corners else len(around)
            if self.spots[square] > most:
                self.spots[square] -= len(around)
                waiting += around


if __name__ == "__main__":
    game = gridlaw.jump61(3)
    print(gridlaw.check(game, lambda: Jump61(3)), "positions are right")
    try:
        gridlaw.check(game, lambda: Jump61(3, forgets_corners=True))
    except gridlaw.Difference as difference:
        print(difference)
