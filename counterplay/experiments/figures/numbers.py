"""Claim: the numbers that the texts state, each with its line, worked out where that can be."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.experiments.figures.stated import backgammon, checkers, chess, examples, plies
from counterplay.experiments.figures.stated.kbnk import Count, count
from counterplay.experiments.figures.stated.number import TEXTS, Number
from counterplay.experiments.figures.table_picture import table_picture

HEADINGS = ("what", "text and line", "stated", "found", "how")
PICTURES = {
    "numbers_chess": ("chess",),
    "numbers_depth": ("depth",),
    "numbers_checkers": ("checkers",),
    "numbers_backgammon": ("backgammon",),
    "numbers_examples": ("tic-tac-toe", "two-ply tree", "Nim 2, 2", "evaluation", "Go"),
}


@dataclass(frozen=True)
class Data:
    numbers: tuple[Number, ...]
    kbnk: Count

    def about(self, *subjects: str) -> list[Number]:
        return [n for n in self.numbers if n.subject in subjects]


def measure(quick: bool, watch: Watch) -> Data:
    kbnk = count()
    watch(0.2)
    games = backgammon.QUICK_GAMES if quick else backgammon.GAMES
    found = [
        *examples.numbers(),
        *chess.numbers(kbnk),
        *plies.numbers(),
        *checkers.numbers(),
        *backgammon.numbers(backgammon.widths(games)),
    ]
    watch(1.0)
    return Data(tuple(found), kbnk)


def caption(data: Data) -> str:
    ways = Counter(n.way for n in data.numbers)
    return (
        f"{len(data.numbers)} numbers of the texts: {ways['worked out']} are worked out here, "
        f"{ways['measured']} are measured by the command in the last column, and "
        f"{ways['quoted']} are quoted, because nothing here can work them out."
    )


def tables(data: Data) -> list[Table]:
    by_subject = [
        Table(name, _title(subjects), HEADINGS, rows(data, subjects))
        for name, subjects in PICTURES.items()
    ]
    return [
        *by_subject,
        Table("numbers_kbnk", "King, bishop and knight against king", ("positions", "number"),
              kbnk_rows(data.kbnk)),
        Table("numbers_texts", "The texts", ("name", "text"), tuple(TEXTS.items())),
    ]  # fmt: skip


def rows(data: Data, subjects: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The rows of some subjects, as words."""
    several = len(subjects) > 1
    return tuple(
        (
            f"{n.subject}: {n.what}" if several else n.what,
            n.source,
            n.stated,
            n.found or "–",
            f"quoted: {n.by}" if n.way == "quoted" else n.by,
        )
        for n in data.about(*subjects)
    )


def kbnk_rows(kbnk: Count) -> tuple[tuple[str, int], ...]:
    """From the textbook's count to the program's."""
    return (
        (f"{kbnk.kings} · 62 · 61 · 2, as the textbook counts", kbnk.stated),
        ("less: White to move, but Black is in check", -kbnk.illegal),
        ("less: kings on the long diagonal, and the mirror image of another", -kbnk.mirrored),
        ("legal and distinct: counterplay table stats chess KBNK", kbnk.legal),
        (f"{kbnk.kings} · 64 · 64 · 2, the indices of the table here", kbnk.indices),
    )


def pictures(data: Data) -> dict[str, str]:
    sheets = {
        f"{name}.svg": table_picture(
            _title(subjects),
            HEADINGS,
            rows(data, subjects),
            widest=34,
            note=_texts(data.about(*subjects)),
        )
        for name, subjects in PICTURES.items()
    }
    kbnk = [(what, f"{number:,}".replace("-", "−")) for what, number in kbnk_rows(data.kbnk)]
    title = "How many positions are there of king, bishop and knight against king?"
    sheets["numbers_kbnk.svg"] = table_picture(title, ("positions", "number"), kbnk, widest=70)
    return sheets


def _title(subjects: tuple[str, ...]) -> str:
    return f"Numbers of the texts: {subjects[0] if len(subjects) == 1 else 'small examples'}"


def _texts(numbers: list[Number]) -> str:
    """The texts that these numbers come from, for the foot of a picture."""
    used = [f"{name}: {title}" for name, title in TEXTS.items()
            if any(n.text == name for n in numbers)]  # fmt: skip
    return "; ".join(used) + "."


CLAIM = Claim(
    name="numbers",
    title="The numbers of the texts",
    text="Every count that the texts state about games and searches, with its line, beside what "
    "the program finds.",
    measure=measure,
    caption=caption,
    tables=tables,
    pictures=pictures,
)
