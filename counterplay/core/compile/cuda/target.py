"""numba.cuda for this folder: with the forms of functions that rules call, and room for tables.

In the CUDA simulator kernels are plain Python: the plain forms run, and nothing is changed.
"""

import hashlib
from importlib import import_module
from typing import Any

import numpy as np
from llvmlite import ir

from counterplay.core.bits import bits, casts
from counterplay.core.bits import rays as lines
from counterplay.core.compile.native import Twins

# numba-cuda mentions np.row_stack, an old name of vstack that NumPy 2.5 has given up.
if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack

# By name, because Numba still ships an older numba.cuda without `overload`: it must not stand in
# for numba-cuda here, nor be what mypy sees.
try:
    import_module("numba_cuda")
    cuda: Any = import_module("numba.cuda")
    extending: Any = import_module("numba.cuda.extending")
except ImportError as error:
    raise ImportError("CUDA needs numba-cuda: pip install 'counterplay[cuda]'") from error

IS_SIMULATED = bool(cuda.config.ENABLE_CUDASIM)
cuda.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a small table leaves most of a GPU idle

DriverError: Any = import_module("numba.cuda.cudadrv.driver").CudaAPIError
"""What a call to the GPU raises when that does not do it."""

device: Any = cuda.jit(device=True)
"""Makes a function that other functions on the GPU call; it is compiled where it is first used."""


def device_apart(function: Any) -> Any:
    """As `device`, but compiled once and called, not merged into whatever calls it.

    The compiler of CUDA would merge all of chess into each line that asks for it: minutes of work,
    for megabytes of code that no cache of a GPU holds.
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


def for_cuda(function: Any, is_apart: bool) -> Any:
    """As `native.for_cpu`; of what does not stand apart the compiler decides what to merge."""
    return device_apart(function) if is_apart else device(function)


def room(blocks: int, threads: int) -> tuple[int, int]:
    """Blocks to start at most, so many for each multiprocessor, and threads in each of them.

    In the simulator threads of one block stand in each other's way; blocks wait for each other.
    """
    if IS_SIMULATED:
        return 4, 1
    return blocks * cuda.get_current_device().MULTIPROCESSOR_COUNT, threads


def limit_registers(launched: Any, most: int) -> None:
    """Let each thread of a kernel that is not compiled yet have so many registers at most."""
    if not IS_SIMULATED:
        launched.targetoptions["max_registers"] = most


def free_memory() -> int:
    """Bytes that the GPU has left, with what this process has given up and not yet freed."""
    context = cuda.current_context()
    if IS_SIMULATED:
        return 1 << 40
    context.memory_manager.deallocations.clear()
    return int(context.get_memory_info().free)


def register_lines() -> None:
    """On a GPU the lines of a board are the plain shifts and masks, one word after the other."""
    plain: Any = lines
    twins = Twins(lines.__name__, for_cuda)
    plain_beyond, plain_enclosed = twins.of(plain.beyond), twins.of(plain.enclosed)

    @extending.overload(lines.beyond)
    def beyond(start, through):
        return lambda start, through: plain_beyond(np.uint64(start), np.uint64(through))

    @extending.overload(lines.enclosed)
    def enclosed(square, ends, through):
        def implementation(square, ends, through):
            return plain_enclosed(np.int64(square), np.uint64(ends), np.uint64(through))

        return implementation


GLOBAL_MEMORY = 1
"""The number that NVVM gives to this address space."""


def in_global_memory(context, builder, kind, array):
    """A constant array, once for all functions that read it.

    numba-cuda itself puts a copy into constant memory wherever an array is read. A module has
    64 KB of that, and the moves of chess would fill it several times over; it also answers one
    address at a time, while the threads of a game each look up a square of their own.
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
    register_lines()
    context_class = import_module("numba.cuda.target").CUDATargetContext
    context_class.make_constant_array = in_global_memory
