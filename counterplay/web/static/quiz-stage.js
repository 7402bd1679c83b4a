// The elements of a question of the quiz.
// @ts-check

import { button, el } from "./dom.js";

/** The elements, which quiz.js fills. `page` gets what the user does. */
export class QuizStage {
  /**
   * @param {{click: (event: MouseEvent) => void, submit: (event: Event) => void,
   *   send: (text: string, skip?: boolean) => void, goOn: () => void}} page
   */
  constructor(page) {
    const label = "The tree of the question";
    this.heading = el("h2");
    this.text = el("p", { class: "asked", "aria-live": "polite" });
    this.board = el("div", { class: "quiz-board" });
    this.picture = el("div", {
      class: "picture",
      tabindex: 0,
      role: "region",
      "aria-label": label,
    });
    this.picture.onclick = (event) => page.click(event);
    this.typed = el("input", { id: "typed", autocomplete: "off", spellcheck: "false" });
    this.choices = el("span", { class: "choices" });
    this.typing = el(
      "span",
      { class: "typing" },
      this.typed,
      el("button", { class: "main", type: "submit" }, "Answer"),
    );
    this.hint = el("label", { for: "typed" });
    this.answering = el(
      "form",
      { class: "answering", onsubmit: (/** @type {Event} */ event) => page.submit(event) },
      this.hint,
      this.typing,
      this.choices,
      button("Skip", () => page.send("", true)),
    );
    this.verdict = el("p", { class: "verdict" });
    this.why = el("ul", { class: "why" });
    this.next = button("Next question", () => page.goOn(), { class: "main" });
    this.feedback = el("div", { class: "feedback", role: "status" }, this.verdict, this.why);
    this.element = el(
      "div",
      { class: "quiz", hidden: true },
      this.heading,
      this.text,
      this.answering,
      this.feedback,
      this.next,
      this.board,
      this.picture,
    );
  }
}
