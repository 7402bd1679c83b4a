"""Texts of positions with a symbol for each cell, as FEN has: found in samples, and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod
from typing import Any

from counterplay.presentation.drawings import Drawing
from counterplay.presentation.samples import Sample
from counterplay.presentation.shapes import board_json, looks_of

NOTHING = "-"
"""What a field may contain that says nothing."""
RUN, LONGEST_RUN = re.compile("[0-9]+"), 64
MOST_TEXTS, MOST_TRIED, LONGEST_PART = 40, 5_000, 4
"""The most texts that are tried for some pieces; the most that are made, of which these are the
best; and the longest field that is shortened."""


@dataclass(frozen=True)
class Squares:
    """A text with a field that has a symbol for each cell.

    field     the number of the field
    order     the cells in the order of the symbols
    width     the characters of a symbol
    has_runs  whether a number stands for as many empty cells
    symbols   the symbol of each piece; that of empty cells is the symbol of ""
    side      the number of the field that says who is to move; None if no field does
    sides     its content for each player
    """

    field: int
    order: tuple[int, ...]
    width: int
    has_runs: bool
    symbols: Mapping[str, str]
    side: int | None
    sides: Mapping[int, str]

    def texts(self, text: str, pieces: Sequence[str], player: int | None) -> list[str]:
        """Texts of a position with these pieces, the best first, written as `text` is.

        Raises ValueError if `text` has another form.
        """
        fields = text.split(" ")
        most = max(self.field, self.side or 0)
        if len(fields) <= most or self._count(fields[self.field]) != len(self.order):
            raise ValueError(text)
        symbols = "".join(self.symbols[pieces[cell]] for cell in self.order)
        fields[self.field] = _filled(fields[self.field], symbols, self)
        if self.side is not None and player is not None and player in self.sides:
            fields[self.side] = self.sides[player]
        fixed = (self.field, self.side)
        choices = [
            [part] if i in fixed or part.isdecimal() else _shortened(part)
            for i, part in enumerate(fields)
        ]
        if prod(map(len, choices)) > MOST_TRIED:
            raise ValueError(text)
        candidates = sorted(product(*choices), key=lambda parts: -sum(map(len, parts)))
        return [" ".join(parts) for parts in candidates[:MOST_TEXTS]]

    def _count(self, field: str) -> int:
        return len(_split(field, self.width, self.has_runs))


def _shortened(part: str) -> list[str]:
    """A field, and what is left of it without some of its characters: rights to castle, for
    example, which pieces on other squares do not have."""
    lengths = range(min(len(part), LONGEST_PART), 0, -1)
    shorter = ["".join(left) for n in lengths for left in combinations(part[:LONGEST_PART], n)]
    return [*dict.fromkeys((part, *shorter, NOTHING))]


def find_squares(drawing: Drawing, samples: Sequence[Sample]) -> Squares | None:
    """How these texts have a symbol for each cell; None if they have not."""
    fields = [sample.text.split(" ") for sample in samples]
    count = min(map(len, fields))
    for field in range(count):
        for width, has_runs in ((1, True), (1, False), (2, False)):
            for order in _orders(drawing):
                found = _symbols([one[field] for one in fields], samples, order, width, has_runs)
                if found:
                    symbols = _completed(found, looks_of(drawing), width)
                    others = [[one[i] for one in fields] for i in range(count)]
                    side, sides = _side(others, field, samples)
                    return Squares(field, order, width, has_runs, symbols, side, sides)
    return None


def _orders(drawing: Drawing) -> list[tuple[int, ...]]:
    """Orders in which a text may list the cells: as drawn, by rows from either end, by columns."""
    cells = board_json(drawing)["cells"]
    place: list[Callable[[int], Any]] = [
        lambda i: i,
        lambda i: (cells[i]["y"], cells[i]["x"]),
        lambda i: (-cells[i]["y"], cells[i]["x"]),
        lambda i: (cells[i]["x"], cells[i]["y"]),
        lambda i: (cells[i]["x"], -cells[i]["y"]),
    ]
    return [*dict.fromkeys(tuple(sorted(range(len(cells)), key=key)) for key in place)]


def _symbols(
    texts: Sequence[str], samples: Sequence[Sample], order: Sequence[int], width: int, runs: bool
) -> dict[str, str] | None:
    """The symbol of each piece, if the texts have one for each cell in this order."""
    by_symbol: dict[str, str] = {}
    for text, sample in zip(texts, samples, strict=True):
        symbols = _split(text, width, runs)
        if len(symbols) != len(order):
            return None
        for symbol, cell in zip(symbols, order, strict=True):
            if by_symbol.setdefault(symbol, sample.pieces[cell]) != sample.pieces[cell]:
                return None
    by_piece = {piece: symbol for symbol, piece in by_symbol.items()}
    return by_piece if len(by_piece) == len(by_symbol) > 1 and "" in by_piece else None


def _split(text: str, width: int, runs: bool) -> list[str]:
    """The symbols of a field. With runs, `3` stands for three empty cells."""
    expanded = RUN.sub(lambda run: " " * min(int(run[0]), LONGEST_RUN), text) if runs else text
    plain = expanded.replace("/", "")
    return [plain[i : i + width] for i in range(0, len(plain), width)]


def _filled(text: str, symbols: str, layout: Squares) -> str:
    """A field with other symbols, its rows separated as before."""
    filled, taken = [], 0
    for row in text.split("/"):
        length = layout.width * len(_split(row, layout.width, layout.has_runs))
        part = symbols[taken : taken + length]
        taken += length
        filled.append(re.sub(" +", lambda run: str(len(run[0])), part) if layout.has_runs else part)
    return "/".join(filled)


def _completed(found: dict[str, str], looks: Mapping[str, str], width: int) -> dict[str, str]:
    """The symbols of all pieces that have a look. Those that were not seen follow the same rule."""
    rules: list[Callable[[str], str]] = [str, str.lower, str.upper]
    seen = [piece for piece in found if piece]
    rule = next((r for r in rules if all(r(piece) == found[piece] for piece in seen)), None)
    used = {*found.values()}
    more = {} if rule is None else {p: rule(p) for p in looks if p not in found}
    fits = {p: symbol for p, symbol in more.items() if len(symbol) == width and symbol not in used}
    return {**found, **fits}


def _side(
    fields: Sequence[Sequence[str]], board: int, samples: Sequence[Sample]
) -> tuple[int | None, dict[int, str]]:
    """The field that says who is to move, and what it says for each player."""
    for number, contents in enumerate(fields):
        said = {sample.player: content for content, sample in zip(contents, samples, strict=True)}
        is_same = all(said[s.player] == c for c, s in zip(contents, samples, strict=True))
        if number != board and is_same and len({*said.values()}) == len(said) > 1:
            return number, said
    return None, {}
