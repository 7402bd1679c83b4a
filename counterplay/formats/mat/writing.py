"""Writing MAT files: a match, or a money game, for each record.

A record that does not begin at the start of a match has the tag Position. A decision to roll is
written with the dice; if they are not rolled yet, the tag Next says `roll`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, TextIO

import numpy as np

from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.formats.record import GameRecord, show_pgn_date
from counterplay.games.backgammon.board import ANSWER, CHOICE, MOVE, OPENING, OVER, ROLL
from counterplay.games.backgammon.match import (
    DOUBLE,
    DROP,
    TAKE,
    doublings,
    kind_of_win,
    points_of,
)
from counterplay.games.backgammon.moves import NO_PLAY
from counterplay.games.backgammon.notation import steps_of

WIDTH = 28
"""The width of a column."""


def write(file: TextIO, games: Iterable[tuple[Game, GameRecord]]) -> int:
    """Write records to a file; see `registry.WriteGames`."""
    count = 0
    for game, record in games:
        file.write(("\n" if count else "") + show_match(game, record))
        count += 1
    return count


def show_match(game: Game, record: GameRecord) -> str:
    """A record as text."""
    length, position = game.parameters["match"].value, record.position(game)
    tags = {
        "Site": record.site, "Event": record.event, "Round": record.round,
        "EventDate": show_pgn_date(record.date), **rule_tags(game), "Position": record.start,
        "Next": "roll" if is_rolling(position) else "", **record.tags,
    }  # fmt: skip
    lines = [f'; [{name} "{one_line(text)}"]' for name, text in tags.items() if text]
    lines += ["", f" {length} point match"]
    names = [one_line(name).replace(":", ";") for name in record.players or ("", "")]
    for number, (first, last) in enumerate(parts(position), 1):
        states = (*position.past, position.state)
        score = states[first].score
        left, right = (f"{name} : {points_of(score, p)}" for p, name in enumerate(names))
        lines += ["", f" Game {number}", f" {left:<{WIDTH + 3}}{right}"]
        lines += rows(list(cells_of(states[first : last + 1], position.moves[first:last])))
        payoffs = record.payoffs if last == position.ply else None
        won = winner_of(states[first], states[last], payoffs, length)
        if won is not None:
            player, points = won
            indent = " " * (6 if player == 0 else WIDTH + 7)
            lines.append(f"{indent}Wins {points} point{'s' if points != 1 else ''}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def rule_tags(game: Game) -> dict[str, str]:
    """The tags of parameters that a reader cannot guess."""
    values = {name: parameter.value for name, parameter in game.parameters.items()}
    if not values["cube"]:
        return {"CubeLimit": "1"}
    rule = "crawford" if values["match"] else "jacoby"
    return {rule.title(): "On" if values[rule] else "Off"}


def is_rolling(position: Position) -> bool:
    """Whether the last move is a decision to roll."""
    return position.ply > 0 and position.past[-1].stage == CHOICE and position.state.stage == ROLL


def one_line(text: str) -> str:
    return " ".join(text.replace('"', "'").split())


def parts(position: Position) -> list[tuple[int, int]]:
    """The plies between which the games of a match lie."""
    later = [ply for ply, s in enumerate(position.past) if ply > 0 and s.stage == OPENING]
    return list(pairwise([0, *later, position.ply]))


def cells_of(states: Any, moves: Any) -> Iterator[tuple[int, str]]:
    """The player and the text of each cell of the two columns."""
    roll = ""
    for s, a, after in zip(states, moves, states[1:], strict=False):
        if s.stage in (OPENING, ROLL):
            roll = f"{after.dice >> 3}{after.dice & 7}:"
            player = after.turn
        elif s.stage == MOVE:
            steps = (f"{start}/{end}{'*' * hits}" for start, end, hits in steps_of(s, a))
            played = "Cannot Move" if a == NO_PLAY else " ".join(steps)
            yield s.turn, f"{s.dice >> 3}{s.dice & 7}: {played}"
            roll = ""
        elif s.stage == CHOICE and a == DOUBLE:
            yield s.turn, f" Doubles => {2 << doublings(s.cube)}"
        elif s.stage == ANSWER:
            yield 1 - s.turn, {TAKE: " Takes", DROP: " Drops"}[a]
    if roll:
        yield player, roll


def rows(cells: list[tuple[int, str]]) -> list[str]:
    """The cells in numbered rows, the first player's on the left."""
    grid: list[list[str]] = []
    for player, text in cells:
        if player == 0 or not grid or grid[-1][1]:
            grid.append(["", ""])
        grid[-1][player] = text
    return [f"{n:3}) {left + ' ':<{WIDTH}}{right}" for n, (left, right) in enumerate(grid, 1)]


def full_points(last: Any) -> int:
    """The points of the game that ends a match. The score counts only those that were needed."""
    sides = [(last.near0, last.far0), (last.near1, last.far1)]
    left = [side for side in sides if side[0] | side[1]]
    with np.errstate(over="ignore"):
        kind = int(kind_of_win(*left[0])) if len(left) == 1 else 1  # 1 after a drop
    return int(kind << doublings(last.cube))


def winner_of(
    first: Any, last: Any, payoffs: tuple[float, ...] | None, length: int
) -> tuple[int, int] | None:
    """The winner of a game and the points; None if it is not known.

    `payoffs` are given for the last game. If it has not ended, the other has resigned.
    """
    if last.stage in (OPENING, OVER):
        gained = [points_of(last.score, p) - points_of(first.score, p) for p in (0, 1)]
        if any(gained):
            points = full_points(last) if length and last.stage == OVER else max(gained)
            return gained.index(max(gained)), points
    if payoffs is None or payoffs[0] == payoffs[1]:
        return None
    player = 0 if payoffs[0] > payoffs[1] else 1
    return player, length - points_of(last.score, player) if length else round(abs(payoffs[0]))
