"""TD(lambda): learn the value of states from the values of the states that follow (Sutton 1988).

Games are played, and after each step the earlier prediction is corrected towards the later one:

    error_t     = V(s_{t+1}) - V(s_t)          at the end V is the payoff
    V(s)       += alpha * error_t * e_t(s)     for every state s seen so far
    e_t(s)      = the sum of lambda^(t - k) over the steps k at which s was seen

With lambda = 1 every state is drawn to the payoff of its games, as in `learned.py`. With lambda = 0
a state is drawn only to its successor, which has learned from other games as well. Values between
are often best. TD-Gammon learned backgammon in this way.

Here V is a table of all states. The changes of a game are added up and made after it, as in
Sutton's paper.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

from counterplay.textbook.arguments import require_two
from counterplay.textbook.decision import CHANCE, Evaluate, TextbookGame
from counterplay.textbook.montecarlo import require_games

Values = dict[Any, float]


class Episode(NamedTuple):
    """The non-terminal states of one game, and its payoff."""

    states: Sequence[Hashable]
    payoff: float


def changes(episode: Episode, values: Values, alpha: float, lambda_: float, new: float) -> Values:
    """Return the change of each value that one game asks for. An unknown state is worth `new`."""
    predictions = [values.get(s, new) for s in episode.states] + [episode.payoff]
    traces: Values = {}
    total: Values = {}
    for t, s in enumerate(episode.states):
        for seen in traces:
            traces[seen] *= lambda_
        traces[s] = traces.get(s, 0) + 1
        error = predictions[t + 1] - predictions[t]
        for seen, trace in traces.items():
            total[seen] = total.get(seen, 0) + alpha * error * trace
    return total


def td_lambda(
    episodes: Iterable[Episode], *, alpha: float, lambda_: float, new: float = 0.5
) -> Values:
    """Return the values learned from games, one after the other, from tables filled with `new`."""
    require_rates(alpha, lambda_)
    values: Values = {}
    for episode in episodes:
        for s, change in changes(episode, values, alpha, lambda_, new).items():
            values[s] = values.get(s, new) + change
    return values


def require_rates(alpha: float, lambda_: float) -> None:
    """Raise ValueError if the rates are not between 0 and 1."""
    if not 0 < alpha <= 1 or not 0 <= lambda_ <= 1:
        raise ValueError(f"alpha={alpha}, lambda_={lambda_}: give an alpha above 0 up to 1, and a "
                         "lambda from 0 to 1")  # fmt: skip


class RandomWalk:
    """Sutton's example: a walk over n states in a row, from the middle, to the left or the right.

    It pays 1 if it leaves on the right, else 0. State i, from 1 to n, is worth i / (n + 1).
    """

    def __init__(self, states: int = 5) -> None:
        if states < 1 or states % 2 == 0:
            raise ValueError(f"states={states}: there is a middle only if the number is odd")
        self.states = states

    @property
    def true_values(self) -> Values:
        """The exact value of each state."""
        return {i: i / (self.states + 1) for i in range(1, self.states + 1)}

    def walk(self, random: Random) -> Episode:
        """Return one random walk."""
        states = [(self.states + 1) // 2]
        while True:
            after = states[-1] + random.choice((-1, 1))
            if not 1 <= after <= self.states:
                return Episode(states, float(after > self.states))
            states.append(after)


def td_evaluation(
    game: TextbookGame,
    start: Any,
    *,
    games: int,
    seed: int,
    alpha: float = 0.2,
    lambda_: float = 0.7,
    explore: float = 0.1,
) -> Evaluate:
    """Return EVAL(s, p) learned by a game against itself, from nothing but its rules.

    Each player takes the move whose state has the best value so far, and with the probability
    `explore` a random one. Values are those of player 0; states must be hashable. The same seed
    gives the same evaluation.
    """
    require_games(games)
    require_rates(alpha, lambda_)
    require_two(game, "TD(lambda)", chance=True)
    random = Random(seed)
    values: Values = {}

    def move(s: Any) -> Any:
        if game.player(s) == CHANCE:
            outcomes, odds = zip(*game.chance(s), strict=True)  # type: ignore[attr-defined]
            return random.choices(outcomes, odds)[0]
        moves = list(game.actions(s))
        if random.random() < explore:
            return random.choice(moves)
        random.shuffle(moves)  # equal moves are equally likely
        sign = 1 if game.player(s) == 0 else -1
        return max(moves, key=lambda a: sign * value(game.result(s, a)))

    def value(s: Any) -> float:
        return game.utility(s, 0) if game.terminal(s) else values.get(s, 0.0)

    for _ in range(games):
        s, states = start, []
        while not game.terminal(s):
            states.append(s)
            s = game.result(s, move(s))
        episode = Episode(states, game.utility(s, 0))
        for seen, change in changes(episode, values, alpha, lambda_, 0.0).items():
            values[seen] = values.get(seen, 0.0) + change

    return lambda s, p: value(s) if p == 0 else -value(s)
