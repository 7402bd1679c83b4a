"""A refusal names what does accept the game: every method and command, every kind of game."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.core.game.limits import Limit
from counterplay.drawing.running import algorithm_for
from counterplay.drawing.tracing import traced
from counterplay.engine.alphabeta.probcut.calibrate import calibrate
from counterplay.engine.base import METHODS, NOTHING_FITS, chosen_method, fitting, unfit
from counterplay.experiments.ablation.run import ablate
from counterplay.learning.selfplay import Plan, play_games
from counterplay.players.parse import parse_spec
from counterplay.players.textbook import TextbookPlayer
from counterplay.protocols.gtp.server import refuse_unfit as refuse_gtp
from counterplay.protocols.ugi.server import refuse_unfit as refuse_ugi
from counterplay.tablebase.kinds import unfit as unsolvable
from counterplay.textbook.catalogue import ALGORITHMS

GAMES = Path(__file__).parents[1] / "data" / "games"


def game(path: str, **facts: Any) -> cp.Game:
    """A game with other facts. The rules do not matter: no refusal looks at them."""
    loaded = cp.load(GAMES / path if path.endswith(".py") else path)
    return replace(loaded, facts=replace(loaded.facts, **facts), functions=dict(loaded.functions))


KINDS: dict[str, cp.Game] = {
    "two players": game("tic_tac_toe"),
    "one player": game("tic_tac_toe", players=1, names=()),
    "three players": cp.load("dots_and_boxes", players=3),
    "no constant sum": game("tic_tac_toe", total=None),
    "superko": game("tic_tac_toe", superko=True),
    "repetition": game("tic_tac_toe", repetition=3),
    "chance": game("dice_race.py"),
    "chance for three": game("dice_race.py", players=3, names=()),
    "chance without a sum": game("dice_race.py", total=None),
    "sampled chance": replace(cp.load(GAMES / "dice_race.py", listed=False), evaluator=None),
    "hidden": game("tic_tac_toe", hidden=True),
    "hidden and chance": game("kuhn_poker.py"),
}


def refusal(run: Callable[[], Any]) -> str | None:
    """The sentence of a refusal; None if nothing was refused."""
    try:
        run()
    except cp.UnfitError as error:
        return str(error)
    except (cp.CounterplayError, ValueError) as error:
        return str(error) if "use " in str(error) else None
    return None


def named(sentence: str) -> list[str]:
    """The methods or algorithms that a refusal tells to use."""
    found = re.search(r"\buse ([a-z_]+(?: or [a-z_]+)*)", sentence)
    return found[1].split(" or ") if found else []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", METHODS)
def test_a_method_names_one_that_accepts(method: Any, kind: str) -> None:
    sentence = refusal(lambda: chosen_method(KINDS[kind], method))
    if sentence is None:
        return
    if not fitting(KINDS[kind]):
        assert sentence.endswith(NOTHING_FITS)
        return
    assert named(sentence)
    assert all(unfit(KINDS[kind], other) is None for other in named(sentence))


def require_solvable(game: cp.Game) -> None:
    """Refuse as `solve` does, before it compiles anything."""
    reason = unsolvable(game)
    if reason is not None:
        raise cp.UnfitError(reason)


COMMANDS: dict[str, Callable[[cp.Game], Any]] = {
    "ablate": lambda g: ablate(g, seconds=-1),
    "calibrate": lambda g: calibrate(g, positions=10**6),
    "fit": lambda g: play_games(g, Plan(1, 1, 1, 1), Path("/dev/null/none")),
    "search_many": lambda g: cp.search_many(g, [], memory="?"),
    "solve": require_solvable,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_with_one_method_names_a_command_that_works(command: str, kind: str) -> None:
    sentence = None
    try:
        COMMANDS[command](KINDS[kind])
    except cp.UnfitError as error:
        sentence = str(error)
    except (cp.CounterplayError, OSError):
        return  # refused for the senseless arguments above, not for the kind of game
    if sentence is None or "evaluator" in sentence:
        return
    assert not named(sentence), "it has no method to choose"
    methods = fitting(KINDS[kind])
    if "history" not in sentence:
        assert sentence.endswith(f"by {methods[0]}" if methods else NOTHING_FITS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_algorithm_of_the_textbook_names_one_that_accepts(algorithm: str, kind: str) -> None:
    def require(name: str) -> str | None:
        limit = Limit(depth=1)
        spec = parse_spec(f"textbook:{name}")
        return refusal(lambda: TextbookPlayer(spec, KINDS[kind], limit))

    sentence = require(algorithm)
    for other in named(sentence or ""):
        assert require(other) is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_protocol_names_one_that_accepts(kind: str) -> None:
    sentence = refusal(lambda: refuse_gtp(KINDS[kind]))
    if sentence is not None and "use ugi" in sentence:
        assert refusal(lambda: refuse_ugi(KINDS[kind])) is None


def test_a_default_trace_of_chance_for_three_is_refused_without_a_wrong_hint() -> None:
    three = KINDS["chance for three"]
    with pytest.raises(cp.InputError, match="no algorithm of the textbook searches such a game"):
        traced(three.position(), algorithm_for(three), 1)


def test_solving_chance_for_three_says_what_searches_it() -> None:
    with pytest.raises(cp.UnfitError) as caught:
        cp.solve(KINDS["chance for three"])
    assert str(caught.value) == (
        "dice_race has chance and 3 players: with chance, solving is for one or two; "
        "`counterplay analyse` and cp.search search it, by maxn"
    )


def test_simultaneous_moves_are_refused() -> None:
    position = cp.load("tic_tac_toe").position()

    def player(s: Any) -> int:
        return cp.SIMULTANEOUS

    rules = {**position.game.functions, "player": player}
    with pytest.raises(cp.UnfitError, match="move at once here, which no method supports"):
        cp.search(replace(position.game, functions=rules))
