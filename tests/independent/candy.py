"""Candy, from its document and the rulings K1 to K8 alone."""

import json
import os
import re

STEPS = 1000
SHAPES = [[(i, 0) for i in range(4)], [(0, i) for i in range(4)],
          [(i, 0) for i in range(3)], [(0, i) for i in range(3)]]


class Game:
    """A state is (colors, states, offsets, score); row 0 is the bottom, -1 an empty cell."""

    def __init__(self, rows, columns, colors, extension, states):
        self.rows, self.columns, self.colors = rows, columns, colors
        self.extension, self.states = extension, states
        # Where a match can lie: shape by shape, and row by row from the bottom left.
        self.places = [[(row + up, column + right) for up, right in shape] for shape in SHAPES
                       for row in range(rows - shape[-1][0]) for column in range(columns - shape[-1][1])]

    def arguments(self, folder):
        path = os.path.join(folder, "game.json")
        array = lambda data: {"rows": len(data), "columns": len(data[0]), "data": sum(data, [])}
        definition = {"gameid": 1, "extensioncolor": array(self.extension),
                      "boardstate": array(self.states), "colors": self.colors}
        with open(path, "w") as file:
            json.dump({"gamedef": definition}, file)
        return ["candy", path]

    def start(self):
        board = [[-1] * self.columns for _ in range(self.rows)]
        return self.settled((board, [list(row) for row in self.states], [0] * self.columns, 0))

    def texts(self):
        return [f"{r},{c},{d}" for r in range(self.rows) for c in range(self.columns) for d in "UDLR"]

    def counted(self):
        return [f"{r},{c},{d}" for r in range(self.rows) for c in range(self.columns) for d in "UR"]

    def noise(self, random):
        return random.choice(["0,0", "0,0,X", "0,0,UU", "-1,0,U", f"{self.rows},0,D", f"0,{self.columns},L", "a,b,U", "0,0,"])

    def won(self, state):
        return not any(map(any, state[1]))

    def over(self, state):
        return self.won(state) or not any(self.swapped(state, text) for text in self.counted())

    def play(self, state, text):
        board = None if self.won(state) else self.swapped(state, text)
        if board is None:
            return None
        return self.settled((board, [list(row) for row in state[1]], list(state[2]), state[3]))

    def swapped(self, state, text):
        """The board after a swap, if that is legal."""
        read = re.fullmatch("(0|[1-9][0-9]*),(0|[1-9][0-9]*),([UDLR])", text, re.ASCII)
        if not read:
            return None
        r, c = int(read[1]), int(read[2])
        up, right = {"U": (1, 0), "D": (-1, 0), "L": (0, -1), "R": (0, 1)}[read[3]]
        if not (r < self.rows and c < self.columns and 0 <= r + up < self.rows and 0 <= c + right < self.columns):
            return None
        board = [list(row) for row in state[0]]
        board[r][c], board[r + up][c + right] = board[r + up][c + right], board[r][c]
        return board if any(self.matches(board, place) for place in self.places) else None

    def matches(self, board, place):
        row, column = place[0]
        color = board[row][column]
        return color >= 0 and all(board[r][c] == color for r, c in place)

    def settled(self, state):
        board, states, offsets, score = state
        self.gravity(board, offsets)
        for _ in range(STEPS):
            fired = False
            for place in self.places:
                if self.matches(board, place):
                    fired = True
                    for r, c in place:
                        board[r][c] = -1
                        if states[r][c] > 0:
                            states[r][c] -= 1
                            score += 1
            if not fired:
                break
            self.gravity(board, offsets)
        return board, states, offsets, score

    def gravity(self, board, offsets):
        for column in range(self.columns):
            candies = [row[column] for row in board if row[column] >= 0]
            while len(candies) < self.rows:
                candies.append(self.extension[offsets[column] % len(self.extension)][column])
                offsets[column] += 1
            for row, candy in zip(board, candies):
                row[column] = candy

    def answer(self, state):
        board, states, offsets, score = state
        table = lambda rows: "/".join(",".join(map(str, row)) for row in rows)
        outcome = "W" if self.won(state) else "S" if self.over(state) else "."
        return f"{outcome} {score} {','.join(map(str, offsets))} {table(board)} {table(states)}"


def random_game(random, shape):
    rows, columns = shape(random, 1, 70)
    data = lambda height, most: [[random.randrange(most) for _ in range(columns)] for _ in range(height)]
    # Few candies may never settle, which takes long here: only on tiny boards, and in few of them.
    endless = rows * columns <= 6 and random.random() < 0.1
    colors = random.choice([1, 2]) if endless else random.choice([4, 5, 6])
    height = random.randrange(1, 4) if endless else random.randrange(30, 60)
    game = Game(rows, columns, colors, data(height, colors), data(rows, random.choice([2, 2, 3])))
    if endless:
        game.perft_nodes = 5
    return game
