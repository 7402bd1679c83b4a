"""Games come in from every format that people have, and go out again."""

import gzip
import io
import json
import random
from pathlib import Path

import chess.pgn
import pytest
import zstandard

import counterplay as cp
from counterplay.arena import match
from counterplay.cli.support.play.saving import write as write_game
from counterplay.cli.support.play.setup import Setup
from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit
from counterplay.database import Database
from counterplay.database.importing import import_file
from counterplay.formats.registry import writable, write_games


def exported(db, game, chosen=None, **wanted):
    text = io.StringIO()
    games = ((one.game, one.played) for one in db.games(game, latest=False, **wanted))
    count = write_games(text, games, chosen and writable(chosen))
    return text.getvalue(), count


def test_pgn_comes_out_as_it_came_in(pgn, random_games, database):
    with database() as db:
        import_file(db, pgn)
        text, count = exported(db, cp.load("chess"))
    assert count == len(random_games)
    file = io.StringIO(text)
    for game in random_games:
        again = chess.pgn.read_game(file)
        assert list(again.mainline_moves()) == list(game.mainline_moves())
        for name in ("White", "Black", "Date", "Round", "Result"):
            assert again.headers[name] == game.headers[name]


@pytest.mark.parametrize("packed", ["gz", "zst"])
def test_packed_files_are_read(pgn, database, random_games, tmp_path, packed):
    data = pgn.read_bytes()
    path = tmp_path / f"games.pgn.{packed}"
    pack = gzip.compress if packed == "gz" else zstandard.ZstdCompressor().compress
    path.write_bytes(pack(data))
    with database() as db:
        assert import_file(db, path).added == len(random_games)
        path.write_bytes(pack(data)[:-100])
        with pytest.raises(InputError, match="cannot be read"):
            list(import_file(db, path).faults)


def test_games_from_a_position_and_of_chess960_keep_their_start(database, tmp_path):
    fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9"
    path = tmp_path / "fen.pgn"
    path.write_text(f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n1. e4 e5 1-0\n')
    rules = cp.load("chess")
    with database() as db:
        assert import_file(db, path).added == 1
        assert [one.text for one in db.explore(rules, fen)] == ["e4"]
        assert f'[FEN "{fen}"]' in exported(db, rules)[0]


def test_a_match_is_imported_with_who_played_which_side(database, tmp_path):
    game, path = cp.load("tic_tac_toe"), tmp_path / "match.jsonl"
    result = match(game, "random:name=A", "random:name=B", games=12, seed=2, out=path)
    with database() as db:
        assert import_file(db, path).added == 12
        found = {int(one.played.round) - 1: one for one in db.games(game)}
        for record in result.games:
            one = found[record.number]
            assert one.position.text == game.position(record.end).text
            names = ("random:name=A", "random:name=B")
            assert one.played.players == tuple(names[seat] for seat in record.seats)
            assert one.played.payoffs == game.position(record.end).payoffs


def test_a_changed_line_of_a_match_is_skipped_with_a_sentence(database, tmp_path):
    path = tmp_path / "match.jsonl"
    match(cp.load("tic_tac_toe"), "random:name=A", "random:name=B", games=4, seed=2, out=path)
    lines = path.read_text().split("\n")
    lines[2] = lines[2].replace('"seats":[0,1]', '"seats":[1,0]')  # still a game, but another one
    lines[3] = lines[3].replace('"seats":[0,1]', '"seats":[1,0]')
    assert "\n".join(lines) != path.read_text()
    path.write_text("\n".join(lines))
    with database() as db:
        done = import_file(db, path)
    [sentence] = done.faults
    assert done.added == 3 and "the game is skipped: its checksum is wrong" in sentence


def test_a_damaged_saved_game_is_skipped_with_a_sentence(database, tmp_path):
    path = tmp_path / "game.json"
    setup = Setup("tic_tac_toe", {}, (True, False), Limit(depth=3), 7)
    write_game(path, setup, cp.load("tic_tac_toe").position("startpos moves a1 b1"))
    with database() as db:
        assert import_file(db, path).added == 1
        path.write_text(path.read_text().replace('"b1"', '"c1"'))
        done = import_file(db, path)
    assert done.added == 0 and "it is damaged; if you changed it" in done.faults[0]


def test_a_forfeited_game_counts_as_won(database, tmp_path):
    head = {"format": "counterplay match", "game": "tic_tac_toe", "parameters": {},
            "players": ["A", "B"], "seed": 1}  # fmt: skip
    lost = {"number": 0, "opening": "startpos", "seats": [1, 0], "moves": ["b2"], "payoffs": None,
            "score": 0.0, "ending": "time", "text": ""}  # fmt: skip
    path = tmp_path / "match.jsonl"
    path.write_text("\n".join(map(json.dumps, (head, lost))))
    with database() as db:
        import_file(db, path)
        [one] = db.games()
    assert one.played.payoffs == (1, -1) and one.played.players == ("B", "A")
    assert one.played.tags == {"Termination": "time"}


def test_lines_of_json_come_back(database, tmp_path):
    rules, dice = cp.load("connect_four", width=5, height=4), random.Random(1)
    with database() as db, Database(tmp_path / "other.db") as other:
        for number in range(30):
            position = rules.position()
            while not position.is_over and dice.random() < 0.97:
                position = position.play(dice.choice(position.legal_moves))
            db.add(rules, position, players=("Ä", "B"), event=str(number), date="2020-01")
        path = tmp_path / "games.jsonl"
        path.write_text(exported(db, rules)[0], encoding="utf-8")
        assert import_file(other, path).added == 30
        assert import_file(db, path).added == 0
        assert exported(other, rules)[0] == path.read_text(encoding="utf-8")
        assert other.explore(rules) == db.explore(rules)


def test_othello_goes_out_as_sgf_and_comes_back(database, tmp_path):
    rules, dice = cp.load("othello", size=6), random.Random(1)
    with database() as db, Database(tmp_path / "other.db") as other:
        for number in range(10):
            position = rules.position()
            while not position.is_over:
                position = position.play(dice.choice(position.legal_moves))
            db.add(rules, position, players=("A", "B]"), round=str(number))
        text, _ = exported(db, rules)
        path = tmp_path / "games.sgf"
        path.write_text(text, encoding="utf-8")
        assert "GM[2]" in text and import_file(other, path).added == 10
        assert exported(other, rules)[0] == text


def test_what_is_broken_is_named_and_the_rest_is_kept(database, tmp_path):
    good = {"game": "tic_tac_toe", "moves": ["b2"]}
    lines = [json.dumps(good), "{", json.dumps({"game": "tic_tac_toe", "moves": ["z9"]}),
             json.dumps({"game": "no_such_game", "moves": []}), json.dumps({"moves": 3}),
             json.dumps(good | {"event": "2"})]  # fmt: skip
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(lines))
    sgf = tmp_path / "games.sgf"
    sgf.write_text("(;GM[2];B[dc])(;GM[2];B[aa])")
    with database() as db:
        found = import_file(db, path)
        assert found.added == 2 and len(found.faults) == 4
        assert found.faults[1].startswith(f"{path}, line 3: the game is skipped: 'z9' is")
        other = import_file(db, sgf)
        assert other.added == 1 and "game 2 is skipped" in other.faults[0]
        with pytest.raises(InputError, match="cannot be read"):
            import_file(db, tmp_path / "none.pgn")
        with pytest.raises(InputError, match=r"in no known format of games: .*PGN"):
            import_file(db, Path(__file__))


def test_a_file_of_another_game_than_the_one_named_is_refused(pgn, database):
    with database() as db, pytest.raises(InputError, match=r"its games are chess, not .*nim"):
        import_file(db, pgn, cp.load("nim"))


def test_names_that_a_file_could_not_hold_are_put_into_one_line(database):
    rules = cp.load("tic_tac_toe")
    with database() as db:
        db.add(rules, "startpos moves b2", players=("A\nB", "C\0D"), event="x\ny")
        [one] = db.games(player="a b")
    assert one.played.players == ("A B", "C D") and one.played.event == "x y"
