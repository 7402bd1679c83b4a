"""A Griffe extension: examples in docstrings become code blocks of the API reference."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!>>>)\S.*\n?|^ +\S.*\n?)*)+", re.MULTILINE)
"""Lines with a prompt and what they print, up to an empty line."""


class Examples(Extension):
    """Put a fence around every doctest, which Markdown would take for a quotation."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring and ">>>" in obj.docstring.value:
            text = obj.docstring.value
            obj.docstring.value = EXAMPLE.sub(lambda m: f"```pycon\n{m[0].rstrip()}\n```\n", text)
