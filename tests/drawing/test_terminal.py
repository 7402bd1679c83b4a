"""The tree in the terminal says what the picture says."""

import io
from typing import Any

from rich.console import Console

from counterplay.drawing import Explanation, terminal
from counterplay.textbook import minimax
from counterplay.textbook.expectiminimax import expectiminimax
from counterplay.textbook.maxn import maxn


def printed(explanation: Explanation, *arguments: Any, **limits: Any) -> list[str]:
    console = Console(file=io.StringIO(), width=120, markup=False, highlight=False)
    console.print(terminal(explanation, *arguments, **limits))
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_the_figure_in_the_terminal(figure: Explanation) -> None:
    lines = printed(figure)
    assert lines[:3] == ["▲ MAX A [3, 3]", "├── 1 ▼ MIN B [3, 3] ◄ best", "│   ├── 1 ■ 3 ◄ best"]
    assert lines[7] == "│   ├── 2 ■ 4  ✗ 2 ≤ alpha 3: MAX will not let it come to this"
    assert len(lines) == 13


def test_a_step_shows_only_what_is_known_then(figure: Explanation) -> None:
    lines = printed(figure, 3)
    assert lines[:4] == [
        "▲ MAX A [−∞, +∞]",
        "├── 1 ▼ MIN B [−∞, 3]",
        "│   ├── 1 ■ 3",
        "│   ├── 2 ■",
    ]
    assert not any("best" in line for line in lines)


def test_vectors_probabilities_and_names(draw: Any, three: Any, dice: Any) -> None:
    assert printed(draw(three, maxn))[0] == "◆ player 1 A (1, 2, 6)"
    lines = printed(draw(dice, expectiminimax))
    assert lines[1:3] == ["├── 1 ● chance B 2.1 ◄ best", "│   ├── 1 (0.9) ▼ MIN D 2 ◄ best"]


def test_a_large_tree_is_cropped(draw: Any) -> None:
    lines = printed(draw([[1] * 20 for _ in range(20)], minimax), most_nodes=30)
    assert len(lines) < 60
    assert any(line.endswith("more") for line in lines)
