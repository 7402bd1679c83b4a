"""Write the table of folders in CONTRIBUTING.md from the layers and the docstrings.

Run `python docs/make_folders.py` after adding a folder or changing the first line of its
`__init__.py`; a test checks that the table is current.
"""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "CONTRIBUTING.md"
HEAD = "| folder | holds |\n|---|---|\n"
BESIDE = """\
| `tests` | The tests, in the folders of the package; `tests/data` has counts and games. |
| `bench` | Speed, as ratios measured in one run, and the signature of node counts. |
| `docs` | This documentation. The tests run its examples. |
"""


def layers() -> list[list[str]]:
    """Return the layers of pyproject.toml from the lowest up, each a list of names."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    lines = next(each["layers"] for each in contracts if each["type"] == "layers")
    return [re.findall(r"counterplay\.([\w.]+)", line) for line in reversed(lines)]


def about(name: str) -> str:
    """Return the first paragraph of the docstring of a folder or a module of the package."""
    path = ROOT / "counterplay" / name.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.split("\n\n")[0].split())


def table() -> str:
    rows = []
    for layer in layers():
        for name in layer:
            is_folder = (ROOT / "counterplay" / name).is_dir()
            path = f"counterplay/{name}" + ("" if is_folder else ".py")
            rows.append(f"| [`{path}`]({path}) | {about(name)} |\n")
    return HEAD + "".join(rows) + BESIDE


def with_table(page: str) -> str:
    """Return the page with a current table."""
    before, after = page.split(HEAD)
    return before + table() + re.sub(r"\A(\|.*\n)+", "", after)


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
