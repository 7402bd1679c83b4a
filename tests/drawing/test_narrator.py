"""A search is told step by step."""

from typing import Any

import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError
from counterplay.drawing import Explanation, explain
from counterplay.drawing.formatting import (
    as_sentence,
    describe_range,
    format_note,
    format_value,
    join_words,
)
from counterplay.textbook import alphabeta, minimax
from counterplay.textbook.deepening import deepening
from counterplay.textbook.dynamic import dynamic
from counterplay.textbook.maxn import maxn
from counterplay.textbook.montecarlo import montecarlo
from counterplay.textbook.mtdf import mtdf


def test_the_figure_is_told_in_sixteen_sentences(figure: Explanation) -> None:
    told = [step.text for step in figure.steps]
    assert len(told) == 16
    assert told[1] == "Move 1 at A leads to B, where MIN moves; alpha is −∞, beta is +∞."
    assert told[2] == "Move 1 at B ends the game: 3, so B is at most 3."
    assert told[3] == "Move 2 at B ends the game: 12, so B stays at most 3."
    assert told[4] == "Move 3 at B ends the game: 8, so B is exactly 3 and A is at least 3."
    assert told[8] == (
        "At C moves 2 and 3 are not tried: 2 ≤ alpha 3: MAX will not let it come to this."
    )
    assert told[9] == "C is left at 2: it is at most 2."
    assert told[15] == "A is worth 3."
    assert figure.summary == "Best is move 1, worth 3: 11 nodes, 7 evaluated, 2 moves pruned."


def test_moves_that_are_pruned_together_are_one_step(figure: Explanation) -> None:
    (cutoff,) = [step for step in figure.steps if step.event == "prune"]
    assert cutoff.node.name == "C"
    assert [(m.status, m.value) for m in cutoff.changes.values()] == [("pruned", 4), ("pruned", 6)]


def test_steps_hold_only_what_has_changed(figure: Explanation) -> None:
    assert [len(step.changes) for step in figure.steps[:5]] == [1, 1, 2, 1, 3]
    assert all(info.status == "unseen" for info in figure.node_infos(0))


def test_the_best_line_is_the_move_decided_on_and_the_first_best_reply(draw: Any) -> None:
    explanation = draw([[5, 4], [4, 3]])
    assert [explanation.tree.nodes[n].path for n in sorted(explanation.line)] == [(), (0,), (0, 1)]


def test_the_best_line_does_not_follow_a_bound_with_the_same_number(draw: Any) -> None:
    explanation = draw([[3, 12], [3, 1]])  # the second move is cut off at 3, a bound
    assert explanation.node_infos()[2].value == 3
    assert 1 in explanation.line and 2 not in explanation.line


def test_the_best_line_goes_on_with_every_outcome_of_chance(draw: Any, dice: Any) -> None:
    from counterplay.textbook.expectiminimax import expectiminimax

    explanation = draw(dice, expectiminimax)
    assert [explanation.tree.nodes[n].label for n in sorted(explanation.line)] == [
        "",
        "1",
        "1",
        "2",
        "1",
        "1",
    ]


def test_vectors_are_told_where_there_are_several_players(draw: Any, three: Any) -> None:
    explanation = draw(three, maxn)
    assert explanation.steps[-1].text == "A is worth (1, 2, 6)."
    assert explanation.steps[0].text == "The search starts at A, where player 1 moves."
    assert {info.range for info in explanation.node_infos()} == {None}


def test_what_is_proven_is_still_known_in_a_second_search(draw: Any) -> None:
    explanation = draw([[3, 12, 8], [2, 4, 6], [14, 5, 2]], mtdf)
    again = next(
        i for i, s in enumerate(explanation.steps) if s.text.startswith("A is searched again")
    )
    assert explanation.node_infos(again + 1)[0].range == (3, float("inf"))
    assert explanation.node_infos()[0].range == (3, 3)


def test_what_was_guessed_is_forgotten_in_a_deeper_search(draw: Any) -> None:
    explanation = draw([[3, 12, 8], [2, 4, 6], [14, 5, 2]], deepening)
    again = next(
        i for i, s in enumerate(explanation.steps) if s.text.startswith("A is searched again")
    )
    assert explanation.node_infos(again)[0].text == "[0, 0]"
    assert explanation.node_infos(again + 1)[0].text == "[−∞, +∞]"
    assert explanation.node_infos()[0].text == "[3, 3]"


def test_random_games_are_told_with_their_number(draw: Any) -> None:
    explanation = draw("tic_tac_toe", montecarlo, "xo./.x./..o", games=20)
    assert explanation.steps[1].text.startswith("Move a1 at A is tried in random games: ")
    assert "(20 games, mean" in explanation.steps[1].text


def test_a_state_met_before_is_told_as_such(draw: Any) -> None:
    explanation = draw("nim", dynamic, "0,0,2,2")
    assert any("leads to a known state" in step.text for step in explanation.steps)


def test_any_object_with_the_functions_of_the_book_can_be_told() -> None:
    class Countdown:
        """Take one or two; whoever takes the last wins."""

        def initial(self) -> tuple[int, int]:
            return 3, 0

        def player(self, s: Any) -> int:
            return int(s[1])

        def actions(self, s: Any) -> list[str]:
            return ["one", "two"][: s[0]]

        def result(self, s: Any, a: str) -> tuple[int, int]:
            return s[0] - (1 if a == "one" else 2), 1 - s[1]

        def terminal(self, s: Any) -> bool:
            return bool(s[0] == 0)

        def utility(self, s: Any, p: int) -> int:
            return -1 if p == s[1] else 1

    game = Countdown()
    explanation = explain(minimax(game, game.initial(), trace=True), game)
    assert explanation.tree.nodes[1].label == "one"
    assert explanation.summary == "Best is move one, worth −1: 7 nodes, 3 evaluated."


def test_a_decision_without_a_trace_is_refused() -> None:
    game = cp.load("tree")
    with pytest.raises(InputError, match="trace=True"):
        explain(alphabeta(game, game.initial()), game)


def test_numbers_and_notes_are_written_as_in_a_book() -> None:
    assert [format_value(v) for v in (3, -1.0, 1 / 3, float("inf"), (1, -2))] == [
        "3", "−1", "0.3333", "+∞", "(1, −2)",
    ]  # fmt: skip
    assert format_note("2 <= alpha -inf") == "2 ≤ alpha −∞"
    assert format_note("3 < 3.0000000000000004: enough") == "3 < just above 3: enough"
    assert describe_range((-1, 4)) == "between −1 and 4"
    assert join_words(list("abcdefgh")) == "a, b, c, d, e and 3 more"
    assert join_words([]) == ""
    assert as_sentence("it is so") == "It is so."
