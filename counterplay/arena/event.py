"""What a match and a tournament share: their options, and playing and saving the games."""

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
from counterplay.arena.conditions import Conditions, fingerprints, match_limit, source_for
from counterplay.arena.game_runner import GameRunner
from counterplay.arena.games_file import GamesFile
from counterplay.arena.openings import Openings
from counterplay.arena.record import Record
from counterplay.arena.schedule import Pair, Task, games_each, schedule
from counterplay.arena.workers import play_in_processes
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.players.clock import Clock
from counterplay.players.spec import Spec

HERE = Path()
"""`out=HERE` saves the games in the current folder, in a file named after the conditions."""

MOST_PLAYERS_NAMED = 3
"""With more players than this, the name of the file has only their number."""

Play = Callable[[Conditions, Sequence[Task], int | None], Iterator[Record]]
"""Plays scheduled games, `jobs` at once, and yields their records; None: as many as possible."""


class EventOptions(TypedDict, total=False):
    """The options of `match` and `tournament`. All have defaults (see `make_event`).

    games                   games of each pair of players
    time, depth, nodes      the limit per move; players may set their own
    clock                   the time per game, such as "60+0.5"
    opening_plies, openings, balanced, seed    the positions that games start from (`Openings`)
    table                   a solution, or a folder of endgame tables: a game ends when its result
                            is known there
    jobs                    games played at once; with 2 or more, each in its own process
    out                     the file that finished games are saved in
    play                    plays the games elsewhere, for example on a cluster
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


class Tally(Protocol):
    """Counts the finished games of an event."""

    @property
    def records(self) -> list[Record]: ...

    @property
    def finished(self) -> bool: ...

    def add(self, record: Record) -> None: ...


T = TypeVar("T", bound=Tally)


@dataclass(frozen=True)
class Event:
    """A match or a tournament that is ready to be played. `games` is per pair of players."""

    game: Game
    conditions: Conditions
    book: Openings
    pairs: tuple[Pair, ...]
    games: int
    jobs: int | None
    path: Path | None
    play: Play | None

    @property
    def planned(self) -> int:
        """The number of games of all pairs."""
        return self.games * len(self.pairs)

    @property
    def out(self) -> str | None:
        return None if self.path is None else str(self.path)

    def tasks(self, runner: GameRunner) -> list[Task]:
        openings = self.book.find(runner.game, self.games // games_each(self.game), runner.judge)
        return schedule(openings, self.game.facts.players, self.conditions.seed, self.pairs)


def make_event(
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
    """Make an event from its options. Raises InputError or UnfitError if it cannot be played."""
    _require_numbers(games, jobs, games_each(game))
    timed = Clock.parse(clock) if isinstance(clock, str) else clock
    book = Openings(openings, opening_plies, balanced, seed)
    own = [file for player in players for file in player.files]
    conditions = Conditions(
        source=source_for(game),
        players=players,
        limit=match_limit(time, depth, nodes, timed),
        clock=timed,
        openings=book.about(game),
        seed=seed,
        files=(*fingerprints([*game.files, *own, *book.files(game)]), *_tables(game, players)),
        table=None if table is None else str(Path(table).absolute()),
        verdicts=None if table is None else table_version(game, table),
    )
    named = default_path(conditions, pairs) if out == HERE else out
    path = None if named is None else Path(named)
    return Event(game, conditions, book, pairs, games, jobs, path, play)


def _tables(game: Game, players: Sequence[Spec]) -> tuple[tuple[str, str], ...]:
    """The tables that players probe, with a hash of each."""
    paths = dict.fromkeys(player.tables for player in players if player.tables)
    return tuple((f"tables {Path(path).name}", table_version(game, path)) for path in paths)


def play_event(event: Event, tally: T, report: Callable[[T], None] | None) -> None:
    """Play the games that are not yet in the event's file. `tally` counts those of the file too."""
    with ExitStack() as stack:
        runner = stack.enter_context(GameRunner(event.conditions))
        tasks = event.tasks(runner)
        store = None
        if event.path is not None:
            header = {**event.conditions.header(), "pairs": _pairs_text(event)}
            store = stack.enter_context(GamesFile(event.path, header))
        for record in store.records if store else ():
            if record.number < len(tasks):
                tally.add(record)
        done = {record.number for record in tally.records}
        left = [task for task in tasks if task.number not in done]
        if event.play is None and event.jobs in (None, 1):
            played: Iterator[Record] = map(runner.play, left)
        else:
            runner.close()
            del runner  # frees its transposition tables; each process makes its own runner
            play = event.play or play_in_processes
            played = play(event.conditions, left, event.jobs)
        _collect(played, tally, store, report)


def _collect(
    played: Iterator[Record], tally: T, store: GamesFile | None, report: Callable[[T], None] | None
) -> None:
    """Save and count games as they finish, until the last one, a verdict, or Ctrl-C."""
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


def _require_numbers(games: int, jobs: int | None, each: int) -> None:
    if jobs is not None and jobs < 1:
        raise InputError(f"jobs={jobs} must be 1 or more")
    if games < each or games % each:
        nearest = max(round(games / each), 1) * each
        raise InputError(
            f"games={games} must be a multiple of {each}, such as {nearest}: each opening is "
            f"played from every side, in {each} games"
        )


def _pairs_text(event: Event) -> str | None:
    """The pairs as text. None for a match, which has only one pair."""
    if len(event.conditions.players) == 2:
        return None
    return " ".join(f"{one}-{other}" for one, other in event.pairs)


def default_path(conditions: Conditions, pairs: Sequence[Pair]) -> Path:
    """A file name from the game and the players. Other conditions give another name."""
    players = [player.name for player in conditions.players]
    if len(players) > MOST_PLAYERS_NAMED:
        players = [f"{len(players)} players"]
    words = (Path(conditions.source.game).stem, *players)
    named = "-".join(re.sub(r"\W+", "_", word)[:24].strip("_") for word in words)
    header = json.dumps([conditions.header(), *pairs], sort_keys=True)
    return Path(f"{named}-{hashlib.sha256(header.encode()).hexdigest()[:8]}.jsonl")
