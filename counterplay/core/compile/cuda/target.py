"""numba.cuda with the native forms of functions that rules call, and with two patches.

`core/compile/numba_patches` lists the patches. In the CUDA simulator kernels are plain Python: the
plain forms run, and nothing is patched.
"""

import hashlib
from importlib import import_module
from typing import Any

import numpy as np
from llvmlite import ir

from counterplay.core.bits import rays
from counterplay.core.compile.kernel import MARK
from counterplay.core.compile.native import APART, Twins
from counterplay.core.compile.native_forms import bits, casts

# numba-cuda uses np.row_stack, an old name of vstack that NumPy 2.5 no longer has.
if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack

# Imported by name: Numba still contains an older numba.cuda without `overload`, which must not be
# used in place of numba-cuda, and which mypy must not see.
try:
    import_module("numba_cuda")
    cuda: Any = import_module("numba.cuda")
    extending: Any = import_module("numba.cuda.extending")
except ImportError as error:
    raise ImportError("CUDA needs numba-cuda: pip install 'counterplay[cuda]'") from error

IS_SIMULATED = bool(cuda.config.ENABLE_CUDASIM)
cuda.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a small table uses little of a GPU

DriverError: Any = import_module("numba.cuda.cudadrv.driver").CudaAPIError
"""The exception of a failed call to the GPU."""

device: Any = cuda.jit(device=True)
"""Decorator of functions that other functions on the GPU call. Compiled at the first call."""


def device_apart(function: Any) -> Any:
    """The same as `device`, but not inlined: compiled once and called.

    The CUDA compiler would inline all of chess into every caller: minutes of work, and megabytes of
    code that do not fit into the cache of a GPU.
    """
    made = device(function)
    if IS_SIMULATED:
        return made
    merging = made.compile_device

    def compile_device(*arguments: Any) -> Any:
        compiled = merging(*arguments)
        for module in compiled.library.modules:
            for inside in module.functions:
                if inside.name == compiled.fndesc.llvm_func_name:
                    inside.attributes.add("noinline")
        return compiled

    made.compile_device = compile_device
    return made


def for_cuda(copy: Any, original: Any) -> Any:
    """A function compiled for CUDA as its mark says; see `core/compile/functions.py`."""
    mark = getattr(original, MARK, None)
    if mark == "launch":
        return cuda.jit(copy)
    if mark == "merged":
        return cuda.jit(device=True, inline="always")(copy)
    is_apart = mark == "native" or getattr(original, APART, False)
    return device_apart(copy) if is_apart else device(copy)


def room(blocks: int, threads: int) -> tuple[int, int]:
    """The number of blocks to launch, `blocks` for each multiprocessor, and threads per block.

    In the simulator there are few: its blocks run one after the other.
    """
    if IS_SIMULATED:
        return 4, 1
    return blocks * cuda.get_current_device().MULTIPROCESSOR_COUNT, threads


def limit_registers(launched: Any, most: int) -> None:
    """Limit the registers of each thread. Call it before the kernel is compiled."""
    if not IS_SIMULATED:
        launched.targetoptions["max_registers"] = most


def free_memory() -> int:
    """The free memory of the GPU in bytes, after pending deallocations."""
    context = cuda.current_context()
    if IS_SIMULATED:
        return 1 << 40
    context.memory_manager.deallocations.clear()
    return int(context.get_memory_info().free)


def register_rays() -> None:
    """On a GPU the rays of a board use the plain forms: shifts and masks, word by word."""
    plain: Any = rays
    twins = Twins(for_cuda)
    plain_beyond, plain_enclosed = twins.of(plain.beyond), twins.of(plain.enclosed)

    @extending.overload(rays.beyond)
    def beyond(start, through):
        return lambda start, through: plain_beyond(np.uint64(start), np.uint64(through))

    @extending.overload(rays.enclosed)
    def enclosed(square, ends, through):
        def implementation(square, ends, through):
            return plain_enclosed(np.int64(square), np.uint64(ends), np.uint64(through))

        return implementation


GLOBAL_MEMORY = 1
"""The number of the global address space in NVVM."""


def in_global_memory(context, builder, kind, array):
    """A constant array in global memory, once for all functions that read it.

    numba-cuda puts a copy into constant memory wherever an array is read. A module has 64 KB of it,
    and the tables of chess would fill it several times. Constant memory also serves one address at
    a time, but the threads of a game read different squares.
    """
    if not (array.flags.c_contiguous or array.flags.f_contiguous):
        array = np.ascontiguousarray(array)
    content = bytearray(array.tobytes(order="A"))
    name = f"counterplay_{hashlib.sha256(content).hexdigest()[:20]}"
    if name not in builder.module.globals:
        words = ir.Constant(ir.ArrayType(ir.IntType(8), len(content)), content)
        table = ir.GlobalVariable(builder.module, words.type, name, addrspace=GLOBAL_MEMORY)
        table.linkage, table.global_constant = "linkonce_odr", True
        table.initializer, table.align = words, 16
    place = builder.addrspacecast(builder.module.globals[name], ir.IntType(8).as_pointer())
    made = context.make_array(kind)(context, builder)
    word = ir.IntType(64)
    context.populate_array(
        made,
        data=builder.bitcast(place, made.data.type),
        shape=[word(n) for n in array.shape],
        strides=[word(n) for n in array.strides],
        itemsize=made.itemsize,
        parent=made.parent,
        meminfo=None,
    )
    return made._getvalue()


if not IS_SIMULATED:
    bits.register(extending.overload, extending.intrinsic)
    casts.register(extending.overload)
    register_rays()
    context_class = import_module("numba.cuda.target").CUDATargetContext
    context_class.make_constant_array = in_global_memory
