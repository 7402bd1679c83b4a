"""Write reference/commands.md from the command line itself.

Run `python docs/make_commands.py` after a change to a command; a test checks that the page is
current. The page does not depend on the width of the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from counterplay.cli.app import app
from counterplay.cli.commands import COMMANDS

PAGE = Path(__file__).parent / "reference" / "commands.md"
HEAD = """\
# Commands

<!-- Written by docs/make_commands.py from the command line; do not edit. -->

Every command explains itself: `counterplay COMMAND --help`. This page has the same text.

{epilog}

An exit code of 0 means success, 1 that a check found faults, 2 that the input cannot be used.

"""


def page() -> str:
    """Return the whole page."""
    root = get_command(app)
    examples, _, note = _plain(root.epilog).rpartition("\n\n")
    lines = [line for line in examples.split("\n\n") if line.startswith("counterplay ")]
    epilog = note + "\n\n```text\n" + "\n".join(lines) + "\n```"
    found = list(commands(root, "counterplay"))
    contents = "".join(
        f"\n**{name}**\n\n{_table_of(found, names)}" for name, names in COMMANDS.items()
    )
    return HEAD.format(epilog=epilog) + contents + "".join(section(*each) for each in found)


def _table_of(found: list[tuple[str, Any]], names: Iterable[str]) -> str:
    """Return a table of the commands with these names, and of the commands below them."""
    rows = [
        f"| [`{path.removeprefix('counterplay ')}`](#{path.replace(' ', '-')}) "
        f"| {_cell(first_sentence(_plain(command.help)))} |\n"
        for name in names
        for path, command in found
        if path.split()[1] == name
    ]
    return "| command | does |\n|---|---|\n" + "".join(rows)


def commands(command: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield every command below a group with its path, by name, without hidden ones."""
    for name in sorted(command.commands):
        below = command.get_command(None, name)  # which imports it
        if below.hidden:
            continue
        if hasattr(below, "commands"):
            yield from commands(below, f"{path} {name}")
        else:
            yield f"{path} {name}", below


def section(path: str, command: Any) -> str:
    """Return the section of one command."""
    shown = [p for p in command.params if not getattr(p, "hidden", False)]
    arguments = [p for p in shown if p.param_type_name == "argument"]
    options = [p for p in shown if p.param_type_name == "option" and p.name != "help"]
    usage = " ".join([path, *map(_usage, arguments), *(["[OPTIONS]"] if options else [])])
    text = f"\n## {path}\n\n{_plain(command.help)}\n\n```text\n{usage}\n```\n"
    if arguments:
        text += "\n| argument | meaning |\n|---|---|\n" + "".join(map(_argument_row, arguments))
    if options:
        text += "\n| option | default | meaning |\n|---|---|---|\n" + "".join(
            map(_option_row, options)
        )
    return text


def first_sentence(text: str) -> str:
    return re.split(r"(?<=[.;:])\s", text, maxsplit=1)[0].rstrip(".;:")


def _usage(argument: Any) -> str:
    name = _argument_name(argument) + ("..." if argument.nargs == -1 else "")
    return name if argument.required else f"[{name}]"


def _argument_name(argument: Any) -> str:
    return (argument.metavar or argument.name.upper()).strip("{}[].")


def _argument_row(argument: Any) -> str:
    about = _plain(argument.help or "")
    return f"| `{_argument_name(argument)}` | {_cell(about)} |\n"


def _option_row(option: Any) -> str:
    value = "" if option.is_flag else f" {option.metavar or option.name.upper()}"
    names = ", ".join(f"`{name}{value}`" for name in [*option.opts, *option.secondary_opts])
    return f"| {_cell(names)} | {_cell(_default(option))} | {_cell(_plain(option.help or ''))} |\n"


def _default(option: Any) -> str:
    if option.required:
        return "required"
    default = option.default
    if callable(default) or default in (None, "", (), []) or isinstance(default, bool):
        return ""
    if isinstance(default, (list, tuple)):
        return " ".join(f"`{value}`" for value in default)
    return f"`{getattr(default, 'value', default)}`"


def _plain(text: str | None) -> str:
    """Return a help text without the markup of rich, one paragraph a line."""
    plain = re.sub(r"\[/?[a-z][a-z ]*\]", "", text or "")
    paragraphs = [" ".join(part.split()) for part in plain.split("\n\n")]
    return "\n\n".join(part for part in paragraphs if part)


def _cell(text: str) -> str:
    """Return a text that fits into a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
