"""Collect the sentences with which the program refuses something, from its source.

python docs/make_messages.py        prints all of them, by folder

`…` stands for what depends on the case. docs/messages.md explains the frequent ones; a test checks
that the sentences it quotes are still in the source. The site lists all (docs/hooks.py).
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "counterplay"
ERRORS = ("InputError", "UnfitError", "GameError", "ProgramError", "RefusalError")
PAGE = Path(__file__).parent / "messages.md"
LEAST_WORDS = 3
"""Shorter texts are parts of a sentence."""


@cache
def parsed() -> list[tuple[Path, ast.Module]]:
    """Every file of the package and its syntax tree."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in paths]


@cache
def sentences() -> dict[str, list[str]]:
    """The sentences of each folder, in the order of the files."""
    found: dict[str, list[str]] = {}
    for path, tree in parsed():
        folder = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        raised = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
        for call in raised:
            if isinstance(call.func, ast.Name) and call.func.id in ERRORS and call.args:
                text = " ".join(written(call.args[0]).split())
                if len(re.findall(r"\w+", text)) >= LEAST_WORDS:
                    found.setdefault(folder, []).append(text)
    return {folder: list(dict.fromkeys(texts)) for folder, texts in found.items()}


def written(node: ast.expr) -> str:
    """The text that an expression makes, with `…` for its variable parts."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return re.sub("…+", "…", "".join(map(written, node.values)))
    if isinstance(node, ast.BinOp):
        return written(node.left) + written(node.right)
    return "…"


def whole_text() -> str:
    """All texts of the package in one, with `…` for variable parts: for the test of the page."""
    texts = []
    for _, tree in parsed():
        for node in ast.walk(tree):
            if isinstance(node, (ast.JoinedStr, ast.Constant, ast.BinOp)):
                texts.append(" ".join(written(node).split()))
    return "\n".join(texts)


def table() -> str:
    """All sentences as a page."""
    lines = ["# All messages", "", "`…` stands for what depends on the case.", ""]
    for folder, texts in sentences().items():
        lines += [f"## {folder}", "", *(f"- {shown(text)}" for text in texts), ""]
    return "\n".join(lines)


def shown(text: str) -> str:
    """The sentence in Markdown, as it is."""
    return re.sub(r"([\\`*_\[\]<>|{}#])", r"\\\1", text)


if __name__ == "__main__":
    print(table())
