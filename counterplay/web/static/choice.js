// Asks which of several moves with the same cells is meant: a promotion, by pictures on the board.
// @ts-check

import { button, el } from "./dom.js";
import { pieceIcon, pieceName } from "./pieces.js";

/** @typedef {import("./types.js").Move | import("./types.js").Step} Choice */

const SMALLEST = 44; // pixels of a choice, so that a finger finds it
const EDGE = 4; // pixels between the choices and the edge of the window
/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Ask on the board, beside the rectangle `place` on the screen. Resolves to the move, or to null
 * if the user cancels by Escape, by a click elsewhere, or by scrolling.
 * @param {Choice[]} moves
 * @param {DOMRect} place
 * @returns {Promise<Choice | null>}
 */
export function chooseMove(moves, place) {
  return new Promise((resolve) => {
    /** @type {Choice | null} */
    let chosen = null;
    /** @param {Choice | null} move */
    const choose = (move) => {
      chosen = move;
      dialog.close();
    };
    const choices = moves.map((move) => choiceButton(move, () => choose(move)));
    const dialog = el(
      "dialog",
      {
        class: `which ${moves.every(isPictured) ? "pictured" : ""}`,
        "aria-label": "Which move?",
      },
      choices,
    );
    const cancel = () => choose(null);
    dialog.onkeydown = (event) => walk(event, choices);
    dialog.onpointerdown = (event) => event.target === dialog && cancel();
    dialog.onclose = () => {
      removeEventListener("resize", cancel);
      removeEventListener("scroll", cancel);
      dialog.remove();
      resolve(chosen);
    };
    addEventListener("resize", cancel);
    document.body.append(dialog);
    dialog.showModal();
    put(dialog, place, moves.every(isPictured));
    addEventListener("scroll", cancel);
  });
}

/** @param {Choice} move */
const isPictured = (move) => Boolean(move.leaves?.kind);

/**
 * A choice: the piece that the move leaves on its last cell, or the text of the move.
 * @param {Choice} move
 * @param {() => void} onclick
 */
function choiceButton(move, onclick) {
  if (!move.leaves?.kind) return button(move.text, onclick);
  const label = `${pieceName(move.leaves)}, ${move.text}`;
  return button(pieceIcon(move.leaves, { "aria-hidden": true }), onclick, {
    "aria-label": label,
    title: move.text,
  });
}

/**
 * Arrow keys lead from one choice to the next.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} choices
 */
function walk(event, choices) {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const now = choices.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  choices[(now + step + choices.length) % choices.length].focus();
}

/**
 * Pictures begin on the cell and go towards the middle of the window; texts stand beside it.
 * @param {HTMLElement} dialog
 * @param {DOMRect} place
 * @param {boolean} isOnCell
 */
function put(dialog, { left, top, width, height }, isOnCell) {
  const size = Math.max(SMALLEST, Math.round(width));
  dialog.style.setProperty("--size", `${size}px`);
  const box = dialog.getBoundingClientRect();
  const isAbove = top + height / 2 < innerHeight / 2;
  const x = isOnCell ? left + (width - box.width) / 2 : left + width + EDGE;
  const y = isAbove ? top : top + height - box.height;
  dialog.classList.toggle("upwards", !isAbove);
  dialog.style.left = `${clamp(x, innerWidth - box.width)}px`;
  dialog.style.top = `${clamp(y, innerHeight - box.height)}px`;
}

/**
 * @param {number} value
 * @param {number} most
 */
const clamp = (value, most) => Math.max(EDGE, Math.min(value, most - EDGE));
