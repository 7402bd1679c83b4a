"""`counterplay respond`: a safe answer to the way that an opponent plays."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from counterplay.cli.commands.equilibrium import MOST_SHOWN, as_json, print_table
from counterplay.cli.support.common import (
    GameArgument,
    JsonOption,
    SetOption,
    load_game,
    output,
    print_json,
    progress,
    require_file_path,
    say,
)
from counterplay.cli.support.interrupt import until_ctrl_c
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.presentation.words import player_name
from counterplay.strategies import respond as responses
from counterplay.strategies.holdem import model as model_of_holdem
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.holdem.bucket_store import kept_tables
from counterplay.strategies.holdem.find import is_holdem
from counterplay.strategies.holdem.store import own_blueprint
from counterplay.strategies.observed import PRIOR, opponent_model
from counterplay.strategies.store import is_strategy, load, save
from counterplay.strategies.strategy import Strategy


def respond(
    game: GameArgument,
    against: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="Games of the opponent, such as the file of a match; or a strategy.",
            show_default=False,
        ),
    ],
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The opponent's name in the games. Default: all count."),
    ] = None,
    trust: Annotated[
        float,
        typer.Option(metavar="P", help="How likely the opponent follows the model, from 0 to 1."),
    ] = responses.TRUST,
    prior: Annotated[
        float | None,
        typer.Option(
            metavar="N",
            help="In each information set the equilibrium counts as N observations. "
            f"Default: {PRIOR:g}.",
        ),
    ] = None,
    exploitability: Annotated[
        float,
        typer.Option(metavar="X", help="Stop when the answer can be improved by at most X."),
    ] = responses.TOLERANCE,
    iterations: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help=f"Stop after N iterations. Default in hold'em: {model_of_holdem.ITERATIONS:,}.",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the strategy to this file.")
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Print all information sets.")] = False,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Find a strategy that wins from an opponent, and is kept safe.

    The frequencies of the opponent's moves in FILE give a model. The answer is the best one if the
    opponent follows the model with probability P, and knows the answer otherwise: a restricted Nash
    response. With P = 0 it is an equilibrium, with P = 1 the best response to the model. In a match
    it is strategy:file=FILE. In hold'em, hands are in the buckets of the blueprint of the game.
    """
    require_file_path(out)
    rules = load_game(game, set_)
    if is_holdem(rules):
        _respond_in_holdem(rules, against, player, trust, iterations, out, json)
        return
    model = _model(rules, against, player, prior)
    with until_ctrl_c() as stop:
        found = responses.respond(
            model,
            trust=trust,
            exploitability=exploitability,
            iterations=responses.MOST_ITERATIONS if iterations is None else iterations,
            stop=stop,
        )
    if out is not None:
        save(found, out)
    if json:
        print_json(as_json(found) | {"model": dict(model.about)})
        return
    _print_summary(found, model)
    print_table(found, None if all_ else MOST_SHOWN)
    if stop.is_set():
        say(progress(), "stopped: this is the strategy so far", "yellow")
    if out is not None:
        say(output(), f"written to {out}; in a match it is strategy:file={out}")


def _respond_in_holdem(
    game: Game, file: Path, player: str | None, trust: float, iterations: int | None,
    out: Path | None, json: bool,
) -> None:  # fmt: skip
    """Respond to games of hold'em, over the buckets of its blueprint."""
    path = own_blueprint(game)
    if path is None:
        raise InputError(f"no blueprint comes with {game.name}, which a response needs")
    blueprint = load(game, path)
    assert isinstance(blueprint, Blueprint)
    seen = model_of_holdem.frequencies_of(blueprint, file, player)
    count = model_of_holdem.ITERATIONS if iterations is None else iterations
    with until_ctrl_c() as stop:
        tables = kept_tables(blueprint.buckets, 1, stop)
        found = model_of_holdem.respond_to(seen, tables, trust=trust, iterations=count, stop=stop)
    if out is not None:
        save(found, out)
    if json:
        print_json({"game": game.name, **found.about})
        return
    say(output(), f"{game.name}: a response with trust {trust:g} to {seen.games:,} games", "bold")
    if out is not None:
        say(output(), f"written to {out}; in a match it is strategy:file={out}")


def _model(game: Game, file: Path, player: str | None, prior: float | None) -> Strategy:
    """The model that a file gives: a strategy, or the frequencies of games."""
    if not is_strategy(file):
        return opponent_model(game, file, player=player, prior=PRIOR if prior is None else prior)
    for name, value in (("--player", player), ("--prior", prior)):
        if value is not None:
            raise InputError(f"{file} is a strategy, so {name} has no meaning: leave it out")
    found = load(game, file)
    if not isinstance(found, Strategy):
        raise InputError(f"{file} is a blueprint: safe responses are for smaller games")
    return found


def _print_summary(found: Strategy, model: Strategy) -> None:
    """Print what the answer wins from the model, and what it can lose."""
    game, about = found.game, found.about
    wins = ", ".join(f"{player_name(game, p)} {x:+.5f}" for p, x in enumerate(about["against"]))
    games = model.about.get("games")
    say(output(), f"{game.name}: against the model {wins}", "bold")
    seen = "" if games is None else f"; {games:,} games seen"
    say(
        output(),
        f"exploitability {about['exploitability']:.3g} with trust {about['trust']:g}{seen}; "
        f"{len(found):,} information sets",
    )
