"""Games in lines of JSON: those that `counterplay db export` and `counterplay match` write, and the
file of one game that `counterplay play` saves."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, BinaryIO

import numpy as np

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.database.files.replay import Replay, game_of
from counterplay.database.played import Played, read_date, require_payoffs, start_of

MATCH, SAVED = "counterplay match", "counterplay game"
"""What the files of matches and of saved games say of themselves."""

PLAYED_OUT = ("end", "repetition")
"""How a game of a match ends that nobody forfeited."""

Found = tuple[Game, Played]


class Lines:
    """Reads the games of a file; `rules` is the game they are of, where the user has said so."""

    def __init__(self, name: str, rules: Game | None, faults: list[str]) -> None:
        self._name, self._rules, self._faults = name, rules, faults
        self._replays: dict[int, Replay] = {}

    def read(self, file: BinaryIO) -> Iterator[Found]:
        text = file.readline()
        first = _parsed(text)
        rest: Iterator[bytes] = iter(file)
        if first is None:  # JSON over several lines, as saved games are
            first, rest = _parsed(text + file.read()), iter(())
            if first is None or first.get("format") != SAVED:
                raise InputError(f"{self._name} has no games: it is neither JSON lines nor a game")
        told, kind = first, first.get("format")
        if kind == MATCH:
            yield from self._all(rest, lambda game: self._of_match(told, game))
        elif kind == SAVED:
            yield from self._careful(1, lambda: self._saved(told))
        else:
            yield from self._careful(1, lambda: self._line(told))
            yield from self._all(rest, self._line)

    def _all(
        self, lines: Iterator[bytes], read: Callable[[Mapping[str, Any]], Found]
    ) -> Iterator[Found]:
        """The games of all lines after the first."""
        for number, line in enumerate(lines, 2):
            if line.strip():
                yield from self._careful(number, partial(_of_line, read, line))

    def _careful(self, number: int, read: Callable[[], Found]) -> Iterator[Found]:
        """A game, or why it is left out."""
        try:
            yield read()
        except CounterplayError as error:
            self._faults.append(f"{self._name}, line {number}: the game is skipped, {error}")
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
            self._faults.append(f"{self._name}, line {number}: the game is skipped, it is no game")

    def _replay(self, told: Mapping[str, Any]) -> Replay:
        """What plays the games of a line through."""
        parameters = dict(told.get("parameters") or {})
        name = str(told["game"])
        game = self._rules or game_of(name, tuple(sorted(parameters.items())))
        if self._rules is not None:
            if name not in (game.name, game.path):
                raise InputError(f"it is of {name}, not of {game.name}")
            _require_parameters(game, parameters)
        return self._replays.setdefault(id(game), Replay(game))

    def _line(self, told: Mapping[str, Any]) -> Found:
        """A game as `counterplay db export` writes it."""
        replay = self._replay(told)
        position = replay.play(str(told.get("start") or "startpos"), list(map(str, told["moves"])))
        payoffs = told.get("payoffs")
        if payoffs is None and position.is_over:
            payoffs = position.payoffs
        return replay.game, _played(
            position,
            require_payoffs(payoffs, replay.game.facts.players),
            tuple(map(str, told.get("players") or ())),
            read_date(str(told.get("date") or "")),
            str(told.get("event") or ""),
            str(told.get("site") or ""),
            str(told.get("round") or ""),
            {str(name): str(value) for name, value in dict(told.get("tags") or {}).items()},
        )

    def _of_match(self, head: Mapping[str, Any], told: Mapping[str, Any]) -> Found:
        """A game of a match: who had which seat, and what came of it."""
        replay = self._replay(head)
        position = replay.play(str(told["opening"]), list(map(str, told["moves"])))
        names = [str(name) for name in head["players"]]
        seats = [int(seat) for seat in told["seats"]]
        event = f"{names[0]} against {names[1]}, seed {head['seed']}"
        return replay.game, _played(
            position,
            _paid(position, told, seats),
            tuple(names[seat] for seat in seats),
            event=event,
            part=str(int(told["number"]) + 1),
            tags={} if told["ending"] == "end" else {"Termination": str(told["ending"])},
        )

    def _saved(self, told: Mapping[str, Any]) -> Found:
        """A game that was saved, over or not."""
        replay = self._replay(told)
        position = replay.play(str(told["start"]), list(map(str, told["moves"])))
        paid = require_payoffs(position.payoffs, len(told["players"])) if position.is_over else None
        return replay.game, _played(
            position, paid, tuple(map(str, told["players"])), read_date(str(told.get("date") or ""))
        )


def _require_parameters(game: Game, said: Mapping[str, Any]) -> None:
    """Refuse a game with other parameters than those of the rules; what is not said is as usual."""
    for parameter in game.parameters.values():
        wanted = str(said.get(parameter.name, parameter.default))
        if wanted != str(parameter.value):
            raise InputError(
                f"it is of {game.name} with {parameter.name}={wanted}, not {parameter.value}"
            )


def _played(
    position: Position,
    payoffs: tuple[float, ...] | None,
    players: tuple[str, ...],
    date: int = 0,
    event: str = "",
    site: str = "",
    part: str = "",
    tags: Mapping[str, str] | None = None,
) -> Played:
    moves = np.array(position.moves, np.int64)
    return Played(moves, start_of(position), payoffs, players, date, event, site, part, tags or {})


def _paid(
    position: Position, told: Mapping[str, Any], seats: list[int]
) -> tuple[float, ...] | None:
    """What each seat got. A forfeited game counts as won where games are just won or lost."""
    facts = position.game.facts
    if told["ending"] in PLAYED_OUT:
        return require_payoffs(position.payoffs, facts.players)
    score = float(told["score"])
    lost = facts.lost_by(seats.index(1 if score == 1 else 0))
    if score == 0.5 and lost is not None:
        lost = (facts.even_share, facts.even_share)
    return require_payoffs(lost, facts.players)


def _of_line(read: Callable[[Mapping[str, Any]], Found], line: bytes) -> Found:
    told = _parsed(line)
    if told is None:
        raise ValueError
    return read(told)


def _parsed(text: bytes) -> dict[str, Any] | None:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None
