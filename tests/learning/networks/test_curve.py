"""The picture of a course: well-formed, with every round in it, inside its frame."""

import re
from xml.etree import ElementTree

from counterplay.learning.networks.curve import HEIGHT, WIDTH, Learned, curve, sparkline

ROUNDS = [
    Learned((0.09, 0.05, 0.03), (0.08, 0.06, 0.07), 0.71, 0.6, 0.8, True),
    Learned((0.04,), (0.05,), 0.48, 0.4, 0.56, False),
    Learned((0.04, 0.02), (0.05, 0.04), None, None, None, False),
]


def test_every_round_is_drawn_inside_the_frame() -> None:
    svg = curve("a <game> & more", ROUNDS)
    root = ElementTree.fromstring(svg)
    words = " ".join(element.text or "" for element in root.iter() if element.text)
    assert "a <game> & more" in words and "71%, kept" in words and "48%, not kept" in words
    assert "round 3" in words and svg.count("<circle") == 2 and svg.count("<polyline") == 6
    for x, y in re.findall(r"([\d.]+),([\d.]+)", svg):
        assert 0 <= float(x) <= WIDTH and 0 <= float(y) <= HEIGHT


def test_a_course_without_rounds_has_a_picture_too() -> None:
    ElementTree.fromstring(curve("nothing", []))


def test_bars_rise_with_the_values() -> None:
    assert sparkline([1.0, 3.0, 2.0]) == "▁█▅" and sparkline([2.0]) == "▁"
