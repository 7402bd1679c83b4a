"""The viewer that a board is drawn for, and moves that a viewer must not read yet."""

from collections.abc import Collection
from pathlib import Path

import pytest

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.games import load
from counterplay.presentation.viewpoint import is_secret, secrets, viewer_of

KUHN = Path(__file__).parents[1] / "data" / "games" / "kuhn_poker.py"
HANDS = """
from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Rock, paper, scissors", most_actions=3, longest_game=2, hidden=True)
NAMES = ("rock", "paper", "scissors")


class State(NamedTuple):
    first: int
    second: int


def initial():
    return State(-1, -1)


def player(s):
    return 0 if s.first < 0 else 1


def actions(s, moves):
    if terminal(s):
        return 0
    for a in range(3):
        moves[a] = a
    return 3


def result(s, a):
    return State(a, -1) if s.first < 0 else State(s.first, a)


def terminal(s):
    return s.second >= 0


def utility(s, p):
    won = (s.first - s.second) % 3
    return 0 if won == 0 else 1 if (won == 1) == (p == 0) else -1


def show_move(s, a):
    return NAMES[a]


def board(s, p):
    shown = NAMES[s.first] if s.first >= 0 and p in (0, None) else "?"
    return f"first {shown if s.first >= 0 else '-'}"
"""
BAG = """
from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(
    title="Bag", most_actions=1, longest_game=4, hidden=True, chance=True, most_outcomes=2
)


class State(NamedTuple):
    drawn: int  # digits in base 3: the first player's tile, the second player's, the one left
    turn: int


def initial():
    return State(0, 0)


def tile(s, n):
    return s.drawn // 3 ** (s.turn - 1 - n) % 3 if n < s.turn else 0


def player(s):
    return cp.CHANCE if s.turn < 3 else 0


def chance(s, outcomes, probabilities):
    a = (tile(s, 0) == 1) + (tile(s, 1) == 1)
    b = (tile(s, 0) == 2) + (tile(s, 1) == 2)
    n = 0
    if a < 2:
        outcomes[n], probabilities[n] = 1, (2 - a) / (3 - a - b)
        n += 1
    if b < 1:
        outcomes[n], probabilities[n] = 2, (1 - b) / (3 - a - b)
        n += 1
    return n


def actions(s, moves):
    moves[0] = 0
    return 1 if s.turn == 3 else 0


def result(s, a):
    return State(3 * s.drawn + a if s.turn < 3 else s.drawn, s.turn + 1)


def terminal(s):
    return s.turn == 4


def utility(s, p):
    return 0


def board(s, p):
    return " ".join("-AB"[tile(s, n)] if p in (n, None) else "?" for n in range(3))
"""
SORTED = """
from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(
    title="Sorted hands", players=3, most_actions=1, longest_game=7, hidden=True,
    chance=True, most_outcomes=6,
)


class State(NamedTuple):
    dealt: int  # decimal digits: two cards from 1 to 6 for each player, the lower one first
    count: int


def initial():
    return State(0, 0)


def card(s, n):
    return s.dealt // 10 ** (s.count - 1 - n) % 10 if n < s.count else 0


def is_left(s, a):
    for n in range(6):
        if card(s, n) == a:
            return False
    return True


def player(s):
    return cp.CHANCE if s.count < 6 else 0


def chance(s, outcomes, probabilities):
    low, n = card(s, s.count - 1) if s.count % 2 else 0, 0
    for a in range(low + 1, 7):
        higher = s.count % 2
        for b in range(a + 1, 7):
            higher += is_left(s, b)
        if is_left(s, a) and higher:
            outcomes[n] = a
            n += 1
    for i in range(n):
        probabilities[i] = 1 / n
    return n


def actions(s, moves):
    moves[0] = 0
    return 1 if s.count == 6 else 0


def result(s, a):
    return State(10 * s.dealt + a, s.count + 1)


def terminal(s):
    return s.count == 7


def utility(s, p):
    return 0


def board(s, p):
    return " ".join(str(card(s, n)) if p in (n // 2, None) else "?" for n in range(6))
"""
BOTH, FIRST, SECOND, NOBODY = (True, True), (True, False), (False, True), (False, False)


@pytest.mark.parametrize(
    ("moves", "people", "viewer"),
    [
        ("J K", BOTH, 0),
        ("J K pass", BOTH, 1),
        ("J K pass", FIRST, 0),
        ("J K", SECOND, 1),
        ("J K", NOBODY, None),
        ("J", BOTH, 0),
        ("J K bet bet", FIRST, None),
    ],
)
def test_a_hidden_game_is_seen_by_whose_turn_it_is(
    moves: str, people: tuple[bool, bool], viewer: int | None
) -> None:
    position = load(KUHN).position(f"startpos moves {moves}")
    assert viewer_of(position, people) == viewer


def test_where_nothing_is_hidden_everything_is_shown() -> None:
    assert viewer_of(load("tic_tac_toe").position(), BOTH) is None


@pytest.mark.parametrize(
    ("viewer", "secret"),
    [(0, [False, True, False]), (1, [True, False, False]), (None, 3 * [False])],
)
def test_what_others_were_dealt_is_secret(viewer: int | None, secret: list[bool]) -> None:
    dealt = load(KUHN).position("startpos moves J K pass")
    assert [is_secret(dealt, ply, viewer) for ply in range(3)] == secret
    over = dealt.play("pass")
    assert not any(is_secret(over, ply, viewer) for ply in range(4))


def test_cards_of_a_deal_are_no_secret_when_it_is_complete() -> None:
    game = load("limit_holdem")
    flop = "startpos moves Ah Kd 7s 2c call check 3h 4h 5d"
    shown = [not is_secret(game.position(flop), ply, 0) for ply in range(9)]
    assert shown == [True, True, False, False, True, True, True, True, True]
    shown = [not is_secret(game.position(flop), ply, 1) for ply in range(9)]
    assert shown == [False, False, True, True, True, True, True, True, True]
    assert is_secret(game.position("startpos moves Ah"), 0, 0)


def test_a_choice_that_looks_like_any_other_is_secret(tmp_path: Path) -> None:
    (tmp_path / "hands.py").write_text(HANDS)
    position = load(tmp_path / "hands.py").position("startpos moves rock")
    assert not is_secret(position, 0, 0)
    assert is_secret(position, 0, 1)


def test_a_board_is_drawn_as_a_player_sees_it() -> None:
    game = load(KUHN)
    state = game.position("startpos moves J K").state
    seen = [game.board(state, viewer).split() for viewer in (0, 1, None)]
    assert [[row[1], row[3]] for row in seen] == [["J", "?"], ["?", "K"], ["J", "K"]]


def test_the_last_card_of_a_deck_is_hidden_if_others_are():
    """Nothing else could be dealt, but only who knows the other cards knows that."""
    position = load("bridge", cards=1).position("N:A... .A.. ..A. ...A")
    assert [is_secret(position, ply, 0) for ply in range(4)] == [True, True, False, True]


def deals(game: Game) -> list[Position]:
    """All positions after the first deal, however they come about."""
    found, open_ = [], [game.position()]
    while open_:
        position = open_.pop()
        if position.turn != CHANCE:
            found.append(position)
            continue
        open_ += [position.play(move) for move, _ in position.chance_outcomes]
    return found


def possible(deals: list[Position], dealt: Position, shown: Collection[int]) -> set[Position]:
    """The deals that agree with the moves that are shown."""
    return {one for one in deals if all(one.moves[ply] == dealt.moves[ply] for ply in shown)}


@pytest.mark.parametrize(
    ("source", "parameters"),
    [("bridge", {"cards": 1}), ("kuhn", {}), ("leduc", {}), ("liars_dice", {}), (BAG, {})],
    ids=["bridge", "kuhn", "leduc", "liars_dice", "bag"],
)
def test_the_moves_that_are_shown_tell_nothing_new(
    source: str, parameters: dict[str, int], tmp_path: Path
) -> None:
    """What is possible for a viewer is the same with and without the moves that are shown. Any
    other move would tell something."""
    (tmp_path / "bag.py").write_text(BAG)
    game = load(tmp_path / "bag.py" if source == BAG else source, **parameters)
    every = deals(game)
    for position in every:
        for viewer in range(len(game.facts.names)):
            board = game.board(position.state, viewer)
            alike = [one for one in every if game.board(one.state, viewer) == board]
            hidden = secrets(position, viewer)
            for ply in range(position.ply):
                tells = possible(alike, position, [ply]) != set(alike)
                assert hidden[ply] == tells
            shown = [ply for ply, is_hidden in enumerate(hidden) if not is_hidden]
            assert possible(alike, position, shown) == set(alike)


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_in_bridge_three_hands_are_hidden(viewer: int) -> None:
    game = load("bridge")
    position = game.position()
    while position.turn == CHANCE:
        position = position.play(game.draw(position.state, position.ply))
    shown = [ply for ply, is_hidden in enumerate(secrets(position, viewer)) if not is_hidden]
    seat = {0: 2, 1: 3, 2: 1}[viewer]  # south declares; north, who is dealt first, is the dummy
    assert shown == list(range(13 * seat, 13 * seat + 13))


def test_a_card_that_was_played_is_known_when_the_trick_is_gone() -> None:
    """The last card of a trick is not on the board any more. The other players have seen it."""
    trick = load("bridge", cards=2).position("N:AK... .AK.. ..AK. ...AK CA SA HA DA")
    for viewer in range(3):
        assert secrets(trick, viewer)[8:] == 4 * [False]


def test_where_the_rules_forbid_to_exchange_cards_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "sorted.py").write_text(SORTED)
    game = load(tmp_path / "sorted.py")
    every = deals(game)
    assert len(every) == 90
    told = 0
    for position in every:
        for viewer in range(3):
            board, hidden = game.board(position.state, viewer), secrets(position, viewer)
            alike = [one for one in every if game.board(one.state, viewer) == board]
            shown = [ply for ply, is_hidden in enumerate(hidden) if not is_hidden]
            assert possible(alike, position, shown) == set(alike)
            told += len(shown)
    assert told > 0, "cards that are seen at once are shown"


def test_what_is_only_sampled_is_hidden(tmp_path: Path) -> None:
    listed = BAG[BAG.index("def chance(") : BAG.index("def actions(")]
    sampled = "def sample(s, seed):\n    return 2 - (s.turn < 2)\n\n\n"
    (tmp_path / "bag.py").write_text(BAG.replace(listed, sampled))
    position = load(tmp_path / "bag.py").position("startpos moves 1 1 2")
    assert secrets(position, 1) == 3 * [True]
