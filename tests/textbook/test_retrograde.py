"""Retrograde analysis agrees with the compiled solver and with a backward search of our own."""

import random
from collections import deque
from pathlib import Path
from typing import Any

import chess
import pytest

import counterplay as cp
from counterplay.textbook.examples import MisereNim
from counterplay.textbook.krk import BLACK, TAKEN, WHITE, KingRookKing, State
from counterplay.textbook.retrograde import Passes, retrograde
from counterplay.textbook.state_graph import StateGraph, read_graph

CHASE = Path(__file__).parents[1] / "tablebase" / "chase.py"
OUTCOME = {"W": {0: "win", 1: "loss"}, "B": {0: "loss", 1: "win"}, "?": {0: "draw", 1: "draw"}}


@pytest.mark.parametrize(
    ("name", "settings"),
    [("nim", {"piles": (3, 4, 5)}), (str(CHASE), {"size": 3})],
)
def test_marks_and_distances_are_those_of_the_solver(name: str, settings: Any) -> None:
    game = cp.load(name, **settings)
    passes, solution = retrograde(game, game.initial()), cp.solve(game)
    for s, distance in zip(passes.states, passes.distances, strict=True):
        known = solution.value(cp.Position(game, s))
        assert known.outcome == OUTCOME[passes.mark(s)][game.player(s)]
        assert distance == (known.distance if known.outcome != "draw" else None)


def random_graph(dice: random.Random) -> StateGraph:
    count, ends = dice.randint(1, 12), dice.randint(1, 4)
    names = [f"s{i}" for i in range(count)]
    leaves = {f"e{i}": dice.choice((1.0, -1.0, 0.0)) for i in range(ends)}
    every = [*names, *leaves]
    successors = {s: tuple(dice.sample(every, dice.randint(1, min(3, len(every))))) for s in names}
    return StateGraph({s: dice.randrange(2) for s in names}, successors, leaves, names[0])


def backwards(graph: StateGraph) -> dict[str, tuple[str, int]]:
    """The winner and the distance of each decided state: a queue of predecessors, not passes."""
    known = {s: ("W" if v > 0 else "B", 0) for s, v in graph.ends.items() if v}
    left = {s: len(graph.successors[s]) for s in graph.successors}
    queue = deque(known)
    while queue:
        s = queue.popleft()
        winner, plies = known[s]
        for before, following in graph.successors.items():
            if s not in following or before in known:
                continue
            left[before] -= 1 if "WB"[graph.movers[before]] != winner else 0
            if "WB"[graph.movers[before]] == winner or left[before] == 0:
                known[before] = winner, plies + 1
                queue.append(before)
    return known


def test_thousands_of_random_graphs_are_solved_as_by_a_queue_of_predecessors() -> None:
    dice = random.Random(24)
    for _ in range(2000):
        graph = random_graph(dice)
        passes, known = retrograde(graph, states=graph.states), backwards(graph)
        for s in graph.states:
            assert (passes.mark(s), passes.distance(s)) == known.get(s, ("?", None))


def play_on(game: Any, passes: Passes, s: Any) -> list[Any]:
    """The states of a game in which both sides follow the best moves."""
    line = [s]
    while not game.terminal(line[-1]):
        line.append(game.result(line[-1], passes.best(line[-1])[0]))
    return line


def test_best_play_ends_after_the_distance() -> None:
    board = KingRookKing(3, 3)
    passes = retrograde(board, states=board.states)
    for s, distance in zip(passes.states, passes.distances, strict=True):
        if distance is not None:
            line = play_on(board, passes, s)
            assert len(line) - 1 == distance and board.utility(line[-1], WHITE) == 1


def test_nim_of_the_lecture_is_marked_in_three_passes() -> None:
    game = MisereNim()
    passes = retrograde(game, game.initial())
    assert (passes.mark(game.initial()), passes.distance(game.initial())) == ("B", 3)
    assert [marks.count("?") for marks in passes.marks] == [12, 8, 1, 0]


def fen(s: State, board: KingRookKing) -> str:
    pieces = {s.king: chess.Piece.from_symbol("K"), s.black: chess.Piece.from_symbol("k")}
    if s.rook != TAKEN:
        pieces[s.rook] = chess.Piece.from_symbol("R")
    position = chess.Board(None)
    position.set_piece_map(pieces)
    position.turn = s.mover == WHITE
    return position.fen()


def test_on_the_whole_board_the_rules_are_those_of_chess() -> None:
    board, dice, ends = KingRookKing(8, 8), random.Random(1), 0
    for _ in range(400):
        s = State(dice.randrange(2), *(dice.randrange(64) for _ in range(3)))
        if dice.random() < 0.2:  # near a mate on the edge
            s = State(BLACK, s.black % 8 + 16, s.rook % 8, s.black % 8)
        if len({s.king, s.rook, s.black}) < 3:
            continue
        theirs = chess.Board(fen(s, board))
        assert board.legal(s) == theirs.is_valid()
        if not board.legal(s):
            continue
        ours = {fen(board.result(s, move), board).split()[0] for move in board.actions(s)}
        boards = set()
        for move in theirs.legal_moves:
            theirs.push(move)
            boards.add(theirs.board_fen())
            theirs.pop()
        assert ours == boards
        assert board.terminal(s) == theirs.is_game_over()
        ends += theirs.is_checkmate()
        if board.terminal(s):
            assert board.utility(s, BLACK) == (-1 if theirs.is_checkmate() else 0)
    assert ends


def test_an_endgame_table_has_every_legal_state_and_no_win_for_the_lone_king() -> None:
    board = KingRookKing(3, 3)
    passes = retrograde(board, states=board.states)
    assert "B" not in passes.marks[-1] and len(passes.marks) == 7


GRAPH = """
a  W -> b c      # the start
b  B -> a win
c  B -> loss
win = W
loss = B
"""


def test_a_graph_is_read_from_lines() -> None:
    graph = read_graph(GRAPH)
    assert graph.start == "a" and graph.states == ("a", "b", "c", "win", "loss")
    passes = retrograde(graph, states=graph.states)
    assert passes.marks == ("???WB", "??BWB")
    assert passes.best("a") == ["b"] and passes.best("b") == ["a"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the graph has no states"),
        ("a W b", "line 1: 'a W b' is neither"),
        ("a W -> b", "line 1: a leads to b, which has no line of its own"),
        ("a W -> a\n\na = W", "line 3: a is also on line 1"),
        ("a W ->", "line 1: a leads nowhere"),
    ],
)
def test_a_faulty_graph_is_refused_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_graph(text)


def test_games_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="chance"):
        retrograde(cp.load("pig"), cp.load("pig").initial())
    with pytest.raises(ValueError, match="not one of the given states"):
        retrograde(MisereNim(), states=[(0, (2, 2))])
    with pytest.raises(ValueError, match="width=2: the board has 3 to 8 squares"):
        KingRookKing(2, 4)
