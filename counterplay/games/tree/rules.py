"""A game that is given as an explicit tree: a figure of a textbook, or any small game of your own.

A tree is nested lists, the name of a file, or a text in one of three forms; docs/trees.md describes
them. Nodes can be shared, so a tree can be a graph without cycles. The tree is run-time data:
another tree needs no compilation.

A move is a number. The moves without a label have the numbers of their places; moves with the same
label have the same number, in every node. So killers and singular moves are found again elsewhere.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.game.facts import CHANCE, Facts, setting
from counterplay.games.tree.looks import known_numbers
from counterplay.games.tree.model import DEEPEST, LARGEST, MOST_CHILDREN
from counterplay.games.tree.read import read_tree

FIGURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


class Data(NamedTuple):
    """The nodes as arrays, breadth first. The moves of a node are side by side.

    mover         of each node
    first         the index of its first move
    children      how many moves it has
    payoff        of each player at an end; the evaluation at an inner node
    is_evaluated  whether an inner node has an evaluation
    move          the number of each move
    to            the node that each move leads to
    noisy         whether quiescence search follows each move
    probability   of each outcome of chance
    known         what each player knows at each node, as a number
    """

    mover: np.ndarray
    first: np.ndarray
    children: np.ndarray
    payoff: np.ndarray
    is_evaluated: np.ndarray
    move: np.ndarray
    to: np.ndarray
    noisy: np.ndarray
    probability: np.ndarray
    known: np.ndarray


def numbers_of(labels):
    """The number of each label: 0 for `1`, 1 for `2`, …; others get the numbers after these."""
    numbers = {}
    for label in dict.fromkeys(labels):
        is_place = label.isdecimal() and str(int(label)) == label and 1 <= int(label)
        if is_place and int(label) <= MOST_CHILDREN:
            numbers[label] = int(label) - 1
    free = max(numbers.values(), default=-1) + 1
    for label in dict.fromkeys(labels):
        if label not in numbers:
            numbers[label] = free
            free += 1
    return numbers


def pack(tree, numbers):
    """The tree as arrays, for the rules."""
    nodes = tree.nodes
    moves = [move for node in nodes for move in node.moves]
    children = np.array([len(node.moves) for node in nodes], np.int64)
    nothing = (0,) * tree.players
    return Data(
        np.array([node.player for node in nodes], np.int64),
        np.cumsum(children) - children,
        children,
        np.array([node.payoffs or node.evaluation or nothing for node in nodes], np.float64),
        np.array([bool(node.evaluation) for node in nodes], np.bool_),
        np.array([numbers[move.label] for move in moves], np.int64),
        np.array([move.to for move in moves], np.int64),
        np.array([move.noisy for move in moves], np.bool_),
        np.array([move.probability or 0 for move in moves], np.float64),
        np.array(known_numbers(tree) if tree.is_hidden else [nothing], np.uint64),
    )


TREE = read_tree(setting("tree", FIGURE, "nested lists, a text, or the name of a file"))
NUMBERS = numbers_of([move.label for node in TREE.nodes for move in node.moves])
LABELS = {number: label for label, number in NUMBERS.items()}
PLACES = {node.text: i for i, node in enumerate(TREE.nodes)} | {
    node.path: i for i, node in enumerate(TREE.nodes)
}
data = pack(TREE, NUMBERS)

facts = Facts(
    title=TREE.title or "Tree",
    players=TREE.players,
    names=TREE.names,
    total=0 if TREE.is_zero_sum else None,
    best=LARGEST,
    scored=True,
    most_actions=MOST_CHILDREN,
    longest_game=DEEPEST,
    chance=TREE.has_chance,
    most_outcomes=MOST_CHILDREN if TREE.has_chance else 0,
    hidden=TREE.is_hidden,
    exact_key=True,
)
UNIT = facts.unit
DISTINCT_ACTIONS = max(1, *NUMBERS.values()) + 1 if NUMBERS else 1


class State(NamedTuple):
    node: int


def initial():
    return State(0)


def player(s, data):
    return data.mover[s.node]


def actions(s, moves, data):
    first = data.first[s.node]
    for i in range(data.children[s.node]):
        moves[i] = data.move[first + i]
    return data.children[s.node]


def edge(s, a, data):
    """The index of move `a` of a node."""
    first = data.first[s.node]
    for i in range(data.children[s.node]):
        if data.move[first + i] == a:
            return first + i
    return first


def result(s, a, data):
    return State(data.to[edge(s, a, data)])


def terminal(s, data):
    return data.children[s.node] == 0


def utility(s, p, data):
    return data.payoff[s.node, p]


def chance(s, outcomes, probabilities, data):
    first = data.first[s.node]
    for i in range(data.children[s.node]):
        outcomes[i] = data.move[first + i]
        probabilities[i] = data.probability[first + i]
    return data.children[s.node]


def information(s, p, data):
    """The set of nodes that look alike to player p, who moves there or has moved last."""
    return data.known[s.node, p]


def noisy(s, a, data):
    return data.noisy[edge(s, a, data)]


def evaluate(s, p, data):
    """The evaluation of a node for player p; 0 without one."""
    return round(data.payoff[s.node, p] * UNIT)


if not TREE.is_hidden:
    del information  # everyone sees everything
if not data.noisy.any():
    del noisy  # a search without noisy moves has no quiescence search
if not data.is_evaluated.any():
    del evaluate  # a search without evaluations goes to the ends


def show_move(s, a):
    return LABELS[a]


def show_position(s):
    """The name of a node, or its path: `root.2.1`."""
    return TREE.nodes[s.node].text


def parse_position(text):
    if text not in PLACES:
        names = [node.name for node in TREE.nodes if node.name][:12]
        raise ValueError(f"expected a path such as root.2{', or one of ' * bool(names)}"
                         f"{', '.join(names)}")  # fmt: skip
    return State(PLACES[text])


def node_text(s):
    """The node in words."""
    node = TREE.nodes[s.node]
    if not node.moves:
        payoffs = ", ".join(f"{payoff:g}" for payoff in node.payoffs)
        return f"{node.text}: ends with {payoffs}"
    who = "chance" if node.player == CHANCE else facts.names[node.player]
    return f"{node.text}: {who}, {len(node.moves)} ways on"


if TREE.is_hidden:

    def board(s, p):
        """The node as player p sees it: its information set, or that others move."""
        node = TREE.nodes[s.node]
        if p is None:
            return node_text(s)
        if not node.moves or node.player != p:
            return f"{facts.names[p]} is not to move"
        return f"{node.info or node.text}: {facts.names[p]}, {len(node.moves)} ways on"

else:
    board = node_text
