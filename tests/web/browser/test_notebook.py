"""The output of a trace in a notebook, in a browser: it steps, and changes nothing around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

import counterplay as cp

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_two_searches_on_one_page_are_stepped_through_apart(page: Page) -> None:
    shown = [cp.trace("tree", algorithm=name)._repr_html_() for name in ("alphabeta", "minimax")]
    page.set_content(f"<p id=before><button>mine</button></p>{''.join(shown)}")
    counts = page.locator(".count")
    assert counts.all_inner_texts() == ["step 16 of 16", "step 17 of 17"]
    page.locator("button.back").first.click()
    page.locator("button.first").last.click()
    assert counts.all_inner_texts() == ["step 15 of 16", "step 1 of 17"]
    page.locator("button.next").last.focus()
    page.keyboard.press("ArrowRight")
    assert counts.all_inner_texts() == ["step 15 of 16", "step 2 of 17"]
    expect(page.locator(".tree .pruned")).to_have_count(4)  # two leaves and their edges
    style = "e => getComputedStyle(e).cursor"
    assert page.locator("button.back").first.evaluate(style) == "pointer"
    assert page.locator("#before button").evaluate(style) == "default"


def test_without_scripts_there_is_the_picture(page: Page) -> None:
    html = cp.trace("tree")._repr_html_()
    page.set_content(html.split("<script>")[0])
    picture = page.get_by_role("img", name="Best is move 1, worth 3")
    assert picture.evaluate("e => e.naturalWidth") > 300
