"""The profile of a game: what the games that `check` played were like."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.position import Position


@dataclass(frozen=True)
class Profile:
    """What random games are like. It shows faults that no rule forbids: a player who never wins.

    games            the games that were played
    plies            the mean number of plies of a game
    longest          the plies of the longest game
    branching        the mean number of legal moves of a player
    most_branching   the most legal moves of a player
    moved            how often each player moved
    chance           how often chance moved
    won              the games that each player won alone
    draws            the games without a single winner
    seen_twice       the share of positions that occurred more than once
    """

    games: int
    plies: float
    longest: int
    branching: float
    most_branching: int
    moved: tuple[int, ...]
    chance: int
    won: tuple[int, ...]
    draws: int
    seen_twice: float


class Tally:
    """Counts what happens in the games that are played."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._movers: Counter[int] = Counter()
        self._winners: Counter[int | None] = Counter()
        self._visits: Counter[bytes] = Counter()
        self._lengths: list[int] = []
        self._widths: list[int] = []
        self._unlisted: Counter[int] = Counter()

    @property
    def never_moved(self) -> list[int]:
        """The players who moved in no game."""
        return [p for p in range(self._players) if not self._movers[p]]

    @property
    def games(self) -> int:
        return len(self._lengths)

    @property
    def longest(self) -> int:
        return max(self._lengths, default=0)

    def visit(self, state: bytes) -> None:
        """A position occurred."""
        self._visits[state] += 1

    def move(self, player: int, choices: int) -> None:
        """A player, or chance, had this number of choices."""
        self._movers[player] += 1
        if player != CHANCE:
            self._widths.append(choices)

    def buffer(self, unlisted: int) -> None:
        """Note how many moves `actions` wrote beyond the number that it returned."""
        self._unlisted[unlisted] += 1

    @property
    def always_one_more(self) -> int:
        """How often `actions` wrote one move more than it returned, if it always did; else 0."""
        return self._unlisted[1] if [*self._unlisted] == [1] else 0

    def end(self, position: Position) -> None:
        """A game ended here."""
        self._lengths.append(len(position.moves))
        outcome = position.outcome
        self._winners[outcome.winner if outcome else None] += 1

    def profile(self) -> Profile:
        """The counts so far."""
        games, widths = len(self._lengths), self._widths
        twice = sum(count > 1 for count in self._visits.values())
        return Profile(
            games=games,
            plies=sum(self._lengths) / max(games, 1),
            longest=self.longest,
            branching=sum(widths) / max(len(widths), 1),
            most_branching=max(widths, default=0),
            moved=tuple(self._movers[p] for p in range(self._players)),
            chance=self._movers[CHANCE],
            won=tuple(self._winners[p] for p in range(self._players)),
            draws=self._winners[None],
            seen_twice=twice / max(len(self._visits), 1),
        )
