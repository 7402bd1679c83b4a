"""What kernels for CUDA use besides `core/compile/kernel.py`.

    @launch                    a function that Python starts, `begin[blocks, threads](…)`

A launched function has no context: it takes arrays, passes 0 as `ctx`, and divides the work by

    moves = moves_buffer(MOST)     with MOST = rules.MOST_ACTIONS + 1 in the kernel's file
    for i in range(first + thread_number(), last, thread_count()):

Threads of one block can share data: `shared_buffer(count)`, `atomic_add`, and `wait_for_block`,
which all of them must call.
"""

import numpy as np

from counterplay.core.compile.cuda.target import cuda
from counterplay.core.compile.kernel import hot, marked, merged

launch = marked("launch")
"""A function that Python starts on the GPU."""


@hot
def thread_number():
    """The number of this thread, from 0, in the whole launch."""
    return cuda.grid(1)


@hot
def thread_count():
    return cuda.gridsize(1)


@merged
def moves_buffer(count):
    """An array of `count` int64 for this thread; `count` is a constant of the kernel's file.

    It is merged into the caller, because the array lasts as long as that function runs.
    """
    return cuda.local.array(count, np.int64)


@merged
def local_buffer(shape, kind):
    """An array for this thread; shape and type are constants of the kernel's file."""
    return cuda.local.array(shape, kind)


@merged
def shared_buffer(count):
    """An array of `count` int64 that all threads of a block share. Call it once in a kernel.

    The simulator identifies such arrays by the line that creates them, which is this one.
    """
    return cuda.shared.array(count, np.int64)


@hot
def block_number():
    return np.int64(cuda.blockIdx.x)


@hot
def block_count():
    return np.int64(cuda.gridDim.x)


@hot
def thread_in_block():
    """The number of this thread in its block, from 0."""
    return np.int64(cuda.threadIdx.x)


@hot
def block_size():
    """The number of threads in a block."""
    return np.int64(cuda.blockDim.x)


@hot
def wait_for_block():
    """Wait for all threads of the block. What they wrote can be read afterwards."""
    cuda.syncthreads()


@hot
def atomic_add(array, i, amount):
    """Add to an element atomically and return its old value."""
    return cuda.atomic.add(array, i, amount)


@hot
def atomic_max(array, i, value):
    """Raise an element to `value` atomically, if it is smaller. Returns its old value."""
    return cuda.atomic.max(array, i, value)
