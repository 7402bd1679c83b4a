// Retry your mistakes: each mistake of a review again. The engine judges what is played instead.
// @ts-check

import { button, el } from "./dom.js";
import { GLYPHS } from "./move-list.js";

/** @typedef {import("./types.js").Mistake} Mistake */

export class Retry {
  /**
   * `page` is the RoomPage.
   * @param {import("./room.js").Page} page
   */
  constructor(page) {
    this.page = page;
    /** @type {Mistake[]} */
    this.mistakes = [];
    this.number = 0; // of the mistake that is asked about
    this.solved = 0;
    /** @type {string | null} */
    this.answer = null; // the best move, when it may be shown
    this.isWaiting = false; // for the engine
    /** @type {string | undefined} */
    this.drawn = undefined; // what the buttons are for
    this.text = el("p", { role: "status" });
    this.buttons = el("div", { class: "tools" });
    this.element = el(
      "section",
      { class: "retry", "aria-label": "Retry your mistakes", hidden: true },
      this.text,
      this.buttons,
    );
  }

  get isOn() {
    return this.mistakes.length > 0;
  }

  /** @returns {Mistake | undefined} */
  get mistake() {
    return this.mistakes[this.number];
  }

  /** Whether the position of the mistake is on the board. */
  get isThere() {
    return this.page.shown.node === (this.mistake?.ply ?? NaN) - 1;
  }

  /** Whether a move on the board is an answer. */
  get isAsking() {
    return this.isOn && Boolean(this.mistake) && this.isThere && !this.answer && !this.isWaiting;
  }

  /** @param {Mistake[]} mistakes */
  start(mistakes) {
    this.mistakes = mistakes;
    this.number = -1;
    this.solved = 0;
    if (this.page.analysis.isOn) this.page.analysis.toggle(); // it would show the answer
    this.next();
  }

  next() {
    this.number += 1;
    this.answer = null;
    this.isWaiting = false;
    const { mistake, mistakes } = this;
    if (mistake) {
      const [sign] = GLYPHS[mistake.nag];
      const who = this.page.name(mistake.player);
      this.say(`${who} played ${mistake.text}${sign} Find a better move.`);
      this.page.show(mistake.ply - 1);
    } else this.say(`You found ${this.solved} of ${mistakes.length}.`);
    this.page.update();
  }

  end() {
    this.mistakes = [];
    this.answer = null;
    this.page.update();
  }

  /**
   * Take a move as an answer. Returns whether it is one.
   * @param {string} move
   */
  takes(move) {
    const { mistake } = this;
    if (!this.isAsking || !mistake) return false;
    if (move === mistake.text) this.say(`${move} was played in the game. Find a better move.`);
    else {
      this.isWaiting = true;
      this.say(`Judging ${move} …`);
      this.page.send({ type: "judge", ply: mistake.ply - 1, move });
    }
    this.page.update();
    return true;
  }

  /**
   * The engine has judged a move.
   * @param {{ply: number, move: string, good: boolean, best: string, verdict: string}} message
   */
  receive({ ply, move, good, best, verdict }) {
    if (!this.isWaiting || ply !== (this.mistake?.ply ?? NaN) - 1) return;
    this.isWaiting = false;
    if (good) {
      this.solved += 1;
      this.answer = move;
      const isBest = move === best;
      this.say(
        isBest ? `${move} is the best move (${verdict}).` : `${move} is good. Best: ${best}.`,
      );
    } else this.say(`${move} is not good enough. Try another move.`);
    this.page.update();
  }

  showAnswer() {
    const { ply, best, verdict } = /** @type {Mistake} */ (this.mistake);
    this.answer = best;
    this.say(`The best move is ${best} (${verdict}).`);
    this.page.show(ply - 1);
    this.page.update();
  }

  /** @param {string} text */
  say(text) {
    this.text.textContent = text;
  }

  update() {
    this.element.hidden = !this.isOn;
    if (!this.isOn) return;
    const { mistake, mistakes, number } = this;
    const count = el("span", { class: "counts" }, `${number + 1} of ${mistakes.length}`);
    const back = mistake ? mistake.ply - 1 : 0;
    const asked = [
      this.isThere ? "" : button("Back to the mistake", () => this.page.show(back)),
      this.answer ? button("Next", () => this.next(), { class: "main" }) : "",
      this.answer ? "" : button("Show answer", () => this.showAnswer()),
      this.answer ? "" : button("Skip", () => this.next()),
    ];
    const drawn = `${number} ${this.isThere} ${this.answer}`;
    if (this.drawn === drawn) return; // the buttons stay, and the focus with them
    this.drawn = drawn;
    const end = button("End", () => this.end());
    this.buttons.replaceChildren(...(mistake ? [...asked, end, count] : [end]));
  }
}
