"""A book is made of games, says which game it is of, and answers before a search."""

import json

import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError
from counterplay.database.book import GameBook, open_book, weigh
from counterplay.database.maintenance import move_counts


@pytest.fixture
def made(database, tmp_path):
    rules, path = cp.load("connect_four"), tmp_path / "book.json"
    with database() as db:
        db.add(rules, "startpos moves 4 4 3", (1, -1))
        db.add(rules, "startpos moves 4 3 3", (0, 0))
        db.add(rules, "startpos moves 1 4 3", (-1, 1))
        db.add(rules, "startpos moves 7 4 3", None)
        GameBook(rules, weigh(move_counts(db, rules, 2))).save(path)
    return rules, path


def test_a_move_weighs_two_for_a_win_and_one_for_a_draw(made):
    rules, path = made
    book = open_book(rules, path)
    shown = [(rules.show_move(rules.initial(), m.action), m.weight) for m in
             book.moves(rules.position())]  # fmt: skip
    assert shown == [("4", 3)] and len(book) == 3
    replies = [m.weight for m in book.moves(rules.position("4"))]
    assert replies == [1]
    assert book.moves(rules.position("44")) == []  # beyond the plies of the book


def test_a_search_asks_the_book_first(made):
    rules, path = made
    book = open_book(rules, path, "best")
    found = cp.search(rules, book=book)
    assert (found.source, found.move_text) == ("book", "4")
    assert cp.search(rules, "2", depth=1, book=book).source == "search"


def test_a_book_finds_transpositions_and_picks_by_weight(database):
    rules = cp.load("connect_four")
    with database() as db:
        db.add(rules, "startpos moves 1 2 3 4 1", (1, -1))
        db.add(rules, "startpos moves 3 2 1 4 2", (1, -1))
        db.add(rules, "startpos moves 3 4 1 2 2", (1, -1))
        book = GameBook(rules, weigh(move_counts(db, rules, 9)), seed=1)
    where = rules.position("1432")
    picks = [book.move(where) for _ in range(300)]
    assert {picks.count(move) > 50 for move in set(picks)} == {True} and len(set(picks)) == 2
    assert picks.count(1) > picks.count(0)
    book.reseed("x")
    again = [book.move(where) for _ in range(20)]
    book.reseed("x")
    assert again == [book.move(where) for _ in range(20)]


def test_rare_moves_are_left_out(database):
    rules = cp.load("connect_four")
    with database() as db:
        for number in range(3):
            db.add(rules, "startpos moves 4", (1, -1), round=str(number))
        db.add(rules, "startpos moves 5", (1, -1))
        assert len(GameBook(rules, weigh(move_counts(db, rules, 9), 3))) == 1


def test_a_book_of_another_game_or_a_damaged_one_is_refused(made, tmp_path):
    rules, path = made
    with pytest.raises(InputError, match="is a book of connect_four"):
        open_book(cp.load("connect_four", width=5), path)
    held = json.loads(path.read_text())
    changes = {
        "other rules": {"rules": "0"},
        "another version": {"version": 1},
        "or other keys, of connect_four": {"keys": "0"},
        "damaged": {"positions": {}},
        "one of its fields is missing": {"rules": None},
        "not an opening book": {"format": "x"},
    }
    for sentence, change in changes.items():
        other = tmp_path / "other.json"
        other.write_text(json.dumps(held | change))
        with pytest.raises(InputError, match=sentence):
            open_book(rules, other)
    (tmp_path / "torn.json").write_text(path.read_text()[:-30])
    with pytest.raises(InputError, match="not a book, or is damaged"):
        open_book(rules, tmp_path / "torn.json")
    with pytest.raises(InputError, match="Polyglot books are for chess"):
        open_book(rules, "own")
    with pytest.raises(InputError, match="cannot be read"):
        open_book(rules, tmp_path / "none.json")


def test_a_weight_that_no_random_choice_can_use_is_refused(made, tmp_path):
    rules, _ = made
    heavy = tmp_path / "heavy.json"
    key = rules.key(rules.initial())
    for weight in (0, 2**53 + 1, 10**400):
        GameBook(rules, {key: [(3, weight)]}).save(heavy)
        with pytest.raises(InputError, match="damaged"):
            open_book(rules, heavy)
    GameBook(rules, {key: [(3, 2**53)]}).save(heavy)
    assert open_book(rules, heavy).move(rules.position()) == 3
