"""States of backgammon as the IDs of GNU Backgammon, and back.

A state is `position ID:match ID`. The word `roll` follows if a player who may double has decided to
roll. A position ID alone is a position where White is to roll.
"""

import re

from counterplay.games.backgammon import ids
from counterplay.games.backgammon.board import (
    ANSWER,
    BAR,
    CHOICE,
    MOVE,
    OPENING,
    OVER,
    ROLL,
    State,
    count,
    packed,
)
from counterplay.games.backgammon.match import (
    CENTRED,
    CRAWFORD_GAME,
    NOBODY,
    doublings,
    may_double,
    owner,
    points_of,
)

NOT_STARTED, PLAYING, ENDED, DROPPED = 0, 1, 2, 4
"""The states of a game in a match ID; 3 is a game that was resigned."""
CENTRE = 3
EXAMPLE = "4HPwATDgc/ABMA:cAkAAAAAAAAA"
FORM = re.compile(r"([^\s:]+)(?::([^\s:]+))?(\s+roll)?")


def write_state(s, has_cube, length, most, jacoby):
    """The IDs of a state, in a match to `length` points with at most `most` doublings."""
    counts = [counts_of(s.near0, s.far0), counts_of(s.near1, s.far1)]
    state = {OPENING: NOT_STARTED, OVER: ENDED}.get(s.stage, PLAYING)
    match = ids.Match(
        cube=doublings(s.cube),
        owner=CENTRE if owner(s.cube) == NOBODY else owner(s.cube),
        roller=s.turn,
        crawford=int(s.score & CRAWFORD_GAME != 0),
        state=state,
        decider=1 - s.turn if s.stage == ANSWER else s.turn,
        doubled=int(s.stage == ANSWER),
        resigned=0,
        first_die=s.dice >> 3,
        second_die=s.dice & 7,
        length=length,
        points0=points_of(s.score, 0),
        points1=points_of(s.score, 1),
        no_jacoby=int(length == 0 and not jacoby),
    )
    position = ids.write_position(counts[s.turn], counts[1 - s.turn])
    could_double = has_cube and may_double(s.cube, s.score, s.turn, most)
    rolls = " roll" if s.stage == ROLL and could_double else ""
    return f"{position}:{ids.write_match(match)}{rolls}"


def counts_of(near, far):
    """The checkers on the points 1 to 25."""
    return [int(count(near, far, point)) for point in range(1, BAR + 1)]


def read_state(text, has_cube, length, most):
    """The state that a text describes, in a match to `length` points. Raises ValueError.

    `most` is the number of doublings that are possible.
    """
    read = FORM.fullmatch(text.strip())
    if read is None:
        raise ValueError(f"write a position ID, or a position ID and a match ID: {EXAMPLE}")
    mine, theirs = ids.read_position(read[1])
    if read[2] is None:
        stage = CHOICE if has_cube and may_double(CENTRED, 0, 0, most) else ROLL
        return state_of(mine, theirs, 0, 0, stage, CENTRED, 0)
    match = ids.read_match(read[2])
    refuse(match, has_cube, length, most)
    cube = match.cube | (NOBODY if match.owner == CENTRE else match.owner) << 3
    score = match.crawford * CRAWFORD_GAME
    if length > 0 or match.state >= ENDED:
        score |= match.points0 | match.points1 << 8
    stage = stage_of(match, has_cube and may_double(cube, score, match.roller, most))
    if read[3] and stage == CHOICE:
        stage = ROLL
    high, low = sorted((match.first_die, match.second_die), reverse=True)
    dice = high << 3 | low if stage == MOVE else 0
    return state_of(mine, theirs, dice, match.roller, stage, cube, score)


def stage_of(match, may):
    """The stage of a match ID; `may` is whether the player could double."""
    if match.state == NOT_STARTED:
        return OPENING
    if match.state >= ENDED:
        return OVER
    if match.first_die:
        return MOVE
    if match.doubled:
        return ANSWER
    return CHOICE if may else ROLL


def refuse(match, has_cube, length, most):
    """Refuse a match ID that does not fit the parameters of the game."""
    if match.length != length:
        asked = f"match={match.length}" if match.length else "match=0, a money game"
        raise ValueError(f"the match ID is of {asked}, and the game is loaded with match={length}")
    if not has_cube and (match.cube or match.doubled or match.owner != CENTRE):
        raise ValueError("the match ID has a turned cube: load the game with cube=True")
    if match.cube > most or match.owner not in (0, 1, CENTRE):
        raise ValueError(f"the match ID has a cube of {1 << match.cube}: at most {1 << most}")
    if length and max(match.points0, match.points1) > length:
        raise ValueError(f"the match ID has more points than the match, {length}")
    is_over = match.state >= ENDED
    if is_over and not length and max(match.points0, match.points1) > 3 << most:
        raise ValueError(f"the match ID has more points than one game wins, {3 << most}")
    if max(match.first_die, match.second_die) > 6 or (match.first_die > 0) != (
        match.second_die > 0
    ):
        raise ValueError("the match ID has dice that are not from 1 to 6")


def state_of(mine, theirs, dice, turn, stage, cube, score):
    """The state with these checkers of the player whose turn it is, and of the other."""
    words = [packed(dict(enumerate(side, 1))) for side in (mine, theirs)]
    if stage != OVER and not (any(mine) and any(theirs)):
        raise ValueError("a player has borne off all checkers: the game is over")
    (near0, far0), (near1, far1) = words if turn == 0 else words[::-1]
    return State(near0, far0, near1, far1, dice, turn, stage, cube, score)
