"""What a CUDA kernel is made of; `core.cuda.bind` puts it in the place of `core.kernel`.

    @native, @hot, @merged     functions on the device, as on the CPU
    @launch                    what Python starts, `begin[blocks, threads](…)`; it returns nothing

A launched function has no context: it takes arrays, gives 0 for `ctx`, and divides the work by

    moves = moves_buffer(MOST)     with MOST = rules.MOST_ACTIONS + 1 in the kernel's file
    for i in range(first + thread_number(), last, thread_count()):
"""

import numpy as np

from counterplay.core.cuda.target import cuda, device

native = hot = device
merged = cuda.jit(device=True, inline="always")
launch = cuda.jit


def entry(function):
    """A function that takes contexts is for the CPU: here it stays as it is, and is not called."""
    return function


@native
def thread_number():
    """The number of this thread, from 0, among all that were started together."""
    return cuda.grid(1)


@native
def thread_count():
    return cuda.gridsize(1)


@merged
def moves_buffer(count):
    """Room for so many int64 of this thread's own; `count` is a constant of the kernel's file.

    Merged into the function that asks, because the room lasts as long as that function runs.
    """
    return cuda.local.array(count, np.int64)
