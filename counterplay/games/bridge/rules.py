"""The play of a contract in bridge: the declarer plays two hands, and a defender sees only two.

The contract is given; there is no auction. The player on the left of the declarer leads. Then the
hand of the declarer's partner, the dummy, is laid open, and the declarer plays both hands. A player
must follow suit if possible. The highest trump wins a trick, otherwise the highest card of the suit
that was led; the winner leads next. A trick is a point; the defenders share theirs.

Players: 0 is the declarer, 1 the defender on the declarer's left, 2 the other. Both defenders are
paid the same, but each knows only the own hand and the dummy. Cards, seats and suits are numbered
as in `cards.py`. With fewer cards a hand, each suit has only its highest ranks.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.bits.bits import popcount
from counterplay.core.game.facts import CHANCE, Facts, parameter
from counterplay.core.game.hashing import hash
from counterplay.games.bridge.cards import card_text, read_card, read_contract
from counterplay.games.bridge.pictures import draw, picture_text, read_moves

CONTRACT = parameter("contract", "3NT S", about="level, denomination and declarer")
CARDS = parameter("cards", 13, 1, 13, "cards of each hand, the highest of each suit")

LEVEL, TRUMP, DECLARER = read_contract(CONTRACT)
LEFT, DUMMY, RIGHT = (DECLARER + 1) % 4, (DECLARER + 2) % 4, (DECLARER + 3) % 4
DECK = 4 * CARDS
LOWEST = 13 - CARDS
SUIT = 0x1FFF
BOOK = 6
ALL_CARDS = sum((SUIT >> LOWEST << LOWEST) << 16 * suit for suit in range(4))

facts = Facts(
    title="Bridge: card play",
    names=("declarer", "left defender", "right defender"),
    players=3,
    most_actions=CARDS,
    longest_game=2 * DECK,
    total=CARDS,
    best=CARDS,
    scored=True,
    chance=True,
    most_outcomes=DECK,
    hidden=True,
)
DISTINCT_ACTIONS = 64


class State(NamedTuple):
    """The hands of the four seats are sets of cards.

    dealt    how many cards are dealt; north gets all cards first, then east, south and west
    leader   the seat that leads to this trick
    table    the cards of this trick, each plus 1, seven bits each, the first lowest
    won      the tricks of the declarer's side
    voids    four bits a seat: the suits that it did not follow
    played   a hash of all cards played, in their order
    """

    north: int
    east: int
    south: int
    west: int
    dealt: int
    leader: int
    table: int
    won: int
    voids: int
    played: np.uint64


def initial():
    return State(0, 0, 0, 0, 0, LEFT, 0, 0, 0, np.uint64(0))


def hand_of(s, seat):
    """The cards of a seat."""
    if seat < 2:
        return s.north if seat == 0 else s.east
    return s.south if seat == 2 else s.west


def with_hand(s, seat, hand):
    """The four hands, one of them replaced."""
    return (
        hand if seat == 0 else s.north,
        hand if seat == 1 else s.east,
        hand if seat == 2 else s.south,
        hand if seat == 3 else s.west,
    )


def on_table(table):
    """How many cards lie on the table."""
    return (table > 0) + (table >> 7 > 0) + (table >> 14 > 0)


def seat_to_play(s):
    return (s.leader + on_table(s.table)) & 3


def player_at(seat):
    """The player who plays the cards of a seat."""
    if seat == LEFT:
        return 1
    return 2 if seat == RIGHT else 0


def player(s):
    return CHANCE if s.dealt < DECK else player_at(seat_to_play(s))


def playable(s):
    """The cards that may be played: those of the suit that was led, if there are any."""
    hand = hand_of(s, seat_to_play(s))
    if s.table:
        follow = hand & np.int64(SUIT) << 16 * ((s.table & 127) - 1 >> 4)
        if follow:
            return follow
    return hand


def actions(s, moves):
    if s.dealt < DECK:
        return 0
    cards, n = playable(s), 0
    for card in range(64):
        if cards >> card & 1:
            moves[n] = card
            n += 1
    return n


def chance(s, outcomes, probabilities):
    left, n = ALL_CARDS & ~(s.north | s.east | s.south | s.west), 0
    for card in range(64):
        if left >> card & 1:
            outcomes[n] = card
            n += 1
    for i in range(n):
        probabilities[i] = 1 / n
    return n


def result(s, a):
    if s.dealt < DECK:
        seat = s.dealt // CARDS
        north, east, south, west = with_hand(s, seat, hand_of(s, seat) | np.int64(1) << a)
        return State(north, east, south, west, s.dealt + 1, s.leader, 0, 0, 0, s.played)
    return after_card(s, a)


def after_card(s, a):
    """The state after a card is played."""
    seat, n = seat_to_play(s), on_table(s.table)
    north, east, south, west = with_hand(s, seat, hand_of(s, seat) & ~(np.int64(1) << a))
    played, voids = hash(s.played, a), s.voids
    if n and (s.table & 127) - 1 >> 4 != a >> 4:
        voids |= 1 << 4 * seat + ((s.table & 127) - 1 >> 4)
    table = s.table | a + 1 << 7 * n
    if n < 3:
        return State(north, east, south, west, s.dealt, s.leader, table, s.won, voids, played)
    winner = (s.leader + winning_place(table)) & 3
    won = s.won + (winner == DECLARER or winner == DUMMY)
    return State(north, east, south, west, s.dealt, winner, 0, won, voids, played)


def winning_place(table):
    """Which of the four cards on the table wins: 0 is the first."""
    best, place = (table & 127) - 1, 0
    for i in range(1, 4):
        card = (table >> 7 * i & 127) - 1
        if card >> 4 == best >> 4:
            if card > best:
                best, place = card, i
        elif card >> 4 == TRUMP:
            best, place = card, i
    return place


def terminal(s):
    return s.dealt == DECK and s.table == 0 and s.north | s.east | s.south | s.west == 0


def utility(s, p):
    return float(s.won) if p == 0 else (CARDS - s.won) / 2


def is_open(s):
    """Whether the dummy is laid open: after the first lead."""
    return s.dealt == DECK and popcount(hand_of(s, LEFT)) < CARDS


def own_seat(p):
    """The seat of a player."""
    if p == 0:
        return DECLARER
    return LEFT if p == 1 else RIGHT


def information(s, p):
    dummy = hand_of(s, DUMMY) if is_open(s) else 0
    return hash(s.dealt, hand_of(s, own_seat(p)), dummy, s.played)


def resample(s, p, seed):
    """Other cards for the hands that player p does not see, but no suit where it was not followed.

    With the dummy open, two hands are hidden, and a suit that one of them lacks goes to the other.
    Before, nobody has shown anything.
    """
    own, dummy_seen = own_seat(p), is_open(s)
    free = ALL_CARDS & ~hand_of(s, own)
    if s.dealt == DECK:
        free = (s.north | s.east | s.south | s.west) & ~hand_of(s, own)
    if dummy_seen:
        free &= ~hand_of(s, DUMMY)
    north, east, south, west = s.north, s.east, s.south, s.west
    # First the suits that only one hidden hand can have, then the rest by chance.
    for step in range(2):
        for seat in range(4):
            if seat == own or (dummy_seen and seat == DUMMY):
                continue
            hand = north if seat == 0 else east if seat == 1 else south if seat == 2 else west
            if step == 0:
                hand = only_here(s, own, seat, free) if dummy_seen else 0
            else:
                hand = filled(hand, popcount(hand_of(s, seat)), free, hash(seed, seat))
            free &= ~hand
            north, east = hand if seat == 0 else north, hand if seat == 1 else east
            south, west = hand if seat == 2 else south, hand if seat == 3 else west
    return State(north, east, south, west, s.dealt, s.leader, s.table, s.won, s.voids, s.played)


def only_here(s, own, seat, free):
    """The free cards that the other hidden hand cannot have."""
    other = 0
    for k in range(4):
        if k != own and k != DUMMY and k != seat:
            other = k
    found = 0
    for suit in range(4):
        if s.voids >> 4 * other + suit & 1:
            found |= free & np.int64(SUIT) << 16 * suit
    return found


def filled(hand, count, free, seed):
    """A hand, filled with random free cards up to the given number."""
    for i in range(count - popcount(hand)):
        skip = np.int64(hash(seed, i) % np.uint64(popcount(free)))
        for card in range(64):
            if free >> card & 1:
                if skip == 0:
                    hand |= np.int64(1) << card
                    free &= ~(np.int64(1) << card)
                skip -= 1
    return hand


# Notation and drawing.


def show_move(s, a):
    return card_text(a)


def parse_move(s, text):
    return read_card(text)


def parse_position(text):
    return read_moves(text, CARDS)


def cells(s, a):
    return [] if player(s) == CHANCE else [picture_text(a)]


def board(s, p):
    seen = [p is None or seat == own_seat(p) or (seat == DUMMY and is_open(s)) for seat in range(4)]
    hands = [hand_of(s, seat) if seen[seat] else None for seat in range(4)]
    counts = [popcount(hand_of(s, seat)) for seat in range(4)]
    needed = f" of {BOOK + LEVEL}" if CARDS == 13 else ""
    notes = f"{CONTRACT}: declarer has {s.won}{needed} tricks"
    return draw(hands, counts, s.table, s.leader, notes)
