"""The tests of the textbook share the trees of `trees.py` beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
