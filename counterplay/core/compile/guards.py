"""Guards in compiled rules: a fault raises an exception, and does not crash or hang the process.

The rules of a file that was never checked are compiled with guards (`bind.py`):

    an index out of bounds       IndexError, in the rules and in the kernel: rules return indices
    a division by zero           ZeroDivisionError, as in plain Python
    a loop without an end        RuntimeError after `MOST_ROUNDS` rounds of `while` in one call
    a recursion without an end   RecursionError after `MOST_CALLS` calls within each other

Numba has the first two. The others are added to its intermediate form of a function.
"""

from __future__ import annotations

from types import CodeType
from typing import Any

from llvmlite import ir as llvm
from numba.core import cgutils, ir, types
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions
from numba.core.lowering import Lower
from numba.core.postproc import PostProcessor
from numba.core.typed_passes import BaseNativeLowering, NativeLowering
from numba.core.untyped_passes import IRProcessing
from numba.extending import intrinsic

from counterplay.core.compile.numba_patches.exception_places import at
from counterplay.core.compile.places import place_of

MOST_ROUNDS = 100_000_000
"""The most rounds of `while` loops in one call of a function: tens of seconds of plain Python."""

MOST_CALLS = 1000
"""The most calls of recursive functions within each other; Python allows as many."""

ENDLESS_LOOP = f"a loop has not ended after {MOST_ROUNDS:,} rounds"
ENDLESS_CALLS = f"a function has called itself {MOST_CALLS:,} times without an end"

DEPTH = "counterplay.depth"
"""The variable of the machine code with the recursive calls that are under way."""


def guard_kernel(dispatcher: Any) -> Any:
    """Compile a function so that an index out of bounds raises an exception."""
    dispatcher.targetoptions["boundscheck"] = True
    return dispatcher


def guard_rule(dispatcher: Any, is_recursive: bool) -> Any:
    """Compile a function of the rules with all guards."""
    dispatcher.targetoptions["error_model"] = "python"
    dispatcher._compiler.pipeline_class = _Recursive if is_recursive else _Guarded
    return guard_kernel(dispatcher)


# Endless loops and recursion ------------------------------------------------------------------


@intrinsic
def one_round(typing_context, rounds):  # type: ignore[no-untyped-def]
    """One more round of a loop. Returns the number of rounds."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        most = context.get_constant(types.int64, MOST_ROUNDS)
        with cgutils.if_unlikely(builder, builder.icmp_signed(">=", arguments[0], most)):
            context.call_conv.return_user_exc(builder, RuntimeError, (ENDLESS_LOOP,))
        return builder.add(arguments[0], context.get_constant(types.int64, 1))

    return types.int64(types.int64), generate


@intrinsic
def enter(typing_context):  # type: ignore[no-untyped-def]
    """A recursive function begins."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        one = context.get_constant(types.int64, 1)
        most = context.get_constant(types.int64, MOST_CALLS)
        depth = builder.atomic_rmw("add", _depth(builder), one, "monotonic")
        with cgutils.if_unlikely(builder, builder.icmp_signed(">=", depth, most)):
            builder.store(context.get_constant(types.int64, 0), _depth(builder))
            context.call_conv.return_user_exc(builder, RecursionError, (ENDLESS_CALLS,))
        return one

    return types.int64(), generate


@intrinsic
def leave(typing_context):  # type: ignore[no-untyped-def]
    """A recursive function returns."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        one = context.get_constant(types.int64, 1)
        builder.atomic_rmw("sub", _depth(builder), one, "monotonic")
        return one

    return types.int64(), generate


def _depth(builder: Any) -> Any:
    """The variable with the recursive calls under way, in all threads."""
    module = builder.module
    if DEPTH not in module.globals:
        made = llvm.GlobalVariable(module, llvm.IntType(64), DEPTH)
        made.linkage = "linkonce_odr"
        made.initializer = llvm.Constant(llvm.IntType(64), 0)
    return module.globals[DEPTH]


@register_pass(mutates_CFG=False, analysis_only=False)
class _CountRounds(FunctionPass):  # type: ignore[misc]
    """Count the rounds of the `while` loops of a function. A `for` loop ends by itself."""

    _name = "counterplay_count_rounds"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        blocks = state.func_ir.blocks
        loops = compute_cfg_from_blocks(blocks).loops()
        headers = {loop.header for loop in loops.values()}
        endless = [blocks[label] for label in sorted(headers) if not _is_for(blocks[label])]
        if not endless:
            return False
        first = blocks[min(blocks)]
        rounds = first.scope.redefine("counterplay_rounds", first.loc)
        for block in endless:
            _call(block, 0, one_round, rounds, [rounds])
        first.body.insert(0, ir.Assign(ir.Const(0, first.loc), rounds, first.loc))
        _renew(state.func_ir)
        return True


@register_pass(mutates_CFG=False, analysis_only=False)
class _CountCalls(FunctionPass):  # type: ignore[misc]
    """Count the calls within each other of a function that calls itself."""

    _name = "counterplay_count_calls"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        blocks = state.func_ir.blocks
        for block in blocks.values():
            if isinstance(block.body[-1], ir.Return):
                _call(block, len(block.body) - 1, leave)
        _call(blocks[min(blocks)], 0, enter)
        _renew(state.func_ir)
        return True


def _is_for(block: Any) -> bool:
    """Whether a block at the head of a loop asks an iterator for the next value."""
    return any(True for _ in block.find_exprs(op="iternext"))


def _call(block: Any, at: int, function: Any, result: Any = None, arguments: Any = ()) -> None:
    """Insert a call into a block."""
    loc, scope = block.body[at].loc, block.scope
    callee = scope.redefine("$counterplay_guard", loc)
    result = result or scope.redefine("$counterplay_done", loc)
    call = ir.Expr.call(callee, list(arguments), (), loc)
    block.body[at:at] = [
        ir.Assign(ir.Global(function._name, function, loc), callee, loc),
        ir.Assign(call, result, loc),
    ]


def _renew(function: Any) -> None:
    """Let Numba look at a function again."""
    function._definitions = build_definitions(function.blocks)
    PostProcessor(function).run()


# The places of exceptions ---------------------------------------------------------------------


class _Place:
    """A place in the rules, as Numba writes it into an exception.

    Machine code serves every file with the same rules, whatever its name and its comments are. So a
    place is a function and an instruction in it (`core/compile/places.py`).
    """

    def __init__(self, code: CodeType, line: int) -> None:
        self.filename, self.line = place_of(code, line)

    def _raw_function_name(self) -> str:
        return "rules"


class _LocatedLower(Lower):  # type: ignore[misc]
    """Numba's generator of machine code, which notes the place that it is at."""

    def lower_inst(self, inst: Any) -> None:
        with at(_Place(self.func_ir.func_id.func.__code__, self.loc.line)):
            super().lower_inst(inst)


@register_pass(mutates_CFG=True, analysis_only=False)
class _LocatedLowering(BaseNativeLowering):  # type: ignore[misc]
    _name = "counterplay_located_lowering"

    @property
    def lowering_class(self) -> Any:
        return _LocatedLower


# The compiler ---------------------------------------------------------------------------------


class _Guarded(CompilerBase):  # type: ignore[misc]
    """Numba's compiler of a function of the rules, with the guards that Numba does not have."""

    guards: tuple[Any, ...] = (_CountRounds,)

    def define_pipelines(self) -> list[Any]:
        made = DefaultPassBuilder.define_nopython_pipeline(self.state)
        for guard in self.guards:
            made.add_pass_after(guard, IRProcessing)
        lower = [_LocatedLowering if one is NativeLowering else one for one, _ in made.passes]
        made.passes = list(zip(lower, (text for _, text in made.passes), strict=True))
        made.finalize()
        return [made]


class _Recursive(_Guarded):
    guards = (_CountRounds, _CountCalls)
