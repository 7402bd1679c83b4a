"""Levels: weak ones overlook moves, all answer soon, and what was measured is found again."""

import json
import time
from itertools import pairwise
from pathlib import Path

import platformdirs
import pytest

import counterplay as cp
from counterplay.arena import Level, levels_of
from counterplay.arena.ladder import LEAST_STEP, SHIPPED, own_file, read_ladder
from counterplay.arena.level_ratings import rate_levels
from counterplay.games import BUILT_IN
from counterplay.players.casual import CasualPlayer
from counterplay.players.levels import default_levels
from counterplay.players.spec import parse_spec

LADDERS = sorted(SHIPPED.glob("*.json"))


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda name: str(tmp_path / name))
    return tmp_path


@pytest.fixture(scope="module")
def small() -> cp.Game:
    return cp.load("connect_four", width=5, height=4)


def casual(game: cp.Game, settings: str) -> CasualPlayer:
    return CasualPlayer(parse_spec(f"casual:{settings}"), game)


def test_with_full_attention_a_win_is_never_overlooked() -> None:
    game = cp.load("tic_tac_toe")
    player, position = casual(game, "attention=1"), game.position("xx./oo./...")
    for seed in range(20):
        player.new_game(str(seed))
        assert position.show_move(int(player.think(position, cp.Limit()).move)) == "c3"


def test_with_little_attention_a_win_is_overlooked_as_often_as_said() -> None:
    game = cp.load("tic_tac_toe")
    player, position = casual(game, "attention=0.5"), game.position("xx./oo./...")
    player.new_game("1")
    found = [position.show_move(int(player.think(position, cp.Limit()).move)) for _ in range(200)]
    assert 0.4 < found.count("c3") / 200 < 0.62 and len(set(found)) > 3


def test_at_two_plies_a_threat_is_seen() -> None:
    game = cp.load("tic_tac_toe")
    position = game.position("xx./o../...")
    for depth, sees in ((1, False), (2, True)):
        player = casual(game, f"depth={depth},attention=1")
        found = set()
        for seed in range(12):
            player.new_game(str(seed))
            found.add(position.show_move(int(player.think(position, cp.Limit()).move)))
        assert (found == {"c3"}) == sees


def test_the_same_seed_plays_the_same_moves(small: cp.Game) -> None:
    def played(seed: str) -> list[int]:
        player, position, moves = casual(small, "attention=0.5"), small.position(), []
        player.new_game(seed)
        while not position.is_over:
            moves.append(int(player.think(position, cp.Limit()).move))
            position = position.play(moves[-1])
        return moves

    assert played("a") == played("a")
    assert len({tuple(played(seed)) for seed in "abcdef"}) > 1


def test_games_of_chance_and_of_several_players_have_casual_players(race: cp.Game) -> None:
    player, position = casual(race, "attention=1"), race.position("state 11 0 1 0")
    assert player.think(position, cp.Limit()).move == 0  # the runner who comes in
    boxes = cp.load("dots_and_boxes", columns=1, rows=2)
    assert (
        casual(boxes, "").think(boxes.position(), cp.Limit()).move in boxes.position().legal_moves
    )


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("attention=0", "attention=0 is not a number above 0, to 1"),
        ("attention=much", "attention=much is not a number"),
        ("noise=3", "casual has no setting 'noise'; it takes attention, depth and nodes"),
        ("evaluator=e.py", "a casual player has the game's own evaluator"),
    ],
)
def test_settings_that_cannot_be_used_get_a_sentence(settings: str, sentence: str) -> None:
    with pytest.raises(cp.InputError, match=sentence):
        casual(cp.load("tic_tac_toe"), settings)


def test_a_game_that_nobody_has_measured_has_levels_without_elo(small: cp.Game) -> None:
    levels = levels_of(small)
    assert levels == default_levels(small)
    assert [level.name for level in levels] == [str(n) for n in range(1, len(levels) + 1)]
    assert all(level.elo is None for level in levels)


def test_a_level_plays_a_whole_game_without_keeping_anybody_waiting(small: cp.Game) -> None:
    levels = levels_of(small)
    players, position = [levels[0].player(small), levels[-1].player(small)], small.position()
    players[1].move(position)  # compiled, and warm
    for player in players:
        player.new_game("x")
    while not position.is_over:
        started = time.perf_counter()
        move = players[position.turn].move(position)
        assert time.perf_counter() - started < 0.6  # 0.3 and a busy machine
        position = position.play(move)
    with pytest.raises(cp.InputError, match="the game is over here"):
        players[0].move(position)


def test_a_ladder_is_measured_written_and_found_again(small: cp.Game, data_folder: Path) -> None:
    specs = ["random", "textbook:ordered:depth=1", "textbook:ordered:depth=3"]
    ladder = rate_levels(small, specs=specs, games=10, seed=2, command="counterplay rate …")
    assert ladder is not None and ladder.games == 30
    assert [level.spec for level in ladder.levels] == specs
    assert [level.name for level in ladder.levels] == ["1", "2", "3"]
    assert ladder.levels[0].elo == 0 and ladder.levels[2].elo > ladder.levels[1].elo > 0
    path = own_file(small)
    assert data_folder in path.parents
    ladder.write(path)
    assert read_ladder(path) == ladder and levels_of(small) == ladder.levels
    assert levels_of(cp.load("connect_four", width=4, height=4))[0].elo is None


def test_levels_that_are_no_stronger_are_left_out(small: cp.Game) -> None:
    """The same player thrice is one level, or what chance makes of it: never three in a row."""
    specs = ["textbook:ordered:depth=3"] * 3
    ladder = rate_levels(small, specs=specs, games=8)
    assert ladder is not None and len(ladder.levels) == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "is not a ladder: it is not JSON"),
        ("[]", "is not a ladder: `counterplay rate` writes one"),
        ('{"format": 1, "levels": [{"rank": 3}]}', "is a damaged ladder"),
        ('{"format": 1, "game": "nim"}', "is a damaged ladder: 'levels'"),
    ],
)
def test_what_is_no_ladder_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "l.json").write_text(text)
    with pytest.raises(cp.InputError, match=sentence):
        read_ladder(tmp_path / "l.json")


@pytest.mark.parametrize("path", LADDERS, ids=lambda path: path.stem)
def test_shipped_ladders_rise_and_say_what_made_them(path: Path) -> None:
    ladder = read_ladder(path)
    assert path.stem == ladder.game in BUILT_IN
    assert ladder.command.startswith(f"counterplay rate {ladder.game} --games ")
    assert ladder.levels[0].elo == 0 and len(ladder.levels) >= 4
    for low, high in pairwise(ladder.levels):
        assert high.elo - low.elo >= LEAST_STEP - 0.1  # both are rounded
    for level in ladder.levels:
        assert parse_spec(level.spec).limit is not None
        assert level == Level(**json.loads(json.dumps(vars(level))))
    assert levels_of(cp.load(ladder.game)) == ladder.levels
