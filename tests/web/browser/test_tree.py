"""The search tree page in a browser."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from actions import box_of, until
from PIL import Image
from playwright.sync_api import expect

from tests.conftest import need

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHAPES = {"path", "rect", "circle", "polygon", "text"}


def test_the_tree_of_two_plies_is_stepped_through(page: Page) -> None:
    page.goto("/#/tree")
    page.wait_for_selector(".picture svg")
    count, words = page.locator(".count"), page.locator(".words")
    assert count.inner_text() == "Step 1 of 16"
    first = words.inner_text()
    for _ in range(15):
        page.click("button.next")
    assert count.inner_text() == "Step 16 of 16"
    assert page.locator("button.next").is_disabled()
    assert words.inner_text() != first
    expect(page.locator(".picture [id^=n].pruned")).to_have_count(2)
    assert "3" in words.inner_text()
    page.keyboard.press("Home")
    assert (count.inner_text(), words.inner_text()) == ("Step 1 of 16", first)
    expect(page.locator(".picture [id^=n].pruned")).to_have_count(0)
    page.click("button.play")
    until(page, lambda: not count.inner_text().startswith("Step 1 "))


def test_an_invalid_tree_is_refused(page: Page) -> None:
    page.goto("/#/tree")
    page.wait_for_selector(".picture svg")
    page.fill("#written", "/etc/passwd")
    page.click("button:has-text('Search')")
    page.wait_for_selector("#toast:has-text('this is not a tree')")


def test_two_algorithms_step_side_by_side_on_a_tree_of_ones_own(page: Page) -> None:
    page.goto("/#/tree")
    page.wait_for_selector(".picture svg")
    page.fill(
        "#written",
        "A\n  wait: B eval=1\n    1\n    0\n  grab noisy: C eval=9\n    take noisy: -3\n",
    )
    page.select_option("#algorithm", "hminimax")
    page.select_option("#other", "quiescence")
    page.fill("#algorithm-depth", "1")
    page.fill("#other-depth", "1")
    page.click("button:has-text('Search')")
    page.wait_for_selector(".counts table")
    rows = page.locator(".counts tbody tr").all_inner_texts()
    assert [row.split()[:4] for row in rows] == [
        ["hminimax", "grab", "9", "2"],
        ["quiescence", "wait", "1", "2"],
    ]
    counts = page.locator(".count")
    assert counts.all_inner_texts() == ["Step 1 of 4", "Step 1 of 6"]
    page.click(".stage:first-child button.last")
    assert counts.all_inner_texts() == ["Step 4 of 4", "Step 6 of 6"]
    expect(page.locator(".stage .words.end")).to_have_count(2)
    page.set_viewport_size({"width": 390, "height": 844})
    widths = "(one) => [one.scrollWidth, one.clientWidth]"
    needed, there = page.locator(".counts").evaluate(widths)
    assert needed == there, "on a phone the counts of both are seen"
    page.select_option("#other", "")
    page.click("button:has-text('Search')")
    until(page, lambda: counts.count() == 1)


def test_an_algorithm_has_its_own_options_and_its_own_depth(page: Page) -> None:
    page.goto("/#/tree")
    page.wait_for_selector(".picture svg")
    page.select_option("#algorithm", "minimax")
    expect(page.locator(".options input")).to_have_count(0)
    page.select_option("#algorithm", "montecarlo")
    expect(page.locator("#algorithm-games")).to_have_attribute("placeholder", "100")
    page.fill("#algorithm-games", "7")
    page.click("button:has-text('Search')")
    page.wait_for_selector(".about:has-text('montecarlo, games 7')")
    page.fill("#algorithm-games", "many")
    page.click("button:has-text('Search')")
    page.wait_for_selector("#toast:has-text('it must be a whole number')")


@pytest.mark.parametrize("name", ["beam", "rollouts", "star", "uct", "deepening"])
def test_an_algorithm_runs_with_its_defaults(page: Page, name: str) -> None:
    page.goto("/#/tree")
    page.wait_for_selector(".picture svg")
    page.fill("#written", "A eval=1\n  B eval=2\n    3\n    5\n  C eval=0\n    2\n    6\n")
    page.select_option("#algorithm", name)
    page.click("button:has-text('Search')")
    page.wait_for_selector(f".about:has-text('Tree: {name}')")
    assert page.locator("#toast").is_hidden()


def test_every_game_shows_a_tree_with_the_defaults(page: Page) -> None:
    page.goto("/#/tree")
    page.wait_for_selector(".picture svg")
    options = page.locator("#source optgroup[label=Games] option")
    titles = options.all_text_contents()
    assert len(titles) >= 16  # all but those with too many deals
    for title in titles:
        page.select_option("#source", label=title)
        page.click("button:has-text('Search')")
        page.wait_for_selector(f'.about[aria-live]:has-text("{title}: ")')
        assert page.locator("#toast").is_hidden(), (title, page.locator("#toast").inner_text())


def width(page: Page) -> float:
    box = box_of(page.locator(".picture svg"))
    return box["width"]


def test_the_picture_is_zoomed_by_buttons_and_keys(page: Page) -> None:
    page.goto("/#/tree")
    page.wait_for_selector(".picture svg")
    fitted = width(page)
    page.click("button[aria-label^='larger']")
    assert width(page) == pytest.approx(1.25 * fitted, abs=2)
    page.focus(".picture")
    page.keyboard.press("+")
    assert width(page) == pytest.approx(1.25**2 * fitted, abs=2)
    page.keyboard.press("-")
    page.keyboard.press("0")
    assert width(page) == fitted
    page.fill("#written", "[1, 0]")
    assert width(page) == fitted


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_step_is_saved_as_pictures_for_slides(page: Page, theme: str, tmp_path: Path) -> None:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.goto("/#/tree")
    page.wait_for_selector(".picture svg")
    page.keyboard.press("End")
    size = page.locator(".picture svg").get_attribute("width")
    with page.expect_download() as saved:
        page.click("button:has-text('SVG')")
    assert saved.value.suggested_filename == "alphabeta-step-16.svg"
    text = Path(saved.value.path()).read_text()
    tree = ElementTree.fromstring(text)
    assert (tree.attrib["width"], "style" in text) == (size, False)
    shapes = [one for one in tree.iter() if one.tag.split("}")[1] in SHAPES]
    assert all("fill" in one.attrib and "class" not in one.attrib for one in shapes)
    assert not any("rgb" in value for one in shapes for value in one.attrib.values())
    fills = {one.attrib["fill"] for one in shapes}
    assert {"#d5e6f5", "#fbdcc6"} <= fills  # of the light theme
    assert "#0b6b3a" in {one.attrib.get("stroke") for one in shapes}
    with page.expect_download() as saved:
        page.click("button:has-text('PNG')")
    image = Image.open(saved.value.path())
    assert image.width == 3 * int(size or 0)
    assert image.convert("RGB").getpixel((2, 2)) == (255, 255, 255)
    drawn = with_librsvg(text)
    assert ink(drawn) == pytest.approx(ink(image), rel=0.25)


def with_librsvg(text: str) -> Image.Image:
    """The same picture as another program draws it, without a style sheet."""
    need(shutil.which("rsvg-convert") is not None, "rsvg-convert")
    command = ["rsvg-convert", "--zoom", "3"]
    return Image.open(
        io.BytesIO(subprocess.run(command, input=text.encode(), capture_output=True).stdout)
    )


def ink(image: Image.Image) -> int:
    """The number of dark pixels."""
    return sum(pixel < 128 for pixel in image.convert("L").tobytes())
