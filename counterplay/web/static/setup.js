// The setup page: who plays, and from which position.
// @ts-check

import { button, el, showToast } from "./dom.js";
import { load, rememberGame, store } from "./storage.js";

/** @typedef {import("./types.js").Game} Game */

export const PERSON = 0; // a seat; 1, 2 … are the opponents of the game
const MAX_CHARACTERS = 32_000; // of a game that the server reads
const DEFAULT_LEVEL = 3;

/**
 * `name` is the name of the game; a link may give a start `position`.
 * @param {Element} main
 * @param {import("./types.js").Context} context
 */
export function setup(main, { socket, games, name, position }) {
  const game = games.byName[name];
  if (!game || game.fault) {
    const link = el("a", { href: "#/" }, "All games");
    const reason = game?.fault ?? "There is no such game here.";
    main.replaceChildren(el("p", { class: "empty" }, reason, " ", link));
    return undefined;
  }
  document.title = `${game.title} · counterplay`;
  const seats = chosenSeats(game).map((seat, p) => seatSelect(game, game.names[p], seat));
  const positionInput = positionField(game, position);
  const clock = clockFields();
  let isRequested = false;
  const stopListening = socket.listen((message) => {
    if (message.type !== "room" || !isRequested) return;
    rememberGame(message);
    location.replace(`#/room/${message.room}`);
  });
  /** @type {(chosen: number[], clocks: number[] | null) => void} */
  const begin = (chosen, clocks) => {
    isRequested = true;
    const text = positionInput.value.trim();
    const study = positionInput.dataset.study ?? "";
    socket.send({ type: "new", game: name, seats: chosen, position: text, clocks, study });
  };
  const play = (/** @type {Event} */ event) => {
    event.preventDefault();
    const chosen = seats.map(({ select }) => Number(select.value));
    store(`seats ${name}`, chosen);
    begin(chosen, clock.value());
  };
  const study = () => {
    store("study", true);
    begin(
      game.names.map(() => PERSON),
      null,
    );
  };
  main.replaceChildren(
    el(
      "form",
      { class: "setup", onsubmit: play },
      el("h1", {}, game.title),
      el("p", { class: "about" }, game.about),
      el(
        "fieldset",
        {},
        el("legend", {}, "Players"),
        seats.map(({ row }) => row),
      ),
      clock.element,
      game.levels.length ? "" : el("p", { class: "about" }, "This game has no engine yet."),
      startDetails(game, positionInput, Boolean(position)),
      el(
        "div",
        { class: "links" },
        el("a", { href: `#/rules/${encodeURIComponent(name)}` }, "Rules"),
        el("a", { href: `#/edit/${encodeURIComponent(name)}` }, "Set up a position on the board"),
      ),
      el(
        "div",
        { class: "tools" },
        el("button", { class: "main", type: "submit" }, "Play"),
        game.hidden ? "" : button("Study", study, { title: "Try moves for all players" }),
      ),
    ),
  );
  return stopListening;
}

/**
 * The seats of the last game; at first a person against the engine.
 * @param {Game} game
 * @returns {number[]}
 */
function chosenSeats(game) {
  const engine = Math.min(DEFAULT_LEVEL, game.levels.length);
  const seats =
    load(`seats ${game.name}`) ?? game.names.map((_, p) => (p === 0 ? PERSON : engine));
  return game.names.map((_, p) => (seats[p] <= game.levels.length ? seats[p] : PERSON));
}

/**
 * A row to choose who plays: `{row, select}`.
 * @param {Game} game
 * @param {string} player
 * @param {number} seat
 */
export function seatSelect(game, player, seat) {
  const id = `seat ${player}`.replaceAll(" ", "-");
  const levels = game.levels.map(({ name, elo }, i) => {
    const shown = name.replace(/^engine/, "Engine");
    return el("option", { value: i + 1 }, elo ? `${shown} (+${elo} Elo)` : shown);
  });
  const select = el("select", { id }, el("option", { value: PERSON }, "Person"), levels);
  select.value = `${seat}`;
  return { row: el("div", { class: "seat" }, el("label", { for: id }, player), select), select };
}

/** The fields of the clocks: `{element, value}`. Without minutes there are none. */
function clockFields() {
  const [minutes, seconds] = load("clock", ["", 0]);
  const number = { type: "number", inputmode: "decimal", min: 0 };
  const each = el("input", { id: "minutes", max: 1440, step: "any", ...number });
  const added = el("input", { id: "increment", max: 600, ...number });
  [each.value, added.value] = [minutes, seconds];
  const element = el(
    "details",
    { class: "clocks", open: Boolean(minutes) },
    el("summary", {}, "Clocks"),
    el("label", { for: "minutes" }, "Minutes for each player (empty: no clock)"),
    each,
    el("label", { for: "increment" }, "Seconds added after each move"),
    added,
  );
  const value = () => {
    store("clock", [each.value, Number(added.value)]);
    const all = Math.round(60 * Number(each.value));
    return all > 0 ? [all, Math.round(Number(added.value))] : null;
  };
  return { element, value };
}

/**
 * @param {Game} game
 * @param {string} position
 */
function positionField(game, position) {
  const attributes = {
    id: "position",
    rows: 2,
    placeholder: game.example,
    autocomplete: "off",
    spellcheck: "false",
    maxlength: MAX_CHARACTERS,
  };
  return el("textarea", attributes, position);
}

/**
 * @param {Game} game
 * @param {HTMLTextAreaElement} positionInput
 * @param {boolean} open
 */
function startDetails(game, positionInput, open) {
  const chooser = el("div", { class: "chooser", role: "status" });
  const file = el("input", {
    id: "file",
    type: "file",
    onchange: () => openFile(game, file, positionInput, chooser),
  });
  return el(
    "details",
    { open },
    el("summary", {}, "Start from a position or a saved game"),
    el("label", { for: "position" }, "Position in the game's notation, or startpos moves …"),
    positionInput,
    el("label", { for: "file" }, "Or open a game file"),
    file,
    chooser,
  );
}

/**
 * Ask the server for the games of a file, and let the user choose one of them.
 * @param {Game} game
 * @param {HTMLInputElement} file
 * @param {HTMLTextAreaElement} positionInput
 * @param {Element} chooser
 */
async function openFile(game, file, positionInput, chooser) {
  const chosen = file.files?.[0];
  if (!chosen) return;
  const ask = async (/** @type {Record<string, string>} */ more) => {
    const query = new URLSearchParams({ name: chosen.name, ...more });
    const address = `/api/games/${encodeURIComponent(game.name)}/file?${query}`;
    const response = await fetch(address, { method: "POST", body: chosen });
    const answer = await response.json().catch(() => ({ error: "the server cannot read it" }));
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
  const take = async (/** @type {number} */ number) => {
    const { text, study = "", note = "" } = await ask({ number: `${number}` });
    positionInput.value = text;
    positionInput.dataset.study = study;
    if (note) showToast(note, "notice");
  };
  chooser.replaceChildren("Reading the file …");
  try {
    const { games } = await ask({});
    chooser.replaceChildren(games.length > 1 ? gameSelect(games, take) : games[0]);
    await take(0);
  } catch (error) {
    showToast(/** @type {Error} */ (error).message);
    chooser.replaceChildren();
    file.value = "";
  }
}

/**
 * @param {string[]} games
 * @param {(number: number) => Promise<void>} take
 */
function gameSelect(games, take) {
  const options = games.map((title, i) => el("option", { value: i }, `${i + 1}. ${title}`));
  const select = el("select", { id: "which" }, options);
  select.onchange = () => take(Number(select.value)).catch((error) => showToast(error.message));
  return el("label", { for: "which" }, `${games.length} games: `, select);
}
