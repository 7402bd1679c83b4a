"""Rules and kernels on CUDA: equal to the CPU in the simulator, and small enough for a GPU."""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numba
import pytest
from numba import types

import counterplay as cp
from counterplay.core.compile import cuda as cuda_folder
from counterplay.core.game.errors import UnfitError

GAMES = ("tic_tac_toe", "connect_four", "othello", "checkers", "chess")
SUCCESSORS = Path(__file__).with_name("cuda_successors.py")
CONSTANT_MEMORY = 64 << 10


def bound(game: cp.Game, kernel: Path = SUCCESSORS) -> Any:
    return import_module("counterplay.core.compile.cuda.bind").bind_cuda(game, kernel)


def ptx_of(cuda: Any, launched: Any, *arguments: Any) -> str:
    code: str
    code, _ = cuda.compile(launched.py_func, arguments, device=False, abi="numba", cc=(9, 0))
    return code


def tables(code: str, memory: str) -> list[int]:
    """The sizes in bytes of the arrays in a memory."""
    return [int(size) for size in re.findall(rf"\.{memory} \.align \d+ \.b8 \w+\[(\d+)\]", code)]


def successors_of(cuda: Any, name: str) -> str:
    game = cp.load(name)
    states = types.Array(numba.from_dtype(game.shape.dtype), 1, "C")
    words = (types.int64[::1], types.uint64[::1], types.int64[::1])
    return ptx_of(cuda, bound(game).look, states, *words)


def test_rules_in_the_simulator_equal_those_on_the_cpu(simulated: Callable[..., str]) -> None:
    assert simulated("core/cuda_rules_on_device.py", "--states", "10").endswith(" 0 wrong\n")


@pytest.mark.parametrize("name", GAMES)
def test_rules_compile_without_constant_memory(cuda: Any, name: str) -> None:
    code = successors_of(cuda, name)
    assert ".entry" in code
    assert sum(tables(code, "const")) < CONSTANT_MEMORY


def test_a_table_of_the_rules_stands_in_global_memory_once(cuda: Any) -> None:
    sizes = tables(successors_of(cuda, "chess"), "global")
    assert sorted(sizes)[-2:] == [32 << 10, 32 << 10]  # between two squares, and the whole line
    assert sum(sizes) < 80 << 10


KERNEL = """
from counterplay.core.compile.cuda.kernel import launch, moves_buffer, thread_count, thread_number
from counterplay.core.compile.kernel import entry, hot, merged, native
from counterplay.core.compile.unbound import rules

MOST = rules.MOST_ACTIONS + 1


@merged
def step(ctx, s, moves):
    return rules.result(ctx, 0, s, moves[0])


@hot
def is_left(ctx, s):
    return not rules.terminal(ctx, s)


@native
def walk(ctx, values, moves, i):
    s = rules.initial(ctx, 0)
    while is_left(ctx, s) and values[i] < i:
        rules.actions(ctx, s, moves)
        s = step(ctx, s, moves)
        values[i] += 1


@entry
def on_cpu(contexts):
    walk(contexts[0], contexts[0].values, contexts[0].moves, 0)


@launch
def walk_all(values, first, last):
    moves = moves_buffer(MOST)
    for i in range(first + thread_number(), last, thread_count()):
        walk(0, values, moves, i)
"""


def test_functions_of_a_kernel_for_the_cpu_are_compiled_for_cuda(cuda: Any, tmp_path: Path) -> None:
    kernel = tmp_path / "walking.py"
    kernel.write_text(KERNEL)
    module = bound(cp.load("tic_tac_toe"), kernel)
    code = ptx_of(cuda, module.walk_all, types.int16[::1], types.int64, types.int64)
    assert ".entry" in code and "st.u16" in code
    assert re.search(r"\.func\b[^{;]*4walkB", code)  # it stands apart
    assert bound(cp.load("tic_tac_toe"), kernel) is module


@pytest.mark.parametrize(
    ("game", "why"),
    [("tests/data/games/record_tic_tac_toe.py", "its states are records"), ("tree", "data")],
)
def test_what_a_gpu_cannot_hold_is_refused_with_a_sentence(cuda: Any, game: str, why: str) -> None:
    path = Path(__file__).parents[2] / game
    with pytest.raises(UnfitError, match=f"cannot run on a GPU: .*{why}"):
        bound(cp.load(path if path.exists() else game))


def test_without_numba_cuda_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numba_cuda", None)  # as if it were not installed
    monkeypatch.delitem(sys.modules, "counterplay.core.compile.cuda.target", raising=False)
    assert cuda_folder.why_not() == "CUDA needs numba-cuda: pip install 'counterplay[cuda]'"
    assert not cuda_folder.is_available()
