"""Ctrl-C ends a command whose main thread never comes back from native code."""

import os
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

STUCK = """
import ctypes
import signal
from counterplay.cli.support import interrupt
from counterplay.core.compile.machine_code import Entry
import numpy as np

interrupt.PATIENCE = 0.1
signal.signal(signal.SIGINT, lambda number, frame: None)
interrupt.end_if_stuck()
libc = ctypes.CDLL(None)
mutex = ctypes.create_string_buffer(256)
libc.pthread_mutex_lock(mutex)
entry = object.__new__(Entry)
entry._result = lambda: mutex
entry._call = libc.pthread_mutex_lock  # a second time: no signal ends that
print("stuck", flush=True)
entry(np.zeros(1))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="another lock of threads")
def test_a_command_that_is_stuck_ends() -> None:
    command = [sys.executable, "-c", STUCK]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"stuck\n"
        while process.poll() is None:
            os.kill(process.pid, signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.1)
        assert process.stderr is not None
        errors = process.stderr.read()
    assert (process.returncode, errors) == (130, b"counterplay: stopped\n")
