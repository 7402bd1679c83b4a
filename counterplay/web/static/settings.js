// The settings beside a board: how it looks, moves and sounds.
// @ts-check

import { appearance, BOARDS, changeAppearance, COLOURS, PIECES_BY_NAME } from "./appearance.js";
import { el } from "./dom.js";
import { feedbackBoxes } from "./feedback.js";

/**
 * The panel of settings. `page` is the RoomPage, which is drawn again after a change.
 * @param {{redraw: () => void}} page
 */
export function settingsPanel(page) {
  const change = (/** @type {string} */ name, /** @type {string | boolean} */ value) => {
    changeAppearance(name, value);
    page.redraw();
  };
  const legal = el("input", { type: "checkbox", id: "look-legal" });
  legal.checked = appearance().legal;
  legal.onchange = () => change("legal", legal.checked);
  return el(
    "details",
    { class: "preferences" },
    el("summary", {}, "Settings"),
    choice("board", "Board", BOARDS, change),
    choice("pieces", "Pieces", PIECES_BY_NAME, change),
    choice("colours", "Colours of pieces", COLOURS, change),
    el("label", { class: "check", for: legal.id }, legal, " Show legal moves"),
    ...feedbackBoxes(),
  );
}

/**
 * A row to choose one of several looks.
 * @param {"board" | "pieces" | "colours"} name
 * @param {string} label
 * @param {Record<string, string>} looks
 * @param {(name: string, value: string) => void} change
 */
function choice(name, label, looks, change) {
  const id = `look-${name}`;
  const options = Object.entries(looks).map(([value, text]) => el("option", { value }, text));
  const select = el("select", { id, onchange: () => change(name, select.value) }, options);
  select.value = appearance()[name];
  return el("div", { class: "look" }, el("label", { for: id }, label), select);
}
