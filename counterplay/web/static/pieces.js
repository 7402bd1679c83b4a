// Draws pieces as SVG in a box of 45 by 45 units. The colour is a CSS class.
// @ts-check

import { chosenPieces } from "./appearance.js";
import { svg } from "./dom.js";
import { PIECE_SETS } from "./piece-sets.js";
// @ts-expect-error: the server makes it from presentation/pieces.json
import { PIECES } from "./piece-shapes.js";

/** @typedef {import("./types.js").Box & import("./types.js").Piece} Drawn */
/** @typedef {[string, string, object, string?]} Part a tag, its class, its attributes, its text */

const BOX = 45;
const RECTANGLES = ["edge", "box", "slab"];

/**
 * Parts of a piece by its kind, drawn in the box as the user has chosen.
 * @param {string} kind
 * @returns {SVGElement[] | undefined}
 */
function partsOf(kind) {
  /** @type {Part[] | undefined} */
  const parts = PIECE_SETS[chosenPieces()]?.[kind] ?? PIECES[kind];
  return parts?.map(([tag, style, attributes, words]) =>
    svg(tag, { class: style, ...attributes }, words),
  );
}

/**
 * Draw the piece of a cell. A piece without a kind is drawn as text.
 * @param {Drawn} cell
 */
export function drawPiece(cell) {
  const { x, y, w, h, piece = "", kind = "", colour, label } = cell;
  if (kind === "card") return drawCard(cell);
  if (kind === "dot") return drawDot(cell);
  if (RECTANGLES.includes(kind)) return drawRectangle(cell);
  const size = Math.min(w, h);
  const [left, top] = [x + (w - size) / 2, y + (h - size) / 2];
  const attributes = {
    class: `piece ${colour ?? ""} ${kind || "text"}`,
    transform: `translate(${left} ${top}) scale(${size / BOX})`,
  };
  const long = (label ?? "").length > 2 ? `font-size: ${40 / String(label).length}px` : null;
  const written = label && svg("text", { class: "label", x: 22.5, y: 23, style: long }, label);
  return svg("g", attributes, ...(partsOf(kind) ?? [text(piece)]), written);
}

/**
 * A small picture of a piece, to be used in text.
 * @param {import("./types.js").Piece} piece
 * @param {Record<string, any>} attributes
 */
export function pieceIcon(piece, attributes = {}) {
  const drawn = drawPiece({ x: 0, y: 0, w: BOX, h: BOX, ...piece });
  return svg("svg", { class: "token", viewBox: `0 0 ${BOX} ${BOX}`, ...attributes }, drawn);
}

/**
 * The name of a piece for screen readers.
 * @param {import("./types.js").Piece} piece
 */
export function pieceName({ piece, kind, colour, label }) {
  return kind ? `${colour} ${kind}${label ? ` ${label}` : ""}` : piece;
}

/**
 * Text, the smaller the longer it is.
 * @param {string} piece
 */
function text(piece) {
  const size = Math.max(10, 30 - 5 * Math.max(0, [...piece].length - 1));
  return svg("text", { x: 22.5, y: 23.5, "font-size": size }, piece);
}

/** @param {Drawn} cell */
function drawDot({ x, y, w, h, colour }) {
  return svg("circle", { class: `piece dot ${colour}`, cx: x + w / 2, cy: y + h / 2, r: w / 2 });
}

/**
 * A line between boxes, a box, or a piece that stands on its edge.
 * @param {Drawn} cell
 */
function drawRectangle({ x, y, w, h, kind, colour, label }) {
  const unit = kind === "box" ? Math.min(w, h) : 1; // a box can be an icon
  const inset = (kind === "box" ? 0.08 : 0.02) * unit;
  const rectangle = svg("rect", {
    class: `piece ${kind} ${colour}`,
    x: x + inset,
    y: y + inset,
    width: w - 2 * inset,
    height: h - 2 * inset,
    rx: (kind === "box" ? 0.08 : 0.06) * unit,
  });
  if (!label) return rectangle;
  const middle = { x: x + w / 2, y: y + h / 2 + 0.02 * unit, "font-size": 0.5 * unit };
  return svg("g", { class: "piece owned" }, rectangle, svg("text", middle, label));
}

/** The pips of a die for 1 to 6: columns and rows from 0 to 2, in pairs. */
const PIPS = ["11", "0022", "001122", "00022022", "0002112022", "000102202122"];

/**
 * A die among cards, written as `[4]`, or `[?]` if it is hidden.
 * @param {import("./types.js").Box} box
 * @param {string} number
 */
function drawDie({ x, y, w, h }, number) {
  const pips = (PIPS[Number(number) - 1]?.match(/../g) ?? []).map(([column, row]) =>
    svg("circle", { class: "pip", cx: 11.5 + 11 * +column, cy: 11.5 + 11 * +row, r: 4 }),
  );
  const body = svg("rect", { class: "body", x: 1, y: 1, width: BOX - 2, height: BOX - 2, rx: 9 });
  const transform = `translate(${x} ${y + (h - w) / 2}) scale(${w / BOX})`;
  const colour = pips.length ? "white" : "blue";
  return svg("g", { class: `piece die ${colour}`, transform }, body, ...pips);
}

/** @type {Record<string, string>} */
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣", "♠": "♠", "♥": "♥", "♦": "♦", "♣": "♣" };

/**
 * A move that is a card, with a symbol for its suit: `♠A` for `SA`, `T♦` for `Td`.
 * @param {string} text
 */
export function cardText(text) {
  return text
    .replace(/^([SHDC])([2-9TJQKA])$/, (_, suit, rank) => SUITS[suit.toLowerCase()] + rank)
    .replace(/^(10|[2-9TJQKA])([shdc])$/, (_, rank, suit) => rank + SUITS[suit]);
}

/**
 * The edge of a card, to mark it.
 * @param {import("./types.js").Box} cell
 * @param {string} className
 */
export function drawCardEdge({ x, y, w, h }, className) {
  const size = { x: x - 0.02, y: y - 0.02, width: w + 0.04, height: h + 0.04, rx: 0.1 };
  return svg("rect", { class: className, ...size });
}

/**
 * A card: its rank above its suit, or its text if it has no suit.
 * @param {Drawn} cell
 */
function drawCard({ x, y, w, h, piece = "", colour }) {
  const die = piece.match(/^\[([1-6?])\]$/);
  if (die) return drawDie({ x, y, w, h }, die[1]);
  const isHidden = piece === "?";
  const [, rank, suit] = piece.match(/^(10|[2-9TJQKA])([♠♥♦♣shdc])$/) ?? [];
  const at = (/** @type {number} */ dy, /** @type {number} */ size, /** @type {string} */ words) =>
    svg("text", { x: x + w / 2, y: y + dy * h, "font-size": size }, words);
  const words = suit ? [at(0.3, 0.34, rank), at(0.7, 0.4, SUITS[suit])] : [at(0.5, 0.34, piece)];
  const size = { x: x + 0.02, y: y + 0.02, width: w - 0.04, height: h - 0.04, rx: 0.08 };
  const inner = { x: x + 0.09, y: y + 0.09, width: w - 0.18, height: h - 0.18, rx: 0.04 };
  return svg(
    "g",
    { class: `piece card ${colour} ${isHidden ? "hidden" : ""}` },
    svg("rect", { class: "body", ...size }),
    ...(isHidden ? [svg("rect", { class: "back", ...inner })] : words),
  );
}
