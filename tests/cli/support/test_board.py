"""A position is drawn in a frame, with what the last move changed."""

from io import StringIO

from rich.console import Console

from counterplay.cli.support.board import CHANGED, PLAYERS, board_text, print_position
from counterplay.games import load


def drawn(position, width=80, **options) -> list[str]:
    file = StringIO()
    print_position(Console(file=file, width=width), position, "X to move", **options)
    return file.getvalue().splitlines()


def styled(position, style: str) -> list[str]:
    text = board_text(position)
    return [text.plain[span.start : span.end] for span in text.spans if span.style == style]


def test_the_frame_holds_title_board_notes_and_status():
    lines = drawn(load("tic_tac_toe").position(), notes=["a note"])
    assert "Tic-tac-toe" in lines[0] and "X to move" in lines[-1]
    assert "3 . . ." in lines[1] and "a note" in lines[-2]
    assert len({len(line) for line in lines}) == 1


def test_a_board_wider_than_the_terminal_has_no_frame():
    lines = drawn(load("connect_four").position(), width=20)
    assert lines[0] == "Connect Four" and lines[-1] == "X to move"
    assert lines[1].split() == ["."] * 7


def test_the_last_move_stands_out():
    tic = load("tic_tac_toe")
    assert styled(tic.position(), CHANGED) == []
    assert styled(tic.position("startpos moves b2 a1"), CHANGED) == ["O"]


def test_players_have_their_colours():
    position = load("connect_four").position("4453")
    assert [styled(position, colour) for colour in PLAYERS[:2]] == [["X", "X"], ["O", "O"]]


def test_a_drawing_that_changed_all_over_is_left_plain():
    assert styled(load("tree").position("startpos moves 1 1"), CHANGED) == []


def test_brackets_in_a_board_are_not_markup():
    game = load("tree", tree=[[1, 2], 3])
    file = StringIO()
    print_position(Console(file=file, width=80), game.position(), "[b]x[/b] to move")
    assert "[b]x[/b] to move" in file.getvalue()
