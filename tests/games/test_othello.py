"""Othello: what its hooks promise, on boards of all sizes; its notation; known endgames."""

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.bits.bits import lowest
from counterplay.formats.obf import read_obf
from counterplay.games.othello.endgame import finished, last_squares, stable

DATA = Path(__file__).parents[1] / "data"
START = "---------------------------OX------XO---------------------------"


def random_games(game: cp.Game, games: int, seed: int) -> Iterator[list[Any]]:
    """The states of games played at random."""
    dice = random.Random(seed)
    for _ in range(games):
        states = [game.initial()]
        while not game.terminal(states[-1]):
            states.append(game.result(states[-1], dice.choice(game.actions(states[-1]))))
        yield states


def value(game: cp.Game, s: Any) -> float:
    """The payoff of the side to move, by walking over all that can be played."""
    if game.terminal(s):
        return game.utility(s, game.player(s))
    return max(-value(game, game.result(s, a)) for a in game.actions(s))


# The end of the game


def test_empty_squares_go_to_the_winner() -> None:
    game = cp.load("othello", size=4)
    assert game.position("XX-- XX-- ---- --OO X").payoffs == (12, -12)
    assert game.position("XX-- XX-- ---- --OO O").payoffs == (12, -12)
    assert game.position("OOOO ---- ---- XXXX O").payoffs == (0, 0)
    assert (finished(10, 3, 16), finished(3, 10, 16), finished(5, 5, 16)) == (10, -10, 0)


def test_a_side_that_cannot_move_passes_and_two_passes_are_the_end() -> None:
    game = cp.load("othello", size=4)
    stuck = [s for states in random_games(game, 50, 1) for s in states if s.moves == 0]
    passes = [s for s in stuck if not game.terminal(s)]
    assert passes
    for s in passes:
        assert [game.show_move(s, a) for a in game.actions(s)] == ["pass"]
        after = game.result(s, game.parse_move(s, "--"))
        assert (after.mine, after.theirs, after.turn) == (s.theirs, s.mine, 1 - s.turn)
        assert after.moves
    for s in (s for s in stuck if game.terminal(s)):
        assert game.actions(s) == []
        assert game.result(s, 64).moves == 0


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_last_squares_are_played_out_right(size: int) -> None:
    """In any window: exact inside it, a bound beyond it."""
    game, dice, tried = cp.load("othello", size=size), random.Random(1), 0
    for states in random_games(game, 60, 2):
        for s in states:
            empty = size * size - int(s.mine).bit_count() - int(s.theirs).bit_count()
            if not 1 <= empty <= 4:
                continue
            truth, low = value(game, s), dice.randrange(-size * size, size * size)
            board = sum(255 >> (8 - size) << 8 * r for r in range(size))
            left = np.uint64(board & ~int(s.mine | s.theirs))
            high, tried = low + dice.randrange(1, 9), tried + 1
            with np.errstate(over="ignore"):
                found = last_squares(s.mine, s.theirs, left, low, high, size * size)
            assert found == truth or truth <= found <= low or high <= found <= truth
    assert tried > 150


@pytest.mark.parametrize("size", [4, 6])
def test_bounds_hold_in_any_window(size: int) -> None:
    game, dice = cp.load("othello", size=size), random.Random(3)
    unit, most = game.facts.unit, game.facts.win_score
    for states in random_games(game, 30, 4):
        for s in states[-6:-1]:
            score = unit * value(game, s)
            for _ in range(4):
                low = dice.randrange(-most, most)
                least, highest = game.ask("bounds", s, low, low + 1)
                assert least <= score <= highest, game.show_position(s)


def test_stable_discs_keep_their_colour_whatever_is_played() -> None:
    game, dice, counted = cp.load("othello"), random.Random(5), 0
    for states in random_games(game, 20, 6):
        for i, s in enumerate(states[20::5], 20):
            sides = [int(s.mine), int(s.theirs)]
            with np.errstate(over="ignore"):
                kept = [int(stable(np.uint64(side), s.mine | s.theirs)) for side in sides]
            counted += sum(word.bit_count() for word in kept)
            for _ in range(4):
                end = s
                while not game.terminal(end):
                    end = game.result(end, dice.choice(game.actions(end)))
                ends = [int(end.mine), int(end.theirs)]
                ends = ends if end.turn == s.turn else ends[::-1]
                assert kept[0] & ~ends[0] == kept[1] & ~ends[1] == 0, (i, game.show_position(s))
    assert counted > 300


@pytest.mark.parametrize("size", [4, 6, 8])
def test_all_eight_images_of_a_board_have_one_canonical_form(size: int) -> None:
    game = cp.load("othello", size=size)
    for states in random_games(game, 4, 7):
        for s in states[::5]:
            marks, side = game.show_position(s).split()
            rows = [list(marks[i : i + size]) for i in range(0, size * size, size)]
            images = []
            for _ in range(4):
                rows = [list(row) for row in zip(*rows[::-1], strict=True)]  # a quarter turn
                images += [rows, [row[::-1] for row in rows]]
            texts = ["".join(map("".join, image)) + side for image in images]
            [form] = {game.ask("canonical", game.position(text).state) for text in texts}
            assert game.ask("canonical", form) == form


def test_the_four_first_moves_are_one_by_symmetry() -> None:
    game = cp.load("othello")
    start = game.initial()
    assert len({game.ask("canonical", game.result(start, a)) for a in game.actions(start)}) == 1


def test_keys_of_many_states_differ() -> None:
    """Also of states that differ only in who is to move, or in whose disc one is."""
    game = cp.load("othello")
    states = {s for states in random_games(game, 40, 8) for s in states}
    turned = {s._replace(turn=1 - s.turn) for s in states}
    first = {s: np.uint64(1 << lowest(s.mine | s.theirs)) for s in states}
    swapped = {s._replace(mine=s.mine ^ d, theirs=s.theirs ^ d) for s, d in first.items()}
    every = states | turned | swapped
    assert len({game.key(s) for s in every}) == len(every) > 5000


def test_the_evaluator_is_the_same_for_both_colours_and_all_images() -> None:
    game = cp.load("othello")
    for states in random_games(game, 5, 9):
        for s in states[:-1:3]:
            guess = game.evaluate(s)
            assert game.evaluate(s._replace(turn=1 - s.turn)) == guess
            assert game.evaluate(game.ask("canonical", s)) == guess
            assert abs(guess) <= game.facts.win_score


# Notation


def test_positions_are_64_squares_and_the_side_to_move() -> None:
    game = cp.load("othello")
    assert game.position(f"{START} X").state == game.initial()
    for text in (START.lower() + "x", START.replace("-", ".") + " *", "/".join([START[:32],
                 START[32:]]) + " X"):  # fmt: skip
        assert game.position(text).state == game.initial()
    assert game.show_position(game.initial()) == f"{START} X"
    assert game.position(f"{START} o").turn == 1


def test_games_are_read_as_people_write_them_down() -> None:
    game = cp.load("othello")
    assert game.position("F5d6C3").moves == game.position("startpos moves f5 d6 c3").moves
    assert game.position("f5 d6 moves c3 D3").moves == game.position("f5d6c3d3").moves


def test_passes_may_be_left_out_of_a_game() -> None:
    game = cp.load("othello", size=4)
    for states in random_games(game, 200, 10):
        steps = list(pairwise(states))
        moves = [next(a for a in game.actions(s) if game.result(s, a) == t) for s, t in steps]
        shown = [game.show_move(s, a) for s, a in zip(states, moves, strict=False)]
        if "pass" in shown:
            short = "".join(move for move in shown if move != "pass")
            assert game.position(short).state in states[-2:]
            assert game.position("".join(shown)).state == states[-1]
            return
    raise AssertionError("no game with a pass")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (START, "the side to move, X or O: this text has 64 characters"),
        (START + " -", "ends with '-'"),
        (START[1:] + " X", "this text has 64 characters"),
        (START + "- X", "this text has 66 characters"),
        (START.replace("X", "#") + " X", "'#' is not a square of a position"),
        ("f5f5", "move 2 of 'f5f5': 'f5' is not a legal move here"),
        ("f9", "'f' is not a square of a position"),
    ],
)
def test_what_is_no_position_is_refused(text: str, says: str) -> None:
    with pytest.raises(cp.InputError, match=says):
        cp.load("othello").position(text)


def test_a_move_is_a_square_in_either_case() -> None:
    position = cp.load("othello").position()
    assert position.play("F5").state == position.play("f5").state
    for text in ("pass", "--", "a1", "i9", ""):
        with pytest.raises(cp.InputError, match="legal are: d3, c4, f5, e6"):
            position.play(text)


def test_a_board_shows_rows_from_the_top_and_counts_discs() -> None:
    game = cp.load("othello", size=4)
    assert game.board(game.initial()).splitlines() == [
        "  a b c d", "1 - - - -", "2 - O X -", "3 - X O -", "4 - - - -", "",
        "discs: Black 2  White 2",
    ]  # fmt: skip


@pytest.mark.parametrize(("size", "says"), [(5, "size=5 is odd"), (2, "4 to 8"), (10, "4 to 8")])
def test_sizes_are_even_and_fit_a_word(size: int, says: str) -> None:
    with pytest.raises(cp.InputError, match=says):
        cp.load("othello", size=size)


# Endgames that are known


def test_the_value_of_every_move_of_small_endgames_is_as_published() -> None:
    """FFO 20, of 8 empty squares, by plain minimax."""
    game = cp.load("othello")
    problem = next(p for p in read_obf(DATA / "othello_ffo.obf") if p.comment == "FFO 20")
    position = game.position(problem.position)
    for move, score in problem.scores:
        assert -value(game, position.play(move).state) == score, move
