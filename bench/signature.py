"""Fixed searches whose results are the signature of the engine.

python bench/signature.py        prints the results as signature.json holds them

Alpha-beta and proof-number search are known by their node counts, UCT by its best move and value
after a fixed number of simulations, solved games by their numbers of states, perft by its count.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import counterplay as cp

# Alpha-beta: game, parameters, position, depth
POSITIONS = (
    ("connect_four", {}, "startpos", 12),
    ("connect_four", {}, "4453", 12),
    ("connect_four", {}, "32164625", 13),
    ("tic_tac_toe", {}, "startpos", 9),
    ("nim", {}, "startpos", 15),
    ("tree", {}, "startpos", 2),
    ("dots_and_boxes", {"players": 3}, "startpos", 4),
    ("breakthrough", {}, "startpos", 6),
    ("othello", {}, "f5f6e6f4", 8),
    ("chess", {}, "startpos", 8),
    ("chess", {}, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 7),
    ("chess", {}, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 9),
    ("checkers", {}, "startpos", 6),
)

# UCT: game, position, simulations
SIMULATIONS = (("connect_four", "44", 5000), ("tic_tac_toe", "startpos", 3000))

# Proof-number search: game, position, nodes
PROOFS = (("connect_four", "5371555645", 200_000), ("tic_tac_toe", "startpos", 100_000))

# Solved games: game, parameters
SOLUTIONS = (("tic_tac_toe", {}), ("nim", {}))

# Perft: game, depth
PERFTS = (("chess", 4), ("checkers", 6), ("othello", 6))

TABLES = ("POSITIONS", "SIMULATIONS", "PROOFS", "SOLUTIONS", "PERFTS")
"""The names of the tables above, one result for each row."""


def node_counts() -> dict[str, int]:
    """The nodes of each alpha-beta search, by a label that names it."""
    return {
        f"{name} {text} depth {depth}": cp.search(
            cp.load(name, **parameters), text, depth=depth
        ).nodes
        for name, parameters, text, depth in POSITIONS
    }


def simulations() -> dict[str, str]:
    """The best move and its value after each UCT search."""
    found = {}
    for name, text, nodes in SIMULATIONS:
        best = cp.search(cp.load(name), text, method="uct", nodes=nodes)
        found[f"uct {name} {text} simulations {nodes}"] = f"{best.move_text} {best.value:.6f}"
    return found


def proofs() -> dict[str, str]:
    """The outcome and the nodes of each proof-number search."""
    found = {}
    for name, text, nodes in PROOFS:
        proof = cp.search(cp.load(name), text, method="dfpn", nodes=nodes)
        found[f"dfpn {name} {text} nodes {nodes}"] = f"{proof.outcome} {proof.nodes}"
    return found


def solutions() -> dict[str, str]:
    """The outcome of each solved game, its states, and the outcomes of the first moves."""
    found = {}
    for name, parameters in SOLUTIONS:
        solved = cp.solve(cp.load(name, **parameters))
        start = solved.value("startpos")
        outcomes = Counter(entry.outcome for entry in solved.moves("startpos").values())
        counts = ", ".join(f"{outcomes[each]} {each}" for each in sorted(outcomes))
        found[f"solve {name}"] = f"{start.outcome}, {len(solved)} states; moves: {counts}"
    return found


def perfts() -> dict[str, int]:
    """The positions at each depth."""
    return {f"perft {name} {depth}": cp.perft(cp.load(name), depth=depth) for name, depth in PERFTS}


def signature() -> dict[str, Any]:
    """All results by their labels."""
    return {**node_counts(), **simulations(), **proofs(), **solutions(), **perfts()}


if __name__ == "__main__":
    print(json.dumps(signature(), indent=2))
