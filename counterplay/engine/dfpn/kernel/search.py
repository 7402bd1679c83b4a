"""Depth-first proof-number search (Nagai 2002): does the attacker get at least n points?

A state has two numbers, from the view of the player to move: phi estimates the work left to prove
that this player reaches the goal, delta the work left to disprove it. The attacker's goal is
`at_least` points or more; the defender's goal is to keep the attacker below. One good move is
enough, so phi is the least phi of the moves; for a disproof every move must fail, so delta is the
sum of their deltas. 0 means proven. The search follows the most promising move down to a new state
and stays in a subtree until its numbers pass a threshold: then another one is more promising.

- The threshold allows epsilon times the second best (Pawlewicz and Lew 2007).
- With `weak` (Ueda et al. 2008), delta is the largest delta plus one for each other move. A sum
  counts a state twice if two lines lead to it, which is common.
- With `mobility`, the delta of a new state begins at its number of moves instead of 1.

No state repeats in a game that ends after `longest_game` plies, so the answer for a state does not
depend on its history. If a search meets its own horizon, it counts that for the defender and sets
`horizon`: then only what the attacker reaches is proven.

A caller may ask for a horizon: does the attacker win within `last` plies? The answer for a state
then depends on the plies that remain, so they are part of its key. This works with a repetition
rule too: the shortest win never repeats a state. States that would be drawn at their next
occurrence because of the game before the root are listed in `drawn_keys`.

The arrays of a ply (`moves`, `phi`, `delta`, `work`, `keys`) hold the moves of its state and their
numbers, from the view of the player to move there. The table belongs to the caller.
"""

import numpy as np

from counterplay.core.bits.bits import highest
from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, entry, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.transposition import NO_TAG
from counterplay.engine.dfpn.kernel.table import (
    DISPROVEN,
    GOLDEN,
    PROVEN,
    TABLE_FIELDS,
    entry_delta,
    entry_phi,
    entry_work,
    probe,
    store,
)
from counterplay.engine.shared.sorting import sort_moves

PLIES = rules.PLIES
WIDEST = rules.MOST_ACTIONS

MOST_DRAWN_KEYS = 512
"""The most keys of states that are drawn if they occur again."""

CONTEXT = [
    ("attacker", np.int64),
    ("at_least", np.int64),
    ("epsilon", np.float64),
    ("weak", np.int64),
    ("mobility", np.int64),
    ("nodes", np.int64),
    ("node_limit", np.int64),
    ("pause_at", np.int64),
    ("aborted", np.int64),
    ("fault", np.int64),
    ("horizon", np.int64),
    ("deepest", np.int64),
    ("root_count", np.int64),
    ("last", np.int64),
    ("drawn_count", np.int64),
    ("drawn_keys", np.uint64, (MOST_DRAWN_KEYS,)),
    *TABLE_FIELDS,
    ("moves", np.int64, (PLIES + 2, WIDEST)),
    ("phi", np.int64, (PLIES + 2, WIDEST)),
    ("delta", np.int64, (PLIES + 2, WIDEST)),
    ("work", np.int64, (PLIES + 2, WIDEST)),
    ("keys", np.uint64, (PLIES + 2, WIDEST)),
    ("ranks", np.int64, (WIDEST,)),
]


@native
def prove(ctx, s, p, key, ply, phi_limit, delta_limit):
    """Search `s`, where `p` moves, until phi or delta reaches its limit; return both.

    (0, 0) if the search was stopped before anything was known.
    """
    before = ctx.nodes
    n = expand(ctx, s, p, ply)
    if n == 0:
        return np.int64(0), np.int64(0)
    if ply == 0:
        ctx.root_count = n
    phis, deltas = ctx.phi[ply], ctx.delta[ply]
    while True:
        # 1. The numbers of the state, from those of its moves.
        best, phi, second = 0, phis[0], DISPROVEN
        total, largest, others = deltas[0], deltas[0], -1 if deltas[0] == PROVEN else 0
        for i in range(1, n):
            if phis[i] < phi:
                best, phi, second = i, phis[i], phi
            else:
                second = min(second, phis[i])
            total += deltas[i]
            largest = max(largest, deltas[i])
            others += 1 if deltas[i] > PROVEN else 0
        delta = total
        if ctx.weak and total > PROVEN:
            delta = largest + others
        if phi == PROVEN:
            delta = DISPROVEN
        elif phi < DISPROVEN:
            delta = min(delta, DISPROVEN - 1)
        if phi >= phi_limit or delta >= delta_limit or ctx.aborted or ctx.nodes >= ctx.pause_at:
            break

        # 2. Search the best move until it is no longer the best or a limit is reached.
        room = delta_limit - others if ctx.weak else delta_limit - delta + deltas[best]
        a = min(
            phi_limit, max(np.int64(np.ceil(second * (1 + ctx.epsilon))), second + 1), DISPROVEN
        )
        b = min(max(room, deltas[best] + 1), DISPROVEN)
        child = rules.result(ctx, ply + 1, s, ctx.moves[ply, best])
        q = rules.player(ctx, child)
        spent = ctx.nodes
        x, y = prove(
            ctx, child, q, ctx.keys[ply, best], ply + 1, a if q == p else b, b if q == p else a
        )
        if x + y > 0:
            phis[best] = x if q == p else y
            deltas[best] = y if q == p else x
            ctx.work[ply, best] = max(ctx.work[ply, best], highest(ctx.nodes - spent))

    store(ctx, key, phi, delta, highest(ctx.nodes - before))
    return phi, delta


@native
def expand(ctx, s, p, ply):
    """Fill the arrays of the ply of `s`; return the number of moves. Stop at a proven move."""
    moves = ctx.moves[ply]
    n = moves_of(ctx, s, ply, moves)
    if ctx.aborted:
        return 0
    if rules.HAS_ORDER:
        sort_moves(ctx, s, ply, n, NO_TAG)
    ctx.deepest = max(ctx.deepest, ply + 1)
    for i in range(n):
        ctx.nodes += 1
        if ctx.nodes > ctx.node_limit:
            ctx.aborted = 1
            return 0
        set_child(ctx, s, p, ply, i)
        if ctx.phi[ply, i] == PROVEN:
            return i + 1
    return n


@native
def moves_of(ctx, s, ply, moves):
    """The moves to search: all at the root, below it the sufficient ones."""
    n = np.int64(0)
    if ply > 0 and rules.HAS_SUFFICIENT_MOVES:
        n = rules.sufficient_moves(ctx, s, moves)
    if n == 0:
        n = rules.actions(ctx, s, moves)
    if n <= 0 or n > WIDEST:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        ctx.aborted = 1
    return n


@native
def set_child(ctx, s, p, ply, i):
    """Set the numbers of a move: from the end of the game, the bounds or the table."""
    child = rules.result(ctx, ply + 1, s, ctx.moves[ply, i])
    ctx.work[ply, i] = 0
    if rules.terminal(ctx, child):
        set_proven(ctx, p, ply, i, rules.score(ctx, child, ctx.attacker) >= ctx.at_least)
        return
    q = rules.player(ctx, child)
    if ctx.drawn_count and is_drawn_key(ctx, rules.key(ctx, child)):
        set_proven(ctx, p, ply, i, ctx.at_least <= 0)
        return
    if rules.HAS_BOUNDS:
        wall = ctx.at_least if q == ctx.attacker else 1 - ctx.at_least
        low, high = rules.bounds(ctx, child, wall - 1, wall)
        reached = (low >= wall) == (q == ctx.attacker)
        # Bounds do not say how soon a win comes: with a horizon they only rule it out.
        if (low >= wall or high < wall) and not (reached and ctx.last < PLIES):
            set_proven(ctx, p, ply, i, reached)
            return
    if ply + 1 >= ctx.last:
        if ctx.last == PLIES:
            ctx.horizon = 1
        set_proven(ctx, p, ply, i, False)
        return
    key = table_key(ctx, child, ply + 1)
    ctx.keys[ply, i] = key
    data = probe(ctx, key)
    phi, delta = entry_phi(data), entry_delta(data)
    if data == 0:
        phi = np.int64(1)
        delta = moves_of(ctx, child, ply + 1, ctx.moves[ply + 1]) if ctx.mobility else phi
    ctx.phi[ply, i] = phi if q == p else delta
    ctx.delta[ply, i] = delta if q == p else phi
    ctx.work[ply, i] = entry_work(data)


@native
def set_proven(ctx, p, ply, i, reached):
    """Set the numbers of a move after which the attacker has reached the goal, or cannot."""
    is_good = reached == (p == ctx.attacker)
    ctx.phi[ply, i] = PROVEN if is_good else DISPROVEN
    ctx.delta[ply, i] = DISPROVEN if is_good else PROVEN


@native
def is_drawn_key(ctx, key):
    """Whether a state is drawn because it occurred often enough before the root."""
    for i in range(ctx.drawn_count):
        if ctx.drawn_keys[i] == key:
            return True
    return False


@native
def table_key(ctx, s, ply):
    """The key of a state; with a horizon, also of the plies that remain.

    If some states are drawn by repetition, symmetric states are not equal any more.
    """
    if ctx.drawn_count == 0:
        s = rules.canonical(ctx, PLIES + 1, s)
    key = rules.key(ctx, s)
    if ctx.last < PLIES:
        key ^= np.uint64(ctx.last - ply) * GOLDEN
    return key


@entry
def think(contexts):
    """Search the root until it is proven, stopped, or `pause_at` nodes are reached.

    The answer is in the arrays of ply 0; `root_count` moves of it are filled.
    """
    ctx = contexts[0]
    s = rules.load(ctx, 0, ctx.root)
    ctx.root_count = 0
    most = np.int64(DISPROVEN)
    ply = np.int64(0)
    prove(ctx, s, rules.player(ctx, s), table_key(ctx, s, ply), ply, most, most)
