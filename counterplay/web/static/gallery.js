// The gallery: all games, each with a picture of its board.

import { boardPicture } from "./board-drawing.js";
import { el } from "./dom.js";
import { openGames } from "./storage.js";

const MAX_CONTINUE = 4;

export function gallery(main, { games }) {
  document.title = "counterplay";
  main.replaceChildren(
    el("h1", {}, "Choose a game"),
    continueLinks(games),
    el("ul", { class: "gallery" }, games.games.map(card)),
  );
}

/** Links to the unfinished games. */
function continueLinks(games) {
  const open = openGames().filter(({ game }) => games.byName[game]);
  if (!open.length) return "";
  const links = open.slice(0, MAX_CONTINUE).flatMap(({ room, game, plies }, i) => {
    const title = `${games.byName[game].title} (${plies} moves)`;
    return [i ? ", " : "", el("a", { href: `#/room/${room}` }, title)];
  });
  return el("p", { class: "resume" }, "Continue: ", links);
}

function card(game) {
  const picture = boardPicture(game.board, game.title) ?? el("pre", {}, game.board.text);
  const link = el(
    "a",
    { href: `#/play/${encodeURIComponent(game.name)}` },
    el("span", { class: "thumb", "aria-hidden": "true" }, picture),
    el("strong", {}, game.title),
    el("span", { class: "about" }, game.about),
  );
  return el("li", {}, link);
}
