"""A game that is given as an explicit tree: a figure of a textbook, or any small game of your own.

A tree is nested lists, or the name of a JSON file that contains them. A number is the end of a
game: the payoff of the first player; the second gets its negative. A list is a choice; players
alternate. If that is not enough, a node is an object:

    {"payoffs": [1, 2, 6]}                         an end of several players
    {"player": 0, "children": [...]}               a choice by a given player
    {"chance": [[0.9, node], [0.1, node]]}         each outcome with its probability

Moves are numbered from 1. The tree is run-time data: another tree needs no compilation.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE, Facts, setting

FIGURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
MOST_CHILDREN, DEEPEST, LARGEST, DECIMALS = 1024, 200, 1_000_000, 3


class Data(NamedTuple):
    """The nodes as arrays, breadth first: the children of a node are side by side."""

    mover: np.ndarray
    first: np.ndarray
    children: np.ndarray
    probability: np.ndarray
    payoff: np.ndarray


class Node(NamedTuple):
    """One node; `path` names it by the moves that lead to it."""

    path: str
    mover: int
    children: list
    probabilities: list
    payoffs: list


def read(tree):
    """The tree as Python lists, from lists, JSON text, or the name of a JSON file."""
    if not isinstance(tree, (str, Path)):
        return tree
    text = str(tree).strip()
    try:
        return json.loads(text if text[:1] in "[{" else Path(text).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"the tree {text!r} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"the tree {text!r} is not JSON: {error}") from None
    except RecursionError:
        raise InputError(f"the tree is more than {DEEPEST} moves deep") from None


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def count_players(tree):
    """The number of players: that of the first payoffs, or two if the first end is a number."""
    for _ in range(DEEPEST + 1):
        if isinstance(tree, dict) and isinstance(tree.get("payoffs"), list):
            return max(len(tree["payoffs"]), 1)
        inside = tree if isinstance(tree, list) else children_of(tree)
        if not inside:
            break
        tree = inside[0]
    return 2


def children_of(tree):
    """The children of an object, or nothing if it is malformed."""
    if not isinstance(tree, dict):
        return []
    children, chance = tree.get("children"), tree.get("chance")
    if isinstance(children, list):
        return children
    pairs = chance if isinstance(chance, list) else []
    return [pair[-1] for pair in pairs if isinstance(pair, list) and pair]


def read_node(tree, path, mover, players):
    """Read one node. Raises InputError with a sentence that names the node."""
    if is_number(tree):
        if players != 2:
            raise InputError(
                f"node {path} is {tree}, but with {players} players an end needs payoffs"
            )
        return Node(path, mover, [], [], [tree, -tree])
    if isinstance(tree, list):
        tree = {"children": tree}
    if not isinstance(tree, dict) or not {"children", "chance", "payoffs"} & tree.keys():
        raise InputError(f"node {path} is {tree!r}: expected a number, a list or an object with "
                         "children, chance or payoffs")  # fmt: skip
    for name in ("payoffs", "chance", "children"):
        if not isinstance(tree.get(name, []), list):
            raise InputError(f"node {path}: {name} is {tree[name]!r}, not a list")
    if "payoffs" in tree:
        payoffs = tree["payoffs"]
        if len(payoffs) != players or not all(map(is_number, payoffs)):
            raise InputError(f"node {path} has payoffs {payoffs}, not {players} numbers")
        return Node(path, mover, [], [], payoffs)
    if "chance" in tree:
        pairs = tree["chance"]
        if not all(isinstance(p, list) and len(p) == 2 and is_number(p[0]) for p in pairs):
            raise InputError(f"node {path}: chance is a list of [probability, node]")
        if len(pairs) > MOST_CHILDREN:
            raise InputError(
                f"node {path} has {len(pairs)} outcomes; at most {MOST_CHILDREN} are allowed"
            )
        weights = [p[0] for p in pairs]
        if any(w < 0 for w in weights) or abs(sum(weights) - 1) > 1e-9:
            raise InputError(f"node {path} has probabilities {weights}, which do not add up to 1")
        return Node(path, CHANCE, [p[1] for p in pairs], weights, [0] * players)
    chooser = tree.get("player", mover)
    if type(chooser) is not int or not 0 <= chooser < players:
        raise InputError(f"node {path} has player {chooser!r}, not one of 0 to {players - 1}")
    children = tree["children"]
    if not 1 <= len(children) <= MOST_CHILDREN:
        raise InputError(f"node {path} has {len(children)} children, not 1 to {MOST_CHILDREN}")
    return Node(path, chooser, children, [], [0] * players)


def nodes_of(tree, players):
    """All nodes, breadth first, and the number of the first child of each."""
    nodes, first = [read_node(tree, "root", 0, players)], []
    turns, depths = [0], [0]
    for node, turn, depth in zip(nodes, turns, depths, strict=False):
        if depth > DEEPEST:
            raise InputError(f"node {node.path[:40]}… is more than {DEEPEST} moves deep")
        first.append(len(nodes))
        after = turn if node.mover == CHANCE else (node.mover + 1) % players
        for i, child in enumerate(node.children, 1):
            nodes.append(read_node(child, f"{node.path}.{i}", after, players))
            turns.append(after)
            depths.append(depth + 1)
    return nodes, first


def pack(nodes, first):
    """The nodes as arrays, for the rules."""
    payoff = np.array([node.payoffs for node in nodes], np.float64)
    for node, values in zip(nodes, payoff, strict=True):
        if (np.abs(values) > LARGEST).any() or (values != np.round(values, DECIMALS)).any():
            raise InputError(f"node {node.path} has payoffs {node.payoffs}: allowed are numbers "
                             f"up to {LARGEST} with at most {DECIMALS} decimals")  # fmt: skip
    probability = np.ones(len(nodes))
    for node, start in zip(nodes, first, strict=True):
        probability[start : start + len(node.probabilities)] = node.probabilities
    mover = np.array([node.mover for node in nodes], np.int64)
    children = np.array([len(node.children) for node in nodes], np.int64)
    return Data(mover, np.array(first, np.int64), children, probability, payoff)


TREE = read(setting("tree", FIGURE, "nested lists, or the name of a JSON file"))
PLAYERS = count_players(TREE)
NODES, FIRST = nodes_of(TREE, PLAYERS)
data = pack(NODES, FIRST)

HAS_CHANCE = CHANCE in data.mover
ENDS = data.payoff[data.children == 0]

facts = Facts(
    title="Tree",
    players=PLAYERS,
    names=("MAX", "MIN") if PLAYERS == 2 else (),
    total=0 if PLAYERS == 2 and not ENDS.sum(axis=1).any() else None,
    best=LARGEST,
    scored=True,
    most_actions=MOST_CHILDREN,
    longest_game=DEEPEST,
    chance=HAS_CHANCE,
    most_outcomes=MOST_CHILDREN if HAS_CHANCE else 0,
    exact_key=True,
)
DISTINCT_ACTIONS = max(1, int(data.children.max()))


class State(NamedTuple):
    node: int


def initial():
    return State(0)


def player(s, data):
    return data.mover[s.node]


def actions(s, moves, data):
    for i in range(data.children[s.node]):
        moves[i] = i
    return data.children[s.node]


def result(s, a, data):
    return State(data.first[s.node] + a)


def terminal(s, data):
    return data.children[s.node] == 0


def utility(s, p, data):
    return data.payoff[s.node, p]


def chance(s, outcomes, probabilities, data):
    for i in range(data.children[s.node]):
        outcomes[i] = i
        probabilities[i] = data.probability[data.first[s.node] + i]
    return data.children[s.node]


def show_move(s, a):
    return str(a + 1)


def board(s):
    node = NODES[s.node]
    if not node.children:
        return f"{node.path}: ends with {', '.join(map(str, node.payoffs))}"
    who = "chance" if node.mover == CHANCE else facts.names[node.mover]
    return f"{node.path}: {who}, {len(node.children)} ways on"
