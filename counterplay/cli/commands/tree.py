"""`counterplay tree`: check a tree, and write it as text, JSON or DOT."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from counterplay.cli.support.common import output, require_file_path, say
from counterplay.cli.support.trees import tree_text
from counterplay.core.data_files import replace_file
from counterplay.games.tree import read_tree, write_tree
from counterplay.games.tree.read import FORMS
from counterplay.games.tree.write import WRITERS
from counterplay.presentation.words import count


def tree(
    source: Annotated[
        str,
        typer.Argument(
            metavar="TREE",
            help="A file (.tree, .json, .dot), a tree such as '[[3,12,8],[2,4,6]]', or - to read "
            "standard input.",
            show_default=False,
        ),
    ],
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORM", help=f"Form: {', '.join(WRITERS)}. Default: that of --out, or text."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write to this file, not to the terminal.")
    ] = None,
) -> None:
    """Check a tree, and write it as text, JSON or DOT.

    A fault is one sentence with the path of the node, and its line and column. DOT is the language
    of Graphviz: dot -Tpdf draws it.
    """
    require_file_path(out)
    form = to or (FORMS.get(out.suffix.lower(), "text") if out else "text")
    read = read_tree(tree_text(source))
    written = write_tree(read, form)
    if out is None:
        output().file.write(written)
        return
    replace_file(out, written)
    ends = sum(not node.moves for node in read.nodes)
    say(output(), f"{out}: {count(len(read.nodes), 'nodes')}, {count(ends, 'ends')}")
