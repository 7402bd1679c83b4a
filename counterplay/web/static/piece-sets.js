// Other sets of pieces than the classic one, in the same box of 45 by 45 units.
// @ts-check

/** @typedef {import("./pieces.js").Part} Part */

/** @type {Part} */
const base = ["path", "body", { d: "M11 39v-4.5l4-2.5h15l4 2.5V39z" }];
/**
 * @param {string} text
 * @returns {Part[]}
 */
const letter = (text) => [
  ["rect", "body", { x: 6, y: 6, width: 33, height: 33, rx: 9 }],
  ["text", "letter", { x: 22.5, y: 23.5 }, text],
];

/**
 * The parts of pieces, by the name of the set and the kind of the piece.
 * @type {Record<string, Record<string, Part[]>>}
 */
export const PIECE_SETS = {
  shapes: {
    pawn: [base, ["circle", "body", { cx: 22.5, cy: 22, r: 8 }]],
    rook: [base, ["path", "body", { d: "M12 8h6v4h9V8h6v12h-3.5v12h-14V20H12z" }]],
    bishop: [
      base,
      ["path", "body", { d: "M22.5 5l9 16-4.5 11h-9l-4.5-11z" }],
      ["path", "detail", { d: "M22.5 14v9M18.5 18.5h8" }],
    ],
    knight: [
      base,
      ["path", "body", { d: "M15 32c0-5 2.5-8 5-11l-8 3.5-2.5-5L18 11l2-6 5 5c5 3 7 8 7 22z" }],
      ["path", "detail", { d: "M19.5 14.5h.2" }],
    ],
    queen: [
      base,
      ["path", "body", { d: "M8 12l7.5 6L22.5 7l7 11 7.5-6-4 20h-21z" }],
      ["circle", "body", { cx: 22.5, cy: 24.5, r: 3.5 }],
    ],
    king: [
      base,
      ["path", "body", { d: "M10 17h9V13h-4.5V8.5H19V4h7v4.5h4.5V13H26v4h9l-4 15H14z" }],
      ["path", "detail", { d: "M16 25h13" }],
    ],
    disc: [
      ["circle", "body", { cx: 22.5, cy: 22.5, r: 18.5 }],
      ["path", "detail", { d: "M11 19a12.5 12.5 0 0 1 11-9" }],
    ],
    crown: [
      ["circle", "body", { cx: 22.5, cy: 22.5, r: 18.5 }],
      [
        "path",
        "crowned",
        { d: "M22.5 10l3.6 8 8.4.8-6.4 5.7 2 8.5-7.6-4.5-7.6 4.5 2-8.5-6.4-5.7 8.4-.8z" },
      ],
    ],
    cross: [["path", "stroke", { d: "M12 12l21 21M33 12L12 33" }]],
    ring: [["rect", "stroke", { x: 11, y: 11, width: 23, height: 23, rx: 7 }]],
  },
  letters: {
    pawn: letter("P"),
    rook: letter("R"),
    bishop: letter("B"),
    knight: letter("N"),
    queen: letter("Q"),
    king: letter("K"),
    disc: [["circle", "body", { cx: 22.5, cy: 22.5, r: 18 }]],
    crown: [
      ["circle", "body", { cx: 22.5, cy: 22.5, r: 18 }],
      ["text", "letter", { x: 22.5, y: 23.5 }, "K"],
    ],
  },
};
