"""Whole matches: the same games again, at once, after a kill."""

import dataclasses
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.arena import MatchResult, Sprt, match, workers
from counterplay.arena.event import HERE
from counterplay.arena.record import Record
from counterplay.core.game.errors import CounterplayError, GameError, InputError

GAMES = Path(__file__).parents[1] / "data" / "games"
Own = Callable[[str], str]

PAUSE = """import time

def choose(position, limit):
    time.sleep(0.01)
    return position.legal_moves[len(position.moves) % len(position.legal_moves)]
"""


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("connect_four", width=5, height=4)


@pytest.fixture
def pausing(tmp_path: Path) -> str:
    """A player who takes a moment over each move, so that a match can be interrupted."""
    path = tmp_path / "pausing.py"
    path.write_text(PAUSE)
    return str(path)


def timeless(games: tuple[Record, ...]) -> list[Record]:
    """Games without what depends on the machine."""
    return [
        dataclasses.replace(
            game, efforts=tuple(dataclasses.replace(e, seconds=0) for e in game.efforts)
        )
        for game in games
    ]


def test_the_same_seed_plays_the_same_games() -> None:
    game = cp.load("tic_tac_toe")
    options = {"games": 12, "nodes": 60, "opening_plies": 2}
    first, again, other = (
        match(game, "alphabeta:memory=1", "random", seed=seed, **options) for seed in (4, 4, 5)
    )
    assert timeless(first.games) == timeless(again.games) != timeless(other.games)
    assert first.wins > first.losses and first.finished


def test_every_opening_is_played_from_both_sides(game: cp.Game) -> None:
    result = match(game, "random", "random", games=20)
    for one, other in zip(result.games[::2], result.games[1::2], strict=True):
        assert one.opening == other.opening
        assert (one.seats, other.seats) == ((0, 1), (1, 0))
    assert len({record.opening for record in result.games}) == 10
    assert all(game.position(record.end).is_over for record in result.games)


def test_games_played_at_once_are_the_same(race: cp.Game) -> None:
    one, two = (match(race, "random", "random", games=20, jobs=jobs) for jobs in (1, 2))
    assert timeless(one.games) == timeless(two.games)


def test_balanced_openings_are_even_by_search() -> None:
    game = cp.load("tic_tac_toe")
    result = match(game, "random", "random", games=20, opening_plies=3, balanced=0)
    values = {cp.search(game, record.opening, depth=9).outcome for record in result.games}
    assert values == {"draw"}


def test_a_test_ends_the_match_early(game: cp.Game) -> None:
    result = match(game, "textbook:ordered:depth=1", "random", games=200, sprt=(-300, -200))
    assert result.sprt is not None and result.sprt.verdict == "H1"
    assert result.finished and result.played < 400
    assert Sprt(-300, -200).verdict(result.pairs) == "H1"


def test_a_match_goes_on_from_its_file(game: cp.Game, tmp_path: Path) -> None:
    out, seen = tmp_path / "m.jsonl", []
    whole = match(game, "random", "random", games=20)
    match(game, "random", "random", games=8, out=out)
    longer = match(
        game, "random", "random", games=20, out=out, report=lambda t: seen.append(len(t.records))
    )
    assert seen == list(range(8, 21))
    assert timeless(longer.games) == timeless(whole.games)
    assert match(game, "random", "random", games=8, out=out).played == 8
    assert len(out.read_text().splitlines()) == 21


def test_ctrl_c_gives_the_result_so_far(game: cp.Game, tmp_path: Path) -> None:
    def interrupt(tally) -> None:
        if len(tally.records) == 5:
            raise KeyboardInterrupt

    stopped = match(game, "random", "random", games=20, out=tmp_path / "m", report=interrupt)
    assert (stopped.played, stopped.finished, stopped.planned) == (5, False, 20)
    assert match(game, "random", "random", games=20, out=tmp_path / "m").finished


def test_matches_that_share_processes_play_the_same_games(race: cp.Game) -> None:
    """The second match has processes of the first; those that died are replaced."""
    alone = [match(race, "random", "random", games=4, seed=n, jobs=2) for n in (1, 2, 3)]
    with workers.kept_processes():
        shared, seen = [], []
        for n in (1, 2, 3):
            shared.append(match(race, "random", "random", games=4, seed=n, jobs=2))
            assert workers._kept
            seen.append({worker.process.pid for worker in workers._kept})
            if n == 2:
                for worker in workers._kept:
                    worker.process.kill()
                    worker.process.join()
    assert [timeless(one.games) for one in shared] == [timeless(one.games) for one in alone]
    assert seen[0] & seen[1] and not seen[1] & seen[2]
    assert workers._kept is None


@pytest.mark.parametrize(("jobs", "kills"), [(1, 2), (2, 1)])
def test_a_match_that_is_killed_loses_and_doubles_nothing(
    game: cp.Game, pausing: str, tmp_path: Path, jobs: int, kills: int
) -> None:
    """Killed with no warning, then finished: the games of a match that ran through."""
    out = tmp_path / "killed.jsonl"
    command = [sys.executable, "-m", "counterplay", "match", "connect_four", pausing, "random"]
    command += ["--set", "width=5", "--set", "height=4", "--games", "20"]
    command += ["--jobs", str(jobs), "--out", str(out)]
    lines = 0
    for _ in range(kills):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while _lines(out) < lines + 5:
            assert time.monotonic() < deadline and process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        lines = _lines(out)
        assert lines < 21
    done = subprocess.run([*command, "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["played"] == 20
    numbers = [json.loads(line)["number"] for line in out.read_text().splitlines()[1:]]
    assert sorted(numbers) == list(range(20))
    whole = match(game, pausing, "random", games=20)
    assert timeless(match(game, pausing, "random", games=20, out=out).games) == timeless(
        whole.games
    )


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


DEADLY = """import os
from pathlib import Path

def choose(position, limit):
    if {when}:
        os._exit(9)
    return position.legal_moves[0]
"""


def test_a_process_that_dies_takes_no_game_with_it(game: cp.Game, tmp_path: Path) -> None:
    flag, player = tmp_path / "died", tmp_path / "deadly.py"
    player.write_text(DEADLY.format(when=f"not os.path.exists({str(flag)!r}) and "
                                         f"Path({str(flag)!r}).touch() is None"))  # fmt: skip
    result = match(game, str(player), "random", games=10, jobs=2)
    assert flag.exists()
    assert [record.number for record in result.games] == list(range(10))
    assert dict(result.endings) == {"end": 10}


def test_a_game_that_kills_every_process_is_given_up(game: cp.Game, tmp_path: Path) -> None:
    player = tmp_path / "deadly.py"
    player.write_text(DEADLY.format(when="len(position.moves) > 5"))
    with pytest.raises(
        CounterplayError, match=r"game \d killed 3 worker processes \(last exit code 9\)"
    ):
        match(game, str(player), "random", games=4, jobs=2, out=tmp_path / "m")


def test_broken_rules_end_the_match_with_their_line(race: cp.Game) -> None:
    path = Path(race.path)
    path.write_text(path.read_text().replace("return -1 if p", "return 1 // 0 if p"))
    with pytest.raises(GameError, match=r"race\.py, line \d+: ZeroDivisionError in utility"):
        match(cp.load(path), "random", "random", games=4, jobs=2)


def test_three_players_meet_in_every_seating() -> None:
    game = cp.load("dots_and_boxes", columns=1, rows=2, players=3)
    result = match(game, "textbook:maxn:depth=1", "random", games=12)
    assert (result.played, len(result.pairs)) == (12, 13)
    assert len({record.seats for record in result.games}) == 6
    assert result.margin is not None
    one, other = result.sides
    assert one.payoff is not None and other.payoff is not None


@pytest.fixture
def dice_race() -> cp.Game:
    return cp.load(GAMES / "dice_race.py", turns=4, scored=True)


def test_with_duplicate_dice_equal_players_are_equal_in_each_pair(
    dice_race: cp.Game, own: Own
) -> None:
    rolling = f"{own('told')}:which=1"
    result = match(dice_race, rolling, f"{rolling},name=same", games=40)
    assert result.points == (0, 0) and len({game.moves for game in result.games}) == 20
    for one, other in zip(result.games[::2], result.games[1::2], strict=True):
        assert one.moves == other.moves and one.payoffs[0] == -other.payoffs[0]


def test_points_per_game_are_the_mean_payoff(dice_race: cp.Game, own: Own) -> None:
    """A die is worth half a point more than two points for sure, four times a game."""
    rolling, sure = (f"{own('told')}:which={which}" for which in (1, 0))
    result = match(dice_race, rolling, f"{sure},name=sure", games=400, seed=5)
    mean, error = result.points
    payoffs = [game.payoffs[0] for game in result.games]
    assert mean == pytest.approx(sum(payoffs) / 400) == result.sides[0].payoff
    assert abs(mean - 2) < 2 * error and 0 < error < 0.4
    assert result.as_json()["points"] == [mean, error]


def test_a_match_of_chance_goes_on_with_the_same_dice(
    dice_race: cp.Game, tmp_path: Path, own: Own
) -> None:
    players = f"{own('told')}:which=1", "random"
    whole = match(dice_race, *players, games=20)
    match(dice_race, *players, games=6, out=tmp_path / "games.jsonl")
    resumed = match(dice_race, *players, games=20, out=tmp_path / "games.jsonl")
    assert timeless(resumed.games) == timeless(whole.games)
    for game in resumed.games:
        assert dice_race.position(game.end).is_over


def test_a_name_for_the_file_is_made_from_the_setup(
    game: cp.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def out(**options) -> str | None:
        result: MatchResult = match(game, "random", "random", games=2, out=HERE, **options)
        return result.out

    assert out() == out(jobs=1) != out(seed=1)
    assert len(list(tmp_path.glob("connect_four-random_A-random_B-*.jsonl"))) == 2


def test_a_file_that_has_changed_begins_another_match(
    game: cp.Game, tmp_path: Path, own: Own
) -> None:
    player, out = own("first"), tmp_path / "m.jsonl"
    match(game, player, "random", games=2, out=out)
    with Path(player).open("a") as file:
        file.write("# changed\n")
    with pytest.raises(InputError, match=r"\(files: .*first\.py="):
        match(game, player, "random", games=2, out=out)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"games": 7}, "games=7 must be a multiple of 2, such as 8"),
        ({"games": 0}, "games=0"),
        ({"jobs": 0}, "jobs=0 must be 1 or more"),
        ({"clock": "60+1", "time": 0.1}, "a clock or a time per move, not both"),
        ({"clock": "soon"}, "'soon' is not a clock"),
        ({"depth": 0}, "depth=0 must be a whole number"),
        ({"games": 400, "opening_plies": 1}, r"only \d different openings of 1 random plies"),
        ({"sprt": (5, 5)}, "ELO0 must be less than ELO1"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_before_it_begins(
    game: cp.Game, tmp_path: Path, options: dict, sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        match(game, "random", "random", out=tmp_path / "m", **options)
    assert not (tmp_path / "m").exists()


def test_an_evaluator_that_no_process_could_load_is_refused(game: cp.Game, tmp_path: Path) -> None:
    (tmp_path / "e.py").write_text("def evaluate(s):\n    return 0\n")
    other = game.with_evaluator(cp.load_evaluator(tmp_path / "e.py"))
    with pytest.raises(InputError, match="the evaluator of connect_four is not the one in its"):
        match(other, "random", "random", games=2)
