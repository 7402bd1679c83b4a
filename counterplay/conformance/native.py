"""Whether the rules compile, and give the same answers compiled as they do as plain Python."""

from __future__ import annotations

import dis
from pathlib import Path
from types import FunctionType
from typing import Any

from numba import config

from counterplay.conformance.findings import Findings
from counterplay.core.compile.bind import bind
from counterplay.core.compile.diagnose import rule_faults
from counterplay.core.compile.kernel import Context
from counterplay.core.compile.native import fingerprint, reachable
from counterplay.core.game.contract import RULE
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

KERNEL = Path(__file__).parent / "kernels" / "answers.py"
ANSWERED = ("initial", "player", "actions", "result", "terminal", "utility", "chance", "key")
"""The rules that the kernel asks, and so compiles."""


def rules_of(game: Game) -> list[FunctionType]:
    return [f for name, f in game.functions.items() if name in RULE]


def look_for_globals(game: Game, findings: Findings) -> None:
    """Rules that assign to a global are not pure: compiled code keeps the value it once had."""
    for function in reachable(rules_of(game)):
        for instruction in dis.get_instructions(function):
            if instruction.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
                name = function.__name__
                text = f"{name}() assigns to the global {instruction.argval!r}: rules must be pure"
                findings.add("purity", text, name)


def look_at_compilation(game: Game, findings: Findings) -> None:
    """Each optional rule compiles too, and gives what it should."""
    if config.DISABLE_JIT:
        return
    for fault in rule_faults(game, [name for name in RULE if name not in ANSWERED]):
        findings.add_error(fault)


def changed_globals(game: Game, before: str) -> bool:
    """Whether playing has changed something that the rules read."""
    return fingerprint(rules_of(game)) != before


def look_at_answers(game: Game, findings: Findings, met: list[Position]) -> None:
    """Compiled and plain rules agree, state by state."""
    kernel = bind(game, KERNEL)
    context = Context(game, kernel)
    context.call(kernel.begin)
    start = game.shape.encode(game.initial()).tobytes()
    if context.array["child"][0].tobytes() != start:
        findings.add(
            "native", "initial() differs between plain Python and compiled code", "initial"
        )
    for here in met:
        with findings.watching(here):
            for function, plain, native in differences(game, kernel, context, here):
                text = (
                    f"{function}() gives {plain} as plain Python and {native} compiled: integers "
                    "have 64 bits there, and rules may read no global that changes"
                )
                findings.add("native", text, function, here)


def differences(
    game: Game, kernel: Any, context: Context, here: Position
) -> list[tuple[str, Any, Any]]:
    """Where the two differ in one position: the function, what plain Python says, and the other."""
    s, ctx = here.state, context.record
    context.set_root(s)
    context.call(kernel.look)
    over, mover = game.terminal(s), game.player(s)
    listed = ctx.moves[: int(ctx["count"])].tolist()
    found: list[tuple[str, Any, Any]] = [
        ("terminal", over, bool(ctx.terminal)),
        ("player", mover, int(ctx.player)),
        ("key", game.key(s), int(ctx.key)),
        ("evaluate", 0 if over else game.evaluate_for(s, max(mover, 0)), int(ctx.guess)),
    ]
    if over:
        players = range(game.facts.players)
        found.append(("utility", [game.utility(s, p) for p in players], ctx.payoffs.tolist()))
        return [difference for difference in found if difference[1] != difference[2]]
    if mover == CHANCE:
        plain = game.chance(s)
        chances = ctx.chances[: len(listed)].tolist()
        found.append(("chance", plain, list(zip(listed, chances, strict=True))))
        moves = [outcome for outcome, _ in plain]
    else:
        moves = game.actions(s)
        found.append(("actions", moves, listed))
    for move in moves:
        ctx.move = move
        context.call(kernel.advance)
        child = game.result(s, move)
        if context.array["child"][0].tobytes() != game.shape.encode(child).tobytes():
            found.append(("result", child, game.shape.decode(context.array["child"][0])))
            break
    return [difference for difference in found if difference[1] != difference[2]]
