// The setup page: who plays, and from which position.

import { el, showToast } from "./dom.js";
import { load, rememberGame, store } from "./storage.js";

export const PERSON = 0; // a seat; 1, 2 … are the opponents of the game
const MAX_CHARACTERS = 32_000; // of a game that the server reads
const DEFAULT_LEVEL = 3;

/** `name` is the name of the game; a link may give a start `position`. */
export function setup(main, { socket, games, name, position }) {
  const game = games.byName[name];
  if (!game) {
    const link = el("a", { href: "#/" }, "All games");
    main.replaceChildren(el("p", { class: "empty" }, "There is no such game here. ", link));
    return undefined;
  }
  document.title = `${game.title} · counterplay`;
  const seats = chosenSeats(game).map((seat, p) => seatSelect(game, game.names[p], seat));
  const positionInput = positionField(game, position);
  let isRequested = false;
  const stopListening = socket.listen((message) => {
    if (message.type !== "room" || !isRequested) return;
    rememberGame(message);
    location.replace(`#/room/${message.room}`);
  });
  const play = (event) => {
    event.preventDefault();
    const chosen = seats.map(({ select }) => Number(select.value));
    store(`seats ${name}`, chosen);
    isRequested = true;
    socket.send({ type: "new", game: name, seats: chosen, position: positionInput.value.trim() });
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
      game.levels.length ? "" : el("p", { class: "about" }, "This game has no engine yet."),
      startDetails(positionInput, Boolean(position)),
      el("button", { class: "main", type: "submit" }, "Play"),
    ),
  );
  return stopListening;
}

/** The seats of the last game; at first a person against the engine. */
function chosenSeats(game) {
  const engine = Math.min(DEFAULT_LEVEL, game.levels.length);
  const seats =
    load(`seats ${game.name}`) ?? game.names.map((_, p) => (p === 0 ? PERSON : engine));
  return game.names.map((_, p) => (seats[p] <= game.levels.length ? seats[p] : PERSON));
}

/** A row to choose who plays: `{row, select}`. */
export function seatSelect(game, player, seat) {
  const id = `seat ${player}`.replaceAll(" ", "-");
  const levels = game.levels.map(({ name, elo }, i) =>
    el("option", { value: i + 1 }, elo ? `${name} (+${elo} Elo)` : name),
  );
  const select = el("select", { id }, el("option", { value: PERSON }, "person"), levels);
  select.value = seat;
  return { row: el("div", { class: "seat" }, el("label", { for: id }, player), select), select };
}

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

function startDetails(positionInput, open) {
  const file = el("input", {
    id: "file",
    type: "file",
    onchange: () => readFile(file, positionInput),
  });
  return el(
    "details",
    { open },
    el("summary", {}, "Start from a position or a saved game"),
    el("label", { for: "position" }, "Position in the game's notation, or startpos moves …"),
    positionInput,
    el("label", { for: "file" }, "Or open a game file"),
    file,
  );
}

/** Copy the text of the chosen file into the position field. */
async function readFile(file, positionInput) {
  const [chosen] = file.files;
  if (!chosen) return;
  if (chosen.size <= MAX_CHARACTERS) {
    positionInput.value = await chosen.text();
    return;
  }
  showToast(`${chosen.name} is too large. A game file may have ${MAX_CHARACTERS / 1000} KB.`);
  file.value = "";
}
