// Draws pieces as SVG in a box of 45 by 45 units. The colour is a CSS class.

import { svg } from "./dom.js";

// The outline of each chess piece, then lines and shapes on it.
const PATHS = {
  pawn: [
    "M22.5 8.5a5.6 5.6 0 0 1 3.6 9.9c3.1 1.7 4.9 4.7 4.9 8.6h-4.2c.5 3.3 2.2 5.8 5.7 8v4" +
      "h-20v-4c3.5-2.2 5.2-4.7 5.7-8H14c0-3.9 1.8-6.9 4.9-8.6a5.6 5.6 0 0 1 3.6-9.9z",
  ],
  rook: [
    "M11.5 8h5.2v3.6h3.2V8h5.2v3.6h3.2V8h5.2v9.2l-3.7 3v10.3l3.2 3.7v4.8H12v-4.8l3.2-3.7" +
      "V20.200l-3.7-3z",
    "M15 20.5h15M15 30.5h15",
  ],
  bishop: [
    "M22.5 5.200a3 3 0 0 1 2.2 5c4.7 3 7.1 7 7.1 11.1 0 3.2-1.7 5.7-4.4 7.200l1.5 4.5" +
      "h4.600v6h-22v-6h4.600l1.5-4.5c-2.7-1.5-4.4-4-4.4-7.2 0-4.1 2.4-8.1 7.1-11.100" +
      "a3 3 0 0 1 2.2-5z",
    "M22.5 14.5v8.5M18.5 18.300h8M17.5 28.5h10",
  ],
  knight: [
    "M13.5 39v-3.5c0-6.5 6-9.5 7.5-15l-5.8 3.900" +
      "c-1.5 1.1-3.4.9-4.5-.5-1.1-1.4-.9-2.9.3-4.100l6-6.3.8-6.5 4.3 3.600" +
      "c8.2 1 12.4 7.4 12.4 17.900V39z",
    "M18.3 15.300h.1M27.5 14c3.5 4 4 10 3.5 18",
  ],
  queen: [
    "M8.5 14.5l5.3 10.5 2.5-14.5L22.5 23.5l6.2-13 2.5 14.5 5.3-10.5-3.2 16.5 1.2 4v4h-24" +
      "v-4l1.2-4z",
    "M12 31h21M11.2 35h22.6",
    "M8.5 11a2.2 2.2 0 1 1-.1 0zM16.2 7a2.2 2.2 0 1 1-.1 0zM28.9 7a2.2 2.2 0 1 1-.1 0z" +
      "M36.6 11a2.2 2.2 0 1 1-.1 0z",
  ],
  king: [
    "M20.9 4h3.200v3.200h3.200v3.100h-3.200v4" +
      "c4.4-.1 4.6-2.3 8.2-2.3 3.7 0 5.9 2.8 5.9 6 0 4.8-3.6 7.5-5.7 11.5V39h-20v-9.5" +
      "c-2.1-4-5.7-6.7-5.7-11.5 0-3.2 2.2-6 5.9-6 3.6 0 3.8 2.2 8.2 2.300v-4h-3.200V7.200" +
      "h3.200z",
    "M12.5 30c6-2 14-2 20 0M12.5 35c6-2 14-2 20 0M22.5 14.5v11",
  ],
};
const CROWN = "M12.5 28V17.5l5 4.5 5-6.5 5 6.5 5-4.5V28z";
const BOX = 45;

/** Parts of a piece by its kind, drawn in the box. */
const KINDS = {
  ...Object.fromEntries(Object.entries(PATHS).map(([kind, paths]) => [kind, () => chess(paths)])),
  disc,
  crown: () => [...disc(), svg("path", { class: "crowned", d: CROWN })],
  cross: () => [svg("path", { class: "stroke", d: "M11 11l23 23M34 11L11 34" })],
  ring: () => [svg("circle", { class: "stroke", cx: 22.5, cy: 22.5, r: 12.5 })],
  stick: () => [svg("rect", { class: "body", x: 18.5, y: 4, width: 8, height: 37, rx: 4 })],
};

/** Draw the piece of a cell. A piece without a kind is drawn as text. */
export function drawPiece(cell) {
  const { x, y, w, h, piece, kind, colour } = cell;
  if (kind === "card") return drawCard(cell);
  if (kind === "dot") return drawDot(cell);
  if (kind === "edge" || kind === "box") return drawRectangle(cell);
  const size = Math.min(w, h);
  const [left, top] = [x + (w - size) / 2, y + (h - size) / 2];
  const attributes = {
    class: `piece ${colour ?? ""} ${kind ?? "text"}`,
    transform: `translate(${left} ${top}) scale(${size / BOX})`,
  };
  return svg("g", attributes, ...(KINDS[kind]?.() ?? [text(piece)]));
}

/** A small picture of a piece, to be used in text. */
export function pieceIcon(piece, attributes = {}) {
  const drawn = drawPiece({ x: 0, y: 0, w: BOX, h: BOX, ...piece });
  return svg("svg", { class: "token", viewBox: `0 0 ${BOX} ${BOX}`, ...attributes }, drawn);
}

/** The name of a piece for screen readers. */
export function pieceName({ piece, kind, colour }) {
  return kind ? `${colour} ${kind}` : piece;
}

function chess([outline, ...details]) {
  const isFilled = (d) => d.includes("a2.2"); // the points of the queen's crown
  return [
    svg("path", { class: "body", d: outline }),
    ...details.map((d) => svg("path", { class: isFilled(d) ? "body" : "detail", d })),
  ];
}

function disc() {
  return [
    svg("circle", { class: "body", cx: 22.5, cy: 22.5, r: 18 }),
    svg("circle", { class: "detail", cx: 22.5, cy: 22.5, r: 13 }),
  ];
}

/** Text, the smaller the longer it is. */
function text(piece) {
  const size = Math.max(10, 30 - 5 * Math.max(0, [...piece].length - 1));
  return svg("text", { x: 22.5, y: 23.5, "font-size": size }, piece);
}

function drawDot({ x, y, w, h, colour }) {
  return svg("circle", { class: `piece dot ${colour}`, cx: x + w / 2, cy: y + h / 2, r: w / 2 });
}

/** A line between boxes, or a box. */
function drawRectangle({ x, y, w, h, kind, colour }) {
  const inset = kind === "box" ? 0.08 : 0.02;
  return svg("rect", {
    class: `piece ${kind} ${colour}`,
    x: x + inset,
    y: y + inset,
    width: w - 2 * inset,
    height: h - 2 * inset,
    rx: kind === "box" ? 0.08 : 0.06,
  });
}

function drawCard({ x, y, w, h, piece, colour }) {
  const isHidden = piece === "?";
  const size = { x: x + 0.02, y: y + 0.02, width: w - 0.04, height: h - 0.04, rx: 0.08 };
  return svg(
    "g",
    { class: `piece card ${colour} ${isHidden ? "hidden" : ""}` },
    svg("rect", { class: "body", ...size }),
    isHidden ? null : svg("text", { x: x + w / 2, y: y + h / 2, "font-size": 0.34 }, piece),
  );
}
