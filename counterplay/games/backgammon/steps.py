"""A play made step by step: which checkers can move next, and the board between the steps."""

from functools import cache
from itertools import pairwise

from counterplay.games.backgammon.board import BAR, State
from counterplay.games.backgammon.moves import NO_PLAY, first_points, hop, played
from counterplay.games.backgammon.notation import OFF, name, number, sides


def after_steps(s, done, legal):
    """The state after some steps, the dice that they use, and the steps that can follow.

    A step is the names of the points that one checker leaves and reaches. The steps that can follow
    are a dict from each step to the play that it completes; None if more steps must follow.
    """
    rest = unplayed(s.dice)
    ends = {played(*sides(s), s.dice, a): a for a in legal if a != NO_PLAY}
    tree = tree_of(ends)
    words, used = sides(s), []
    for points in done:
        path = [number(point) for point in points]
        for start, end in pairwise(path):
            found = [step for step in tree(words, rest) if step[:2] == (start, end)]
            if not found:
                raise ValueError(f"{name(start)}/{name(end)} is not a step of a legal play")
            _, _, die, words, rest = found[0]
            used.append(die)
    return with_words(s, words), used, chains(tree, ends, words, rest)


def unplayed(dice):
    """The dice of a roll that are still to be played, the higher one first."""
    high, low = dice >> 3, dice & 7
    return (high,) * 4 if high == low else (high, low)


def tree_of(ends):
    """A function that lists the steps that lead to one of `ends`.

    Each step has where it begins and ends, its die, and the words and dice after it.
    """

    @cache
    def steps(words, rest):
        found = {}
        for die in dict.fromkeys(rest):
            left = list(rest)
            left.remove(die)
            points = int(first_points(*words, die))
            for point in range(1, BAR + 1):
                if points >> point & 1:
                    after = hop(*words, point, die)
                    way = (point, max(point - die, OFF))
                    if way not in found and (steps(after, tuple(left)) or after in ends):
                        found[way] = (*way, die, after, tuple(left))
        return tuple(found.values())

    return steps


def chains(tree, ends, words, rest):
    """The steps that can follow, and those of one checker with several dice."""
    found = {}

    def follow(path, words, rest):
        for start, end, _, after, left in tree(words, rest):
            if len(path) > 1 and start != path[-1]:
                continue
            points = (*(path or (start,)), end)
            further = tree(after, left)
            found[tuple(map(name, points))] = None if further else ends[after]
            if end != OFF:
                follow(points, after, left)

    follow((), words, rest)
    return found


def with_words(s, words):
    """The state with other words of the player whose turn it is, and of the other."""
    mine, theirs = words[:2], words[2:]
    checkers = mine + theirs if s.turn == 0 else theirs + mine
    return State(*checkers, *s[4:])
