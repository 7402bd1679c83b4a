"""A game as a file, and the other way round."""

import random
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.formats.move_tree import MoveTree
from counterplay.games import BUILT_IN, load
from counterplay.web import make_app
from counterplay.web.files import read_study, save_game

ENDINGS = {"backgammon": "mat", "chess": "pgn", "go": "sgf", "othello": "sgf"}


def played(game: Game, plies: int, seed: int) -> Position:
    """Some moves of a game at random."""
    chooser, position = random.Random(seed), game.position()
    for _ in range(plies):
        if position.is_over:
            break
        outcomes = [outcome for outcome, _ in position.chance_outcomes]
        position = position.play(chooser.choice(outcomes or position.legal_moves))
    return position


@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "tree"])
def test_what_is_saved_is_read_again(name: str) -> None:
    game = load(name)
    for seed, plies in enumerate((0, 1, 7, 30, 200)):
        position = played(game, plies, seed)
        tree = MoveTree.of(position.moves)
        file, text = save_game(position, None, ("A", "B"), tree)
        assert file.startswith(name)
        assert file.endswith("." + ENDINGS.get(name, "jsonl"))
        again, found = read_study(game, text)
        assert again.moves == position.moves and found == tree


def test_a_game_that_began_elsewhere_is_read_again() -> None:
    game = load("chess")
    position = game.position("8/8/8/8/8/2k5/8/KBN5 w - - 0 1 moves Nd3")
    _, text = save_game(position, None, ("A", "B"), MoveTree.of(position.moves))
    assert read_study(game, text)[0].text == position.text


def test_moves_without_tags_are_read_as_pgn() -> None:
    assert len(read_study(load("chess"), "1. e4 e5 2. Nf3 Nc6 *")[0].moves) == 4


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("chess", '[Event "?"]\n\n1. e4 e5 2. Nf6 *', "line 3: .*'Nf6' is not a legal move"),
        ("chess", '{"game": "othello", "moves": []}', "the game is othello, not chess"),
        ("othello", "(;GM[11]SZ[11])", "is not a game that can be read from SGF"),
        ("connect_four", '{"game": "/etc/passwd", "moves": []}', "not connect_four"),
        ("connect_four", "{", "line 1 is not a game in JSON"),
        ("connect_four", "[", "is PGN: its games are chess"),
        ("connect_four", "4 4 4 4 4 4 4", "move 7 of .* is not a legal move"),
        ("connect_four", "{\ud800", "line 1 is not a game in JSON"),
        (
            "connect_four",
            '{"game": "connect_four", "parameters": {"width": 9}, "moves": []}',
            "with width=9, not 7",
        ),
        (
            "tic_tac_toe",
            '{"game": "tic_tac_toe", "payoffs": [1' + 400 * "0" + ', 2], "moves": []}',
            "this is not a game in JSON",
        ),
        ("othello", "(;GM[2]CA[undefined]SZ[8];B[d3])", "is not a point"),
        ("tic_tac_toe", "startpos moves " + 4_000 * "a1 ", "longer than 4,000 moves"),
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence(name: str, text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_study(load(name), text)


ENDINGS_OF_TREES = {"chess": "pgn", "go": "sgf", "othello": "sgf"}


@pytest.mark.parametrize("name", ["chess", "othello", "backgammon", "connect_four", "kuhn"])
def test_variations_are_saved_and_read_again(name: str) -> None:
    game = load(name)
    position = played(game, 6, 1)
    tree = MoveTree.of(position.moves).annotate(1, (5,), "a plan")
    other = next(m for m in position.undo(1).legal_moves if m != position.moves[-1])
    tree, _ = tree.add(position.ply - 1, other)
    file, text = save_game(position, None, ("A", "B"), tree)
    assert file.endswith("." + ENDINGS_OF_TREES.get(name, "jsonl"))
    assert read_study(game, text)[1] == tree
    file, text = save_game(position, None, ("A", "B"), tree, "jsonl")
    assert file.endswith(".jsonl")
    assert read_study(game, text)[1] == tree


def test_a_format_that_does_not_fit_is_refused() -> None:
    position = load("chess").position()
    with pytest.raises(InputError, match="SGF is for Go, Othello"):
        save_game(position, None, ("A", "B"), MoveTree.of(), "sgf")
    with pytest.raises(InputError, match="'match' is not one of"):
        save_game(position, None, ("A", "B"), MoveTree.of(), "match")


PGN = b'[White "Ann"]\n\n1. e4 e5 1/2-1/2\n\n[White "Cid"]\n\n1. d4 *\n'


@pytest.fixture(scope="module")
def opened() -> Iterator[TestClient]:
    games = {name: load(name) for name in ("chess", "tic_tac_toe")}
    with TestClient(make_app(games), base_url="http://localhost") as made:
        yield made


def test_the_games_of_a_file_are_listed_and_one_is_opened(opened: TestClient) -> None:
    address = "/api/games/chess/file"
    assert opened.post(address, content=PGN).json() == {
        "games": ["Ann – ?, draw, 2 plies", "Cid – ?, 1 ply"]
    }
    assert opened.post(f"{address}?number=1", content=PGN).json() == {"text": "startpos moves d4"}


def test_a_game_is_opened_with_its_variations(opened: TestClient) -> None:
    content = b"1. e4 {[%clk 0:01:00] best by test} e5 (1... c5 $5 2. Nf3) *"
    answer = opened.post("/api/games/chess/file?number=0", content=content).json()
    assert answer["text"] == "startpos moves e4 e5"
    with opened.websocket_connect("ws://localhost/ws") as session:
        session.send_json(
            {
                "type": "new",
                "game": "chess",
                "seats": [0, 0],
                "position": answer["text"],
                "study": answer["study"],
            }
        )
        room = session.receive_json()
        assert [row[2:] for row in room["tree"]] == [
            ["", -1, [], ""], ["e4", 0, [], "best by test"], ["e5", 1, [], ""],
            ["c5", 1, [5], ""], ["Nf3", 0, [], ""],
        ]  # fmt: skip
        session.send_json({"type": "annotate", "ply": 1, "comment": "good"})
        session.receive_json()
        session.send_json({"type": "save"})
        saved = session.receive_json()["text"]
        assert "1. e4 {[%clk 0:01:00] good} 1... e5 (1... c5 $5 2. Nf3) *" in saved.replace(
            "\n", " "
        )
        session.send_json(
            {
                "type": "new",
                "game": "chess",
                "seats": [0, 0],
                "position": "startpos moves d4",
                "study": answer["study"],
            }
        )
        assert session.receive_json()["tree"] is None  # the position was changed by hand


def test_a_study_that_is_too_long_is_opened_without_variations(
    opened: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterplay.web.study.MOST_NODES", 4)
    answer = opened.post(
        "/api/games/chess/file?number=0", content=b"1. e4 e5 (1... c5) 2. d4 *"
    ).json()
    assert answer["text"] == "startpos moves e4 e5 d4" and "study" not in answer
    assert answer["note"].startswith("Only the moves are opened: a study has at most 4 moves")


@pytest.mark.parametrize(
    ("address", "content", "sentence"),
    [
        ("chess/file?number=2", PGN, "the file has no game 3"),
        ("chess/file?number=-1", PGN, "number must be a whole number from 0"),
        ("chess/file?name=a.txt", b"\x00\x01", "a.txt is in no known format of games"),
        ("chess/file", b"", "there is no game in the file"),
        ("tic_tac_toe/file", PGN, "chess"),
        ("nowhere/file", PGN, "there is no game 'nowhere' on this server"),
    ],
)
def test_a_file_that_cannot_be_opened_is_refused(
    opened: TestClient, address: str, content: bytes, sentence: str
) -> None:
    answer = opened.post(f"/api/games/{address}", content=content)
    assert answer.status_code == 400 and sentence in answer.json()["error"]


def test_a_file_that_is_too_large_is_refused(
    opened: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterplay.web.app.MOST_BYTES", 1 << 20)
    answer = opened.post("/api/games/chess/file", content=b"x" * (1 << 20) + b"x")
    assert answer.json() == {"error": "the file is larger than 1 MB, the most that is opened"}


def test_other_sites_cannot_send_files(opened: TestClient) -> None:
    headers = {"origin": "http://evil.example"}
    assert opened.post("/api/games/chess/file", content=PGN, headers=headers).status_code == 403


def test_a_tree_that_is_not_of_the_game_is_left_out() -> None:
    game = load("connect_four")
    text = '{"game": "connect_four", "moves": ["3"], "tree": [[0, "4"], [1, "4"], [2, "4"]]}'
    position, tree = read_study(game, text)
    assert len(position.moves) == 1 and tree == MoveTree.of(position.moves)
