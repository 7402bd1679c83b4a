"""Texts of positions with lists of cells, as PDN has: found in samples, and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from counterplay.presentation.drawings import Drawing
from counterplay.presentation.samples import Sample
from counterplay.presentation.shapes import looks_of


@dataclass(frozen=True)
class Lists:
    """A text with lists of cells, one for each side: `B:W14,K19:B1,2`, as PDN has it.

    names     the names of the cells
    marks     for each piece the letter of its list, and the prefix of its cells
    sides     the first part for each player
    """

    names: tuple[str, ...]
    marks: Mapping[str, tuple[str, str]]
    sides: Mapping[int, str]

    @property
    def symbols(self) -> Mapping[str, tuple[str, str]]:
        return self.marks

    def texts(self, text: str, pieces: Sequence[str], player: int | None) -> list[str]:
        """The text of a position with these pieces, written as `text` is.

        Raises ValueError if `text` has another form.
        """
        first, *lists = text.split(":")
        if {part[:1] for part in lists} != {letter for letter, _ in self.marks.values() if letter}:
            raise ValueError(text)
        parts = [first if player is None else self.sides.get(player, first)]
        for letter in (part[:1] for part in lists):
            cells = [
                self.marks[piece][1] + name
                for name, piece in zip(self.names, pieces, strict=True)
                if piece and self.marks[piece][0] == letter
            ]
            parts.append(letter + ",".join(cells))
        return [":".join(parts)]


def find_lists(drawing: Drawing, samples: Sequence[Sample]) -> Lists | None:
    """How these texts list cells; None if they do not."""
    names = tuple(drawing.cell_names)
    marks: dict[str, tuple[str, str]] = {}
    sides: dict[int, str] = {}
    for sample in samples:
        first, *lists = sample.text.split(":")
        found = _listed(lists, names)
        if not lists or found is None or len(found) != sum(map(bool, sample.pieces)):
            return None
        for name, mark in found.items():
            if marks.setdefault(sample.pieces[names.index(name)], mark) != mark:
                return None
        if sides.setdefault(sample.player, first) != first:
            return None
    return Lists(names, _with_prefixes(marks, looks_of(drawing)), sides)


def _listed(lists: Sequence[str], names: Sequence[str]) -> dict[str, tuple[str, str]] | None:
    """By cell, the letter of its list and its prefix; None if these are not lists of cells."""
    found = {}
    for part in lists:
        letter, cells = part[:1], [cell for cell in part[1:].split(",") if cell]
        for cell in cells:
            prefix = "" if cell in names else cell[:1]
            name = cell.removeprefix(prefix)
            if name not in names or not letter.isalpha():
                return None
            found[name] = (letter, prefix)
    return found


def _with_prefixes(
    marks: dict[str, tuple[str, str]], looks: Mapping[str, str]
) -> dict[str, tuple[str, str]]:
    """The marks of all pieces: one that was not seen has the letter of its colour, and the prefix
    of another piece of its kind, or else K, for a king."""
    letters = {looks[p].split()[1]: letter for p, (letter, _) in marks.items() if p in looks}
    prefixes = {looks[p].split()[0]: prefix for p, (_, prefix) in marks.items() if p in looks}
    kinds = {piece: look.split() for piece, look in looks.items()}
    more = {
        piece: (letters[colour], prefixes.get(kind, "K"))
        for piece, (kind, colour, *_) in kinds.items()
        if piece not in marks and colour in letters
    }
    return {**marks, **more, "": ("", "")}
