"""Averaging over clairvoyance in hold'em, over all deals at once.

If both players saw all cards and those to come, only one thing would matter: who wins at the end.
So each bet has three values by minimax: the mover wins, loses or shares the pot. The move is the
best on average over all hands of the opponent and all cards to come, which the equity counts.
"""

from functools import cache

from counterplay.games.poker.cards import cards_text
from counterplay.games.poker.deal import ON_TABLE, PREFLOP, listed
from counterplay.games.poker.equity import equity, preflop_equities
from counterplay.games.poker.ranges import class_of
from counterplay.strategies.holdem.betting import FOLD_END, SHOWDOWN_END, betting_tree

trees = {}


def choose(position, limit):
    """The move that is best on average over all deals."""
    tree, values = tree_of(position.game)
    node = node_of(position, tree)
    win, tie, lose = chances(position)
    sign = 1 if position.turn == 0 else -1

    def mean(child):
        first_wins, first_loses, shared = values(child)
        won, lost = (first_wins, first_loses) if sign > 0 else (first_loses, first_wins)
        return sign * (win * won + lose * lost + tie * shared)

    return max(tree.moves_of(node), key=lambda move: mean(tree.child(node, move)))


def tree_of(game):
    """The betting tree of a game, and the values of a node for player 0: player 0 has the better
    hand, the worse one, or an equal one."""
    if game.name not in trees:
        tree = betting_tree(game)

        @cache
        def values(node):
            here = tree.nodes[node]
            stake = float(here["stake"])
            if here["player"] == FOLD_END:
                return stake, stake, stake
            if here["player"] == SHOWDOWN_END:
                return stake, -stake, 0.0
            first = int(here["first"]) + 1
            after = [values(first + i) for i in range(int(here["count"]))]
            best = max if here["player"] == 0 else min
            return tuple(best(row[i] for row in after) for i in range(3))

        trees[game.name] = tree, values
    return trees[game.name]


def node_of(position, tree):
    """The node of the betting tree in which a position is."""
    node = 0
    for before, move in zip(position.past, position.moves, strict=True):
        if position.game.player(before) >= 0:
            node = tree.child(node, move)
    return node


@cache
def before_the_flop():
    return preflop_equities()


def chances(position):
    """How likely the hand of the player to move wins, ties and loses against any hand."""
    s = position.state
    hand = listed(s.hand0 if position.turn == 0 else s.hand1)
    if s.stage == PREFLOP:
        found = before_the_flop()[class_of(tuple(hand))]
    else:
        found = of_hand(cards_text(hand), cards_text(listed(s.board)[: ON_TABLE[s.stage]]))
    win, tie = found.wins / found.deals, found.ties / found.deals
    return win, tie, 1 - win - tie


@cache
def of_hand(hand, board):
    return equity(hand, "random", board)
