"""`counterplay equilibrium`: the best strategies of a game with hidden information."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.status import Status
from rich.table import Table

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
from counterplay.presentation.viewpoint import seen_moves
from counterplay.presentation.words import player_name
from counterplay.strategies import find
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.holdem.buckets import BY_DEFAULT as BUCKETS
from counterplay.strategies.holdem.cards import KINDS
from counterplay.strategies.sampler import SAMPLED
from counterplay.strategies.store import save
from counterplay.strategies.strategy import Strategy
from counterplay.strategies.variants import BY_DEFAULT, VARIANTS

MOST_SHOWN = 40
"""The most information sets that are printed without --all."""


def equilibrium(
    game: GameArgument,
    variant: Annotated[
        str, typer.Option(metavar="NAME", help=f"One of: {', '.join((*VARIANTS, *SAMPLED))}.")
    ] = BY_DEFAULT,
    exploitability: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            help="Stop when a player gains at most X on average by the best response. Default: "
            f"{find.TOLERANCE}, if there is no other limit.",
        ),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after N iterations.")
    ] = None,
    time: Annotated[
        float | None,
        typer.Option("--time", metavar="SECONDS", help="Stop after this time."),
    ] = None,
    memory: Annotated[
        int, typer.Option(metavar="MB", help="Memory of a variant that samples.")
    ] = 512,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of a variant that samples.")] = 1,
    buckets: Annotated[
        str | None,
        typer.Option(
            metavar="N,N,N",
            help="Hold'em: the buckets of hands on the flop, turn and river, or one number for all "
            f"three. Default: {','.join(map(str, BUCKETS))}.",
        ),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", help="Hold'em: threads. Default: all cores.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the strategy to this file.")
    ] = None,
    run: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the run in this file, and go on from it."),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Print all information sets.")] = False,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Find strategies that no player can improve alone, by regret minimisation.

    For games with hidden information. It goes through every possible game, or samples some. Of
    hold'em it makes a blueprint: a strategy for buckets of hands that play alike.
    With two players and a constant total the result is an equilibrium, as near as you ask. Play
    against it with --book FILE; in a match it is strategy:file=FILE. Ctrl-C ends with the strategy
    so far.
    """
    require_file_path(out)
    rules, console = load_game(game, set_), progress()
    status = console.status("minimising regret") if console.is_terminal and not json else None
    with status or nullcontext(), until_ctrl_c() as stop:
        found = find.equilibrium(
            rules,
            variant=variant,
            exploitability=exploitability,
            iterations=iterations,
            seconds=time,
            memory=memory,
            seed=seed,
            run_file=run,
            buckets=_numbers(buckets),
            threads=threads,
            stop=stop,
            report=lambda so_far: _show(status, so_far),
        )
    if out is not None:
        save(found, out)
    if json:
        print_json(as_json(found))
        return
    if isinstance(found, Blueprint):
        print_blueprint(found)
    else:
        print_strategy(found, None if all_ else MOST_SHOWN)
    if stop.is_set():
        say(progress(), "stopped: this is the strategy so far", "yellow")
    if out is not None:
        say(output(), f"written to {out}; play against it: counterplay play {game} "
            f"--book {out}")  # fmt: skip


def _numbers(text: str | None) -> list[int] | None:
    """The numbers of buckets of a text such as 50,100,100."""
    if text is None:
        return None
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise InputError(f"--buckets {text}: give whole numbers, as in 50,100,100") from None


def _show(status: Status | None, so_far: find.Progress) -> None:
    if status is not None:
        gap = (
            ""
            if so_far.quality is None
            else f", exploitability {so_far.quality.exploitability:.3g}"
        )
        status.update(
            f"minimising regret (Ctrl-C: answer now)  {so_far.iterations:,} iterations{gap}"
        )


def as_json(found: Strategy | Blueprint) -> dict[str, Any]:
    """The strategy as plain values: each information set with its moves; of a blueprint, the
    first choice with each kind of hands."""
    if isinstance(found, Blueprint):
        sizes = {"buckets": list(found.buckets.sizes), "information_sets": len(found)}
        return {"game": found.game.name, **found.about, **sizes, "first_moves": first_moves(found)}
    return {"game": found.game.name, **found.about, "information_sets": _rows(found, None)}


def _rows(found: Strategy, most: int | None) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for player, position in found.known_positions():
        if most is not None and len(rows) == most:
            break
        chances = found.chances(position)
        rows.append(
            {
                "player": player_name(found.game, player),
                "sees": seen_moves(position, player),
                "moves": {position.show_move(a): round(x, 6) for a, x in chances.items()},
            }
        )
    return rows


def first_moves(found: Blueprint) -> dict[str, dict[str, float]]:
    """What the button does first, for each kind of hands."""
    dealt = found.game.position("startpos moves As Ah Ks Kh")
    return {
        kind: {dealt.show_move(a): round(x, 3) for a, x in found.row(0, bucket).items()}
        for bucket, kind in enumerate(KINDS)
    }


def print_blueprint(found: Blueprint) -> None:
    """Print how large a blueprint is, and what the button does first with some hands."""
    sizes = ", ".join(map(str, found.buckets.sizes))
    say(output(), f"{found.game.name}: a blueprint", "bold")
    say(
        output(),
        f"{found.about['iterations']:,} iterations; {len(found):,} information sets; buckets "
        f"before the flop, on the flop, turn and river: {sizes}",
    )
    moves = first_moves(found)
    for kind in ("AA", "AKs", "AKo", "22", "T9s", "72o"):
        text = "  ".join(f"{move} {x:.3f}" for move, x in moves[kind].items())
        say(output(), f"{kind:4} {text}")


def print_strategy(found: Strategy, most: int | None) -> None:
    """Print how good the strategy is, and what it does."""
    game, about = found.game, found.about
    pairs = enumerate(about.get("payoffs", ()))
    payoffs = ", ".join(f"{player_name(game, p)} {x:+.5f}" for p, x in pairs)
    say(output(), f"{game.name}: {payoffs or 'a sampled strategy'}", "bold")
    gap = about.get("exploitability")
    quality = "too large to be judged," if gap is None else f"exploitability {gap:.3g}"
    say(
        output(),
        f"{quality} after {about['iterations']:,} iterations of {about['variant']}; "
        f"{len(found):,} information sets",
    )
    print_table(found, most)


def print_table(found: Strategy, most: int | None) -> None:
    """Print what a strategy does in each information set."""
    table = Table(box=None)
    for name in ("player", "sees", "moves"):
        table.add_column(name, overflow="fold")
    for row in _rows(found, most):
        moves = "  ".join(f"{move} {x:.3f}" for move, x in row["moves"].items())
        table.add_row(row["player"], row["sees"], moves)
    output().print(table)
    if most is not None and len(found) > most:
        say(output(), f"… {len(found) - most:,} more: --all prints them")
