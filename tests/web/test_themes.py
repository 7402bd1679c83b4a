"""The looks of boards: pieces differ from every square, on light and on dark pages."""

import re
from importlib.resources import files
from itertools import product
from pathlib import Path

import pytest

STATIC = Path(str(files("counterplay"))) / "web" / "static"
RULE = re.compile(r"(:root[^{},]*)\{([^}]*)\}")
VARIABLE = re.compile(r"--([a-z-]+): (#[0-9a-f]{6});")
BOARDS = re.findall(
    r"^  (\w+): \"",
    (STATIC / "appearance.js").read_text("utf-8").split("BOARDS = {")[1].split("}")[0],
    re.MULTILINE,
)
GROUNDS = ("square", "dark-square", "felt", "go-board")
OUTLINE = "#1b1d21"
"""The line around white pieces."""
LEAST = 3.0
"""The contrast that WCAG 2.2 asks of graphics."""


def variables(theme: str, board: str) -> dict[str, str]:
    """The colours of a page: later rules, and those with more attributes, win."""
    found = dict[str, str]()
    chosen = {"theme": theme, "board": board}
    rules = [
        rule for name in ("style.css", "themes.css")
        for rule in RULE.findall((STATIC / name).read_text("utf-8"))
    ]  # fmt: skip
    for selector, body in sorted(rules, key=lambda rule: rule[0].count("[")):
        needed = dict(re.findall(r'\[data-(\w+)="(\w+)"\]', selector))
        if all(chosen.get(name) == value for name, value in needed.items()):
            found |= dict(VARIABLE.findall(body))
    return found


def luminance(colour: str) -> float:
    """The relative luminance of WCAG."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_there_are_five_boards() -> None:
    assert BOARDS == ["green", "wood", "blue", "slate", "contrast"]
    assert round(contrast("#000000", "#ffffff"), 1) == 21.0


@pytest.mark.parametrize(("theme", "board"), [*product(("light", "dark"), BOARDS)])
def test_pieces_stand_out_on_every_board(theme: str, board: str) -> None:
    colours = variables(theme, board)
    for ground in GROUNDS:
        assert contrast(colours[ground], colours["black-piece"]) >= LEAST, ground
        assert contrast(colours[ground], OUTLINE) >= LEAST, ground
    assert contrast(colours["square"], colours["dark-square"]) >= 1.5
    assert contrast(colours["white-piece"], colours["black-piece"]) >= 7
    assert contrast(colours["go-board"], colours["go-line"]) >= LEAST
    assert contrast(colours["light-triangle"], colours["dark-triangle"]) >= LEAST


def test_black_pieces_have_a_bright_outline_on_a_dark_page() -> None:
    rule = (STATIC / "themes.css").read_text("utf-8").split("Black pieces on a dark page")[1]
    outline = re.findall(r"stroke: (#[0-9a-f]{6})", rule)[0]
    assert contrast(outline, variables("dark", "green")["card"]) >= 7


def test_colours_of_pieces_do_not_colour_cards() -> None:
    assert ".body" not in "".join(
        rule for rule in (STATIC / "themes.css").read_text("utf-8").split("}")
        if "fill" in rule
    )  # fmt: skip
