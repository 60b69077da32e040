"""Monte Carlo tree search in 60 lines, for every game for two sides. Usage: python mcts.py"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import gridlaw


@dataclass
class Node:
    """A position, and what playouts from it have brought the side that moved there."""

    position: gridlaw.Position
    wins: float = 0.0
    visits: int = 0
    children: dict[int, Node] = field(default_factory=dict)

    def select(self) -> tuple[int, Node]:
        """The child of the highest upper confidence bound."""
        log = math.log(self.visits)

        def bound(child: Node) -> float:
            if child.visits == 0:
                return math.inf
            return child.wins / child.visits + math.sqrt(2 * log / child.visits)

        return max(self.children.items(), key=lambda item: bound(item[1]))


def value(outcome: gridlaw.Outcome, side: int) -> float:
    """1 if the side has won, 0 if it has lost, else a half."""
    if outcome in (gridlaw.Outcome.FIRST, gridlaw.Outcome.SECOND):
        return float(outcome == side + 1)
    return 0.5


def search(position: gridlaw.Position, playouts: int, seed: int = 0) -> int:
    """The action that most playouts visit."""
    root = Node(position)
    for number in range(playouts):
        node, path = root, [root]
        while node.children:
            _, node = node.select()
            path.append(node)
        if not node.position.is_over and node.visits > 0 or node is root:
            node.children = {int(a): Node(node.position.play(int(a))) for a in node.position.legal_actions()}
            if node.children:
                _, node = next(iter(node.children.items()))
                path.append(node)
        outcome = node.position.playout(seed * playouts + number).outcome
        for ply, visited in enumerate(path):
            mover = position.turn ^ ((ply + 1) & 1)
            visited.wins += value(outcome, mover)
            visited.visits += 1
    return max(root.children.items(), key=lambda item: item[1].visits)[0]


if __name__ == "__main__":
    game = gridlaw.connect4(5)
    p = game.start()
    while not p.is_over:
        # The search plays the first side, chance the second.
        p = p.play(search(p, 300) if p.turn == 0 else int(p.legal_actions()[0]))
    print(p, p.outcome.name)
