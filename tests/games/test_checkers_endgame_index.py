"""Where tables have the positions of checkers: each has one place, and moves connect the places."""

import random
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.contract import PLACES

BOARDS = {
    1: 120, 2: 6_972, 3: 261_224, 4: 7_092_774, 5: 148_688_232, 6: 2_503_611_964,
    7: 34_779_531_480, 8: 406_309_208_481,
}  # fmt: skip
"""Boards with so many pieces: Schaeffer et al., Checkers Is Solved, Science 317 (2007)."""

PLACES_LOOKED_AT = 2_000
"""In a table of more than three pieces, about so many; of smaller ones, all."""


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("checkers")


@pytest.fixture(scope="module")
def walk(game: cp.Game) -> "Walk":
    return Walk(game)


class Walk:
    """The kernel in `walk_tables.py`, bound to the game."""

    def __init__(self, game: cp.Game) -> None:
        self.game = game
        self.kernel = bind(game, Path(__file__).with_name("walk_tables.py"))

    def over(self, name: str, t: int, places: int | None = None) -> Any:
        """What an entry of the kernel finds in a table, in all places or about so many."""
        context = Context(self.game, self.kernel)
        size = self.game.ask("size", t)
        context.record.table, context.record.last = t, size
        context.record.step = 1 if places is None else size // places + 1
        context.call(getattr(self.kernel, name))
        return context.record

    def at(self, state: Any) -> Any:
        """What the compiled hooks answer in one state."""
        context = Context(self.game, self.kernel)
        context.set_root(state)
        context.call(self.kernel.look)
        return context.record


def tables(game: cp.Game, text: str) -> list[int]:
    return game.functions["parse_tables"](text)


def boards_of_one_colour(pieces: int) -> int:
    """Men on 28 squares, kings on the others; black or white."""
    return 2 * sum(comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1))


def random_board(rng: random.Random, pieces: int) -> dict[int, str]:
    """Pieces of both colours by their squares: b and w are men, B and W kings."""
    while True:
        board: dict[int, str] = {}
        for square in rng.sample(range(1, 33), pieces):
            piece = rng.choice("BWbw")
            is_crowned = (piece == "b" and square > 28) or (piece == "w" and square < 5)
            board[square] = piece.upper() if is_crowned else piece
        if {piece.upper() for piece in board.values()} == {"B", "W"}:
            return board


def state_of(game: cp.Game, board: dict[int, str], turn: str) -> Any:
    sides = [
        colour
        + ",".join(("K" if p.isupper() else "") + f"{n}" for n, p in board.items() if p in both)
        for colour, both in (("W", "Ww"), ("B", "Bb"))
    ]
    return game.position(":".join([turn, *sides])).state


@pytest.mark.parametrize("pieces", range(2, 9))
def test_sizes_are_the_published_counts(game: cp.Game, pieces: int) -> None:
    """A place is a board with Black to move, and at once the turned board with White to move. So
    there are as many as boards, whoever moves, but for those of one colour, where the game is over.
    """
    sizes = [game.ask("size", t) for t in tables(game, str(pieces))]
    assert sum(sizes) + boards_of_one_colour(pieces) == BOARDS[pieces]
    assert max(sizes) < PLACES
    assert boards_of_one_colour(1) == BOARDS[1]


def test_every_place_up_to_four_pieces_is_that_of_a_position(game: cp.Game, walk: Walk) -> None:
    for t in tables(game, "2-4"):
        assert walk.over("count", t).positions == game.ask("size", t)


def test_a_position_comes_back_from_its_place_and_shares_it_with_its_turned_twin(
    game: cp.Game,
) -> None:
    rng = random.Random(1)
    for _ in range(2_000):
        board = random_board(rng, rng.randint(2, 8))
        twin = {33 - square: piece.translate(SWAPPED) for square, piece in board.items()}
        black, white = state_of(game, board, "B"), state_of(game, twin, "W")
        number = game.ask("index", black)
        assert game.ask("index", white) == number
        assert number % PLACES < game.ask("size", number // PLACES)
        assert game.ask("state", number) == black


SWAPPED = str.maketrans("BbWw", "WwBb")


def test_compiled_rules_give_the_same_numbers(game: cp.Game, walk: Walk) -> None:
    rng = random.Random(2)
    for _ in range(1_000):
        state = state_of(game, random_board(rng, rng.randint(2, 8)), rng.choice("BW"))
        found = walk.at(state)
        assert found.number == game.ask("index", state)
        listed = found.moves[: found.leaving].tolist()
        assert listed == game.buffered("leaving", state)
        listed = found.others[: found.predecessors].tolist()
        assert listed == game.buffered("predecessors", state)


@pytest.mark.parametrize(
    "fen",
    [
        "B:W29,30,31,32:B1,2,3,4,5",  # nine pieces
        "W:W32:B",
        "B:WK32,31:B",
    ],
)
def test_other_positions_have_no_place(game: cp.Game, fen: str) -> None:
    assert game.ask("index", game.position(fen).state) == -1


def test_other_numbers_have_no_position(game: cp.Game) -> None:
    for t in (0, 0x0011, 0x1011, 0x1120, 0x8110, 0x5040, 0xFFFF, *tables(game, "3")):
        past = t * PLACES + int(game.ask("size", t))
        assert game.ask("index", game.ask("state", past)) == -1
    assert game.ask("index", game.ask("state", -1)) == -1


@pytest.mark.parametrize("pieces", range(2, 9))
def test_moves_and_predecessors_agree_and_the_rest_is_leaving(
    game: cp.Game, walk: Walk, pieces: int
) -> None:
    for t in tables(game, str(pieces)):
        found = walk.over("walk", t, None if pieces < 4 else PLACES_LOOKED_AT)
        assert found.checked > 0
        assert (found.missing, found.wrong, found.kept) == (0, 0, 0), game.functions["show_table"](
            t
        )


def test_leaving_a_table_by_steps(game: cp.Game) -> None:
    state = game.position("B:W32,30:B25,17,K26").state
    shown = {game.show_move(state, a) for a in game.buffered("leaving", state)}
    assert shown == {"25-29"}
    state = game.position("B:W10,32:B7,25").state
    shown = {game.show_move(state, a) for a in game.buffered("leaving", state)}
    assert shown == {"7x14"}


def test_predecessors_of_a_king_in_the_corner(game: cp.Game) -> None:
    """It has come from 28: on 27 it would have had to capture, and as a man it was elsewhere."""
    state = game.position("W:W23:BK32").state
    before = [game.ask("state", i) for i in game.buffered("predecessors", state)]
    assert [game.show_position(s) for s in before] == ["B:W23:BK28"]


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_tables_below_are_those_that_moves_lead_to(game: cp.Game, walk: Walk, pieces: int) -> None:
    for t in tables(game, str(pieces)):
        reached = walk.over("leave", t).reached
        assert np.flatnonzero(reached).tolist() == game.functions["tables_below"](t)


def test_tables_come_after_those_below_them(game: cp.Game) -> None:
    listed = tables(game, "2-8")
    known: set[int] = set()
    for t in listed:
        assert known.issuperset(game.functions["tables_below"](t))
        known.add(t)
    assert len(listed) == len(known)


def test_names_of_tables(game: cp.Game) -> None:
    show = game.functions["show_table"]
    assert [show(t) for t in tables(game, "2")] == ["KvK", "KvM", "MvM"]
    assert tables(game, "all") == tables(game, "2-4")
    assert tables(game, "kvmk") == tables(game, "KMvK")
    for t in tables(game, "2-8"):
        assert tables(game, show(t)) == [t]
    below = game.functions["tables_below"](tables(game, "KMvK")[0])
    assert [show(t) for t in below] == ["KvM", "KvK", "KKvK"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("KKvQ", "write the pieces of both sides"),
        ("", "write the pieces of both sides"),
        ("Kv", "write the pieces of both sides"),
        ("KKKKKvKKKK", "more than 8 pieces"),
        ("9", "tables have 2 to 8 pieces"),
        ("4-3", "tables have 2 to 8 pieces"),
        ("1", "tables have 2 to 8 pieces"),
    ],
)
def test_bad_names_of_tables_get_a_sentence(game: cp.Game, text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        tables(game, text)
