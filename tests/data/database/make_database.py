"""Make `games-0.1.0.db`, a database as version 0.1.0 wrote it, and the answers it gave.

    git worktree add /tmp/before v0.1.0   # or any checkout of 0.1.0
    PYTHONPATH=/tmp/before python tests/data/database/make_database.py

Run it with 0.1.0 only: `tests/database/test_old_file.py` opens the file with today's code.
"""

import json
import tempfile
from pathlib import Path

import counterplay as cp
from counterplay.database import Database
from counterplay.database.importing import import_file

HERE = Path(__file__).parent
FILE, ANSWERS = HERE / "games-0.1.0.db", HERE / "games-0.1.0.json"

PGN = """[Event "Café"]
[Site "Wien"]
[White "Anna"]
[Black "Bert"]
[Date "2024.05.31"]
[Round "1"]
[ECO "E20"]

1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 1-0

[White "Cleo"]
[Black "Anna"]
[Date "2023.??.??"]

1. c4 e6 2. d4 Nf6 3. Nf3 d5 1/2-1/2

[White "Dora"]
[Black "Emil"]
[SetUp "1"]
[FEN "8/8/8/8/8/2k5/8/KBN5 w - - 0 1"]

1. Nd3 Kd2 *
"""

ASKED = [
    ("chess", {}, "startpos"),
    ("chess", {}, "startpos moves c4 Nf6 d4 e6"),
    ("chess", {}, "8/8/8/8/8/2k5/8/KBN5 w - - 0 1"),
    ("connect_four", {"width": 5, "height": 4}, "startpos"),
    ("connect_four", {"width": 5, "height": 4}, "startpos moves 3"),
    ("tic_tac_toe", {}, "startpos"),
    ("dots_and_boxes", {"rows": 1, "columns": 2, "players": 3}, "startpos"),
]
"""Positions to explore: the game, its parameters, the position."""


def answers(db: Database) -> dict[str, object]:
    """All games of a database, and what was played in some positions."""
    return {
        "games": [
            {"number": one.number, **one.as_json(), "source": Path(one.source).name}
            for one in db.games()
        ],
        "explore": [
            [move.as_json() for move in db.explore(cp.load(name, **parameters), text)]
            for name, parameters, text in ASKED
        ],
    }


def main() -> None:
    FILE.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder, Database(FILE) as db:
        pgn = Path(folder) / "games.pgn"
        pgn.write_text(PGN, encoding="utf-8")
        import_file(db, pgn)
        small = cp.load("connect_four", width=5, height=4)
        db.add(small, "startpos moves 3 3 2", (1, -1), players=("A", "B"), date="2020-01")
        db.add(small, "startpos moves 3 2 2", (0, 0), players=("B", "A"), date="2021")
        db.add(cp.load("tic_tac_toe"), "startpos moves b2 a1 b1 b3 a3 c1 a2 c2 c3", event="Ä")
        boxes = cp.load("dots_and_boxes", rows=1, columns=2, players=3)
        db.add(boxes, list(range(7)), players=("A", "B", "C"))
        ANSWERS.write_text(
            json.dumps(answers(db), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )
        db.connection().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.connection().execute("PRAGMA journal_mode = DELETE")


if __name__ == "__main__":
    main()
