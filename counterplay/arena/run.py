"""A match from its first game to its last, or to the verdict of a sequential test."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path

from counterplay.arena.clock import Clock
from counterplay.arena.openings import Openings
from counterplay.arena.record import Record
from counterplay.arena.result import MatchResult
from counterplay.arena.room import Room
from counterplay.arena.schedule import games_each, schedule
from counterplay.arena.setup import Setup, fingerprints, match_limit, source_for
from counterplay.arena.spec import parse_pair
from counterplay.arena.sprt import Sprt
from counterplay.arena.store import Store
from counterplay.arena.tally import Tally
from counterplay.arena.workers import play_in_processes
from counterplay.core.errors import InputError
from counterplay.core.game import Game

Report = Callable[[Tally], None]

HERE = Path()
"""`out=HERE` keeps the games in the current folder, under a name made from the setup."""


def match(
    game: Game,
    one: str,
    other: str,
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
    jobs: int = 1,
    sprt: Sprt | tuple[float, float] | None = None,
    out: str | Path | None = None,
    report: Report | None = None,
) -> MatchResult:
    """Play two players against each other, each opening from both sides.

    Players are named as `arena.spec` says. Each has so many seconds, plies or nodes for a move
    (a tenth of a second if nothing is said), or a clock for the game. Openings are random plies,
    or the lines of a file; `balanced` keeps those that a short search calls even within so many
    points of payoff. With `sprt` the match ends as soon as the test decides.

    Finished games are kept in the file `out`; the same call goes on from there. `jobs` games are
    played at once, each in a process of its own if there are several. `report` is told of each
    finished game. Ctrl-C ends the match with the result so far, and `finished` is then False.
    """
    each = games_each(game)
    _refuse_numbers(games, jobs, each)
    test = Sprt(*sprt) if isinstance(sprt, tuple) else sprt
    timed = Clock.parse(clock) if isinstance(clock, str) else clock
    book = Openings(openings, opening_plies, balanced, seed)
    players = parse_pair(one, other)
    setup = Setup(
        source=source_for(game),
        players=players,
        limit=match_limit(time, depth, nodes, timed),
        clock=timed,
        openings=book.about(game),
        seed=seed,
        files=fingerprints([*game.files, *players[0].files, *players[1].files, *book.files(game)]),
    )
    with ExitStack() as open_things:
        room = open_things.enter_context(Room(setup))
        tasks = schedule(book.find(room.game, games // each), game.facts.players, seed)
        path = default_path(setup) if out == HERE else out
        kept = None if path is None else str(path)
        tally = Tally(game, setup, games, test, kept)
        store = None if path is None else open_things.enter_context(Store(path, setup.header()))
        for record in store.records if store else ():
            if record.number < games:
                tally.add(record)
        done = {record.number for record in tally.records}
        left = [task for task in tasks if task.number not in done]
        if jobs == 1:
            _follow(map(room.play, left), tally, store, report)
        else:
            room.close()
            del room  # its tables; each process has a room of its own
            _follow(play_in_processes(setup, left, jobs), tally, store, report)
    return tally.result()


def _follow(
    played: Iterator[Record], tally: Tally, store: Store | None, report: Report | None
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


def _refuse_numbers(games: int, jobs: int, each: int) -> None:
    if jobs < 1:
        raise InputError(f"jobs={jobs}: at least one game has to be played at a time")
    if games < each or games % each:
        nearest = max(round(games / each), 1) * each
        raise InputError(
            f"games={games}: an opening is played from every side, {each} games each, so the "
            f"number of games is a multiple of {each}, such as {nearest}"
        )


def default_path(setup: Setup) -> Path:
    """A file name that says what is played, and differs where the setup does."""
    words = (Path(setup.source.game).stem, *(player.name for player in setup.players))
    named = "-".join(re.sub(r"\W+", "_", word)[:24].strip("_") for word in words)
    header = json.dumps(setup.header(), sort_keys=True)
    return Path(f"{named}-{hashlib.sha256(header.encode()).hexdigest()[:8]}.jsonl")
