"""Turn an exception in a user's function into one sentence, with the line that raised it."""

from __future__ import annotations

import ast
import traceback
from collections.abc import Iterable

from counterplay.conformance.guard import ADVICE, WrongWriteError
from counterplay.conformance.overflow import NarrowOverflowError
from counterplay.core.game.contract import EVALUATE, RULE
from counterplay.core.game.errors import EXITS, INTERRUPTS, GameError
from counterplay.core.game.syntax import tree_of
from counterplay.core.game.time_limit import OvertimeError

ENDLESS = "endless loop"
"""The kind of fault of a call that did not end."""

HINTS = {
    IndexError: "compiled rules check no index, so stay inside the array",
    ZeroDivisionError: "compiled rules do not raise this, so test for zero first",
    OverflowError: "give the field a wider type, or keep the number small",
    RecursionError: "let the function end, or write a loop",
    KeyError: "compiled rules cannot use dictionaries: use an array or a tuple",
}


class RuleError(GameError):
    """A fault in a rule. `rule` is the kind of fault."""

    def __init__(self, rule: str, text: str, path: str, line: int | None) -> None:
        super().__init__(text, path, line)
        self.rule = rule


def blamed(
    error: BaseException, files: Iterable[str], name: str, start: int | None, seconds: float
) -> RuleError:
    """The fault that an exception in the function `name` stands for; `start` is its first line."""
    files = list(files)
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename in set(files)]
    path, line = (frames[-1].filename, frames[-1].lineno) if frames else (files[0], start)
    inner = frames[-1].name if frames else name
    is_rule = inner == name or inner.startswith("<")
    who = f"{name}()" if is_rule else f"{inner}(), called by {name}(),"
    where = f"{name}()" if is_rule else f"{inner}(), called by {name}()"
    if isinstance(error, WrongWriteError):
        return RuleError(error.rule, f"{who} {error}", path, line)
    if isinstance(error, NarrowOverflowError):
        return RuleError("overflow", f"{who} {error}", path, line)
    if isinstance(error, OvertimeError):
        text = (
            f"{who} still ran after {seconds:g} s: does the loop in this line end? If it only "
            "needs longer, set --call-seconds"
        )
        return RuleError(ENDLESS, text, path, line)
    if isinstance(error, ValueError) and "read-only" in str(error):
        return RuleError("purity", f"{who} {_changed(path, line)}: {ADVICE}", path, line)
    if isinstance(error, SystemExit):
        return RuleError("error", f"{who} {EXITS}", path, line)
    if isinstance(error, KeyboardInterrupt):
        return RuleError("error", f"{who} {INTERRUPTS}", path, line)
    if isinstance(error, AttributeError) and "can't set attribute" in str(error):
        text = f"{who} changes a state: return a new one, with State(…)"
        return RuleError("purity", text, path, line)
    is_compiled = name in RULE or name == EVALUATE.name
    hints = HINTS if is_compiled else {}
    hint = next((text for kind, text in hints.items() if isinstance(error, kind)), "")
    if is_compiled and isinstance(error, OverflowError) and "uint64" in str(error):
        hint = "next to unsigned integers write np.uint64(1), not 1"
    text = f"{type(error).__name__} in {where}: {error}"
    return RuleError("error", f"{text} ({hint})" if hint else text, path, line)


def _changed(path: str, line: int | None) -> str:
    """What a line writes to: the array at the left of `=`, or the one whose method it calls."""
    for node in ast.walk(tree_of(path)):
        if getattr(node, "lineno", None) != line:
            continue
        target: ast.expr | None = None
        if isinstance(node, ast.Assign):
            target = node.targets[0]
        elif isinstance(node, ast.AugAssign):
            target = node.target
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = node.value.func
            target = called.value if isinstance(called, ast.Attribute) else None
            if isinstance(target, ast.Name) and target.id == "np" and node.value.args:
                target = node.value.args[0]  # np.copyto(ARRAY, …)
        while isinstance(target, ast.Subscript):
            target = target.value
        if isinstance(target, (ast.Name, ast.Attribute)):
            shown = ast.unparse(target)
            is_global = isinstance(target, ast.Name) and target.id.isupper()
            return f"writes to the global array {shown}" if is_global else f"changes {shown}"
    return "changes an array that is not its own"
