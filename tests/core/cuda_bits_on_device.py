"""Compares the CUDA forms of `core.bits` with plain Python, on a GPU:

    python tests/core/cuda_bits_on_device.py

It prints a count for each pair of types and exits with 1 if any answer differs, with 2 if there
is no GPU. The test suite runs it in the CUDA simulator (NUMBA_ENABLE_CUDASIM=1, --words 20).
"""

import argparse
import sys
from importlib import import_module
from typing import Any

import numpy as np

import counterplay.core.compile.cuda.target  # noqa: F401  registers the CUDA forms
from counterplay.core.bits import bits

cuda: Any = import_module("numba.cuda")  # by name: mypy sees the older one inside Numba

EDGES = [0, 1, 2, 255, 2**31, 2**32 - 1, 2**32, 2**62, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1]
# The types of the word and of the bit number, and the type that the word is widened to.
TYPES = [
    (np.uint64, np.int64, np.uint64),
    (np.uint64, np.uint64, np.uint64),
    (np.int64, np.uint8, np.int64),
    (np.int32, np.int32, np.int64),
    (np.uint8, np.int64, np.uint64),
    (np.bool_, np.int64, np.int64),
]


def every_form(i: int, xs: Any, ns: Any, indices: Any, words: Any, single: Any) -> None:
    """Column i of the answers; compiled for CUDA and run as plain Python alike."""
    x, n = xs[i], ns[i]
    indices[0, i] = bits.popcount(x)
    indices[1, i] = bits.lowest(x)
    indices[2, i] = bits.highest(x)
    words[0, i] = bits.byteswap(x)
    words[1, i] = bits.shift_left(x, n)
    words[2, i] = bits.shift_right(x, n)
    single[0, i] = bits.bit(n)


on_device = cuda.jit(device=True)(every_form)


def each_thread(xs: Any, ns: Any, indices: Any, words: Any, single: Any) -> None:
    i = cuda.grid(1)
    if i < xs.shape[0]:
        on_device(i, xs, ns, indices, words, single)


kernel = cuda.jit(each_thread)


def answers(xs: Any, ns: Any, word: type, gpu: bool) -> list[Any]:
    """One row for each function in FORMS."""
    count = len(xs)
    outputs: list[Any] = [
        np.zeros((3, count), np.int64),
        np.zeros((3, count), word),
        np.zeros((1, count), np.uint64),
    ]
    if gpu:
        kernel[(count + 127) // 128, 128](xs, ns, *outputs)
    else:
        for i in range(count):
            every_form(i, xs, ns, *outputs)
    return [row for output in outputs for row in output]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--words", type=int, default=100_000, help="random words for each type")
    count = parser.parse_args().words
    if not cuda.is_available():
        print("no CUDA device, or no CUDA compiler:", cuda.cuda_error())
        return 2
    simulated = cuda.config.ENABLE_CUDASIM
    print("device:", "the simulator" if simulated else cuda.get_current_device().name)

    random = np.random.default_rng(1)
    compared = wrong = 0
    for x_type, n_type, word in TYPES:
        patterns = random.integers(0, 2**64, count, np.uint64)
        patterns[: count // 2] &= random.integers(0, 2**64, count // 2, np.uint64)  # sparser
        edges = np.repeat(np.array(EDGES, np.uint64), 64)
        xs: Any = np.concatenate([patterns, edges]).astype(x_type)
        ns = np.concatenate([random.integers(0, 64, count), np.tile(np.arange(64), len(EDGES))])
        ns = ns.astype(n_type)
        pairs = zip(answers(xs, ns, word, True), answers(xs, ns, word, False), strict=True)
        for function, (device, plain) in zip(bits.FORMS, pairs, strict=True):
            differ = np.flatnonzero(device != plain)
            compared, wrong = compared + len(xs), wrong + len(differ)
            for i in differ[:3]:
                case = f"{function.__name__} of {xs[i]!r}, {ns[i]!r}"
                print(f"  {case}: {device[i]} on the device, {plain[i]} in plain Python")
        print(f"{np.dtype(x_type)} with {np.dtype(n_type)}: {len(xs):,} words")
    print(f"{compared:,} answers compared, {wrong:,} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
