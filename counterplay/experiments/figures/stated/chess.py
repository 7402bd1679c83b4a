"""Chess: the size of its tree and its graph, and the endgames of the texts."""

from __future__ import annotations

from math import comb, factorial, log10

from counterplay.experiments.figures.stated.kbnk import Count
from counterplay.experiments.figures.stated.number import Number, power_of_ten

BRANCHING, PLIES = 35, 100

GAME_SIZE = "counterplay figures OUT game_size"
FIT = (
    "counterplay fit chess --flat --only pawn --only knight --only bishop --only rook --only queen"
)

SIX = 2 * 462 * 64**2 * comb(64, 2)
"""Indices of king, rook and knight against king and two knights."""

SEVEN = 2 * 462 * 64**5
"""Indices of king, queen and knight against king, rook, bishop and knight."""

CODE_BYTES = 2


def gigabytes(indices: int) -> str:
    return f"{indices * CODE_BYTES / 1e9:,.0f} GB"


def numbers(kbnk: Count) -> list[Number]:
    return [
        *_size(),
        Number("chess", "pawn, knight, bishop, rook, queen", "textbook", 222, "1, 3, 3, 5, 9", "",
               "measured", FIT),
        Number("chess", "ways to place two kings", "textbook", 294, "462", str(kbnk.kings),
               "worked out", "not adjacent; boards that look alike after a turn count once"),
        Number("chess", "positions of KBNK", "textbook", 294, "462·62·61·2 = 3,494,568",
               f"{kbnk.stated:,}", "worked out",
               f"of these {kbnk.legal:,} are legal and distinct: see the table of KBNK"),
        Number("chess", "moves to mate in an ending of six pieces", "textbook", 296, "262", "262",
               "measured", f"KRNKNN, {SIX:,} indices, {gigabytes(SIX)}: 523 plies, solved in 33 s "
               "by one H200 with bench/tables_gpu.py"),
        Number("chess", "moves to the first capture in KQNKRBN", "textbook", 296, "517", "",
               "quoted", f"Bourzutschky and Konoval 2006: {SEVEN:,} indices, {gigabytes(SEVEN)}, "
               "and all tables of six pieces below it"),
    ]  # fmt: skip


def _size() -> list[Number]:
    tree = PLIES * log10(BRANCHING)
    boards = factorial(64) / (factorial(32) * factorial(8) ** 2 * factorial(2) ** 6)
    return [
        Number("chess", "legal moves in a position", "textbook", 23, "about 35", "", "measured",
               GAME_SIZE),
        Number("chess", "plies of a game", "textbook", 23, "50 moves by each player", "",
               "measured", GAME_SIZE),
        Number("chess", "nodes of the tree", "textbook", 23, "35^100 or 10^154",
               power_of_ten(tree), "worked out", "100·log 35"),
        Number("chess", "nodes of the graph", "textbook", 23, "about 10^40",
               power_of_ten(log10(boards)), "worked out",
               "64! / (32! 8!^2 2!^6), Shannon's estimate; Tromp (2021) has 4.8·10^44, and the "
               "slides (161) print 10^10"),
        Number("chess", "nodes of the tree", "slides", 161, "10^120",
               power_of_ten(40 * log10(1000)), "worked out",
               "Shannon 1950: a thousand pairs of moves, 40 times"),
    ]  # fmt: skip
