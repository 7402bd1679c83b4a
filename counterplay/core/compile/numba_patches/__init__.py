"""All changes that this package makes to Numba: what is replaced, and why.

The CPU patches only save compile time; without them Numba produces the same results. They replace
private functions of Numba, so they are pinned: `install` does nothing for a Numba version that is
not in `TESTED`, and the binder then says so in one line when it compiles (`untested`).

To accept a new Numba: add it to `TESTED` and run `pytest tests/core/test_numba_patches.py`. The
tests fail if a replaced function no longer exists or if a patch has no effect.

The CUDA patches are part of `core/compile/cuda/target.py`, the only folder that imports numba.cuda.
They are always installed, because chess does not fit on a GPU without them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numba

from counterplay.core.compile.numba_patches import (
    exception_places,
    linking,
    shape_errors,
    typing_memo,
)

TESTED = ("0.68",)
"""The releases of Numba, without their last number, with which the tests of the patches passed."""


@dataclass(frozen=True)
class Patch:
    """A change to Numba.

    replaces   the functions of Numba that are replaced, or set
    uses       other private names of Numba that the patch relies on
    why        what the patch is good for
    install    the function that makes the change; None if `core/compile/cuda` makes it
    """

    name: str
    replaces: tuple[str, ...]
    uses: tuple[str, ...]
    why: str
    install: Callable[[], None] | None


PATCHES = (
    Patch(
        "linking",
        (
            "numba.core.typed_passes.BaseNativeLowering.run_pass",
            "numba.core.codegen.CPUCodeLibrary.finalize",
            "numba.core.codegen.CPUCodeLibrary._optimize_functions",
            "numba.core.cpu.CPUContext.get_executable",
        ),
        (
            "numba.core.codegen.CPUCodeLibrary._get_module_for_linking",
            "numba.core.codegen.CPUCodeLibrary._finalize_dynamic_globals",
            "numba.core.codegen.CPUCodegen._module_pass_manager",
        ),
        "Numba optimises each function together with everything it calls, then its caller with "
        "everything that calls, and so on: the core of a search is compiled a dozen times. The "
        "patch compiles it once, in the entry.",
        linking.install,
    ),
    Patch(
        "typing memo",
        (
            "numba.core.types.functions.BaseFunction.get_call_type",
            "numba.core.targetconfig.TargetConfig.__hash__",
            "numba.core.targetconfig.TargetConfig.__eq__",
            "numba.core.types.npytypes.Record.__repr__",
        ),
        ("numba.core.targetconfig.TargetConfig.values",),
        "Numba tries dozens of candidates at every use of an operator, compares all compiler flags "
        "each time, and writes out all fields of a record. The patch remembers what was found.",
        typing_memo.install,
    ),
    Patch(
        "shape errors",
        ("numba.np.arrayobj.raise_with_shape_context",),
        (),
        "Numba writes the shapes of two arrays that do not fit into its error, and compiles some "
        "thirty functions on strings for that. The patch raises a plain sentence.",
        shape_errors.install,
    ),
    Patch(
        "exception places",
        ("numba.core.callconv.CPUCallConv.return_user_exc",),
        (
            "numba.core.compiler.DefaultPassBuilder.define_nopython_pipeline",
            "numba.core.analysis.compute_cfg_from_blocks",
            "numba.core.ir_utils.build_definitions",
            "numba.core.lowering.Lower.lower_inst",
        ),
        "Numba does not say in which line an index is out of bounds. The patch lets the guards of "
        "the rules (core/compile/guards.py) say it.",
        exception_places.install,
    ),
    Patch(
        "constant arrays",
        ("numba.cuda.target.CUDATargetContext.make_constant_array",),
        (),
        "numba-cuda copies a constant array into constant memory (64 KB) wherever it is read. The "
        "patch puts each array into global memory once.",
        None,
    ),
    Patch(
        "functions that are not inlined",
        ("numba.cuda.dispatcher.CUDADispatcher.compile_device",),
        (),
        "The CUDA compiler inlines every device function. The patch, on single dispatchers, marks "
        "functions `noinline`, so that chess is not megabytes of code.",
        None,
    ),
    Patch(
        "row_stack",
        ("numpy.row_stack",),
        (),
        "numba-cuda uses np.row_stack, which NumPy 2.5 no longer has.",
        None,
    ),
)


def is_tested(version: str = numba.__version__) -> bool:
    """Whether the patches were tested with this version of Numba."""
    return version.rpartition(".")[0] in TESTED


def untested(version: str = numba.__version__) -> str | None:
    """One line that says why the patches are not installed; None if they are."""
    if is_tested(version):
        return None
    return (
        f"counterplay: Numba {version} is not one of the tested releases ({', '.join(TESTED)}): "
        "compiling takes two to three times as long, results are the same"
    )


def install() -> None:
    """Install the CPU patches, if they were tested with the installed Numba."""
    if is_tested():
        for patch in PATCHES:
            if patch.install is not None:
                patch.install()
