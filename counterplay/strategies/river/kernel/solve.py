"""Regret minimisation over a tree of bets, for all hands of two ranges at once.

A node has one number for each hand of a player. `reach` of a node is how likely its player makes
the moves that lead to it, times the weight of the hand; `values` what the hands of the other player
get there. Nodes are in the order of the tree, so one loop forwards sets all reaches, and one
backwards all values (Johanson, Waugh, Bowling and Zinkevich, "Accelerating Best Response
Calculation in Large Extensive Games", 2011).

At an end, hands are compared in the order of their strength: a hand wins from all weaker ones, but
for those with one of its cards, which are summed for each card. So an end takes as many steps as
there are hands, not as many as there are pairs.

The hands of each player are in the order of their strength, the weakest first. `weaker` has for
each hand the number of the other player's hands that it beats, `not_stronger` of those that do not
beat it.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules

PLAYERS, CARDS = rules.PLAYERS, 64
FOLDED, SHOWDOWN = 2, 3
LEARN, MEAN, BEST = range(3)
"""What a loop backwards does at the decisions of its player: add regrets, take the mean of the
average strategy, or take the best move."""

KEEP_POSITIVE, KEEP_NEGATIVE, KEEP_AVERAGE = range(3)

CONTEXT = [
    ("halt", np.int64),
    ("rounds", np.int64),
    ("done", np.int64),
    ("nodes", np.int64),
    ("widest", np.int64),
    ("hands", np.int64, (PLAYERS,)),
    ("reach_rows", np.int64, (PLAYERS,)),
    ("slots", np.int64, (PLAYERS,)),
    ("kinds", np.int64),
    ("children", np.int64),
    ("counts", np.int64),
    ("losers", np.int64),
    ("stakes", np.int64),
    ("node_slots", np.int64),
    ("node_rows", np.int64),
    ("weaker", np.int64, (PLAYERS,)),
    ("not_stronger", np.int64, (PLAYERS,)),
    ("cards", np.int64, (PLAYERS,)),
    ("same", np.int64, (PLAYERS,)),
    ("reach", np.int64, (PLAYERS,)),
    ("regrets", np.int64, (PLAYERS,)),
    ("sums", np.int64, (PLAYERS,)),
    ("policies", np.int64, (PLAYERS,)),
    ("values", np.int64),
    ("totals", np.int64),
    ("factors", np.int64),
    ("viewer", np.int64),
    ("task", np.int64),
    ("by_card", np.float64, (CARDS,)),
    ("by_high_card", np.float64, (CARDS,)),
]


@entry
def iterate(contexts):
    """Make `rounds` iterations; `done` counts them."""
    ctx = contexts[0]
    factors = array_at(ctx.factors, (ctx.rounds, 3), np.float32)
    for p in range(PLAYERS):
        set_policies(ctx, p, ctx.regrets[p])
    while ctx.done < ctx.rounds and not ctx.halt:
        for p in range(PLAYERS):
            go_forward(ctx, 1 - p)
            add_to_average(ctx, 1 - p, factors[ctx.done, KEEP_AVERAGE])
            go_backward(ctx, p, LEARN, factors[ctx.done])
        ctx.done += 1


@entry
def judge(contexts):
    """Set the values of the root for `viewer` against the average strategy of the other: with
    `task` MEAN those of the own average strategy, with BEST those of the best response."""
    ctx = contexts[0]
    for p in range(PLAYERS):
        set_policies(ctx, p, ctx.sums[p])
    go_forward(ctx, 1 - ctx.viewer)
    go_backward(ctx, ctx.viewer, ctx.task, array_at(ctx.factors, (1, 3), np.float32)[0])


@native
def numbers_of(ctx, p, address):
    """An array with one row for each action of a player, and one column for each hand."""
    return array_at(address, (ctx.slots[p], ctx.hands[p]), np.float32)


@native
def set_policies(ctx, p, address):
    """Set the policies of a player: each action in proportion to what is positive of its number."""
    source, policies = numbers_of(ctx, p, address), numbers_of(ctx, p, ctx.policies[p])
    kinds = array_at(ctx.kinds, (ctx.nodes,), np.int32)
    counts = array_at(ctx.counts, (ctx.nodes,), np.int32)
    node_slots = array_at(ctx.node_slots, (ctx.nodes,), np.int64)
    totals = array_at(ctx.totals, (ctx.widest,), np.float32)
    for node in range(ctx.nodes):
        if kinds[node] == p:
            set_policy(source, policies, totals, node_slots[node], counts[node], ctx.hands[p])


@native
def set_policy(source, policies, totals, slot, count, n):
    """Set the policy of one node."""
    nothing, even = np.float32(0), np.float32(1 / count)
    for i in range(n):
        totals[i] = nothing
    for a in range(count):
        row = source[slot + a]
        for i in range(n):
            totals[i] += row[i] if row[i] > nothing else nothing
    for i in range(n):
        totals[i] = np.float32(1) / totals[i] if totals[i] > nothing else nothing
    for a in range(count):
        row, policy = source[slot + a], policies[slot + a]
        for i in range(n):
            share = row[i] * totals[i]
            policy[i] = even if totals[i] == nothing else share if share > nothing else nothing


@native
def go_forward(ctx, q):
    """Set the reaches of a player from the policies."""
    n = ctx.hands[q]
    kinds = array_at(ctx.kinds, (ctx.nodes,), np.int32)
    children = array_at(ctx.children, (ctx.nodes,), np.int32)
    counts = array_at(ctx.counts, (ctx.nodes,), np.int32)
    node_slots = array_at(ctx.node_slots, (ctx.nodes,), np.int64)
    rows = array_at(ctx.node_rows, (PLAYERS, ctx.nodes), np.int64)
    reach = array_at(ctx.reach[q], (ctx.reach_rows[q], n), np.float32)
    policies = numbers_of(ctx, q, ctx.policies[q])
    for node in range(ctx.nodes):
        if kinds[node] == q:
            before = reach[rows[q, node]]
            for a in range(counts[node]):
                after = reach[rows[q, children[node] + a]]
                policy = policies[node_slots[node] + a]
                for i in range(n):
                    after[i] = before[i] * policy[i]


@native
def add_to_average(ctx, q, kept):
    """Add the reaches of a player to the average strategy. Rows of reaches but the first are in the
    order of the actions."""
    n = ctx.hands[q]
    reach = array_at(ctx.reach[q], (ctx.reach_rows[q], n), np.float32)
    sums = numbers_of(ctx, q, ctx.sums[q])
    for k in range(ctx.slots[q]):
        summed, after = sums[k], reach[k + 1]
        for i in range(n):
            summed[i] = summed[i] * kept + after[i]


@native
def go_backward(ctx, p, task, keep):
    """Set the values of all nodes for a player, and learn from them if that is the task."""
    n = ctx.hands[p]
    kinds = array_at(ctx.kinds, (ctx.nodes,), np.int32)
    children = array_at(ctx.children, (ctx.nodes,), np.int32)
    counts = array_at(ctx.counts, (ctx.nodes,), np.int32)
    node_slots = array_at(ctx.node_slots, (ctx.nodes,), np.int64)
    values = array_at(ctx.values, (ctx.nodes, ctx.widest), np.float32)
    policies = numbers_of(ctx, p, ctx.policies[p])
    regrets = numbers_of(ctx, p, ctx.regrets[p])
    totals = array_at(ctx.totals, (ctx.widest,), np.float32)
    for node in range(ctx.nodes - 1, -1, -1):
        kind, value = kinds[node], values[node]
        if kind == SHOWDOWN:
            show_down(ctx, p, node, value)
            continue
        if kind == FOLDED:
            fold(ctx, p, node, value)
            continue
        first, count, slot = children[node], counts[node], node_slots[node]
        if kind != p:
            add_rows(values, value, first, count, n)
        elif task == BEST:
            take_best(values, value, first, count, n)
        else:
            take_mean(values, policies, value, first, slot, count, n)
        if kind == p and task == LEARN:
            for a in range(count):
                add_regrets(regrets[slot + a], values[first + a], value, n, keep)
            set_policy(regrets, policies, totals, slot, count, n)


@native
def add_rows(values, value, first, count, n):
    """The values where the other moves: the sum over the moves, whose reach is in the values."""
    start = values[first]
    for i in range(n):
        value[i] = start[i]
    for a in range(1, count):
        after = values[first + a]
        for i in range(n):
            value[i] += after[i]


@native
def take_best(values, value, first, count, n):
    """The values of the best moves."""
    start = values[first]
    for i in range(n):
        value[i] = start[i]
    for a in range(1, count):
        after = values[first + a]
        for i in range(n):
            value[i] = after[i] if after[i] > value[i] else value[i]


@native
def take_mean(values, policies, value, first, slot, count, n):
    """The values of a policy."""
    for i in range(n):
        value[i] = np.float32(0)
    for a in range(count):
        after, policy = values[first + a], policies[slot + a]
        for i in range(n):
            value[i] += policy[i] * after[i]


@native
def add_regrets(row, after, value, n, keep):
    """Add the regrets of one move, and forget a part of them."""
    positive, negative = keep[KEEP_POSITIVE], keep[KEEP_NEGATIVE]
    for i in range(n):
        regret = row[i] + after[i] - value[i]
        row[i] = regret * (positive if regret > np.float32(0) else negative)


@native
def fold(ctx, p, node, value):
    """The values of an end by a fold: the stake, times the hands that the other may have."""
    q = 1 - p
    n, m = ctx.hands[p], ctx.hands[q]
    stake = array_at(ctx.stakes, (ctx.nodes,), np.float64)[node]
    if array_at(ctx.losers, (ctx.nodes,), np.int32)[node] == p:
        stake = -stake
    mine = array_at(ctx.cards[p], (n, 2), np.uint8)
    theirs = array_at(ctx.cards[q], (m, 2), np.uint8)
    same = array_at(ctx.same[p], (n,), np.int32)
    rows = array_at(ctx.node_rows, (PLAYERS, ctx.nodes), np.int64)
    reach = array_at(ctx.reach[q], (ctx.reach_rows[q], m), np.float32)[rows[q, node]]
    by_card = ctx.by_card
    for c in range(CARDS):
        by_card[c] = 0.0
    total = 0.0
    for j in range(m):
        weight = np.float64(reach[j])
        total += weight
        by_card[theirs[j, 0]] += weight
        by_card[theirs[j, 1]] += weight
    for i in range(n):
        twice = np.float64(reach[same[i]]) if same[i] >= 0 else 0.0
        value[i] = stake * (total - by_card[mine[i, 0]] - by_card[mine[i, 1]] + twice)


@native
def show_down(ctx, p, node, value):
    """The values of a showdown: the stake, times the weaker hands, less the stronger ones."""
    q = 1 - p
    n, m = ctx.hands[p], ctx.hands[q]
    stake = array_at(ctx.stakes, (ctx.nodes,), np.float64)[node]
    mine = array_at(ctx.cards[p], (n, 2), np.uint8)
    theirs = array_at(ctx.cards[q], (m, 2), np.uint8)
    weaker = array_at(ctx.weaker[p], (n,), np.uint32)
    not_stronger = array_at(ctx.not_stronger[p], (n,), np.uint32)
    rows = array_at(ctx.node_rows, (PLAYERS, ctx.nodes), np.int64)
    reach = array_at(ctx.reach[q], (ctx.reach_rows[q], m), np.float32)[rows[q, node]]
    low_cards, high_cards = ctx.by_card, ctx.by_high_card
    for c in range(CARDS):
        low_cards[c] = high_cards[c] = 0.0
    for i in range(n):
        value[i] = np.float32(0)
    # Both directions in one loop: a processor works on them at the same time.
    low, high, before, after = 0.0, 0.0, np.uint32(0), np.uint32(m)
    for step in range(n):
        i = np.uint32(step)
        for j in range(before, weaker[i]):
            weight = np.float64(reach[j])
            low += weight
            low_cards[theirs[j, 0]] += weight
            low_cards[theirs[j, 1]] += weight
        before = weaker[i]
        value[i] += stake * (low - low_cards[mine[i, 0]] - low_cards[mine[i, 1]])
        i = np.uint32(n - 1 - step)
        for j in range(not_stronger[i], after):
            weight = np.float64(reach[j])
            high += weight
            high_cards[theirs[j, 0]] += weight
            high_cards[theirs[j, 1]] += weight
        after = not_stronger[i]
        value[i] -= stake * (high - high_cards[mine[i, 0]] - high_cards[mine[i, 1]])
