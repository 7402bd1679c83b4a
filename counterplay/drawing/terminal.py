"""A search as a tree in the terminal, with the same content as the picture."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

from counterplay.drawing.crop import MOST_CHILDREN, MOST_NODES, Shown, crop
from counterplay.drawing.explanation import Explanation, NodeInfo
from counterplay.drawing.formatting import format_note, format_value
from counterplay.drawing.tree import LEAVES, Node

if TYPE_CHECKING:  # rich is imported when it is used: `import counterplay` needs none of it
    from rich.text import Text
    from rich.tree import Tree as Branch

SYMBOLS = {"max": "▲", "min": "▼", "chance": "●", "end": "■", "horizon": "□"}
COLOURS = {"max": "cyan", "min": "red", "chance": "yellow"}
WIDE = 200
"""Characters of a line of plain text."""
GREY, BEST, ACTIVE = "bright_black", "bold green", "reverse"


def terminal(
    explanation: Explanation,
    step: int | None = None,
    most_nodes: int = MOST_NODES,
    most_children: int = MOST_CHILDREN,
) -> Branch:
    """Return the tree after `step` steps, by default after all."""
    from rich.tree import Tree as Branch

    last = step is None or step >= len(explanation.steps)
    top = crop(explanation.tree.root, explanation.line, most_nodes, most_children)
    active = None if last or not step else top.nearest(explanation.steps[step - 1].node).number
    drawer = _Drawer(explanation, explanation.node_infos(step), last, active)
    branch = Branch(drawer.text(top.node), guide_style=GREY)
    drawer.fill(branch, top)
    return branch


def written(explanation: Explanation) -> str:
    """The tree after the whole search as plain text."""
    from rich.console import Console

    console = Console(width=WIDE, color_system=None, force_terminal=False, file=StringIO())
    with console.capture() as lines:
        console.print(terminal(explanation))
    return lines.get()


class _Drawer:
    def __init__(
        self, explanation: Explanation, infos: list[NodeInfo], last: bool, active: int | None
    ) -> None:
        self.explanation, self.infos, self.last, self.active = explanation, infos, last, active

    def fill(self, branch: Branch, shown: Shown) -> None:
        from rich.text import Text

        for child in shown.children:
            self.fill(branch.add(self.text(child.node)), child)
        if shown.hidden:
            branch.add(Text(f"… {shown.hidden} more", style=GREY))

    def text(self, node: Node) -> Text:
        """Return a node in one line: move, player, value, and why it was pruned."""
        from rich.text import Text

        info = self.infos[node.number]
        grey = info.status in ("pruned", "unseen")
        best = self.last and node.number in self.explanation.line
        line = Text(style=GREY if grey else "")
        if node.parent:
            odds = "" if node.probability is None else f" ({format_value(node.probability)})"
            line.append(f"{node.label}{odds} ", style=BEST if best else "")
        symbol = SYMBOLS.get(node.kind, "◆")
        line.append(f"{symbol} ", style="" if grey else COLOURS.get(node.kind, ""))
        if node.kind not in LEAVES:
            letter = f" {node.letter}" if node.letter else ""
            alike = f" ~{node.alike}" if node.alike else ""
            line.append(f"{self.explanation.tree.mover(node.kind)}{letter}{alike} ")
        elif node.own_name:
            line.append(f"{node.own_name} ")
        line.append(info.text, style=BEST if best else "")
        if best and node.parent:
            line.append(" ◄ best", style=BEST)
        if node.number == self.active:
            line.stylize(ACTIVE)
        first_pruned = node.parent and self.infos[node.parent.number].status != "pruned"
        if info.status == "pruned" and first_pruned:
            line.append(f"  ✗ {format_note(info.note)}")
        elif info.status == "done" and node.kind != "chance" and info.note[:7] != "cut off":
            line.append(f"  {format_note(info.note)}".rstrip(), style=GREY)
        line.rstrip()
        return line
