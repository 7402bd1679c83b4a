// The elements of a game's page. `buildLayout` makes them once; room.js updates them.
// @ts-check

import { button, copy, el } from "./dom.js";
import { makeMoveList } from "./move-list.js";
import { settingsPanel } from "./settings.js";
import { store } from "./storage.js";

/** @typedef {import("./room.js").Page} Page */

/**
 * Fill the page. Returns the parts that change.
 * @param {Page} page
 */
export function buildLayout(page) {
  const { game } = page;
  document.title = `${game.title} · counterplay`;
  const curtainText = el("p", {});
  const showHand = button("Show my hand", () => page.uncover(), { class: "main" });
  const choices = el("div", { class: "choices" });
  const legal = el(
    "details",
    { open: game.board.text !== undefined },
    el("summary", {}, "Legal moves"),
    choices,
    moveForm(page),
  );
  const status = el("p", { class: "status", role: "status" });
  const rematch = button("Rematch", () => page.send({ type: "rematch" }), { class: "main" });
  const parts = {
    room: el("div", { class: "room" }),
    heading: el("div", { class: "heading" }, el("h1", {}, game.title), status, rematch),
    status,
    watching: el("p", { class: "watching" }, "You are watching this game."),
    notes: el("p", { class: "notes" }),
    actions: el("div", { class: "actions" }),
    text: el("pre", { class: "text-board" }),
    curtainText,
    curtain: el("div", { class: "curtain", hidden: true }, curtainText, showHand),
    list: makeMoveList((node) => page.study.go(node)),
    choices,
    legal,
    back: button("Take back", () => page.takeBack()),
    resign: button("Resign", () => page.resign()),
    draw: button("Offer draw", () => page.offerDraw()),
    rematch,
    pause: button("Pause", () => page.pause()),
    flip: button("Flip board", () => page.flip()),
    marker: markerButton(page),
    sharing: sharing(page),
  };
  const board = game.board.text === undefined ? page.board.element : parts.text;
  const isText = game.board.text !== undefined;
  const table = el(
    "section",
    { class: "table", "aria-label": game.title },
    el("div", { class: "beside" }, board, parts.curtain, page.analysis.bar),
    page.seats.element,
    parts.notes,
    parts.actions,
    isText ? legal : "",
  );
  const side = el(
    "section",
    { class: "side", "aria-label": "The game" },
    parts.heading,
    parts.watching,
    page.analysis.review.retry.element,
    page.analysis.panel,
    parts.list,
    page.study.walker,
    page.analysis.findings,
    page.study.element,
    tools(page, parts),
    links(page),
    isText ? "" : legal,
    parts.sharing,
    settingsPanel(page),
  );
  parts.room.replaceChildren(table, side);
  page.main.replaceChildren(parts.room);
  return parts;
}

/**
 * A form to type a move.
 * @param {Page} page
 */
function moveForm(page) {
  const input = el("input", {
    "aria-label": "Type a move",
    placeholder: "type a move",
    autocomplete: "off",
    spellcheck: "false",
  });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text) page.move(text);
    input.value = "";
  };
  const submit = el("button", { type: "submit" }, "Move");
  return el("form", { class: "typed", onsubmit }, input, submit);
}

/**
 * A button that lets clicks and fingers draw arrows and circles.
 * @param {Page} page
 */
function markerButton(page) {
  const title =
    "Drag to draw an arrow, click to draw a circle. The right mouse button always does.";
  const marker = button("Arrows", () => {
    marker.setAttribute("aria-pressed", `${page.board.switchDrawing()}`);
  });
  marker.setAttribute("aria-pressed", "false");
  marker.title = title;
  return marker;
}

/**
 * @param {Page} page
 * @param {Record<string, Element>} parts
 */
function tools({ study }, { back, resign, draw, pause, flip, marker }) {
  return el("div", { class: "tools" }, back, resign, draw, pause, flip, marker, study.copy);
}

/**
 * Links to other pages about the game.
 * @param {Page} page
 */
function links(page) {
  const { game } = page;
  const rememberPosition = () => {
    // A game with hidden cards has no notation before it is over.
    const isLive = page.isLatest || !page.shown.notation;
    const position = isLive ? page.live.position : page.shown.notation;
    store("tree", { game: game.name, position });
  };
  const editPosition = (/** @type {Event} */ event) => {
    event.preventDefault();
    const path = [game.name, page.shown.notation].map(encodeURIComponent).join("/");
    location.hash = `#/edit/${path}`;
  };
  const name = encodeURIComponent(game.name);
  const tree = { href: "#/tree", onclick: rememberPosition };
  return el(
    "div",
    { class: "links" },
    el("a", { href: `#/play/${name}` }, "New game"),
    el("a", { href: "#/edit", onclick: editPosition }, "Edit position"),
    game.algorithms.length ? el("a", tree, "Search tree") : "",
    el("a", { href: `#/rules/${name}` }, "Rules"),
  );
}

/** @param {Page} page */
function sharing(page) {
  const link = () => {
    const path = [page.game.name, page.shown.notation].map(encodeURIComponent).join("/");
    return `${location.origin}/${location.search}#/play/${path}`;
  };
  const watching = () => `${location.origin}/${location.search}#/room/${page.id}`;
  return el(
    "details",
    { class: "sharing" },
    el("summary", {}, "Save and share"),
    el(
      "div",
      { class: "tools" },
      button("Save game", () => page.send({ type: "save" })),
      page.live.format === "jsonl"
        ? ""
        : button("Save as JSON", () => page.send({ type: "save", format: "jsonl" })),
      button("Copy game", () => copy(page.live.position, "Game")),
      button("Copy position", () => copy(page.shown.notation, "Position")),
      button("Copy link", () => copy(link(), "Link to this position")),
      button("Copy link to watch", () => copy(watching(), "Link to watch this game")),
    ),
  );
}
