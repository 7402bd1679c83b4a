"""The commands that a person can type instead of a move."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path

from rich.columns import Columns
from rich.table import Table
from rich.text import Text

from counterplay.cli.support.common import say
from counterplay.cli.support.play import saving
from counterplay.cli.support.play.terminal_game import TerminalGame
from counterplay.cli.support.ranked_moves import print_ranked
from counterplay.core.game.errors import InputError
from counterplay.core.game.numbers import whole_number
from counterplay.engine.expectiminimax.engine import Expectiminimax
from counterplay.presentation.ranking import LINES, is_ranked
from counterplay.review.equity import verdict

Command = Callable[[TerminalGame, str], None]


def obey(terminal: TerminalGame, line: str) -> None:
    """Carry out a typed line: a move in notation, a command, or the number of a move, as in `#3`.

    A move has priority over a command of the same name.
    """
    position = terminal.position
    moves = {position.show_move(move): move for move in position.legal_moves}
    word, _, rest = line.partition(" ")
    if not line:
        terminal.show(again=True)
    elif line in moves:
        terminal.play(moves[line])
    elif word.lower() in COMMANDS:
        COMMANDS[word.lower()][1](terminal, rest.strip())
    elif line.startswith("#"):
        terminal.play(_numbered(line, list(moves.values())))
    else:
        try:
            terminal.play(line)
        except InputError as error:
            raise InputError(f"{error}{_advice(line, len(moves))}") from None


def _numbered(text: str, moves: list[int]) -> int:
    number = whole_number(text.removeprefix("#").strip())
    if number is None or not 1 <= number <= len(moves):
        raise InputError(f"{text!r} is not in the list of moves, #1 to #{len(moves)}")
    return moves[number - 1]


def _advice(line: str, moves: int) -> str:
    """A hint for a line that is neither a move nor a command."""
    if 1 <= (whole_number(line) or 0) <= moves:
        return f"; for a move by its number write #{line}"
    near = difflib.get_close_matches(line.partition(" ")[0].lower(), COMMANDS, 1, 0.6)
    return f"; did you mean {near[0]}?" if near else "; help lists the commands"


def _help(terminal: TerminalGame, rest: str) -> None:
    position = terminal.position
    first = position.show_move(position.legal_moves[0])
    say(
        terminal.console,
        f"Type a move as the game writes it, such as {first}, or by its number in the list that "
        "moves prints, such as #1. Or one of these:",
    )
    table = Table.grid(padding=(0, 2))
    for name, (about, _) in COMMANDS.items():
        table.add_row(Text(f"  {name}", style="cyan"), about)
    terminal.console.print(table)


def _moves(terminal: TerminalGame, rest: str) -> None:
    position = terminal.position
    listed = enumerate(map(position.show_move, position.legal_moves), 1)
    width = len(str(len(position.legal_moves)))
    cells = [Text.assemble((f"{f'#{n}':>{width + 1}} ", "dim"), move) for n, move in listed]
    terminal.console.print(Columns(cells, padding=(0, 2), equal=True))


def _hint(terminal: TerminalGame, rest: str) -> None:
    lines = LINES if is_ranked(terminal.game.facts) else None
    found = terminal.analyse("looking for a good move", lines).result
    if lines and found.method == Expectiminimax.method:
        print_ranked(terminal.console, found)
        return
    line = " ".join(found.line_text)
    text = Text.assemble(
        ("hint: ", "dim"), (terminal.position.show_move(found.move), "bold"), f", {verdict(found)}"
    )
    terminal.console.print(Text.assemble(text, (f"  (depth {found.depth}: {line})", "dim")))


def _undo(terminal: TerminalGame, rest: str) -> None:
    terminal.undo()


def _save(terminal: TerminalGame, rest: str) -> None:
    path = Path(rest).expanduser() if rest else saving.new_path(terminal.game.name)
    terminal.save(path)
    terminal.console.print(
        f"saved; to go on later: {saving.resume_command(path.absolute())}", soft_wrap=True
    )


def _resign(terminal: TerminalGame, rest: str) -> None:
    terminal.resigned = terminal.position.turn


def _quit(terminal: TerminalGame, rest: str) -> None:
    terminal.left = True


COMMANDS: dict[str, tuple[str, Command]] = {
    "help": ("show this list", _help),
    "moves": ("list the legal moves with their numbers", _moves),
    "hint": ("ask the engine what it would play", _hint),
    "undo": ("go back to your previous turn", _undo),
    "save": ("save the game: save, or save FILE", _save),
    "resign": ("give the game up", _resign),
    "quit": ("save the game and leave (or Ctrl-D)", _quit),
}
