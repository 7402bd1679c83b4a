"""Random trees and graphs with everything that a tree can carry."""

import random

from counterplay.games.tree.build import build
from counterplay.games.tree.draft import Draft, DraftMove, DraftNode, Numbers
from counterplay.games.tree.model import Tree

NAMES = ("A", "B'", "node 7", "max", "noisy", "12", "-3", "é", 'q"u"o\\te', "a:b", "x=1", "#1")
SIGNS = ("p=3", "_4", "n_4", ",", "1/2")
LABELS = ("take", "O-O-O", "Qh7#", "e4", "noisy", "quiet", "7", "a b", 'a "b"', "x:y", "p=1", "#")
PLAYERS = (("Anna", "Ben", "Cleo"), ("MAX", "MIN"), ("White", "the 2nd: one"))
TITLES = ("", "", "Figure 5.2", 'A "tree": with, signs # 3', "title: x")


def random_tree(rng: random.Random, players: int = 0, chance: bool = True) -> Tree:
    """A graph of up to about 40 nodes; some of them are shared, some have names."""
    return build(random_draft(rng, players or rng.choice((1, 2, 2, 2, 3, 4)), chance))


def random_draft(rng: random.Random, players: int, chance: bool) -> Draft:
    free, shared = [*NAMES, *SIGNS], list[DraftNode]()
    named = [names for names in PLAYERS if len(names) == players]
    names = rng.choice(named) if named and rng.random() < 0.5 else ()
    opposite = rng.random() < 0.7
    rng.shuffle(free)

    def numbers() -> Numbers:
        drawn = [rng.choice((rng.randint(-9, 9), round(rng.uniform(-5, 5), 3))) for _ in "1234"]
        return drawn[0] if players == 2 and opposite else drawn[:players]

    def node(depth: int, player: int) -> DraftNode:
        made = DraftNode(name=free.pop() if free and rng.random() < 0.3 else "")
        if depth == 0 or rng.random() < 0.2:
            made.payoffs = numbers()
        else:
            is_chance = chance and rng.random() < 0.2
            if not is_chance:
                made.player = player
            if rng.random() < 0.4:
                made.evaluation = numbers()
            after = player if is_chance else rng.choice((player, (player + 1) % players))
            made.moves = moves(depth, after, is_chance)
        if made.name:
            shared.append(made)
        return made

    def moves(depth: int, player: int, is_chance: bool) -> list[DraftMove]:
        labels = rng.sample(LABELS, len(LABELS))
        weights = [rng.randint(1, 9) for _ in range(rng.randint(1, 3))]
        made = []
        for i, weight in enumerate(weights):
            to = rng.choice(shared) if shared and rng.random() < 0.25 else node(depth - 1, player)
            label = labels[i] if rng.random() < 0.3 and labels[i] != "7" else ""
            odds = weight / sum(weights) if is_chance else None
            made.append(DraftMove(to, label, rng.random() < 0.2, odds))
        return made

    root = node(rng.randint(2, 4), 0)
    while not root.moves:
        shared.clear()
        root = node(rng.randint(2, 4), 0)
    return Draft(root, names, rng.choice(TITLES))
