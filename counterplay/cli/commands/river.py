"""`counterplay river`: the last round of bets in hold'em, solved for two ranges."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from counterplay.cli.support.common import JsonOption, output, print_json, progress, say
from counterplay.cli.support.interrupt import until_ctrl_c
from counterplay.core.game.errors import InputError
from counterplay.games.poker.cards import cards_text
from counterplay.strategies.river.solve import TOLERANCE, RiverResult, solve_river

SizesOption = Annotated[
    str, typer.Option(metavar="LIST", help="Sizes as parts of the pot, with commas between them.")
]


def river(
    first: Annotated[
        str, typer.Argument(metavar="RANGE", help="The hands of the player who acts first.")
    ],
    second: Annotated[str, typer.Argument(metavar="RANGE", help="The hands of the other.")],
    board: Annotated[str, typer.Option(metavar="CARDS", help="The five cards on the table.")],
    pot: Annotated[float, typer.Option(metavar="CHIPS", help="What both have bet so far.")],
    stack: Annotated[float, typer.Option(metavar="CHIPS", help="What each player has left.")],
    bets: SizesOption = "0.5,1",
    raises: SizesOption = "1",
    all_in: Annotated[bool, typer.Option(help="Whether players may always go all in.")] = True,
    line: Annotated[
        str, typer.Option(metavar="ACTIONS", help="Show the strategy after these: check bet50.")
    ] = "",
    exploitability: Annotated[
        float, typer.Option(metavar="X", help="Stop when a player gains at most X pots.")
    ] = TOLERANCE,
    time: Annotated[
        float | None, typer.Option("--time", metavar="SECONDS", help="Stop after this time.")
    ] = None,
    hands: Annotated[bool, typer.Option("--hands", help="Print each hand by itself.")] = False,
    json: JsonOption = False,
) -> None:
    """Solve the last round of bets in hold'em for two ranges of hands.

    A range lists hands, as in QQ+,AKs,A5s-A2s,KTo+:0.5,AsKd; random is all hands. Prints what each
    player wins on average, and what each kind of hand does. All bets and raises are parts of the
    pot; a raise, of the pot after a call. Ctrl-C ends with the strategy so far.
    """
    with until_ctrl_c() as stop:
        found = solve_river(
            board,
            (first, second),
            pot=pot,
            stack=stack,
            bets=_sizes("--bets", bets),
            raises=_sizes("--raises", raises),
            all_in=all_in,
            exploitability=exploitability,
            seconds=time,
            stop=stop,
        )
    found.decision(line)
    if json:
        print_json(_as_json(found, line))
        return
    _print_summary(found, line)
    _print_table(found, line, hands)
    if stop.is_set():
        say(progress(), "stopped: this is the strategy so far", "yellow")


def _sizes(option: str, text: str) -> tuple[float, ...]:
    """The numbers of a list."""
    try:
        return tuple(float(part) for part in text.replace(",", " ").split())
    except ValueError:
        raise InputError(f"{option} {text}: write parts of the pot, as in 0.5,1") from None


def _as_json(found: RiverResult, line: str) -> dict[str, Any]:
    return {
        "board": cards_text(found.board),
        "pot": found.pot,
        "stack": found.stack,
        "values": list(found.values),
        "exploitability": found.exploitability,
        "iterations": found.iterations,
        "seconds": round(found.seconds, 3),
        "line": line,
        "strategy": found.strategy(line),
    }


def _print_summary(found: RiverResult, line: str) -> None:
    first, second = found.values
    say(
        output(),
        f"{cards_text(found.board)}: {first:.2f} and {second:.2f} of {found.pot:g}",
        "bold",
    )
    say(
        output(),
        f"exploitability {100 * found.exploitability / found.pot:.2g} % of the pot after "
        f"{found.iterations:,} iterations, {found.seconds:.2f} s; {len(found.nodes):,} nodes",
    )
    mover = "first" if found.nodes[found.node(line)].kind == 0 else "second"
    say(output(), f"the {mover} player{f' after {line}' if line else ''}:")


def _print_table(found: RiverResult, line: str, by_hand: bool) -> None:
    """Print what each hand or class does."""
    table = Table(box=None)
    actions = found.nodes[found.node(line)].actions
    for name in ("hand", *(() if by_hand else ("hands",)), *actions):
        table.add_column(name, justify="left" if name == "hand" else "right")
    if by_hand:
        for hand, moves in found.strategy(line).items():
            table.add_row(hand, *(f"{x:.3f}" for x in moves.values()))
    else:
        for kind, (weight, moves) in found.by_class(line).items():
            table.add_row(kind, f"{weight:.1f}", *(f"{x:.3f}" for x in moves.values()))
    output().print(table)
