"""The file of a match: nothing is lost, nothing is doubled, nothing foreign is touched."""

import json
from pathlib import Path

import pytest

from counterplay.arena.games_file import GamesFile
from counterplay.arena.record import Effort, Record
from counterplay.core.game.errors import InputError

HEADER = {"game": "nim", "players": ["a", "b"], "seed": 0, "limit": {"time": 0.1}}


def record(number: int) -> Record:
    efforts = (Effort(3, 0.25, 100, 12, 3), Effort(2, 0.5, 0, 0, 0))
    moves = ("1-1", "2-3")
    return Record(number, "startpos moves 4-7", (0, 1), moves, (1.0, -1.0), 1.0, "end", "", efforts)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A match of five games."""
    path = tmp_path / "match.jsonl"
    with GamesFile(path, HEADER) as store:
        for number in range(5):
            store.append(record(number))
    return path


def held(path: Path) -> list[Record]:
    with GamesFile(path, HEADER) as store:
        return store.records


def test_games_come_back_as_they_were(file: Path) -> None:
    assert held(file) == [record(number) for number in range(5)]


def test_a_game_is_a_line_that_others_can_read(file: Path) -> None:
    head, *lines = map(json.loads, file.read_text().splitlines())
    assert head["format"] == "counterplay match" and head["players"] == ["a", "b"]
    assert [line["moves"] for line in lines] == [["1-1", "2-3"]] * 5


def test_wherever_a_file_is_torn_all_whole_games_are_kept(file: Path) -> None:
    whole = file.read_bytes()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == ord("\n")]
    near = {end + off for end in [0, *ends] for off in range(-3, 4)}
    for cut in sorted({i for i in near if 0 <= i <= len(whole)} | set(range(0, len(whole), 50))):
        file.write_bytes(whole[:cut])
        kept = max(sum(end <= cut for end in ends) - 1, 0)
        with GamesFile(file, HEADER) as store:
            assert [r.number for r in store.records] == list(range(kept))
            for number in range(kept, 5):
                store.append(record(number))
        assert file.read_bytes() == whole


def test_a_last_line_of_rubbish_is_torn_too(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole + b"\0" * 40 + b"\n")
    assert len(held(file)) == 5
    assert file.read_bytes() == whole


def test_damage_in_the_middle_is_refused(file: Path) -> None:
    lines = file.read_text().split("\n")
    lines[2] = lines[2][:30]
    file.write_text("\n".join(lines))
    with pytest.raises(InputError, match=r"match.jsonl is damaged in line 3"):
        held(file)


def test_a_flipped_bit_is_damage_wherever_it_is(file: Path) -> None:
    whole = file.read_bytes()
    begin, end = (whole.replace(b"\n", b"x", n).index(b"\n") for n in (1, 2))
    for place in range(begin + 1, end):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            assert held(file) == [record(number) for number in range(5)]
        except InputError as error:
            assert "is damaged" in str(error)


def test_games_from_before_checksums_are_read(file: Path) -> None:
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for line in lines:
        line.pop("sum", None)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert held(file) == [record(number) for number in range(5)]


@pytest.mark.parametrize(
    "change",
    [{"number": float("inf")}, {"seats": [0, 0]}, {"seats": []}, {"payoffs": [float("nan"), 1]},
     {"efforts": [{"moves": "x"}, {}]}, {"number": -1}],
)  # fmt: skip
def test_a_line_that_is_no_game_of_two_is_damage(file: Path, change: dict[str, object]) -> None:
    lines = file.read_text().splitlines()
    game = json.loads(lines[2]) | change
    del game["sum"]
    file.write_text("\n".join([*lines[:2], json.dumps(game), *lines[3:], ""]))
    with pytest.raises(InputError, match="is damaged in line 3"):
        held(file)


def test_a_game_that_stands_there_twice_is_refused(file: Path) -> None:
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([*lines, lines[3]]))
    with pytest.raises(InputError, match="game 2 is in it twice"):
        held(file)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": 1}, r"\(seed: 0, not 1\)"),
        ({"players": ["a", "c"]}, r"\(players: a and b, not a and c\)"),
        ({"limit": {"depth": 3}}, r"\(limit: time=0.1, not depth=3\)"),
    ],
)
def test_a_file_of_other_settings_is_refused(file: Path, change: dict, sentence: str) -> None:
    before = file.read_bytes()
    with pytest.raises(InputError, match=f"has the games of another match {sentence}"):
        GamesFile(file, HEADER | change)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "text", ["a shopping list", "a shopping\nlist\n", '{"format": "x"}\n', "[]\n"]
)
def test_a_file_that_is_none_of_ours_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text)
    with pytest.raises(
        InputError, match=r"list\.txt already exists and is not the file of a match"
    ):
        GamesFile(path, HEADER)
    assert path.read_text() == text


def test_a_match_of_another_version_of_the_program_is_refused(tmp_path: Path) -> None:
    with GamesFile(tmp_path / "m.jsonl", HEADER | {"code": "1"}):
        pass
    with pytest.raises(InputError, match="a match of another version of the program"):
        GamesFile(tmp_path / "m.jsonl", HEADER | {"code": "2"})


def test_one_match_at_a_time_writes_to_a_file(file: Path) -> None:
    with GamesFile(file, HEADER), pytest.raises(InputError, match="used by another match"):
        GamesFile(file, HEADER)


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written: No such file or directory"):
        GamesFile(tmp_path / "nowhere" / "x.jsonl", HEADER)
