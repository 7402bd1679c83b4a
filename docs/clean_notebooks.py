"""Clears the outputs of the notebooks and writes them in one form. Run it before a commit.

python docs/clean_notebooks.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parent / "notebooks"
KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
KEPT = ("jupyter", "tags")
"""What is kept of the metadata of a cell: whether it is folded, and its tags."""


def clean(text: str) -> str:
    """Return a notebook without outputs, counts, and metadata of the machine it ran on."""
    notebook = json.loads(text)
    cells = [cleaned(cell, number) for number, cell in enumerate(notebook["cells"], 1)]
    whole = {"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def cleaned(cell: dict[str, Any], number: int) -> dict[str, Any]:
    """Return a cell as it is kept."""
    metadata = {name: cell["metadata"][name] for name in KEPT if name in cell["metadata"]}
    source = "".join(cell["source"]).splitlines(keepends=True)
    kept = {
        "cell_type": cell["cell_type"],
        "id": f"cell-{number:02d}",
        "metadata": metadata,
        "source": source,
    }
    if cell["cell_type"] == "code":
        kept |= {"execution_count": None, "outputs": []}
    return kept


if __name__ == "__main__":
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        path.write_text(clean(path.read_text(encoding="utf-8")), encoding="utf-8")
