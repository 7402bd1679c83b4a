"""Draw the grounds of `cp.Grid`, and other drawings and dice, for docs/page.md.

Run `python docs/make_grounds.py` after changing how boards are drawn; a test checks that the
pictures are current.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from counterplay.presentation.board_svg import board_svg
from counterplay.presentation.drawings import Cards, Drawing, Grid, Ground, Points
from counterplay.presentation.stacks import Stacks

FOLDER = Path(__file__).parent / "images" / "grounds"
DISCS = {"x": "disc black", "o": "disc white", "r": "disc red", "y": "disc yellow"}
SQUARE = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)]
RING = [(0, 1), (1, 2), (2, 4), (4, 7), (7, 6), (6, 5), (5, 3), (3, 0)]


def grid(ground: Ground) -> Grid:
    """A small board on this ground, with pieces that suit it."""
    if ground == "lines":
        rows = ["o=o.o", "=#=..", "o=o.o"]
        looks = {"o": "dot black", "=": "edge blue", "#": "box blue"}
        return Grid(rows, [""] * 5, [""] * 3, looks=looks, ground=ground)
    if ground == "crossings":
        return Grid([".....", ".xo..", ".o+x.", "..ox.", "....."], looks=DISCS, ground=ground)
    rows = ["....", ".r..", "yry."] if ground == "wells" else ["..x.", ".ox.", ".o.."]
    return Grid(rows, looks=DISCS, ground=ground)


def drawings() -> dict[str, Drawing]:
    """The drawings by the names of their files."""
    made: dict[str, Drawing] = {ground: grid(ground) for ground in get_args(Ground)}
    pieces = ["x", "", "o", "", "x", "o", "", ""]
    made["points"] = Points(SQUARE, pieces, list("ABCDEFGH"), RING, looks=DISCS)
    made["cards"] = Cards({"you": ["A♠", "7♥"], "they": ["?", "?"]})
    labelled = {"1": "disc black 1", "2": "disc white 2"}
    dice = [3, "1 black", "6 black used", "?"]
    made["dice"] = Grid([".1..", "..2."], looks=labelled, dice=dice)
    made["stacks"] = Stacks(
        ["oo", "", "x", "", "xxxxxxx", "o", ""],
        ["xxx", "o", "", "", "", "ooooo", "ooo"],
        [
            "1",
            "2",
            "3",
            "Black's bar",
            "4",
            "5",
            "Black's tray",
            *("6", "7", "8", "bar", "9", "10", "off"),
        ],
        bars=[3],
        trays=[6],
        looks=DISCS,
        captions=("31", "24"),
        cube="2 below",
        dice=["3 white", "1 white"],
    )
    return made


def pictures() -> dict[Path, str]:
    return {
        FOLDER / f"{name}.svg": board_svg(drawing, f"A drawing: {name}") + "\n"
        for name, drawing in drawings().items()
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, text in pictures().items():
        path.write_text(text, encoding="utf-8")
