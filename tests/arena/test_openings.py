"""Openings: different, not over, the same for the same seed."""

from pathlib import Path

import pytest

import counterplay as cp
from counterplay.arena.openings import (
    OWN,
    Openings,
    default_plies,
    random_openings,
    read_openings,
)
from counterplay.core.game.errors import InputError


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("connect_four", width=5, height=4)


def state_of(game: cp.Game, text: str) -> object:
    return game.position(text).state


def test_random_openings_are_different_and_not_over(game: cp.Game) -> None:
    found = random_openings(game, 300, 8, seed=1)
    assert len({state_of(game, text) for text in found}) == 300
    for text in found:
        position = game.position(text)
        assert len(position.moves) == 8 and not position.is_over


def test_the_seed_decides(game: cp.Game) -> None:
    assert random_openings(game, 20, 6, 5) == random_openings(game, 20, 6, 5)
    assert random_openings(game, 20, 6, 5) != random_openings(game, 20, 6, 6)


def test_more_openings_begin_with_fewer(game: cp.Game) -> None:
    assert random_openings(game, 50, 6, 0)[:20] == random_openings(game, 20, 6, 0)


def test_an_opening_may_be_turned_down(game: cp.Game) -> None:
    centre = random_openings(game, 10, 4, 0, lambda position: position.moves[0] == 2)
    assert all(text.startswith("startpos moves 3 ") for text in centre)


def test_symmetric_openings_are_the_same_where_the_game_knows_it(own_mirror: cp.Game) -> None:
    """Four columns, one ply: two openings up to the mirror image."""
    assert len(random_openings(own_mirror, 2, 1, 0)) == 2
    with pytest.raises(InputError, match="has only 2 different openings of 1 random plies"):
        random_openings(own_mirror, 3, 1, 0)


@pytest.fixture
def own_mirror(tmp_path: Path) -> cp.Game:
    path = tmp_path / "columns.py"
    path.write_text(
        '''"""Take one of the columns that are left; whoever takes the last one wins."""
from typing import NamedTuple
import counterplay as cp

facts = cp.Facts(title="Columns", most_actions=4, longest_game=4)


class State(NamedTuple):
    taken: int
    turn: int


def initial():
    return State(0, 0)


def player(s):
    return s.turn


def actions(s, moves):
    n = 0
    for c in range(4):
        if not s.taken >> c & 1:
            moves[n] = c
            n += 1
    return n


def result(s, a):
    return State(s.taken | 1 << a, 1 - s.turn)


def terminal(s):
    return s.taken == 15


def utility(s, p):
    return -1 if p == s.turn else 1


def canonical(s):
    mirrored = (s.taken & 1) << 3 | (s.taken & 2) << 1 | (s.taken & 4) >> 1 | s.taken >> 3
    return State(min(s.taken, mirrored), s.turn)
'''
    )
    return cp.load(path)


def test_chance_may_move_in_an_opening(race: cp.Game) -> None:
    found = random_openings(race, 30, 5, 0)
    assert {len(race.position(text).moves) for text in found} == {5}


def test_games_of_chance_begin_at_the_start(race: cp.Game) -> None:
    openings = Openings(None, None, None, seed=3)
    assert default_plies(race) == 0
    assert openings.find(race, 1000) == ["startpos"] * 1000
    assert openings.about(race) == "the start, with other dice each time"
    assert Openings(None, 2, None, 3).about(race) == "2 random plies"


def test_a_short_game_gets_short_openings(game: cp.Game) -> None:
    assert default_plies(cp.load("tic_tac_toe")) == 1
    assert default_plies(game) == 4
    assert default_plies(cp.load("connect_four")) == 8


def test_too_few_openings_are_refused_with_what_to_do() -> None:
    with pytest.raises(InputError, match=r"only \d different openings of 1 random plies, but 10"):
        random_openings(cp.load("tic_tac_toe"), 10, 1, 0)


def test_a_file_has_one_position_a_line(game: cp.Game, tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("# openings\n345\n\nstartpos moves 3 3   # twice the centre\n12\n")
    assert read_openings(game, book, 2) == ["345", "startpos moves 3 3"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("345\n399\n", r"book.txt, line 2: move 2 of '399'"),
        ("345\n\n1212121\n", r"book.txt, line 3: the game is already over in '1212121'"),
        ("345\n543\n", r"book.txt, line 2: the same opening is in line 1"),
        ("345\n", r"book.txt has 1 openings, but 2 are needed"),
    ],
)
def test_a_bad_line_is_named(game: cp.Game, tmp_path: Path, text: str, sentence: str) -> None:
    book = tmp_path / "book.txt"
    book.write_text(text)
    with pytest.raises(InputError, match=sentence):
        read_openings(game, book, 2)


def test_openings_of_chess_may_be_epd(tmp_path: Path) -> None:
    board = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
    path = tmp_path / "suite.epd"
    path.write_text(f'{board} bm Nf3; id "open game";\n')
    assert read_openings(cp.load("chess"), path, 1) == [board]


def test_a_file_that_is_not_there_is_named(game: cp.Game) -> None:
    with pytest.raises(InputError, match=r"nowhere\.txt cannot be read: No such file"):
        read_openings(game, "nowhere.txt", 1)


def test_openings_come_from_one_place() -> None:
    with pytest.raises(InputError, match="give openings=FILE, or opening_plies and balanced"):
        Openings("book.txt", 4, None, 0)
    with pytest.raises(InputError, match="opening_plies=-1 must be 0 or more"):
        Openings(None, -1, None, 0)


def test_chess_begins_with_known_openings_in_the_order_of_the_seed() -> None:
    chess = cp.load("chess")
    openings = Openings(None, None, None, 3)
    listed = read_openings(chess, OWN / "chess.txt", 119)
    found = openings.find(chess, 121)
    assert sorted(found[:119]) == sorted(listed) and found[:119] != listed
    assert found[:40] == openings.find(chess, 40) and len(set(found)) == 121
    assert openings.files(chess) == (str(OWN / "chess.txt"),)
    assert openings.about(chess) == "known ones, then 8 random plies"


def test_known_openings_are_not_used_where_others_are_asked_for() -> None:
    chess, shuffled = cp.load("chess"), cp.load("chess", start=5)
    assert Openings(None, 2, None, 0).files(chess) == Openings(None, None, None, 0).files(shuffled)
    assert len(Openings(None, 2, None, 0).find(chess, 1)[0].split()) == 4
