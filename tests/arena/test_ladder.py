"""A ladder is measured, written, and found again."""

import json
from itertools import pairwise
from pathlib import Path

import platformdirs
import pytest

import counterplay as cp
from counterplay.arena import Level, levels_of
from counterplay.arena.ladder import LEAST_STEP, SHIPPED, own_file, read_ladder
from counterplay.arena.level_ratings import rate_levels
from counterplay.engine.alphabeta.probcut.calibration import SHIPPED as SHIPPED_PROBCUT
from counterplay.games import BUILT_IN
from counterplay.players.levels import default_levels
from counterplay.players.parse import parse_spec

LADDERS = sorted(SHIPPED.glob("*.json"))
CALIBRATIONS = sorted(SHIPPED_PROBCUT.glob("*.json"))


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda name: str(tmp_path / name))
    return tmp_path


@pytest.fixture(scope="module")
def small() -> cp.Game:
    return cp.load("connect_four", width=5, height=4)


def test_a_game_without_a_ladder_has_levels_without_elo(small: cp.Game) -> None:
    levels = levels_of(small)
    assert levels == default_levels(small)
    assert [level.name for level in levels] == [str(n) for n in range(1, len(levels) + 1)]
    assert all(level.elo is None for level in levels)


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
        ('{"format": 1, "levels": [{"name": "1", "spec": 3}]}', "is a damaged ladder: spec=3"),
        ('{"format": 1, "levels": [{"name": "1", "spec": "uci:"}]}', "is a damaged ladder"),
    ],
)
def test_what_is_no_ladder_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "l.json").write_text(text)
    with pytest.raises(cp.InputError, match=sentence):
        read_ladder(tmp_path / "l.json")


@pytest.mark.parametrize("path", LADDERS, ids=lambda path: path.stem)
def test_shipped_ladders_rise_and_say_what_made_them(path: Path) -> None:
    ladder = read_ladder(path)
    assert path.stem.partition("-")[0] == ladder.game in BUILT_IN
    assert ladder.command.startswith(f"counterplay rate {ladder.game} ")
    assert " --games " in ladder.command
    assert ladder.levels[0].elo == 0 and len(ladder.levels) >= 4
    for low, high in pairwise(ladder.levels):
        assert high.elo - low.elo >= LEAST_STEP - 0.1  # both are rounded
    for level in ladder.levels:
        assert parse_spec(level.spec).limit is not None
        assert level == Level(**json.loads(json.dumps(vars(level))))
    assert levels_of(cp.load(ladder.game, **ladder.parameters)) == ladder.levels


@pytest.mark.parametrize("name", sorted({path.stem.split("-")[0] for path in SHIPPED.iterdir()}))
def test_a_game_with_a_shipped_ladder_has_one_for_its_usual_parameters(name: str) -> None:
    assert all(level.elo is not None for level in levels_of(cp.load(name)))


@pytest.mark.parametrize("path", [*LADDERS, *CALIBRATIONS], ids=lambda path: path.stem)
def test_a_changed_digit_of_a_shipped_file_is_found(path: Path) -> None:
    assert "sum" in json.loads(path.read_text(encoding="utf-8"))
