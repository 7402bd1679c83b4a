"""Ranges of hands, and their text: `QQ+,AKs,A5s-A2s,KTo+,AsKd`.

QQ        all six pairs of queens          QQ+       queens and better pairs
AKs       ace and king of one suit         ATs+      AT to AK of one suit
AKo       of two suits                     A5s-A2s   A5, A4, A3 and A2 of one suit
AK        both                             22-66     pairs from twos to sixes
AsKd      one hand                         random    all 1,326 hands
"""

import re

from counterplay.core.game.errors import InputError
from counterplay.games.poker.cards import HANDS, RANKS, read_cards

ALL = ("random", "any", "all")
KIND = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)")
Hand = tuple[int, int]


def read_range(text: str) -> tuple[Hand, ...]:
    """The hands of a range, each once, the lower card of each first."""
    found: dict[Hand, None] = {}
    for part in text.replace(",", " ").split():
        for hand in _hands_of(part):
            found[hand] = None
    if not found:
        raise InputError("a range has no hands: write some, as in QQ+,AKs or AsKd")
    return tuple(found)


def class_of(hand: Hand) -> str:
    """The kind of a hand: `AKs`, `AKo` or `AA`. There are 169 kinds."""
    low, high = sorted(hand)
    ranks = RANKS[high // 4] + RANKS[low // 4]
    if high // 4 == low // 4:
        return ranks
    return ranks + ("s" if high % 4 == low % 4 else "o")


BY_CLASS: dict[str, list[Hand]] = {}
for _hand in reversed(HANDS):
    BY_CLASS.setdefault(class_of(_hand), []).append(_hand)
"""The hands of each of the 169 kinds."""


def treats_suits_alike(hands: tuple[Hand, ...]) -> bool:
    """Whether a range has all hands of a kind or none."""
    kinds = {class_of(hand) for hand in hands}
    return len(hands) == sum(len(BY_CLASS[kind]) for kind in kinds)


def _hands_of(part: str) -> list[Hand]:
    """The hands of one part of a range."""
    if part.lower() in ALL:
        return list(HANDS)
    written = part.replace("10", "T")
    if len(written) == 4 and written[1].lower() in "cdhs":
        first, second = sorted(read_cards(written))
        return [(first, second)]
    first_kind, dash, last_kind = _capital(written).partition("-")
    kinds = _run(part, first_kind, last_kind) if dash else _above(part, first_kind)
    return [hand for kind in kinds for hand in BY_CLASS[kind]]


def _capital(text: str) -> str:
    """Ranks in capital letters, suitedness in small ones."""
    return text.upper().replace("S", "s").replace("O", "o")


def _kind(part: str, text: str) -> tuple[int, int, str]:
    """The ranks and the ending of a kind, the higher rank first."""
    match = KIND.fullmatch(text)
    if match is None or (match[1] == match[2] and match[3]):
        raise InputError(
            f"{part!r} is not a part of a range: write hands as in QQ+, AKs, ATo+, A5s-A2s, AsKd "
            "or random"
        )
    high, low = sorted((RANKS.index(match[1]), RANKS.index(match[2])), reverse=True)
    return high, low, match[3]


def _named(high: int, low: int, ending: str) -> list[str]:
    """The kinds with these ranks: both, if the ending does not say which."""
    ranks = RANKS[high] + RANKS[low]
    return [ranks] if high == low else [ranks + e for e in (ending or "so")]


def _above(part: str, text: str) -> list[str]:
    """A kind, or with a plus also those with a higher pair or a higher second card."""
    high, low, ending = _kind(part, text.removesuffix("+"))
    if not text.endswith("+"):
        return _named(high, low, ending)
    if high == low:
        return [kind for rank in range(high, 13) for kind in _named(rank, rank, "")]
    return [kind for rank in range(low, high) for kind in _named(high, rank, ending)]


def _run(part: str, first: str, last: str) -> list[str]:
    """The kinds from one to another: pairs, hands that share the high card, or connected ones."""
    (high, low, ending), (other_high, other_low, other) = _kind(part, first), _kind(part, last)
    if ending != other or (high == low) != (other_high == other_low):
        raise InputError(f"{part!r} runs from one kind of hand to another: write both ends alike")
    if high == low or high - low == other_high - other_low:
        step = high - low
        lows = range(min(low, other_low), max(low, other_low) + 1)
        return [kind for rank in lows for kind in _named(rank + step, rank, ending)]
    if high != other_high:
        raise InputError(f"{part!r} runs between hands that share no card: write each by itself")
    lows = range(min(low, other_low), max(low, other_low) + 1)
    return [kind for rank in lows for kind in _named(high, rank, ending)]
