"""What the tests of the cluster share: Ray, and a cluster of two processes on this machine."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from counterplay.cluster import connect


@pytest.fixture(scope="session")
def ray() -> Any:
    """The module Ray, not connected. Where it is not installed, the test is skipped."""
    try:
        import ray
    except ImportError as error:
        if "CI" in os.environ:
            raise
        pytest.skip(f"Ray is not installed ({error})")
    return ray


@pytest.fixture(scope="module")
def cluster(ray: Any) -> Iterator[Any]:
    """Ray with two CPUs, connected by the caller, for the tests of a file."""
    with connect.connected(None, 2):
        yield ray
