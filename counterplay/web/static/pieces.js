// Pieces as drawings, each in a box of 45 by 45 units, in a colour by class.

import { svg } from "./dom.js";

const PATHS = {
  pawn: [
    "M22.5 8.5a5.6 5.6 0 0 1 3.6 9.9c3.1 1.7 4.9 4.7 4.9 8.6h-4.2c.5 3.3 2.2 5.8 5.7 8v4h-20v-4c3.5-2.2 5.2-4.7 5.7-8H14c0-3.9 1.8-6.9 4.9-8.6a5.6 5.6 0 0 1 3.6-9.9z",
  ],
  rook: [
    "M11.5 8h5.2v3.6h3.2V8h5.2v3.6h3.2V8h5.2v9.2l-3.7 3v10.3l3.2 3.7v4.8H12v-4.8l3.2-3.7V20.200l-3.7-3z",
    "M15 20.5h15M15 30.5h15",
  ],
  bishop: [
    "M22.5 5.200a3 3 0 0 1 2.2 5c4.7 3 7.1 7 7.1 11.1 0 3.2-1.7 5.7-4.4 7.200l1.5 4.5h4.600v6h-22v-6h4.600l1.5-4.5c-2.7-1.5-4.4-4-4.4-7.2 0-4.1 2.4-8.1 7.1-11.100a3 3 0 0 1 2.2-5z",
    "M22.5 14.5v8.5M18.5 18.300h8M17.5 28.5h10",
  ],
  knight: [
    "M13.5 39v-3.5c0-6.5 6-9.5 7.5-15l-5.8 3.900c-1.5 1.1-3.4.9-4.5-.5-1.1-1.4-.9-2.9.3-4.100l6-6.3.8-6.5 4.3 3.600c8.2 1 12.4 7.4 12.4 17.900V39z",
    "M18.3 15.300h.1M27.5 14c3.5 4 4 10 3.5 18",
  ],
  queen: [
    "M8.5 14.5l5.3 10.5 2.5-14.5L22.5 23.5l6.2-13 2.5 14.5 5.3-10.5-3.2 16.5 1.2 4v4h-24v-4l1.2-4z",
    "M12 31h21M11.2 35h22.6",
    "M8.5 11a2.2 2.2 0 1 1-.1 0zM16.2 7a2.2 2.2 0 1 1-.1 0zM28.9 7a2.2 2.2 0 1 1-.1 0zM36.6 11a2.2 2.2 0 1 1-.1 0z",
  ],
  king: [
    "M20.9 4h3.200v3.200h3.200v3.100h-3.200v4c4.4-.1 4.6-2.3 8.2-2.3 3.7 0 5.9 2.8 5.9 6 0 4.8-3.6 7.5-5.7 11.5V39h-20v-9.5c-2.1-4-5.7-6.7-5.7-11.5 0-3.2 2.2-6 5.9-6 3.6 0 3.8 2.2 8.2 2.300v-4h-3.200V7.200h3.200z",
    "M12.5 30c6-2 14-2 20 0M12.5 35c6-2 14-2 20 0M22.5 14.5v11",
  ],
};
const CROWN = "M12.5 28V17.5l5 4.5 5-6.5 5 6.5 5-4.5V28z";

/** A piece in a cell, or its text where it has no look. */
export function drawPiece(cell) {
  const { x, y, w, h, piece, kind, colour } = cell;
  const box = Math.min(w, h),
    scale = box / 45;
  const left = x + (w - box) / 2,
    top = y + (h - box) / 2;
  const group = svg("g", {
    class: `piece ${colour ?? ""} ${kind ?? "text"}`,
    transform: `translate(${left} ${top}) scale(${scale})`,
  });
  if (PATHS[kind]) {
    const [outline, ...details] = PATHS[kind];
    group.append(
      svg("path", { class: "body", d: outline }),
      ...details.map((d) => svg("path", { class: d.includes("a2.2") ? "body" : "detail", d })),
    );
  } else if (kind === "disc" || kind === "crown") {
    group.append(
      svg("circle", { class: "body", cx: 22.5, cy: 22.5, r: 18 }),
      svg("circle", { class: "detail", cx: 22.5, cy: 22.5, r: 13 }),
    );
    if (kind === "crown") group.append(svg("path", { class: "crowned", d: CROWN }));
  } else if (kind === "cross") {
    group.append(svg("path", { class: "stroke", d: "M11 11l23 23M34 11L11 34" }));
  } else if (kind === "ring") {
    group.append(svg("circle", { class: "stroke", cx: 22.5, cy: 22.5, r: 12.5 }));
  } else if (kind === "stick") {
    group.append(svg("rect", { class: "body", x: 18.5, y: 4, width: 8, height: 37, rx: 4 }));
  } else if (kind === "card") {
    return card(cell);
  } else if (kind === "edge" || kind === "box" || kind === "dot") {
    return shape(cell);
  } else {
    const size = Math.max(10, 30 - 5 * Math.max(0, [...piece].length - 1));
    group.append(svg("text", { x: 22.5, y: 23.5, "font-size": size }, piece));
  }
  return group;
}

function shape({ x, y, w, h, kind, colour }) {
  if (kind === "dot")
    return svg("circle", { class: `piece dot ${colour}`, cx: x + w / 2, cy: y + h / 2, r: w / 2 });
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

function card({ x, y, w, h, piece, colour }) {
  const hidden = piece === "?";
  return svg(
    "g",
    { class: `piece card ${colour} ${hidden ? "hidden" : ""}` },
    svg("rect", {
      class: "body",
      x: x + 0.02,
      y: y + 0.02,
      width: w - 0.04,
      height: h - 0.04,
      rx: 0.08,
    }),
    hidden ? null : svg("text", { x: x + w / 2, y: y + h / 2, "font-size": 0.34 }, piece),
  );
}
