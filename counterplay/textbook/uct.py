"""UCT: random games from a tree that grows where the games go well (Kocsis and Szepesvári 2006).

The search repeats four steps, once per game:

    1. selection        from the root down, the player to move takes the child with the largest
                            m + c * range * sqrt(ln N / n)
                        where m is the mean payoff of the child for this player, n its visits, N the
                        visits of the node, and range the difference between the highest and the
                        lowest payoff so far; a child without visits comes first, and of equal
                        children the one with fewer visits
    2. expansion        the first child without visits is added to the tree
    3. random game      all players move at random from there to the end
    4. backing up       the payoff is added to every node on the path

The first term prefers moves that did well, the second moves that were tried little (Auer,
Cesa-Bianchi and Fischer 2002). Good moves are tried more and more often, so the mean of a node is
drawn to the value of its best child: with more and more games, to the minimax value. The decision
is the most visited move. Chance nodes follow their probabilities.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, log, sqrt
from random import Random
from typing import Any

from counterplay.textbook.arguments import begin
from counterplay.textbook.decision import CHANCE, ChanceGame, Decision, decide
from counterplay.textbook.montecarlo import random_game, require_games


@dataclass
class Node:
    """A node of the tree: its moves, its children so far, and the games through it."""

    state: Any
    kind: str
    moves: list[Any]
    visits: int = 0
    total: float = 0
    children: dict[Any, Node] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """The mean payoff of MAX."""
        return self.total / self.visits


def upper_bound(
    mean: float, visits: int, parent_visits: int, exploration: float, spread: float
) -> float:
    """Return how good a child may be: the number that selection maximises."""
    return mean + exploration * spread * sqrt(log(parent_visits) / visits)


def uct(
    game: ChanceGame,
    state: Any,
    *,
    trace: bool = False,
    games: int = 100,
    seed: int = 0,
    exploration: float = sqrt(2),
) -> Decision:
    """Return the most visited move after `games` games, and the mean payoff of its games.

    The same seed gives the same games. `exploration` is c: a small number prefers moves that did
    well, a large one moves that were tried little.
    """
    require_games(games)
    if exploration < 0:
        raise ValueError(f"exploration={exploration}: it must be 0 or more")
    steps, max_player = begin(game, state, "uct", trace=trace, chance=True)
    random = Random(seed)
    lowest, highest = inf, -inf

    def select(node: Node) -> Any:
        if node.kind == "chance":
            outcomes, probabilities = zip(*game.chance(node.state), strict=True)
            return random.choices(outcomes, probabilities)[0]
        untried = [move for move in node.moves if move not in node.children]
        if untried:
            return untried[0]
        sign, spread = (1 if node.kind == "max" else -1), highest - lowest

        def promise(move: Any) -> tuple[float, int]:
            child, n = node.children[move], node.children[move].visits
            return upper_bound(sign * child.mean, n, node.visits, exploration, spread), -n

        return max(node.moves, key=promise)

    def expand(path: tuple[Any, ...], s: Any) -> Node:
        if game.terminal(s):
            steps.step(path, "leaf", game.utility(s, max_player))
            return Node(s, "end", [])
        mover = game.player(s)
        kind = "chance" if mover == CHANCE else "max" if mover == max_player else "min"
        moves = [a for a, _ in game.chance(s)] if kind == "chance" else list(game.actions(s))
        steps.step(path, "open", kind=kind, moves=tuple(moves))
        return Node(s, kind, moves)

    def play_one_game() -> None:
        nonlocal lowest, highest
        node, visited = root, [root]
        path: tuple[Any, ...] = ()
        while node.moves and (node.visits or node is root):
            move = select(node)
            path = (*path, move)
            if move not in node.children:
                node.children[move] = expand(path, game.result(node.state, move))
            node = node.children[move]
            visited.append(node)
        states = random_game(game, node.state, random)
        steps.nodes += len(states) - 1
        steps.evaluated += node.kind != "end" or node.visits > 0  # else it is counted as a leaf
        payoff = game.utility(states[-1], max_player)
        lowest, highest = min(lowest, payoff), max(highest, payoff)
        for depth in range(len(path), -1, -1):
            back = visited[depth]
            back.visits += 1
            back.total += payoff
            steps.update(path[:depth], back.visits, back.mean)

    root = expand((), state)
    for _ in range(games):
        play_one_game()
    best = max(root.children, key=lambda move: root.children[move].visits)
    return decide(best, root.children[best].mean, steps)
