"""The rules of a game as a kernel sees them: one namespace of wrappers.

A kernel calls `rules.result(ctx, ply, s, a)` for every game: for states that are tuples or records,
and for rules with or without run-time data. The wrappers generated here hide the difference; LLVM
inlines them. `ctx` is the context of the kernel (`core/compile/kernel.py`). It contains the game's
data, the evaluator's weights and the stack of record states. `counterplay warm --show DIR` writes
the text of the wrappers to a file.

    load(ctx, ply, record) -> s      store(record, s)
    initial(ctx, ply) -> s           result(ctx, ply, s, a) -> s    (ply: of the new state)
    player(ctx, s)  terminal(ctx, s)  utility(ctx, s, p)  actions(ctx, s, moves)  …
    side(ctx, s)                     the player from whose side a network sees the state
    score(ctx, s, p)                 the payoff of an ended game in score points
    evaluate(ctx, ply, s, p)         the static evaluation in score points; 0 without an evaluator
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from counterplay.core.bits import casts
from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.mixing import mixed
from counterplay.core.game.contract import CHANCE, RULE, Function, takes_data
from counterplay.core.network import evaluate as network
from counterplay.core.network import input_bits, inputs, sums
from counterplay.core.patterns import evaluate as patterns

if TYPE_CHECKING:
    from counterplay.core.game.game import Game

DEEPEST = 250
"""The most plies that a search looks ahead."""

SEARCH_HOOKS = (
    "width", "order", "noisy", "exchange", "loud", "null", "in_check", "canonical", "bounds",
    "remaining", "sufficient_moves", "irreversible", "index", "leaving", "predecessors",
    "information", "observe",
)  # fmt: skip
"""Hooks that kernels test for: `HAS_ORDER` is True if the game defines `order`."""

CASTS = {
    "int": "as_int64({})",
    "count": "as_int64({})",
    "bool": "as_bool({})",
    "key": "as_uint64({})",
    "number": "as_number({})",
    "state": "as_state({})",
    "pair": "as_pair({})",
}

LEARNED_FIELDS = {network.KIND: network.FIELDS, patterns.KIND: patterns.FIELDS}
"""The fields of a context for each kind of learned evaluation."""

Define = Callable[[str, str, str], None]
"""Defines a wrapper: its name, its arguments, its statements separated by semicolons."""


def for_kernels(game: Game) -> ModuleType:
    """The rules as a kernel sees them. They are plain Python; `compiler.py` compiles them."""
    space = ModuleType("counterplay_rules")
    build(game, space, plies(game))
    return space


def plain(game: Game) -> ModuleType:
    """The same wrappers for use in Python. Pass None as the context."""
    space = ModuleType("rules")
    build(game, space, 0)
    space.data_of = lambda ctx: game.data  # type: ignore[attr-defined]
    return space


def plies(game: Game) -> int:
    """The most plies that a search of this game looks ahead."""
    return min(game.facts.longest_game, DEEPEST)


def context_fields(game: Game) -> list[tuple[Any, ...]]:
    """The fields of every context that the wrappers need."""
    fields: list[tuple[Any, ...]] = [("root", game.shape.dtype)]
    fields += [("weights", np.int64), ("weight_count", np.int64)]
    if game.evaluator is not None and game.evaluator.network is not None:
        fields += LEARNED_FIELDS[game.evaluator.network.kind]
    if game.shape.is_record:
        fields.append(("states", game.shape.dtype, (plies(game) + 2,)))
    for name, value in data_items(game):
        if isinstance(value, np.ndarray):
            fields += [(f"data_{name}", np.int64), (f"data_{name}_shape", np.int64, (value.ndim,))]
        else:
            fields.append((f"data_{name}", np.asarray(value).dtype))
    return fields


def fill_context(game: Game, ctx: Any) -> None:
    """Set the fields of `context_fields`. The game keeps the arrays alive."""
    for name, value in data_items(game):
        if isinstance(value, np.ndarray):
            ctx[f"data_{name}"] = value.ctypes.data
            ctx[f"data_{name}_shape"] = value.shape
        else:
            ctx[f"data_{name}"] = value
    if game.evaluator is not None:
        ctx["weights"] = game.evaluator.weights.ctypes.data
        ctx["weight_count"] = len(game.evaluator.weights)
        if game.evaluator.network is not None:
            for name, value in game.evaluator.network.fields(slots(game)).items():
                ctx[name] = value


def slots(game: Game) -> int:
    """The slots of a network's sums: one for each ply, one for no inputs, one for scratch."""
    return plies(game) + 4


def room(game: Game) -> dict[str, npt.NDArray[Any]]:
    """The arrays that every context has for itself, by the field with their address."""
    if game.evaluator is None or game.evaluator.network is None:
        return {}
    found = game.evaluator.network.room(slots(game))
    if game.evaluator.network.kind == network.KIND:
        found["net_turned"] = inputs.turned(game)
    return found


def data_items(game: Game) -> list[tuple[str, Any]]:
    """The game's run-time data: names and values."""
    return [] if game.data is None else list(game.data._asdict().items())


def constants(game: Game, depth: int | None = None) -> dict[str, Any]:
    """The constants that kernels see as `rules.NAME`. `depth` is the most plies of a search."""
    facts, shape = game.facts, game.shape
    return {
        **{f"HAS_{name.upper()}": name in game.functions for name in SEARCH_HOOKS},
        "CHANCE": CHANCE,
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
        "HAS_NETWORK": _has_network(game),
        "REPETITION": facts.repetition,
        "SUPERKO": facts.superko,
        "NO_PROGRESS": facts.no_progress,
        "PATIENCE": facts.no_progress or facts.patience,
        "STATE": shape.dtype,
        "IS_RECORD": shape.is_record,
        "CONTEXT": context_fields(game),
    }


def _has_network(game: Game) -> bool:
    """Whether a network evaluates the states, alone or beside the game's own function."""
    learned = None if game.evaluator is None else game.evaluator.network
    return learned is not None and learned.kind == network.KIND


def build(game: Game, space: ModuleType, depth: int) -> None:
    """Fill the namespace with wrappers and constants. `depth` is the most plies of a search.

    Wrappers are generated as text. `__texts__` of the namespace keeps it, by name, for people.
    """
    shape = game.shape
    names = space.__dict__
    names.update({form.__name__: form for form in casts.FORMS})
    names.update(array_at=array_at, mixed=mixed, np=np, State=shape.state)
    names.update(constants(game, depth))
    names["__texts__"] = texts = {}

    def define(name: str, inputs: str, body: str) -> None:
        text = f"def {name}({inputs}):\n    {body}"
        exec(text, names)
        texts[name] = text

    _define_shape(game, define)
    _define_data(game, names, define)
    for name, function in RULE.items():
        if name in game.functions:
            names[f"raw_{name}"] = game.functions[name]
            if name != "features":  # `inputs` of a network calls it
                _define_rule(game, function, define)
    _define_defaults(game, define)
    names.update({f"network_{helper.__name__}": helper for helper in input_bits.HELPERS})
    inputs.define_inputs(game, define)
    _define_evaluator(game, names, define)
    even = "" if names["EVEN"] == 0 else " - EVEN"
    payoff = f"raw_utility(s, p{_data(game, 'utility')})"
    define("score", "ctx, s, p", f"return rounded(UNIT * ({payoff}{even}))")
    if "drawn" in game.functions:
        _define_draws(game, names, define)


def _define_draws(game: Game, names: dict[str, Any], define: Define) -> None:
    """A state in which `drawn` is True is terminal, and the players share the payoff."""
    for name in ("terminal", "utility", "score"):
        names[f"{name}_by_rules"] = names[name]
        texts = names["__texts__"]
        texts[f"{name}_by_rules"] = texts.pop(name).replace(f"def {name}(", f"def {name}_by_rules(")
    define("terminal", "ctx, s", "return terminal_by_rules(ctx, s) or drawn(ctx, s)")
    is_draw = "drawn(ctx, s) and not terminal_by_rules(ctx, s)"
    define(
        "utility", "ctx, s, p",
        f"return as_number(EVEN) if {is_draw} else utility_by_rules(ctx, s, p)",
    )  # fmt: skip
    define("score", "ctx, s, p", f"return 0 if {is_draw} else score_by_rules(ctx, s, p)")


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
    # By item, not by attribute: a field may have the name of a method of NumPy's records.
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
    "exchange": ("ctx, s, a, least", "return True"),
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
    "information": ("ctx, s, p", "return np.uint64(0)"),
    "observe": ("ctx, s, p", "return np.uint64(0)"),
}


def _define_defaults(game: Game, define: Define) -> None:
    """The hooks that the game does not define."""
    for name, (arguments, body) in DEFAULTS.items():
        if name not in game.functions:
            define(name, arguments, body)
    if "roller" in game.functions:
        define("side", "ctx, s", "return roller(ctx, s)")
    else:
        define("side", "ctx, s", "return max(player(ctx, s), 0)")
    if "chance" not in game.functions:
        define("chance", "ctx, s, outcomes, probabilities", "return 0")
    if "key" not in game.functions and not game.shape.is_record:
        if len(game.shape.fields) == 1:
            define("key", "ctx, s", "return as_uint64(s[0])")
            return
        words = [f"h = mixed(h, as_uint64(s[{i}]))" for i in range(len(game.shape.fields))]
        define("key", "ctx, s", "; ".join(["h = np.uint64(0)", *words, "return h"]))


def _define_evaluator(game: Game, names: dict[str, Any], define: Define) -> None:
    if game.evaluator is None:
        define("evaluate", "ctx, ply, s, p", "return 0")
        return
    learned = game.evaluator.network
    if learned is None:
        define("evaluate", "ctx, ply, s, p", f"return {_by_function(game, names)}")
        return
    is_network = learned.kind == network.KIND
    body = _by_network(game, names) if is_network else _by_patterns(game, names)
    if not game.evaluator.has_function:
        # It takes long to compile: see `declarations.py`.
        names["raw_evaluate"] = network.output if is_network else patterns.output
        define("evaluate", "ctx, ply, s, p", body)
        return
    score = _by_function(game, names)
    define("evaluate_by_network", "ctx, ply, s, p", body)
    define("evaluate", "ctx, ply, s, p", f"return evaluate_by_network(ctx, ply, s, p) + {score}")


def _by_function(game: Game, names: dict[str, Any]) -> str:
    """The expression that scores a state by the function of the evaluator."""
    assert game.evaluator is not None
    names["raw_evaluate"] = game.evaluator.function
    names["type_weights"] = game.evaluator.weights.dtype.type
    given = {
        "p": "p",
        "weights": "array_at(ctx.weights, (ctx.weight_count,), type_weights)",
        "data": "data_of(ctx)",
    }
    extra = "".join(f", {given[name]}" for name in game.evaluator.asks_for)
    score = f"as_int64(raw_evaluate(s{extra}))"
    if "p" not in game.evaluator.asks_for:
        # It scores the side to move; the other of two players has the negative score.
        score = f"{score} * (1 if player(ctx, s) == p else -1)"
    return score


def _by_network(game: Game, names: dict[str, Any]) -> str:
    """The evaluation by a network: of the `side` if it sees both sides, else of player 0."""
    for step in (sums.fresh_words, sums.update, network.output):
        names[f"network_{step.__name__}"] = step
    us, them = ("us", "1 - us") if inputs.views(game) == 2 else ("0", "0")
    score = f"network_output(ctx, ply, {us}, {them}) * (1 if {us} == p else -1)"
    if "from_chances" in game.functions:
        names["network_chances"] = network.chances
        score = f"from_chances(ctx, s, p, network_chances(ctx, ply, {us}, {them}))"
    steps = ["us = side(ctx, s)", "words = network_fresh_words(ctx)"]
    if game.feature_swaps and inputs.views(game) == 2:
        names["network_update_both"] = sums.update_both
        steps += ["inputs(ctx, s, 0, words)", "network_update_both(ctx, ply, words)"]
    else:
        for view in dict.fromkeys((us, them)):
            steps += [f"inputs(ctx, s, {view}, words)", f"network_update(ctx, ply, {view}, words)"]
    return "; ".join([*steps, f"return {score}"])


def _by_patterns(game: Game, names: dict[str, Any]) -> str:
    """The evaluation by pattern tables: as the `side` sees the state, else of player 0."""
    for step in (patterns.fresh_words, patterns.output):
        names[f"patterns_{step.__name__}"] = step
    us = "us" if inputs.views(game) == 2 else "0"
    return (
        f"us = side(ctx, s); inputs(ctx, s, {us}, patterns_fresh_words(ctx)); "
        f"return patterns_output(ctx) * (1 if {us} == p else -1)"
    )
