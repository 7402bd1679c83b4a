// The gallery: every game with its board.

import { picture } from "./board.js";
import { el, kept } from "./dom.js";

export function gallery(main, { games }) {
  document.title = "counterplay";
  const open = kept("games", [])
    .filter(({ game }) => games.byName[game])
    .slice(0, 4);
  main.replaceChildren(
    el("h1", {}, "What shall we play?"),
    open.length
      ? el(
          "p",
          { class: "resume" },
          "Go on with ",
          ...open.flatMap(({ room, game, plies }, i) => [
            i ? ", " : "",
            el("a", { href: `#/room/${room}` }, `${games.byName[game].title} (${plies} moves)`),
          ]),
        )
      : "",
    el(
      "ul",
      { class: "gallery" },
      games.games.map((game) =>
        el(
          "li",
          {},
          el(
            "a",
            { href: `#/play/${encodeURIComponent(game.name)}` },
            el(
              "span",
              { class: "thumb", "aria-hidden": "true" },
              picture(game.board, game.title) ?? el("pre", {}, game.board.text),
            ),
            el("strong", {}, game.title),
            el("span", { class: "about" }, game.about),
          ),
        ),
      ),
    ),
  );
}
