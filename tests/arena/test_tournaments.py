"""Tournaments: everybody meets, games survive a kill, and the table adds up."""

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.arena import match, tournament
from counterplay.arena.record import Record
from counterplay.arena.schedule import all_pairs, gauntlet, ladder, schedule
from counterplay.arena.tournaments import with_distinct_names

PLAYERS = ["random", "textbook:ordered:depth=1", "textbook:ordered:depth=2,name=two"]


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("connect_four", width=5, height=4)


def told(games: tuple[Record, ...]) -> list[tuple[object, ...]]:
    """Games without what depends on the machine."""
    return [(r.number, r.opening, r.seats, r.moves, r.score, r.ending) for r in games]


def test_pairs_are_those_that_were_asked_for() -> None:
    assert all_pairs(3) == ((0, 1), (0, 2), (1, 2))
    assert gauntlet(4) == ((0, 1), (0, 2), (0, 3))
    assert ladder(4) == ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3))


def test_every_pair_plays_every_opening_from_both_sides() -> None:
    tasks = schedule(["a", "b"], 2, 0, all_pairs(3))
    met = Counter((task.opening, task.seats) for task in tasks)
    assert len(tasks) == 12 and set(met.values()) == {1}
    assert {seats for _, seats in met} == {(i, j) for i in range(3) for j in range(3) if i != j}
    assert [task.number for task in tasks] == list(range(12))
    assert len({task.seed for task in tasks}) == 12 and len({task.dice for task in tasks}) == 2
    assert schedule(["a", "b", "c"], 2, 0, all_pairs(3))[:12] == tasks


def test_points_add_up_and_ranks_follow_ratings(game: cp.Game) -> None:
    result = tournament(game, PLAYERS, games=12)
    assert (result.played, result.planned, result.finished) == (36, 36, True)
    assert sum(player.points.points for player in result.players) == 36
    for player in result.players:
        assert player.points.played == 24
        assert sum(p.points for p in player.against.values()) == player.points.points
        for other, met in player.against.items():
            back = result.players[other].against[player.number]
            assert (met.wins, met.draws, met.losses) == (back.losses, back.draws, back.wins)
    elos = [player.rating.elo for player in result.ranking if player.rating]
    assert len(elos) == 3 and elos == sorted(elos, reverse=True)
    assert result.ranking[-1].side.name == "random"


def test_scored_games_have_the_mean_payoff_of_each_player() -> None:
    result = tournament(cp.load("pig", goal=20), ["random", "random"], games=4)
    assert all(player.payoff is None for player in result.players)  # won or lost
    scored = cp.load("dots_and_boxes", rows=1, columns=2)
    result = tournament(scored, ["random", "textbook:minimax"], games=8)
    for player in result.players:
        assert player.payoff is not None and player.side.payoff is not None
        assert player.payoff[0] == pytest.approx(player.side.payoff)
        assert 0 <= player.payoff[1] < 2


def test_two_players_play_the_games_of_a_match(game: cp.Game) -> None:
    of_two, single = tournament(game, PLAYERS[:2], games=10), match(game, *PLAYERS[:2], games=10)
    assert told(of_two.games) == told(single.games)
    assert of_two.players[0].points.wins == single.wins


def test_with_two_jobs_and_from_a_file_the_games_are_the_same(
    game: cp.Game, tmp_path: Path
) -> None:
    out = tmp_path / "t.jsonl"
    whole = tournament(game, PLAYERS, games=8)
    tournament(game, PLAYERS, games=4, out=out)
    longer = tournament(game, PLAYERS, games=8, out=out, jobs=2)
    assert told(longer.games) == told(whole.games)
    assert len(out.read_text().splitlines()) == 25
    with pytest.raises(cp.InputError, match="pairs: 0-1 0-2 1-2, not 0-1 0-2"):
        tournament(game, PLAYERS, games=8, out=out, meetings="gauntlet")


def test_a_gauntlet_is_the_first_against_the_others(game: cp.Game) -> None:
    result = tournament(game, PLAYERS, games=4, meetings="gauntlet", anchor="two", at=1000)
    assert {record.pair for record in result.games} == {(0, 1), (0, 2)}
    assert result.players[1].against.keys() == {0}
    rating = result.players[2].rating
    assert rating is not None and (rating.elo, rating.error) == (1000, 0)


def test_a_tournament_that_is_killed_loses_and_doubles_nothing(
    game: cp.Game, tmp_path: Path
) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text(
        "import time\ndef choose(position, limit):\n"
        "    time.sleep(0.004)\n    return position.legal_moves[len(position.moves) % 2 - 1]\n"
    )
    out, players = tmp_path / "t.jsonl", [str(slow), "random", "textbook:ordered:depth=1"]
    command = [sys.executable, "-m", "counterplay", "tournament", "connect_four", *players]
    command += ["--set", "width=5", "--set", "height=4", "--games", "8", "--jobs", "2"]
    command += ["--out", str(out)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 180
    while not out.exists() or out.read_bytes().count(b"\n") < 6:
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert 6 <= out.read_bytes().count(b"\n") < 25
    done = subprocess.run([*command, "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["played"] == 24
    numbers = [json.loads(line)["number"] for line in out.read_text().splitlines()[1:]]
    assert sorted(numbers) == list(range(24))
    kept, whole = (tournament(game, players, games=8, out=file) for file in (out, None))
    assert told(kept.games) == told(whole.games)


def test_four_hundred_games_with_a_test_go_on_after_a_kill(game: cp.Game, tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl"
    command = [sys.executable, "-m", "counterplay", "match", "connect_four", *PLAYERS[:2]]
    command += ["--set", "width=5", "--set", "height=4", "--games", "400", "--sprt", "-400", "-399"]
    command += ["--opening-plies", "5", "--out", str(out), "--json"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 180
    while not out.exists() or out.read_bytes().count(b"\n") < 100:
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert out.read_bytes().count(b"\n") < 401
    result = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    whole = match(game, *PLAYERS[:2], games=400, opening_plies=5, sprt=(-400, -399))
    assert sorted(json.loads(x)["number"] for x in out.read_text().splitlines()[1:]) == [
        *range(400)
    ]
    wanted = whole.as_json()
    for name in ("wins", "draws", "losses", "pairs", "elo", "elo_low", "los", "sprt", "played"):
        assert result[name] == wanted[name]


def test_players_are_told_apart_by_their_names() -> None:
    specs = with_distinct_names(["random", "uct:name=u", "random", "uct"])
    assert [spec.name for spec in specs] == ["random (1)", "u", "random (2)", "uct"]
    with pytest.raises(cp.InputError, match="at least two players, not 1"):
        with_distinct_names(["random"])


def test_an_anchor_who_does_not_play_is_refused(game: cp.Game) -> None:
    with pytest.raises(cp.InputError, match="anchor='me' is not a player of this tournament"):
        tournament(game, PLAYERS, games=2, anchor="me")
