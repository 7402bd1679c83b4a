"""The native forms of `core/bits/rays.py`: a vector of four words, one a pair of directions."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from counterplay.core.bits.rays import EVERY, INNER, STEPS, beyond, enclosed

# The vector forms. LLVM compiles four words to AVX2, NEON or plain registers.

WORD = ir.IntType(64)
FOUR = ir.VectorType(WORD, 4)
INDEX = ir.IntType(32)


def _four(*words):
    return ir.Constant(FOUR, [ir.Constant(WORD, word) for word in words])


def _shuffle(builder, vector, *order):
    places = ir.Constant(ir.VectorType(INDEX, 4), [ir.Constant(INDEX, i) for i in order])
    return builder.shuffle_vector(vector, ir.Constant(FOUR, ir.Undefined), places)


def _spread(builder, word):
    """A vector that contains the word four times."""
    single = builder.insert_element(ir.Constant(FOUR, ir.Undefined), word, INDEX(0))
    return _shuffle(builder, single, 0, 0, 0, 0)


def _together(builder, vector):
    """The bitwise or of the four words of a vector."""
    vector = builder.or_(vector, _shuffle(builder, vector, 2, 3, 0, 1))
    vector = builder.or_(vector, _shuffle(builder, vector, 1, 0, 3, 2))
    return builder.extract_element(vector, INDEX(0))


ONE, TWO, FOURTH = (_four(*(n * step for step in STEPS)) for n in (1, 2, 4))
NONE = _four(0, 0, 0, 0)
UNWRAPPED = _four(int(INNER), int(EVERY), int(INNER), int(INNER))


@intrinsic
def _beyond(typing_context, start, through):
    """The same as `_ahead`: the six squares of a run are filled by doubling."""

    def generate(context, builder, signature, arguments):
        both, either, left, right = builder.and_, builder.or_, builder.shl, builder.lshr
        begin = _spread(builder, arguments[0])
        passed = both(_spread(builder, arguments[1]), UNWRAPPED)
        up, down = both(passed, left(begin, ONE)), both(passed, right(begin, ONE))
        up, down = (
            either(up, both(passed, left(up, ONE))),
            either(down, both(passed, right(down, ONE))),
        )
        pairs_up = both(passed, left(passed, ONE))
        pairs_down = right(pairs_up, ONE)
        for _ in range(2):
            up = either(up, both(pairs_up, left(up, TWO)))
            down = either(down, both(pairs_down, right(down, TWO)))
        return _together(builder, either(left(up, ONE), right(down, ONE)))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def _enclosed(typing_context, square, ends, through):
    """Uses the rays of the square: upwards, a carry runs to the first square that stops it."""

    def generate(context, builder, signature, arguments):
        both, either, negate = builder.and_, builder.or_, builder.not_
        mine, passed = (_spread(builder, word) for word in arguments[1:])
        ray_up = _ray(builder, "counterplay_rays_up", 1, arguments[0])
        ray_down = _ray(builder, "counterplay_rays_down", -1, arguments[0])
        carry = builder.add(either(passed, negate(ray_up)), _four(1, 1, 1, 1))
        end = both(both(carry, mine), ray_up)
        is_end = builder.zext(builder.icmp_unsigned("!=", end, NONE), FOUR)
        up = both(builder.sub(end, is_end), ray_up)
        # Downwards: the highest of the squares that stop a run.
        stops = both(negate(passed), ray_down)
        below = builder.lshr(stops, ONE)
        for far in (ONE, TWO, FOURTH):
            below = either(below, builder.lshr(below, far))
        end = both(both(stops, negate(below)), mine)
        down = both(builder.sub(NONE, builder.add(end, end)), ray_down)
        return _together(builder, either(up, down))

    return types.uint64(types.int64, types.uint64, types.uint64), generate


def _ray(builder, name, sign, square):
    """The four rays from a square, loaded from a table that the module contains once."""
    if name not in builder.module.globals:
        rows = [_four(*(rays(n, sign * step) for step in STEPS)) for n in range(64)]
        table = ir.Constant(ir.ArrayType(FOUR, 64), rows)
        cgutils.global_constant(builder.module, name, table)
    place = builder.gep(builder.module.globals[name], [WORD(0), builder.and_(square, WORD(63))])
    return builder.load(place)


def rays(square: int, step: int) -> int:
    """The squares from a square (excluded) to the edge, `step` bits apart."""
    found, column = 0, square % 8
    sideways = (step + 1) % 8 - 1  # -1, 0 or 1: 7 and -9 go one column back
    square, column = square + step, column + sideways
    while 0 <= square < 64 and 0 <= column < 8:
        found |= 1 << square
        square, column = square + step, column + sideways
    return found


@overload(beyond)
def _native_beyond(start, through):
    return lambda start, through: _beyond(np.uint64(start), np.uint64(through))


@overload(enclosed)
def _native_enclosed(square, ends, through):
    def implementation(square, ends, through):
        return _enclosed(np.int64(square), np.uint64(ends), np.uint64(through))

    return implementation
