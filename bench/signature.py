"""Fixed searches whose node counts are the signature of the engine.

python bench/signature.py        prints the counts as signature.json holds them
"""

from __future__ import annotations

import json

import counterplay as cp

# game, parameters, position, depth
POSITIONS = (
    ("connect_four", {}, "startpos", 12),
    ("connect_four", {}, "4453", 12),
    ("connect_four", {}, "32164625", 13),
    ("tic_tac_toe", {}, "startpos", 9),
    ("nim", {}, "startpos", 15),
    ("tree", {}, "startpos", 2),
    ("dots_and_boxes", {}, "startpos", 4),
    ("breakthrough", {}, "startpos", 6),
    ("othello", {}, "f5f6e6f4", 8),
)


def node_counts() -> dict[str, int]:
    """The nodes of each search, by a label that says which it is."""
    return {
        f"{name} {text} depth {depth}": cp.search(
            cp.load(name, **parameters), text, depth=depth
        ).nodes
        for name, parameters, text, depth in POSITIONS
    }


if __name__ == "__main__":
    print(json.dumps(node_counts(), indent=2))
