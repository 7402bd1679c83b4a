"""What strategies pay, from the tree of a game in plain Python, and from all pure responses."""

from functools import cache
from itertools import product

from counterplay.core.game.knowledge import knowledge
from counterplay.core.game.position import Position


@cache
def tree_of(game):
    """The tree: payoffs at an end; else what the mover knows, and the moves with their subtrees."""

    def below(here):
        if here.is_over:
            return here.payoffs
        if here.turn < 0:
            return None, [(chance, below(here.play(a))) for a, chance in here.chance_outcomes]
        known = here.turn, knowledge(here, here.turn)
        return known, [(a, below(here.play(a))) for a in here.legal_moves]

    return below(Position(game, game.initial()))


class BruteForce:
    """A game and a strategy of all players, asked without a sequence form."""

    def __init__(self, judge, probabilities):
        self.tree, form = tree_of(judge.game), judge.form
        self.policy = {}
        for i, key in enumerate(form.keys):
            part = slice(form.firsts[i], form.firsts[i + 1])
            moves = zip(form.moves[part].tolist(), probabilities[part].tolist(), strict=True)
            self.policy[form.player_of(i), int(key)] = dict(moves)

    def payoffs(self):
        return self._value(self.tree, self.policy)

    def best(self, player):
        """The best payoff of a player over all pure strategies.

        Where a player would have too many, the deepest information sets are decided first: each
        choice is the best, given those after it, if the player makes all moves before it at random.
        """
        own = [known for known in self.policy if known[0] == player]
        if len(own) > 6:
            return self._decided(own, player)
        found = []
        for choices in product(*(self.policy[known] for known in own)):
            pure = {known: {move: 1.0} for known, move in zip(own, choices, strict=True)}
            found.append(self._value(self.tree, self.policy | pure)[player])
        return max(found)

    def _decided(self, own, player):
        policy = self.policy | {known: dict.fromkeys(self.policy[known], 0.5) for known in own}
        depths = dict(self._depths(self.tree, 0))
        for known in sorted(own, key=lambda known: -depths[known]):
            values = {
                move: self._value(self.tree, policy | {known: {move: 1.0}})[player]
                for move in self.policy[known]
            }
            policy[known] = {max(values, key=values.get): 1.0}
        return self._value(self.tree, policy)[player]

    def _depths(self, node, depth):
        if not isinstance(node[1], list):
            return
        if node[0] is not None:
            yield node[0], depth
        for _, after in node[1]:
            yield from self._depths(after, depth + 1)

    def _value(self, node, policy):
        if not isinstance(node[1], list):
            return node
        known, branches = node
        total = None
        for move, after in branches:
            weight = move if known is None else policy[known].get(move, 0.0)
            if weight:
                value = [weight * x for x in self._value(after, policy)]
                total = (
                    value if total is None else [x + y for x, y in zip(total, value, strict=True)]
                )
        return tuple(total)
