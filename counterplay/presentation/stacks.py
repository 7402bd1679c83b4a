"""Stacks: a drawing with two rows of points and stacks of pieces on them, as in backgammon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from counterplay.core.game import display
from counterplay.presentation.dice import read_dice, with_dice

CUBE_PLACES: Final = ("middle", "above", "below", "offered")


class Cube(NamedTuple):
    """The doubling cube: its number, and one of CUBE_PLACES."""

    number: int
    place: str


@dataclass(frozen=True)
class Stacks:
    """Two rows of points with stacks of pieces, as in backgammon: triangles, a bar and trays.

    above     the stacks of the upper row from the left: texts with one character for each piece
    below     the stacks of the lower row
    names     the names of the points: those of the upper row, then those of the lower row
    bars      the columns that are a bar, counted from 0
    trays     the columns that are trays for pieces that have left the board
    looks     the pictures of the pieces
    captions  short texts at the trays, above and below the board, such as pip counts
    cube      the doubling cube and where it lies: "1 middle", "2 above", "4 below", "2 offered"
    notes     a line of text below the board
    text      what a terminal shows; by default a list of the stacks
    dice      the dice on the board, as of a Grid
    """

    above: Sequence[str]
    below: Sequence[str]
    names: Sequence[str]
    bars: Sequence[int] = ()
    trays: Sequence[int] = ()
    looks: Mapping[str, str] = field(default_factory=dict)
    captions: tuple[str, str] = ("", "")
    cube: str = ""
    notes: str = ""
    text: str = ""
    dice: Sequence[int | str] = ()

    def __post_init__(self) -> None:
        read_dice(self.dice)
        read_cube(self.cube)
        if not len(self.above) == len(self.below) > 0:
            raise ValueError("the rows of Stacks must have the same length, and at least one point")
        if len(self.names) != len(self.pieces):
            raise ValueError(f"these Stacks need {len(self.pieces)} names, not {len(self.names)}")

    @property
    def pieces(self) -> list[str]:
        """The stack on each point: those of the upper row, then those of the lower row."""
        return [*self.above, *self.below]

    @property
    def cell_names(self) -> list[str]:
        return [*self.names]

    def __str__(self) -> str:
        if self.text:
            return with_dice(self.text, self.dice)
        pairs = zip(self.names, self.pieces, strict=True)
        taken = [f"{name} {stack}" for name, stack in pairs if stack]
        lines = [", ".join(taken) or "no pieces", *filter(None, [self.notes])]
        return with_dice("\n".join(lines), self.dice)

    def _repr_svg_(self) -> str | None:
        """A picture of the board, for notebooks."""
        return display.svg(self)


def read_cube(given: str) -> Cube | None:
    """The cube that a drawing was given; None for no cube. Raises ValueError for another text."""
    if not given:
        return None
    number, place = (*given.split(), "")[:2]
    if not (number.isdecimal() and place in CUBE_PLACES and len(given.split()) == 2):
        raise ValueError(
            f"{given!r} is not a cube: write its number and {', '.join(CUBE_PLACES[:-1])} or "
            f'{CUBE_PLACES[-1]}, as in "2 above"'
        )
    return Cube(int(number), place)
