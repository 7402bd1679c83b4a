"""The native forms of `core/bits/vectors.py`: vectors as LLVM has them.

Numba's loops over several arrays first test at run time whether the arrays overlap, for each call.
Here nothing is tested: the rows of a network are apart.

x86 multiplies 16-bit numbers and adds pairs of products in one instruction. LLVM finds that in some
loops only, so it is called by its name.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic, overload

from counterplay.core.bits.vectors import LANES, change_rows, weighted_squares, weighted_sum

SHORT, LONG, WIDE = ir.IntType(16), ir.IntType(32), ir.IntType(64)
SHORTS, LONGS, WIDES = (ir.VectorType(kind, LANES) for kind in (SHORT, LONG, WIDE))


BLOCK = 1024
"""Of so many products, each up to 2**23, the sums in lanes have 32 bits."""
HALF = LANES // 2
PAIRS = ir.VectorType(LONG, LANES // 4)


def _pointers(context: Any, builder: Any, signature: Any, arrays: Any) -> list[Any]:
    """The addresses of the numbers of arrays."""
    kinds = signature.args
    made = [
        context.make_array(kind)(context, builder, array)
        for kind, array in zip(kinds, arrays, strict=False)
    ]
    return [builder.ptrtoint(array.data, WIDE) for array in made]


def _vector_at(builder: Any, address: Any, start: Any) -> Any:
    """A pointer to the numbers from `start` on."""
    return builder.inttoptr(builder.add(address, builder.shl(start, WIDE(1))), SHORTS.as_pointer())


def _load(builder: Any, address: Any, start: Any) -> Any:
    return builder.load(_vector_at(builder, address, start), align=2)


def _loop(builder: Any, count: Any, first: Any, body: Callable[[Any, Any], Any]) -> Any:
    """Emit a loop over whole vectors. `body` maps the start and a value to the next value."""
    before = builder.block
    head, inside, after = (builder.append_basic_block(name) for name in ("head", "vector", "end"))
    builder.branch(head)
    builder.position_at_end(head)
    start, value = builder.phi(WIDE), builder.phi(first.type)
    start.add_incoming(WIDE(0), before)
    value.add_incoming(first, before)
    stop = builder.add(start, WIDE(LANES))
    builder.cbranch(builder.icmp_signed("<=", stop, count), inside, after)
    builder.position_at_end(inside)
    following = body(start, value)
    start.add_incoming(stop, builder.block)
    value.add_incoming(following, builder.block)
    builder.branch(head)
    builder.position_at_end(after)
    return value


@intrinsic
def _change_vectors(typing_context, to, before, on, on_too, off, off_too, count):
    def generate(context, builder, signature, arguments):
        to, before, on, on_too, off, off_too = _pointers(context, builder, signature, arguments[:6])

        def change(start, value):
            added = builder.add(_load(builder, on, start), _load(builder, on_too, start))
            lost = builder.add(_load(builder, off, start), _load(builder, off_too, start))
            changed = builder.add(_load(builder, before, start), builder.sub(added, lost))
            builder.store(changed, _vector_at(builder, to, start), align=2)
            return value

        _loop(builder, arguments[6], WIDE(0), change)
        return context.get_dummy_value()

    return types.void(to, before, on, on_too, off, off_too, types.int64), generate


@intrinsic
def _weighted_vectors(typing_context, numbers, weights, count):
    def generate(context, builder, signature, arguments):
        numbers, weights = _pointers(context, builder, signature, arguments[:2])
        multiply = _multiply_pairs if _has_pairs() else _multiply

        def add(start, total):
            pair = (_load(builder, array, start) for array in (numbers, weights))
            return builder.add(total, multiply(builder, *pair))

        return _sum_of(builder, _loop(builder, arguments[2], _no_products(), add))

    return types.int64(numbers, weights, types.int64), generate


@intrinsic
def _squared_vectors(typing_context, numbers, weights, most, count):
    def generate(context, builder, signature, arguments):
        numbers, weights = _pointers(context, builder, signature, arguments[:2])
        multiply = _multiply_pairs if _has_pairs() else _multiply
        least, most = ir.Constant(SHORTS, [0] * LANES), _in_all_lanes(builder, arguments[2])

        def add(start, total):
            x = _load(builder, numbers, start)
            x = builder.select(builder.icmp_signed(">", x, least), x, least)
            x = builder.select(builder.icmp_signed("<", x, most), x, most)
            weighted = builder.mul(x, _load(builder, weights, start))
            return builder.add(total, multiply(builder, x, weighted))

        return _sum_of(builder, _loop(builder, arguments[3], _no_products(), add))

    return types.int64(numbers, weights, types.int64, types.int64), generate


def _in_all_lanes(builder: Any, number: Any) -> Any:
    """A vector of one number."""
    one = builder.trunc(number, SHORT)
    first = builder.insert_element(ir.Constant(SHORTS, ir.Undefined), one, LONG(0))
    zeros = ir.Constant(ir.VectorType(LONG, LANES), [0] * LANES)
    return builder.shuffle_vector(first, first, zeros)


def _no_products() -> Any:
    """What sums of products begin with."""
    kind = PAIRS if _has_pairs() else LONGS
    return ir.Constant(kind, [0] * kind.count)


def _sum_of(builder: Any, lanes: Any) -> Any:
    """The sum of all lanes, in 64 bits."""
    wide = ir.VectorType(WIDE, lanes.type.count)
    name = f"llvm.vector.reduce.add.v{lanes.type.count}i64"
    return builder.call(_function(builder, name, WIDE, wide), [builder.sext(lanes, wide)])


def _has_pairs() -> bool:
    """Whether the CPU adds pairs of products."""
    return bool(binding.get_host_cpu_features().get("avx2"))


def _multiply(builder: Any, numbers: Any, weights: Any) -> Any:
    """The products of two vectors."""
    return builder.mul(builder.sext(numbers, LONGS), builder.sext(weights, LONGS))


def _multiply_pairs(builder: Any, numbers: Any, weights: Any) -> Any:
    """The same as sums of four products each, by AVX2."""
    half = ir.VectorType(SHORT, HALF)
    pairs = _function(builder, "llvm.x86.avx2.pmadd.wd", PAIRS, half, half)
    sums = []
    for start in (0, HALF):
        lanes = ir.Constant(ir.VectorType(LONG, HALF), list(range(start, start + HALF)))
        parts = [builder.shuffle_vector(v, v, lanes) for v in (numbers, weights)]
        sums.append(builder.call(pairs, parts))
    return builder.add(*sums)


def _function(builder: Any, name: str, result: Any, *kinds: Any) -> Any:
    """A function of LLVM."""
    found = builder.module.globals.get(name)
    return found or ir.Function(builder.module, ir.FunctionType(result, kinds), name)


@overload(change_rows)
def _native_change_rows(to, before, on, on_too, off, off_too, count):
    def implementation(to, before, on, on_too, off, off_too, count):
        _change_vectors(to, before, on, on_too, off, off_too, count)
        for j in range(count - count % LANES, count):
            to[j] = before[j] + on[j] + on_too[j] - off[j] - off_too[j]

    return implementation


@overload(weighted_sum)
def _native_weighted_sum(numbers, weights, count):
    def implementation(numbers, weights, count):
        total = np.int64(0)
        for start in range(0, count, BLOCK):
            size = min(count - start, BLOCK)
            total += _weighted_vectors(numbers[start:], weights[start:], size)
        for j in range(count - count % LANES, count):
            total += np.int64(numbers[j]) * np.int64(weights[j])
        return total

    return implementation


@overload(weighted_squares)
def _native_weighted_squares(numbers, weights, most, count):
    def implementation(numbers, weights, most, count):
        total = np.int64(0)
        for start in range(0, count, BLOCK):
            size = min(count - start, BLOCK)
            total += _squared_vectors(numbers[start:], weights[start:], most, size)
        for j in range(count - count % LANES, count):
            x = np.int64(min(max(numbers[j], np.int16(0)), most))
            total += x * x * np.int64(weights[j])
        return total

    return implementation
