"""Every command and option with bad input: an exit code and a sentence must come of it.

    bench/command_fuzz.py --only analyse,match

Each option of each command gets values that are missing, empty, binary, huge, negative or not
ASCII, beside a short command line that is right. A traceback is a fault, and so is an exit code
that is not 0, 1 or 2, and a refusal (2) without a sentence. A command that goes on working is ended
after `--seconds`. Exits with 1 if there is a fault.
"""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from counterplay.cli.app import app, load_command
from counterplay.cli.commands import COMMANDS

TESTS = Path(__file__).parents[1] / "tests"
DOMINEERING, DATA = TESTS / "conformance" / "domineering.py", TESTS / "data"
SMALL = "nim --set piles=1,2"
BASES = {
    "play": f"play {SMALL} --depth 1",
    "serve": "serve nim --no-keep",
    "analyse": f"analyse {SMALL} --depth 2",
    "games": "games nim",
    "solve": f"solve {SMALL} --threads 1",
    "table build": "table build chess KRK --folder tables --threads 1",
    "table list": "table list chess --from tables",
    "table probe": "table probe chess --from tables 8/8/8/8/8/5k2/4r3/7K w - - 0 1",
    "table stats": "table stats chess KRK --from tables",
    "table verify": "table verify chess KRK --from tables --threads 1",
    "match": f"match {SMALL} random random --games 2",
    "tournament": f"tournament {SMALL} random random random --games 2",
    "rate": f"rate {SMALL} random random --games 2",
    "epd": "epd one.epd --depth 1",
    "db import": "db import games.jsonl --db games.db",
    "db explore": "db explore nim --db games.db",
    "db games": "db games nim --db games.db",
    "db export": "db export nim --db games.db",
    "db book": "db book nim --db games.db --out nim.book",
    "db info": "db info --db games.db",
    "db index": "db index nim --db games.db",
    "book build": "book build one.pgn --out one.bin",
    "book show": "book show own",
    "fit": f"fit {DOMINEERING} --set size=4 --games 200 --nodes 50 --opening-plies 4",
    "calibrate": "calibrate breakthrough --positions 50 --depth 3",
    "ablate": f"ablate {SMALL} killers --positions 2 --depth 2",
    "trace": f"trace {SMALL} --algorithm hminimax --depth 2",
    "figures": "figures figures leaf_counts --quick",
    "check": f"check {SMALL} --games 1",
    "perft": f"perft {SMALL} --depth 2",
    "warm": f"warm {SMALL}",
    "uci": "uci",
    "ugi": f"ugi {SMALL}",
    "gtp": "gtp tic_tac_toe",
    "review": "review game.mat --depth 1",
    "rollout": "rollout pig --set goal=20 --games 4",
    "double_dummy": "double_dummy 'N:..Q.J 6.5.. ..76. .K..4' --trump NT",
    "equity": "equity AsKs QQ+ --board 2s7dTh5c",
    "plays": "plays empty AEINRST --moves 3",
    "equilibrium": "equilibrium kuhn --iterations 5",
    "plan": "plan kuhn --moves 2 --time 1",
    "respond": "respond kuhn kuhn.jsonl --iterations 5",
    "river": "river QQ+ AKs --board 2s7dTh5cKd --pot 10 --stack 20 --exploitability 0.1",
    "table bearoff": "table bearoff --checkers 1 --cube 1 --file bearoff.table",
    "book enter": "book enter tic_tac_toe lines.txt --out entered.json",
    "learn": f"learn {DOMINEERING} --set size=4 --rounds 1 --games 4 --nodes 20 --epochs 1 "
    "--width 16 --opening-plies 2 --match-games 2 --match-nodes 20 --threads 1",
    "td": "td --games 2 --hidden 2 --pairs 1",
    "tune": f"tune {DOMINEERING} futility_margin --set size=4 --iterations 1 --games 2 --nodes 50 "
    "--confirm-games 2 --jobs 1",
    "quiz": f"quiz {SMALL} --questions 1",
    "compare": "compare nim minimax hminimax --set piles=1,2 --depth 2",
    "tree": "tree [[3,12,8],[2,4,6]]",
    "retrograde": f"retrograde {SMALL}",
}
"""A command line that works, for each command. The value in question replaces one of its words, or
is added."""

ENDLESS = ("serve",)
"""Commands that end when somebody ends them."""

FIRST = ("db import", "table build")
"""Commands that make what others need."""

FILES = {
    "binary.dat": bytes(range(256)) * 40,
    "binary.py": b"\x00\x01\xff" * 100,
    "empty.dat": b"",
    "empty.py": b"",
    "empty.json": b"",
    "deep.json": b"[" * 100_000,
    "broken.json": b'{"format": 1, "weights": {"a": [',
    "other.json": b'{"format": 1}',
    "latin.txt": "Käse\n".encode("latin-1"),
    "one.epd": b'8/8/8/8/8/5k2/4q3/7K w - - bm Kg1; id "x";\n',
    "one.pgn": b'[Event "x"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n',
    "games.jsonl": b'{"game": "nim", "moves": ["1-1", "2-1"]}\n',
    "kuhn.jsonl": b'{"game": "kuhn", "moves": ["J", "Q", "pass", "pass"]}\n',
    "lines.txt": b"b2 a1 c3\n3: a1 b2\n",
    "game.mat": (DATA / "mat" / "casual_match.mat").read_bytes(),
}
VALUES = (
    "", " ", "-1", "0", "1", "-0.5", "nan", "inf", "-inf", "1e400", "9" * 20, "9" * 5_000,
    "2147483648", "1+1", "-1+-1", "x", "é☃\u202e", "a" * 300, "a/" * 3_000, "/",
    ".", "..", "/proc/nowhere/at/all", "folder", *FILES, "a=b", "=", "a=b=c", "width=-1", "piles=",
    "piles=1," * 2_000, "piles=[", "random", "alphabeta:depth=x", "alphabeta:=", "uci:", "uci:'",
    "uci:/nowhere", "textbook:", "textbook:x", "startpos moves", "startpos moves x", "state 9",
    "state " + "9" * 5_000, "[" * 3_000, "{}", "null", "0x10", "1_0", "٣", "\n", "a\nb", "%s", "~",
    "KK", "KQQQQQQK", "connect_four", "kuhn", "3,4", "all", "auto", "own", "1/2-1/2", "*",
)  # fmt: skip


class Ended(BaseException):
    """Raised in a command that goes on working."""


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with its name."""
    for section in COMMANDS.values():
        for name in section:
            loaded = load_command(name)
            inner = getattr(loaded, "commands", None)
            yield from ((f"{name} {n}", c) for n, c in inner.items()) if inner else [(name, loaded)]


def lines_of(name: str, command: Any) -> Iterator[list[str]]:
    """The command lines with one bad value each."""
    base = shlex.split(BASES[name])
    words, place = name.split(), 0
    yield words
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            for value in VALUES:
                plain, options = _parted(base[len(words) :])
                plain[place : place + 1] = [value]
                yield [*words, *options, "--", *plain]
            place += 1
            continue
        option = parameter.opts[0]
        if getattr(parameter, "is_flag", False):
            yield [*base, option]
            yield [*base, f"{option}=x"]
            continue
        yield [*base, option]
        for value in VALUES:
            yield [*_without(base, option), *([f"{option}={value}"] if parameter.nargs == 1 else
                                              [option, value, value])]  # fmt: skip


def _parted(base: list[str]) -> tuple[list[str], list[str]]:
    """The arguments of a command line, and its options with their values."""
    plain, options = list[str](), list[str]()
    for before, word in zip(["", *base], base, strict=False):
        is_option = word.startswith("--") or before.startswith("--")
        (options if is_option else plain).append(word)
    return plain, options


def _without(base: list[str], option: str) -> list[str]:
    """The command line without an option that can be given once."""
    if option not in base or option == "--set":
        return base
    at = base.index(option)
    return base[:at] + base[at + 2 :]


def fault_of(words: list[str], seconds: float) -> tuple[str, str]:
    """What became of a command line: its exit code in words, and the fault, if there is one.

    It is ended after that number of seconds; 0 lets it run.
    """

    def end(*_: object) -> None:
        raise Ended

    if seconds:
        signal.signal(signal.SIGALRM, end)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        result = CliRunner().invoke(app, words, input="quit\n")
    except Ended:
        return "ended", ""
    finally:
        if seconds:
            signal.setitimer(signal.ITIMER_REAL, 0)
    error = result.exception
    if isinstance(error, (Ended, KeyboardInterrupt)):
        return "ended", ""
    if error is not None and not isinstance(error, SystemExit):
        shown = traceback.format_exception(type(error), error, error.__traceback__)
        return "traceback", "".join(line[:300] for line in shown[-4:])
    if result.exit_code not in (0, 1, 2):
        return str(result.exit_code), f"exit code {result.exit_code}"
    text = result.stderr
    if "Traceback" in text + result.stdout and "Ended" not in text:
        return "traceback", text[-1500:]
    is_usage = "Usage: " in text or "─ Error ─" in text
    if result.exit_code == 2 and not is_usage:
        said = [line for line in text.splitlines() if line.startswith("counterplay: ")]
        if len(said) != 1 or text.splitlines()[-1] != said[0]:
            return "2", f"not one sentence: {text[-500:]!r}"
        if len(said[0]) > LONGEST:
            return "2", f"a sentence of {len(said[0]):,} characters: {said[0][:100]}"
    return str(result.exit_code), ""


LONGEST = 2_000
COMPILING_SECONDS = 120.0


def run(names: Sequence[str], seconds: float, every: int = 1) -> tuple[Counter[str], list[str]]:
    """Run every command line of these commands, or each `every`-th one."""
    counted: Counter[str] = Counter()
    faults = []
    for name, command in commands():
        if names and name not in names:
            continue
        if seconds:  # compile what the command needs: a line that is ended meanwhile shows nothing
            kind, fault = fault_of(shlex.split(BASES[name]), COMPILING_SECONDS)
            if kind != "0" and name not in ENDLESS:
                faults.append(f"{BASES[name]}: {kind} {fault}")
                print(faults[-1], flush=True)
        for words in list(lines_of(name, command))[::every]:
            started = time.monotonic()
            kind, fault = fault_of(words, seconds)
            took = time.monotonic() - started
            counted[kind] += 1
            shown = [word if len(word) < 60 else f"{word[:50]}… ({len(word)})" for word in words]
            if took > seconds + 30:
                fault = fault or f"took {took:.0f} s"
            if fault:
                faults.append(f"{shown}: {fault}")
                print(faults[-1].encode(errors="backslashreplace").decode(), flush=True)
        print(f"{name}: {dict(counted)}", file=sys.stderr, flush=True)
    return counted, faults


def prepare(folder: Path, first: Sequence[str] = FIRST) -> None:
    """Fill a folder with files that are no good, and make it the current one."""
    os.chdir(folder)
    for variable in ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        os.environ[variable] = str(folder / "home")
    (folder / "folder").mkdir()
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    for name in first:
        done = CliRunner().invoke(app, shlex.split(BASES[name]))
        assert done.exit_code == 0, f"{BASES[name]}: {done.output}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", metavar="COMMAND,…")
    parser.add_argument("--seconds", type=float, default=3.0, metavar="N")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th line only")
    given = parser.parse_args()
    # An import that is ended in its middle cannot be tried again.
    import counterplay.core.compile.compiler  # noqa: F401

    for name in ("ray", "torch"):
        with suppress(ImportError):
            import_module(name)
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        counted, faults = run([n for n in given.only.split(",") if n], given.seconds, given.every)
        os.chdir("/")
    print(f"{sum(counted.values())} command lines, {dict(counted)}, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
