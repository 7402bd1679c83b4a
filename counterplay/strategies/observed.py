"""A model of an opponent: how often each move was seen, in each information set.

A model starts as a strategy that counts as `prior` observations of every information set, usually
an equilibrium. So where nothing was seen, the opponent is thought to play well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.knowledge import knowledge
from counterplay.core.game.position import Position
from counterplay.formats.game_file import GameFile
from counterplay.formats.record import GameRecord
from counterplay.strategies.find import equilibrium
from counterplay.strategies.holdem.find import is_holdem
from counterplay.strategies.judge import Judge
from counterplay.strategies.sequence_form import Numbers
from counterplay.strategies.strategy import Strategy

SWEEPS = 40
"""The steps of expectation maximisation."""

DOUBT = 0.1
"""At the first step each move is this likely to be random, so that none is thought impossible."""

TINY = 1e-300

PRIOR = 5.0
"""As many observations the equilibrium counts for, in each information set."""

MOST_LINES = 2_000
"""A game that a player saw is left out if more lines of play than this would look the same."""


class Observer:
    """Counts the moves of players in the information sets of a game.

    counts   of each sequence: how often its last move was seen, in games whose cards are all known
    games    how many games were seen
    """

    def __init__(self, judge: Judge, start: Numbers, prior: float = PRIOR) -> None:
        if not prior > 0:
            raise InputError(f"prior={prior:g} must be above 0: moves that were never seen need it")
        self.judge, self.start, self.prior = judge, start, prior
        self.counts, self.games = np.zeros(len(start)), 0
        self._views: dict[View, int] = {}
        self._times: list[int] = []
        self._lines: list[_Line] = []

    def add(self, end: Position, players: Iterable[int]) -> None:
        """Count the moves of players in a game whose cards are all known."""
        for sequence in self._sequences(end, set(players)):
            self.counts[sequence] += 1
        self.games += 1

    def add_seen(self, end: Position, viewer: int) -> None:
        """Count the moves of the others in a game as one of its players saw it.

        Cards that were not shown are not used: all lines of play count that would have looked the
        same to the viewer, with the final board. Each counts for its probability in the model.
        """
        view = view_of(end, viewer)
        if view not in self._views:
            others = set(range(self.judge.form.players)) - {viewer}
            number = self._views[view] = len(self._times)
            self._times.append(0)
            for line in lines_like(end, view):
                sequences = tuple(self._sequences(line, others))
                self._lines.append(_Line(number, odds_of(line), sequences))
        self._times[self._views[view]] += 1
        self.games += 1

    def probabilities(self) -> Numbers:
        """The model: for each sequence the probability of its last move.

        Games that were seen in part are divided among their lines by expectation maximisation.
        """
        even = self.judge.form.even_strategy()
        model = self._shares(self.counts + DOUBT * even + (1 - DOUBT) * self.start)
        if not self._lines:
            return self._shares(self.counts + self.prior * self.start)
        longest = max(len(line.sequences) for line in self._lines)
        padded = [line.sequences + (0,) * (longest - len(line.sequences)) for line in self._lines]
        sequences = np.array(padded, np.int64)
        views = np.array([line.view for line in self._lines])
        odds = np.array([line.odds for line in self._lines])
        times = np.array(self._times, np.float64)
        for _ in range(SWEEPS):
            weights = odds * model[sequences].prod(axis=1)
            totals = np.bincount(views, weights, len(times))
            shares = weights * (times / np.maximum(totals, TINY))[views]
            seen = np.bincount(sequences.ravel(), np.repeat(shares, longest), len(model))
            model = self._shares(self.counts + seen + self.prior * self.start)
        return model

    def strategy(self) -> Strategy:
        """The model as a strategy."""
        about = {"variant": "observed moves", "games": self.games, "prior": self.prior}
        made = Strategy.of(self.judge.game, self.judge.form, self.probabilities())
        return replace(made, about=about)

    def _shares(self, seen: Numbers) -> Numbers:
        """Counts divided by those of their information set."""
        form, shares = self.judge.form, np.ones(len(seen))
        if len(form.keys):
            totals = np.add.reduceat(seen, form.firsts[:-1])
            shares[form.players :] = seen[form.players :] / np.repeat(totals, np.diff(form.firsts))
        return shares

    def _sequences(self, end: Position, players: set[int]) -> Iterator[int]:
        """The sequence of each move that the players made."""
        form = self.judge.form
        for ply in range(end.ply):
            here = end.undo(end.ply - ply)
            if here.turn not in players:
                continue
            i = form.rows.get((here.turn, knowledge(here, here.turn)))
            if i is None:
                raise InputError(
                    f"a game of {here.game.name} did not start from the first state, so its moves "
                    "belong to no information set"
                )
            moves = form.moves[form.firsts[i] : form.firsts[i + 1]].tolist()
            yield int(form.firsts[i]) + moves.index(end.moves[ply])


class _Line(NamedTuple):
    """A line of play that looks like a game that was seen: which one, the odds of its chance
    outcomes, and the sequences of the moves that count."""

    view: int
    odds: float
    sequences: tuple[int, ...]


class View(NamedTuple):
    """What a player has seen of a game: what the player knew at each ply, and the final board."""

    viewer: int
    known: tuple[int, ...]
    board: str


def view_of(end: Position, viewer: int) -> View:
    """What a player has seen of a game."""
    known = tuple(knowledge(end.undo(end.ply - ply), viewer) for ply in range(end.ply + 1))
    return View(viewer, known, end.game.board(end.state, viewer))


def odds_of(line: Position) -> float:
    """The probability of the outcomes of chance in a line of play."""
    found = 1.0
    for ply, move in enumerate(line.moves):
        here = line.undo(line.ply - ply)
        if here.turn == CHANCE:
            found *= dict(here.chance_outcomes)[move]
    return found


def lines_like(end: Position, view: View) -> Iterator[Position]:
    """The ended games that look like this one to the viewer; none if there are too many."""
    found, waiting = list[Position](), [end.undo(end.ply)]
    while waiting and len(found) <= MOST_LINES:
        here = waiting.pop()
        if here.ply == end.ply:
            is_like = here.is_over and here.game.board(here.state, view.viewer) == view.board
            found += [here] if is_like else []
            continue
        outcomes = [a for a, chance in here.chance_outcomes if chance > 0]
        after = [here.play(move) for move in outcomes or here.legal_moves]
        waiting += [line for line in after if knowledge(line, view.viewer) == view.known[line.ply]]
    return iter(found if len(found) <= MOST_LINES else ())


def opponent_model(
    game: Game,
    games: str | Path | Iterable[GameRecord | Position],
    *,
    player: str | None = None,
    prior: float = PRIOR,
    start: Strategy | None = None,
) -> Strategy:
    """A model of a player, from games whose cards are all known: a strategy with its frequencies.

    `games` is a file, such as that of a match, or a list of records or ended positions. `player` is
    the player's name in the records; without it the moves of all players count. In each information
    set the strategy `start` counts as `prior` observations; it is an equilibrium if none is given.

    >>> import counterplay as cp
    >>> kuhn = cp.load("kuhn")
    >>> passes = [kuhn.position("startpos moves K Q pass pass")] * 100
    >>> model = cp.opponent_model(kuhn, passes)
    >>> model.chances(kuhn.position("startpos moves K Q"))[0] > 0.9
    True
    """
    judge = modelled(game)
    first = whole_equilibrium(game) if start is None else start
    observer = Observer(judge, judge.probabilities_of(first), prior)
    names: set[str] = set()
    listed = _read(game, Path(games)) if isinstance(games, str | Path) else games
    for one in listed:
        seats = tuple(range(game.facts.players))
        if isinstance(one, GameRecord):
            names |= set(one.players)
            seats = tuple(p for p in seats if player is None or one.players[p : p + 1] == (player,))
            one = one.position(game)
        if seats:
            observer.add(one, seats)
    if player is not None and names and not observer.games:
        known = ", ".join(sorted(names)) or "nobody"
        raise InputError(f"{player!r} plays in none of the games; players are {known}")
    return observer.strategy()


def modelled(game: Game) -> Judge:
    """A judge of a game whose players can be modelled; UnfitError if it is too large."""
    if is_holdem(game):
        raise UnfitError(
            f"{game.name} is too large for models of opponents: they are for games such as leduc"
        )
    return Judge(game)


def whole_equilibrium(game: Game) -> Strategy:
    """An equilibrium of a game that can be gone through as a whole."""
    found = equilibrium(game)
    assert isinstance(found, Strategy)  # a blueprint is for hold'em only
    return found


def _read(game: Game, path: Path) -> list[GameRecord]:
    """The games of a file."""
    file = GameFile(path)
    records = [record for _, record in file.games(game)]
    if not records:
        why = f": {file.faults[0]}" if file.faults else ""
        raise InputError(f"{path} has no games of {game.name}{why}")
    return records
