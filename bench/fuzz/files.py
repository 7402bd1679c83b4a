"""Parsers of files: books, tables, databases, ladders, weights, saved games, matches."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from weakref import finalize

import numpy as np
from texts import Target, _match, _saved, positions_file

import counterplay as cp
from counterplay.arena.games_file import GamesFile
from counterplay.arena.ladder import read_ladder
from counterplay.cli.support.play import saving
from counterplay.core.data_files import with_sum
from counterplay.core.game.weights import read_weights
from counterplay.core.network.inputs import board_words, fingerprint, views, word_count
from counterplay.core.network.learned import checksum
from counterplay.core.network.network import Network, write_network
from counterplay.core.patterns.patterns import PatternTables, write_patterns
from counterplay.core.table_file import FORMAT, read, write
from counterplay.database import Database
from counterplay.database.book import open_book
from counterplay.engine.alphabeta.probcut.calibration import read_calibration
from counterplay.formats.polyglot.book import OWN_FILE
from counterplay.learning.selfplay import read_games
from counterplay.tablebase.store.identity import game_identity, require_game
from counterplay.tablebase.store.open import open_solution

PACKAGE = Path(cp.__file__).parent
DATA = PACKAGE / "data"
DOMINEERING = Path(__file__).parents[2] / "tests" / "conformance" / "domineering.py"


FIRST_KEY = bytes.fromhex("463b96181691fc9c")
"""The key of the first position of chess in Polyglot."""


class Folder:
    """A folder in memory, where there is one; the same few files are written again and again."""

    def __init__(self) -> None:
        memory = Path("/dev/shm")
        self.path = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))
        finalize(self, shutil.rmtree, self.path)

    def read(self, name: str, read: Callable[[Path], object]) -> Callable[[bytes], object]:
        """Write the input to a file of this name, and read that."""

        def write_and_read(data: bytes) -> object:
            path = self.path / name
            path.write_bytes(data)
            return read(path)

        return write_and_read


def targets() -> Iterator[Target]:
    folder = Folder()
    chess, nim, domineering = cp.load("chess"), cp.load("nim"), cp.load(DOMINEERING, size=4)
    made = folder.read
    book = OWN_FILE.read_bytes()
    first = int.from_bytes(
        bytes.fromhex("463b96181691fc9c"), "big"
    )  # the key of the first position
    at = next(i for i in range(0, len(book), 16) if int.from_bytes(book[i : i + 8], "big") == first)
    yield "Polyglot", [book[at : at + 64], book[: 16 * 8]], made("x.bin", lambda p: _book(chess, p))
    own_book, saved_db = _game_book(nim, folder.path), _database(nim, folder.path)
    yield "books", [own_book], made("x.book", lambda p: _book(nim, p))
    yield "sealed books", [own_book], made("y.book", lambda p: _sealed_book(nim, p))
    ladder = (DATA / "ladders" / "tic_tac_toe.json").read_bytes()
    yield "ladders", [ladder, _without_sum(ladder)], made("ladder.json", _ladder)
    small = _small_calibration()
    sealed = with_sum(small.decode()).encode()
    yield "calibrations", [small, sealed], made("c.json", read_calibration)
    assert domineering.evaluator is not None
    count = len(domineering.evaluator.weights)
    listed = json.dumps(list(range(count))).encode()
    named = json.dumps({"weights": {"weights": [[n] for n in range(count)]}}).encode()
    evaluator = domineering.evaluator
    yield "weights", [listed, named], made("w.json", lambda p: _weights(evaluator, p))
    np.save(folder.path / "w.npy", np.arange(count))
    array = (folder.path / "w.npy").read_bytes()
    yield ".npy weights", [array], made("w.npy", lambda p: _weights(evaluator, p))
    network = _network(domineering, folder.path)
    yield "networks", [network], made("x.network", lambda p: _evaluate(domineering, p))
    body = network.partition(b"\n")[2]
    head = json.loads(network.partition(b"\n")[0])
    sealed = json.dumps({name: value for name, value in head.items() if name != "sha256"}).encode()
    yield (
        "sealed networks",
        [sealed],
        lambda d: _sealed(domineering, folder.path / "sealed.network", d, body),
    )
    board = cp.load("tic_tac_toe")
    tables = _tables(board, folder.path)
    yield "pattern tables", [tables], made("x.patterns", lambda p: _evaluate(board, p))
    line, _, weights = tables.partition(b"\n")
    head = {name: value for name, value in json.loads(line).items() if name != "sha256"}
    sealed = json.dumps(head).encode()
    file = folder.path / "sealed.patterns"
    yield "sealed pattern tables", [sealed], lambda d: _sealed(board, file, d, weights)
    (folder.path / "parts").mkdir()
    part = _part(domineering, folder.path)
    yield "self-play", [part], made("parts/0.npz", lambda p: read_games(domineering, p.parent))
    yield "saved games", [text.encode() for text in _saved()], made("s.json", saving.read)
    yield "matches", [text.encode() for text in _match()], made("m.jsonl", _games_file)
    table = _table(nim)
    yield "tables", [table], made("x.table", lambda p: open_solution(nim, p))
    header = table.split(b"\n")[1].rstrip()
    yield "sealed table headers", [header], lambda d: _sealed_table(nim, folder.path, d)
    yield "databases", [saved_db], made("x.db", lambda p: _read_database(nim, p))
    lists = [b"startpos moves 1-1 # x\n", b"8/8/8/8/8/5k2/4q3/7K w - - bm Kg1;\n"]
    yield "lists of positions", lists, made("p.txt", lambda p: positions_file(p, p.read_bytes()))


def _book(game: cp.Game, path: Path) -> None:
    book = open_book(game, path, seed=1)
    position = game.position()
    assert all(move.action in position.legal_moves for move in book.moves(position))
    move = book.move(position)
    assert move is None or move in position.legal_moves


def _ladder(path: Path) -> None:
    for level in read_ladder(path).levels:
        assert level.limit is not None


def _weights(evaluator: Any, path: Path) -> None:
    found = read_weights(evaluator, path)
    assert found.dtype == evaluator.weights.dtype and found.shape == evaluator.weights.shape


def _without_sum(data: bytes) -> bytes:
    """A file as people write it: without a checksum, a change reaches what reads the fields."""
    return json.dumps({k: v for k, v in json.loads(data).items() if k != "sum"}).encode()


def _small_calibration() -> bytes:
    whole = json.loads(_without_sum((DATA / "probcut" / "othello.json").read_bytes()))
    return json.dumps({**whole, "regressions": whole["regressions"][:3]}).encode()


def _games_file(path: Path) -> None:
    first = json.loads(_match()[0].splitlines()[0])
    header = {name: first[name] for name in ("game", "parameters", "players", "seed")}
    with GamesFile(path, header) as opened:
        records = list(opened.records)
    with GamesFile(path, header) as again:
        assert again.records == records


def _game_book(nim: cp.Game, folder: Path) -> bytes:
    from counterplay.database.book import GameBook

    weights = {nim.key(nim.initial()): [(move, 3) for move in nim.actions(nim.initial())[:3]]}
    GameBook(nim, weights).save(folder / "made.book")
    return (folder / "made.book").read_bytes()


def _sealed_book(nim: cp.Game, path: Path) -> None:
    """The checksum is right: somebody else's program may have written it."""
    from counterplay.database.book import _checksum

    try:
        content = json.loads(path.read_bytes())
        content["sum"] = _checksum(content["positions"])
        path.write_text(json.dumps(content))
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    _book(nim, path)


def _network(game: cp.Game, folder: Path) -> bytes:
    """A small network; its weights need not be good to be read."""
    inputs, width = 64 * word_count(game), 16
    network = Network(
        game.name,
        fingerprint(game),
        rows=np.ones((inputs, width), np.int16),
        bias=np.zeros(width, np.int16),
        last=np.ones((2, views(game), width), np.int16),
        offsets=np.zeros(2, np.int64),
        most_on=9,
        scale=100,
    )
    write_network(network, folder / "made.network")
    return (folder / "made.network").read_bytes()


def _evaluate(game: cp.Game, path: Path) -> None:
    used = game.with_evaluator(cp.load_evaluator(path))
    assert isinstance(used.evaluate(used.initial()), int)


def _tables(game: cp.Game, folder: Path) -> bytes:
    """Small pattern tables."""
    tables = PatternTables(
        game.name,
        fingerprint(game),
        (((0, 1, 2), (6, 7, 8)),),
        words=word_count(game),
        boards=np.array(board_words(game)),
        movers=2,
        weights=np.ones((4, 27), np.int16),
        offsets=np.zeros(4, np.int64),
        most_on=9,
        one=10,
        scale=100,
        most=1000,
    )
    write_patterns(tables, folder / "made.patterns")
    return (folder / "made.patterns").read_bytes()


def _sealed(game: cp.Game, path: Path, head: bytes, body: bytes) -> None:
    """A first line with any content and the right checksum."""
    try:
        content = json.loads(head)
        content["sha256"] = checksum(content, body)
        head = json.dumps(content).encode()
    except (ValueError, TypeError, AttributeError, RecursionError):
        head = head.replace(b"\n", b" ")
    path.write_bytes(head + b"\n" + body)
    _evaluate(game, path)


def _part(game: cp.Game, folder: Path) -> bytes:
    from counterplay.learning.selfplay import PartsFolder, Samples

    states = np.zeros(3, game.shape.dtype)
    samples = Samples(states, *(np.zeros(3, np.int64) for _ in range(3)))
    parts = PartsFolder(folder, game.name, "x")
    parts.write(parts.path(0), samples)
    return parts.path(0).read_bytes()


def _table(nim: cp.Game) -> bytes:
    """A small solution of Nim; its values need not be right to be read."""
    with tempfile.TemporaryDirectory() as folder:
        states = np.zeros(4, nim.shape.dtype)
        parts = {"states": states, "values": np.zeros((4, 1), np.int16)}
        write(Path(folder, "t.part"), Path(folder, "t"), game_identity(nim), parts)
        return Path(folder, "t").read_bytes()


def _sealed_table(nim: cp.Game, folder: Path, header: bytes) -> None:
    """A header with any content and the right checksum."""
    header = header.replace(b"\n", b" ").rstrip()
    start = f"{FORMAT} {hashlib.sha256(header).hexdigest()}\n".encode() + header
    body = _table(nim)[4096:]
    path = folder / "sealed.table"
    path.write_bytes(start.ljust(-(-(len(start) + 1) // 4096) * 4096 - 1) + b"\n" + body)
    about, _ = read(path)
    if require_game(nim, path, about):  # else its values are checked, which takes long
        open_solution(nim, path)


def _database(nim: cp.Game, folder: Path) -> bytes:
    with Database(folder / "made.db") as database:
        for n in range(6):
            database.add(nim, "startpos moves 1-1 2-1", (1, -1), players=("A", f"B{n}"))
        database.connection().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.connection().execute("PRAGMA journal_mode = DELETE")
    return (folder / "made.db").read_bytes()


def _read_database(nim: cp.Game, path: Path) -> None:
    for other in path.parent.glob(f"{path.name}-*"):
        other.unlink()
    with Database(path) as database:
        for stored in database.games(nim):
            assert stored.position.text
        database.explore(nim)
        database.add(nim, "startpos moves 2-2", (1, -1))
