"""Games as explicit trees, in plain Python: what the tests of the textbook search.

A node is a number (an end: the payoff of player 0, and its negative that of player 1), a list (a
choice, by the players in turn), or an object as in the built-in game `tree`:

    {"payoffs": [1, 2, 6]}                       an end of several players
    {"player": 0, "children": [...]}             a choice by a given player
    {"children": {"take": node, "wait": node}}   a choice whose moves have names
    {"chance": [[0.9, node], [0.1, node]]}       each outcome with its probability

and a choice or chance may hold `"guess": 4`, what an evaluation says of it for player 0 (a vector
where there are several players). A state is the number of its node, the root is 0; moves are
numbered from 0 where they have no names.
"""

import random
from typing import Any

CHANCE = -1


class Tree:
    """A game whose rules are a tree."""

    def __init__(self, nested: Any, players: int = 2) -> None:
        self.players = players
        self.mover: list[int] = []
        self.moves: list[dict[Any, int]] = []  # of each node: its moves and where they lead
        self.odds: list[list[float]] = []
        self.payoffs: list[list[float]] = []
        self.guess: list[list[float]] = []
        self._add(nested, 0)

    def _add(self, node: Any, turn: int) -> int:
        number = len(self.mover)
        given = node if isinstance(node, dict) else {}
        if isinstance(node, list):
            given = {"children": node}
        elif not isinstance(node, dict):
            given = {"payoffs": [node, -node]}
        pairs = given.get("chance", [])
        mover = CHANCE if pairs else given.get("player", turn)
        children = given.get("children", [child for _, child in pairs])
        named = children.items() if isinstance(children, dict) else enumerate(children)
        guess = given.get("guess", 0)
        self.mover.append(mover)
        self.moves.append({})
        self.odds.append([probability for probability, _ in pairs])
        self.payoffs.append(given.get("payoffs", []))
        self.guess.append(guess if isinstance(guess, list) else [guess, -guess])
        after = turn if mover == CHANCE else (mover + 1) % self.players
        self.moves[number] = {move: self._add(child, after) for move, child in named}
        return number

    def initial(self) -> int:
        return 0

    def player(self, s: int) -> int:
        return self.mover[s]

    def actions(self, s: int) -> list[Any]:
        return [] if self.mover[s] == CHANCE else list(self.moves[s])

    def result(self, s: int, a: Any) -> int:
        return self.moves[s][a]

    def terminal(self, s: int) -> bool:
        return not self.moves[s]

    def utility(self, s: int, p: int) -> float:
        assert not self.moves[s], f"node {s} is not an end"
        return self.payoffs[s][p]

    def chance(self, s: int) -> list[tuple[Any, float]]:
        return list(zip(self.moves[s], self.odds[s], strict=True))

    def evaluate(self, s: int, p: int) -> float:
        """The guess of a node for player p; an end is never guessed."""
        assert self.moves[s], f"node {s} is an end: its utility is known"
        return self.guess[s][p]


def random_tree(
    rng: random.Random,
    depth: int,
    branching: int,
    spread: int = 9,
    early: float = 0.1,
    again: float = 0.1,
    chance: float = 0.0,
    players: int = 2,
) -> Any:
    """A nested tree with 1 to `branching` moves a node and payoffs from -spread to spread.

    early     how likely a node below the root is an end before `depth`
    again     how likely a choice is of a random player, not of the one whose turn it is
    chance    how likely a node below the root is one of chance
    A small spread makes ties. With more than two players payoffs are vectors of random numbers.
    """

    def payoff() -> Any:
        if players == 2:
            return rng.randint(-spread, spread)
        return {"payoffs": [rng.randint(-spread, spread) for _ in range(players)]}

    def guess() -> Any:
        numbers = [rng.randint(-spread, spread) for _ in range(players)]
        return numbers[0] if players == 2 else numbers

    def grow(left: int) -> Any:
        if left == 0 or (left < depth and rng.random() < early):
            return payoff()
        node: dict[str, Any] = {"guess": guess()}
        children = [grow(left - 1) for _ in range(rng.randint(1, branching))]
        if left < depth and rng.random() < chance:
            weights = [rng.randint(1, 4) for _ in children]
            pairs = zip(weights, children, strict=True)
            return {"chance": [[w / sum(weights), child] for w, child in pairs], **node}
        if rng.random() < again:
            node["player"] = rng.randrange(players)
        return {"children": children, **node}

    return grow(depth)


def random_trees(count: int, seed: int = 0, deepest: int = 5, **options: Any) -> list[Tree]:
    """Trees of random depth, branching and spread, the same for the same seed."""
    rng = random.Random(seed)
    players = options.get("players", 2)
    return [
        Tree(
            random_tree(
                rng,
                rng.randint(1, deepest),
                rng.randint(1, 4),
                spread=rng.choice((1, 3, 20)),
                **options,
            ),
            players,
        )
        for _ in range(count)
    ]


def backed_up(game: Any, s: Any, p: int, depth: float = float("inf")) -> float:
    """The reference: what `depth` plies of plain minimax say that s is worth to player p."""
    if game.terminal(s):
        return float(game.utility(s, p))
    if depth == 0:
        return float(game.evaluate(s, p))
    values = [backed_up(game, game.result(s, a), p, depth - 1) for a in game.actions(s)]
    return max(values) if game.player(s) == p else min(values)


def best_moves(game: Any, s: Any, depth: float = float("inf")) -> list[Any]:
    """All moves of the best value, by the reference, in the order of the game."""
    p = game.player(s)
    values = {a: backed_up(game, game.result(s, a), p, depth - 1) for a in game.actions(s)}
    return [a for a, v in values.items() if v == max(values.values())]
