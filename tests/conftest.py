"""What all tests share: where kernels are kept, and CUDA without a GPU.

Kernels compiled by the tests are kept apart from the user's, and shared by all workers.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import settings

HERE = Path(__file__).parent

os.environ.setdefault("COUNTERPLAY_CACHE", str(HERE.parent / ".cache" / "kernels"))

# A cold start answers like a warm one. Tests of the stand-in switch it on.
os.environ["COUNTERPLAY_STAND_IN"] = "off"

# The workers use all cores: a kernel is compiled by one process.
os.environ["COUNTERPLAY_COMPILERS"] = "1"

# Hundreds of programs are started, each with hundreds of files to import: their bytecode is kept.
# So is that of the tests: to rewrite their assertions takes half of the time to collect them.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A shell lets what it starts in the background ignore Ctrl-C; some tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more about the machine than about the code.
settings.register_profile("counterplay", deadline=None)
settings.load_profile("counterplay")


# Slow tests.


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that `slow.txt` names. A name without a test is an error."""
    lines = (HERE / "slow.txt").read_text(encoding="utf-8").splitlines()
    slow = {line for line in lines if line and not line.startswith("#")}
    found = set()
    for item in items:
        function = item.nodeid.partition("[")[0]
        names = slow & {item.nodeid, function, function.partition("::")[0]}
        if names:
            item.add_marker(pytest.mark.slow)
        found |= names
    is_whole = config.args == config.getini("testpaths")
    skipped = {name for name in slow - found if _is_skipped(name, items)}
    if is_whole and slow - found - skipped:
        missing = min(slow - found - skipped)
        raise pytest.UsageError(f"tests/slow.txt names {missing}, which is no test")


def _is_skipped(name: str, items: list[pytest.Item]) -> bool:
    """Whether the file of a test is there, but has no tests without an optional package."""
    file = name.partition("::")[0]
    is_there = (HERE.parent / file).exists()
    return is_there and not any(item.nodeid.startswith(f"{file}::") for item in items)


# CUDA without a GPU: its simulator, and its compiler.


def need(is_there: bool, what: str) -> None:
    """Skip where something is not installed; the guard of main installs it, and may not skip."""
    if not is_there:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{what} is not installed")


@pytest.fixture
def simulated() -> Callable[..., str]:
    """Run a script of the tests in the CUDA simulator; what it prints."""
    need(find_spec("numba_cuda") is not None, "numba-cuda")

    def run(script: str, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, str(HERE / "simulator.py"), str(HERE / script), *arguments],
            env=os.environ | {"PYTHONPATH": str(HERE.parent)},
            capture_output=True,
            text=True,
            timeout=900,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture
def cuda(monkeypatch: pytest.MonkeyPatch) -> Any:
    """numba.cuda with our forms registered, able to compile for an H100 without having one."""
    need(find_spec("numba_cuda") is not None, "numba-cuda")
    module = import_module("numba.cuda")
    if module.config.ENABLE_CUDASIM:
        pytest.skip("the CUDA simulator compiles nothing")
    parts = ("nvidia.cu13", "nvidia.cuda_nvrtc")
    need(any(find_spec("nvidia") and find_spec(part) for part in parts), "the CUDA compiler")
    import_module("counterplay.core.compile.cuda.target")
    # numba-cuda asks the device for its architecture whenever one device function calls another.
    device = SimpleNamespace(compute_capability=(9, 0))
    dispatcher = import_module("numba.cuda.dispatcher")
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: device)
    return module


@pytest.fixture
def race(tmp_path: Path) -> Any:
    """A small game of chance that needs no compiler, in a file that a test may change."""
    path = tmp_path / "race.py"
    path.write_text((HERE / "data" / "games" / "race.py").read_text(encoding="utf-8"))
    return import_module("counterplay").load(path)


# Players of a user's own, written to files as a user would.

PLAYERS = {
    "first": "return position.legal_moves[0]",
    "worded": "return position.show_move(position.legal_moves[0])",
    "cheat": "return 99",
    "garbage": "return None",
    "broken": "raise RuntimeError('out of ideas')",
    "told": "return position.legal_moves[int(which)]",
}


@pytest.fixture
def own(tmp_path: Path) -> Callable[[str], str]:
    """The file of one of the players above."""

    def write(name: str) -> str:
        path = tmp_path / f"{name}.py"
        extra = ", which" if name == "told" else ""
        path.write_text(f"def choose(position, limit{extra}):\n    {PLAYERS[name]}\n")
        return str(path)

    return write
