"""Matches by Ray: the same games as here, whatever happens to its processes."""

import os
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.arena import match, tournament
from counterplay.arena.record import Record
from counterplay.cluster.matches import on_cluster

PLAYERS = ("textbook:ordered:depth=1", "random")
DEADLY = """import os
from pathlib import Path

def choose(position, limit):
    deaths = Path(r"{deaths}")
    count = len(deaths.read_text()) if deaths.exists() else 0
    if count < {often} and os.getpid() != {here}:
        deaths.write_text("x" * (count + 1))
        os._exit(9)
    return position.legal_moves[0]
"""


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("connect_four", width=5, height=4)


def told(games: tuple[Record, ...]) -> list[tuple[object, ...]]:
    """Games without what depends on the machine."""
    return [(r.number, r.opening, r.seats, r.moves, r.score, r.ending) for r in games]


def deadly(folder: Path, often: int) -> str:
    player = folder / "deadly.py"
    player.write_text(DEADLY.format(deaths=folder / "deaths", often=often, here=os.getpid()))
    return str(player)


def test_two_workers_play_the_games_that_are_played_here(
    game: cp.Game, cluster: Any, tmp_path: Path
) -> None:
    options: dict[str, Any] = {"games": 40, "opening_plies": 5, "sprt": (-400, -399)}
    here, out = match(game, *PLAYERS, **options), tmp_path / "m.jsonl"
    there = match(game, *PLAYERS, **options, jobs=2, play=on_cluster(), out=out)
    assert told(there.games) == told(here.games)
    assert there.sprt == here.sprt and there.elo == here.elo
    again = match(game, *PLAYERS, **options, out=out)  # the file of any other match
    assert told(again.games) == told(here.games)


def test_what_was_begun_here_goes_on_there(game: cp.Game, cluster: Any, tmp_path: Path) -> None:
    players, out = [*PLAYERS, "textbook:ordered:depth=2"], tmp_path / "t.jsonl"
    tournament(game, players, games=2, out=out)
    longer = tournament(game, players, games=6, out=out, play=on_cluster())
    assert told(longer.games) == told(tournament(game, players, games=6).games)


def test_a_process_that_dies_takes_no_game_with_it(
    game: cp.Game, cluster: Any, tmp_path: Path
) -> None:
    result = match(game, deadly(tmp_path, 1), "random", games=6, jobs=2, play=on_cluster())
    assert (tmp_path / "deaths").exists()
    assert [record.number for record in result.games] == list(range(6))
    assert dict(result.endings) == {"end": 6}


def test_a_game_that_kills_every_process_is_given_up(
    game: cp.Game, cluster: Any, tmp_path: Path
) -> None:
    with pytest.raises(cp.CounterplayError, match=r"game \d killed 3 processes of the cluster"):
        match(game, deadly(tmp_path, 99), "random", games=4, jobs=1, play=on_cluster())


def test_other_files_than_here_are_refused(game: cp.Game, cluster: Any, tmp_path: Path) -> None:
    """A player's file that changes once the match has begun is another machine's file."""
    player = tmp_path / "mine.py"
    player.write_text("def choose(position, limit):\n    return position.legal_moves[0]\n")

    def change(tally: Any) -> None:
        player.write_text("def choose(position, limit):\n    return position.legal_moves[-1]\n")

    with pytest.raises(cp.InputError, match=r"mine\.py on a machine of the cluster differs"):
        match(game, str(player), "random", games=4, play=on_cluster(), report=change)


def test_ctrl_c_ends_the_games_of_the_cluster(game: cp.Game, cluster: Any) -> None:
    def interrupt(tally: Any) -> None:
        if len(tally.records) == 2:
            raise KeyboardInterrupt

    stopped = match(game, *PLAYERS, games=8, play=on_cluster(), report=interrupt)
    assert (stopped.played, stopped.finished) == (2, False)
    assert cluster.is_initialized()
