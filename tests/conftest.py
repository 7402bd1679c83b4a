"""Kernels compiled by the tests are kept apart from the user's, and shared by all workers."""

import os
from pathlib import Path

from hypothesis import settings

os.environ.setdefault("COUNTERPLAY_CACHE", str(Path(__file__).parents[1] / ".cache" / "kernels"))

# How long an example takes says more about the machine than about the code.
settings.register_profile("counterplay", deadline=None)
settings.load_profile("counterplay")
