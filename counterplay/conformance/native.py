"""Checks that the rules compile, and that compiled and plain rules return the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from counterplay.conformance.findings import Findings
from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.compile.switch import is_interpreted
from counterplay.core.game.contract import RULE
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

KERNEL = Path(__file__).parent / "kernels" / "answers.py"
ANSWERED = ("initial", "player", "actions", "result", "terminal", "utility", "chance", "key")
"""The rules that the kernel calls, and so compiles."""


def check_compilation(game: Game, findings: Findings) -> None:
    """Each optional rule compiles and returns the right type."""
    if is_interpreted():
        return
    from counterplay.core.compile.diagnose import rule_faults  # needs the compiler

    for fault in rule_faults(game, [name for name in RULE if name not in ANSWERED]):
        findings.add_error(fault)


def check_results(game: Game, watched: Game, findings: Findings, met: list[Position]) -> None:
    """Compiled rules return the same as plain ones, which are watched, in every state."""
    kernel = bind(game, KERNEL, is_guarded=True)
    context = Context(game, kernel)
    context.call(kernel.begin)
    start = game.shape.encode(watched.initial()).tobytes()
    if context.array["child"][0].tobytes() != start:
        findings.add("native", "initial() is different in plain Python and compiled", "initial")
    for here in met:
        with findings.watching(here):
            for function, plain, native in differences(watched, kernel, context, here):
                text = (
                    f"{function}() returns {plain} in plain Python and {native} compiled: compiled "
                    "integers have 64 bits, and globals that rules read must not change"
                )
                findings.add("native", text, function, here)


def differences(
    game: Game, kernel: Any, context: Context, here: Position
) -> list[tuple[str, Any, Any]]:
    """The functions that differ in a position, each with the plain and the compiled result."""
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
    if mover == CHANCE and "chance" not in game.functions:
        moves = [game.draw(s, 0)]
    elif mover == CHANCE:
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
