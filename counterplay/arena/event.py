"""What a match and a tournament have in common: players, terms, games that are played and kept."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypedDict, TypeVar

from counterplay.arena.adjudication import table_version
from counterplay.arena.openings import Openings
from counterplay.arena.record import Record
from counterplay.arena.room import Room
from counterplay.arena.schedule import Pair, Task, games_each, schedule
from counterplay.arena.setup import Setup, fingerprints, match_limit, source_for
from counterplay.arena.store import Store
from counterplay.arena.workers import play_in_processes
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.players.clock import Clock
from counterplay.players.spec import Spec

HERE = Path()
"""`out=HERE` keeps the games in the current folder, under a name made from the setup."""

MOST_PLAYERS_NAMED = 3
"""So many players stand in the name of a file."""

Play = Callable[[Setup, Sequence[Task], int | None], Iterator[Record]]
"""How games are played elsewhere: so many at once, as many as there is room for if None."""


class Terms(TypedDict, total=False):
    """How games are played; each has a default (`prepare`).

    games          of each pair of players
    time, depth, nodes, clock    for a move, or for a game
    opening_plies, openings, balanced, seed    where games begin
    table          a solution, or a folder of tables, that ends games whose result it knows
    jobs           games played at once, each in a process of its own if there are several
    out            the file that finished games are kept in
    play           how games are played, if not by processes of this machine
    """

    games: int
    time: float | None
    depth: int | None
    nodes: int | None
    clock: Clock | str | None
    opening_plies: int | None
    openings: str | Path | None
    balanced: float | None
    seed: int
    table: str | Path | None
    jobs: int | None
    out: str | Path | None
    play: Play | None


class Tallying(Protocol):
    """Whoever counts the games of an event."""

    @property
    def records(self) -> list[Record]: ...

    @property
    def finished(self) -> bool: ...

    def add(self, record: Record) -> None: ...


T = TypeVar("T", bound=Tallying)


@dataclass(frozen=True)
class Event:
    """A match or a tournament, ready to be played; `games` of each pair."""

    game: Game
    setup: Setup
    book: Openings
    pairs: tuple[Pair, ...]
    games: int
    jobs: int | None
    path: Path | None
    play: Play | None

    @property
    def planned(self) -> int:
        """How many games there are in all."""
        return self.games * len(self.pairs)

    @property
    def out(self) -> str | None:
        return None if self.path is None else str(self.path)

    def tasks(self, room: Room) -> list[Task]:
        openings = self.book.find(room.game, self.games // games_each(self.game), room.judge)
        return schedule(openings, self.game.facts.players, self.setup.seed, self.pairs)


def prepare(
    game: Game,
    players: tuple[Spec, ...],
    pairs: tuple[Pair, ...],
    *,
    games: int = 100,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    clock: Clock | str | None = None,
    opening_plies: int | None = None,
    openings: str | Path | None = None,
    balanced: float | None = None,
    seed: int = 0,
    table: str | Path | None = None,
    jobs: int | None = None,
    out: str | Path | None = None,
    play: Play | None = None,
) -> Event:
    """An event on these terms; what cannot be played is refused."""
    _refuse_numbers(games, jobs, games_each(game))
    timed = Clock.parse(clock) if isinstance(clock, str) else clock
    book = Openings(openings, opening_plies, balanced, seed)
    own = [file for player in players for file in player.files]
    setup = Setup(
        source=source_for(game),
        players=players,
        limit=match_limit(time, depth, nodes, timed),
        clock=timed,
        openings=book.about(game),
        seed=seed,
        files=fingerprints([*game.files, *own, *book.files(game)]),
        table=None if table is None else str(Path(table).absolute()),
        verdicts=None if table is None else table_version(game, table),
    )
    named = default_path(setup, pairs) if out == HERE else out
    path = None if named is None else Path(named)
    return Event(game, setup, book, pairs, games, jobs, path, play)


def hold(event: Event, tally: T, report: Callable[[T], None] | None) -> None:
    """Play the games that the event's file does not have, and count them all."""
    with ExitStack() as open_things:
        room = open_things.enter_context(Room(event.setup))
        tasks = event.tasks(room)
        store = None
        if event.path is not None:
            header = {**event.setup.header(), "pairs": _listed(event)}
            store = open_things.enter_context(Store(event.path, header))
        for record in store.records if store else ():
            if record.number < len(tasks):
                tally.add(record)
        done = {record.number for record in tally.records}
        left = [task for task in tasks if task.number not in done]
        if event.play is None and event.jobs in (None, 1):
            played: Iterator[Record] = map(room.play, left)
        else:
            room.close()
            del room  # its tables; each process has a room of its own
            play = event.play or play_in_processes
            played = play(event.setup, left, event.jobs)
        _follow(played, tally, store, report)


def _follow(
    played: Iterator[Record], tally: T, store: Store | None, report: Callable[[T], None] | None
) -> None:
    """Take in the games as they are finished, until the last, the verdict, or Ctrl-C."""
    report = report or (lambda tally: None)
    try:
        report(tally)
        while not tally.finished:
            record = next(played)
            if store is not None:
                store.append(record)
            tally.add(record)
            report(tally)
    except KeyboardInterrupt:
        pass
    finally:
        if isinstance(played, Generator):
            played.close()


def _refuse_numbers(games: int, jobs: int | None, each: int) -> None:
    if jobs is not None and jobs < 1:
        raise InputError(f"jobs={jobs}: at least one game has to be played at a time")
    if games < each or games % each:
        nearest = max(round(games / each), 1) * each
        raise InputError(
            f"games={games}: an opening is played from every side, {each} games each, so the "
            f"number of games is a multiple of {each}, such as {nearest}"
        )


def _listed(event: Event) -> str | None:
    """Who meets, where that does not go without saying."""
    if len(event.setup.players) == 2:
        return None
    return " ".join(f"{one}-{other}" for one, other in event.pairs)


def default_path(setup: Setup, pairs: Sequence[Pair]) -> Path:
    """A file name that says what is played, and differs where the setup does."""
    players = [player.name for player in setup.players]
    if len(players) > MOST_PLAYERS_NAMED:
        players = [f"{len(players)} players"]
    words = (Path(setup.source.game).stem, *players)
    named = "-".join(re.sub(r"\W+", "_", word)[:24].strip("_") for word in words)
    header = json.dumps([setup.header(), *pairs], sort_keys=True)
    return Path(f"{named}-{hashlib.sha256(header.encode()).hexdigest()[:8]}.jsonl")
