"""MAT files: what GNU Backgammon writes is read, and games come back from what is written."""

import io
import random
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.formats.mat.records import read, write
from counterplay.formats.record import GameRecord

DATA = Path(__file__).parents[1] / "data" / "mat"
"""Games of GNU Backgammon 1.07 against itself, from `export match mat`."""


def read_text(text: str, faults: list[str] | None = None) -> list[tuple[cp.Game, GameRecord]]:
    found: list[str] = [] if faults is None else faults
    games = list(read(io.BytesIO(text.encode()), "file", None, found))
    assert faults is not None or found == []
    return games


def written(games: list[tuple[cp.Game, GameRecord]]) -> str:
    file = io.StringIO()
    assert write(file, games) == len(games)
    return file.getvalue()


def same(one: GameRecord, two: GameRecord) -> bool:
    return one.moves.tolist() == two.moves.tolist() and one._replace(moves=two.moves) == two


def random_game(seed: int, **parameters: Any) -> tuple[cp.Game, GameRecord]:
    rng, game = random.Random(seed), cp.load("backgammon", **parameters).with_evaluator(None)
    position = game.position()
    while not position.is_over:
        rolls = [outcome for outcome, _ in position.chance_outcomes]
        moves = position.legal_moves_text
        if "roll" in moves or "take" in moves:  # few doubles, few drops
            wish = rng.random() < 0.9
            position = position.play(moves[0] if wish else moves[1])
        else:
            position = position.play(rng.choice(rolls or position.legal_moves))
    return game, GameRecord.of(position, players=("Anna", "Bert"))


def test_a_match_of_gnu_backgammon_is_read() -> None:
    """Two games: one ends with a drop, the other with a resignation at 4 points."""
    [(game, record)] = read_text((DATA / "gnubg_match.mat").read_text(encoding="utf-8"))
    assert {name: p.value for name, p in game.parameters.items()} == {
        "cube": True, "match": 3, "jacoby": False, "crawford": True, "bearoff": "",
    }  # fmt: skip
    assert record.players == ("gnubg", "Bert") and record.payoffs == (1, -1)
    assert record.date == 20261117
    end = record.position(game)
    texts = [game.show_move(s, a) for s, a in zip(end.past, end.moves, strict=True)]
    assert texts[:4] == ["12", "24/23,13/11", "roll", "52"]
    assert (texts.count("double"), texts.count("take"), texts.count("drop")) == (3, 2, 1)


def test_a_money_game_of_gnu_backgammon_is_read() -> None:
    [(game, record)] = read_text((DATA / "gnubg_money.mat").read_text(encoding="utf-8"))
    assert game.facts.scored and record.payoffs == (2, -2)


@pytest.mark.parametrize("name", ["gnubg_match", "gnubg_money"])
def test_what_gnu_backgammon_wrote_is_read_again_from_ours(name: str) -> None:
    games = read_text((DATA / f"{name}.mat").read_text(encoding="utf-8"))
    [(_, first)], [(_, again)] = games, read_text(written(games))
    assert same(first, again)


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"cube": True},
        {"cube": True, "jacoby": False},
        {"match": 2},
        {"match": 3, "cube": True},
        {"match": 3, "cube": True, "crawford": False},
    ],
    ids=str,
)
def test_random_games_come_back(parameters: dict[str, Any]) -> None:
    game, record = random_game(1, **parameters)
    [(read_game, again)] = read_text(written([(game, record)]))
    assert read_game.parameters == game.parameters
    assert same(record, again)


def test_an_unfinished_game_comes_back_at_every_ply() -> None:
    game, record = random_game(1)
    for plies in range(24):
        cut = record._replace(moves=record.moves[:plies], payoffs=None)
        [(_, again)] = read_text(written([(game, cut)]))
        assert same(cut, again)


def test_a_game_from_a_position_has_it_in_a_tag() -> None:
    game = cp.load("backgammon", cube=True, match=7)
    position = game.position("sGfwATDgc/ABMA:MAHgAAAAAAAA").play("double").play("take").play("31")
    text = written([(game, GameRecord.of(position))])
    assert '; [Position "sGfwATDgc/ABMA:MAHgAAAAAAAA"]' in text
    [(again, record)] = read_text(text)
    assert record.position(again).text == position.text


def test_after_a_resignation_the_match_goes_on_in_another_record() -> None:
    text = """ 5 point match

 Game 1
 A : 0                          B : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
                                  Wins 4 points

 Game 2
 A : 0                          B : 4
  1)                             31: 8/5 6/5
  2) 64: 24/14
"""
    (_, first), (game, second) = read_text(text)
    assert first.payoffs is None and len(first.moves) == 5
    assert second.position(game).state.score == 4 << 8 | 1 << 16  # the Crawford game


def test_money_games_are_records_of_their_own() -> None:
    text = """ 0 point match

 Game 1
 A : 0                          B : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Drops
                                  Wins 1 point

 Game 2
 A : 0                          B : 1
  1)                             31: 8/5 6/5
"""
    (_, first), (_, second) = read_text(text)
    assert first.payoffs == (-1, 1) and second.payoffs is None
    assert len(second.moves) == 2


def test_a_play_that_is_not_legal_is_a_fault() -> None:
    faults: list[str] = []
    text = " 0 point match\n\n Game 1\n A : 0      B : 0\n  1) 31: 8/5 8/5\n"
    assert read_text(text, faults) == []
    assert faults[0].startswith("file, line 5: the rest of the match is skipped: '8/5 8/5' is not")


def test_a_decision_to_roll_at_the_end_comes_back() -> None:
    game = cp.load("backgammon", cube=True).with_evaluator(None)
    position = game.position("startpos moves 31 8/5,6/5 roll")
    text = written([(game, GameRecord.of(position))])
    assert '; [Next "roll"]' in text
    [(_, record)] = read_text(text)
    assert record.moves.tolist() == list(position.moves)
    [(_, before)] = read_text(written([(game, GameRecord.of(position.undo(1)))]))
    assert before.moves.tolist() == list(position.moves[:-1])


def test_dice_that_do_not_exist_are_named_with_their_line() -> None:
    faults: list[str] = []
    text = " 0 point match\n\n Game 1\n A : 0        B : 0\n  1) 31: 8/5 6/5         77: 8/2\n"
    assert read_text(text, faults) == []
    assert faults == [
        "file, line 5: the rest of the match is skipped: there is no roll 77: dice have 1 to 6"
    ]


def test_a_score_of_thousands_of_digits_is_no_score() -> None:
    faults: list[str] = []
    text = f" 0 point match\n\n Game 1\n A : 0   B : {'9' * 5000}\n  1) 31: 8/5 6/5\n"
    [(_, record)] = read_text(text, faults)
    assert (record.players, faults) == ((), [])
