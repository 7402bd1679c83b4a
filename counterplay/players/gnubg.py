"""GNU Backgammon as a player: `gnubg:plies=2`.

It has no limits of time, depth and nodes: `plies` says how far it looks ahead. 0 evaluates each
play, 2 is the level that its authors call world class. `noise` makes it weaker.
"""

from __future__ import annotations

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.games.backgammon.board import MOVE
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.program import ProgramPlayer
from counterplay.players.spec import Spec
from counterplay.protocols.gnubg import board
from counterplay.protocols.gnubg.plays import read_play
from counterplay.protocols.gnubg.program import GnubgProgram
from counterplay.protocols.moves import play_move

SETTINGS = ("plies", "noise")
MOST_PLIES, MOST_NOISE = 7, 1.0
CANNOT_MOVE, BEAVER, TAKE = "pass", "beaver", "take"


class RunningGnubg:
    """A running GNU Backgammon. It is asked about one position at a time."""

    def __init__(self, spec: Spec, game: Game, limit: Limit) -> None:
        if game.name != board.NAME:
            raise UnfitError(f"GNU Backgammon plays {board.NAME}, and not {game.name}")
        if spec.limit is not None:
            raise InputError("GNU Backgammon has no limits: say how far it looks with plies=2")
        self._game = game
        self._plies = int(setting(spec, "plies", MOST_PLIES))
        self._program = GnubgProgram(spec.command, commands(spec, game))

    @property
    def alive(self) -> bool:
        return self._program.alive

    def new_game(self) -> None:
        """Nothing to forget: each board is a question of its own."""

    def think(
        self, position: Position, limit: Limit, clocks: Clocks | None, seconds: float
    ) -> Thought:
        answer = self._program.ask(board.write_board(self._game, position.state), seconds)
        return Thought(move_of(position, answer), self._plies)

    def close(self) -> None:
        self._program.close()


def move_of(position: Position, answer: str) -> int | str:
    """The move that an answer means; the answer itself if there is no such legal move."""
    if position.state.stage != MOVE:
        return TAKE if answer == BEAVER else answer
    number = read_play(position, answer)
    if number is not None:
        return number
    after = play_move(position, ",".join(answer.split()) or CANNOT_MOVE)
    return answer if after is None else after.moves[-1]


def commands(spec: Spec, game: Game) -> list[str]:
    """The commands that set the strength, and tell whether there is a cube."""
    plies, noise = int(setting(spec, "plies", MOST_PLIES)), setting(spec, "noise", MOST_NOISE)
    cubeful = "on" if game.parameters["cube"].value else "off"
    return [
        "set threads 1",
        "set beavers 0",
        *(
            f"set evaluation {decision} evaluation {what}"
            for decision in ("chequerplay", "cubedecision")
            for what in (f"plies {plies}", f"noise {noise:g}")
        ),
        f"set evaluation chequerplay evaluation cubeful {cubeful}",
    ]


def setting(spec: Spec, name: str, most: float) -> float:
    """The value of `plies` or `noise`; 0 by default."""
    text = dict(spec.settings).get(name, "0")
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= most or (name == "plies" and value != int(value)):
        what = "a whole number" if name == "plies" else "a number"
        raise InputError(f"{name}={text} must be {what} from 0 to {most:g}")
    return value


def gnubg_player(spec: Spec, game: Game, limit: Limit) -> ProgramPlayer:
    """GNU Backgammon as a player, which is started again after it has exited."""
    return ProgramPlayer(spec, game, limit, RunningGnubg, SETTINGS)
