"""Four-sided Connect4, from its document and the rulings C1 to C5 alone."""

import re


class Game:
    """A state is (board by rows, player to move, outcome)."""

    def __init__(self, size):
        self.size = size

    def arguments(self, _folder):
        return ["connect4", "--size", str(self.size)]

    def start(self):
        n = self.size
        center = [n // 2] if n % 2 else [n // 2 - 1, n // 2]
        return ["".join("#" if r in center and c in center else "." for c in range(n)) for r in range(n)], 1, "."

    def texts(self):
        return [side + str(i) for side in "NESW" for i in range(self.size)]

    def counted(self):
        return self.texts()

    def noise(self, random):
        return random.choice(["N", "3", "N10", "n0", "N-1", "Q2", "NN", "E0E", "S+1", f"W{self.size}", "N9", "E٣"])

    def over(self, state):
        return state[2] != "."

    def way(self, text):
        """The cells from an entry to the far side."""
        n, i = self.size, int(text[1])
        return {"N": [(r, i) for r in range(n)], "S": [(r, i) for r in reversed(range(n))],
                "W": [(i, c) for c in range(n)], "E": [(i, c) for c in reversed(range(n))]}[text[0]]

    def forfeits(self, state, text):
        row, column = self.way(text)[0]
        return state[0][row][column] != "."

    def play(self, state, text):
        board, player, outcome = state
        if outcome != "." or not re.fullmatch("[NESW][0-9]", text) or int(text[1]) >= self.size:
            return None
        if self.forfeits(state, text):
            return board, 3 - player, "."
        rest = None
        for row, column in self.way(text):
            if board[row][column] != ".":
                break
            rest = row, column
        row, column = rest
        board = list(board)
        board[row] = board[row][:column] + " XO"[player] + board[row][column + 1:]
        blocked = all(self.forfeits((board, 0, "."), entry) for entry in self.texts())
        over = blocked or self.four(board, row, column)
        return board, 3 - player, str(player) if over else "."

    def four(self, board, row, column):
        token, n = board[row][column], self.size
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while 0 <= r < n and 0 <= c < n and board[r][c] == token:
                    length, r, c = length + 1, r + sign * down, c + sign * right
            if length >= 4:
                return True
        return False

    def answer(self, state):
        return state[2] + " " + "/".join(state[0])


def random_game(random, _shape):
    return Game(random.randrange(4, 11))
