// The rules page of a game: what its file says, its parameters, its notation, what is known.
// @ts-check

import { boardPicture } from "./board-drawing.js";
import { fetchGame } from "./catalogue.js";
import { el } from "./dom.js";
import { parameterForm } from "./rules-form.js";
import { rememberGame } from "./storage.js";

const PERSON = 0; // a seat

/**
 * @param {Element} main
 * @param {{socket: any, games: any, name: string}} context
 */
export function rules(main, { socket, games, name }) {
  const game = games.byName[name];
  const link = el("a", { href: "#/" }, "All games");
  document.title = `Rules${game ? ` of ${game.title}` : ""} · counterplay`;
  if (!game || game.fault) {
    const reason = game?.fault ?? "There is no such game here.";
    main.replaceChildren(el("p", { class: "empty" }, reason, " ", link));
    return undefined;
  }
  let isRequested = false;
  const analyse = () => {
    isRequested = true;
    const seats = game.names.map(() => PERSON);
    socket.send({ type: "new", game: name, seats, position: "" });
  };
  const stopListening = socket.listen((/** @type {any} */ message) => {
    if (message.type !== "room" || !isRequested) return;
    rememberGame(message);
    location.hash = `#/room/${message.room}`;
  });
  const page = el("div", { class: "rules" });
  main.replaceChildren(page);
  fetchGame(name).then(
    (answer) => page.replaceChildren(...parts(answer.game, answer.rules, analyse)),
    ({ message }) => page.replaceChildren(el("p", { class: "empty" }, message, " ", link)),
  );
  return stopListening;
}

/**
 * @param {any} game
 * @param {any} rules_
 * @param {() => void} analyse
 */
function parts(game, rules_, analyse) {
  const picture = boardPicture(game.board, game.title) ?? el("pre", {}, game.board.text);
  const play = { class: "button main", href: `#/play/${encodeURIComponent(game.name)}` };
  return [
    el("h1", {}, game.title),
    el(
      "aside",
      { "aria-label": "Play" },
      el("div", { class: "picture-of-game", "aria-hidden": "true" }, picture),
      el(
        "p",
        { class: "tools" },
        el("a", play, "Play"),
        el("button", { type: "button", onclick: analyse }, "Analyse"),
      ),
      section("Other parameters", parameterForm(game, rules_)),
    ),
    el(
      "article",
      {},
      problem(game.problem),
      rules_.text.map(block),
      section("What is known", knownRows(rules_)),
      section("At a glance", table(rules_.facts)),
      section("Notation", notation(rules_)),
      section("Levels of the engine", ladder(rules_)),
      el("p", { class: "about" }, `These rules are in the file ${rules_.file}.`),
    ),
  ];
}

/**
 * A part of the page with a heading; nothing if it is empty.
 * @param {string} title
 * @param {Node | Node[] | null} content
 */
function section(title, content) {
  if (!content || (Array.isArray(content) && !content.length)) return null;
  return el("section", {}, el("h2", {}, title), content);
}

/** @param {{text: string, line: number | null, code: string} | null} found */
function problem(found) {
  if (!found) return null;
  return el(
    "div",
    { class: "problem", role: "alert" },
    el("p", {}, "The file was saved with an error. The rules from before are played."),
    el("p", {}, found.text),
    found.code ? el("pre", {}, `${found.line}  ${found.code}`) : "",
  );
}

/** @param {{kind: string, text: string}} paragraph */
function block({ kind, text }) {
  if (kind === "code") return el("pre", {}, text);
  const pieces = text.split("`"); // every other one is code
  return el(
    "p",
    {},
    pieces.map((piece, i) => (i % 2 ? el("code", {}, piece) : piece)),
  );
}

/** @param {any} rules_ */
function knownRows({ known }) {
  if (!known) return null;
  const isCommand = known.source.startsWith("counterplay ");
  const source = isCommand ? el("code", {}, known.source) : known.source;
  return el("p", {}, el("strong", {}, known.value), " (", source, ")");
}

/** @param {[string, string][]} rows */
function table(rows) {
  return el(
    "dl",
    {},
    rows.flatMap(([name, text]) => [el("dt", {}, name), el("dd", {}, text)]),
  );
}

/** @param {any} rules_ */
function notation({ start, moves, more, example, fault }) {
  if (fault) return el("p", { class: "problem" }, fault);
  const code = (/** @type {string} */ text) => el("code", {}, text);
  const rows = [
    ["Moves", moves.flatMap((/** @type {string} */ move) => [code(move), " "])],
    ["First position", start ? [code(start)] : []],
    ["A later position", [code(example)]],
  ];
  if (more) rows[0][1].push(`and ${more} more`);
  return el(
    "dl",
    {},
    rows
      .filter(([, parts]) => parts.length)
      .flatMap(([name, parts]) => [el("dt", {}, name), el("dd", {}, parts)]),
  );
}

/** @param {any} rules_ */
function ladder({ ladder: levels }) {
  if (!levels.length) return null;
  const top = Math.max(1, ...levels.map((/** @type {any} */ { elo }) => elo));
  const row = (/** @type {any} */ { name, elo, error }) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, `Level ${name}`),
      el("td", {}, el("span", { class: "rung", style: `width: ${(100 * elo) / top}%` })),
      el("td", {}, `${elo}${error ? ` ± ${error}` : ""}`),
    );
  return el(
    "table",
    { class: "ladder" },
    el("caption", {}, "Elo above the weakest level, as measured"),
    el("tbody", {}, levels.map(row)),
  );
}
