// The help dialog: the keys of the page, and what the mouse and fingers do. `?` opens it.
// @ts-check

import { button, el } from "./dom.js";

const EVERYWHERE = [
  ["?", "show this help"],
  ["Tab, Shift+Tab", "go to the next or the previous control"],
  ["Escape", "close a dialog, deselect, take a premove back"],
];

/**
 * By page, the sections of the help: a title, and rows of keys with their meaning.
 * @type {Record<string, [string, string[][]][]>}
 */
const SECTIONS = {
  gallery: [
    [
      "Games",
      [
        ["/", "search the games"],
        ["Enter", "open the first game that is found"],
      ],
    ],
  ],
  tree: [
    [
      "Search tree",
      [
        ["← →, Home, End", "show another step"],
        ["Space", "run, or pause"],
        ["+, −, 0", "zoom in, zoom out, fit the width"],
      ],
    ],
  ],
  room: [
    [
      "Keys on the board",
      [
        ["arrow keys", "go from cell to cell"],
        ["Enter, Space", "choose a piece, and the cell where it goes"],
      ],
    ],
    [
      "Other keys",
      [
        ["← →", "show the move before, or the next one (unless the keyboard is on the board)"],
        ["Home, End", "show the first or the newest position"],
        ["↑ ↓", "change to another variation of the move"],
        ["a", "analyse, or stop"],
        ["d", "draw arrows with clicks, fingers and Enter, or stop"],
        ["f", "flip the board"],
        ["u", "take a move back"],
      ],
    ],
    [
      "Mouse and fingers",
      [
        ["click, drag", "move; while others think, choose a premove"],
        ["right button: drag", "draw an arrow"],
        ["right button: click", "draw a circle, or take a premove back"],
        ["with Shift or Ctrl", "draw in red; with Alt in blue, with both in yellow"],
        ["click an empty cell", "remove what was drawn"],
      ],
    ],
  ],
  edit: [
    [
      "Board editor",
      [
        ["click, Enter", "put the chosen piece on a cell; again, to remove it"],
        ["drag", "move a piece, if the hand is chosen"],
        ["right button, Delete", "remove a piece"],
        ["arrow keys", "go from cell to cell"],
      ],
    ],
  ],
};

/**
 * Show the help of the page with a name, as in the address.
 * @param {string} page
 */
export function showHelp(page = "") {
  if (document.querySelector("dialog.help")) return;
  /** @type {[string, string[][]][]} */
  const sections = [...(SECTIONS[page] ?? []), ["Everywhere", EVERYWHERE]];
  const close = button("Close", () => dialog.close());
  const dialog = el(
    "dialog",
    { class: "help", "aria-labelledby": "help-title", onclose: () => dialog.remove() },
    el("div", { class: "heading" }, el("h1", { id: "help-title" }, "Help"), close),
    ...sections.flatMap(([title, rows]) => [el("h2", {}, title), keyTable(rows)]),
  );
  dialog.onclick = (event) => event.target === dialog && dialog.close(); // beside it
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {string[][]} rows */
function keyTable(rows) {
  return el(
    "dl",
    {},
    rows.map(([keys, meaning]) =>
      el("div", {}, el("dt", {}, el("kbd", {}, keys)), el("dd", {}, meaning)),
    ),
  );
}

/**
 * Let `?` and a button open the help. `pageName()` is the name of the page that is shown.
 * @param {HTMLElement} helpButton
 * @param {() => string | undefined} pageName
 */
export function listenForHelp(helpButton, pageName) {
  helpButton.onclick = () => showHelp(pageName());
  addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey) return;
    const target = /** @type {Partial<Element>} */ (event.target);
    if (target.closest?.("input, select, textarea, dialog")) return;
    event.preventDefault();
    showHelp(pageName());
  });
}
