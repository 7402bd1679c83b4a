// The quiz: questions about searches. The server draws and marks them; the page counts.

import { button, el } from "./dom.js";

const QUESTIONS = 10;
const MOST_SEED = 1_000_000;
const TREES = "";
const OWN_TREE = "own";
const LEVELS = ["Easy", "Medium", "Hard"];
const EXAMPLE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]";

export function quiz(main, { socket, games }) {
  const page = new QuizPage(main, socket, games);
  return () => page.close();
}

class QuizPage {
  constructor(main, socket, games) {
    Object.assign(this, { socket, games, question: null });
    document.title = "Quiz · counterplay";
    this.buildForm();
    this.buildStage();
    main.replaceChildren(
      el("h1", {}, "Quiz"),
      el(
        "p",
        { class: "about" },
        "Questions about searches: values, best moves, and what alpha-beta prunes. ",
        "Every answer is explained.",
      ),
      this.form,
      this.stage,
    );
    this.stopListening = socket.listen((message) => this.receive(message));
    this.start();
  }

  close() {
    this.stopListening();
  }

  // The form -------------------------------------------------------------------------------------

  buildForm() {
    const option = (value, label) => el("option", { value }, label);
    this.level = el(
      "select",
      { id: "level" },
      LEVELS.map((name, i) => option(i + 1, name)),
    );
    const titles = this.games.quiz.map((name) => option(name, this.games.byName[name].title));
    this.source = el(
      "select",
      { id: "source", onchange: () => this.updateForm() },
      option(TREES, "Random trees"),
      option(OWN_TREE, "Your own tree"),
      el("optgroup", { label: "Ends of games" }, titles),
    );
    this.tree = el("textarea", { id: "written", rows: 3, wrap: "off", spellcheck: "false" });
    this.tree.value = EXAMPLE;
    this.form = el(
      "form",
      { class: "search-form", onsubmit: (event) => this.start(event) },
      field("Level", this.level),
      field("About", this.source),
      field("Tree", this.tree),
      el("button", { class: "main", type: "submit" }, "New quiz"),
    );
    this.updateForm();
  }

  updateForm() {
    this.tree.parentElement.hidden = this.source.value !== OWN_TREE;
  }

  /** Begin again at the first question, with other questions. */
  start(event) {
    event?.preventDefault();
    const about = this.source.value;
    this.quiz = {
      level: Number(this.level.value),
      seed: Math.floor(Math.random() * MOST_SEED),
      ...(about === OWN_TREE ? { tree: this.tree.value.trim() } : { game: about }),
    };
    this.right = 0;
    this.asked = 0;
    this.ask(1);
  }

  ask(number) {
    this.question = null;
    this.socket.send({ type: "question", number, ...this.quiz });
  }

  // The question ---------------------------------------------------------------------------------

  buildStage() {
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
    this.picture.onclick = (event) => this.click(event);
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
      { class: "answering", onsubmit: (event) => this.submit(event) },
      this.hint,
      this.typing,
      this.choices,
      button("Skip", () => this.send("", true)),
    );
    this.verdict = el("p", { class: "verdict" });
    this.why = el("ul", { class: "why" });
    this.next = button("Next question", () => this.goOn(), { class: "main" });
    this.feedback = el("div", { class: "feedback", role: "status" }, this.verdict, this.why);
    this.stage = el(
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

  receive(message) {
    if (message.type === "question") this.show(message);
    else if (message.type === "marked" && message.complaint) this.complain(message.complaint);
    else if (message.type === "marked") this.mark(message);
  }

  show(question) {
    this.question = question;
    this.stage.hidden = false;
    this.heading.textContent = `Question ${question.number} of ${QUESTIONS}`;
    this.text.textContent = question.text;
    const canClick = Object.keys(question.clicks).length > 0;
    this.hint.textContent = `${capital(question.form)}${canClick ? ", or click" : ""}:`;
    const hasChoices = question.choices.length > 0;
    this.typing.hidden = this.hint.hidden = hasChoices;
    this.choices.replaceChildren(
      ...question.choices.map((word) =>
        button(capital(word), () => this.send(word), { class: "main" }),
      ),
    );
    this.typed.value = "";
    this.answering.hidden = false;
    this.feedback.className = "feedback";
    this.feedback.hidden = this.next.hidden = true;
    this.board.innerHTML = question.board; // an image, because the styles of the tree are global
    this.picture.classList.toggle("clickable", canClick);
    this.draw(question.svg);
    (hasChoices ? this.choices.firstChild : this.typed).focus({ preventScroll: true });
  }

  draw(svg) {
    this.picture.innerHTML = svg;
    const drawn = this.picture.querySelector("svg");
    drawn.style.minWidth = `${0.55 * drawn.getAttribute("width")}px`;
  }

  /** Write the node that is clicked into the answer. */
  click(event) {
    const [, number] = /^n(\d+)$/.exec(event.target.closest("g[id^=n]")?.id ?? "") ?? [];
    const [first, move] = this.question?.clicks[number] ?? [];
    if (first === undefined || this.answering.hidden) return;
    const [node, ...moves] = this.typed.value.split(" ");
    if (move === undefined) this.typed.value = first;
    else if (node !== first) this.typed.value = `${first} ${move}`;
    else {
      const others = moves.filter((one) => one !== move);
      const isNew = others.length === moves.length;
      this.typed.value = [first, ...others, ...(isNew ? [move] : [])].join(" ");
    }
    this.typed.focus({ preventScroll: true });
  }

  submit(event) {
    event.preventDefault();
    if (this.typed.value.trim()) this.send(this.typed.value);
    else this.complain(`type ${this.question.form}`);
  }

  send(text, skip = false) {
    if (!this.question) return;
    this.socket.send({ type: "answer", number: this.question.number, text, skip, ...this.quiz });
  }

  /** What was typed is no answer: it does not count. */
  complain(text) {
    this.feedback.hidden = false;
    this.feedback.className = "feedback";
    this.verdict.textContent = `${capital(text)}.`;
    this.why.replaceChildren();
  }

  mark({ number, right, answer, why, svg }) {
    if (number !== this.question?.number || this.answering.hidden) return;
    this.asked += 1;
    this.right += right ? 1 : 0;
    this.answering.hidden = true;
    this.feedback.hidden = this.next.hidden = false;
    this.feedback.className = `feedback ${right ? "right" : "wrong"}`;
    const score = `${this.right} of ${this.asked} right so far.`;
    this.verdict.textContent = `${right ? "Right." : `The answer is ${answer}.`} ${score}`;
    this.why.replaceChildren(...why.map((sentence) => el("li", {}, sentence)));
    this.next.textContent = number < QUESTIONS ? "Next question" : "Finish";
    this.draw(svg);
    this.next.focus({ preventScroll: true });
  }

  goOn() {
    if (this.question.number < QUESTIONS) this.ask(this.question.number + 1);
    else this.finish();
  }

  finish() {
    this.heading.textContent = `${this.right} of ${this.asked} right`;
    this.text.textContent = "Choose a level and start a new quiz.";
    this.feedback.hidden = this.next.hidden = true;
    this.board.replaceChildren();
    this.form.querySelector("button").focus();
  }
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function field(label, input) {
  return el("div", { class: "field" }, el("label", { for: input.id }, label), input);
}
