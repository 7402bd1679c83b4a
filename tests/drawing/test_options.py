"""The options of algorithms, and what each algorithm shows on a tree of one's own."""

import inspect
from typing import Any

import pytest

import counterplay as cp
from counterplay.drawing.options import options_of, read_options
from counterplay.textbook.catalogue import ALGORITHMS

EXCHANGE = """
A
  wait: B eval=1
    1
    0
  grab noisy: C eval=9
    retake noisy: D eval=0
      -3
      -4
    pass: E eval=9
      9
      8
"""
"""At depth 1 grabbing looks best. The retake, a noisy move, refutes it."""

GRAPH = """
A
  x: B player=MIN
    y: D player=MAX
      3
      5
    4
  y: C player=MIN
    x: D
    9
"""


def moves(algorithm: str, tree: str = EXCHANGE, **options: Any) -> tuple[str, float]:
    found = cp.trace(cp.load("tree", tree=tree), algorithm=algorithm, **options)
    return found.move, found.decision.value


def test_h_minimax_stops_at_the_evaluations_of_the_tree() -> None:
    assert moves("hminimax", depth=1) == ("grab", 9)
    assert moves("hminimax", depth=3) == ("wait", 0)


def test_quiescence_follows_the_noisy_moves_of_the_tree() -> None:
    assert moves("quiescence", depth=1) == ("wait", 1)


def test_a_biasing_factor_moves_the_evaluations_after_a_move_of_max() -> None:
    assert moves("biased", depth=1, bias=2) == ("grab", 7)


def test_a_narrow_beam_loses_the_best_move() -> None:
    assert moves("beam", width=1) == ("grab", -3)
    assert moves("beam", width=2) == ("wait", 0)


def test_the_table_answers_at_a_shared_node() -> None:
    shown = cp.trace(cp.load("tree", tree=GRAPH), algorithm="transposition")
    again = [step for step in shown.steps if "from the table" in step.text]
    assert len(again) == 1 and "leads to a known state" in again[0].text
    assert moves("minimax", GRAPH)[1] == shown.decision.value == 5


def test_probcut_cuts_what_a_shallow_search_predicts() -> None:
    tree = """
    A
      B
        3
        5
      C eval=0
        D eval=-2
          9
          8
        E eval=-2
          7
          9
    """
    exact = moves("probcut", tree, depth=3)
    cut = cp.trace(cp.load("tree", tree=tree), algorithm="probcut", depth=3, deep=2, sigma=0.5)
    assert exact == ("2", 9) and (cut.move, cut.decision.value) == ("1", 3)
    assert any("probably" in step.text for step in cut.steps)


def test_a_singular_move_is_searched_beyond_the_depth_limit() -> None:
    # The capture is clearly best below B. A delay only pushes it beyond the depth limit.
    tree = """
    A
      stay: B
        capture: -9
        else: 5
      delay: C
        reply: D
          go: E eval=5
            capture: -9
            else: 5
      safe: 0
    """
    assert moves("hminimax", tree, depth=3) == ("delay", 5)
    assert moves("singular", tree, depth=3) == ("safe", 0)
    assert moves("singular", tree, depth=3, margin=20) == ("delay", 5)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_number_that_an_algorithm_takes_is_an_option(name: str) -> None:
    taken = inspect.signature(ALGORITHMS[name].function).parameters
    numbers = {n for n, p in taken.items() if type(p.default) in (int, float)}
    assert numbers <= set(options_of(ALGORITHMS[name]))
    assert not {"evaluate", "key", "trace", "state", "game"} & set(options_of(ALGORITHMS[name]))


def test_options_are_read_from_texts() -> None:
    assert read_options(ALGORITHMS["beam"], {"width": "2", "depth": 3}) == {"width": 2, "depth": 3}
    fit = read_options(ALGORITHMS["probcut"], {"deep": "4", "a": "0.5", "t": "2"})
    assert fit == {"fit": cp.textbook.probcut.__globals__["Fit"](deep=4, a=0.5), "t": 2}


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("beam", {"games": 3}, "beam has no option 'games': its options are depth, width"),
        ("minimax", {"width": 3}, "minimax has no option 'width': it has none"),
        ("beam", {"width": "wide"}, "option width=wide: it must be a whole number"),
        ("beam", {"width": 1.5}, "option width=1.5: it must be a whole number"),
        ("biased", {"bias": "nan"}, "option bias=nan: it must be a number"),
        ("beam", {"width": 0}, "width=0: search at least one move"),
        ("probcut", {"shallow": 3}, "shallow=3, deep=2: expected 1 <= shallow < deep"),
        ("probcut", {"a": 0}, "a=0, sigma=1"),
    ],
)
def test_an_option_that_does_not_fit_gets_a_sentence(
    name: str, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(cp.InputError, match=sentence):
        cp.trace(cp.load("tree", tree=EXCHANGE), algorithm=name, **options)


def test_iterative_deepening_needs_no_evaluations_if_it_reaches_the_ends() -> None:
    assert moves("deepening", "A\n  B\n    1\n    2\n  C\n    3") == ("2", 3)


@pytest.mark.parametrize("name", ["hminimax", "ordered", "transposition", "sss", "deepening"])
def test_a_cutoff_without_an_evaluation_gets_a_sentence_with_the_path(name: str) -> None:
    with pytest.raises(cp.InputError, match=r"node root\.1 \(B\) has no evaluation"):
        cp.trace(cp.load("tree", tree="A\n  B\n    1\n  2"), algorithm=name, depth=1)
    with pytest.raises(cp.InputError, match=r"node root\.2 has no evaluation"):
        tree = "A\n  B eval=3\n    1\n  2:\n    4\n"
        cp.trace(cp.load("tree", tree=tree), algorithm=name, depth=1)
