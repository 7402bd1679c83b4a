// The quiz: questions about searches. The server draws and marks them; the page counts.
// @ts-check

import { button, el } from "./dom.js";
import { QuizForm } from "./quiz-form.js";
import { QuizStage } from "./quiz-stage.js";

const QUESTIONS = 10;

/**
 * @param {Element} main
 * @param {import("./types.js").Context} context
 */
export function quiz(main, { socket, games }) {
  const page = new QuizPage(main, socket, games);
  return () => page.close();
}

class QuizPage {
  /**
   * @param {Element} main
   * @param {import("./socket.js").Socket} socket
   * @param {import("./types.js").Catalogue} games
   */
  constructor(main, socket, games) {
    document.title = "Quiz · counterplay";
    this.socket = socket;
    /** @type {any} */
    this.question = null;
    this.right = 0;
    this.asked = 0;
    this.form = new QuizForm(games, (event) => this.start(event));
    this.stage = new QuizStage(this);
    this.quiz = this.form.quiz;
    main.replaceChildren(
      el("h1", {}, "Quiz"),
      el(
        "p",
        { class: "about" },
        "Questions about searches: values, best moves, and what alpha-beta prunes. ",
        "Every answer is explained.",
      ),
      this.form.element,
      this.stage.element,
    );
    this.stopListening = socket.listen((message) => this.receive(message));
    this.start();
  }

  close() {
    this.stopListening();
  }

  /**
   * Begin again at the first question, with other questions.
   * @param {Event} [event]
   */
  start(event) {
    event?.preventDefault();
    this.quiz = this.form.quiz;
    this.right = 0;
    this.asked = 0;
    this.ask(1);
  }

  /** @param {number} number */
  ask(number) {
    this.question = null;
    this.socket.send({ type: "question", number, ...this.quiz });
  }

  /** @param {import("./types.js").Message} message */
  receive(message) {
    if (message.type === "question") this.show(message);
    else if (message.type === "marked" && message.complaint) this.complain(message.complaint);
    else if (message.type === "marked") this.mark(message);
  }

  /** @param {any} question */
  show(question) {
    this.question = question;
    this.stage.element.hidden = false;
    this.stage.heading.textContent = `Question ${question.number} of ${QUESTIONS}`;
    this.stage.text.textContent = question.text;
    const canClick = Object.keys(question.clicks).length > 0;
    this.stage.hint.textContent = `${capital(question.form)}${canClick ? ", or click" : ""}:`;
    const hasChoices = question.choices.length > 0;
    this.stage.typing.hidden = this.stage.hint.hidden = hasChoices;
    this.stage.choices.replaceChildren(
      ...question.choices.map((/** @type {string} */ word) =>
        button(capital(word), () => this.send(word), { class: "main" }),
      ),
    );
    this.stage.typed.value = "";
    this.stage.answering.hidden = false;
    this.stage.feedback.className = "feedback";
    this.stage.feedback.hidden = this.stage.next.hidden = true;
    // An image, because the styles of the tree are global.
    this.stage.board.innerHTML = question.board;
    this.stage.picture.classList.toggle("clickable", canClick);
    this.draw(question.svg);
    const first = hasChoices ? this.stage.choices.querySelector("button") : this.stage.typed;
    first?.focus({ preventScroll: true });
  }

  /** @param {string} svg */
  draw(svg) {
    this.stage.picture.innerHTML = svg;
    const drawn = this.stage.picture.querySelector("svg");
    if (drawn) drawn.style.minWidth = `${0.55 * Number(drawn.getAttribute("width"))}px`;
  }

  /**
   * Write the node that is clicked into the answer.
   * @param {MouseEvent} event
   */
  click(event) {
    const target = /** @type {Element} */ (event.target);
    const [, number = ""] = /^n(\d+)$/.exec(target.closest("g[id^=n]")?.id ?? "") ?? [];
    const [first, move] = this.question?.clicks[number] ?? [];
    if (first === undefined || this.stage.answering.hidden) return;
    const [node, ...moves] = this.stage.typed.value.split(" ");
    if (move === undefined) this.stage.typed.value = first;
    else if (node !== first) this.stage.typed.value = `${first} ${move}`;
    else {
      const others = moves.filter((one) => one !== move);
      const isNew = others.length === moves.length;
      this.stage.typed.value = [first, ...others, ...(isNew ? [move] : [])].join(" ");
    }
    this.stage.typed.focus({ preventScroll: true });
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    if (this.stage.typed.value.trim()) this.send(this.stage.typed.value);
    else this.complain(`type ${this.question.form}`);
  }

  /** @param {string} text */
  send(text, skip = false) {
    if (!this.question) return;
    this.socket.send({ type: "answer", number: this.question.number, text, skip, ...this.quiz });
  }

  /**
   * What was typed is no answer: it does not count.
   * @param {string} text
   */
  complain(text) {
    this.stage.feedback.hidden = false;
    this.stage.feedback.className = "feedback";
    this.stage.verdict.textContent = `${capital(text)}.`;
    this.stage.why.replaceChildren();
  }

  /** @param {any} marked */
  mark({ number, right, answer, why, svg }) {
    if (number !== this.question?.number || this.stage.answering.hidden) return;
    this.asked += 1;
    this.right += right ? 1 : 0;
    this.stage.answering.hidden = true;
    this.stage.feedback.hidden = this.stage.next.hidden = false;
    this.stage.feedback.className = `feedback ${right ? "right" : "wrong"}`;
    const score = `${this.right} of ${this.asked} right so far.`;
    this.stage.verdict.textContent = `${right ? "Right." : `The answer is ${answer}.`} ${score}`;
    this.stage.why.replaceChildren(
      ...why.map((/** @type {string} */ sentence) => el("li", {}, sentence)),
    );
    this.stage.next.textContent = number < QUESTIONS ? "Next question" : "Finish";
    this.draw(svg);
    this.stage.next.focus({ preventScroll: true });
  }

  goOn() {
    if (this.question.number < QUESTIONS) this.ask(this.question.number + 1);
    else this.finish();
  }

  finish() {
    this.stage.heading.textContent = `${this.right} of ${this.asked} right`;
    this.stage.text.textContent = "Choose a level and start a new quiz.";
    this.stage.feedback.hidden = this.stage.next.hidden = true;
    this.stage.board.replaceChildren();
    this.form.element.querySelector("button")?.focus();
  }
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);
