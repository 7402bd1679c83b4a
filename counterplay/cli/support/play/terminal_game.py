"""One game in the terminal, from the first move until it ends or is left."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from counterplay.cli.support.board import print_position
from counterplay.cli.support.common import say
from counterplay.cli.support.play import saving
from counterplay.cli.support.play.setup import Setup, labels_of
from counterplay.cli.support.thinking import Answer, Thinker
from counterplay.core.data_files import exists
from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.stand_in import METHOD as STAND_IN
from counterplay.presentation.drawings import drawing_at, roll_at, rolled_by
from counterplay.presentation.shapes import player_tokens
from counterplay.presentation.viewpoint import is_secret, viewer_of
from counterplay.presentation.words import count, depth, ending, player_name
from counterplay.review.equity import verdict
from counterplay.session import Session


class TerminalGame:
    """A game under way in the terminal. `obey` does what a person typed; see `play.commands`."""

    def __init__(
        self,
        setup: Setup,
        position: Position,
        console: Console,
        obey: Callable[[TerminalGame, str], None],
        resumed: Path | None = None,
    ) -> None:
        self.setup, self.position, self.console = setup, position, console
        self.game = position.game
        self.labels = labels_of(setup, self.game.facts)
        self.resigned: int | None = None
        self.left = False
        self._obey = obey
        self._thinker: Thinker | None = None
        self._shown: Position | None = None
        self._kept, self._path = position, resumed
        if setup.book is not None or setup.table is not None:
            self._ready_thinker()  # a book or a table that cannot be used is refused now

    def run(self) -> None:
        """Play to the end. A game that is left earlier, for any reason, is saved."""
        try:
            while not (self.position.is_over or self.left or self.resigned is not None):
                self._step()
            if not self.left:
                self._finish()
                return
        except BaseException:
            self._keep()
            raise
        self._keep()

    def close(self) -> None:
        """Let go of the engine; stop compiling it."""
        if self._thinker is not None:
            self._thinker.session.close()

    def _step(self) -> None:
        player = self.position.turn
        if player == CHANCE:
            self._draw_outcome()
        elif self.setup.people[player]:
            self.show()
            self._ask(player)
        else:
            self._let_engine_move(player)

    # Moves of a person, the engine, and chance --------------------------------------------

    def _ask(self, player: int) -> None:
        try:
            line = input(f"{self.game.facts.names[player]}> ")
        except EOFError:
            self.console.print()
            self.left = True
            return
        except KeyboardInterrupt:
            self.console.print()
            raise
        if not sys.stdin.isatty():
            self.console.print(line)  # a transcript should show what was typed
        try:
            self._obey(self, line.strip())
        except CounterplayError as error:
            say(self.console, str(error), "red")

    def _let_engine_move(self, player: int) -> None:
        found = self._ready_thinker().move(
            self.position, self.setup.limit, f"{self.labels[player]} is thinking"
        )
        move, why = found.result.move, _reason(found.result)
        shown = self.position.show_move(move)
        self.play(move)
        if self.setup.ponder:
            self._ready_thinker().session.ponder(found.result)
        told = "" if self._is_secret() else f" plays {shown}, {why}"
        say(self.console, f"{self.labels[player]}{told or ' has moved'}")
        self.show()

    def _draw_outcome(self) -> None:
        """Draw an outcome from seed and ply only, so that undo does not change the dice."""
        seed = f"{self.setup.seed} {len(self.position.moves)}"
        outcome = self.game.draw(self.position.state, seed)
        shown = self.position.show_move(outcome)
        self.play(outcome)
        told = roll_at(self.position) or f"chance gives {shown}"
        say(self.console, "chance has decided" if self._is_secret() else told, "magenta")

    # What commands do to the game ----------------------------------------------------------------

    def analyse(self, title: str, lines: int | None = None) -> Answer:
        """What the engine thinks of the position, and of the next best moves."""
        return self._ready_thinker().analyse(self.position, self.setup.limit, title, lines)

    def prepare_engine(self) -> None:
        """Begin to compile the engine in another process, or say why there is none for this game.

        The board is shown meanwhile, and a stand-in moves if the engine is not ready.
        """
        self._ready_thinker().session.start_compiling()

    def _ready_thinker(self) -> Thinker:
        """The session of the whole game, opened when it is first needed."""
        if self._thinker is None:
            setup = self.setup
            session = Session(
                self.game,
                book=setup.book,
                tables=setup.table,
                book_seed=setup.seed,
                stand_in=True,
            )
            self._thinker = Thinker(session, self.console)
        return self._thinker

    def play(self, move: int | str) -> None:
        self.position = self.position.play(move)

    def undo(self) -> None:
        """Go back to the previous position in which a person was to move."""
        for plies, s in enumerate(reversed(self.position.past), 1):
            player = self.game.player(s)
            if player != CHANCE and self.setup.people[player]:
                self.position = self.position.undo(plies)
                return
        raise InputError("there is no earlier turn of yours")

    def save(self, path: Path) -> None:
        """Save to a new file or over a saved game, but over no other file."""
        if exists(path) and not saving.is_saved_game(path):
            raise InputError(
                f"{path} exists and is not a saved game: nothing was saved, choose another name"
            )
        saving.write(path, self.setup, self.position)
        self._kept, self._path = self.position, path.absolute()

    def show(self, again: bool = False) -> None:
        """Draw the board, unless it is on the screen already."""
        if self._shown is self.position and not again:
            return
        self._shown = self.position
        if self.position.is_over:
            return  # drawn at the end
        player = self.position.turn
        status = "chance decides" if player == CHANCE else f"{self._mover(player)} to move"
        viewer = viewer_of(self.position, self.setup.people)
        print_position(self.console, self.position, status, self._last_move(), viewer)

    def _mover(self, player: int) -> str:
        """The player to move, with the piece if the name does not tell: `Black (X)`."""
        names, label = self.game.facts.names, self.labels[player]
        tokens = player_tokens(drawing_at(self.position, None), names)
        piece = tokens[player].get("piece", "") if names else ""
        is_told = piece.lower() in ("", label[:1].lower())
        return label if is_told else f"{label} ({piece})"

    def _is_secret(self) -> bool:
        """Whether the viewer must not see the last move."""
        return is_secret(self.position, -1, viewer_of(self.position, self.setup.people))

    def _last_move(self) -> list[str]:
        if not self.position.past or self._is_secret():
            return []
        before, move = self.position.past[-1], self.position.moves[-1]
        name, by = player_name(self.game, self.game.player(before)), rolled_by(self.position)
        who = name if by is None else f"{self.game.facts.names[by]} rolled"
        return [f"move {len(self.position.moves)}: {who} {self.game.show_move(before, move)}"]

    # The end -------------------------------------------------------------------------------------

    def _finish(self) -> None:
        if self.resigned is None:
            result = ending(self.position, self.labels)
        else:
            others = [label for p, label in enumerate(self.labels) if p != self.resigned]
            result = f"{self.labels[self.resigned]} resigns"
            result += f", {others[0]} wins" if len(others) == 1 else ""
        print_position(self.console, self.position, "the end", self._last_move())
        self.console.print(result, style="bold")
        self.console.print(count(len(self.position.moves), "moves") + ":")
        self.console.print(self.position.text, soft_wrap=True)

    def _keep(self) -> None:
        """Save the game, unless it is unchanged since it was saved or begun."""
        if self.position is not self._kept:
            own = self._path if self._path and self._path.parent == saving.folder() else None
            path = own or saving.new_path(self.game.name)
            try:
                saving.write(path, self.setup, self.position)
            except InputError as error:
                where = [self.setup.game, self.position.text]
                given = [f"--set={name}={value}" for name, value in self.setup.parameters.items()]
                self.console.print(
                    f"the game cannot be saved: {error}; go on with: "
                    f"{shlex.join(['counterplay', 'play', *where, *given])}",
                    soft_wrap=True,
                )
                return
            self._path = path
        if self._path is not None:
            self.console.print(
                f"The game is saved; go on with: {saving.resume_command(self._path)}",
                soft_wrap=True,
            )


def _reason(found: Result) -> str:
    """Why the engine plays a move, for a person."""
    if found.source == "book":
        return "from the book"
    if found.source == "table":
        return f"sees {verdict(found)} (from the table)"
    if found.position.game.facts.hidden:  # its value would tell what it holds
        return f"after {count(found.nodes, 'nodes')}"
    by = f" by {STAND_IN}, while the engine is compiled" if found.method == STAND_IN else ""
    return f"sees {verdict(found)} ({depth(found)}, {count(found.nodes, 'nodes')}{by})"
