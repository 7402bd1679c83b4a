"""Write `signatures.json`: for each built-in game the signatures of its rules and of its keys.

    python tests/data/database/make_signatures.py

A database finds its games by the first and counts them again if the second changes. So the first
must stay as it is, unless the rules of a game really change.
"""

import json
from pathlib import Path

from counterplay.database.identity import signatures
from counterplay.games import BUILT_IN, Source

FILE = Path(__file__).parent / "signatures.json"


def main() -> None:
    found = {name: signatures(Source(name, ()).load()) for name in sorted(BUILT_IN)}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
