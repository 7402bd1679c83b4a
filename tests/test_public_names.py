"""The public surface is one file; a name is added or removed here on purpose."""

import counterplay as cp


def test_the_public_names_are_these() -> None:
    assert sorted(cp.__all__) == [
        "CHANCE",
        "Cards",
        "CounterplayError",
        "ProbeTables",
        "Engine",
        "Evaluator",
        "Facts",
        "Game",
        "GameError",
        "Grid",
        "InputError",
        "Limit",
        "OpeningBook",
        "Points",
        "Ponder",
        "Position",
        "Result",
        "SIMULTANEOUS",
        "Solution",
        "Tablebase",
        "UnfitError",
        "__version__",
        "bits",
        "build_tablebase",
        "check",
        "load",
        "load_evaluator",
        "make_engine",
        "parameter",
        "perft",
        "search",
        "search_many",
        "setting",
        "solve",
        "textbook",
    ]


def test_every_public_name_is_there() -> None:
    assert all(hasattr(cp, name) for name in cp.__all__)


def test_every_algorithm_of_the_catalogue_is_public() -> None:
    for name, algorithm in cp.textbook.ALGORITHMS.items():
        assert getattr(cp.textbook, name) is algorithm.function
        assert name in cp.textbook.__all__
