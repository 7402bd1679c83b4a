"""Machine code is stored in files, loaded without Numba, and called from Python."""

import gc
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

import counterplay as cp
from counterplay.conformance.native import KERNEL as ANSWERS
from counterplay.core.compile import machine_code
from counterplay.core.compile.background import BackgroundCompiler
from counterplay.core.compile.bind import bind, is_ready
from counterplay.core.compile.compiler import compile_kernel
from counterplay.core.compile.declarations import Source, entry_symbol
from counterplay.core.compile.kernel import Context, entry, native
from counterplay.core.game.errors import NATIVE_PLACE
from counterplay.engine.perft.count import KERNEL

CONTEXT = np.dtype([("x", np.int64), ("y", np.float64)])


@native
def half(x):  # type: ignore[no-untyped-def]
    return x / 2


@entry
def nothing(contexts):  # type: ignore[no-untyped-def]
    contexts[0].y = half(contexts[0].x)


@entry
def count(contexts):  # type: ignore[no-untyped-def]
    return np.int64(len(contexts))


@entry
def share(contexts):  # type: ignore[no-untyped-def]
    return half(contexts[0].x)


@entry
def is_large(contexts):  # type: ignore[no-untyped-def]
    return contexts[0].x > 5


@entry
def refuse(contexts):  # type: ignore[no-untyped-def]
    if contexts[0].x > 5:
        raise ValueError("too large")


@entry
def fresh(contexts):  # type: ignore[no-untyped-def]
    made = np.zeros(contexts[0].x, np.int64)  # memory from Numba's runtime
    return np.int64(len(made))


@entry
def endless(contexts):  # type: ignore[no-untyped-def]
    return np.int64(fall(contexts[0].x))


@native
def fall(n):  # type: ignore[no-untyped-def]
    if n <= 0:
        return 0
    return 1 + fall(n - 1)


ENTRIES = (nothing, count, share, is_large, refuse, fresh, endless)


@pytest.fixture(scope="module")
def loaded() -> dict[str, machine_code.Entry]:
    file = compile_kernel(Source({entry_symbol(f.__name__): f for f in ENTRIES}, CONTEXT))
    assert file.is_lasting
    return machine_code.load(file)


def contexts(x: int, n: int = 1) -> Any:
    made = np.zeros(n, CONTEXT)
    made["x"] = x
    return made


def test_entries_return_what_they_return_in_python(loaded: Any) -> None:
    one = contexts(7)
    assert loaded["nothing"](one) is None and one["y"][0] == 3.5
    assert loaded["count"](contexts(7, 3)) == 3
    assert loaded["share"](one) == 3.5
    assert loaded["is_large"](one) is True
    assert loaded["is_large"](contexts(3)) is False


def test_an_exception_is_raised_in_python(loaded: Any) -> None:
    loaded["refuse"](contexts(5))
    with pytest.raises(ValueError, match="too large") as caught:
        loaded["refuse"](contexts(6))
    line = refuse.__code__.co_firstlineno + 3
    assert getattr(caught.value, NATIVE_PLACE) == (__file__, line)


def test_code_may_need_memory_of_numba_and_call_itself(loaded: Any) -> None:
    assert loaded["fresh"](contexts(9)) == 9
    assert loaded["endless"](contexts(100)) == 100


def test_a_stored_kernel_is_loaded_without_numba(tmp_path: Path) -> None:
    program = (
        "import sys, counterplay as cp\n"
        "count = cp.perft(cp.load('tic_tac_toe'), depth=4)\n"
        "print(count, 'numba' in sys.modules)\n"
    )
    cp.perft(cp.load("tic_tac_toe"), depth=1)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("3024 False\n", "")


def test_another_process_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    game = cp.load("nim", piles=(2, 1))
    assert not is_ready(game, KERNEL)
    compiler = BackgroundCompiler(game, KERNEL)
    assert compiler.is_running and compiler.wait() and not compiler.is_running
    assert is_ready(game, KERNEL)
    assert bind(game, KERNEL).SECONDS == 0.0
    assert not BackgroundCompiler(game, KERNEL).is_running


def test_a_compilation_can_be_cancelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    game = cp.load("nim", piles=(1, 2))
    compiler = BackgroundCompiler(game, KERNEL)
    compiler.cancel()
    assert not compiler.is_running and not is_ready(game, KERNEL)


REACHES = """
from typing import NamedTuple
import numpy as np
import counterplay as cp

facts = cp.Facts(title="Reaches", most_actions=1, longest_game=9)
WEIGHTS = np.arange(4)

class State(NamedTuple):
    n: int

def initial():
    return State(0)

def player(s):
    return s.n % 2

def actions(s, moves):
    moves[0] = WEIGHTS[s.n]
    return 1

def result(s, a):
    return State(s.n + 1)

def terminal(s):
    return s.n == 9

def utility(s, p):
    return 0
"""


def test_a_bounded_kernel_raises_an_error_at_an_index_out_of_bounds(tmp_path: Path) -> None:
    path = tmp_path / "reaches.py"
    path.write_text(REACHES)
    game = cp.load(path)
    kernel: Any = bind(game, ANSWERS, is_guarded=True)
    context = Context(game, kernel)
    context.set_root(game.initial())
    context.call(kernel.look)
    context.set_root(game.shape.state(6))
    with pytest.raises(cp.GameError) as caught:
        context.call(kernel.look)
    assert "IndexError" in str(caught.value) and caught.value.path == str(path)


TABLE = np.arange(10)


@entry
def read_only(contexts):  # type: ignore[no-untyped-def]
    part = TABLE[contexts[0].x :]
    return part[0]


def test_code_that_only_reads_arrays_is_loaded_without_numba() -> None:
    file = compile_kernel(Source({entry_symbol("read_only"): read_only}, CONTEXT))
    program = (
        "import pickle, sys, numpy as np\n"
        "from counterplay.core.compile.machine_code import ObjectFile, load\n"
        "file, contexts = pickle.load(sys.stdin.buffer)\n"
        "assert load(file)['read_only'](contexts) == 4\n"
        "assert 'numba' not in sys.modules\n"
    )
    given = pickle.dumps((replace(file, unresolved=[machine_code.FREE]), contexts(4)))
    subprocess.run([sys.executable, "-c", program], input=given, check=True)


def test_what_numba_made_for_a_kernel_is_let_go() -> None:
    """Numba keeps every module that it has seen: it may not lead to compiled functions."""
    rules = ModuleType("rules_of_a_test")
    exec("def twice_as_much(x):\n    return 2 * x", rules.__dict__)
    space: dict[str, Any] = {"rules": rules}
    exec("def double(contexts):\n    return rules.twice_as_much(contexts[0].x)", space)
    file = compile_kernel(Source({entry_symbol("double"): entry(space["double"])}, CONTEXT))
    assert machine_code.load(file)["double"](contexts(4)) == 8
    gc.collect()
    known = [o for o in gc.get_objects() if issubclass(type(o), Dispatcher)]
    assert not [d for d in known if d.py_func.__name__ in ("double", "twice_as_much")]
