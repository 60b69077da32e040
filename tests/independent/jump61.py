"""Jump61, from its document and the rulings J0 to J9 alone."""

import re


class Game:
    """A state is (spots, owners, outcome), by rows; an owner is `-`, `r` or `b`."""

    def __init__(self, size):
        self.size = size
        self.neighbors = []
        for cell in range(size * size):
            row, column = divmod(cell, size)
            beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            self.neighbors.append([r * size + c for r, c in beside if 0 <= r < size and 0 <= c < size])

    def arguments(self, _folder):
        return ["jump61", "--size", str(self.size)]

    def start(self):
        return [1] * self.size ** 2, ["-"] * self.size ** 2, "."

    def texts(self):
        return [f"{r},{c}" for r in range(1, self.size + 1) for c in range(1, self.size + 1)]

    counted = texts

    def noise(self, random):
        n = self.size
        return random.choice(["1", "1,", ",1", "0,1", "1,0", f"{n + 1},1", f"1,{n + 1}", "-1,1", "1,1,1", "a,b", "1;1"])

    def over(self, state):
        return state[2] != "."

    def play(self, state, text):
        spots, owners, outcome = state
        read = re.fullmatch("([1-9][0-9]*),([1-9][0-9]*)", text, re.ASCII)
        if outcome != "." or not read or max(int(read[1]), int(read[2])) > self.size:
            return None
        cell = (int(read[1]) - 1) * self.size + int(read[2]) - 1
        color = "r" if (sum(spots) + self.size) % 2 == 0 else "b"
        if owners[cell] not in ("-", color):
            return None
        spots, owners = list(spots), list(owners)
        spots[cell] += 1
        owners[cell] = color
        while set(owners) != {color}:
            overfull = [c for c, beside in enumerate(self.neighbors) if spots[c] > len(beside)]
            if not overfull:
                return spots, owners, "."
            # Any of them, says the document; the last, so that the order is nobody else's.
            spots[overfull[-1]] -= len(self.neighbors[overfull[-1]])
            for beside in self.neighbors[overfull[-1]]:
                spots[beside] += 1
                owners[beside] = color
        return spots, owners, color.upper()

    def answer(self, state):
        spots, owners, outcome = state
        cells = owners if outcome != "." else [f"{s}{o}" for s, o in zip(spots, owners)]
        rows = [" ".join(cells[i:i + self.size]) for i in range(0, len(cells), self.size)]
        return outcome + " " + "/".join(rows)


def random_game(random, _shape):
    return Game(random.randrange(2, 11) if random.random() < 0.3 else random.randrange(2, 6))
