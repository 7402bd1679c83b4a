"""Backgammon: each rule in a position of its own, notation, IDs, the cube and matches."""

from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.games.backgammon import ids
from counterplay.games.backgammon.board import (
    BAR,
    CHOICE,
    MOVE,
    OPENING,
    State,
    packed,
    pips,
)
from counterplay.games.backgammon.match import CENTRED, CRAWFORD_GAME
from counterplay.games.backgammon.positions import counts_of

GAME = cp.load("backgammon")
CUBE = cp.load("backgammon", cube=True)
MATCH = cp.load("backgammon", cube=True, match=5)

PLAYS = Path(__file__).parents[1] / "data" / "backgammon_plays.txt"
"""Positions, rolls and all their plays, from GNU Backgammon 1.07 (`make_backgammon_plays.py`)."""

Side = dict[int, int]


def at(mine: Side, theirs: Side, dice: str, game: cp.Game = GAME) -> cp.Position:
    """White's checkers and Black's, each counted from the own side, and White's roll."""
    high, low = sorted(map(int, dice), reverse=True)
    s = State(*packed(mine), *packed(theirs), high << 3 | low, 0, MOVE, CENTRED, 0)
    return game.position(game.show_position(s))


def plays(mine: Side, theirs: Side, dice: str) -> set[str]:
    return set(at(mine, theirs, dice).legal_moves_text)


def to_roll(mine: Side, theirs: Side, game: cp.Game, score: int = 0) -> cp.Position:
    """The same before White's roll, when White may double."""
    s = State(*packed(mine), *packed(theirs), 0, 0, CHOICE, CENTRED, score)
    return game.position(game.show_position(s))


def counts(near: Any, far: Any) -> Side:
    return {point: n for point, n in enumerate(counts_of(near, far), 1) if n}


def test_a_game_begins_with_one_die_each() -> None:
    start = GAME.position()
    assert start.turn == cp.CHANCE and len(start.chance_outcomes) == 30
    assert start.play("31").turn == 0
    assert start.play("13").turn == 1
    assert start.play("31").state.dice == start.play("13").state.dice
    with pytest.raises(cp.InputError, match="cannot happen"):
        start.play("33")


def test_the_first_position_has_167_pips_each() -> None:
    s = GAME.initial()
    assert pips(s.near0, s.far0) == pips(s.near1, s.far1) == 167


def test_a_later_roll_is_one_of_21() -> None:
    outcomes = GAME.position("startpos moves 31 8/5,6/5").chance_outcomes
    assert len(outcomes) == 21 and sum(p for _, p in outcomes) == pytest.approx(1)
    assert {round(36 * p) for _, p in outcomes} == {1, 2}


def test_both_dice_must_be_played_if_possible() -> None:
    """24/18 leaves no ace, because 23, 17 and 7 are blocked. So the six must be 8/2."""
    assert plays({24: 1, 8: 1}, {2: 2, 8: 2, 18: 2}, "61") == {"8/1"}


def test_the_larger_die_is_played_if_only_one_can_be() -> None:
    """Both ways lead to point 7, which is blocked."""
    assert plays({18: 1}, {18: 2}, "65") == {"18/12"}


def test_the_smaller_die_is_played_if_the_larger_cannot_be() -> None:
    assert plays({18: 1}, {13: 2, 18: 2}, "65") == {"18/13"}


def test_a_roll_that_cannot_be_played_is_passed() -> None:
    position = at({BAR: 1, 6: 14}, {6: 2, 5: 2, 4: 11}, "65")
    assert position.legal_moves_text == ["pass"]
    after = position.play("pass")
    assert (after.state.turn, after.turn) == (1, cp.CHANCE)


def test_a_checker_on_the_bar_enters_first() -> None:
    assert plays({BAR: 1, 6: 1}, {1: 2}, "21") == {"bar/23,6/5", "bar/22"}
    assert plays({BAR: 2, 6: 1}, {1: 2}, "21") == {"bar/23"}
    assert plays({BAR: 2, 6: 1}, {6: 2}, "21") == {"bar/23,bar/24"}


def test_a_single_checker_is_hit_and_goes_to_the_bar() -> None:
    after = at({8: 1, 6: 1}, {20: 1, 1: 2}, "31").play("8/5*,6/5").state
    assert counts(after.near1, after.far1) == {1: 2, BAR: 1}
    assert counts(after.near0, after.far0) == {5: 2}


def test_a_hit_on_the_way_is_a_different_play() -> None:
    """Six and one from 10: by point 4, where a checker is hit, or by point 9."""
    assert plays({10: 1}, {21: 1, 1: 2}, "61") == {"10/4*/3", "10/3"}
    assert plays({10: 1}, {20: 1, 1: 2}, "61") == {"10/3"}


def test_a_point_with_two_checkers_is_blocked() -> None:
    assert plays({13: 2, 6: 2}, {18: 2}, "65") == {"13/2"}


def test_checkers_are_borne_off_only_if_all_are_at_home() -> None:
    assert plays({7: 1, 6: 1}, {1: 2}, "61") == {"7/1,6/5", "7/off"}
    assert plays({8: 1, 3: 1}, {1: 2}, "32") == {"8/3", "8/5,3/1", "8/6,3/off"}


def test_a_higher_roll_bears_off_the_highest_checker() -> None:
    assert plays({4: 1, 2: 1}, {1: 2}, "65") == {"4/off,2/off"}
    assert plays({5: 1, 4: 1}, {1: 2}, "42") == {"5/3,4/off", "5/1,4/2"}


def test_a_double_is_played_four_times() -> None:
    assert plays({6: 2, 5: 2}, {1: 2}, "66") == {"6/off(2),5/off(2)"}
    assert plays({24: 1}, {2: 2}, "33") == {"24/12"}
    assert plays({24: 1}, {2: 2, 10: 2}, "33") == {"24/18"}


@pytest.mark.parametrize(
    ("loser", "points"),
    [({13: 14}, 1), ({13: 15}, 2), ({13: 14, 20: 1}, 3), ({13: 14, BAR: 1}, 3), ({18: 15}, 2)],
)
def test_a_gammon_counts_two_and_a_backgammon_three(loser: Side, points: int) -> None:
    end = at({2: 1}, loser, "21").play("2/off")
    assert end.is_over and end.payoffs == (points, -points)


def test_the_plays_of_random_rolls_are_those_of_gnu_backgammon() -> None:
    lines = PLAYS.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 120
    for line in lines:
        text, _, listed = line.partition(" ")
        position = GAME.position(text)
        ours = {position.show_move(a).replace(",", " "): a for a in position.legal_moves}
        theirs = [
            ours[play] if play in ours else position.parse_move(play)
            for play in (listed or "pass").split("; ")
        ]
        assert sorted(theirs) == sorted(ours.values()), text


# Notation and IDs.


def test_plays_are_read_in_the_forms_that_people_write() -> None:
    position = at({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}, "65")
    for text in ("24/13", "24/18/13", "24/18 18/13", "18/13 24/18", " 24/13 "):
        assert position.show_move(position.parse_move(text)) == "24/13", text
    double = at({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}, "11")
    assert double.show_move(double.parse_move("8/7 8/7 6/5 6/5")) == "8/7(2),6/5(2)"


def test_a_hit_tells_two_plays_apart() -> None:
    position = at({10: 1}, {21: 1, 1: 2}, "61")
    assert [position.show_move(position.parse_move(t)) for t in ("10/4*/3", "10/4/3", "10/3")] == [
        "10/4*/3", "10/4*/3", "10/3",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "why"),
    [("24/12", "no such play"), ("eight", "moves of checkers"), ("pass", "can be played")],
)
def test_a_play_that_is_none_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(cp.InputError, match=why):
        at({24: 2, 13: 5}, {24: 2, 13: 5}, "65").play(text)


def test_ids_are_those_of_gnu_backgammon() -> None:
    """Source: GNU Backgammon 1.07, after `set dice 3 1`, `move 8/5 6/5`, `double` and `take`."""
    assert ids.write_position(*[counts_of(*packed({24: 2, 13: 5, 8: 3, 6: 5}))] * 2) == (
        "4HPwATDgc/ABMA"
    )
    position = CUBE.position("4HPwATDgc/ABMA:cIkFAAAAAAAA")
    assert (position.turn, position.state.dice) == (1, 3 << 3 | 1)
    for move, shown in (
        ("8/5,6/5", "sGfwATDgc/ABMA:MAEAAAAAAAAA"),
        ("double", "sGfwATDgc/ABMA:MBkAAAAAAAAA"),
        ("take", "sGfwATDgc/ABMA:EQEAAAAAAAAA"),
        ("65", "sGfwATDgc/ABMA:EQEXAAAAAAAA"),
    ):
        position = position.play(move)
        assert CUBE.show_position(position.state) == shown


def test_a_match_id_has_the_score_and_the_crawford_game() -> None:
    """Source: GNU Backgammon 1.07, `new match 3`, `set score 2 1`, `set crawford on`."""
    found = ids.read_match("8AluACAACAAE")
    assert (found.length, found.points0, found.points1, found.crawford) == (3, 2, 1, 1)


def test_a_position_id_alone_is_a_roll_of_white() -> None:
    assert GAME.position("4HPwATDgc/ABMA").turn == cp.CHANCE
    assert CUBE.position("4HPwATDgc/ABMA").legal_moves_text == ["roll", "double"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("4HPwATDgc/ABM", "14 characters"),
        ("4HPwATDgc/AB!A", "not base64"),
        ("/////////////w", "more than"),
        ("4HPwATDgc/ABMA:cAkAAAAAAA", "12 characters"),
        ("4HPwATDgc/ABMA:8AluACAACAAE", "match=3"),
        ("4HPwATDgc/ABMA:EQEAAAAAAAAA", "cube=True"),
        ("4HPwATDgc/ABMA:cIkHAAAAAAAA", "dice"),
        ("4HPwATDgc/ABMA:MAMAAAAAAAa1", "more points than one game wins"),
        ("AAAAAAAAAAAAAA", "the game is over"),
        ("what is this?", "position ID"),
    ],
)
def test_a_wrong_id_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(cp.InputError, match=why):
        GAME.position(text)


# The cube and matches.

RACE = ({2: 1}, {13: 15})
"""White bears off the last checker with any roll, and wins a gammon."""


def test_the_first_play_comes_without_a_double() -> None:
    opening = CUBE.position("startpos moves 31")
    assert opening.turn == 0 and "double" not in opening.legal_moves_text
    assert opening.play("8/5,6/5").legal_moves_text == ["roll", "double"]


def test_a_double_is_taken_or_dropped() -> None:
    doubled = CUBE.position("startpos moves 31 8/5,6/5 double")
    assert (doubled.turn, doubled.legal_moves_text) == (0, ["take", "drop"])
    assert doubled.play("drop").payoffs == (-1, 1)
    assert doubled.play("take").turn == cp.CHANCE


def test_only_the_owner_of_the_cube_doubles() -> None:
    taken = CUBE.position("startpos moves 31 8/5,6/5 double take 42 8/4,6/4")
    assert taken.legal_moves_text == ["roll", "double"]
    assert taken.play("roll").play("53").play("8/3,6/3").turn == cp.CHANCE
    assert taken.play("double").play("drop").payoffs == (2, -2)


@pytest.mark.parametrize(
    ("jacoby", "moves", "points"),
    [(True, "roll", 1), (False, "roll", 2), (True, "double take", 4), (False, "double take", 4)],
)
def test_by_the_jacoby_rule_gammons_count_after_a_double(
    jacoby: bool, moves: str, points: int
) -> None:
    game = cp.load("backgammon", cube=True, jacoby=jacoby)
    position = to_roll(*RACE, game)
    for move in (*moves.split(), "21", "2/off"):
        position = position.play(move)
    assert position.payoffs == (points, -points)


def test_the_cube_stops_at_64() -> None:
    s = CUBE.position("startpos moves 31").state._replace(cube=6 | 2 << 3)
    assert CUBE.player(CUBE.result(s, CUBE.actions(s)[0])) == cp.CHANCE
    assert CUBE.facts.best == 192


def test_the_first_game_at_match_point_is_without_the_cube() -> None:
    """White wins from 3-0 of 5: 4-0 is the Crawford game, and the next one has the cube again."""
    position = to_roll(*RACE, MATCH, score=3).play("double").play("drop")
    assert position.state.stage == OPENING
    assert position.state.score == 4 | CRAWFORD_GAME
    crawford = position.play("31").play("8/5,6/5")
    assert crawford.turn == cp.CHANCE
    lost = MATCH.result(position.state._replace(stage=2, turn=1), crawford_drop())
    assert lost.score == 4 | 1 << 8
    after = MATCH.position(MATCH.show_position(lost)).play("31").play("8/5,6/5")
    assert after.legal_moves_text == ["roll", "double"]


def crawford_drop() -> int:
    return CUBE.position("startpos moves 31 8/5,6/5 double").parse_move("drop")


def test_without_the_crawford_rule_every_game_has_the_cube() -> None:
    game = cp.load("backgammon", cube=True, match=5, crawford=False)
    position = to_roll(*RACE, game, score=3).play("double").play("drop")
    assert position.play("31").play("8/5,6/5").legal_moves_text == ["roll", "double"]


def test_a_match_is_won_or_lost() -> None:
    position = to_roll(*RACE, MATCH, score=3)
    for move in ("roll", "21", "2/off"):
        position = position.play(move)
    assert position.is_over and position.payoffs == (1, -1)
    assert MATCH.facts.best == 1 and not MATCH.facts.scored


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ({"jacoby": True}, "money games with the cube"),
        ({"jacoby": True, "cube": True, "match": 5}, "money games with the cube"),
        ({"crawford": True, "cube": True}, "matches with the cube"),
        ({"match": 65}, "0 to 64"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(parameters: dict[str, Any], why: str) -> None:
    with pytest.raises(cp.InputError, match=why):
        cp.load("backgammon", **parameters)
