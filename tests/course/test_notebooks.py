"""The notebooks are kept without outputs, run from top to bottom, and their solutions are right."""

import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from counterplay.course.exercises.check import CHAPTERS, EXERCISES

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
CHECK = re.compile(r'^check\("([\d.]+)", ', re.MULTILINE)
SECONDS = 300
"""The most seconds of a cell, with cold kernels on a busy machine."""

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells_of(path: Path) -> list[dict[str, Any]]:
    return list(json.loads(path.read_text(encoding="utf-8"))["cells"])


def tagged(path: Path, tag: str) -> list[str]:
    """The numbers of the exercises that the cells with a tag check."""
    sources = [
        "".join(cell["source"])
        for cell in cells_of(path)
        if tag in cell["metadata"].get("tags", [])
    ]
    return [CHECK.findall(source)[0] for source in sources]


@each_notebook
def test_a_notebook_is_clean(path: Path) -> None:
    clean = runpy.run_path(str(ROOT / "docs" / "clean_notebooks.py"))["clean"]
    text = path.read_text(encoding="utf-8")
    assert text == clean(text), "run python docs/clean_notebooks.py"


@each_notebook
def test_every_exercise_has_a_check_and_a_folded_solution(path: Path) -> None:
    chapter = path.stem.split("-")[0]
    numbers = [name for name in EXERCISES if name.split(".")[0] == chapter]
    assert tagged(path, "exercise") == tagged(path, "solution") == numbers
    headings = re.findall(
        r"### Exercise ([\d.]+)", "".join("".join(c["source"]) for c in cells_of(path))
    )
    assert headings == numbers
    for cell in cells_of(path):
        if "solution" in cell["metadata"].get("tags", []):
            assert cell["metadata"]["jupyter"] == {"source_hidden": True}
            assert cell["source"][0] == "# Solution\n"  # all that a folded cell shows


def test_there_is_a_notebook_for_each_chapter() -> None:
    assert [path.stem.split("-")[0] for path in NOTEBOOKS] == [
        str(number) for number in range(1, len(CHAPTERS) + 1)
    ]


@each_notebook
def test_a_notebook_runs_and_its_solutions_are_right(path: Path) -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=SECONDS, kernel_name="python3").execute()
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        if "solution" in tags or "exercise" in tags:
            (output,) = cell.outputs
            said = output["data"]["text/plain"]
            assert said.startswith("Right") == ("solution" in tags), (cell.source, said)
            assert "text/html" in output["data"]
