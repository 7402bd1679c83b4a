"""What a CUDA kernel is made of; `core.cuda.bind` puts it in the place of `core.kernel`.

    @native, @hot, @merged     functions on the device, as on the CPU
    @launch                    what Python starts, `begin[blocks, threads](…)`; it returns nothing

A launched function has no context: it takes arrays, gives 0 for `ctx`, and divides the work by

    moves = moves_buffer(MOST)     with MOST = rules.MOST_ACTIONS + 1 in the kernel's file
    for i in range(first + thread_number(), last, thread_count()):

Threads of one block can share what they find: `shared_buffer(count)`, `atomic_add`, and
`wait_for_block`, at which all of them have to arrive.
"""

import numpy as np

from counterplay.core.compile.cuda.target import cuda, device, device_apart

native, hot = device_apart, device
merged = cuda.jit(device=True, inline="always")
launch = cuda.jit


def entry(function):
    """A function that takes contexts is for the CPU: here it stays as it is, and is not called."""
    return function


@hot
def thread_number():
    """The number of this thread, from 0, among all that were started together."""
    return cuda.grid(1)


@hot
def thread_count():
    return cuda.gridsize(1)


@merged
def moves_buffer(count):
    """Room for so many int64 of this thread's own; `count` is a constant of the kernel's file.

    Merged into the function that asks, because the room lasts as long as that function runs.
    """
    return cuda.local.array(count, np.int64)


@merged
def shared_buffer(count):
    """Room for so many int64 that all threads of a block share; a kernel asks for it once.

    The simulator tells rooms apart by the line that asks for them, which is this one.
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
    """The number of this thread, from 0, among those of its block."""
    return np.int64(cuda.threadIdx.x)


@hot
def block_size():
    """How many threads a block has."""
    return np.int64(cuda.blockDim.x)


@hot
def wait_for_block():
    """Go on when all threads of the block have come here; what they wrote can be read then."""
    cuda.syncthreads()


@hot
def atomic_add(array, i, amount):
    """Add to an element, whoever else does; what it was before."""
    return cuda.atomic.add(array, i, amount)


@hot
def atomic_max(array, i, value):
    """Make an element at least so large; what it was before."""
    return cuda.atomic.max(array, i, value)
