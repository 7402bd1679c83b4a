"""Pictures as other programs draw them: every label can be read in PNG files of two converters."""

import io
import shutil
import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from counterplay.drawing import Explanation, svg
from counterplay.textbook import minimax
from tests.conftest import need

SVG = "{http://www.w3.org/2000/svg}"
ZOOM, DARK = 3, 128
"""A pixel darker than this is ink."""


def with_cairosvg(picture: str) -> bytes:
    need(find_spec("cairosvg") is not None, "CairoSVG")
    import cairosvg

    converted: bytes = cairosvg.svg2png(bytestring=picture.encode(), scale=ZOOM)
    return converted


def with_librsvg(picture: str) -> bytes:
    need(shutil.which("rsvg-convert") is not None, "rsvg-convert")
    command = ["rsvg-convert", "--zoom", str(ZOOM)]
    return subprocess.run(command, input=picture.encode(), capture_output=True).stdout


def ink(png: bytes, x: float, y: float, width: float) -> int:
    """The number of dark pixels where a text stands."""
    image = Image.open(io.BytesIO(png)).convert("L")
    box = [int(ZOOM * edge) for edge in (x - width, y - 11, x + width, y + 1)]
    return sum(pixel < DARK for pixel in image.crop(box).tobytes())


@pytest.mark.parametrize("convert", [with_cairosvg, with_librsvg])
def test_every_label_of_an_edge_and_every_value_can_be_read(
    convert: Callable[[str], bytes], draw: Any
) -> None:
    picture = svg(draw([[3, 12, 8], [2, 4, 6]], minimax), caption=False)
    blank = picture.replace(">1</text>", "></text>").replace(">2</text>", "></text>")
    png, without = convert(picture), convert(blank)
    tree = ElementTree.fromstring(picture)
    group = next(g for g in tree.iter(f"{SVG}g") if "transform" in g.attrib)
    left, top = map(float, group.attrib["transform"][10:-1].split())
    labels = [t for t in tree.iter(f"{SVG}text") if t.attrib["class"] == "move"]
    assert len(labels) == 8
    for label in labels:
        x, y = left + float(label.attrib["x"]), top + float(label.attrib["y"])
        written = ink(png, x, y, 4)
        assert written > 20
        if label.text in ("1", "2"):
            assert written != ink(without, x, y, 4)


def test_no_picture_relies_on_the_order_in_which_text_is_painted(figure: Explanation) -> None:
    assert "paint-order" not in svg(figure)
