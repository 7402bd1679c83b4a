"""A question: its text, the tree that is shown with it, the answer, and the reason."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from rich.tree import Tree as Branch

from counterplay.course.quiz.answers import Answer
from counterplay.course.quiz.subject import MOST_NODES, Subject
from counterplay.drawing import svg, terminal
from counterplay.drawing.explanation import Explanation
from counterplay.drawing.tree import Node

LOOKS = """
.unseen .shape { stroke: #8a8a8a }
.unseen text, .edge.unseen text { fill: #666 }
.end.unseen text { fill: #1a1a1a }
"""
"""Everything can be read before the search has come to it."""


@dataclass(frozen=True)
class View:
    """A picture of a search after some steps; `step` None is the end."""

    explanation: Explanation
    step: int | None = None

    def svg(self, label: str) -> str:
        """Return the picture. Its title, which would tell the answer, is the `label`."""
        drawn = svg(self.explanation, self.step, False, MOST_NODES, MOST_NODES)
        titled = re.sub("<title>.*?</title>", _title(label), drawn, count=1, flags=re.DOTALL)
        return titled.replace("</style>", f"{LOOKS}</style>", 1)

    def terminal(self) -> Branch:
        """Return the tree for the terminal."""
        return terminal(self.explanation, self.step, MOST_NODES, MOST_NODES)


@dataclass(frozen=True)
class Question:
    """A question about a search.

    text    what is asked
    before  the picture with the question
    after   the picture with the answer
    why     sentences that explain the answer
    """

    kind: str
    text: str
    subject: Subject
    answer: Answer
    why: tuple[str, ...]
    before: View
    after: View

    @property
    def form(self) -> str:
        """What an answer looks like."""
        return self.answer.form

    def is_right(self, typed: str) -> bool:
        """Whether a typed answer is right; raises InputError if it is no answer."""
        return self.answer.matches(typed)


def _title(label: str) -> str:
    return f"<title>{escape(label)}</title>".replace("\\", r"\\")


def path_of(node: Node) -> tuple[str, ...]:
    """Return the moves from the root to a node, in the game's notation."""
    return (*path_of(node.parent), node.label) if node.parent else ()
