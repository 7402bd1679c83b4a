"""Write perft.json: how many lines of play of each length every built-in game has.

The rules are written out here a second time, as plainly as can be: boards are tuples of texts,
lines are found by walking over the squares. Nothing is shared with the package. Positions that
are reached in several ways are counted together, which makes short work of millions of lines.
Where OpenSpiel has the game, it walks over every line of play as well and has to agree.

    python tests/data/make_perft.py
"""

import json
from collections import Counter
from itertools import pairwise, product
from pathlib import Path

OWN = "tests/data/make_perft.py"
OPENSPIEL = "OpenSpiel 2.0.2, every line of play"
MOST_LINES = 1_000_000
"""How many lines of play OpenSpiel is made to walk over at most."""


def perft(start, successors, depth):
    """Lines of play of 1, 2, … depth plies."""
    layer, counts = Counter({start: 1}), []
    for _ in range(depth):
        deeper = Counter()
        for state, ways in layer.items():
            for after in successors(state):
                deeper[after] += ways
        layer = deeper
        counts.append(sum(layer.values()))
    return counts


def has_line(at, width, height, in_a_row, mark):
    """Whether `mark` stands in a row on a board that `at(column, row)` reads."""
    for c in range(width):
        for r in range(height):
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                squares = [(c + i * dc, r + i * dr) for i in range(in_a_row)]
                on_board = all(0 <= x < width and 0 <= y < height for x, y in squares)
                if on_board and all(at(x, y) == mark for x, y in squares):
                    return True
    return False


def tic_tac_toe(width=3, height=3, in_a_row=3):
    def successors(board):
        mover, last = ("x", "o") if board.count("x") == board.count("o") else ("o", "x")
        if has_line(lambda c, r: board[r * width + c], width, height, in_a_row, last):
            return
        for i, mark in enumerate(board):
            if mark == ".":
                yield board[:i] + mover + board[i + 1 :]

    return "." * (width * height), successors


def connect_four(width=7, height=6, in_a_row=4):
    def successors(columns):
        mover, last = "xo" if sum(map(len, columns)) % 2 == 0 else "ox"
        padded = [column.ljust(height, ".") for column in columns]
        if has_line(lambda c, r: padded[c][r], width, height, in_a_row, last):
            return
        for c, column in enumerate(columns):
            if len(column) < height:
                yield (*columns[:c], column + mover, *columns[c + 1 :])

    return ("",) * width, successors


def nim(piles=(1, 3, 5, 7), misere=True):
    def successors(piles):
        for i, pile in enumerate(piles):
            for left in range(pile):
                yield (*piles[:i], left, *piles[i + 1 :])

    return tuple(piles), successors


def dots_and_boxes(columns=3, rows=3, players=2):
    def successors(drawn):
        for line in range(columns * (rows + 1) + (columns + 1) * rows):
            if line not in drawn:
                yield drawn | {line}

    return frozenset(), successors


def tree(tree):
    def children(node):
        if isinstance(node, list):
            return node
        if isinstance(node, dict):
            return node.get("children") or [pair[1] for pair in node.get("chance", [])]
        return []

    return json.dumps(tree), lambda node: map(json.dumps, children(json.loads(node)))


def othello(size=8):
    steps = [(dc, dr) for dc in (-1, 0, 1) for dr in (-1, 0, 1) if (dc, dr) != (0, 0)]

    def turned(board, mover, c, r):
        """The squares whose discs turn if the mover plays on an empty one."""
        found = []
        for dc, dr in steps:
            run, x, y = [], c + dc, r + dr
            while 0 <= x < size and 0 <= y < size and board[y * size + x] not in (".", mover):
                run.append(y * size + x)
                x, y = x + dc, y + dr
            if 0 <= x < size and 0 <= y < size and board[y * size + x] == mover:
                found += run
        return found

    def after(board, mover):
        for square, mark in enumerate(board):
            discs = turned(board, mover, square % size, square // size) if mark == "." else []
            if discs:
                marks = list(board)
                for i in (square, *discs):
                    marks[i] = mover
                yield "".join(marks)

    def successors(state):
        board, mover = state[:-1], state[-1]
        other = "o" if mover == "x" else "x"
        moves = [made + other for made in after(board, mover)]
        if moves or not any(after(board, other)):
            return moves
        return [board + other]

    middle = size // 2
    board = ["."] * size * size
    for c, r, mark in ((0, 0, "o"), (1, 1, "o"), (0, 1, "x"), (1, 0, "x")):
        board[(middle - r) * size + middle - c] = mark
    return "".join(board) + "x", successors


def breakthrough(width=8, height=8):
    rows = 2 if height >= 6 else 1

    def successors(state):
        board, mover = state[:-1], state[-1]
        other, ahead, home = ("b", 1, 0) if mover == "w" else ("w", -1, height - 1)
        lost = other in board[home * width : (home + 1) * width] or mover not in board
        for square, mark in enumerate(board):
            if lost or mark != mover:
                continue
            for aside in (-1, 0, 1):
                c, r = square % width + aside, square // width + ahead
                target = board[r * width + c] if 0 <= c < width else mover
                if target == "." or (target == other and aside):
                    marks = list(board)
                    marks[square], marks[r * width + c] = ".", mover
                    yield "".join(marks) + other

    empty = "." * width * (height - 2 * rows)
    return "w" * width * rows + empty + "b" * width * rows + "w", successors


def chess():
    """Not written out again: python-chess makes the moves."""
    import chess

    def successors(fen):
        board = chess.Board(fen)
        for move in list(board.legal_moves):
            board.push(move)
            yield board.fen()
            board.pop()

    return chess.STARTING_FEN, successors


def checkers():
    """A board is a tuple of rows; the mover is the first part of a state."""

    def jumps(board, r, c, piece, ways):
        """The boards after all captures that begin here, each way one."""
        found = []
        for dr, dc in ways:
            over, goal = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
            if not (0 <= goal[0] < 8 and 0 <= goal[1] < 8) or board[goal[0]][goal[1]] != ".":
                continue
            other = board[over[0]][over[1]]
            if other == "." or other.lower() == piece.lower():
                continue
            after = put(put(put(board, r, c, "."), *over, "."), *goal, crowned(piece, goal[0]))
            ends = crowned(piece, goal[0]) != piece
            found += (not ends and jumps(after, *goal, piece, ways)) or [after]
        return found

    def put(board, r, c, mark):
        row = board[r][:c] + mark + board[r][c + 1 :]
        return (*board[:r], row, *board[r + 1 :])

    def crowned(piece, row):
        return piece.upper() if row == (7 if piece == "b" else 0) else piece

    def successors(state):
        mover, board = state
        taken, steps = [], []
        for r in range(8):
            for c in range(8):
                piece = board[r][c]
                if piece.lower() != mover:
                    continue
                rows = (1, -1) if piece.isupper() else (1,) if piece == "b" else (-1,)
                ways = [(dr, dc) for dr in rows for dc in (1, -1)]
                taken += jumps(board, r, c, piece, ways)
                for dr, dc in ways:
                    x, y = r + dr, c + dc
                    if 0 <= x < 8 and 0 <= y < 8 and board[x][y] == ".":
                        steps.append(put(put(board, r, c, "."), x, y, crowned(piece, x)))
        for after in taken or steps:
            yield "w" if mover == "b" else "b", after

    odd, even = ".b.b.b.b", "b.b.b.b."
    home = (odd, even, odd, "........", "........")
    far = tuple(row.replace("b", "w") for row in (even, odd, even))
    return ("b", (*home, *far)), successors


def nine_mens_morris():
    """A board is a text of three rings; a state has the mover, the board, the stones in hand."""
    lines = [
        tuple(8 * ring + (side + step) % 8 for step in range(3))
        for ring in range(3)
        for side in (0, 2, 4, 6)
    ] + [(p, p + 8, p + 16) for p in (1, 3, 5, 7)]
    steps = {pair for line in lines for pair in pairwise(line)}
    steps |= {(b, a) for a, b in steps}

    def put(board, point, mark):
        return board[:point] + mark + board[point + 1 :]

    def in_mill(board, point):
        return any(point in line and len({board[p] for p in line}) == 1 for line in lines)

    def captures(board, goal, other):
        if not in_mill(board, goal):
            return [board]
        stones = [p for p in range(24) if board[p] == other]
        loose = [p for p in stones if not in_mill(board, p)]
        return [put(board, p, ".") for p in loose or stones]

    def successors(state):
        mover, board, hand = state
        other = "b" if mover == "w" else "w"
        stones = [p for p in range(24) if board[p] == mover]
        free = [p for p in range(24) if board[p] == "."]
        if len(stones) + (hand + 1) // 2 < 3:
            return
        if hand:
            moved = [(board, goal) for goal in free]
        else:
            flies = len(stones) == 3
            moved = [
                (put(board, start, "."), goal)
                for start in stones
                for goal in free
                if flies or (start, goal) in steps
            ]
        for before, goal in moved:
            for after in captures(put(before, goal, mover), goal, other):
                yield other, after, max(hand - 1, 0)

    return ("w", "." * 24, 18), successors


def backgammon():
    """A state is the mover, the checkers of both on points 1 to 25, and the dice; all from the side
    of their owner. Every order of the dice is tried, one step after the other."""
    start = {24: 2, 13: 5, 8: 3, 6: 5}
    home = tuple(start.get(p, 0) for p in range(26))

    def steps(mine, theirs, die):
        """The checkers of both after each way to move one die."""
        starts = [25] if mine[25] else [p for p in range(1, 25) if mine[p]]
        for p in starts:
            goal = p - die
            if goal > 0 and theirs[25 - goal] > 1:
                continue
            if goal <= 0 and (any(mine[7:]) or (goal < 0 and any(mine[p + 1 :]))):
                continue
            after, others = list(mine), list(theirs)
            after[p] -= 1
            if goal > 0:
                after[goal] += 1
                others[25] += others[25 - goal]
                others[25 - goal] = 0
            yield tuple(after), tuple(others)

    def played(mine, theirs, dice):
        """The positions that a row of dice leads to, and how many of the dice were played."""
        after = steps(mine, theirs, dice[0]) if dice else ()
        found = [end for step in after for end in played(*step, dice[1:])]
        return [(n + 1, *end) for n, *end in found] or [(0, mine, theirs)]

    def results(mine, theirs, high, low):
        rows = [(high,) * 4] if high == low else [(high, low), (low, high)]
        found = [(*end, row[0]) for row in rows for end in played(mine, theirs, row)]
        most = max(n for n, *_ in found)
        found = [end for end in found if end[0] == most]
        if most == 1 and high != low and any(end[3] == high for end in found):
            found = [end for end in found if end[3] == high]
        return {end[1:3] for end in found}

    def successors(state):
        mover, sides, dice = state
        if not all(map(any, sides)):
            return []
        if mover is None:
            rolls = [(high, low) for high in range(2, 7) for low in range(1, high)]
            return [(first, sides, roll) for roll in rolls for first in (0, 1)]
        if dice is None:
            rolls = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
            return [(mover, sides, roll) for roll in rolls]
        ends = results(sides[mover], sides[1 - mover], *dice)
        return [(1 - mover, pair if mover == 0 else pair[::-1], None) for pair in ends]

    return (None, (home, home), None), successors


def einstein(size=5, stones=None, setup="random"):
    """A state: the stones as (side, number, row, column), the side to move, and the roll.

    In the setup the roll is a text. Black starts in the corner 0, 0 and moves down and right.
    """
    stones = stones or (6 if size == 5 else 3)
    deep = 3 if stones == 6 else 2
    corner = [(r, c) for r in range(deep) for c in range(deep - r)]
    last = size - 1
    homes = {"b": corner, "w": [(last - r, last - c) for r, c in corner]}
    other = {"w": "b", "b": "w"}

    def placed(state):
        board, side, _ = state
        number = 1 + sum(one[0] == side for one in board)
        for place in homes[side]:
            if all(one[2:] != place for one in board):
                after = board | {(side, number, *place)}
                if number < stones:
                    yield after, side, "setup"
                else:
                    yield after, other[side], "setup" if side == "w" else None

    def moved(state):
        board, side, roll = state
        left = {one[1]: one for one in board if one[0] == side}
        numbers = {roll} if roll in left else {
            *sorted(n for n in left if n < roll)[-1:], *sorted(n for n in left if n > roll)[:1]
        }  # fmt: skip
        way = 1 if side == "b" else -1
        for number in numbers:
            _, _, r, c = left[number]
            for dr, dc in ((0, way), (way, 0), (way, way)):
                to = (r + dr, c + dc)
                if min(to) >= 0 and max(to) < size:
                    rest = {one for one in board if one[2:] != to and one != left[number]}
                    yield frozenset(rest | {(side, number, *to)}), other[side], None

    def successors(state):
        board, side, roll = state
        if roll == "setup":
            return placed(state)
        goal = {"b": (last, last), "w": (0, 0)}[other[side]]
        is_won = any(one[0] != side and one[2:] == goal for one in board)
        if is_won or all(one[0] != side for one in board):
            return ()
        if roll is None:
            return [(board, side, n) for n in range(1, stones + 1)]
        return moved(state)

    if setup == "fixed":
        board = {(side, n, *at) for side in "wb" for n, at in enumerate(homes[side], 1)}
        return (frozenset(board), "w", None), successors
    return (frozenset(), "w", "setup"), successors


def pig(goal=100):
    """A state: the scores of the player to move and of the other, the total, and who rolls."""

    def successors(state):
        mine, theirs, total, is_rolling = state
        if mine + total >= goal:
            return
        if is_rolling:
            yield theirs, mine, 0, False
            for face in range(2, 7):
                yield mine, theirs, total + face, False
            return
        yield mine, theirs, total, True
        if total:
            yield theirs, mine + total, 0, False

    return (0, 0, 0, False), successors


def kuhn(players=2):
    """A state: the cards dealt, and the choices."""

    def successors(state):
        cards, choices = state
        if len(cards) < players:
            for card in set("9TJQKA"[: players + 1]) - set(cards):
                yield cards + card, choices
        elif len(choices) < (choices.index("b") + players if "b" in choices else players):
            yield cards, choices + "p"
            yield cards, choices + "b"

    return ("", ""), successors


def leduc(ranks=3, suits=False, raises=2):
    """A state: the cards dealt, and the choices of each round: c(heck or call), r(aise), f(old)."""
    deck = [(rank, suit) for rank in range(ranks) for suit in range(2)]

    def is_over(choices):
        return choices[-1:] == "f" or (len(choices) > 1 and choices[-1] == "c")

    def successors(state):
        cards, first, second = state
        if first[-1:] == "f" or second[-1:] == "f" or is_over(second):
            return
        if len(cards) < 2 or (len(cards) == 2 and is_over(first)):
            left = [card for card in deck if card not in cards]
            if not suits:  # both cards of a rank are one outcome
                held = [rank for rank, _ in cards]
                left = [(rank, held.count(rank)) for rank in range(ranks) if held.count(rank) < 2]
            for card in left:
                yield (*cards, card), first, second
            return
        choices = first if len(cards) == 2 else second
        bets = choices.count("r")
        for choice in ("f" if bets else "") + "c" + ("r" if bets < raises else ""):
            after = choices + choice
            yield (cards, after, second) if len(cards) == 2 else (cards, first, after)

    return ((), "", ""), successors


def bridge(contract="3NT S", cards=13):
    """A state: the hands, how many cards are dealt, who leads, and the trick so far."""
    denomination, declarer = contract.split()
    trump, first = denomination[1:], ("NESW".index(declarer) + 1) % 4
    ranks = "23456789TJQKA"[13 - cards :]
    deck = frozenset(suit + rank for suit in "SHDC" for rank in ranks)

    def strength(card, led):
        return card[0] == trump, card[0] == led, ranks.index(card[1])

    def successors(state):
        hands, dealt, leader, trick = state
        if dealt < len(deck):
            seat = dealt // cards
            for card in deck.difference(*hands):
                after = tuple(hands[q] | {card} if q == seat else hands[q] for q in range(4))
                yield after, dealt + 1, leader, trick
            return
        seat = (leader + len(trick)) % 4
        follow = {card for card in hands[seat] if trick and card[0] == trick[0][0]}
        for card in follow or hands[seat]:
            after = tuple(hands[q] - {card} if q == seat else hands[q] for q in range(4))
            played = (*trick, card)
            if len(played) < 4:
                yield after, dealt, leader, played
                continue
            best = max(played, key=lambda c: strength(c, played[0][0]))
            yield after, dealt, (leader + played.index(best)) % 4, ()

    return ((frozenset(),) * 4, 0, first, ()), successors


def liars_dice(dice=1, other_dice=None, faces=6):
    """A state: the rolls, the last bid as dice and face, and whether someone called."""
    numbers = (dice, dice if other_dice is None else other_dice)

    def successors(state):
        rolls, bid, is_called = state
        if len(rolls) < 2:
            rolled = {tuple(sorted(r)) for r in product(range(faces), repeat=numbers[len(rolls)])}
            for roll in rolled:
                yield (*rolls, roll), bid, False
            return
        if is_called:
            return
        for count in range(1, sum(numbers) + 1):
            for face in range(faces):
                if bid is None or (count, face) > bid:
                    yield rolls, (count, face), False
        if bid is not None:
            yield rolls, bid, True

    return ((), None, False), successors


def holdem(legal):
    """A state: how many cards are dealt, and the choices of each round, as texts.

    Cards that differ lead to states that are counted together. `legal(rounds)` lists the choices.
    """
    wanted = (4, 7, 8, 9)

    def is_settled(choices):
        return len(choices) > 1 and choices[-1] == "call"

    def successors(state):
        dealt, rounds = state
        if rounds and rounds[-1][-1:] == ("fold",):
            return
        is_all_in = any("all-in" in choices for choices in rounds) and is_settled(rounds[-1])
        if is_settled(rounds[-1]) and len(rounds) < 4 and not is_all_in:
            rounds = (*rounds, ())
        if dealt < (9 if is_all_in else wanted[len(rounds) - 1]):
            for _ in range(52 - dealt):
                yield dealt + 1, rounds
        elif not is_settled(rounds[-1]):
            for choice in legal(rounds):
                yield dealt, (*rounds[:-1], (*rounds[-1], choice))

    return (0, ((),)), successors


def limit_holdem(bets=4):
    def legal(rounds):
        raises = rounds[-1].count("raise") + (len(rounds) == 1)
        is_facing = rounds[-1][-1:] == ("raise",) or rounds == ((),)
        fold = ["fold"] if is_facing else []
        return [*fold, "call", *(["raise"] if raises < bets else [])]

    return holdem(legal)


def no_limit_holdem(stack=200, small_blind=1, big_blind=2, sizes=(50, 100)):
    """A raise is the chips that its player has paid in all."""

    def legal(rounds):
        highest, last_raise = big_blind, big_blind
        for choices in rounds:
            last_raise = big_blind
            for choice in choices:
                if choice != "call":
                    paid = stack if choice == "all-in" else choice
                    highest, last_raise = paid, max(last_raise, paid - highest)
        is_facing = rounds == ((),) or rounds[-1][-1:] not in ((), ("call",))
        fold = ["fold"] if is_facing else []
        least = highest + last_raise
        wished = range(least, stack) if not sizes else [
            max(highest + 2 * highest * size // 100, least) for size in sizes
        ]  # fmt: skip
        raises = [*sorted({chips for chips in wished if chips < stack}), "all-in"]
        return [*fold, "call", *(raises if highest < stack else [])]

    return holdem(legal)


def dark_hex(rows=3, columns=3):
    """A state: the cells of both players, those that each knows to be taken, and who moves."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))

    def has_won(stones, p):
        reached = [cell for cell in stones if cell[p] == 0]
        for r, c in reached:  # the list grows during the loop
            near = [(r + down, c + right) for down, right in steps]
            reached += [cell for cell in near if cell in stones and cell not in reached]
        return any(cell[p] == (rows, columns)[p] - 1 for cell in reached)

    def successors(state):
        stones, met, p = state
        if has_won(stones[1 - p], 1 - p):
            return
        for cell in cells:
            if cell in stones[p] or cell in met[p]:
                continue
            if cell in stones[1 - p]:
                yield stones, tuple(met[q] | {cell} if q == p else met[q] for q in (0, 1)), p
            else:
                after = tuple(stones[q] | {cell} if q == p else stones[q] for q in (0, 1))
                yield after, met, 1 - p

    nothing = (frozenset(), frozenset())
    return (nothing, nothing, 0), successors


def go(size=9, superko=True, scored=False):
    points = frozenset((r, c) for r in range(size) for c in range(size))

    def chain_of(stones, point):
        """The stones that are connected to one, and the points beside them."""
        chain, rim, waiting = set(), set(), [point]
        while waiting:
            r, c = at = waiting.pop()
            if at in chain:
                continue
            chain.add(at)
            for other in {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & points:
                if stones.get(other) == stones[point]:
                    waiting.append(other)
                else:
                    rim.add(other)
        return chain, rim

    def successors(state):
        boards, p, passes = state
        if passes == 2:
            return
        yield boards, 1 - p, passes + 1
        here = dict(boards[-1])
        for point in points - here.keys():
            after = {**here, point: p}
            placed = {**here, point: p}
            for other in [q for q in here if here[q] != p]:
                chain, rim = chain_of(placed, other)
                if rim <= placed.keys():
                    after = {q: colour for q, colour in after.items() if q not in chain}
            _, rim = chain_of(after, point)
            board = frozenset(after.items())
            forbidden = boards if superko else boards[-2:-1]
            if not rim <= after.keys() and board not in forbidden:
                yield (*boards, board), 1 - p, 0

    return ((frozenset(),), 0, 0), successors


RULES = {
    "backgammon": backgammon,
    "breakthrough": breakthrough,
    "bridge": bridge,
    "checkers": checkers,
    "chess": chess,
    "connect_four": connect_four,
    "dark_hex": dark_hex,
    "dots_and_boxes": dots_and_boxes,
    "einstein": einstein,
    "go": go,
    "kuhn": kuhn,
    "leduc": leduc,
    "liars_dice": liars_dice,
    "limit_holdem": limit_holdem,
    "nim": nim,
    "nine_mens_morris": nine_mens_morris,
    "no_limit_holdem": no_limit_holdem,
    "othello": othello,
    "pig": pig,
    "tic_tac_toe": tic_tac_toe,
    "tree": tree,
}

FIGURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
UNEVEN = [1, [2, [3, [4, 5, 6]], {"player": 0, "children": [7, [8, 8]]}], [[[[9, 9]]]]]
CHANCES = [{"chance": [[0.5, 1], [0.25, [2, 3]], [0.25, [[4, 5], 6]]]}, 7, [8, 9]]

PUBLISHED = {
    "chess": (
        [20, 400, 8902, 197281, 4865609, 119060324],
        "www.chessprogramming.org/Perft_Results",
    ),
    "checkers": (
        [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564],
        "OEIS A133046",
    ),
    "othello": (
        [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288],
        "Aart Bik, aartbik.blogspot.com, February 2009 (he counts ended games too, from ply 10 on)",
    ),
}
"""Counts of others, for games as they come; they may go further than ours."""

CASES = [
    ("backgammon", {}, 4),
    ("breakthrough", {}, 5),
    ("breakthrough", {"width": 3, "height": 4}, 10),
    ("breakthrough", {"width": 5, "height": 6}, 5),
    ("bridge", {}, 4),
    ("bridge", {"cards": 1}, 8),
    ("bridge", {"cards": 2, "contract": "1H E"}, 16),
    ("checkers", {}, 8),
    ("chess", {}, 4),
    ("connect_four", {}, 9),
    ("connect_four", {"width": 5, "height": 4}, 7),
    ("connect_four", {"width": 4, "height": 4, "in_a_row": 3}, 8),
    ("connect_four", {"width": 3, "height": 5, "in_a_row": 2}, 8),
    ("dark_hex", {}, 6),
    ("dark_hex", {"rows": 2, "columns": 3}, 11),
    ("dots_and_boxes", {}, 5),
    ("dots_and_boxes", {"columns": 2, "rows": 1, "players": 2}, 8),
    ("einstein", {}, 8),
    ("einstein", {"setup": "fixed"}, 6),
    ("einstein", {"size": 3, "setup": "fixed"}, 14),
    ("einstein", {"size": 4, "setup": "free"}, 9),
    ("go", {}, 3),
    ("go", {"size": 2}, 8),
    ("go", {"size": 2, "superko": False}, 7),
    ("go", {"size": 3}, 5),
    ("kuhn", {}, 6),
    ("kuhn", {"players": 3}, 9),
    ("leduc", {}, 11),
    ("leduc", {"suits": True}, 12),
    ("liars_dice", {}, 8),
    ("liars_dice", {"dice": 2, "other_dice": 1, "faces": 3}, 9),
    ("limit_holdem", {}, 4),
    ("nim", {}, 6),
    ("nim", {"piles": [2, 3], "misere": False}, 6),
    ("nine_mens_morris", {}, 5),
    ("no_limit_holdem", {}, 4),
    ("othello", {}, 7),
    ("othello", {"size": 4}, 13),
    ("othello", {"size": 6}, 6),
    ("pig", {}, 8),
    ("pig", {"goal": 5}, 10),
    ("tic_tac_toe", {}, 10),
    ("tic_tac_toe", {"width": 4, "height": 3, "in_a_row": 3}, 6),
    ("tree", {"tree": FIGURE}, 4),
    ("tree", {"tree": UNEVEN}, 6),
    ("tree", {"tree": CHANCES}, 5),
]


def their_name(name, set_to):
    if name == "connect_four":
        names = {"width": "columns", "height": "rows", "in_a_row": "x_in_row"}
        given = ",".join(f"{names[key]}={value}" for key, value in set_to.items())
    elif name == "nim":
        piles = ";".join(map(str, set_to.get("piles", (1, 3, 5, 7))))
        given = f"pile_sizes={piles},is_misere={set_to.get('misere', True)}"
    elif name == "dots_and_boxes" and set_to.get("players") == 2:
        given = f"num_cols={set_to['columns']},num_rows={set_to['rows']}"
    elif name in ("chess", "nine_mens_morris", "tic_tac_toe", "othello") and not set_to:
        given = ""
    elif name == "dark_hex":
        given = f"num_rows={set_to.get('rows', 3)},num_cols={set_to.get('columns', 3)}"
    elif name == "go" and not set_to:
        given = "board_size=9"
    elif name == "kuhn":
        return f"kuhn_poker(players={set_to.get('players', 2)})"
    elif name == "leduc" and set_to.get("suits"):
        return "leduc_poker"
    elif name == "liars_dice" and not set_to:
        return "liars_dice"
    elif name == "breakthrough":
        given = f"columns={set_to.get('width', 8)},rows={set_to.get('height', 8)}"
    else:
        return None
    return f"{name}({given})"


def perft_of_openspiel(name, depth):
    import pyspiel

    def count(state, depth):
        if depth == 0:
            return 1
        if state.is_terminal():
            return 0
        children = (state.child(action) for action in state.legal_actions())
        return sum(count(child, depth - ends_turn(state, child)) for child in children)

    def ends_turn(state, child):
        """A capture in nine men's morris is a move of its own there, of the same player."""
        same = child.current_player() == state.current_player()
        return not (same and name.startswith("nine_mens_morris"))

    return count(pyspiel.load_game(name).new_initial_state(), depth)


def entry(name, set_to, depth):
    counts = perft(*RULES[name](**set_to), depth)
    sources, theirs = ["python-chess 1.11" if name == "chess" else OWN], their_name(name, set_to)
    if theirs:
        walked = [d for d, count in enumerate(counts, 1) if count <= MOST_LINES]
        for d in walked:
            assert perft_of_openspiel(theirs, d) == counts[d - 1], (theirs, d)
        sources.append(f"{OPENSPIEL}, plies {walked[0]} to {walked[-1]}")
    if name in PUBLISHED and not set_to:
        published, source = PUBLISHED[name]
        assert published[: len(counts)] == counts, name
        counts = published
        sources.append(source)
    return {"game": name, "parameters": set_to, "counts": counts, "source": "; ".join(sources)}


if __name__ == "__main__":
    entries = [entry(*case) for case in CASES]
    text = ",\n".join(f"  {json.dumps(case)}" for case in entries)
    Path(__file__).with_name("perft.json").write_text(f"[\n{text}\n]\n", encoding="utf-8")
