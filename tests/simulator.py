"""Run a script in the CUDA simulator: python tests/simulator.py script.py argument…

The simulator asks the threads of a block in a circle whether they are done, and takes most of
their time by that; here it waits for them.
"""

import os
import runpy
import sys
from importlib import import_module
from threading import Thread

SECONDS = 0.001


def is_alive(thread):
    if not thread.syncthreads_blocked:
        thread.join(SECONDS)
    return Thread.is_alive(thread)


if __name__ == "__main__":
    os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
    import_module("numba.cuda")
    import_module("numba.cuda.simulator.kernel").BlockThread.is_alive = is_alive
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")
