"""The pages that map the texts to commands name commands, options, figures and games that exist."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from counterplay.cli.app import app
from counterplay.experiments.figures.catalogue import CLAIMS
from counterplay.games import BUILT_IN
from counterplay.players.parse import parse_spec
from counterplay.textbook import ALGORITHMS

DOCS = Path(__file__).parents[1] / "docs"
PAGES = ("programs.md", "glossary.md")
COMMAND = re.compile(r"`(counterplay [^`]+)`")
ROOT = typer.main.get_command(app)
TAKES_GAME = {"analyse", "solve", "trace", "play", "learn", "fit", "ablate", "match", "calibrate"}


def commands() -> list[str]:
    texts = [(DOCS / page).read_text(encoding="utf-8") for page in PAGES]
    return sorted({line for text in texts for line in COMMAND.findall(text)})


def resolve(words: list[str]) -> tuple[Any, list[str]]:
    """The command that words name, and the words that are left."""
    command: Any = ROOT
    while words and words[0] in getattr(command, "commands", {}):
        command, words = command.get_command(None, words[0]), words[1:]
    return command, words


@pytest.mark.parametrize("line", commands())
def test_a_command_of_the_page_exists_with_its_options(line: str) -> None:
    words = shlex.split(line)[1:]
    command, rest = resolve(words)
    assert command is not ROOT and not hasattr(command, "commands"), line
    options = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    assert {word for word in rest if word.startswith("--")} <= options
    takes = [one.nargs for one in command.params if one.param_type_name == "argument"]
    assert takes or not rest or rest[0].startswith("--"), f"{line}: it takes no arguments"
    if words[0] == "figures":
        assert set(rest[1:]) <= set(CLAIMS)
    if words[0] in TAKES_GAME and not rest[0].startswith("["):
        assert rest[0] in BUILT_IN
    if words[0] == "match":
        assert all(parse_spec(player).settings is not None for player in rest[1:])
    if "--algorithm" in rest:
        assert rest[rest.index("--algorithm") + 1] in ALGORITHMS


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_pages_that_exist(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    targets = set(re.findall(r"\]\(([\w/.-]+\.md)(?:#[\w-]+)?\)", text))
    assert targets and all((DOCS / target).is_file() for target in targets)


def test_every_figure_algorithm_and_term_of_the_article_is_named() -> None:
    programs = (DOCS / "programs.md").read_text(encoding="utf-8")
    glossary = (DOCS / "glossary.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"algorithms/(\w+)\.md", programs + glossary))
    assert {"minimax", "alphabeta", "expectiminimax", "star", "maxn", "beam", "probcut"} <= linked
    for term in ("Game tree", "Minimax algorithm", "Payoff", "Search", "Static evaluation function",
                 "Tree", "Zero-sum game"):  # fmt: skip
        assert f"| {term.lower()} |" in glossary
    assert set(CLAIMS) <= set(re.findall(r"^\| `(\w+)` \|", (DOCS / "figures.md").read_text(
        encoding="utf-8"), re.MULTILINE))  # fmt: skip
