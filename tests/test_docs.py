"""Every example in the README and the docs runs, and prints what the page says.

A `python` block with prompts is a doctest. One that begins with `# name.py` is written to that
file. In a `console` block each line after `$ ` is run as it stands, and must end well (or with
the code that `# exits with N` gives); every line below it must be part of what it prints, in
which … stands for anything.
"""

import doctest
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXITS = re.compile(r"\s+# exits with (\d+)$")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == "console":
            run_console(text)
        elif text.startswith("# ") and text.split("\n", 1)[0].endswith(".py"):
            first, rest = text.split("\n", 1)
            Path(first.removeprefix("# ")).write_text(rest, encoding="utf-8")
        else:
            run_doctest(text, names, str(page))


def run_doctest(text: str, names: dict[str, object], page: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, names, page, page, 0)
    assert test.examples, f"a python block without prompts or file name: {text[:60]}"
    failed: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(test, out=failed.append, clear_globs=False)
    assert not failed, "".join(failed)
    names.update(test.globs)


def run_console(text: str) -> None:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, expected = part.partition("\n")
        exits = EXITS.search(line)
        run = subprocess.run(
            EXITS.sub("", line),
            shell=True,
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        )
        assert run.returncode == int(exits[1] if exits else 0), run.stderr
        printed = " ".join((run.stdout + run.stderr).split())
        for wanted in filter(None, map(str.strip, expected.splitlines())):
            pattern = ".*".join(map(re.escape, " ".join(wanted.split()).split("…")))
            assert re.search(pattern, printed), f"{line}: no {wanted!r} in {printed!r}"


def test_every_built_in_game_has_a_page() -> None:
    from counterplay.games import BUILT_IN

    assert {page.stem for page in (ROOT / "docs" / "games").glob("*.md")} == set(BUILT_IN)


def test_the_table_of_settings_is_made_from_the_settings() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "make_settings.py"))
    page = made["PAGE"].read_text(encoding="utf-8")
    assert page == made["with_table"](page)
