"""Kibitzer, simulation, endgame search and games against itself, on a small board.

The kernels run as plain Python here: they are the same functions that are compiled.
"""

from functools import cache
from random import Random

import numpy as np
import pytest

from counterplay.core.game.errors import InputError
from counterplay.games.crosswords import simulation
from counterplay.games.crosswords.choosing import BY_LEAVE, BY_SCORE
from counterplay.games.crosswords.endgame import EndgameSearch
from counterplay.games.crosswords.kibitz import (
    Kibitzer,
    best_moves,
    load_crosswords,
    unseen_tiles,
)
from counterplay.games.crosswords.moves import (
    EXCHANGE,
    PASS,
    count_tiles,
    take,
    tiles_in,
    tiles_only,
    value_of,
)
from counterplay.games.crosswords.notation import read_board, read_rack
from counterplay.games.crosswords.plays import all_plays
from counterplay.games.crosswords.scoring import lay, score_of
from counterplay.games.crosswords.selfplay import SelfPlay
from counterplay.games.crosswords.simulation import simulate_moves

WORDS = "AB BA AT TA BAT TAB TABS BATS EAT TEA SEA EATS BET BETA BETAS AS ES BE BEAT BEATS SET TEAS"


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@cache
def small():
    tiles = "?1:0 A4:1 B2:3 E3:1 S3:1 T3:1"
    return load_crosswords(size=5, rack=3, tiles=tiles, words=WORDS)


def test_the_kibitzer_finds_all_moves_of_the_rules():
    game, dice = small(), Random(4)
    kibitzer = Kibitzer(game)
    for _ in range(4):
        here = game.position()
        for _ in range(20):
            if here.is_over:
                break
            if here.turn < 0:
                here = here.play(game.draw(here.state, str(dice.random())))
                continue
            s, p = here.state, here.turn
            moves, scores, _ = kibitzer.ranked(s.board, s.racks[p])
            assert sorted(moves.tolist()) == sorted(here.legal_moves)
            for a, score in zip(moves.tolist(), scores.tolist(), strict=True):
                gained = game.result(s, a).scores[p] - s.scores[p]
                assert score == gained
            here = here.play(dice.choice(here.legal_moves))


def test_the_best_move_comes_first():
    found = best_moves("5/5/BE3/5/5", "ATS", 3, game=small())
    assert [(move.text, move.score) for move in found] == [
        ("3A:BEATS", 64),  # 7 points, twice, and 50 for the whole rack
        ("3A:BETAS", 64),
        ("A1:TABS", 58),
    ]


def test_tiles_that_the_game_does_not_have_are_refused():
    with pytest.raises(InputError, match="have 3 tiles B, but the game has 2"):
        best_moves("5/5/1BAB1/5/5", "BAT", game=small())
    with pytest.raises(InputError, match="expected 1 to 3"):
        best_moves("empty", "BATS", game=small())
    with pytest.raises(InputError, match="expected 5 rows of 5"):
        best_moves("5/5", "BAT", game=small())


def test_a_simulation_drops_moves_that_are_clearly_worse(monkeypatch):
    monkeypatch.setattr(simulation, "BATCH", 10)
    monkeypatch.setattr(simulation, "LEAST_ROUNDS", 10)
    found = simulate_moves("5/5/BE3/5/5", "ATS", 5, 20, game=small())
    assert found[0].score > 50 and found[0].rounds == 20
    assert (found[-1].text, found[-1].rounds) == ("C3:TA", 10)
    assert found[0].ahead > found[-1].ahead + 20 and 0 < found[0].error < 15


def gained_by_minimax(board, racks, seat, passes, data):
    """The points that a player gains until the end, by trying everything."""
    own, other = (value_of(racks[q], data) for q in (seat, 1 - seat))
    if passes == 2:
        return other - own
    moves, best = np.zeros(4000, np.int64), -(10**6)
    n = all_plays(board, racks[seat], moves, np.zeros(0, np.int64), data)
    for a in [*moves[:n].tolist(), PASS]:
        after, left, gained = board.copy(), racks.copy(), 0
        if a != PASS:
            gained = score_of(board, a, data)
            lay(after, a, data)
            take(left[seat], tiles_only(a))
        if tiles_in(left[seat]) == 0:
            gained += 2 * other
        else:
            next_passes = passes + 1 if a == PASS else 0
            gained -= gained_by_minimax(after, left, 1 - seat, next_passes, data)
        best = max(best, gained)
    return best


@pytest.mark.parametrize(
    ("board", "rack", "other"),
    [
        ("5/5/1BEAT/5/5", "AS", "TE"),
        ("5/2T2/1BE2/2A2/2S2", "AT", "ES"),
        ("2T2/2A2/1BE2/5/5", "T", "SAE"),
    ],
)
def test_the_endgame_search_agrees_with_minimax(board, rack, other):
    game = small()
    letters, data = "ABEST", game.data
    squares = read_board(board, letters, 5)
    racks = np.array([read_rack(rack, letters, 3), read_rack(other, letters, 3)])
    found = EndgameSearch(game).best_move(squares, racks[0], racks[1])
    assert found.is_complete
    assert found.gained == gained_by_minimax(squares, racks, 0, 0, data)


def test_with_an_empty_bag_a_simulation_is_a_search():
    game = load_crosswords(size=5, rack=2, tiles="A2:1 B1:3 E1:1 S2:1 T2:1", words=WORDS)
    [found] = simulate_moves("5/5/1BEAT/5/5", "AS", game=game)  # unseen: S and T
    racks = np.array([read_rack("AS", "ABEST", 2), read_rack("ST", "ABEST", 2)])
    squares = read_board("5/5/1BEAT/5/5", "ABEST", 5)
    assert found.ahead == gained_by_minimax(squares, racks, 0, 0, game.data)
    assert (found.error, found.rounds) == (0, 1)


def test_games_of_equal_players_come_out_even_and_use_the_tiles_of_the_bag():
    spreads, turns = SelfPlay(small(), seed=3).play((BY_SCORE, BY_SCORE), 6)
    assert spreads[::2].tolist() == (-spreads[1::2]).tolist()
    assert turns["game"].max() == 5 and set(turns["seat"]) == {0, 1}
    assert (turns["leave"].sum(axis=1) <= 3).all()
    again, _ = SelfPlay(small(), seed=3).play((BY_LEAVE, BY_LEAVE), 2, first=2)
    assert len(again) == 2


def test_a_rack_and_a_board_leave_the_rest_unseen():
    data = small().data
    board, rack = read_board("5/5/1BaT1/5/5", "ABEST", 5), read_rack("ES", "ABEST", 3)
    left = unseen_tiles(board, rack, data, "ABEST")
    assert left[0] == 0 and tiles_in(left) == 16 - 5


def test_exchanges_are_part_of_the_moves_while_the_bag_is_full():
    moves, _, _ = Kibitzer(small()).ranked(np.zeros(25, np.int8), read_rack("BAT", "ABEST", 3))
    exchanges = [a for a in moves.tolist() if a & EXCHANGE]
    assert sorted(map(count_tiles, exchanges)) == [1, 1, 1, 2, 2, 2, 3]
