"""A river as the sequence form of a game, from all pairs of hands: an answer without tricks."""

from itertools import product

import numpy as np

from counterplay.games.poker.cards import HANDS
from counterplay.games.poker.hands import load_tables, strength_of
from counterplay.strategies.river.tree import FOLDED, SHOWDOWN
from counterplay.strategies.sequence_form import SequenceForm


class Pairs:
    """The sequence form of a solver's hands and tree.

    sets   of each information set: the node, and the place of the hand in the solver
    """

    def __init__(self, solver, board):
        self.solver, self.sets, self.first_of = solver, [], {}
        parents, firsts, moves, starts = [], [], [-1, -1], [0]
        before = self._before()
        for p in range(2):
            for node, hand in product(
                range(len(solver.nodes)), range(len(solver.hands[p].numbers))
            ):
                if solver.nodes[node].kind != p:
                    continue
                self.sets.append((node, hand))
                firsts.append(len(moves))
                self.first_of[p, node, hand] = len(moves)
                moves += range(len(solver.nodes[node].actions))
                parents.append(self._sequence(before, p, node, hand))
            starts.append(len(self.sets))
        sequences, payoffs = self._ends(before, board)
        self.form = SequenceForm(
            starts=np.array(starts),
            keys=np.arange(len(self.sets), dtype=np.uint64),
            parents=np.array(parents, np.int32),
            firsts=np.array([*firsts, len(moves)], np.int32),
            moves=np.array(moves),
            sequences=np.array(sequences, np.int32),
            payoffs=np.array(payoffs),
            ends=len(sequences),
        )

    def probabilities(self):
        """The average strategy of the solver, sequence by sequence."""
        found = self.form.even_strategy()
        for (node, hand), first in zip(self.sets, self.form.firsts, strict=False):
            policy = self.solver.policy(node)[:, hand]
            found[first : first + len(policy)] = policy
        return found

    def _before(self):
        """The node before each node, and the number of the action."""
        return {
            node.children + a: (i, a)
            for i, node in enumerate(self.solver.nodes)
            for a in range(len(node.actions))
        }

    def _sequence(self, before, p, node, hand):
        """The last sequence of a player with a hand on the way to a node."""
        while node in before:
            node, action = before[node]
            if self.solver.nodes[node].kind == p:
                return self.first_of[p, node, hand] + action
        return p

    def _ends(self, before, board):
        one, other = self.solver.hands
        data, sequences, payoffs = load_tables(), [], []
        for i, j in product(range(len(one.numbers)), range(len(other.numbers))):
            mine, theirs = HANDS[one.numbers[i]], HANDS[other.numbers[j]]
            if set(mine) & set(theirs):
                continue
            odds = one.weights[i] * other.weights[j] / self.solver.total
            ours, others = (strength_of((*board, *hand), data) for hand in (mine, theirs))
            for k, node in enumerate(self.solver.nodes):
                if node.kind == FOLDED:
                    sign = 1 if node.loser == 1 else -1
                elif node.kind == SHOWDOWN:
                    sign = int(ours > others) - int(ours < others)
                else:
                    continue
                sequences.append([self._sequence(before, p, k, h) for p, h in ((0, i), (1, j))])
                payoffs.append([odds * sign * node.stake, -odds * sign * node.stake])
        return sequences, payoffs
