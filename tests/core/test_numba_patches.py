"""The patches of Numba are in force, have their effect, and are kept from versions not tested."""

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numba
import pytest

from counterplay.core.compile import compiler, functions, numba_patches
from counterplay.core.compile.kernel import hot, native
from counterplay.core.compile.numba_patches import PATCHES, is_tested, linking, untested

CPU = [patch for patch in PATCHES if patch.install is not None]


def find(name: str) -> Any:
    """The object with a dotted name."""
    module, rest = name, []
    while find_spec(module.partition(".")[0]) is not None:
        try:
            found = import_module(module)
            break
        except ImportError:
            module, _, last = module.rpartition(".")
            rest.insert(0, last)
    for part in rest:
        found = getattr(found, part)
    return found


def test_the_installed_numba_was_tested() -> None:
    assert is_tested(), (
        f"add {numba.__version__} to TESTED in core/compile/numba_patches and run these tests: "
        "they fail if a patch no longer fits"
    )
    assert untested() is None


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.name)
def test_numba_still_has_what_a_patch_replaces_and_uses(patch: numba_patches.Patch) -> None:
    if patch.install is None and find_spec("numba_cuda") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("numba-cuda is not installed")
    if patch.install is None:
        import_module("counterplay.core.compile.cuda.target")
    for name in (*patch.replaces, *patch.uses):
        assert callable(find(name)), name


@pytest.mark.parametrize("patch", CPU, ids=lambda patch: patch.name)
def test_the_patches_are_in_force(patch: numba_patches.Patch) -> None:
    for name in patch.replaces:
        assert find(name).__module__.startswith("counterplay.core.compile.numba_patches"), name


def test_inner_functions_get_no_machine_code_of_their_own() -> None:
    @native
    def inner(x):
        return x * 3

    @hot
    def small(x):
        return x + 1

    @functions.compiled
    def outer(x):
        return inner(small(x))

    assert outer(4) == 15
    inner_twin, small_twin = (cell.cell_contents for cell in outer.py_func.__closure__)
    for function in (inner_twin, small_twin):
        compiled = next(iter(function.overloads.values()))
        assert getattr(compiled.library, linking.INNER)
        assert compiled.entry_point.__name__ == "append"  # a placeholder, not machine code
    outermost = next(iter(outer.overloads.values()))
    assert not getattr(outermost.library, linking.INNER, False)


def test_an_untested_numba_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[str] = []
    patch = numba_patches.Patch("nothing", (), (), "for the test", lambda: installed.append("it"))
    monkeypatch.setattr(numba_patches, "PATCHES", (patch,))
    monkeypatch.setattr(numba_patches, "TESTED", ("0.1",))
    numba_patches.install()
    assert installed == []
    monkeypatch.setattr(numba_patches, "TESTED", (numba.__version__.rpartition(".")[0],))
    numba_patches.install()
    assert installed == ["it"]


def test_an_untested_numba_is_announced_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiler, "untested", lambda: untested("0.99.1"))
    compiler.warn_untested.cache_clear()
    compiler.warn_untested()
    compiler.warn_untested()
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("counterplay: Numba 0.99.1 is not one of the tested releases (0.68)")
    compiler.warn_untested.cache_clear()


def test_every_patch_says_why() -> None:
    assert all(patch.why.endswith(".") and len(patch.why) > 40 for patch in PATCHES)
