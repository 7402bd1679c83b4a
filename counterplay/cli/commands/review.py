"""`counterplay review`: the errors of each player in games of a file."""

from __future__ import annotations

from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from counterplay.cli.support.common import JsonOption, output, print_json, progress, say
from counterplay.cli.support.review_table import print_decision, print_heading, print_totals
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.formats.game_file import GameFile
from counterplay.formats.record import GameRecord
from counterplay.games import load
from counterplay.presentation.words import count
from counterplay.review.decision import DOUBTFUL, Decision
from counterplay.review.game import decisions_of, require_reviewable
from counterplay.review.total import total_of
from counterplay.session import Session

DEPTH = 2


def review(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Games, for example a .mat file of backgammon.", show_default=False
        ),
    ],
    depth: Annotated[
        int, typer.Option(metavar="N", help="Depth of the searches, in moves; 1 only evaluates.")
    ] = DEPTH,
    least: Annotated[
        float,
        typer.Option(metavar="EQUITY", help="Show decisions that lost this much; 0 shows all."),
    ] = DOUBTFUL,
    json: JsonOption = False,
) -> None:
    """Review games with dice: what each decision lost, compared with the best one of the same roll.

    Equities are +1 for a win and -1 for a loss of the game at hand: in backgammon they are divided
    by the cube, as in GNU Backgammon. Ctrl-C ends with the totals so far.
    """
    if not least >= 0:
        raise InputError(f"--least {least:g} must be 0 or more")
    limit, games = Limit(depth=depth), GameFile(file)
    found: list[tuple[Game, GameRecord, list[Decision]]] = []
    is_stopped = False
    with ExitStack() as stack:
        sessions: dict[str, Session] = {}
        try:
            for bare, record in games.games():
                require_reviewable(bare)
                if repr(bare) not in sessions:
                    sessions[repr(bare)] = stack.enter_context(Session(_complete(bare)))
                session = sessions[repr(bare)]
                found.append((session.game, record, []))
                _review_one(session, record, limit, found[-1][2])
                if not json:
                    _show(len(found), *found[-1], least)
        except KeyboardInterrupt:
            is_stopped = True
    for fault in games.faults:
        say(progress(), fault, "yellow")
    if not found:
        raise InputError(f"{file} has no game to review")
    if json:
        print_json(_as_json(found, depth))
    else:
        print_totals(output(), [(record.players, game, all_) for game, record, all_ in found])
        if is_stopped:
            say(progress(), f"stopped in {count(len(found), 'games')}", "yellow")


def _complete(game: Game) -> Game:
    """The game of a file, which comes without its evaluator, with all that belongs to it."""
    given = {name: p.value for name, p in game.parameters.items() if p.value != p.default}
    return load(game.name, **given)


def _review_one(
    session: Session, record: GameRecord, limit: Limit, decisions: list[Decision]
) -> None:
    """Judge the decisions of a game, and add each to a list."""
    console = progress()
    end = record.position(session.game)
    status = console.status("reviewing") if console.is_terminal else None
    with status or nullcontext():
        for decision in decisions_of(session, end, limit):
            decisions.append(decision)
            if status is not None:
                status.update(f"reviewing: {decision.ply + 1} of {len(end.moves)} (Ctrl-C: stop)")


def _show(
    number: int, game: Game, record: GameRecord, decisions: list[Decision], least: float
) -> None:
    """Print a game: a heading, and the decisions that lost enough."""
    print_heading(output(), number, game, record)
    shown = [one for one in decisions if one.counts and one.loss >= least]
    for one in shown:
        print_decision(output(), one, names_of(game, record)[one.player])
    if not shown:
        say(output(), f"no decision lost {least:.3f} or more", "dim")


def names_of(game: Game, record: GameRecord) -> tuple[str, ...]:
    """The names of the players of a game."""
    return record.players if any(record.players) else game.facts.names


def _as_json(found: list[tuple[Game, GameRecord, list[Decision]]], depth: int) -> dict[str, Any]:
    return {
        "depth": depth,
        "games": [
            {
                "game": game.name,
                "players": list(names_of(game, record)),
                "totals": [
                    total_of(one for one in decisions if one.player == player).as_json()
                    for player in (0, 1)
                ],
                "decisions": [one.as_json() for one in decisions],
            }
            for game, record, decisions in found
        ],
    }
