"""A book is asked before a search, an endgame table inside it; a result says which it came from."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import counterplay as cp

DOMINEERING = Path(__file__).parents[1] / "conformance" / "domineering.py"


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load(DOMINEERING, size=4)


def late_scores(game: cp.Game, taken: int) -> Any:
    """Exact scores of every state with so many squares taken, by plain search from the end."""
    scores: dict[Any, int] = {}

    def score(s: Any) -> int:
        if s not in scores:
            if game.terminal(s):
                scores[s] = round(game.facts.unit * game.utility(s, game.player(s)))
            else:
                best = max(-score(game.result(s, a)) for a in game.actions(s))
                scores[s] = best - (best > 0) + (best < 0)
        return scores[s]

    codes = np.zeros(game.call("size", 0), np.int16)
    score(game.initial())
    for s, points in scores.items():
        if int(s.taken).bit_count() >= taken and not game.terminal(s):
            win = game.facts.win_score
            codes[game.call("index", s)] = 2 + win - points if points > 0 else -1 - win - points
    return codes, scores


def test_a_search_with_an_endgame_table_finds_the_same_with_fewer_nodes(game: cp.Game) -> None:
    codes, scores = late_scores(game, 6)
    table = cp.ProbeTables(game, {0: codes})
    plain = cp.search(game, depth=16, selective=False)
    probed = cp.search(game, depth=16, selective=False, tables=table)
    assert (probed.outcome, probed.distance) == (plain.outcome, plain.distance)
    assert game.facts.win_score - (probed.distance or 0) == abs(scores[game.initial()])
    assert probed.nodes < plain.nodes
    assert (plain.source, probed.source) == ("search", "search and table")


def test_an_endgame_table_needs_an_index_and_a_row_of_codes(game: cp.Game) -> None:
    with pytest.raises(cp.UnfitError, match="nim has no index"):
        cp.ProbeTables(cp.load("nim"), {0: np.zeros(8, np.int8)})
    with pytest.raises(cp.InputError, match="one-dimensional array of codes"):
        cp.ProbeTables(game, {0: np.zeros(8, np.int64)})
    with pytest.raises(cp.InputError, match="contiguous in memory"):
        cp.ProbeTables(game, {0: np.zeros(16, np.int8)[::2]})
    with pytest.raises(cp.UnfitError, match="uct looks up no endgame table"):
        cp.search(game, method="uct", tables=cp.ProbeTables(game, {0: np.zeros(8, np.int8)}))


def test_a_book_answers_without_a_search() -> None:
    game = cp.load("connect_four")
    book = cp.OpeningBook(game, {"startpos": "4", "4433": "5"})
    found = cp.search(game, book=book)
    assert (found.move_text, found.source, found.nodes) == ("4", "book", 0)
    transposed = cp.search(game, "3344", book=book)
    assert (transposed.move_text, transposed.source) == ("5", "book")
    assert cp.search(game, "12", depth=2, book=book).source == "search"


def test_a_book_of_illegal_moves_is_refused() -> None:
    game = cp.load("connect_four")

    class Broken:
        def move(self, position: cp.Position) -> int | None:
            return 9

    with pytest.raises(cp.InputError, match="not a legal move"):
        cp.search(game, book=Broken())
    with pytest.raises(cp.InputError, match="not a legal move"):
        cp.OpeningBook(game, {"startpos": "8"})
