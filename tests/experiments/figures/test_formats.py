"""Pictures are written as SVG, PDF and PNG."""

import struct
import sys

import pytest

from counterplay.core.game.errors import InputError
from counterplay.experiments.figures.canvas import Canvas
from counterplay.experiments.figures.formats import (
    PNG_SCALE,
    chosen_formats,
    convert,
    converted,
    require_converter,
)


def test_all_means_all_three_and_svg_is_always_written():
    assert chosen_formats(["all"]) == ("svg", "pdf", "png")
    assert chosen_formats(["png"]) == ("svg", "png") and chosen_formats([]) == ("svg",)
    with pytest.raises(InputError, match="no format 'gif': choose from svg, pdf, png or all"):
        chosen_formats(["gif"])


def test_a_picture_becomes_a_pdf_and_a_png_of_twice_its_size(tmp_path):
    pytest.importorskip("cairosvg")
    canvas = Canvas("a line")
    canvas.line((0, 0), (76, 26))
    (tmp_path / "line.svg").write_text(canvas.svg(margin=24), encoding="utf-8")
    assert converted(tmp_path, ["line.svg"]) == []
    convert(tmp_path, ["line.svg"], ("svg", "pdf", "png"))
    assert converted(tmp_path, ["line.svg"]) == ["line.pdf", "line.png"]
    assert (tmp_path / "line.pdf").read_bytes().startswith(b"%PDF")
    size = struct.unpack(">II", (tmp_path / "line.png").read_bytes()[16:24])
    assert size == (100 * PNG_SCALE, 50 * PNG_SCALE)


def test_without_the_converter_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    require_converter(("svg",))
    with pytest.raises(InputError, match=r"pip install 'counterplay\[figures\]'"):
        require_converter(("svg", "png"))
