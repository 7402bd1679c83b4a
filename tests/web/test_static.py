"""The page's scripts and styles: short lines, no syntax errors, imports that exist."""

import os
import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from counterplay.web.app import PIECES
from counterplay.web.compact_files import compact
from counterplay.web.handlers import HANDLERS

PACKAGE = Path(str(files("counterplay")))
FILES = sorted(
    path
    for folder in ("web/static", "drawing")
    for path in (PACKAGE / folder).iterdir()
    if path.suffix in (".js", ".css")
)
SCRIPTS = [path for path in FILES if path.suffix == ".js"]
MADE = {"piece-shapes.js": PIECES}
"""Scripts that the server makes."""
MAX_LINE = 99
FORM_TYPES = {"button", "checkbox", "submit", "file", "number", "range", "search", "text"}
"""The other meaning of `type`: of a button or an input."""


def name(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("path", FILES, ids=name)
def test_lines_are_short(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert [line for line in lines if len(line) > MAX_LINE] == []


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_file_begins_with_what_is_in_it(path: Path) -> None:
    assert path.read_text("utf-8").startswith("/* " if path.suffix == ".css" else "// ")


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_a_script_has_no_syntax_error(path: Path, tmp_path: Path) -> None:
    if shutil.which("node") is None and not os.environ.get("CI"):
        pytest.skip("node is not installed")
    module = tmp_path / f"{path.stem}.mjs"  # node reads .js files as scripts, .mjs as modules
    text = path.read_text("utf-8")
    for content in (text, compact(text, ".js")):
        module.write_text(content, "utf-8")
        subprocess.run(["node", "--check", module], check=True)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_file_is_served_with_the_same_code_on_the_same_lines(path: Path) -> None:
    text = path.read_text("utf-8")
    lines, served = text.split("\n"), compact(text, path.suffix).split("\n")
    assert len(served) == len(lines)
    for line, kept in zip(lines, served, strict=True):
        code = re.sub(r"/\*.*?\*/", "", line).strip()
        assert kept == code or code.startswith(("/*", "*", "//")) or line.endswith("*/")


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_no_text_of_a_script_goes_on_in_the_next_line(path: Path) -> None:
    # Otherwise it would be served without its indentation.
    lines = path.read_text("utf-8").replace('"`"', "").splitlines()
    code = [line for line in lines if not line.lstrip().startswith(("*", "//", "/*"))]
    assert [line for line in code if line.count("`") % 2] == []


def test_comments_and_indentation_are_not_served() -> None:
    script = (
        '// Draws.\n\n/**\n * @param {x} y\n */\n  f("a // b", /** @type {T} */ (z)); // kept\n'
    )
    assert compact(script, ".js") == '\n\n\n\n\nf("a // b",  (z)); // kept\n'
    assert compact("/* Red. */\na {\n  b: c; /* d */\n}\n", ".css") == "\na {\nb: c;\n}\n"


SENT = re.compile(r'type: "(\w+)"')


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_a_script_sends_messages_that_the_server_handles(path: Path) -> None:
    sent = set(SENT.findall(path.read_text("utf-8")))
    assert sent - FORM_TYPES <= set(HANDLERS)


IMPORT = re.compile(r'import \{([^}]*)\} from "\./([^"]+)"')
EXPORT = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_a_script_imports_what_others_export(path: Path) -> None:
    for names, file in IMPORT.findall(path.read_text("utf-8")):
        imported = {name.strip() for name in names.split(",") if name.strip()}
        text = MADE[file] if file in MADE else (path.parent / file).read_text("utf-8")
        exported = set(EXPORT.findall(text))
        assert imported <= exported, file
