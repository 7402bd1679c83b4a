"""A game as a graph of states, in which positions may repeat: one line of text for each state.

    # a state, who moves there, and the states it leads to
    a  W -> b c
    b  B -> a win
    c  B -> loss
    # an end, and who wins
    win   = W
    loss  = B
    equal = draw

W moves first if both could: the first line is the start. A move is the name of the state that it
leads to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

CHOICE = re.compile(r"(\S+)\s+([WB])\s*->\s*(.*)")
END = re.compile(r"(\S+)\s*=\s*(W|B|draw)")
PAYOFF = {"W": 1.0, "B": -1.0, "draw": 0.0}


@dataclass(frozen=True)
class StateGraph:
    """A game whose states are names.

    movers      who moves at each state that is not an end: 0 (W) or 1 (B)
    successors  the states that each of them leads to
    ends        the payoff of W at each end
    """

    movers: dict[str, int]
    successors: dict[str, tuple[str, ...]]
    ends: dict[str, float]
    start: str

    def initial(self) -> str:
        return self.start

    def player(self, s: str) -> int:
        return self.movers.get(s, 0)

    def actions(self, s: str) -> tuple[str, ...]:
        return self.successors.get(s, ())

    def result(self, s: str, a: str) -> str:
        return a

    def terminal(self, s: str) -> bool:
        return s in self.ends

    def utility(self, s: str, p: int) -> float:
        return self.ends[s] if p == 0 else -self.ends[s]

    @property
    def states(self) -> tuple[str, ...]:
        """All states, in the order of the text."""
        return tuple(self.successors) + tuple(self.ends)


def read_graph(text: str) -> StateGraph:
    """Return the graph that a text describes; raise ValueError with the line that is wrong."""
    movers: dict[str, int] = {}
    successors: dict[str, tuple[str, ...]] = {}
    ends: dict[str, float] = {}
    line_of: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].strip()
        if not words:
            continue
        choice, end = CHOICE.fullmatch(words), END.fullmatch(words)
        if not choice and not end:
            raise ValueError(
                f"line {number}: {words!r} is neither `name W -> successors`, `name B -> "
                "successors` nor `name = W`, `name = B` or `name = draw`"
            )
        name = (choice or end)[1]  # type: ignore[index]
        if name in line_of:
            raise ValueError(f"line {number}: {name} is also on line {line_of[name]}")
        line_of[name] = number
        if choice:
            movers[name], successors[name] = "WB".index(choice[2]), tuple(choice[3].split())
            if not successors[name]:
                raise ValueError(f"line {number}: {name} leads nowhere; write `{name} = draw` "
                                 "or who wins if it is an end")  # fmt: skip
        elif end:
            ends[name] = PAYOFF[end[2]]
    if not line_of:
        raise ValueError("the graph has no states: write one line for each, `name W -> a b`")
    for name, following in successors.items():
        for other in following:
            if other not in line_of:
                raise ValueError(
                    f"line {line_of[name]}: {name} leads to {other}, which has no line of its own"
                )
    return StateGraph(movers, successors, ends, next(iter(line_of)))
