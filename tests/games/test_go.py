"""Go: captures, ko and superko, scores, notation; against GNU Go, OpenSpiel and Tromp's counts."""

import itertools
import os
import random
import shutil
from collections import deque
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.games.go.text import has_liberty
from counterplay.protocols.gtp.board import final_score
from counterplay.protocols.gtp.program import GtpProgram
from tests.conftest import need

GNUGO = shutil.which("gnugo") or "/usr/games/gnugo"
COLOURS = ("black", "white")
KO = ".XO./X.XO/.XO./.... W"
"""White may take the stone on C3 by playing B3, and then Black may not take back at once."""


def go(**parameters: Any) -> cp.Game:
    return cp.load("go", **parameters)


def stones(position: cp.Position) -> str:
    """The board as a text, row by row from the top."""
    return "/".join("".join(row) for row in position.game.drawing(position.state).rows)


# Rules


def test_a_chain_without_liberties_is_taken_off() -> None:
    taken = go(size=4).position("XX../OOX./OOX./.X.. B").play("A1")
    assert stones(taken) == "XX../..X./..X./XX.."


def test_suicide_is_not_legal_but_a_capture_is() -> None:
    filled = go(size=3).position(".X./XX./... W")
    assert "A3" not in filled.legal_moves_text
    capturing = go(size=3).position(".XO/XXO/OO. W")
    assert stones(capturing.play("A3")) == "O.O/..O/OO."


def test_a_ko_is_not_retaken_at_once() -> None:
    taken = go(size=4).position(KO).play("B3")
    assert "C3" not in taken.legal_moves_text
    assert "C3" in taken.play("D1").play("A1").legal_moves_text


def test_superko_forbids_what_a_simple_ko_rule_allows() -> None:
    line = ["A1", "B2", "A2", "B1", "A2", "A1", "A2", "B1", "A1"]
    strict, simple = go(size=2), go(size=2, superko=False)
    allowed = simple.position(" ".join(line))
    assert set(strict.position(" ".join(line)).legal_moves_text) < set(allowed.legal_moves_text)


def test_a_pass_is_always_legal_and_two_of_them_end_the_game() -> None:
    position = go(size=3).position("B2 pass")
    assert not position.is_over and "pass" in position.legal_moves_text
    assert position.play("A1").play("pass").play("pass").is_over


def test_a_game_ends_after_its_longest_length() -> None:
    game = go(size=2, superko=False)
    position, rng = game.position(), random.Random(0)
    while not position.is_over:
        position = position.play(rng.choice(position.legal_moves[:-1] or position.legal_moves))
    assert len(position.moves) == game.facts.longest_game == 32


@pytest.mark.parametrize(
    ("board", "komi", "score"),
    [
        ("..X../..X../..X../..X../..X.. B", "0", "B+25"),
        (".XO../.XO../.XO../.XO../.XO.. B", "0.5", "W+5.5"),
        (".XO../.XO../.XO../.XO../XXXXX B", "0", "B+9"),
        ("X.O../X.O../X.O../X.O../X.O.. B", "7", "W+17"),
        ("...../...../...../...../..... B", "7.5", "W+7.5"),
        ("...../...../...../...../..... B", "0", "0"),
    ],
)
def test_the_area_is_stones_and_regions_of_one_colour(board: str, komi: str, score: str) -> None:
    position = go(size=5, komi=komi).position(board)
    while not position.is_over:
        position = position.play("pass")
    assert final_score(position, COLOURS) == score
    winner = {"B": 1, "W": -1, "0": 0}[score[0]]
    assert position.payoffs == (winner, -winner)


def test_the_payoff_of_a_scored_game_is_the_margin() -> None:
    end = go(size=3, komi="2.5", scored=True).position("B2 pass pass")
    assert end.payoffs == (6.5, -6.5)


# Notation


def test_the_columns_have_no_letter_i() -> None:
    position = go(size=19).position("J10 T19 a1 pass")
    assert position.text == "startpos moves J10 T19 A1 pass"
    with pytest.raises(cp.InputError, match="from A1 to J9, without the letter I"):
        go().position().play("I5")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("X.O/... B", "3 rows of 3 points"),
        ("X.O/.../.?. B", r"'\?' is not a point"),
        ("X.O/.../...", "the side to move"),
        ("XO./O../... B", "the stone on A3 has no liberty"),
        ("A1 A9", "from A1 to C3"),
    ],
)
def test_a_position_that_cannot_be_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(cp.InputError, match=sentence):
        go(size=3).position(text)


@pytest.mark.parametrize("komi", ["seven", "0.25", "nan", "inf", "1000"])
def test_a_komi_that_is_no_multiple_of_a_half_gets_a_sentence(komi: str) -> None:
    with pytest.raises(cp.InputError, match=r"must be a multiple of 0\.5 from -361 to 361"):
        go(komi=komi)


def test_a_board_is_set_up_as_it_is_written() -> None:
    game, rng = go(size=4), random.Random(1)
    for _ in range(20):
        position = game.position()
        for _ in range(rng.randrange(14)):
            position = position.play(rng.choice(position.legal_moves))
            if position.is_over:
                break
        board, turn = stones(position), "BW"[len(position.moves) % 2]
        again = game.position(f"{board} {turn}")
        assert stones(again) == board and again.turn == "BW".index(turn)


# Against others


def boards_reached(size: int) -> set[bytes]:
    """Every board that legal moves lead to. Each is reached by moves that capture nothing."""
    game = go(size=size)
    waiting = deque([game.initial()])
    found = {(waiting[0].board.tobytes(), 0)}
    while waiting:
        state = waiting.popleft()
        for move in game.actions(state):
            after = game.result(state, move)
            reached = after.board.tobytes(), int(after.turn)
            if reached not in found and not game.terminal(after):
                found.add(reached)
                waiting.append(after)
    return {board for board, _ in found}


def legal_boards(size: int) -> int:
    """The boards on which every chain has a liberty, of all 3^n."""
    colours = itertools.product((None, 0, 1), repeat=size * size)
    return sum(
        all(has_liberty(c, p, size) for p in range(size * size) if c[p] is not None)
        for c in colours
    )


def test_there_are_as_many_boards_of_two_by_two_as_tromp_counts() -> None:
    assert legal_boards(2) == len(boards_reached(2)) == 57


def test_there_are_as_many_boards_of_three_by_three_as_tromp_counts() -> None:
    assert legal_boards(3) == len(boards_reached(3)) == 12_675


def test_two_by_two_is_won_by_one_point() -> None:
    """The value that Tromp and others found for area scoring with positional superko."""
    found = cp.search(go(size=2, komi="0", scored=True), method="alphabeta", exact=True)
    assert (found.kind, found.value) == ("exact", 1)


@pytest.mark.parametrize(("size", "games"), [(2, 20), (3, 6), (9, 1)])
def test_random_games_agree_with_openspiel(size: int, games: int) -> None:
    """OpenSpiel lists moves that recreate a board, and ends the game after them."""
    pyspiel = pytest.importorskip("pyspiel") if "CI" not in os.environ else __import__("pyspiel")
    longest = go(size=size).facts.longest_game
    oracle = pyspiel.load_game(f"go(board_size={size},komi=0.5,max_game_length={longest})")
    game, rng = go(size=size, komi="0.5"), random.Random(size)
    for _ in range(games):
        position, state = game.position(), oracle.new_initial_state()
        while not position.is_over:
            ours, theirs = set(position.legal_moves), set(state.legal_actions())
            assert ours <= theirs and all(state.child(a).is_terminal() for a in theirs - ours)
            move = rng.choice(sorted(ours))
            position = position.play(move)
            state.apply_action(move)
        assert state.is_terminal() and list(position.payoffs) == state.returns()


def test_gnu_go_lists_the_same_moves() -> None:
    """GNU Go knows the simple ko only, unless it is told; boards are far from a longer cycle."""
    need(Path(GNUGO).exists(), "GNU Go")
    game, rng = go(superko=False), random.Random(3)
    program = GtpProgram((GNUGO, "--mode", "gtp", "--chinese-rules", "--forbid-suicide"))
    try:
        program.ask("boardsize 9")
        for _ in range(2):
            program.ask("clear_board")
            position = game.position()
            while not position.is_over and len(position.moves) < 100:
                ours = set(position.legal_moves_text) - {"pass"}
                assert set(program.ask(f"all_legal {COLOURS[position.turn]}").split()) == ours
                move = rng.choice(sorted(ours))
                program.ask(f"play {COLOURS[position.turn]} {move}")
                position = position.play(move)
    finally:
        program.close()
