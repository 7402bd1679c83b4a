"""Other Python processes that run a module of this package: of this very package.

`python -m` looks in the current folder first. If that has another version of the package, a process
started so would compile other code than this one.
"""

from __future__ import annotations

import json
import sys

RUN = """\
import importlib, json, sys
sys.path[:] = json.loads(sys.argv[1])
importlib.import_module(sys.argv[2]).main(*sys.argv[3:])
"""


def command_for(module: str, *arguments: str) -> list[str]:
    """A command that calls `main` of a module, found where this process finds its modules."""
    return [sys.executable, "-P", "-c", RUN, json.dumps(sys.path), module, *arguments]
