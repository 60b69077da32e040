"""Breakdown, from its document and the rulings B1 to B7 alone: one loop per sentence."""

import re

LABELS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def label(column):
    return LABELS[column] if column < len(LABELS) else f"({column})"


class Game:
    """A state is (cells by rows from the top, color to move, outcome); 1 is black, 2 white."""

    def __init__(self, width, height, stick, square):
        self.width, self.height, self.stick, self.square = width, height, stick, square

    def arguments(self, _folder):
        return f"breakdown -w {self.width} -h {self.height} -k {self.stick} -q {self.square}".split()

    def start(self):
        return [0] * (self.width * self.height), 1, "."

    def texts(self):
        columns = [label(column) for column in range(self.width)]
        return ["|" + c for c in columns] + ["-" + c for c in columns] + ["!"]

    counted = texts

    def noise(self, random):
        wild = ["|", "-", "||", "|00", "|(+1)", "|(01)", "|()", "!!", "!0", "|*", "_0", "|(99999999999999999999)"]
        columns = [label(self.width), label(self.width + 1), f"({random.randrange(self.width)})", "-", "z"]
        return random.choice(wild + ["|" + c for c in columns] + ["-" + c for c in columns])

    def over(self, state):
        return state[2] != "."

    def play(self, state, text):
        cells, color, outcome = state
        if outcome != ".":
            return None
        if text == "!":
            cells = self.broken_down(cells)
        else:
            read = re.fullmatch(r"([|-])(?:([0-9A-Za-z])|\((0|[1-9][0-9]*)\))", text, re.ASCII)
            if not read:
                return None
            column = LABELS.index(read[2]) if read[2] else int(read[3])
            taken = self.dropped(cells, column, read[1] == "|")
            if not taken:
                return None
            cells = list(cells)
            for cell in taken:
                cells[cell] = color
        return cells, 3 - color, self.outcome(cells)

    def dropped(self, cells, column, vertical):
        """The cells that a stick takes, none if it does not fit."""
        columns = range(column, column + (1 if vertical else self.stick))
        if columns[-1] >= self.width:
            return []
        room = self.height
        for c in columns:
            free = 0
            while free < room and cells[free * self.width + c] == 0:
                free += 1
            room = free
        if vertical:
            return [r * self.width + column for r in range(room - self.stick, room)] if room >= self.stick else []
        return [(room - 1) * self.width + c for c in columns] if room > 0 else []

    def broken_down(self, cells):
        fallen = [0] * len(cells)
        for column in range(self.width):
            pieces = [piece for piece in cells[column::self.width] if piece]
            for row, piece in enumerate(pieces, self.height - len(pieces)):
                fallen[row * self.width + column] = piece
        return fallen

    def owns_square(self, cells, color):
        for top in range(self.height - self.square + 1):
            for left in range(self.width - self.square + 1):
                if all(cells[r * self.width + c] == color
                       for r in range(top, top + self.square) for c in range(left, left + self.square)):
                    return True
        return False

    def outcome(self, cells):
        black, white = self.owns_square(cells, 1), self.owns_square(cells, 2)
        if black or white:
            return "D" if black and white else "B" if black else "W"
        fits = any(self.dropped(cells, c, vertical) for c in range(self.width) for vertical in (True, False))
        return "." if 0 in cells and (fits or self.broken_down(cells) != cells) else "D"

    def answer(self, state):
        words = []
        for first in range(0, len(state[0]), 16):
            words.append("%08x" % sum(cell << 2 * i for i, cell in enumerate(state[0][first:first + 16])))
        return state[2] + " " + " ".join(words)


def random_game(random, shape):
    height, width = shape(random, 1, 300)
    long = random.random() < 0.1
    stick = random.choice([1, 2, 3, width, height, max(width, height) + 1] if long else [1, 2, 2, 3])
    square = random.choice([1, 4, min(width, height), max(width, height) + 1] if long else [2, 2, 3])
    return Game(width, height, stick, square)
