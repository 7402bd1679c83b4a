"""Every built-in plays its recorded game as it was recorded, and reads back all that it shows."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay import games

DATA = Path(__file__).parents[1] / "data"
FILES = {path.stem: path for path in (DATA / "playthroughs").glob("*.json")}
playthrough = runpy.run_path(str(DATA / "make_playthroughs.py"))["playthrough"]


def recorded(name: str) -> Any:
    return json.loads(FILES[name].read_text(encoding="utf-8"))


def positions(name: str) -> list[cp.Position]:
    """The positions of the recorded game, the first one first."""
    golden = recorded(name)
    found = [cp.load(name, **golden["parameters"]).position()]
    for move in golden["moves"]:
        found.append(found[-1].play(move))
    return found


WRITTEN_AS_MOVES = {"go"}
"""Games whose states are written as the moves that lead to them."""
SHARED = {"crosswords", "poker"}
"""Folders that are not the folder of one built-in game."""


def test_the_registry_names_every_game_on_disk() -> None:
    folder = Path(games.__file__).parent
    on_disk = {path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert set(games.BUILT_IN) == {n for n in on_disk - SHARED if not n.startswith("_")}
    assert list(games.BUILT_IN) == sorted(games.BUILT_IN)


def test_every_built_in_has_a_recorded_game() -> None:
    assert set(FILES) == set(games.BUILT_IN)


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_a_game_goes_as_it_was_recorded(name: str) -> None:
    golden = recorded(name)
    game = cp.load(name, **golden["parameters"])
    played = playthrough(game, golden["moves"])
    for now, then in zip(played["steps"], golden["steps"], strict=True):
        assert now == then
    assert played["payoffs"] == golden["payoffs"]


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_a_position_reads_back_from_its_own_text(name: str) -> None:
    for position in positions(name):
        again = position.game.position(position.text)
        assert (again.state, again.moves, again.past) == (
            position.state,
            position.moves,
            position.past,
        )
        assert again.keys == position.keys


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_a_state_reads_back_from_its_own_text(name: str) -> None:
    for position in positions(name):
        game = position.game
        again = game.position(game.show_position(position.state))
        assert again.state == position.state
        assert again.moves == (position.moves if name in WRITTEN_AS_MOVES else ())
        assert game.position(again.text).state == position.state
        if game.shape.is_record:
            continue
        fields = " ".join(str(int(field)) for field in position.state)
        assert game.position(f"state {fields}").state == position.state


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_a_game_goes_on_from_any_text(name: str) -> None:
    """The moves of the rest of the game, after the text of a state in the middle of it."""
    golden, path = recorded(name), positions(name)
    for i, position in enumerate(path):
        text = position.game.show_position(position.state)
        rest = " ".join(golden["moves"][i:])
        end = position.game.position(f"{text} moves {rest}" if rest else text)
        assert end.state == path[-1].state
        assert end.payoffs == path[-1].payoffs


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_moves_read_back_from_their_own_text(name: str) -> None:
    for position in positions(name):
        for move in position.legal_moves:
            assert position.game.parse_move(position.state, position.show_move(move)) == move


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_moves_can_be_taken_back(name: str) -> None:
    path = positions(name)
    for plies, earlier in enumerate(reversed(path)):
        back = path[-1].undo(plies)
        assert (back.state, back.moves) == (earlier.state, earlier.moves)


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_only_an_ended_game_has_no_choice(name: str) -> None:
    *path, end = positions(name)
    assert end.is_over
    assert not end.legal_moves
    assert not any(position.is_over for position in path)
    with pytest.raises(cp.InputError, match="over"):
        end.play(0)


def test_connect_four_reads_columns_as_people_write_them() -> None:
    game = cp.load("connect_four")
    assert game.position("4453").state == game.position("startpos moves 4 4 5 3").state
    assert game.position("44 moves 5 3").state == game.position("4453").state


def test_tic_tac_toe_reads_rows_from_the_top() -> None:
    game = cp.load("tic_tac_toe")
    assert game.position("x.o/.x./..o").state == game.position("startpos moves a3 c3 b2 c1").state


def test_nim_reads_piles_and_the_mover() -> None:
    game = cp.load("nim")
    assert game.position("1,3,5,0 second").state == game.position("startpos moves 4-7").state
