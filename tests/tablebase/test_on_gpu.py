"""Tables by a GPU: equal to those of threads in the simulator, and small enough to be compiled."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import types

import counterplay as cp
from counterplay.core.game.errors import CounterplayError, InputError, UnfitError
from counterplay.core.game.tablebase_codec import Codes
from counterplay.tablebase import build_tablebase
from counterplay.tablebase.catalogue import build_order, tables_below
from counterplay.tablebase.retrograde import gpu as on_gpu
from counterplay.tablebase.retrograde.solve import Solver
from counterplay.tablebase.retrograde.threads import Threads

CHASE = Path(__file__).with_name("chase.py")
DOMINEERING = Path(__file__).parents[1] / "conformance" / "domineering.py"


def solved(game: cp.Game, tables: list[int]) -> dict[int, Codes]:
    """All tables, by one thread."""
    solver, known = Solver(game, "end", Threads(game, 1)), dict[int, Codes]()
    for t in build_order(game, tables):
        known[t] = solver.solve(t, {other: known[other] for other in tables_below(game, t)})
    return known


@pytest.mark.parametrize(("path", "tables"), [(CHASE, [0, 1]), (DOMINEERING, [0])])
def test_tables_of_the_small_games_are_those_of_their_graphs(path: Path, tables: list[int]) -> None:
    game = cp.load(path)
    codes, graph = solved(game, tables), cp.solve(game, memory=64, threads=1)
    for state, value in zip(map(game.shape.decode, graph.states), graph.values[:, 0], strict=True):
        t, place = divmod(int(game.ask("index", state)), 1 << 40)
        assert codes[t][place] == value, state


def test_the_rules_of_the_chase_are_sound() -> None:
    assert not cp.check(cp.load(CHASE)).faults


def test_a_spoiled_code_is_found_by_threads_whatever_was_verified_before() -> None:
    game = cp.load(CHASE)
    solver, codes = Solver(game, "end", Threads(game, 2)), solved(game, [0])[0]
    spoiled = codes.copy()
    spoiled[100] = 1 if codes[100] != 1 else -1
    assert solver.wrong_offset(0, codes, {}) is None
    assert solver.wrong_offset(0, spoiled, {}) is not None
    assert solver.wrong_offset(0, codes, {}) is None


def test_tables_in_the_simulator_equal_those_by_threads(simulated: Callable[..., str]) -> None:
    assert simulated("tablebase/cuda_tables_on_device.py").endswith("\n0 wrong\n")


@pytest.mark.parametrize("name", ["nine_mens_morris", "checkers", "chess"])
def test_the_passes_compile_for_a_gpu(cuda: Any, name: str) -> None:
    bind = import_module("counterplay.core.compile.cuda.bind").bind_cuda
    module, word = bind(cp.load(name), on_gpu.KERNEL), types.int64
    arrays = types.int16[::1], types.int64[:, ::1], types.UniTuple(word, 4), types.uint8[:, ::1]
    arguments = (word, word, word, *arrays, types.int64[::1], types.int64[::1])
    code, _ = cuda.compile(
        module.work.py_func, arguments, device=False, abi="numba", cc=(9, 0), output="ltoir"
    )
    assert len(code) < 2 << 20


def test_a_missing_gpu_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("counterplay.core.compile.cuda.why_not", lambda: "there is no GPU here")
    with pytest.raises(UnfitError, match="cannot be solved on a GPU here: there is no GPU here"):
        on_gpu.Gpu(cp.load(CHASE))


def test_too_little_memory_is_said_before_it_is_taken() -> None:
    gpu = object.__new__(on_gpu.Gpu)
    gpu.target = SimpleNamespace(
        free_memory=lambda: on_gpu.SPARE + (44 << 20), DriverError=MemoryError
    )
    with pytest.raises(InputError, match=r"take 48 MB of GPU memory, and 44 MB are free"):
        gpu.lay_out(np.zeros(25_000_000, np.int16), np.zeros((1, 2), np.int64))


def test_a_gpu_that_goes_away_is_said_in_a_sentence() -> None:
    with (
        pytest.raises(CounterplayError, match="stopped responding: CUDA_ERROR; finished tables"),
        on_gpu.answering(SimpleNamespace(DriverError=RuntimeError)),
    ):
        raise RuntimeError("CUDA_ERROR")


def test_a_device_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="device='gpu' must be one of cpu, cuda"):
        build_tablebase(cp.load(CHASE), "all", folder=tmp_path, device="gpu")  # type: ignore[arg-type]
