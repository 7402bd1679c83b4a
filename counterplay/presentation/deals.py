"""A deal: the moves of chance in a row, and which of its cards a viewer does not know."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game, State
from counterplay.core.game.pickling import encoded
from counterplay.core.game.position import Position


def deal_at(position: Position, first: int) -> range:
    """The plies of the deal that begins at a ply: the moves of chance in a row."""
    player, past = position.game.player, position.past
    end = next((n for n in range(first, len(past)) if player(past[n]) != CHANCE), len(past))
    return range(first, end)


LikenessTest = Callable[[State], bool]


def likeness(game: Game, t: State, viewer: int) -> LikenessTest:
    """A test whether a viewer sees the same in a state as in `t`, and knows the same by the rules:
    the last card of a trick may no longer be on the board.

    What is known is compared first, because boards are slow.
    """
    name = next((name for name in ("information", "observe") if name in game.functions), None)

    def known(s: State) -> int:
        return int(game.ask(name, s, viewer)) if name else 0

    known_of_t, board_of_t = known(t), cache(lambda: game.board(t, viewer))
    return lambda s: known(s) == known_of_t and game.board(s, viewer) == board_of_t()


class Exchange(Enum):
    """What a viewer would notice if another card were dealt."""

    NOTHING = "the viewer would see the same, but something else would be true"
    NO_CHANGE = "the same would be true: two cards of one hand"
    AT_ONCE = "the viewer would see something else as soon as the card is dealt"
    LATER = "the viewer would see something else when the deal is complete"
    FORBIDDEN = "the rules do not allow it"


def hidden_cards(position: Position, deal: range, viewer: int) -> set[int]:
    """The plies of a deal at which the viewer does not know what was dealt.

    A card is hidden if the viewer would notice nothing with another one in its place. If the other
    one is dealt later, both are hidden. A card whose exchange with a hidden one is noticed is seen.
    Cards that come to one hand in a row are hidden together: the first of them stands for all.
    What cannot be decided is hidden: if the rules do not list the cards, or forbid an exchange, the
    viewer knows only the cards that are seen at once.
    """
    game, moves = position.game, position.moves
    if "chance" not in game.functions:
        return set(deal)
    later = {moves[ply]: ply for ply in deal}
    cards = _dealt_once(position, deal)
    hands = _hands(position, deal, cards)
    hidden: set[int] = set()
    seen: set[int] = set()
    kinds: dict[int, set[Exchange]] = {ply: set() for ply in hands}
    skipped = {n for n in deal if n not in hands and moves[n] in cards}  # not first in a hand
    states = (*position.past, position.state)
    test_at = cache(lambda n: likeness(game, states[n], viewer))
    for ply in hands:
        noticed = set()
        for other in (a for a, _ in game.chance(position.past[ply]) if a != moves[ply]):
            partner = later.get(other, ply)
            if partner in skipped | seen or {ply, partner} <= hidden:
                continue
            found, partner = _exchange(position, deal, ply, other, test_at)
            kinds[ply].add(found)
            if found is Exchange.NOTHING:
                hidden |= {ply, partner}
            elif found is Exchange.LATER and other in cards:
                noticed.add(partner)
        if ply in hidden:
            seen |= noticed - hidden - {ply}
    if any(Exchange.FORBIDDEN in found for found in kinds.values()):
        hidden |= {ply for ply, found in kinds.items() if found != {Exchange.AT_ONCE}}
    return {ply for first in hidden for ply in hands[first]}


def _hands(position: Position, deal: range, cards: set[int]) -> dict[int, list[int]]:
    """The plies of a deal by hands, each under its first: cards in a row whose order makes no
    difference."""
    hands = {deal[0]: [deal[0]]}
    for ply in deal[1:]:
        before, card = position.moves[ply - 1 : ply + 1]
        first = next(reversed(hands))
        if {before, card} <= cards and _is_order_free(position, ply):
            hands[first].append(ply)
        else:
            hands[ply] = [ply]
    return hands


def _is_order_free(position: Position, ply: int) -> bool:
    """Whether two cards in a row can be dealt in the other order, with the same result."""
    game = position.game
    before, card = position.moves[ply - 1 : ply + 1]
    if card not in [a for a, _ in game.chance(position.past[ply - 1])]:
        return False
    s = game.result(position.past[ply - 1], card)
    if game.player(s) != CHANCE or before not in [a for a, _ in game.chance(s)]:
        return False
    after = (*position.past, position.state)[ply + 1]
    return encoded(game, game.result(s, before)) == encoded(game, after)


def _dealt_once(position: Position, deal: range) -> set[int]:
    """The cards of a deal: what cannot be dealt twice, as dice can, and most tiles of a bag."""
    dealt = position.moves[deal.start : deal.stop]
    once = {
        move
        for move, s in zip(dealt, position.past[deal.start + 1 : deal.stop], strict=False)
        if dealt.count(move) == 1 and all(a != move for a, _ in position.game.chance(s))
    }
    return once | ({dealt[-1]} if len(once) == len(dealt) - 1 else set())


def _exchange(
    position: Position, deal: range, ply: int, other: int, test_at: Callable[[int], LikenessTest]
) -> tuple[Exchange, int]:
    """What the viewer would notice with another card at a ply, right after it or when the deal is
    complete; `test_at` gives the test of a state of the game. If that card is dealt later and
    cannot be dealt twice, the two are exchanged. Returns also the ply with which it was exchanged,
    or `ply` itself."""
    game, moves, states = position.game, position.moves, (*position.past, position.state)
    s, partner = game.result(states[ply], other), ply
    if not test_at(ply + 1)(s):
        return Exchange.AT_ONCE, partner
    for later in range(ply + 1, deal.stop):
        if encoded(game, s) == encoded(game, states[later]):
            return Exchange.NO_CHANGE, partner
        left = [a for a, _ in game.chance(s)] if game.player(s) == CHANCE else []
        move = moves[later]
        if move == other and other not in left:
            move, partner = moves[ply], later
        if move not in left:
            return Exchange.FORBIDDEN, partner
        s = game.result(s, move)
    if encoded(game, s) == encoded(game, states[deal.stop]):
        return Exchange.NO_CHANGE, partner
    is_alike = test_at(deal.stop)(s)
    return (Exchange.NOTHING if is_alike else Exchange.LATER), partner
