"""A search as a tree in the terminal, with all that the picture says."""

from __future__ import annotations

from rich.text import Text
from rich.tree import Tree as Branch

from counterplay.drawing.crop import MOST_CHILDREN, MOST_NODES, Shown, crop
from counterplay.drawing.steps import Mark, Story
from counterplay.drawing.tree import LEAVES, Node
from counterplay.drawing.words import number, pretty

SIGNS = {"max": "▲", "min": "▼", "chance": "●", "end": "■", "horizon": "□"}
COLOURS = {"max": "cyan", "min": "red", "chance": "yellow"}
GREY, BEST, ACTIVE = "bright_black", "bold green", "reverse"


def terminal(
    story: Story,
    step: int | None = None,
    most_nodes: int = MOST_NODES,
    most_children: int = MOST_CHILDREN,
) -> Branch:
    """The tree after so many steps, or after all."""
    last = step is None or step >= len(story.steps)
    top = crop(story.tree.root, story.line, most_nodes, most_children)
    active = None if last or not step else top.nearest(story.steps[step - 1].node).number
    drawer = _Drawer(story, story.marks(step), last, active)
    branch = Branch(drawer.text(top.node), guide_style=GREY)
    drawer.fill(branch, top)
    return branch


class _Drawer:
    def __init__(self, story: Story, marks: list[Mark], last: bool, active: int | None) -> None:
        self.story, self.marks, self.last, self.active = story, marks, last, active

    def fill(self, branch: Branch, shown: Shown) -> None:
        for child in shown.children:
            self.fill(branch.add(self.text(child.node)), child)
        if shown.hidden:
            branch.add(Text(f"… {shown.hidden} more", style=GREY))

    def text(self, node: Node) -> Text:
        """A node in one line: the move, who moves, what it is worth, and why it was left out."""
        mark = self.marks[node.number]
        grey = mark.status in ("pruned", "unseen")
        best = self.last and node.number in self.story.line
        said = Text(style=GREY if grey else "")
        if node.parent:
            odds = "" if node.probability is None else f" ({number(node.probability)})"
            said.append(f"{node.label}{odds} ", style=BEST if best else "")
        sign = SIGNS.get(node.kind, "◆")
        said.append(f"{sign} ", style="" if grey else COLOURS.get(node.kind, ""))
        if node.kind not in LEAVES:
            letter = f" {node.letter}" if node.letter else ""
            said.append(f"{self.story.tree.mover(node.kind)}{letter} ")
        said.append(mark.text, style=BEST if best else "")
        if best and node.parent:
            said.append(" ◄ best", style=BEST)
        if node.number == self.active:
            said.stylize(ACTIVE)
        first_pruned = node.parent and self.marks[node.parent.number].status != "pruned"
        if mark.status == "pruned" and first_pruned:
            said.append(f"  ✗ {pretty(mark.note)}")
        elif mark.status == "done" and node.kind != "chance" and mark.note[:7] != "cut off":
            said.append(f"  {pretty(mark.note)}".rstrip(), style=GREY)
        said.rstrip()
        return said
