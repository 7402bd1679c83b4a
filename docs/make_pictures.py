"""Make the pictures of the README anew: `python docs/make_pictures.py`."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console
from rich.text import Text

import counterplay as cp
from counterplay.cli.drawing import print_position

IMAGES = Path(__file__).parent / "images"


def main() -> None:
    """A few moves of Connect Four as `counterplay play` shows them."""
    console = Console(
        record=True, width=74, highlight=False, force_terminal=True, file=io.StringIO()
    )
    game = cp.load("connect_four")
    position = game.position("44444")
    console.print(Text("$ counterplay play connect_four", style="bold green"))
    print_position(console, position, "O (engine) to move", ["move 5: X 4"])
    found = cp.search(game, position, depth=14)
    console.print(
        f"O (engine) plays {found.move_text}, depth {found.depth}, {found.nodes:,} nodes; "
        f"expects {' '.join(found.line_text[:6])} …"
    )
    after = position.play(found.move)
    print_position(console, after, "X (you) to move", [f"move 6: O {found.move_text}"])
    console.print("X> hint")
    hint = cp.search(game, after, depth=14)
    console.print(f"hint: {hint.move_text}")
    console.save_svg(str(IMAGES / "play.svg"), title="counterplay")


if __name__ == "__main__":
    main()
