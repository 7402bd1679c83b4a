"""Changed inputs for every parser: each is read, or refused with a sentence.

    python bench/fuzz --inputs 200000 --only "SGF,GTP"

A parser gets valid inputs with bytes, words or JSON values changed. It may read them, or raise a
`CounterplayError`; any other exception is a fault, and so is a wrong result: what is read is shown
and read again, and moves must be legal. Exits with 1 if there is a fault.
"""

from __future__ import annotations

import argparse
import faulthandler
import logging
import random
import sys
import time
import traceback
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

import files
import talk
import texts
from mutations import mutated

from counterplay.core.game.errors import CounterplayError

SLOW = 12.0
"""Seconds of the processor after which a parser is too slow for one input."""
MOST_FAULTS = 5
STUCK = 120
"""Seconds after which the place where a parser hangs is shown, and the run ends."""


@dataclass
class Told:
    """What became of the inputs of one parser."""

    name: str
    inputs: int = 0
    read: int = 0
    slowest: float = 0.0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)


def targets() -> Iterator[texts.Target]:
    for part in (texts, files, talk):
        yield from part.targets()


def fuzz(target: texts.Target, inputs: int, seed: int, most: float = 1e9) -> Told:
    """Feed a parser until it had the number of inputs, or until its seconds are over."""
    name, corpus, read = target
    told, rng = Told(name), random.Random(seed ^ zlib.crc32(name.encode()))
    started, armed = time.perf_counter(), 0.0
    for number in range(-len(corpus), inputs):
        data = corpus[number] if number < 0 else mutated(rng, corpus)
        before, busy = time.perf_counter(), time.process_time()
        if before - armed > 1:  # it starts a thread
            faulthandler.dump_traceback_later(STUCK, exit=True)
            armed = before
        try:
            read(data)
            told.read += 1
        except CounterplayError as error:
            if "\n" in str(error) and "\n" not in data.decode(errors="replace"):
                told.faults.append(f"{name}: several lines: {error!s:.300} from {data[:300]!r}")
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{place.filename.rpartition('counterplay/')[2]}:{place.lineno}"
            shown = f"{type(error).__name__} in {where}: {error!s:.300}"
            if len(told.faults) < MOST_FAULTS:
                told.faults.append(f"{name}: {shown} from {data[:300]!r}")
        took = time.process_time() - busy
        told.inputs += 1
        if number < 0:
            started = before  # the first inputs may compile, so their time says nothing
        else:
            told.slowest = max(told.slowest, took)
            if took > SLOW:
                told.faults.append(f"{name}: {took:.1f} s for {data[:300]!r}")
        if len(told.faults) >= MOST_FAULTS or before - started > most:
            break
    faulthandler.cancel_dump_traceback_later()
    told.seconds = time.perf_counter() - started
    return told


def run(inputs: int, seed: int, only: tuple[str, ...] = (), most: float = 1e9) -> list[Told]:
    """Feed the parsers whose names contain one of `only`, or all of them."""
    logging.disable(logging.CRITICAL)
    try:
        return [
            fuzz(target, inputs, seed, most)
            for target in targets()
            if not only or any(part in target[0] for part in only)
        ]
    finally:
        logging.disable(logging.NOTSET)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=200_000, metavar="N", help="for each parser")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--only", default="", metavar="NAME,…", help="parts of names of parsers")
    parser.add_argument(
        "--most", type=float, default=1e9, metavar="SECONDS", help="for each parser"
    )
    given = parser.parse_args()
    only = tuple(part for part in given.only.split(",") if part)
    is_wrong = False
    for target in targets():
        if only and not any(part in target[0] for part in only):
            continue
        told = fuzz(target, given.inputs, given.seed, given.most)
        is_wrong = is_wrong or bool(told.faults)
        share = 100 * told.read / max(told.inputs, 1)
        counts = f"{told.inputs:>9,} inputs, {share:3.0f} % read, {told.seconds:5.0f} s"
        faults = f"slowest {told.slowest:.2f} s, {len(told.faults)} faults"
        print(f"{told.name:32} {counts}, {faults}", flush=True)
        for fault in told.faults:
            print(f"    {fault}", flush=True)
    return 1 if is_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
