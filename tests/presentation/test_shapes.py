"""Every legal move of every game can be made by clicking cells, or is in the list."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.games import BUILT_IN, load
from counterplay.presentation.drawings import Cards, Grid, Points, drawing_of
from counterplay.presentation.shapes import board_json, moves_json, player_below, player_tokens
from counterplay.presentation.stacks import Stacks

POSITIONS = 50
WITHOUT_CELLS = {
    "backgammon": {"pass"},
    "go": {"pass"},
    "kuhn": {"pass", "bet"},
    "leduc": {"check", "bet", "fold", "call", "raise"},
    "liars_dice": {"liar", *(f"{n}x{face}" for n in (1, 2) for face in range(1, 7))},
    "limit_holdem": {"check", "bet", "fold", "call", "raise"},
    "no_limit_holdem": {
        *("check", "fold", "call", "all-in"),
        *(f"{name}{chips}" for name in ("bet", "raise") for chips in range(1, 200)),
    },
    "othello": {"pass"},
    "pig": {"roll", "hold"},
}
"""Moves that can only be made from the list."""

Move = dict[str, Any]


def wandered(game: Game, count: int, seed: int) -> Iterator[Position]:
    """Positions of random games."""
    dice, found = random.Random(seed), 0
    while found < count:
        position = game.position()
        while not position.is_over and found < count:
            if position.turn == CHANCE:
                position = position.play(game.draw(position.state, dice.random().hex()))
                continue
            if dice.random() < 0.5:
                found += 1
                yield position
            position = position.play(dice.choice(position.legal_moves))


def is_begun(cells: Sequence[Sequence[int]], touched: Sequence[int]) -> bool:
    return all(cell in cells[i] for i, cell in enumerate(touched))


def touching(moves: Sequence[Move], touched: list[int], cell: int) -> list[str]:
    """What static/board.js does when a cell is touched: the moves that are made or asked for; none
    while more has to be touched. It must be a cell that may be touched."""
    at = len(touched)
    fitting = [m for m in moves if len(m["cells"]) >= at and is_begun(m["cells"], touched)]
    goals = {cell for m in fitting for cells in m["cells"][at : at + 1] for cell in cells}
    if at:
        goals |= {cell for m in fitting for cell in m["cells"][-1]}
    assert cell in goals
    following = [m for m in fitting if len(m["cells"]) > at and cell in m["cells"][at]]
    whole = [m for m in following if len(m["cells"]) == at + 1]
    ends = [m for m in fitting if cell in m["cells"][-1]] if at else []
    found = whole or ([] if following else ends)
    if not found:
        touched.append(cell)
    return [m["text"] for m in found]


@pytest.fixture(scope="module", params=[name for name in BUILT_IN if name != "tree"])
def shown(request: pytest.FixtureRequest) -> tuple[Game, list[tuple[Position, Any, list[Move]]]]:
    """A game, and random positions with their boards and moves."""
    game = load(request.param)
    found = []
    for position in wandered(game, POSITIONS, seed=11):
        drawing = drawing_of(game, position.state)
        moves = moves_json(game, position.state, position.legal_moves, drawing)
        found.append((position, drawing, moves))
    return game, found


def test_clicking_the_cells_of_a_move_makes_it_or_asks_which(shown: Any) -> None:
    game, positions = shown
    dice = random.Random(5)
    for _, _, moves in positions:
        touchable = [move for move in moves if move["cells"]]
        left_out = {move["text"] for move in moves} - {move["text"] for move in touchable}
        assert left_out <= WITHOUT_CELLS.get(game.name, set())
        for move in touchable:
            touched, made = list[int](), list[str]()
            for cells in move["cells"]:
                assert not made, "the board makes a move before all its cells are touched"
                made = touching(touchable, touched, dice.choice(cells))
            assert move["text"] in made


def test_the_text_of_a_move_is_unique(shown: Any) -> None:
    game, positions = shown
    for position, _, moves in positions:
        texts = [move["text"] for move in moves]
        assert len(set(texts)) == len(texts)
        for move in random.Random(len(texts)).sample(range(len(texts)), min(8, len(texts))):
            assert game.parse_move(position.state, texts[move]) == position.legal_moves[move]


def test_a_board_has_a_cell_for_every_name_and_says_what_stands_on_it(shown: Any) -> None:
    _, positions = shown
    for _, drawing, moves in positions:
        board = board_json(drawing)
        names = [cell["name"] for cell in board["cells"]]
        chips = len(drawing.chips) if isinstance(drawing, Cards) else 0
        assert names[: len(names) - chips] == drawing.cell_names, "chips come last"
        if isinstance(drawing, Stacks):
            first = [{piece["piece"] for piece in cell["pieces"]} for cell in board["cells"]]
            assert first == [set(stack) for stack in drawing.pieces]
        elif not isinstance(drawing, Cards):
            pieces = [piece if piece != "." else "" for piece in drawing.pieces]
            assert [cell.get("piece", "") for cell in board["cells"]] == pieces
        for cell in board["cells"]:
            assert 0 <= cell["x"] <= board["width"] - cell["w"] + 0.001
            assert 0 <= cell["y"] <= board["height"] - cell["h"] + 0.001
        touched = {cell for move in moves for cells in move["cells"] for cell in cells}
        assert touched <= set(range(len(board["cells"])))


def test_cells_do_not_overlap(shown: Any) -> None:
    _, positions = shown
    cells = board_json(positions[0][1])["cells"]
    for i, one in enumerate(cells):
        for two in cells[i + 1 :]:
            across = min(one["x"] + one["w"], two["x"] + two["w"]) - max(one["x"], two["x"])
            down = min(one["y"] + one["h"], two["y"] + two["h"]) - max(one["y"], two["y"])
            assert across < 0.01 or down < 0.01


def test_a_text_board_stays_text() -> None:
    assert board_json("nothing drawn") == {"text": "nothing drawn"}
    assert player_tokens("nothing drawn", ("A", "B")) == [{}, {}]


def test_a_player_has_the_only_piece_of_the_colour_with_its_name() -> None:
    for name in ("go", "othello"):
        game = load(name)
        tokens = player_tokens(drawing_of(game, game.initial()), game.facts.names)
        assert [token["colour"] for token in tokens] == ["black", "white"]
    chess = load("chess")
    pieces = drawing_of(chess, chess.initial())
    assert player_tokens(pieces, chess.facts.names) == [{}, {}], "there are six of each colour"


def test_points_and_cards_have_cells() -> None:
    net = Points([(0, 0), (2, 1)], ["w", "."], ["A", "B"], [(0, 1)], {"w": "disc white"})
    board = board_json(net)
    first = board["cells"][0]
    assert (first["x"], first["y"]) == pytest.approx((0.05, 0.05))
    assert [first[name] for name in ("name", "piece", "kind", "colour")] == [
        "A", "w", "disc", "white",
    ]  # fmt: skip
    assert "piece" not in board["cells"][1]
    assert board["lines"] == [[0.5, 0.5, 2.5, 1.5]]
    hand = board_json(Cards({"you": ["A♠", "7♥"], "they": ["?"]}))
    assert [(cell["name"], cell["colour"]) for cell in hand["cells"]] == [
        ("A♠", "black"), ("7♥", "red"), ("?", "black"),
    ]  # fmt: skip


def test_lines_cross_in_the_middle_of_squares_and_stars_are_empty() -> None:
    board = board_json(Grid([".x", "+."], looks={"x": "disc black"}, ground="crossings"))
    assert board["lines"] == [
        [0.5, 0.5, 1.5, 0.5], [0.5, 1.5, 1.5, 1.5], [0.5, 0.5, 0.5, 1.5], [1.5, 0.5, 1.5, 1.5],
    ]  # fmt: skip
    assert [cell.get("star", False) for cell in board["cells"]] == [False, False, True, False]
    assert ["piece" in cell for cell in board["cells"]] == [False, True, False, False]
    plus = board_json(Grid(["+"]))["cells"][0]
    assert plus["piece"] == "+" and "star" not in plus


def test_squares_of_two_colours_alternate() -> None:
    cells = board_json(Grid(["...", "..."], ground="chequered"))["cells"]
    assert [cell["dark"] for cell in cells] == [False, True, False, True, False, True]


def test_whose_pieces_begin_below():
    games = ("breakthrough", "checkers", "kuhn")
    below = {name: player_below(load(name).position()) for name in games}
    assert below == {"breakthrough": 0, "checkers": 1, "kuhn": 1}
    assert player_below(load("connect_four").position("startpos moves 4")) == 0, "one colour"
