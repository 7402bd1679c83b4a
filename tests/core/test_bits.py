"""The three forms of `core.bits` agree: plain Python, CPU machine code, CUDA."""

import inspect
import os
import re
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit, typeof, types
from numba.core.errors import TypingError

from counterplay.core.bits import bits
from counterplay.core.bits.bits import (
    bit,
    byteswap,
    highest,
    lowest,
    popcount,
    shift_left,
    shift_right,
)

EDGES = (
    *(0, 1, 2, 3, 5, 255, 256, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**62),
    *(2**63 - 1, 2**63, 2**63 + 1, 2**64 - 2, 2**64 - 1),
    *(0x0102030405060708, 0x8040201008040201, 0x5555555555555555, 0xAAAAAAAAAAAAAAAA),
)
NUMBERS = (0, 1, 7, 8, 31, 32, 33, 62, 63)
SENTENCE = (
    "{} needs an integer, got {}: an unsigned and a signed integer were mixed. "
    "Write np.uint64(1), not 1"
)
ROOT = Path(__file__).parents[2]

Simulated = Callable[..., str]

words = st.integers(0, 2**64 - 1)
numbers = st.integers(0, 63)


@pytest.fixture(autouse=True)
def no_warning_is_raised() -> Iterator[None]:
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        yield


def every_form(x: Any, n: Any) -> tuple[Any, ...]:
    return (
        popcount(x),
        lowest(x),
        highest(x),
        byteswap(x),
        shift_left(x, n),
        shift_right(x, n),
        bit(n),
    )


# Numba compiles each of these once for each type that it meets.
native_forms = njit(every_form)


def signed(word: int) -> int:
    return word - 2**64 if word >= 2**63 else word


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        timeout=600,
    )


# Plain Python


@given(words, numbers)
def test_plain_forms_match_their_definitions(word: int, n: int) -> None:
    digits = f"{word:064b}"
    swapped = int(np.uint64(word).byteswap())
    assert every_form(np.uint64(word), n) == (
        digits.count("1"),
        64 if word == 0 else digits[::-1].index("1"),
        -1 if word == 0 else 63 - digits.index("1"),
        swapped,
        (word << n) % 2**64,
        word >> n,
        2**n,
    )
    assert every_form(signed(word), n)[3:6] == (
        signed(swapped),
        signed((word << n) % 2**64),
        signed(word) >> n,
    )


def test_plain_forms_return_the_type_of_their_word() -> None:
    def types_of(x: Any) -> list[type]:
        return [type(value) for value in every_form(x, np.int64(3))]

    unsigned = [int, int, int, np.uint64, np.uint64, np.uint64, np.uint64]
    integer = [int, int, int, int, int, int, np.uint64]
    assert types_of(np.uint64(5)) == types_of(np.uint8(5)) == unsigned
    assert types_of(5) == types_of(np.int64(5)) == types_of(np.int8(-5)) == integer
    assert types_of(True) == types_of(np.True_) == integer


@given(st.integers(), numbers)
def test_a_python_int_is_taken_modulo_64_bits(x: int, n: int) -> None:
    assert every_form(x, n) == every_form(signed(x % 2**64), n)


@pytest.mark.parametrize("n", [-1, 64, np.int64(-1), np.uint64(64)])
def test_plain_forms_refuse_a_bit_number_outside_the_word(n: Any) -> None:
    for function in (shift_left, shift_right):
        with pytest.raises(ValueError, match=f"needs a bit number from 0 to 63, got {n}"):
            function(1, n)
    with pytest.raises(ValueError, match=f"bit needs a bit number from 0 to 63, got {n}"):
        bit(n)


# CPU machine code


@pytest.mark.parametrize("n", NUMBERS)
def test_native_forms_equal_plain_python_on_edge_values(n: int) -> None:
    for word in EDGES:
        assert native_forms(signed(word), n) == every_form(signed(word), n)
        assert native_forms(np.uint64(word), n) == every_form(np.uint64(word), n)


@settings(deadline=None)  # the first example waits for the compiler
@given(words, numbers)
def test_native_forms_equal_plain_python(word: int, n: int) -> None:
    assert native_forms(signed(word), n) == every_form(signed(word), n)
    assert native_forms(np.uint64(word), n) == every_form(np.uint64(word), n)


@pytest.mark.parametrize(
    ("x", "n"),
    [
        (np.uint64(2**64 - 2), np.uint64(3)),
        (np.uint8(255), np.int8(63)),
        (np.int16(-2), np.uint8(5)),
        (np.uint32(2**32 - 1), True),
        (True, np.int64(63)),
    ],
)
def test_native_forms_widen_their_arguments_as_plain_python_does(x: Any, n: Any) -> None:
    assert native_forms(x, n) == every_form(x, n)
    word = types.uint64 if isinstance(x, np.unsignedinteger) else types.int64
    [returned] = [
        signature.return_type
        for signature in native_forms.nopython_signatures
        if signature.args == tuple(map(typeof, (x, n)))
    ]
    assert tuple(returned) == (types.int64,) * 3 + (word,) * 3 + (types.uint64,)


def test_members_of_an_integer_enumeration_are_integers() -> None:
    class Square(IntEnum):
        C1 = 2

    assert njit(lambda square: bit(square))(Square.C1) == bit(Square.C1) == 4


def test_native_forms_take_a_bit_number_modulo_64() -> None:
    assert native_forms(np.uint64(5), 64 + 3) == every_form(np.uint64(5), 3)
    assert native_forms(np.uint64(5), -61) == every_form(np.uint64(5), 3)


def test_native_forms_are_the_instructions_of_the_machine() -> None:
    native_forms(np.uint64(5), 3)
    code = native_forms.inspect_llvm((types.uint64, types.int64))
    for instruction in ("ctpop", "cttz", "ctlz", "bswap"):
        assert f"call i64 @llvm.{instruction}.i64" in code.replace("range(i64 0, 65) ", "")


def test_words_and_indices_mix_inside_compiled_rules() -> None:
    @njit
    def squares(board: np.uint64, values: np.ndarray) -> tuple[np.uint64, int]:
        total, seen = 0, np.uint64(0)
        for _ in range(3):
            square = lowest(board)
            total += values[square] + popcount(board)
            seen |= bit(square)
            board &= ~shift_left(np.uint64(1), square)
        return seen, total

    board = np.uint64(0x8000000000000011)
    values = np.arange(64)
    assert squares(board, values) == squares.py_func(board, values) == (board, 67 + 3 + 2 + 1)


# What is refused


def arguments(function: Callable[..., Any], x: Any) -> tuple[Any, ...]:
    return (x,) * len(inspect.signature(function).parameters)


@pytest.mark.parametrize("function", bits.FORMS, ids=lambda function: function.__name__)
def test_a_float_is_refused_with_a_sentence(function: Callable[..., Any]) -> None:
    compiled = njit(lambda *given: function(*given))
    name = function.__name__
    with pytest.raises(TypingError) as native:
        compiled(*arguments(function, 1.0))
    assert SENTENCE.format(name, "float64") in str(native.value)
    with pytest.raises(TypeError) as plain:
        function(*arguments(function, 1.0))
    assert str(plain.value) == SENTENCE.format(name, "float")
    with pytest.raises(TypeError) as plain:
        function(*arguments(function, np.float64(1)))
    assert str(plain.value) == SENTENCE.format(name, "float64")


def test_a_float_bit_number_is_refused_too() -> None:
    with pytest.raises(TypeError, match="shift_left needs an integer, got float"):
        shift_left(1, 1.0)  # type: ignore[arg-type]
    with pytest.raises(TypingError, match="shift_left needs an integer, got float64"):
        njit(lambda x, n: shift_left(x, n))(1, 1.0)


def test_what_is_no_number_is_refused_without_a_hint_about_signs() -> None:
    with pytest.raises(TypeError, match=r"^popcount needs an integer, got str$"):
        popcount("e4")  # type: ignore[arg-type]


# The module


def test_forms_lists_every_public_function_but_the_refusal() -> None:
    public = {
        value
        for name, value in vars(bits).items()
        if inspect.isfunction(value) and value.__module__ == bits.__name__ and name[0] != "_"
    }
    assert public - {bits.refusal} == set(bits.FORMS)


def test_plain_forms_run_where_compilation_is_off_and_cuda_is_never_imported() -> None:
    program = (
        "import sys, numba, counterplay.core.bits.bits as bits\n"
        "rule = numba.njit(lambda x: bits.shift_left(x, bits.popcount(x)))\n"
        "print(rule(2**62 + 1), any(name.startswith('numba.cuda') for name in sys.modules))\n"
    )
    done = run_python("-c", program, NUMBA_DISABLE_JIT="1")
    assert (done.stdout, done.stderr) == ("4 False\n", "")


# CUDA


def test_cuda_forms_equal_plain_python_in_the_simulator(simulated: Simulated) -> None:
    assert simulated("core/cuda_bits_on_device.py", "--words", "20").endswith(" 0 wrong\n")


@pytest.mark.parametrize(
    ("function", "instructions"),
    [
        (popcount, ["popc.b64"]),
        (lowest, ["brev.b64", "clz.b64"]),
        (highest, ["clz.b64"]),
        (byteswap, ["prmt.b32"]),
        (shift_left, ["shl.b64"]),
        (shift_right, ["shr.u64"]),
        (bit, ["shl.b64"]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_cuda_forms_are_the_instructions_of_the_machine(
    cuda: Any, function: Callable[..., Any], instructions: list[str]
) -> None:
    one, two = (lambda x: function(x)), (lambda x, n: function(x, n))
    signature = arguments(function, types.uint64)
    kernel = one if len(signature) == 1 else two
    code, returned = cuda.compile(kernel, signature, device=True, cc=(9, 0))
    for instruction in instructions:
        assert instruction in code
    assert not re.search(r"^\s*(@\S+\s+)?(call|bra)\b", code, re.MULTILINE), code
    assert returned == (types.int64 if function in (popcount, lowest, highest) else types.uint64)


def test_a_float_is_refused_with_a_sentence_on_cuda(cuda: Any) -> None:
    with pytest.raises(TypingError) as refusal:
        cuda.compile(lambda x: popcount(x), (types.float64,), device=True, cc=(9, 0))
    assert SENTENCE.format("popcount", "float64") in str(refusal.value)
