"""Notation of backgammon: plays such as 8/5,6/5*, rolls such as 31, and decisions about the cube.

Points are counted from the side of the player who moves. A star marks a hit, `(2)` two checkers
that move alike. In one word, moves of checkers are separated by commas; a space is read, too.
"""

import re
from collections import Counter
from typing import Any

from counterplay.games.backgammon.board import ANSWER, BAR, CHOICE, OPENING, ROLL, count
from counterplay.games.backgammon.match import DOUBLE, DROP, ROLL_DICE, TAKE
from counterplay.games.backgammon.moves import NO_PLAY, first_points, hop

DECISIONS = {"roll": ROLL_DICE, "double": DOUBLE, "take": TAKE, "drop": DROP}
DECISION_TEXTS = {a: text for text, a in DECISIONS.items()}
OTHER_WORDS = {"pass": "drop", "accept": "take", "redouble": "double"}
CANNOT_MOVE = "pass"
OFF = 0
PATH = re.compile(r"(bar|\d+)((?:/(?:off|\d+)\*?)+)(?:\(([1-4])\))?")


def write_move(s, a):
    """A play, a decision, or a roll in a state."""
    if s.stage == OPENING:
        high, low = a >> 3 & 7, a & 7
        return f"{low}{high}" if a >> 6 else f"{high}{low}"
    if s.stage == ROLL:
        return f"{a >> 3}{a & 7}"
    if s.stage in (CHOICE, ANSWER):
        return DECISION_TEXTS[a]
    return ",".join(paths(steps_of(s, a))) or CANNOT_MOVE


def sides(s):
    """The words of the player whose turn it is, and of the other."""
    mine, theirs = (s.near0, s.far0), (s.near1, s.far1)
    return mine + theirs if s.turn == 0 else theirs + mine


def steps_of(s: Any, a: int) -> list[tuple[int, int, bool]]:
    """The steps of a play in order: the point that a checker leaves, where it lands, and whether it
    hits."""
    words, steps = sides(s), []
    for start, die in in_order(words, dice_of(s.dice, a)):
        end = max(start - die, OFF)
        hits = end != OFF and int(count(*words[2:], BAR - end)) == 1
        steps.append((start, end, hits))
        words = hop(*words, start, die)
    return steps


def dice_of(dice, a):
    """The points that checkers leave in a play, each with its die."""
    high, low = dice >> 3, dice & 7
    if high == low:
        return [(a >> shift & 31, high) for shift in (0, 5, 10, 15) if a >> shift & 31]
    return [(point, die) for point, die in ((a & 31, high), (a >> 5, low)) if point]


def in_order(words, leaving):
    """The moves of two different dice in an order that is legal."""
    if len(leaving) != 2 or first_points(*words, leaving[0][1]) >> leaving[0][0] & 1:
        return leaving
    return leaving[::-1]


def paths(steps):
    """The steps as texts, with the steps of one checker in one path: 24/18*/13."""
    chains = []
    for start, end, hits in steps:
        chain = next((c for c in chains if c[-1][0] == start and start != OFF), None)
        if chain is None:
            chains.append([(start, False), (end, hits)])
        else:
            chain.append((end, hits))
    counted = Counter()
    starred = {}
    for chain in sorted(chains, key=lambda c: -c[0][0]):
        between = [f"/{name(point)}*" for point, hits in chain[1:-1] if hits]
        path = f"{name(chain[0][0])}{''.join(between)}/{name(chain[-1][0])}"
        counted[path] += 1
        starred[path] = starred.get(path, False) or chain[-1][1]
    return [path + "*" * starred[path] + (f"({n})" if n > 1 else "") for path, n in counted.items()]


def name(point):
    return "bar" if point == BAR else "off" if point == OFF else str(point)


def number(text):
    return BAR if text == "bar" else OFF if text == "off" else int(text)


def read_decision(text):
    """The decision about the cube that a text means."""
    word = text.strip().lower()
    word = OTHER_WORDS.get(word, word)
    if word not in DECISIONS:
        raise ValueError("decide about the cube: roll or double; take or drop")
    return DECISIONS[word]


def read_play(s, text, legal):
    """The legal play that a text means. Raises ValueError."""
    text = text.strip().lower()
    if text in (CANNOT_MOVE, "cannot move", "no play", ""):
        if legal == [NO_PLAY]:
            return NO_PLAY
        raise ValueError("this roll can be played")
    read = [PATH.fullmatch(word) for word in re.split(r"[,\s]+", text)]
    if not all(read):
        raise ValueError("a play is moves of checkers, as in 8/5,6/5* or bar/20 or 13/11(2)")
    wanted, named, starred = Counter(), set(), set()
    for start, points, times in (path.groups() for path in read):
        way = [number(start), *(number(point.rstrip("*")) for point in points[1:].split("/"))]
        stars = [point.endswith("*") for point in points[1:].split("/")]
        wanted[way[0]] -= int(times or 1)
        wanted[way[-1]] += int(times or 1)
        named |= {*way[1:]}
        starred |= {point for point, star in zip(way[1:], stars, strict=True) if star}
    found = [a for a in legal if net(dice_of(s.dice, a)) == nonzero(wanted)]
    steps = {a: steps_of(s, a) for a in found}
    found = [a for a in found if named <= {end for _, end, _ in steps[a]}] or found
    exact = [a for a in found if starred == {end for _, end, hits in steps[a] if hits}]
    found = exact or found
    if not found:
        raise ValueError(f"the roll {s.dice >> 3}{s.dice & 7} has no such play")
    if len(found) > 1:
        ways = " or ".join(write_move(s, a) for a in found)
        raise ValueError(f"the play is ambiguous, write {ways}")
    return found[0]


def net(leaving):
    """How many checkers each point gains or loses, from the points they leave and the dice."""
    gains = Counter()
    for start, die in leaving:
        gains[start] -= 1
        gains[max(start - die, OFF)] += 1
    return nonzero(gains)


def nonzero(gains):
    return {point: n for point, n in gains.items() if n}


def clicked(s, a):
    """The names of the points that checkers leave and reach in a move, in order."""
    if s.stage in (OPENING, ROLL, CHOICE, ANSWER):
        return []
    return [name(point) for start, end, _ in steps_of(s, a) for point in (start, end)]
