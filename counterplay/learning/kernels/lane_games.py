"""Self-play of many games side by side: each lane plays one game after the other.

A game begins with some random plies; then each move is a search (`lane_search.py`). Quiet states
are kept with the values of their searches. When the game is over, some of them become samples, with
its result. A game depends on its seed alone, not on its lane, or on the games before it there.
"""

import numpy as np

from counterplay.core.compile.kernel import hot
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.values import HAS_IN_CHECK, HAS_NOISY, PROVEN, SCORED
from counterplay.learning.kernels.lane_moves import HISTORY
from counterplay.learning.kernels.lane_search import (
    DONE,
    HAS_PATH,
    MODE,
    MOST_NODES,
    NO_MOVE,
    NO_PROGRESS,
    OPENING_PLIES,
    PAST,
    REPETITION,
    RESIGN,
    ROOT_MOVE,
    ROOT_VALUE,
    SINCE,
    SPENT,
    begin_search,
)

LONGEST = 512
"""A game that is longer than this is dropped."""
RESIGN_PLIES = 4
"""A side resigns after this many searches in a row that find the game decided."""
SAMPLES = 64
"""The most states that are sampled of a game."""

IDLE, PLAYING = 0, 1
GOES_ON, IS_OVER, IS_DROPPED = 0, 1, 2

(DOES, NUMBER, PLIES_MADE, ROOT_SINCE, DECIDED, SEEN, RANDOM, WINNER, RESULT, SEARCHED) = range(10)
GAME = 10
"""Where a game stands: whether one is played, its number in the queue, its plies, the first state
that can still be repeated, the decided searches in a row, the states seen, its random numbers, its
result for the player WINNER, the nodes of all searches."""


@hot
def random_below(game, n):
    """A random number from 0 to n - 1 (SplitMix64)."""
    z = np.uint64(game[RANDOM]) + np.uint64(0x9E3779B97F4A7C15)
    game[RANDOM] = np.int64(z)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return np.int64(((z >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@hot
def sign(v):
    return 1 if v > 0 else -1 if v < 0 else 0


@hot
def begin_game(lane, game, root, number, seed):
    """Set up a game. Nothing is left of the one before."""
    rules.store(root, rules.initial(0, np.int64(0)))
    game[DOES], game[NUMBER], game[RANDOM] = PLAYING, number, seed
    game[PLIES_MADE], game[ROOT_SINCE], game[DECIDED], game[SEEN] = 0, 0, 0, 0
    lane.now[MODE], lane.now[ROOT_MOVE], lane.now[SPENT] = DONE, NO_MOVE, 0
    for i in range(len(lane.table)):
        lane.table[i, 0], lane.table[i, 1] = 0, 0
    for i in range(HISTORY):
        lane.history[i] = 0


@hot
def decide(lane, game, root, seen_states, seen_scores, seen_movers):
    """No search is under way: make the move that was found, or begin the next search.

    Returns GOES_ON, IS_OVER or IS_DROPPED.
    """
    end = GOES_ON
    if lane.now[ROOT_MOVE] != NO_MOVE:
        end = end_move(lane, game, root, seen_states, seen_scores, seen_movers)
        lane.now[ROOT_MOVE] = NO_MOVE
    if end == GOES_ON:
        end = begin_move(lane, game, root)
    return end


@hot
def begin_move(lane, game, root):
    """Let the search of a move begin, or make a random one."""
    s = rules.load(0, np.int64(0), root)
    if rules.terminal(0, s):
        p = np.int64(rules.player(0, s))
        v = np.int64(rules.score(0, s, p))
        game[WINNER], game[RESULT] = p, v if SCORED else sign(v)
        return IS_OVER
    key = rules.key(0, s)
    if HAS_PATH and is_draw(lane, game, key):
        game[WINNER], game[RESULT] = 0, 0
        return IS_OVER
    if game[PLIES_MADE] >= LONGEST:
        return IS_DROPPED
    if game[PLIES_MADE] < lane.how[OPENING_PLIES]:
        n = np.int64(rules.actions(0, s, lane.moves))
        make_move(lane, game, root, s, lane.moves[random_below(game, n)])
        return GOES_ON
    rules.store(lane.states[0], s)
    lane.keys[0], lane.now[PAST] = key, game[PLIES_MADE]
    lane.frame[0, SINCE] = game[ROOT_SINCE]
    begin_search(lane)
    return GOES_ON


@hot
def is_draw(lane, game, key) -> bool:
    """Whether the history rules end the game in the state with this key."""
    made, since = game[PLIES_MADE], game[ROOT_SINCE]
    times = np.int64(1)
    for i in range(since, made):
        if lane.past[i] == key:
            times += 1
    is_over = REPETITION > 0 and times >= REPETITION
    return is_over or (NO_PROGRESS > 0 and made - since >= NO_PROGRESS)


@hot
def make_move(lane, game, root, s, move):
    """Make a move of the game."""
    lane.past[game[PLIES_MADE]] = rules.key(0, s)
    game[PLIES_MADE] += 1
    if HAS_PATH and rules.irreversible(0, s, move):
        game[ROOT_SINCE] = game[PLIES_MADE]
    rules.store(root, rules.result(0, np.int64(0), s, move))


@hot
def end_move(lane, game, root, seen_states, seen_scores, seen_movers):
    """The search is over: keep the state if it is quiet, and make the move."""
    s = rules.load(0, np.int64(0), root)
    move, v, p = lane.now[ROOT_MOVE], lane.now[ROOT_VALUE], np.int64(rules.player(0, s))
    game[SEARCHED] += lane.now[SPENT]
    is_decided = lane.how[RESIGN] > 0 and abs(v) >= lane.how[RESIGN]
    if is_decided and game[PLIES_MADE] == lane.how[OPENING_PLIES]:
        return IS_DROPPED
    if not (HAS_IN_CHECK and rules.in_check(0, s)) and not (HAS_NOISY and rules.noisy(0, s, move)):
        k = game[SEEN]
        rules.store(seen_states[k], s)
        seen_scores[k], seen_movers[k] = v, p
        game[SEEN] = k + 1
    game[DECIDED] = game[DECIDED] + 1 if is_decided else 0
    if not SCORED and (game[DECIDED] == RESIGN_PLIES or abs(v) > PROVEN):
        game[WINNER], game[RESULT] = p, sign(v)
        return IS_OVER
    make_move(lane, game, root, s, move)
    return GOES_ON


@hot
def write_samples(game, seen_states, seen_scores, seen_movers, states, scores, results):
    """Sample states of a game that is over, all equally likely. Returns how many."""
    count = np.int64(0)
    while count < SAMPLES and game[SEEN] > 0:
        i, last = random_below(game, game[SEEN]), game[SEEN] - 1
        rules.store(states[count], rules.load(0, np.int64(0), seen_states[i]))
        scores[count] = seen_scores[i]
        results[count] = game[RESULT] if seen_movers[i] == game[WINNER] else -game[RESULT]
        rules.store(seen_states[i], rules.load(0, np.int64(0), seen_states[last]))
        seen_scores[i], seen_movers[i] = seen_scores[last], seen_movers[last]
        game[SEEN] = last
        count += 1
    return count


@hot
def end_early(lane):
    """End a search that has taken too many nodes, once it knows a move."""
    if lane.now[SPENT] >= lane.how[MOST_NODES] and lane.now[ROOT_MOVE] != NO_MOVE:
        lane.now[MODE] = DONE
