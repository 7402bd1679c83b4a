"""The page's scripts and styles, served without comments and indentation.

Lines keep their numbers, so that a browser names the line of the file. There is no build step: a
file is read when it is asked for.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

COMMENTS = {
    ".js": re.compile(r"/\*\*.*?\*/|^[ \t]*//[^\n]*", re.DOTALL | re.MULTILINE),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
}
"""By kind of file, what a browser does not need."""
AROUND_LINES = re.compile(r"^[ \t]+|[ \t]+$", re.MULTILINE)


class CompactFiles(StaticFiles):
    """The files of a folder; scripts and styles are compact."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope,
        status_code: int = 200,
    ) -> Response:  # fmt: skip
        response = super().file_response(full_path, stat_result, scope, status_code)
        path = Path(full_path)
        if not isinstance(response, FileResponse) or path.suffix not in COMMENTS:
            return response
        content = compact(path.read_text("utf-8"), path.suffix)
        validators = Headers(raw=response.raw_headers)
        kept = {name: validators[name] for name in ("etag", "last-modified")}
        return Response(content, status_code, kept, response.media_type)


def compact(text: str, kind: str) -> str:
    """A script or a style without comments and indentation; `kind` is the ending of its name."""
    bare = COMMENTS[kind].sub(lambda found: "\n" * found[0].count("\n"), text)
    return AROUND_LINES.sub("", bare)
