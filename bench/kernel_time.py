"""CPU time inside compiled code alone, without the Python around it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from counterplay.core.compile.kernel import Context


@contextmanager
def each_kernel_call(tell: Callable[[Context, float], None]) -> Iterator[None]:
    """While this lasts, `tell` is called after each call of a kernel, with its CPU seconds.

    It is called in the thread that made the call, which waits for it: whoever is measured beside
    the kernel takes its turn there.
    """
    call = Context.call

    def timed(context: Context, function: Any) -> Any:
        started = time.thread_time()
        answer = call(context, function)
        tell(context, time.thread_time() - started)
        return answer

    Context.call = timed  # type: ignore[method-assign]
    try:
        yield
    finally:
        Context.call = call  # type: ignore[method-assign]
