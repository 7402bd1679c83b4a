"""The rules of a game as a kernel sees them: one namespace, every function given the context.

A kernel says `rules.result(ctx, ply, s, a)` whatever the form of the state and whether or not
the game's own `result` asks for run-time data. The wrappers made here even that out; they are
small enough for LLVM to dissolve. `ctx` is the search's one record (see `core.kernel`), in which
a game's data, the evaluator's weights and the ply stack of record states have their places.

    load(ctx, ply, record) -> s      store(record, s)
    initial(ctx, ply) -> s           result(ctx, ply, s, a) -> s    (ply: of the new state)
    player(ctx, s)  terminal(ctx, s)  utility(ctx, s, p)  actions(ctx, s, moves)  …
    score(ctx, s, p)                 the payoff of an ended game, in score points
    evaluate(ctx, s, p)              the evaluator's score points, 0 without one
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit

from counterplay.core.bits import casts
from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.native import RULE_FLAGS, Twins
from counterplay.core.game.contract import RULE, Function, takes_data

if TYPE_CHECKING:
    from counterplay.core.game.game import Game

DEEPEST = 250
"""The most plies a search looks ahead; longer games are cut off there."""

SEARCH_HOOKS = (
    "width", "order", "noisy", "loud", "null", "in_check", "canonical", "bounds", "remaining",
    "sufficient_moves", "irreversible", "index", "leaving", "predecessors",
)  # fmt: skip
"""Hooks that kernels ask about: `HAS_ORDER` says whether the game has `order`."""

CASTS = {
    "int": "as_int64({})",
    "count": "as_int64({})",
    "bool": "as_bool({})",
    "key": "as_uint64({})",
    "number": "as_number({})",
    "state": "as_state({})",
    "pair": "as_pair({})",
}

Jit = Callable[[FunctionType], Any]


def native(game: Game, name: str) -> ModuleType:
    """The rules for kernels: compiled, or interpreted where NUMBA_DISABLE_JIT is set.

    The module is entered under its name, by which Numba's cached code finds it again.
    """
    sys.modules[name] = space = ModuleType(name)
    build(game, space, Twins(name).of, njit(**RULE_FLAGS), plies(game))
    return space


def plain(game: Game) -> ModuleType:
    """The same wrappers as plain Python, with no context to be given."""
    space = ModuleType("rules")
    build(game, space, lambda function: function, lambda function: function, 0)
    space.data_of = lambda ctx: game.data  # type: ignore[attr-defined]
    return space


def plies(game: Game) -> int:
    return min(game.facts.longest_game, DEEPEST)


def context_fields(game: Game) -> list[tuple[Any, ...]]:
    """The fields that the wrappers need in every context."""
    fields: list[tuple[Any, ...]] = [("root", game.shape.dtype)]
    fields += [("weights", np.int64), ("weight_count", np.int64)]
    if game.shape.is_record:
        fields.append(("states", game.shape.dtype, (plies(game) + 2,)))
    for name, value in data_items(game):
        if isinstance(value, np.ndarray):
            fields += [(f"data_{name}", np.int64), (f"data_{name}_shape", np.int64, (value.ndim,))]
        else:
            fields.append((f"data_{name}", np.asarray(value).dtype))
    return fields


def fill_context(game: Game, ctx: Any) -> None:
    """Set the fields of `context_fields`; the game keeps the arrays alive."""
    for name, value in data_items(game):
        if isinstance(value, np.ndarray):
            ctx[f"data_{name}"] = value.ctypes.data
            ctx[f"data_{name}_shape"] = value.shape
        else:
            ctx[f"data_{name}"] = value
    if game.evaluator is not None:
        ctx["weights"] = game.evaluator.weights.ctypes.data
        ctx["weight_count"] = len(game.evaluator.weights)


def data_items(game: Game) -> list[tuple[str, Any]]:
    return [] if game.data is None else list(game.data._asdict().items())


def constants(game: Game, depth: int | None = None) -> dict[str, Any]:
    """The constants that kernels see as `rules.NAME`; `depth` is the most plies of a search."""
    facts, shape = game.facts, game.shape
    return {
        **{f"HAS_{name.upper()}": name in game.functions for name in SEARCH_HOOKS},
        "PLAYERS": facts.players,
        "MOST_ACTIONS": facts.most_actions,
        "MOST_OUTCOMES": max(facts.most_outcomes, 1),
        "HAS_CHANCE": facts.chance,
        "PLIES": plies(game) if depth is None else depth,
        "UNIT": facts.unit,
        "EVEN": int(facts.even_share) if facts.even_share % 1 == 0 else facts.even_share,
        "BEST": float(facts.best),
        "WIN": facts.win_score,
        "SCORED": facts.scored,
        "HAS_EVALUATOR": game.evaluator is not None,
        "REPETITION": facts.repetition,
        "SUPERKO": facts.superko,
        "NO_PROGRESS": facts.no_progress,
        "PATIENCE": facts.no_progress or facts.patience,
        "STATE": shape.dtype,
        "IS_RECORD": shape.is_record,
        "CONTEXT": context_fields(game),
    }


def build(game: Game, space: ModuleType, twin: Jit, jit: Jit, depth: int) -> None:
    """Fill the namespace; each function is written as text, so that it reads as it runs.

    `twin` makes the game's own functions native, `jit` the wrappers around them.
    """
    shape = game.shape
    names = space.__dict__
    names.update({form.__name__: form for form in casts.FORMS})
    names.update(array_at=array_at, np=np, State=shape.state)
    names.update(constants(game, depth))

    def define(name: str, inputs: str, body: str) -> None:
        exec(f"def {name}({inputs}):\n    {body}", names)
        names[name] = jit(names[name])

    _define_shape(game, define)
    _define_data(game, names, define)
    for name, function in RULE.items():
        if name in game.functions:
            names[f"raw_{name}"] = twin(game.functions[name])
            _define_rule(game, function, define)
    _define_defaults(game, define)
    _define_evaluator(game, names, twin, define)
    even = "" if names["EVEN"] == 0 else " - EVEN"
    define("score", "ctx, s, p", f"return rounded(UNIT * (raw_utility(s, p{_data(game, 'utility')})"
           f"{even}))")  # fmt: skip
    if "drawn" in game.functions:
        _define_draws(game, names, define)


Define = Callable[[str, str, str], None]


def _define_draws(game: Game, names: dict[str, Any], define: Define) -> None:
    """Where the game is drawn though there are moves, it is over, and even."""
    names.update(ended=names["terminal"], paid=names["utility"], scored=names["score"])
    define("terminal", "ctx, s", "return ended(ctx, s) or drawn(ctx, s)")
    is_draw = "drawn(ctx, s) and not ended(ctx, s)"
    define("utility", "ctx, s, p", f"return as_number(EVEN) if {is_draw} else paid(ctx, s, p)")
    define("score", "ctx, s, p", f"return 0 if {is_draw} else scored(ctx, s, p)")


def _define_shape(game: Game, define: Define) -> None:
    shape = game.shape
    if shape.is_record:
        copy = "; ".join(
            f"out['{f}'][:] = s['{f}']" if shape.dtype[f].shape else f"out['{f}'] = s['{f}']"
            for f in shape.fields
        )
        define("store", "out, s", copy)
        define("load", "ctx, ply, s", f"out = ctx.states[ply]; {copy}; return out")
        return
    fields = list(enumerate(shape.fields))
    casts = [f"as_{shape.dtype[f]}(s[{i}])" for i, f in fields]
    define("as_state", "s", f"return State({', '.join(casts)})")
    # By item, not by attribute: a field may be called like a method of NumPy's records.
    define("store", "out, s", "; ".join(f"out['{f}'] = s[{i}]" for i, f in fields))
    read = ", ".join(f"as_{shape.dtype[f]}(record['{f}'])" for _, f in fields)
    define("load", "ctx, ply, record", f"return State({read})")


def _define_data(game: Game, names: dict[str, Any], define: Define) -> None:
    if game.data is None:
        return
    names["Data"] = type(game.data)
    parts = []
    for name, value in data_items(game):
        if isinstance(value, np.ndarray):
            names[f"type_{name}"] = value.dtype.type
            sizes = ", ".join(f"ctx.data_{name}_shape[{i}]" for i in range(value.ndim))
            parts.append(f"array_at(ctx.data_{name}, ({sizes},), type_{name})")
        else:
            parts.append(f"ctx.data_{name}")
    define("data_of", "ctx", f"return Data({', '.join(parts)})")


def _data(game: Game, name: str) -> str:
    return ", data_of(ctx)" if takes_data(game.functions[name]) else ""


def _define_rule(game: Game, function: Function, define: Define) -> None:
    name, data = function.name, _data(game, function.name)
    inputs = ", ".join(function.inputs)
    if function.gives != "state":
        body = CASTS[function.gives].format(f"raw_{name}({(inputs + data).removeprefix(', ')})")
        define(name, f"ctx, {inputs}".removesuffix(", "), f"return {body}")
        return
    arguments = f"ctx, ply, {inputs}" if inputs else "ctx, ply"
    given = (inputs + data).removeprefix(", ")
    if game.shape.is_record:
        given = ", ".join(part for part in (inputs, "out", data.removeprefix(", ")) if part)
        define(name, arguments, f"out = ctx.states[ply]; raw_{name}({given}); return out")
    else:
        define(name, arguments, f"return as_state(raw_{name}({given}))")


DEFAULTS = {
    "width": ("ctx, s", "return np.int64(-1)"),
    "order": ("ctx, s, a", "return 0"),
    "noisy": ("ctx, s, a", "return False"),
    "loud": ("ctx, s, moves", "return actions(ctx, s, moves)"),
    "null": ("ctx, ply, s", "return s"),
    "in_check": ("ctx, s", "return False"),
    "canonical": ("ctx, ply, s", "return s"),
    "bounds": ("ctx, s, low, high", "return (np.int64(-2**31), np.int64(2**31))"),
    "remaining": ("ctx, s", "return np.int64(0)"),
    "sufficient_moves": ("ctx, s, moves", "return actions(ctx, s, moves)"),
    "irreversible": ("ctx, s, a", "return False"),
    "index": ("ctx, s", "return np.int64(-1)"),
    "slices": ("ctx, t", "return np.int64(1)"),
    "leaving": ("ctx, s, moves", "return actions(ctx, s, moves)"),
    "predecessors": ("ctx, s, moves", "return np.int64(0)"),
}


def _define_defaults(game: Game, define: Define) -> None:
    """What stands in for hooks that the game leaves out."""
    for name, (inputs, body) in DEFAULTS.items():
        if name not in game.functions:
            define(name, inputs, body)
    if "chance" not in game.functions:
        define("chance", "ctx, s, outcomes, probabilities", "return 0")
    if "key" not in game.functions and not game.shape.is_record:
        if len(game.shape.fields) == 1:
            define("key", "ctx, s", "return as_uint64(s[0])")
            return
        lines = ["h = np.uint64(0)"]
        for i in range(len(game.shape.fields)):
            lines.append(f"h = (h ^ as_uint64(s[{i}])) * np.uint64(0x9E3779B97F4A7C15)")
            lines.append("h = h ^ (h >> np.uint64(32))")
        define("key", "ctx, s", "; ".join([*lines, "return h"]))


def _define_evaluator(game: Game, names: dict[str, Any], twin: Jit, define: Define) -> None:
    if game.evaluator is None:
        define("evaluate", "ctx, s, p", "return 0")
        return
    names["raw_evaluate"] = twin(game.evaluator.function)
    names["type_weights"] = game.evaluator.weights.dtype.type
    given = {
        "p": "p",
        "weights": "array_at(ctx.weights, (ctx.weight_count,), type_weights)",
        "data": "data_of(ctx)",
    }
    extra = "".join(f", {given[name]}" for name in game.evaluator.asks_for)
    score = f"as_int64(raw_evaluate(s{extra}))"
    if "p" not in game.evaluator.asks_for:
        # It speaks for the side to move; to the other of two the same is worth its negative.
        score = f"{score} * (1 if player(ctx, s) == p else -1)"
    define("evaluate", "ctx, s, p", f"return {score}")
