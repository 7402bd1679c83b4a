"""Every example of the documentation runs; links lead somewhere; generated pages are current.

- A `python` block with prompts is a doctest.
- A `python` block whose first line is `# name.py` is written to that file, and so is a `text` block
  whose first line is `# name.tree`.
- In a `console` block each line after `$ ` is run in a shell. It must exit with 0, or with the code
  that `# exits with N` names. Every line below it must be part of its output; `…` matches any text.
"""

import doctest
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(python|console|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
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
        elif text.startswith("# ") and text.split("\n", 1)[0].endswith((".py", ".tree")):
            first, rest = text.split("\n", 1)
            Path(first.removeprefix("# ")).write_text(rest, encoding="utf-8")
        elif kind == "text":
            continue
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
            timeout=600,
            env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        )
        assert run.returncode == int(exits[1] if exits else 0), run.stderr
        printed = " ".join((run.stdout + run.stderr).split())
        for wanted in filter(None, map(str.strip, expected.splitlines())):
            pattern = ".*".join(map(re.escape, " ".join(wanted.split()).split("…")))
            assert re.search(pattern, printed), f"{line}: no {wanted!r} in {printed!r}"


def test_every_built_in_game_has_a_page() -> None:
    from counterplay.games import BUILT_IN

    pages = {page.stem for page in (ROOT / "docs" / "games").glob("*.md")}
    assert pages - {"README"} == set(BUILT_IN)


@pytest.mark.parametrize("folder", ["algorithms", "games"])
def test_the_overview_of_a_folder_names_every_page(folder: str) -> None:
    overview = (ROOT / "docs" / folder / "README.md").read_text(encoding="utf-8")
    pages = {page.name for page in (ROOT / "docs" / folder).glob("*.md")} - {"README.md"}
    assert pages == set(re.findall(r"\]\((\w+\.md)\)", overview))


def test_contributing_links_every_how_to_page() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    pages = {page.name for page in (ROOT / "docs" / "how-to").glob("*.md")}
    assert pages == set(re.findall(r"\(docs/how-to/([\w-]+\.md)\)", contributing))


def test_the_changelog_begins_with_the_version_of_the_package_or_what_is_new_since() -> None:
    import counterplay

    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *more = re.findall(r"^## (\S+)", text, re.MULTILINE)
    assert counterplay.__version__ == (more[0] if first == "Unreleased" else first)


def test_the_changelog_names_every_renamed_name() -> None:
    import counterplay
    from counterplay.core.game import contract
    from counterplay.engine import settings

    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.*) \| (.*) \|$", text, re.MULTILINE)
    named = [(re.findall(r"\w+", old), re.findall(r"\w+", new)) for old, new in rows]
    for renamed in (counterplay.RENAMED, contract.RENAMED, settings.RENAMED):
        for old, new in renamed.items():
            assert any(old in olds and new in news for olds, news in named), old


@pytest.mark.parametrize("script", ["make_contract.py", "make_folders.py", "make_settings.py"])
def test_a_generated_table_is_current(script: str) -> None:
    made = runpy.run_path(str(ROOT / "docs" / script))
    page = made["PAGE"].read_text(encoding="utf-8")
    assert page == made["with_table"](page), f"run python docs/{script}"


@pytest.fixture(scope="module")
def messages() -> dict[str, Any]:
    """The script that parses the whole package; it does so once."""
    return runpy.run_path(str(ROOT / "docs" / "make_messages.py"))


def test_the_sentences_that_the_page_of_messages_quotes_are_in_the_source(
    messages: dict[str, Any],
) -> None:
    quoted = re.findall(r"^\| `(.+?)` \| ", messages["PAGE"].read_text(encoding="utf-8"), re.M)
    source = messages["whole_text"]()
    assert len(quoted) > 40
    changed = [
        sentence
        for sentence in quoted
        if not re.search(".*".join(map(re.escape, sentence.split("…"))), source)
    ]
    assert changed == [], "docs/messages.md quotes messages that are now different"


def test_every_folder_with_refusals_is_in_the_list_of_all_messages(
    messages: dict[str, Any],
) -> None:
    found = messages["sentences"]()
    assert {"core", "engine", "games", "tablebase", "web"} <= found.keys()
    assert "this session is closed: open another" in found["session"]
    assert "- there is no algorithm …" in messages["table"]()


def test_the_page_of_commands_is_current(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    made = runpy.run_path(str(ROOT / "docs" / "make_commands.py"))
    assert made["PAGE"].read_text(encoding="utf-8") == made["page"](), (
        "run python docs/make_commands.py"
    )


def test_the_drawing_of_the_layers_is_current() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "make_architecture.py"))
    assert made["PAGE"].read_text(encoding="utf-8") == made["drawing"](), (
        "run python docs/make_architecture.py"
    )


def test_the_pictures_of_the_grounds_are_current() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "make_grounds.py"))["pictures"]()
    old = [path.name for path, text in made.items() if path.read_text(encoding="utf-8") != text]
    assert old == [], "run python docs/make_grounds.py"


def test_the_reference_has_every_public_name() -> None:
    from counterplay import api

    page = (ROOT / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    names = re.findall(r"^::: counterplay\.api\.(\w+)$", page, re.MULTILINE)
    assert sorted(names) == sorted(api.__all__)


def test_every_folder_of_the_package_has_a_layer_and_a_line() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "make_folders.py"))
    layered = {name for layer in made["layers"]() for name in layer}
    folders = {file.parent.name for file in (ROOT / "counterplay").glob("*/__init__.py")}
    assert folders <= layered
    assert all(made["about"](name) for name in layered)


def test_every_folder_with_code_says_what_it_holds() -> None:
    files = (ROOT / "counterplay").rglob("__init__.py")
    silent = [file for file in files if not file.read_text(encoding="utf-8").startswith('"""')]
    assert not silent


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_relative_links_of_a_page_lead_somewhere(page: Path) -> None:
    """MkDocs checks links inside docs/; this also checks those that leave it."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.M)
    targets = re.findall(r"\]\((?![a-z]+:|#)([^)\s#]+)", text)
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize(
    ("link", "page", "leads_to"),
    [
        ("../counterplay/api.py", "index.md", "REPO/blob/main/counterplay/api.py"),
        ("../../counterplay/games", "how-to/add-a-game.md", "REPO/tree/main/counterplay/games"),
        ("../CHANGELOG.md", "index.md", "changelog.md"),
        ("../../CONTRIBUTING.md", "reference/api.md", "../contributing.md"),
        ("docs/page.md", "changelog.md", "page.md"),
        ("../page.md", "reference/api.md", "../page.md"),
        ("notebooks/4-tables.ipynb", "course.md", "notebooks/4-tables.md"),
    ],
)
def test_a_link_of_a_page_works_in_the_site(link: str, page: str, leads_to: str) -> None:
    made = runpy.run_path(str(ROOT / "docs" / "hooks.py"))
    source = made["BORROWED"].get(page, f"docs/{page}")
    assert made["_target"](link, source, page, "REPO") == leads_to


def test_a_notebook_is_a_page_of_the_site_with_folded_solutions() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "hooks.py"))
    page = made["notebook_page"](ROOT / "docs" / "notebooks" / "4-tables.ipynb")
    assert page.startswith("# 4. Tables\n")
    assert page.count('??? success "Solution"') == page.count("### Exercise")
    assert "[Download this notebook](4-tables.ipynb)" in page


def test_the_reference_shows_examples_as_code_and_aligned_lists_as_tables() -> None:
    readable = runpy.run_path(str(ROOT / "docs" / "docstrings.py"))["readable"]
    docstring = "A limit.\n\ndepth    plies,\n         at most\nnodes    states\n\n>>> 1\n1\n"
    assert readable(docstring) == (
        "A limit.\n\n\n| name | meaning |\n|---|---|\n| `depth` | plies, at most |\n"
        "| `nodes` | states |\n\n\n```pycon\n>>> 1\n1\n```\n"
    )
