"""UCT is drawn with its visits and means, one step a game."""

import re

import counterplay as cp
from counterplay.drawing import svg
from counterplay.drawing.data import explanation_json

FIGURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def test_the_visits_of_the_children_are_those_of_their_parent() -> None:
    shown = cp.trace(cp.load("tree", tree=FIGURE), algorithm="uct", games=50)
    infos = shown.node_infos()
    root = shown.tree.root
    assert infos[root.number].visits == 50
    assert sum(infos[child.number].visits or 0 for child in root.children) == 50
    means = [(infos[c.number].visits or 0) * (infos[c.number].mean or 0) for c in root.children]
    assert abs(sum(means) / 50 - infos[root.number].mean) < 1e-9


def test_a_game_is_one_step_with_a_sentence() -> None:
    shown = cp.trace(cp.load("tree", tree=FIGURE), algorithm="uct", games=20)
    games = [step for step in shown.steps if step.event == "update"]
    assert len(games) == 20
    assert re.fullmatch(
        r"Game 20 goes through \d.*: the mean of all games is [\d.]+\.", games[-1].text
    )


def test_the_picture_shows_the_mean_and_the_visits_of_a_node() -> None:
    shown = cp.trace(cp.load("tree", tree=FIGURE), algorithm="uct", games=30)
    info = shown.node_infos()[1]
    assert info.text.endswith(f"({info.visits})") and f">{info.text}</text>" in svg(shown)
    assert " visits</text>" in svg(shown)
    told = explanation_json(shown)
    assert told["steps"][-1]["changes"]["0"]["visits"] == 30


def test_the_best_line_follows_the_visits() -> None:
    shown = cp.trace(cp.load("tree", tree=FIGURE), algorithm="uct", games=200)
    infos = shown.node_infos()
    first = next(c for c in shown.tree.root.children if c.number in shown.line)
    assert first.label == shown.move
    assert infos[first.number].visits == max(
        infos[c.number].visits for c in shown.tree.root.children
    )
