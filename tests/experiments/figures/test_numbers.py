"""The numbers of the texts, against those that others have published or that the tables have."""

from functools import cache
from itertools import product

import chess
import pytest

import counterplay as cp
from counterplay.experiments.figures import numbers, worked
from counterplay.experiments.figures.claim import unwatched
from counterplay.experiments.figures.stated import backgammon, checkers, kbnk, plies
from counterplay.tablebase.catalogue import tables_named

CHINOOK = (120, 6_972, 261_224, 7_092_774, 148_688_232, 2_503_611_964, 34_779_531_480,
           406_309_208_481)  # fmt: skip
"""The positions with 1 to 8 pieces, as the authors of Chinook published them."""


@cache
def quick():
    return numbers.measure(True, unwatched)


def found(what):
    return next(n.found for n in quick().numbers if n.what == what)


def test_boards_of_checkers_are_those_that_chinook_counted():
    assert tuple(map(checkers.boards, range(1, 9))) == CHINOOK
    whole = sum(map(checkers.boards, range(1, 25)))
    assert whole == 500_995_484_682_338_672_639  # Schaeffer and others, Science 317, 2007


def test_boards_with_both_colours_are_the_indices_of_the_tables():
    game = cp.load("checkers")
    indices = sum(int(game.ask("size", t)) for t in tables_named(game, "2-5"))
    assert indices == sum(checkers.boards(n, both=True) for n in range(2, 6))


def test_the_count_of_the_textbook_less_what_is_no_position_is_what_the_table_has():
    counted = kbnk.count()
    assert (counted.kings, counted.stated) == (462, 3_494_568)
    assert counted.legal == 3_067_466  # counterplay table build chess KBNK
    game = cp.load("chess")
    assert counted.indices == sum(int(game.ask("size", t)) for t in tables_named(game, "KBNK"))


@pytest.mark.parametrize("kings", [(0, 2), (27, 63), (9, 35)])
def test_checks_are_those_of_an_independent_program(kings):
    white, black = kings
    board, count = chess.Board(None), 0
    board.set_piece_at(white, chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(black, chess.Piece(chess.KING, chess.BLACK))
    for bishop, knight in product(sorted({*range(64)} - {white, black}), repeat=2):
        if bishop != knight:
            board.set_piece_at(bishop, chess.Piece(chess.BISHOP, chess.WHITE))
            board.set_piece_at(knight, chess.Piece(chess.KNIGHT, chess.WHITE))
            count += board.is_attacked_by(chess.WHITE, black)
            board.remove_piece_at(bishop)
            board.remove_piece_at(knight)
    assert kbnk._checks(white, black) == count


def test_plies_are_the_logarithms_that_the_texts_round():
    assert round(plies.plies(10**6, 35)) == 4
    assert int(plies.plies(2 * 10**8, 35)) == 5 and int(plies.plies(2 * 10**8, 35**0.5)) == 10
    assert found("leaves five plies deep") == "52,521,875"


def test_backgammon_has_21_rolls_and_about_20_plays():
    assert backgammon.distinct_rolls() == 21
    assert found("payoffs") == "up to 192"
    assert 12 < backgammon.widths(3).mean < 28
    assert backgammon.nodes(2) == 20 * 21 * 20 * 21


def test_every_number_has_a_line_and_is_found_or_says_how():
    for n in quick().numbers:
        assert n.line > 0 and n.stated and n.by
        assert bool(n.found) or n.way != "worked out"


def test_numbers_of_the_examples_are_stated_by_a_text_or_ours():
    data = worked.measure(True, unwatched)
    assert not data.wrong
    assert {n.source.split()[0] for n in data.numbers} == {"textbook", "article", "slides", "ours"}
    assert f"{sum(n.is_stated for n in data.numbers)} numbers that" in worked.caption(data)
