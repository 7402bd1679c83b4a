"""The picture is an SVG that stands alone, in the shapes of the book."""

import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import counterplay as cp
import counterplay.drawing
from counterplay.drawing import Explanation, svg
from counterplay.textbook import minimax
from counterplay.textbook.examples import FORK
from counterplay.textbook.expectiminimax import expectiminimax
from counterplay.textbook.maxn import maxn
from counterplay.textbook.montecarlo import montecarlo

SVG = "{http://www.w3.org/2000/svg}"


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def classes(picture: str, letter: str) -> dict[int, set[str]]:
    """The classes of nodes (n) or edges (e), by number."""
    groups = (g for g in parsed(picture).iter(f"{SVG}g") if g.get("id", "")[:1] == letter)
    return {int(g.attrib["id"][1:]): set(g.attrib["class"].split()) for g in groups}


def texts(picture: str) -> list[str]:
    found = parsed(picture).iter(f"{SVG}text")
    return [t.text or "" for t in found if "outline" not in t.attrib["class"]]


def test_nodes_that_look_alike_are_joined_beside_their_values() -> None:
    """A line from the value of one node to the shape of the next hides neither."""
    game = cp.load("tree", tree=FORK)
    picture = svg(cp.trace(game, algorithm="clairvoyance"))
    values = [t for t in parsed(picture).iter(f"{SVG}text") if t.attrib["class"] == "beside value"]
    ends = {(float(t.attrib["x"]), float(t.attrib["y"]) - 5): len(t.text or "") for t in values}
    lines = [p.attrib["d"] for p in parsed(picture).iter(f"{SVG}path") if p.get("class") == "alike"]
    assert len(lines) == 2
    for line in lines:
        begin, y, end, same = map(float, re.findall(r"[\d.]+", line))
        before = [(x, size) for (x, height), size in ends.items() if height == y and x < end]
        assert same == y and before and all(x + 8 * size <= begin < end for x, size in before)


def test_max_min_and_ends_have_their_shapes(figure: Explanation) -> None:
    picture = svg(figure)
    kinds = Counter(kind for found in classes(picture, "n").values() for kind in found)
    assert (kinds["max"], kinds["min"], kinds["end"]) == (1, 3, 9)
    assert len(list(parsed(picture).iter(f"{SVG}polygon"))) == 4
    up, *down = (p.attrib["points"] for p in parsed(picture).iter(f"{SVG}polygon"))
    tip, left, _ = (float(point.split(",")[1]) for point in up.split())
    assert tip < left  # MAX points up
    tip, left, _ = (float(point.split(",")[1]) for point in down[0].split())
    assert tip > left  # MIN points down


def test_pruned_moves_are_grey_and_crossed_and_the_reason_is_given(figure: Explanation) -> None:
    picture = svg(figure)
    pruned = {n for n, found in classes(picture, "e").items() if "pruned" in found}
    assert pruned == {8, 9}
    assert picture.count("<title>2 ≤ alpha 3: MAX will not let it come to this</title>") == 2
    assert any(line.startswith("At C moves 2 and 3 are not tried") for line in texts(picture))


def test_the_best_line_is_marked_once_the_search_is_over(figure: Explanation) -> None:
    best = {n for n, found in classes(svg(figure), "n").items() if "best" in found}
    assert best == {0, 1, 4}
    assert not any("best" in found for found in classes(svg(figure, 8), "n").values())


def test_a_step_shows_what_is_known_then(figure: Explanation) -> None:
    picture = svg(figure, 8)
    found = classes(picture, "n")
    assert found[7] == {"end", "done", "active"}
    assert found[3] == {"min", "unseen"}
    assert "[−∞, 2]" in texts(picture) and "14" not in texts(picture)
    assert "Step 8: Move 1 at C ends the game: 2, so C is at most 2." in texts(picture)


def test_rows_say_who_moves(figure: Explanation) -> None:
    assert {"MAX", "MIN"} <= set(texts(svg(figure)))


def test_chance_is_a_circle_with_probabilities_at_its_edges(draw: Any, dice: Any) -> None:
    picture = svg(draw(dice, expectiminimax))
    assert len(list(parsed(picture).iter(f"{SVG}circle"))) == 2
    assert {"1 (0.9)", "2 (0.1)", "2.1"} <= set(texts(picture))


def test_players_are_boxes_with_names_and_vectors(draw: Any, three: Any) -> None:
    shown = texts(svg(draw(three, maxn)))
    assert {"A: player 1", "B: player 2", "D: player 3"} <= set(shown)
    assert shown.count("(1, 2, 6)") == 4  # up the whole line


def test_monte_carlo_shows_means_and_the_number_of_games(draw: Any) -> None:
    shown = texts(svg(draw("tic_tac_toe", montecarlo, "xo./.x./..o", games=20)))
    assert shown.count("20 games") == 5


def test_a_large_tree_is_cropped(draw: Any) -> None:
    picture = svg(draw([[1] * 20 for _ in range(20)], minimax), most_nodes=50)
    assert 12 <= len(classes(picture, "n")) <= 50
    assert any(re.fullmatch(r"… \d+ more", line) for line in texts(picture))


def test_a_picture_is_never_wider_than_can_be_looked_at(draw: Any) -> None:
    picture = svg(draw("tic_tac_toe", minimax, "xo./.x./..o"))
    assert float(parsed(picture).attrib["width"]) < 1700
    assert any("more" in line for line in texts(picture))


def test_a_tree_that_someone_wrote_is_shown_whole_where_a_game_is_cropped(draw: Any) -> None:
    tree = [[[1] * 4] * 4] * 4
    assert len(classes(svg(draw(tree, minimax)), "n")) == 1 + 4 + 16 + 64
    cropped = svg(draw(tree, minimax), widest=1500)
    assert len(classes(cropped, "n")) < 85
    assert float(parsed(cropped).attrib["width"]) < 1700


def test_titles_are_escaped(draw: Any) -> None:
    assert "a < b & c" in texts(svg(draw([1, 2], title="a < b & c")))


@pytest.mark.parametrize("step", [None, 1, 9])
def test_the_picture_needs_nothing_from_elsewhere(figure: Explanation, step: int | None) -> None:
    picture = svg(figure, step)
    assert picture.count("http") == 1  # the name of the format
    assert "url(" not in picture and "@import" not in picture


def test_the_styles_are_packed_with_the_code() -> None:
    folder = Path(counterplay.drawing.__file__).parent
    assert {"picture.css", "step.html"} <= {path.name for path in folder.iterdir()}
