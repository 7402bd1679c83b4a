"""The page holds the picture and every step, and needs no network."""

import json
import re
from typing import Any

from counterplay.drawing import Explanation, explanation_json, html


def data_of(page: str) -> Any:
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_page_holds_the_search_as_data(figure: Explanation) -> None:
    data = data_of(html(figure))
    assert data.pop("start") == 1
    assert data == json.loads(json.dumps(explanation_json(figure)))


def test_every_node_that_changes_stands_in_the_picture(figure: Explanation) -> None:
    page = html(figure)
    for node in figure.tree.nodes:
        assert f'id="n{node.number}"' in page
        assert node.parent is None or f'id="e{node.number}"' in page


def test_the_page_opens_at_a_step(figure: Explanation) -> None:
    assert data_of(html(figure, 9))["start"] == 9


def test_the_page_needs_no_network(figure: Explanation) -> None:
    page = html(figure)
    assert page.count("http") == 1  # the name of the SVG format
    assert not re.search(r"\b(src|href)=", page)
    assert "<!--" not in page  # everything is filled in


def test_a_title_cannot_end_the_script(draw: Any) -> None:
    page = html(draw([1, 2], title="</script><b>"))
    assert page.count("</script>") == 2
    assert "<title>&lt;/script&gt;&lt;b&gt;</title>" in page
    assert data_of(page)["title"] == "</script><b>"
