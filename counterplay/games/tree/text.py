"""Trees as text: one node a line, children indented below their parent.

    title: My tree                            optional
    players: MAX MIN                          optional
    A
      left: B eval=5
        3
        noisy: 12
      right: C eval=1
        p=1/2: 2
        p=1/2: B

A line has an optional move before a colon, and a node after it:

    take noisy p=1/2: C player=MIN eval=3     a move, its marks; a node, who moves, its evaluation
    take: C info=guess                        a node that looks like all others with info=guess
    take: 3                                   an end, with the payoff of the first of two players
    take: C 1 2 6                             an end with a name, and the payoffs of three players
    take: C                                   the node C, which is described elsewhere

A node whose moves have probabilities is a chance node. Texts with spaces or signs are in double
quotes. `#` begins a comment.
"""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.core.game.errors import InputError
from counterplay.games.tree.draft import Draft, DraftMove, DraftNode, Numbers
from counterplay.games.tree.model import MARKS, ROOT
from counterplay.games.tree.numbers import parse_number, parse_probability
from counterplay.games.tree.tokens import Token, tokens_of

HEADERS = ("title", "players")
OF_MOVES = "a move has a label, the marks noisy and quiet, and p=1/2, its probability"
OF_NODES = "a node has a name, player=NAME, eval=NUMBER, info=NAME, or payoffs"


def read_text(text: str) -> Draft:
    """Read a tree in the text format. Raises InputError with the line and the column."""
    draft = Draft(DraftNode())
    above: list[_Line] = []
    lines: list[_Line] = []
    for number, line in enumerate(text.expandtabs(8).splitlines(), 1):
        words = list(tokens_of(line, number))
        if not words:
            continue
        if not lines and len(words) > 1 and words[1].text == ":" and words[0].text in HEADERS:
            _read_header(draft, words, line)
            continue
        read = _Line(words)
        while above and above[-1].indent >= read.indent:
            above.pop()
        read.join(above[-1] if above else None, is_first=not lines)
        above.append(read)
        lines.append(read)
    if not lines:
        raise InputError("the tree is empty: write one node a line, children indented below it")
    for read in lines:
        read.refer()
    draft.root = lines[0].node
    return draft


def _read_header(draft: Draft, words: Sequence[Token], line: str) -> None:
    rest = words[2:]
    named = [token.word for token in rest if token.text != ","]
    if words[0].text == "title":
        as_written = line[rest[0].column - 1 : rest[-1].column - 1] + rest[-1].text if rest else ""
        draft.title = rest[0].word if len(rest) == 1 else as_written
        return
    if not named or len(set(map(str.lower, named))) < len(named):
        words[0].refuse("give each player a name of its own: players: A B C")
    draft.names = tuple(named)


class _Line:
    """One line: a move and the node that it leads to."""

    def __init__(self, words: Sequence[Token]) -> None:
        self.first = words[0]
        self.indent = words[0].column - 1
        self.child_indent = -1
        colons = [i for i, token in enumerate(words) if token.text == ":"]
        if len(colons) > 1:
            words[colons[1]].refuse("a line has one colon: put texts with colons in double quotes")
        middle = colons[0] if colons else -1
        self.has_move = bool(colons)
        self.move = _read_move(words[: max(middle, 0)])
        self.node = _read_node(words[middle + 1 :], words[0].where)
        self.move.to, self.move.where = self.node, words[0].where
        self.is_root_word = [t.text for t in words[middle + 1 :]][:1] == [ROOT]

    def join(self, parent: _Line | None, is_first: bool) -> None:
        """Hang the node below its parent; None is the parent of the root."""
        if parent is None:
            if not is_first:
                self.first.refuse("this is a second root: indent it below its parent")
            if self.has_move:
                self.first.refuse("no move leads to the root: write its name, or root")
            if self.is_root_word:
                self.node.name = ""
            return
        if parent.child_indent not in (-1, self.indent):
            self.first.refuse(
                f"this line begins in column {self.indent + 1}, and the children of the same node "
                f"above it in column {parent.child_indent + 1}"
            )
        parent.child_indent = self.indent
        parent.node.moves.append(self.move)

    def refer(self) -> None:
        """A node without moves and payoffs refers to one that is described elsewhere."""
        node = self.node
        if node.moves or node.payoffs is not None:
            return
        if not node.name:
            self.first.refuse("this node has neither a payoff nor children below it")
        if node.player is not None or node.evaluation is not None or node.info:
            self.first.refuse(
                f"{node.name!r} has neither a payoff nor children, so it refers to a node that is "
                "described elsewhere: write its player, its evaluation and its info there"
            )
        self.move.to = node.name


def _read_move(words: Sequence[Token]) -> DraftMove:
    """Read what stands before the colon."""
    move = DraftMove("")
    labelled = False
    for token in words:
        if token.kind == "assigned" and token.pair[0] == "p":
            move.probability = parse_probability(token.pair[1])
            if move.probability is None:
                token.refuse(f"{token.text!r} is no probability: write p=0.5, p=1/2 or p=50%")
        elif token.kind == "bare" and token.text in MARKS:
            move.noisy = token.text == "noisy"
        elif token.kind in ("bare", "quoted") and not labelled and token.word:
            move.label, labelled = token.word, True
        else:
            token.refuse(f"{token.text!r} is no mark of a move: {OF_MOVES}")
    return move


def _read_node(words: Sequence[Token], where: str) -> DraftNode:
    """Read what stands after the colon."""
    node = DraftNode(words[0].where if words else where)
    payoffs: list[float] = []
    for token in words:
        if token.text == "," and payoffs:
            continue
        number = parse_number(token.text) if token.kind == "bare" else None
        if token.kind == "assigned":
            _assign(node, token)
        elif number is not None:
            payoffs.append(number)
        elif token.kind == "bare" and token.text in MARKS:
            token.refuse(
                f"{token.text} is a mark of a move: write it before a colon, {token.text}: …"
            )
        elif token.kind in ("bare", "quoted") and not node.name and token.word:
            node.name = token.word
        else:
            token.refuse(f"{token.text!r} is unexpected here: {OF_NODES}")
    if payoffs:
        node.payoffs = _alone(payoffs)
    return node


def _alone(numbers: list[float]) -> Numbers:
    return numbers if len(numbers) > 1 else numbers[0]


def _assign(node: DraftNode, token: Token) -> None:
    name, value = token.pair
    if name == "player":
        node.player = value
    elif name == "info":
        node.info = value
    elif name == "eval":
        numbers = [parse_number(part) for part in value.split(",")]
        if None in numbers:
            token.refuse(f"{token.text!r} is no evaluation: write eval=3, or eval=1,2,6")
        node.evaluation = _alone([number for number in numbers if number is not None])
    elif name == "p":
        token.refuse(f"{token.text} is of a move: write it before a colon, {token.text}: …")
    else:
        token.refuse(f"{name!r} is nothing that an algorithm knows: {OF_NODES}")
