"""A database knows its games by a signature of what their rules do."""

import json
from pathlib import Path

import pytest

from counterplay.database.identity import signatures
from counterplay.games import BUILT_IN, Source

FILE = Path(__file__).parents[1] / "data" / "database" / "signatures.json"
KNOWN = json.loads(FILE.read_text(encoding="utf-8"))


def test_every_built_in_game_has_its_signatures() -> None:
    assert set(KNOWN) == set(BUILT_IN)


@pytest.mark.parametrize("name", KNOWN)
def test_the_signatures_of_a_game_have_not_changed(name: str) -> None:
    """Another signature of the rules refuses the games of every database, another one of the keys
    counts them again. See `tests/data/database/make_signatures.py`."""
    assert list(signatures(Source(name, ()).load())) == KNOWN[name]
