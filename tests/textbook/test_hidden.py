"""The algorithms for hidden information beside brute force, and beside the compiled searches."""

from itertools import product
from random import Random

import pytest

import counterplay as cp
from counterplay.core.game.known_game import KnownGame
from counterplay.drawing.running import run
from counterplay.strategies.judge import Judge
from counterplay.strategies.strategy import known_positions
from counterplay.textbook import ALGORITHMS
from counterplay.textbook.examples import FORK
from counterplay.textbook.regret import minimise


class Guessing:
    """A random game: chance deals, MAX moves twice, MIN in between; nobody sees all of it.

    A state is the deal and the moves. MAX sees a part of the deal at first and another part later.
    """

    def __init__(self, seed):
        dice = Random(seed)
        self.deals = dice.randint(2, 4)
        self.first = [dice.randint(0, 1) for _ in range(self.deals)]
        self.later = [dice.randint(0, 1) for _ in range(self.deals)]
        self.other = [dice.randint(0, 1) for _ in range(self.deals)]
        plays = product(range(self.deals), range(2), range(2), range(2))
        self.payoffs = {play: dice.randint(-3, 3) for play in plays}

    def initial(self):
        return ()

    def player(self, s):
        return (-1, 0, 1, 0)[len(s)] if len(s) < 4 else 0

    def actions(self, s):
        return [0, 1]

    def chance(self, s):
        return [(deal, 1 / self.deals) for deal in range(self.deals)]

    def result(self, s, a):
        return (*s, a)

    def terminal(self, s):
        return len(s) == 4

    def utility(self, s, p):
        return self.payoffs[s] if p == 0 else -self.payoffs[s]

    def information(self, s, p):
        if not s:
            return None
        if p == 1:
            return len(s), self.other[s[0]]
        return (len(s), self.first[s[0]], *s[1:2], *([self.later[s[0]]] if len(s) > 2 else []))


def best_sure_payoff(game, seen):
    """The best of all plans of MAX, who has seen `seen`, each played against everything."""
    deals = [deal for deal in range(game.deals) if game.first[deal] == seen]
    best = -9
    for first, *later in product((0, 1), repeat=3):
        plays = [(d, first, reply, later[game.later[d]]) for d in deals for reply in (0, 1)]
        best = max(best, min(game.payoffs[play] for play in plays))
    return best


@pytest.mark.parametrize("seed", range(200))
def test_what_is_certain_is_the_best_of_all_plans(seed):
    game = Guessing(seed)
    found = cp.textbook.belief(game, (0,))
    assert found.value == best_sure_payoff(game, game.first[0])


def clairvoyant_mean(game, seen, move):
    deals = [deal for deal in range(game.deals) if game.first[deal] == seen]
    means = [min(max(game.payoffs[d, move, r, a] for a in (0, 1)) for r in (0, 1)) for d in deals]
    return sum(means) / len(means)


@pytest.mark.parametrize("seed", range(100))
def test_clairvoyance_takes_the_best_mean_of_open_games(seed):
    game = Guessing(seed)
    found = cp.textbook.clairvoyance(game, (0,))
    means = [clairvoyant_mean(game, game.first[0], move) for move in (0, 1)]
    assert found.value == pytest.approx(max(means)) == means[found.move]


def test_regret_comes_near_the_equilibrium_of_kuhn_poker():
    game = cp.load("kuhn")
    known, judge = KnownGame(game), Judge(cp.load("kuhn"))
    sets = minimise(known, known.initial(), 500)
    strategy = judge.form.even_strategy()
    rows = {(p, int(judge.form.keys[i])): i for p in (0, 1) for i in judge.form.sets_of(p)}
    assert len(sets) == len(rows) == 12
    for key, found in sets.items():
        first = judge.form.firsts[rows[key]]
        strategy[first : first + 2] = found.average
    quality = judge.quality(strategy)
    assert quality.exploitability < 0.02
    assert quality.payoffs[0] == pytest.approx(-1 / 18, abs=0.005)


def test_clairvoyance_is_the_compiled_one_in_every_information_set_of_kuhn_poker():
    engine = cp.make_engine("kuhn", "pimc")
    for _, position in known_positions(engine.game):
        ours = run(ALGORITHMS["clairvoyance"], position, {}, trace=False)
        theirs = engine.search(position, cp.Limit(depth=10))
        assert ours.value == pytest.approx(theirs.value)


@pytest.mark.parametrize("name", ["clairvoyance", "ismcts", "regret", "belief"])
def test_a_trace_is_the_same_whatever_is_hidden(name):
    game = cp.load("kuhn")
    here, there = (game.position(f"startpos moves {line}") for line in ("Q J pass", "K J pass"))
    assert str(cp.trace(game, here, algorithm=name)) == str(cp.trace(game, there, algorithm=name))


@pytest.mark.parametrize(
    ("name", "move"),
    [("clairvoyance", "go"), ("ismcts", "safe"), ("regret", "safe"), ("belief", "safe")],
)
def test_only_clairvoyance_believes_that_it_need_not_guess(name, move):
    assert cp.trace(cp.load("tree", tree=FORK), algorithm=name).move == move


def test_an_algorithm_that_sees_everything_is_refused():
    with pytest.raises(cp.UnfitError, match="alphabeta sees everything, but kuhn has hidden"):
        cp.trace("kuhn", algorithm="alphabeta")
