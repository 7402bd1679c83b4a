"""Kernels compiled by the tests are kept apart from the user's, and shared by all workers."""

import os
from pathlib import Path

os.environ.setdefault("COUNTERPLAY_CACHE", str(Path(__file__).parents[1] / ".cache" / "kernels"))
