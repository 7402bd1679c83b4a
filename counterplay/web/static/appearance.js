// How boards and pieces look: the user's choices, which this browser remembers.
// @ts-check

import { load, store } from "./storage.js";

export const BOARDS = {
  green: "Green",
  wood: "Wood",
  blue: "Blue",
  slate: "Slate",
  contrast: "High contrast",
};
export const PIECES_BY_NAME = { classic: "Classic", shapes: "Shapes", letters: "Letters" };
export const COLOURS = { vivid: "Vivid", distinct: "For colour-blind eyes" };
const DEFAULTS = { board: "green", pieces: "classic", colours: "vivid", legal: true };

/**
 * The user's choices. One that is no longer offered is the default again.
 * @returns {typeof DEFAULTS}
 */
export function appearance() {
  const chosen = { ...DEFAULTS, ...load("appearance", {}) };
  if (!(chosen.board in BOARDS)) chosen.board = DEFAULTS.board;
  if (!(chosen.pieces in PIECES_BY_NAME)) chosen.pieces = DEFAULTS.pieces;
  if (!(chosen.colours in COLOURS)) chosen.colours = DEFAULTS.colours;
  return chosen;
}

let chosen = appearance();

/** The name of the set of pieces. */
export const chosenPieces = () => chosen.pieces;

/**
 * Change a choice, and show it.
 * @param {string} name
 * @param {string | boolean} value
 */
export function changeAppearance(name, value) {
  store("appearance", { ...appearance(), [name]: value });
  applyAppearance();
}

/** Let the style sheets know the choices. */
export function applyAppearance() {
  chosen = appearance();
  const { board, colours, legal } = chosen;
  Object.assign(document.documentElement.dataset, { board, colours, legal: legal ? "on" : "off" });
}

applyAppearance();
