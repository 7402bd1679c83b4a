// The gallery: all games, each with a picture of its board. The address keeps the search.
// @ts-check

import { boardPicture } from "./board-drawing.js";
import { el } from "./dom.js";
import { filterForm, matches, readFilter, writeFilter } from "./gallery-filter.js";
import { openGames } from "./storage.js";

const MAX_CONTINUE = 4;

/** @typedef {import("./types.js").Game} Game */

/**
 * @param {Element} main
 * @param {import("./types.js").Context} context
 */
export function gallery(main, { games, query }) {
  document.title = "counterplay";
  const filter = readFilter(query);
  const cards = games.games.map((game) => ({ game, element: card(game) }));
  const list = el("ul", { class: "gallery" });
  const count = el("p", { class: "count about", role: "status" });
  const none = el("p", { class: "empty", hidden: true }, "No games found.");

  function update() {
    const shown = cards.filter(({ game }) => matches(game, filter));
    list.replaceChildren(...shown.map(({ element }) => element));
    count.textContent =
      shown.length === cards.length
        ? `${cards.length} games`
        : `${shown.length} of ${cards.length} games`;
    none.hidden = shown.length > 0;
    const address = writeFilter(filter);
    history.replaceState(null, "", address ? `#/?${address}` : "#/");
  }

  /** @type {() => HTMLElement | null} */
  const first = () => list.querySelector("a.card");
  const openFirst = () => first()?.click();
  const form = filterForm(games.games, filter, update, openFirst);
  main.replaceChildren(
    el("h1", {}, "Choose a game"),
    continueLinks(games),
    form.element,
    count,
    list,
    none,
  );
  update();
  addEventListener("keydown", form.pressKey);
  return () => removeEventListener("keydown", form.pressKey);
}

/**
 * Links to the unfinished games.
 * @param {import("./types.js").Catalogue} games
 */
function continueLinks(games) {
  const open = openGames().filter(({ game }) => games.byName[game]?.board);
  if (!open.length) return "";
  const links = open.slice(0, MAX_CONTINUE).flatMap(({ room, game, plies }, i) => {
    const title = `${games.byName[game].title} (${plies} moves)`;
    return [i ? ", " : "", el("a", { href: `#/room/${room}` }, title)];
  });
  return el("p", { class: "resume" }, "Continue: ", links);
}

/** @param {Game} game */
function card(game) {
  if (game.fault) return el("li", { class: "faulty" }, el("strong", {}, game.title), game.fault);
  const picture = boardPicture(game.board, game.title) ?? el("pre", {}, game.board.text);
  const link = el(
    "a",
    { class: "card", href: `#/play/${encodeURIComponent(game.name)}` },
    el("span", { class: "thumb", "aria-hidden": "true" }, picture),
    el("strong", {}, game.title),
    el("span", { class: "about" }, game.about),
    el("span", { class: "tags" }, tags(game).join(" · ")),
  );
  const about = { class: "rules-link", href: `#/rules/${encodeURIComponent(game.name)}` };
  const more = el("a", { ...about, "aria-label": `Rules of ${game.title}` }, "Rules");
  return el("li", {}, link, more, problemText(game));
}

/**
 * What is wrong with the newest version of the file of a game.
 * @param {Game} game
 */
function problemText({ problem }) {
  return problem ? el("p", { class: "problem" }, problem.text) : "";
}

/**
 * What kind of game it is, in a few words.
 * @param {Game} game
 */
function tags({ player_range: [least, most], chance, hidden, known }) {
  const players = least === most ? least : `${least} to ${most}`;
  return [
    `${players} ${most === 1 ? "player" : "players"}`,
    ...(chance ? ["chance"] : []),
    ...(hidden ? ["hidden"] : []),
    ...(known ? ["solved"] : []),
  ];
}
