"""Connect to a Ray cluster, or start one of processes on this machine."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.numbers import whole_number

SECONDS_TO_ANSWER = 5.0
SECONDS_TO_JOIN = 60.0
OBJECT_STORE = 80 << 20
"""Bytes of shared memory: about the minimum of Ray. Results are files, so little is needed."""

QUIET = {"log_to_driver": False, "logging_level": logging.CRITICAL}
JOIN = f"import sys, ray; ray.init(sys.argv[1], **{QUIET}); ray.shutdown()"


def require_ray() -> Any:
    """The module `ray`. Raises InputError if it is not installed."""
    try:
        import ray
    except ImportError:
        raise InputError(
            "working on a cluster needs Ray, which is not installed: run "
            "python -m pip install 'counterplay[cluster]'"
        ) from None
    return ray


@contextmanager
def connected(address: str | None, cpus: int) -> Iterator[Any]:
    """The module `ray`, connected to the cluster at `address`. Without an address, it starts
    processes on this machine with `cpus` CPUs. An existing connection is used and stays open."""
    ray = require_ray()
    if ray.is_initialized():
        if address is not None:
            raise InputError(f"Ray is connected already: disconnect before joining {address}")
        yield ray
        return
    if address is not None:
        require_reachable(address)
    printing = ray._private.worker  # where Ray prints, in between results, that a process died
    before, printing._worker_logs_enabled = printing._worker_logs_enabled, False
    own = {"num_cpus": cpus, "object_store_memory": OBJECT_STORE, "include_dashboard": False}
    try:
        try:
            ray.init(address or "local", **QUIET, **(own if address is None else {}))
        except Exception as error:
            what = "cannot be started" if address is None else f"cannot join {address}"
            raise InputError(f"Ray {what}: {_last_line(str(error))}") from None
        yield ray
    finally:
        ray.shutdown()
        printing._worker_logs_enabled = before


def cpus_of(ray: Any) -> int:
    """The number of CPUs of the cluster."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def require_reachable(address: str) -> None:
    """Refuse a cluster that does not answer.

    Ray itself waits for minutes and may then end the process. So another process tries first.
    """
    if address != "auto":
        host, _, port = address.removeprefix("ray://").rpartition(":")
        if not host or whole_number(port) is None:
            raise InputError(
                f"{address!r} is not the address of a cluster: write host:port, or auto for the "
                "cluster that this machine belongs to"
            )
        try:
            socket.create_connection((host.strip("[]"), int(port)), SECONDS_TO_ANSWER).close()
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise InputError(f"no cluster answers at {address}: {reason}") from None
    try:
        attempt = subprocess.run(
            [sys.executable, "-c", JOIN, address],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS_TO_JOIN,
        )
    except subprocess.TimeoutExpired:
        raise InputError(
            f"no Ray cluster answers at {address} within {SECONDS_TO_JOIN:g} seconds"
        ) from None
    if attempt.returncode:
        hint = (
            ""
            if "RAY_AUTH_MODE" in os.environ
            else "; set RAY_AUTH_MODE=token if the cluster needs a token"
        )
        raise InputError(f"Ray cannot join {address}: {_last_line(attempt.stderr)}{hint}")


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason given"
