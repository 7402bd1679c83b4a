"""A progress bar for commands that count what they have done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from counterplay.cli.support.common import progress


@contextmanager
def progress_bar(text: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar on a terminal. The function that it yields sets how much is done."""
    console = progress()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
               TimeRemainingColumn())  # fmt: skip
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(text, total=total)
        yield lambda done: bar.update(task, completed=done)
