"""Nothing that a player is told depends on what it cannot see.

For every built-in game with hidden information, positions are paired that look the same to the
player to move and differ in what is hidden. Every method must give the same answer in both.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

import counterplay as cp
from counterplay.cli.app import app
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.knowledge import knowledge
from counterplay.core.game.position import Position
from counterplay.drawing.running import algorithms_for
from counterplay.engine.base import METHODS, unfit
from counterplay.engine.stand_in import StandIn
from counterplay.games import BUILT_IN
from counterplay.players.parse import parse_spec
from counterplay.players.textbook import TextbookPlayer
from counterplay.strategies.holdem.store import own_blueprint
from counterplay.strategies.store import load
from counterplay.textbook import hidden
from counterplay.textbook.examples import FORK
from counterplay.web import make_app
from counterplay.web.sealed import unseal
from tests.web.conftest import ADDRESS, Page

SMALL: dict[str, dict[str, Any]] = {
    "bridge": {"cards": 3},
    "liars_dice": {"faces": 3},
    "dark_hex": {"rows": 2, "columns": 2},
    "tree": {"tree": FORK},
    "crosswords": {
        "size": 5,
        "rack": 2,
        "tiles": "A4:1 B2:3 E3:1 S3:1 T3:1",
        "words": "AB BA AT TA BAT TAB BATS EAT TEA BET AS ES BE BEAT SET",
    },
}
"""Parameters with which a game is small enough for every method."""
GAMES, PAIRS = 150, 3
HIDDEN = [name for name in BUILT_IN if cp.load(name, **SMALL.get(name, {})).facts.hidden]
HOLDEM = ["limit_holdem", "no_limit_holdem"]
LARGE = ["bridge", *HOLDEM]
"""Games with more worlds than can be listed."""
LISTED = [name for name in HIDDEN if name not in LARGE]
SHOWN = [*HIDDEN, "crosswords"]
"""With a game whose engine `tests/engine/test_simulation.py` tests."""
SAME_TO_FIRST = ("startpos moves A B T E", "startpos moves A B S S")
SAME_TO_SECOND = ("startpos moves A B T E 3C:AB A S", "startpos moves A B T E 3C:AB B T")
"""Games of crosswords in which other tiles are drawn by the player who does not move."""
DUELS = [name for name in LISTED if cp.load(name, **SMALL.get(name, {})).facts.players == 2]


@cache
def game_named(name: str) -> Game:
    return cp.load(name, **SMALL.get(name, {}))


def random_positions(game: Game, dice: Random) -> list[Position]:
    """The positions of a random game in which a player is to move."""
    here, found = game.position(), []
    while not here.is_over:
        if here.turn == CHANCE:
            here = here.play(game.draw(here.state, str(dice.random())))
            continue
        found.append(here)
        here = here.play(dice.choice(here.legal_moves))
    return found


def dealt_again(here: Position, dice: Random) -> Position:
    """The same game with other cards in the hands that the player to move cannot see."""
    game, moves = here.game, list(here.moves)
    if game.name == "bridge":
        return bridge_dealt_again(here, dice)
    dealt = {a for s, a in zip(here.past, moves, strict=True) if game.player(s) == CHANCE}
    hand = (2, 3) if here.turn == 0 else (0, 1)
    for ply, card in zip(hand, dice.sample(sorted(set(range(52)) - dealt), 2), strict=True):
        moves[ply] = card
    there = game.position()
    for move in moves:
        there = there.play(move)
    assert knowledge(there, here.turn) == knowledge(here, here.turn)
    return there


def bridge_dealt_again(here: Position, dice: Random) -> Position:
    """The same play of bridge with other cards in the hidden hands, and those that were played."""
    game, there = here.game, here.state
    while there == here.state:
        there = game.ask("resample", here.state, here.turn, dice.getrandbits(62))
    dealt = sum(game.player(s) == CHANCE for s in here.past)
    deal: list[int] = []
    for seat in range(4):
        now, before = there[seat], here.past[dealt][seat]
        if now == here.state[seat]:  # not hidden: also dealt in the same order
            deal += here.moves[len(deal) : len(deal) + dealt // 4]
        else:
            whole = now | (before & ~here.state[seat])
            deal += [card for card in range(64) if whole >> card & 1]
    position = game.position()
    for move in (*deal, *here.moves[dealt:]):
        position = position.play(move)
    assert knowledge(position, here.turn) == knowledge(here, here.turn)
    return position


@cache
def pairs(name: str) -> list[tuple[Position, Position]]:
    """Positions that look the same to the player to move, but are not the same."""
    game, dice = game_named(name), Random(5)
    if name == "crosswords":
        texts = (SAME_TO_FIRST, SAME_TO_SECOND)
        return [(game.position(one), game.position(other)) for one, other in texts]
    if name in LARGE:
        ply = -1 if name in HOLDEM else 2  # at the end of bridge nothing is hidden
        played = [random_positions(game, dice)[ply] for _ in range(PAIRS)]
        return [(here, dealt_again(here, dice)) for here in played]
    sets: dict[tuple[int, int], dict[bytes, Position]] = {}
    for _ in range(GAMES):
        for here in random_positions(game, dice):
            same = sets.setdefault((here.turn, knowledge(here, here.turn)), {})
            same[game.shape.encode(here.state).tobytes()] = here
    groups = [list(same.values()) for same in sets.values() if len(same) > 1]
    dice.shuffle(groups)
    return [pair for group in groups for pair in list(pairwise(group))[:1]][:PAIRS]


def line_of(here: Position) -> str:
    """A position as the moves that led to it."""
    moves = zip(here.past, here.moves, strict=True)
    return f"startpos moves {' '.join(here.game.show_move(s, a) for s, a in moves)}"


def told(found: cp.Result) -> list[tuple[int, float]]:
    return [(one.move, one.value) for one in (found, *found.alternatives)]


@pytest.mark.parametrize("name", SHOWN)
def test_there_are_positions_that_look_the_same(name: str) -> None:
    assert pairs(name)
    for here, there in pairs(name):
        assert here.state != there.state and here.legal_moves == there.legal_moves


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", HIDDEN)
def test_an_engine_answers_the_same_whatever_is_hidden(name: str, method: Any) -> None:
    game = game_named(name)
    if unfit(game, method) is not None:
        with pytest.raises(cp.UnfitError):
            cp.make_engine(game, method)
        return
    engine = cp.make_engine(game, method)
    for pair in pairs(name):
        answers = []
        for here in pair:
            engine.new_game()
            answers.append(told(engine.search(here, cp.Limit(nodes=300))))
        assert answers[0] == answers[1]


@pytest.mark.parametrize("name", SHOWN)
def test_the_search_before_compilation_answers_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterplay.engine.stand_in.MOST_SECONDS", 1e6)  # nodes decide, not time
    game = game_named(name)
    for pair in pairs(name):
        answers = [told(StandIn(game).search(p, cp.Limit(nodes=200))) for p in pair]
        assert answers[0] == answers[1]


@pytest.mark.parametrize("name", DUELS)
def test_a_textbook_player_and_its_trace_are_the_same(name: str) -> None:
    game = game_named(name)
    for algorithm in algorithms_for(game):
        few = {"regret": ":iterations=1", "ismcts": ":games=20"}.get(algorithm, "")
        player = TextbookPlayer(parse_spec(f"textbook:{algorithm}{few}"), game, cp.Limit())
        for pair in pairs(name)[:1]:
            first, second = (player.think(here, cp.Limit()).move for here in pair)
            assert first == second
    for here, there in pairs(name)[:1]:
        drawn = [cp.trace(game, p, algorithm="clairvoyance") for p in (here, there)]
        assert str(drawn[0]) == str(drawn[1])


@pytest.mark.parametrize("name", HOLDEM)
def test_worlds_that_cannot_be_listed_are_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hidden, "MOST_STATES", 1000)
    game = game_named(name)
    player = TextbookPlayer(parse_spec("textbook:clairvoyance"), game, cp.Limit())
    with pytest.raises((ValueError, cp.CounterplayError), match="too many to list"):
        player.think(pairs(name)[0][0], cp.Limit())


@pytest.mark.parametrize("name", [*LISTED, *HOLDEM])
def test_a_strategy_says_the_same(name: str) -> None:
    game = game_named(name)
    own = own_blueprint(game)
    strategy = cp.equilibrium(game, iterations=5) if own is None else load(game, own)
    for here, there in pairs(name):
        assert strategy.chances(here) == strategy.chances(there)


@pytest.mark.parametrize("name", SHOWN)
def test_boards_and_drawings_for_the_player_are_the_same(name: str) -> None:
    game = game_named(name)
    for here, there in pairs(name):
        assert game.drawing(here.state, here.turn) == game.drawing(there.state, here.turn)


@pytest.mark.parametrize("name", HIDDEN)
def test_the_command_analyse_prints_the_same(name: str) -> None:
    settings = [f"--set={key}={value}" for key, value in SMALL.get(name, {}).items()]
    for pair in pairs(name)[:1]:
        printed = []
        for here in pair:
            line = line_of(here)
            run = CliRunner().invoke(app, ["analyse", name, line, "--nodes", "200", *settings])
            assert run.exit_code == 0, run.output
            lines = [" ".join(x.split()) for x in run.stdout.splitlines()]
            printed.append([x for x in lines if not x.startswith(("seconds", "nodes"))])
        assert printed[0] == printed[1]


@pytest.mark.parametrize("name", SHOWN)
def test_all_that_reaches_the_page_is_the_same(name: str) -> None:
    game = game_named(name)
    with (
        TestClient(make_app({game.name: game}), base_url="http://localhost") as client,
        client.websocket_connect(ADDRESS) as session,
    ):
        page = Page(session)
        page.heard()
        for pair in pairs(name):
            frames = [_frame(page, here) for here in pair]
            if pair[0].ply == pair[1].ply:
                assert frames[0] == frames[1]


CHANGING = ("room", "version", "key")
"""Fields of a room that differ from game to game."""


def _frame(page: Page, here: Position) -> str:
    """What the page gets of a position, without what differs from game to game."""
    text = line_of(here)
    seats = [0] * here.game.facts.players
    room = page.room("new", game=here.game.name, seats=seats, position=text)
    kept = unseal(room.pop("position"))
    assert kept["text"] == text and kept["viewer"] == here.turn
    assert unseal(room.pop("kept"))["text"] == text
    assert not room.pop("seed") and not room["notation"]
    return json.dumps({key: value for key, value in room.items() if key not in CHANGING})
