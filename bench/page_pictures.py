"""Pictures of every screen of the page, and the faults that can be measured there.

bench/page_pictures.py OUT
bench/page_pictures.py OUT --only gallery,study,game-chess --widths 390 --sheets

The server is a process of its own. Each screen is set up once in Chromium and taken at all widths
in both themes, as OUT/SCREEN-WIDTH-THEME.png; on a phone as a whole, elsewhere and with a choice of
moves as far as the window shows it. Faults are printed: a page wider than its window, text that is
cut off, something upon the board, targets too small for a finger on a phone, contrast below WCAG AA
(by axe). Then the exit code is 1. `--sheets` adds contact sheets of six pictures each. It needs
Chromium, Playwright and axe, as the browser tests do.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe
from page_load import Server
from PIL import Image
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "web" / "browser"))
from actions import WEAKEST, begin, cell, drag, link_for, until, wait_moves, written

CHROMIUM = "/usr/bin/chromium"
HEIGHTS = {1440: 900, 1024: 768, 390: 844}
PHONE = 390
THEMES = ("light", "dark")
MOVES = 14
"""Random moves that a game's picture shows."""
PATIENCE = 60_000
"""Milliseconds for an engine to answer."""
ON_A_SHEET = 6
SEED = 8

OPENINGS = {
    "chess": "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 d4 b5 Bb3 d5 dxe5 Be6",
    "connect_four": "4 4 4 3 5 2 3 3 2 5 1 1",
    "othello": "d3 c5 d6 e3 f4 c6 f5 f3 c4 c3 e2 d1 f2",
}
"""Games that look like games. Others play at random."""
STUDIED = "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7 Kxf7 Qf3+ Ke6 Nc3 Nce7 d4 c6"
OPERA = (
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 "
    "O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8"
)
PROMOTION = "1n6/P5k1/8/8/8/2K5/8/8 w - - 0 1"
FAULTY = '''"""Countdown: take one. The rules fail after the second move."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Countdown", names=("Ann", "Ben"), most_actions=1, longest_game=12)


class State(NamedTuple):
    left: int
    turn: int


def initial():
    return State(12, 0)


def player(s):
    return s.turn


def actions(s, moves):
    moves[0] = 1
    return 1


def result(s, a):
    return State(s.left - 1, 1 - s.turn)


def terminal(s):
    return s.left == 0


def utility(s, p):
    return 1 if p == s.turn else -1


def board(s):
    return " ".join("#" * (s.left + 0 // (s.left - 10)))
'''
CLICK_A_CHOICE = """(share) => {
  const all = document.querySelectorAll(".choices button");
  all[Math.floor(share * all.length)].click();
}"""
"""In one step: between two steps the choices may be drawn anew."""
MEASURE = """(isPhone) => {
  const faults = [];
  const told = (one) => {
    const words = (one.getAttribute("aria-label") || one.textContent || "").trim().slice(0, 30);
    const name = one.getAttribute("class")?.replaceAll(" ", ".");
    return `${one.tagName.toLowerCase()}${name ? "." + name : ""} "${words}"`;
  };
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth)
    faults.push(`the page is ${root.scrollWidth - root.clientWidth} px wider than its window`);
  const open = document.querySelector("dialog[open]");
  const all = [...(open ?? document.body).querySelectorAll("*")].filter(isSeen);
  for (const one of all) {
    if (one.closest("svg") || one.matches(".unseen, .skip, select, input, textarea")) continue;
    const style = getComputedStyle(one);
    const isScrolled = ["auto", "scroll"].includes(style.overflowX);
    const isCut = one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0;
    if (isCut && !isScrolled && style.display !== "inline" && !one.closest(".lines"))
      faults.push(`cut off or too wide: ${told(one)}`);
    if (one.scrollHeight > one.clientHeight + 2 && style.overflowY === "hidden")
      faults.push(`cut off below: ${told(one)}`);
  }
  const board = document.querySelector(".beside > .board:not(.covered)");
  if (board && !open) {
    const at = board.getBoundingClientRect();
    const shares = Array.from({ length: 24 }, (_, i) => (i + 0.5) / 24);
    for (const x of shares)
      for (const y of shares) {
        const one = document.elementFromPoint(at.x + x * at.width, at.y + y * at.height);
        if (one && !board.contains(one) && !one.contains(board) && !one.closest("#toast, .bar"))
          faults.push(`upon the board: ${told(one)}`);
      }
  }
  if (isPhone) {
    const targets = "a[href], button, select, input, textarea, summary, label:has(input)";
    for (const one of all.filter((one) => one.matches(targets))) {
      const isInText = one.matches("p a, dd a, li > a:not([class])"); // as WCAG has it
      const label = one.matches("[type=checkbox]") && one.labels[0]?.clientHeight >= 40;
      if (isInText || label || one.matches(".skip")) continue;
      const { width, height } = one.getBoundingClientRect();
      const isWord = one.matches(".lines .step, .variation button, .moves button");
      if ((width < 39.5 && !isWord) || height < 39.5)
        faults.push(`small, ${Math.round(width)} x ${Math.round(height)}: ${told(one)}`);
    }
  }
  return [...new Set(faults)];
}"""

Screen = Callable[["Page"], None]


# Screens ----------------------------------------------------------------------------------------


def at(page: Page, address: str, waits_for: str) -> None:
    """Open an address of the page."""
    page.goto(f"/#/{address}")
    page.wait_for_selector(waits_for)


def gallery(page: Page) -> None:
    at(page, "", ".gallery li")


def gallery_search(page: Page) -> None:
    at(page, "?q=poker&hidden=1", ".gallery li")


def gallery_nothing(page: Page) -> None:
    at(page, "?q=snakes", ".empty")


def setup(page: Page) -> None:
    at(page, "play/chess", "form.setup")
    page.click("summary:has-text('Clocks')")
    page.click("summary:has-text('Start from')")


def play_at_random(page: Page, game: str) -> None:
    """Start a game and play some legal moves; behind a curtain show the hand first."""
    dice = random.Random(SEED)
    begin(page, game)
    for _ in range(MOVES):
        until(page, lambda: is_ready(page))
        if "to move" not in page.locator(".status").inner_text():
            return
        if page.locator(".curtain").is_visible():
            page.click("text=Show my hand")
        count = len(written(page))
        page.evaluate(CLICK_A_CHOICE, dice.random())
        until_more(page, count)


def until_more(page: Page, count: int) -> None:
    """Wait until more than `count` moves are in the list."""
    until(page, lambda: len(written(page)) > count)


def until_written(page: Page, part: str) -> None:
    """Wait until a part of a move is in the list."""
    until(page, lambda: part in "".join(written(page)))


def new_window(page: Page) -> Page:
    """A window of another person."""
    browser = page.context.browser
    assert browser is not None
    return browser.new_context().new_page()


def is_ready(page: Page) -> bool:
    """Whether a person is to move, or the game is over."""
    seen = page.locator(".curtain").is_visible() and page.locator("text=Show my hand").is_visible()
    can_move = page.locator(".choices button").count() > 0
    return seen or can_move or "to move" not in page.locator(".status").inner_text()


def one_game(page: Page, game: str) -> None:
    if game in OPENINGS:
        begin(page, game, position=f"startpos moves {OPENINGS[game]}")
        return
    play_at_random(page, game)
    if page.locator(".curtain").is_visible():
        page.click("text=Show my hand")


def study(page: Page) -> None:
    """Variations with comments and glyphs, and the lines of the engine."""
    begin(page, "chess", position=f"startpos moves {STUDIED}")
    if page.locator(".study").get_attribute("open") is None:
        page.click("summary:has-text('Study')")
    for move, name, tried in (
        ("exd5", "good move", ()),
        ("d5", "", ("d4",)),
        ("Nxd5", "mistake", ()),
    ):
        walk_to(page, move)
        if name:
            page.click(f".glyphs button[title='{name}']")
            page.wait_for_selector(f".moves .glyph[title='{name}']")
        for other in tried:
            page.locator(f".choices button:text-is('{other}')").evaluate("one => one.click()")
            page.wait_for_selector(f".variation button:has-text('{other}')")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".status:has-text('After 5. exd5')")
    for other in ("Na5", "Bb5+", "c6", "dxc6", "bxc6"):
        count = len(written(page))
        page.locator(f".choices button:text-is('{other}')").evaluate("one => one.click()")
        wait_moves(page, count + 1)
    walk_to(page, "Nxd5")
    page.fill(".study textarea", "Takes the pawn, and allows the sacrifice. Na5 is better.")
    page.locator(".study textarea").blur()
    page.wait_for_selector(".moves .comment")
    analyse(page)


def walk_to(page: Page, move: str) -> None:
    page.locator(f".moves button:text-is('{move}'), .moves button:has-text('{move}')").first.click()
    page.wait_for_selector(f".moves [aria-current]:has-text('{move}')")


def analyse(page: Page) -> None:
    """Let the engine think for a moment, so that pictures do not differ in depth by much."""
    page.click("button:text-is('Analyse')")
    page.wait_for_selector(".lines li", timeout=3 * PATIENCE)
    page.wait_for_timeout(1500)
    pause = page.locator(".engine button:has-text('Pause'):enabled")
    if pause.count():
        pause.click()


def study_go(page: Page) -> None:
    begin(page, "go")
    for move in ("E5", "C3", "G3", "G7", "C7"):
        count = len(written(page))
        page.locator(f".choices button:text-is('{move}')").evaluate("one => one.click()")
        wait_moves(page, count + 1)
    analyse(page)


def review(page: Page) -> None:
    begin(page, "chess", position=f"startpos moves {OPERA}")
    page.click("button:text-is('Review')")
    page.wait_for_selector(".accuracy", timeout=3 * PATIENCE)


def retry(page: Page) -> None:
    review(page)
    page.click("text=Retry your mistakes")
    page.wait_for_selector(".retry")


def editor(page: Page) -> None:
    at(page, "edit/chess", ".palette button")


def editor_wrong(page: Page) -> None:
    at(page, "edit/chess", ".palette button")
    page.fill(".editor textarea", "8/8/8/8/8/8/8/8 w - - 0 1")
    page.wait_for_selector(".fault.wrong")


def editor_othello(page: Page) -> None:
    at(page, "edit/othello", ".palette button")


def tree(page: Page) -> None:
    at(page, "tree", ".picture svg")
    page.keyboard.press("End")


def tree_side_by_side(page: Page) -> None:
    at(page, "tree", ".picture svg")
    page.select_option("#algorithm", "minimax")
    page.select_option("#other", "alphabeta")
    page.click("button:has-text('Search')")
    page.wait_for_selector(".counts table")
    page.click(".stage:first-child button.last")


def game_over(page: Page) -> None:
    begin(page, "connect_four", position="startpos moves 4 3 4 3 4 3")
    page.click(".cell.start >> nth=3")
    page.wait_for_selector(".status:has-text('wins')")


def game_over_chess(page: Page) -> None:
    begin(page, "chess", position="startpos moves e4 e5 Bc4 Nc6 Qh5 Nf6")
    cell(page, "h5").click()
    cell(page, "f7").click()
    page.wait_for_selector(".status:has-text('wins')")


def with_clocks(page: Page, game: str) -> None:
    at(page, f"play/{game}", "form.setup")
    page.click("summary:has-text('Clocks')")
    page.fill("#minutes", "5")
    page.fill("#increment", "3")
    for select in page.locator("form.setup select").all():
        select.select_option(index=0)
    page.click("form.setup button.main")
    page.wait_for_selector(".status:has-text('to move')")


def clocks(page: Page) -> None:
    """Two people with clocks: one has followed an invitation."""
    with_clocks(page, "chess")
    link = link_for(page, 1)
    guest = new_window(page)
    guest.goto(link)
    guest.wait_for_selector(".status:has-text('to move')")
    page.wait_for_selector(".seat .about:text-is('guest')")
    for one, start, goal in ((page, "e2", "e4"), (guest, "e7", "e5"), (page, "g1", "f3")):
        cell(one, start).click()
        cell(one, goal).click()
        until_written(one, goal)
    until(page, lambda: len(written(page)) == 3)


def invitation(page: Page) -> None:
    """The link for a guest is there."""
    with_clocks(page, "chess")
    link_for(page, 1)


def watching(page: Page) -> None:
    """The page of somebody who has the link to watch."""
    host = new_window(page)
    base = page.evaluate("location.origin")
    host.goto(f"{base}/#/play/chess")
    host.wait_for_selector("form.setup")
    for select in host.locator("form.setup select").all():
        select.select_option(index=0)
    host.click("form.setup button.main")
    host.wait_for_selector(".status:has-text('to move')")
    page.goto(host.url)
    page.wait_for_selector("text=You are watching this game.")


def against_engine(page: Page) -> None:
    begin(page, "chess", 0, WEAKEST)
    cell(page, "e2").click()
    cell(page, "e4").click()
    wait_moves(page, 2)


def curtain(page: Page) -> None:
    begin(page, "leduc")
    page.wait_for_selector(".curtain:has-text('your turn')")


def backgammon(page: Page) -> None:
    begin(page, "backgammon", position="startpos moves 31")
    page.locator(".cell.start").first.click()
    page.wait_for_selector(".slot")


def pig(page: Page) -> None:
    begin(page, "pig")
    page.click(".actions button")
    page.wait_for_selector(".dice[aria-label^='rolled']")


def four_players(page: Page) -> None:
    play_at_random(page, "dots_and_boxes%3Fplayers%3D4")


def promotion(page: Page) -> None:
    begin(page, "chess", position=PROMOTION)
    cell(page, "a7").click()
    cell(page, "a8").click()
    page.wait_for_selector("dialog.which")


def help_dialog(page: Page) -> None:
    gallery(page)
    page.click("#help")
    page.wait_for_selector("dialog.help")


def rules(page: Page) -> None:
    at(page, "rules/connect_four", ".rules h1")


def rules_backgammon(page: Page) -> None:
    at(page, "rules/backgammon", ".rules h1")


def quiz(page: Page) -> None:
    at(page, "quiz", ".picture svg")


def settings(page: Page) -> None:
    begin(page, "chess", position=f"startpos moves {OPENINGS['chess']}")
    page.click("summary:has-text('Settings')")
    page.click("summary:has-text('Save and share')")
    page.locator("summary:has-text('Settings')").scroll_into_view_if_needed()


def faulty(page: Page) -> None:
    """A game of one's own whose rules fail while it is played."""
    begin(page, "countdown")
    for _ in range(2):
        page.locator(".choices button").first.evaluate("one => one.click()")
        page.wait_for_timeout(300)
    page.wait_for_selector(".status:has-text('ZeroDivisionError')")


def faulty_gallery(page: Page) -> None:
    at(page, "?q=broken", ".gallery .faulty")


def selected(page: Page) -> None:
    """A chosen piece with its goals, and what the user has drawn."""
    begin(page, "chess", position=f"startpos moves {STUDIED}")
    drag(page, "c4", "d5", right=True)
    cell(page, "e6").click(button="right")
    cell(page, "c3").click()
    page.wait_for_selector(".cell.touched")


SCREENS: dict[str, Screen] = {
    "gallery": gallery,
    "gallery-search": gallery_search,
    "gallery-nothing": gallery_nothing,
    "setup": setup,
    "study": study,
    "study-go": study_go,
    "review": review,
    "retry": retry,
    "editor": editor,
    "editor-wrong": editor_wrong,
    "editor-othello": editor_othello,
    "tree": tree,
    "tree-side-by-side": tree_side_by_side,
    "over": game_over,
    "over-chess": game_over_chess,
    "clocks": clocks,
    "invitation": invitation,
    "watching": watching,
    "engine": against_engine,
    "curtain": curtain,
    "dice-backgammon": backgammon,
    "dice-pig": pig,
    "four-players": four_players,
    "selected": selected,
    "promotion": promotion,
    "help": help_dialog,
    "rules": rules,
    "rules-backgammon": rules_backgammon,
    "quiz": quiz,
    "settings": settings,
    "faulty": faulty,
    "faulty-gallery": faulty_gallery,
}


# Pictures ---------------------------------------------------------------------------------------


def window(browser: Browser, server: Server, width: int) -> Page:
    """A new window in which nothing moves, so that a picture shows the end of it. A dialog closes
    when the window changes its size, so that only the first of several widths shows it."""
    context = browser.new_context(
        base_url=f"http://localhost:{server.port}/",
        viewport={"width": width, "height": HEIGHTS.get(width, 900)},
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    return page


def take(page: Page, name: str, out: Path, widths: list[int], themes: list[str]) -> list[str]:
    """Take pictures of what a window shows. Returns the faults."""
    fingers = page.context.new_cdp_session(page)
    page.mouse.move(0, 0)  # so that no cell is below it
    found = []
    for width in widths:
        show_at(page, fingers, width)
        for theme in themes:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.wait_for_timeout(150)
            where = f"{name}-{width}-{theme}"
            is_whole = width == PHONE and not page.locator("dialog.which").count()
            page.screenshot(path=out / f"{where}.png", full_page=is_whole)
            faults = page.evaluate(MEASURE, width == PHONE) if theme == themes[0] else []
            found += [f"{where}: {fault}" for fault in faults + low_contrast(page)]
    return found


def show_at(page: Page, fingers: CDPSession, width: int) -> None:
    page.set_viewport_size({"width": width, "height": HEIGHTS.get(width, 900)})
    touch = {"enabled": width == PHONE, "maxTouchPoints": 5}
    fingers.send("Emulation.setTouchEmulationEnabled", touch)
    page.wait_for_timeout(150)


def low_contrast(page: Page) -> list[str]:
    rules = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
    violations = Axe().run(page, options=rules).response["violations"]
    nodes = [node for violation in violations for node in violation["nodes"]]
    return [f"contrast: {' '.join(map(str, node['target']))}" for node in nodes]


def make_sheets(out: Path, widths: list[int], themes: list[str]) -> None:
    """Put six pictures each on one, by width and theme."""
    for width in widths:
        for theme in themes:
            files = sorted(out.glob(f"*-{width}-{theme}.png"))
            for n in range(0, len(files), ON_A_SHEET):
                sheet(files[n : n + ON_A_SHEET]).save(
                    out / f"sheet-{width}-{theme}-{n // ON_A_SHEET + 1:02}.png"
                )


def sheet(files: list[Path]) -> Image.Image:
    """Pictures side by side: three in a row, six if they are of a phone."""
    pictures = [Image.open(file).convert("RGB") for file in files]
    columns = ON_A_SHEET if pictures[0].width == PHONE else 3
    width = 2400 // columns
    height = 1600 if columns == ON_A_SHEET else width * pictures[0].height // pictures[0].width
    rows = -(-len(pictures) // columns)
    made = Image.new("RGB", (columns * width, rows * height), "#888")
    for n, picture in enumerate(pictures):
        scaled = picture.resize((width - 8, picture.height * (width - 8) // picture.width))
        scaled = scaled.crop((0, 0, scaled.width, min(scaled.height, height - 8)))
        made.paste(scaled, (n % columns * width, n // columns * height))
    return made


def built_in(server: Server) -> list[str]:
    with urllib.request.urlopen(f"http://localhost:{server.port}/api/games", timeout=60) as told:
        games: list[dict[str, Any]] = json.load(told)["games"]
    return [game["name"] for game in games if not game.get("fault") and not game.get("own")]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path, metavar="OUT", help="a folder")
    parser.add_argument("--only", default="", metavar="NAMES", help="these screens, with commas")
    parser.add_argument("--widths", default="1440,1024,390", metavar="PIXELS")
    parser.add_argument("--themes", default="light,dark")
    parser.add_argument("--sheets", action="store_true", help="contact sheets, too")
    parser.add_argument("--json", metavar="FILE", help="write the faults there")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    widths, themes = [int(one) for one in given.widths.split(",")], given.themes.split(",")
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        countdown, broken = Path(folder) / "countdown.py", Path(folder) / "broken.py"
        countdown.write_text(FAULTY)
        broken.write_text(FAULTY.replace("- 10)", "- 6)").replace("Countdown", "Broken"))
        server = Server((str(countdown), str(broken)))
        arguments = ["--no-sandbox", "--disable-background-networking", "--disable-gpu"]
        browser = started.chromium.launch(executable_path=CHROMIUM, args=arguments)
        try:
            games = {f"game-{name}": partial(one_game, game=name) for name in built_in(server)}
            screens = SCREENS | games
            chosen = given.only.split(",") if given.only else list(screens)
            for name in chosen:
                begun = time.monotonic()
                page = window(browser, server, widths[0])
                try:
                    screens[name](page)
                    faults = take(page, name, given.out, widths, themes)
                except (AssertionError, PlaywrightError) as error:
                    faults = [f"{name}: {str(error).splitlines()[0]}"]
                page.context.close()
                found += faults
                print(f"{name}: {time.monotonic() - begun:.1f} s", *faults, sep="\n  ", flush=True)
        finally:
            browser.close()
            server.end()
    if given.sheets:
        make_sheets(given.out, widths, themes)
    if given.json:
        Path(given.json).write_text(json.dumps(found))
    print(f"{len(chosen)} screens, {len(found)} faults")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
