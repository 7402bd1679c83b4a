"""Best-reply search finds what its definition says: one opponent replies, the others are passed."""

import random
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.core.game.limits import Limit
from counterplay.engine.paranoid.engine import Paranoid, ParanoidSettings, unfit

GAMES = Path(__file__).parents[1] / "data" / "games"


@pytest.fixture(scope="module")
def boxes() -> cp.Game:
    """Who closes a box moves again, so that a reply may be a turn of several moves."""
    return cp.load("dots_and_boxes", columns=2, rows=2, players=3)


def best_reply(game: cp.Game) -> Paranoid:
    return Paranoid(game, ParanoidSettings(memory=1), best_reply=True)


def by_definition(game: cp.Game, s: Any, me: int, depth: int, replier: int | None = None) -> float:
    """My payoff, if after each turn of mine the strongest reply of any one opponent follows."""
    if game.terminal(s):
        return game.utility(s, me)
    if depth == 0:
        return game.evaluate_for(s, me) / game.facts.unit + game.facts.even_share
    if game.player(s) == me:
        after = (game.result(s, a) for a in game.actions(s))
        return max(by_definition(game, t, me, depth - 1) for t in after)
    repliers = [s]
    while replier is None and game.player(repliers[-1]) != me:
        repliers.append(game.ask("null", repliers[-1]))
    values = []
    for t in repliers if replier is not None else repliers[:-1]:
        for a in game.actions(t):
            after, goes_on = game.result(t, a), game.player(t)
            if game.player(after) != goes_on:
                goes_on = None
                while game.player(after) != me:
                    after = game.ask("null", after)
            values.append(by_definition(game, after, me, depth - 1, goes_on))
    return min(values)


def random_positions(game: cp.Game, count: int, least: int, seed: int) -> list[cp.Position]:
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        position = game.position()
        for _ in range(rng.randint(least, game.facts.longest_game - 1)):
            position = position.play(rng.choice(position.legal_moves))
        found.append(position)
    return found


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_the_value_is_what_its_definition_says(boxes: cp.Game, depth: int) -> None:
    for position in random_positions(boxes, 20, 4, seed=depth):
        found = best_reply(boxes).search(position, Limit(depth=depth))
        expected = by_definition(boxes, position.state, position.turn, found.depth)
        assert found.value == pytest.approx(expected, abs=0.002), position


def test_the_value_is_right_to_the_end_of_the_game(boxes: cp.Game) -> None:
    engine = best_reply(boxes)
    for position in random_positions(boxes, 30, 7, seed=9):
        found = engine.search(position, Limit(depth=250))
        expected = by_definition(boxes, position.state, position.turn, 250)
        assert found.value == pytest.approx(expected, abs=0.002), position


def test_records_are_passed_over_too() -> None:
    game = cp.load(GAMES / "record_ends.py")
    engine = best_reply(game)
    for position in random_positions(game, 20, 6, seed=2):
        found = engine.search(position, Limit(depth=250))
        expected = by_definition(game, position.state, position.turn, 250)
        assert found.value == pytest.approx(expected, abs=0.002), position


def test_a_game_that_nobody_plays_is_an_estimate(boxes: cp.Game) -> None:
    late = boxes.position("startpos moves a1h b1h a2h")
    found = best_reply(boxes).search(late, Limit(depth=250))
    assert (found.method, found.kind) == ("best_reply", "estimate")
    assert (found.outcome, found.distance) == (None, None)


def test_the_line_ends_where_a_player_is_passed_over(boxes: cp.Game) -> None:
    for position in random_positions(boxes, 40, 0, seed=3):
        found = best_reply(boxes).search(position, Limit(nodes=2000))
        assert found.move == found.line[0]
        movers, here = [], position
        for move in found.line:
            movers.append(here.turn)
            here = here.play(move)  # refuses what is not legal
        strangers = {mover for mover in movers if mover != position.turn}
        assert len(strangers) <= 1


def test_with_one_opponent_it_is_minimax() -> None:
    """No null(s) is needed then, because no player is skipped."""
    game = cp.load(GAMES / "won_tree.py", tree=[0, [[1, [-1, 0]], [1, [[0, [-1, 1]], 1]], -1]])
    found = best_reply(game).search(game.position(), Limit(depth=9))
    assert (found.kind, found.value, found.outcome, found.distance) == ("exact", 1, "win", 3)


def test_a_game_without_null_is_refused() -> None:
    game = cp.load("tree", tree=[{"payoffs": [1, 2, 3]}])
    assert unfit(game) is None
    reason = "best_reply needs `null(s)`, which tree does not define"
    assert unfit(game, best_reply=True) == reason
    with pytest.raises(cp.UnfitError, match="null"):
        best_reply(game)
