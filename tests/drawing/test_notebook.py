"""What notebooks show of searches and trees."""

import json
import re
from base64 import b64decode
from typing import Any
from xml.etree import ElementTree

import pytest

import counterplay as cp
from counterplay.drawing import Explanation, explanation_json, notebook, search_html
from counterplay.textbook.examples import THREE_PLAYERS


def picture_of(html: str | None) -> ElementTree.Element:
    found = re.search(r"base64,([^\"]+)", html or "")
    assert found
    return ElementTree.fromstring(b64decode(found[1]))


def test_a_search_has_its_picture_and_every_step(figure: Explanation) -> None:
    html = search_html(figure)
    data = re.search(r"^const data = (.*);$", html, re.MULTILINE)
    assert data
    steps = json.loads(data[1])
    assert steps.pop("start") == len(figure.steps)
    assert steps == json.loads(json.dumps(explanation_json(figure)))
    numbers = {f"n{node.number}" for node in figure.tree.nodes}
    assert numbers <= {element.get("id") for element in picture_of(html).iter()}
    assert "<!--" not in html  # everything is filled in


def test_two_outputs_of_one_search_do_not_share_a_name(figure: Explanation) -> None:
    names = {re.findall(r'data-search="(\w+)"', search_html(figure))[0] for _ in range(2)}
    assert len(names) == 2


def test_a_title_cannot_end_the_script(draw: Any) -> None:
    html = search_html(draw([[1, 2], [3, 4]], title="</script><script>alert(1)</script>"))
    assert html.count("</script>") == 1


def test_a_long_search_is_a_picture_without_steps(
    figure: Explanation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebook, "MOST_STEPS", 5)
    html = search_html(figure)
    assert "16 steps are too many for a notebook" in html and "<script>" not in html


@pytest.mark.parametrize("tree", [[[3, 12], [2, 4]], THREE_PLAYERS.tree, [[1, 2], [[0.5]]]])
def test_a_tree_is_drawn_with_its_leaves_and_nothing_searched(tree: Any) -> None:
    game = cp.load("tree", tree=tree)
    for html in (game._repr_html_(), game.position()._repr_html_()):
        picture = picture_of(html)
        classes = [element.get("class") or "" for element in picture.iter()]
        ends = [words for words in classes if words.startswith("end ")]
        assert len(ends) == int((game.data.children == 0).sum())
        assert not any("best" in words or "pruned" in words for words in classes)


def test_only_trees_are_drawn_as_trees() -> None:
    assert cp.load("nim").position()._repr_html_() is None
    chance_first = cp.load("tree", tree={"chance": [[0.5, 1], [0.5, 2]]})
    assert chance_first.position()._repr_html_() is None
    assert chance_first.position()._repr_svg_() is not None
