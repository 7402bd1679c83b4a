"""Reading MAT files: a match is one game of backgammon, and so is each money game.

The rules here have no resignation. A game that ends so ends its record, and the rest of the match
is another record, which starts from the score.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.formats.mat.scores import Event, Sheet, SheetGame, sheets
from counterplay.formats.record import GameRecord, read_date
from counterplay.formats.replay import game_of
from counterplay.games.backgammon.board import CHOICE, MOVE, OPENING
from counterplay.games.backgammon.match import CRAWFORD_GAME
from counterplay.games.backgammon.moves import NO_PLAY

KNOWN = ("Event", "Site", "Round", "EventDate", "CubeLimit", "Jacoby", "Crawford", "Position",
         "Next", "Player 1", "Player 2")  # fmt: skip
"""Tags that are not kept in the tags of a record."""


def read(
    file: BinaryIO, name: str, game: Game | None, faults: list[str]
) -> Iterator[tuple[Game, GameRecord]]:
    """The records of a file; see `registry.ReadGames`."""
    lines = file.read().decode("utf-8", "replace").splitlines()
    for sheet in sheets(lines):
        rules = rules_of(sheet)
        if game is not None and repr(game) != repr(rules):
            where = f"{name}, line {sheet.line}: the match is skipped"
            faults.append(f"{where}: the game is {rules!r}, not {game!r}")
            continue
        reader = Reader(rules, sheet)
        try:
            for record in reader.records():
                yield rules, record
        except CounterplayError as error:
            faults.append(f"{name}, line {reader.line}: the rest of the match is skipped: {error}")


def rules_of(sheet: Sheet) -> Game:
    """Backgammon with the parameters of a sheet."""
    given: dict[str, Any] = {}
    if sheet.tags.get("CubeLimit") != "1":
        given["cube"] = True
    if sheet.length:
        given["match"] = sheet.length
    rule = "crawford" if sheet.length else "jacoby"
    if "cube" in given and (sheet.tags.get(rule.title()) == "Off" or has_early_gammon(sheet)):
        given[rule] = False
    return game_of("backgammon", tuple(given.items()))


def has_early_gammon(sheet: Sheet) -> bool:
    """Whether a money game without a double counts more than one point: then Jacoby is off."""
    if sheet.length or "Jacoby" in sheet.tags:
        return False
    return any(
        not any(event.kind == "double" for event in one.events)
        and any(event.kind == "points" and int(event.text) > 1 for event in one.events)
        for one in sheet.games
    )


@dataclass
class Reader:
    """Plays the games of a sheet."""

    game: Game
    sheet: Sheet
    line: int = 0
    _was_close: bool = field(default=False)

    def records(self) -> Iterator[GameRecord]:
        position: Position | None = None
        for one in self.sheet.games:
            self.line = one.line
            if position is None or position.state.stage != OPENING:
                position = self.game.position(self._start(one))
            self._was_close = max(one.score) == self.sheet.length - 1
            begun, won = len(position.moves), None
            for event in one.events:
                self.line = event.line
                if event.kind == "points":
                    won = event
                else:
                    position = self._played(position, event)
            is_last = one is self.sheet.games[-1]
            if is_last and self.sheet.tags.get("Next") == "roll" and position.state.stage == CHOICE:
                position = position.play("roll")
            has_ended = position.is_over or (
                position.state.stage == OPENING and len(position.moves) > begun
            )
            if self.sheet.length and has_ended and not position.is_over:
                continue
            yield self._record(one, position, won)
            position = None
        if position is not None:
            yield self._record(self.sheet.games[-1], position, None)

    def _start(self, one: SheetGame) -> str:
        """The start of a record: the position of the tag, or the score before a game."""
        if one is self.sheet.games[0] and "Position" in self.sheet.tags:
            return self.sheet.tags["Position"]
        if not self.sheet.length or not any(one.score):
            return "startpos"
        score = one.score[0] | one.score[1] << 8
        crawford = self.game.parameters["crawford"].value
        if crawford and not self._was_close and max(one.score) == self.sheet.length - 1:
            score |= CRAWFORD_GAME
        return self.game.show_position(self.game.initial()._replace(score=score))

    def _played(self, position: Position, event: Event) -> Position:
        """The position after an event: dice and a play, or a decision about the cube.

        After dice without a play, a player passes if the game goes on.
        """
        if position.state.stage == MOVE:
            position = position.play(NO_PLAY)
        if event.kind != "dice":
            return position.play(event.kind)
        if position.state.stage == CHOICE:
            position = position.play("roll")
        if position.turn != CHANCE:
            raise InputError(f"{event.text} is rolled, but the player cannot roll here")
        if not set(event.text) <= set("123456"):
            raise InputError(f"there is no roll {event.text}: dice have 1 to 6")
        low, high = sorted(event.text)
        dice = low + high if position.state.stage == OPENING and event.player == 1 else high + low
        position = position.play(dice)
        if event.play.lower().startswith(("cannot", "can't", "no ")):
            return position.play(NO_PLAY)
        if not event.play:
            return position
        points = event.play.replace("25/", "bar/").replace("/0", "/off")
        return position.play(points)

    def _record(self, one: SheetGame, position: Position, won: Event | None) -> GameRecord:
        tags = self.sheet.tags
        payoffs = None if position.is_over or won is None else self._payoffs(one, won)
        return GameRecord.of(
            position,
            payoffs,
            players=one.names if any(one.names) else (),
            date=read_date(tags.get("EventDate", "")),
            event=tags.get("Event", ""),
            site=tags.get("Site", ""),
            round=tags.get("Round", ""),
            tags={name: text for name, text in tags.items() if name not in KNOWN},
        )

    def _payoffs(self, one: SheetGame, won: Event) -> tuple[float, float] | None:
        """The payoffs after a resignation; None if it does not end the match."""
        points = int(won.text)
        if self.sheet.length:
            if one.score[won.player] + points < self.sheet.length:
                return None
            points = 1
        return (points, -points) if won.player == 0 else (-points, points)
