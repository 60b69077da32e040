"""Fitz, from its document and the rulings F1 to F12 alone."""

import os
import re


class Game:
    """A state is (rows of the board, tiles placed, whether the game is over)."""

    def __init__(self, rows, columns, tiles):
        self.rows, self.columns, self.tiles = rows, columns, tiles
        # The cells of each tile at each angle, relative to its center.
        self.turned = []
        for tile in tiles:
            angles = {}
            for angle in (0, 90, 180, 270):
                angles[str(angle)] = [(r - 2, c - 2) for r in range(5) for c in range(5) if tile[r][c] == "!"]
                tile = ["".join(tile[4 - c][r] for c in range(5)) for r in range(5)]
            self.turned.append(angles)

    def arguments(self, folder):
        path = os.path.join(folder, "tiles")
        with open(path, "w") as file:
            file.write("\n".join("".join(row + "\n" for row in tile) for tile in self.tiles))
        return ["fitz", path, "--rows", str(self.rows), "--cols", str(self.columns)]

    def start(self):
        board = ["." * self.columns] * self.rows
        return board, 0, not self.fits_anywhere(board, 0)

    def texts(self):
        return [f"{r},{c},{angle}" for r in range(-2, self.rows + 3)
                for c in range(-2, self.columns + 3) for angle in (0, 90, 180, 270)]

    counted = texts

    def noise(self, random):
        return random.choice(["0,0", "0,0,45", "0,0,360", "0,0,-90", "0,0,0,0", "a,0,0", "0 ,", f"{self.rows + 2},0,0x"]).split()[0]

    def over(self, state):
        return state[2]

    def cells(self, board, placed, row, column, angle):
        """The cells that the next tile takes there, or None."""
        cells = [(row + r, column + c) for r, c in self.turned[placed % len(self.tiles)][angle]]
        free = all(0 <= r < self.rows and 0 <= c < self.columns and board[r][c] == "." for r, c in cells)
        return cells if free else None

    def fits_anywhere(self, board, placed):
        return any(self.cells(board, placed, r, c, angle) is not None for r in range(-2, self.rows + 3)
                   for c in range(-2, self.columns + 3) for angle in ("0", "90", "180", "270"))

    def play(self, state, text):
        board, placed, over = state
        read = re.fullmatch("(0|-?[1-9][0-9]*),(0|-?[1-9][0-9]*),(0|90|180|270)", text, re.ASCII)
        if over or not read:
            return None
        cells = self.cells(board, placed, int(read[1]), int(read[2]), read[3])
        if cells is None:
            return None
        board = list(board)
        for r, c in cells:
            board[r] = board[r][:c] + "*#"[placed % 2] + board[r][c + 1:]
        return board, placed + 1, not self.fits_anywhere(board, placed + 1)

    def answer(self, state):
        board, placed, over = state
        # The side that cannot place the next
        # tile loses.
        return ("*#"[(placed + 1) % 2] if over else ".") + " " + "/".join(board)


def random_game(random, shape):
    rows, columns = shape(random, 1, 300)
    tiles = []
    for _ in range(random.randrange(1, 5)):
        likely = random.choice([0.1, 0.3, 0.6])
        tile = [["!" if random.random() < likely else "," for _ in range(5)] for _ in range(5)]
        tiles.append(["".join(row) for row in tile])
    if not any("!" in row for tile in tiles for row in tile):
        tiles[0][random.randrange(5)] = ",,!,,"
    return Game(rows, columns, tiles)
