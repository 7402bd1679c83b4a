// A game: set up, played, taken back, looked at, looked through.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { copy, download, el, keep, kept, say, svg } from "./dom.js";
import { drawPiece } from "./pieces.js";

const PERSON = 0;
const LONGEST = 32_000; // signs of a game that the server reads
const SECRET = "…"; // stands for a move that nobody may read yet

// Before a game ----------------------------------------------------------------------------------

/** Who plays, from where; `name` is the game's, `position` where a link says to begin. */
export function setup(main, { socket, games, name, position: given }) {
  const game = games.byName[name];
  if (!game) {
    main.replaceChildren(
      el(
        "p",
        { class: "empty" },
        "There is no such game here. ",
        el("a", { href: "#/" }, "All games"),
      ),
    );
    return undefined;
  }
  document.title = `${game.title} · counterplay`;
  const before = kept(
    `seats ${name}`,
    game.names.map((_, p) =>
      p === 0 || !game.levels.length ? PERSON : Math.min(3, game.levels.length),
    ),
  );
  const seats = game.names.map((player, p) =>
    seat(game, player, before[p] <= game.levels.length ? before[p] : PERSON),
  );
  const position = el(
    "textarea",
    {
      id: "position",
      rows: 2,
      placeholder: game.example,
      autocomplete: "off",
      spellcheck: "false",
      maxlength: LONGEST,
    },
    given,
  );
  const file = el("input", { id: "file", type: "file", onchange: () => read(file, position) });
  let asked = false;
  const stop = socket.listen((message) => {
    if (message.type !== "room" || !asked) return;
    remember(message);
    location.replace(`#/room/${message.room}`);
  });
  const begin = (event) => {
    event.preventDefault();
    const chosen = seats.map(({ select }) => Number(select.value));
    keep(`seats ${name}`, chosen);
    asked = true;
    socket.send({ type: "new", game: name, seats: chosen, position: position.value.trim() });
  };
  main.replaceChildren(
    el(
      "form",
      { class: "setup", onsubmit: begin },
      el("h1", {}, game.title),
      el("p", { class: "about" }, game.about),
      el(
        "fieldset",
        {},
        el("legend", {}, "Players"),
        seats.map(({ row }) => row),
      ),
      game.levels.length
        ? ""
        : el("p", { class: "about" }, "No engine fits this game: people play it."),
      el(
        "details",
        { open: Boolean(given) },
        el("summary", {}, "Start from a position or a game"),
        el("label", { for: "position" }, "In the game's notation, or startpos moves …"),
        position,
        el("label", { for: "file" }, "Or a game that was saved"),
        file,
      ),
      el("button", { class: "main", type: "submit" }, "Play"),
    ),
  );
  return stop;
}

/** Put the text of a file where a position is written. */
async function read(file, position) {
  const [chosen] = file.files;
  if (!chosen) return;
  if (chosen.size <= LONGEST) {
    position.value = await chosen.text();
    return;
  }
  say(`${chosen.name} is too large for one game: at most ${LONGEST / 1000} KB are read.`);
  file.value = "";
}

function seat(game, player, chosen) {
  const id = `seat ${player}`.replaceAll(" ", "-");
  const select = el(
    "select",
    { id },
    el("option", { value: PERSON }, "a person"),
    game.levels.map((level, i) =>
      el("option", { value: i + 1 }, `${level.name}${level.elo ? ` (+${level.elo} Elo)` : ""}`),
    ),
  );
  select.value = chosen;
  return { row: el("div", { class: "seat" }, el("label", { for: id }, player), select), select };
}

/** Games that this browser has open, newest first, to be gone on with. */
function remember({ room, game, seats, position, seed, plies, over }) {
  const others = kept("games", []).filter((one) => one.room !== room);
  keep(
    "games",
    over ? others : [{ room, game, seats, position, seed, plies }, ...others].slice(0, 8),
  );
}

// A game under way -------------------------------------------------------------------------------

export function room(main, context) {
  const view = new View(main, context);
  return () => view.close();
}

class View {
  constructor(main, { socket, games, name }) {
    Object.assign(this, {
      main,
      socket,
      games,
      id: name,
      live: null,
      shown: null,
      flipped: null,
      before: null,
    });
    this.board = new Board(
      (move) => this.move(move),
      (texts) => this.ask(texts),
    );
    this.analysis = new Analysis(this);
    this.stop = socket.listen((message) => this.hear(message));
    socket.onopen = () => {
      this.join();
      this.analysis.again();
    };
    this.join();
    this.keys = (event) => this.press(event);
    addEventListener("keydown", this.keys);
    main.replaceChildren(el("p", { class: "empty" }, "Opening the game …"));
  }

  close() {
    this.stop();
    this.socket.onopen = () => {};
    this.socket.send({ type: "leave" }, false);
    removeEventListener("keydown", this.keys);
  }

  /** Enter the room; with what is known of it here, if the server should have forgotten. */
  join() {
    const own = this.live ?? kept("games", []).find(({ room }) => room === this.id);
    const message = { type: "join", room: this.id };
    if (own)
      Object.assign(message, {
        game: own.game,
        seats: own.seats,
        position: own.position,
        seed: own.seed,
        resigned: own.resigned,
        fault: own.fault,
      });
    this.socket.send(message, false);
  }

  hear(message) {
    if (message.type === "room" && message.room === this.id) this.take(message);
    else if (message.type === "thinking" && this.live)
      this.status(`${this.live.names[message.player]} is thinking …`);
    else if (message.type === "notice") say(message.text, "notice");
    else if (message.type === "saved") download(message.name, message.text);
    else if (["analysis", "reviewed", "explored"].includes(message.type))
      this.analysis.hear(message);
    else if (message.type === "error" && !this.live)
      this.main.replaceChildren(
        el("p", { class: "empty" }, message.text, " ", el("a", { href: "#/" }, "All games")),
      );
  }

  get game() {
    return this.games.byName[this.live.game];
  }
  get isLive() {
    return this.shown.ply === this.live.plies;
  }

  /** Whether whoever is here can move on the board that is shown. */
  get isMine() {
    return this.isLive && !this.live.over && this.live.levels_to_move === null && !this.isCovered;
  }

  /** Whether several people share the screen in a game that hides something, and the one whose turn it is has not said that nobody else looks. */
  get isCovered() {
    const { live } = this;
    return (
      this.game.hidden &&
      !live.over &&
      live.seats.filter((seat) => seat === PERSON).length > 1 &&
      (live.player < 0 || (live.seats[live.player] === PERSON && this.before !== live.player))
    );
  }

  take(message) {
    const first = this.live === null;
    if (message.ply === message.plies) this.live = message;
    this.shown = message;
    if (first) {
      this.live ??= message;
      this.flipped ??= this.live.seats[0] !== PERSON && this.live.seats[1] === PERSON;
      this.build();
    }
    remember(this.live);
    this.update();
  }

  build() {
    const game = this.game;
    document.title = `${game.title} · counterplay`;
    const parts = (this.parts = {
      status: el("p", { class: "status", role: "status" }),
      notes: el("p", { class: "notes" }),
      curtain: el(
        "div",
        { class: "curtain", hidden: true },
        el("p", {}),
        el(
          "button",
          {
            type: "button",
            class: "main",
            onclick: () => {
              this.before = this.live.player;
              this.update();
            },
          },
          "Show what I hold",
        ),
      ),
      text: el("pre", { class: "text-board" }),
      list: el("ol", { class: "moves", "aria-label": "Moves played", tabindex: 0 }),
      choices: el("div", { class: "choices" }),
      typed: el("input", {
        "aria-label": "Type a move",
        placeholder: "type a move",
        autocomplete: "off",
        spellcheck: "false",
      }),
      back: el(
        "button",
        { type: "button", onclick: () => this.send({ type: "back", ply: this.live.plies }) },
        "Take back",
      ),
      resign: el("button", { type: "button", onclick: () => this.resign() }, "Resign"),
      seats: el("div", { class: "seats" }),
    });
    const typed = el(
      "form",
      {
        class: "typed",
        onsubmit: (event) => {
          event.preventDefault();
          if (parts.typed.value.trim()) this.move(parts.typed.value.trim());
          parts.typed.value = "";
        },
      },
      parts.typed,
      el("button", { type: "submit" }, "Move"),
    );
    parts.all = el(
      "details",
      { class: "all", open: game.board.text !== undefined },
      el("summary", {}, "All moves as a list"),
      parts.choices,
      typed,
    );
    const tools = el(
      "div",
      { class: "tools" },
      parts.back,
      parts.resign,
      el(
        "button",
        {
          type: "button",
          onclick: () => {
            this.flipped = !this.flipped;
            this.update();
          },
        },
        "Turn the board",
      ),
      el("a", { class: "button", href: `#/play/${encodeURIComponent(game.name)}` }, "New game"),
      game.algorithms.length
        ? el(
            "a",
            {
              class: "button",
              href: "#/tree",
              onclick: () =>
                keep("tree", {
                  game: game.name,
                  position:
                    this.shown.ply === this.live.plies ? this.live.position : this.shown.notation,
                }),
            },
            "See the search",
          )
        : "",
    );
    const link = () =>
      `${location.origin}/#/play/${encodeURIComponent(game.name)}/${encodeURIComponent(this.shown.notation)}`;
    parts.sharing = el(
      "details",
      { class: "sharing" },
      el("summary", {}, "Save and share"),
      el(
        "div",
        { class: "tools" },
        el("button", { type: "button", onclick: () => this.send({ type: "save" }) }, "Save game"),
        el(
          "button",
          { type: "button", onclick: () => copy(this.live.position, "The game") },
          "Copy game",
        ),
        el(
          "button",
          { type: "button", onclick: () => copy(this.shown.notation, "The position") },
          "Copy position",
        ),
        el(
          "button",
          { type: "button", onclick: () => copy(link(), "A link to the position") },
          "Copy link",
        ),
      ),
    );
    this.main.replaceChildren(
      el(
        "div",
        { class: "room" },
        el(
          "section",
          { class: "table", "aria-label": game.title },
          el(
            "div",
            { class: "beside" },
            this.analysis.bar,
            this.game.board.text === undefined ? this.board.element : parts.text,
            parts.curtain,
          ),
          parts.notes,
        ),
        el(
          "section",
          { class: "side", "aria-label": "The game" },
          el("h1", {}, game.title),
          parts.status,
          parts.seats,
          parts.all,
          parts.list,
          tools,
          parts.sharing,
          this.analysis.panel,
        ),
      ),
    );
  }

  update() {
    const { shown, live, parts } = this;
    const covered = this.isCovered,
      mine = this.isMine;
    const hint = this.analysis.hint();
    if (covered)
      parts.curtain.firstChild.textContent =
        live.player < 0 ? "" : `${live.names[live.player]}, your turn. Nobody else should look.`;
    parts.curtain.hidden = !covered;
    parts.sharing.hidden = this.game.hidden && !live.over; // it would tell who holds what
    if (shown.board.text === undefined) {
      if (!this.board.element.isConnected) parts.text.replaceWith(this.board.element);
      this.board.show({
        board: shown.board,
        moves: mine ? shown.moves : [],
        last: shown.last,
        flipped: this.flipped && shown.board.ground !== "wells",
        label: this.spoken(),
        hint,
      });
    } else parts.text.textContent = shown.board.text;
    this.board.element.classList.toggle("covered", covered);
    parts.text.hidden = covered;
    parts.notes.textContent = covered ? "" : (shown.board.notes ?? "");
    this.status(this.spoken());
    parts.list.replaceChildren(...live.written.map((text, i) => this.played(text, i + 1)));
    parts.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    parts.choices.replaceChildren(
      ...(mine
        ? shown.moves.map(({ text }) =>
            el("button", { type: "button", onclick: () => this.move(text) }, text),
          )
        : []),
    );
    if (mine && shown.moves.some(({ cells }) => !cells.length)) parts.all.open = true; // as to pass
    parts.back.disabled = live.plies === 0;
    parts.resign.disabled = live.over;
    parts.seats.replaceChildren(...live.names.map((name, p) => this.seatAt(name, p)));
    this.analysis.update();
  }

  seatAt(name, p) {
    const { row, select } = seat(this.game, name, this.live.seats[p]);
    const turn = !this.live.over && this.live.player === p,
      token = this.live.tokens[p];
    if (token.kind)
      row.prepend(
        svg(
          "svg",
          { class: "token", viewBox: "0 0 45 45", "aria-hidden": true },
          drawPiece({ x: 0, y: 0, w: 45, h: 45, ...token }),
        ),
      );
    row.classList.toggle("turn", turn);
    const taken = this.shown.taken[p];
    if (taken.length)
      row.append(
        el(
          "span",
          {
            class: "taken",
            role: "img",
            "aria-label": `taken: ${taken.map(({ piece, kind, colour, count }) => `${count} ${kind ? `${colour} ${kind}` : piece}`).join(", ")}`,
          },
          taken.map((one) => this.trophy(one)),
        ),
      );
    select.onchange = () =>
      this.send({
        type: "seats",
        seats: this.live.seats.map((one, q) => (q === p ? Number(select.value) : one)),
      });
    return row;
  }

  /** A kind of piece that was taken, and how many of it. */
  trophy({ count, ...piece }) {
    const drawn = svg(
      "svg",
      { class: "token", viewBox: "0 0 45 45" },
      drawPiece({ x: 0, y: 0, w: 45, h: 45, ...piece }),
    );
    return el("span", {}, drawn, count > 1 ? el("small", {}, `×${count}`) : "");
  }

  played(text, ply) {
    const current = ply === this.shown.ply;
    const source = { book: "book", table: "table" }[this.live.sources[ply]],
      chance = this.live.chances.includes(ply);
    const title = chance ? "by chance" : source ? `from the ${source}` : undefined;
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          "aria-current": current ? "step" : undefined,
          onclick: () => this.look(ply),
          title,
        },
        chance ? el("span", { role: "img", "aria-label": "by chance" }, "⚄ ") : "",
        text,
        source ? el("small", {}, ` ${source}`) : "",
      ),
    );
  }

  spoken() {
    const { live, shown } = this;
    if (!this.isLive) return `After move ${shown.ply} of ${live.plies}`;
    if (live.over) return `${live.result}.`;
    const last = live.written[live.plies - 1],
      known = live.chances.includes(live.plies) && last !== SECRET;
    return `${known ? `Chance gives ${last}. ` : ""}${live.names[live.player] ?? "Chance"} to move`;
  }

  status(text) {
    this.parts.status.textContent = text;
  }

  send(message) {
    this.socket.send(message, false);
    if (!this.socket.isOpen)
      say("The server does not answer just now: the game goes on when it does.");
  }
  move(text) {
    this.before = null;
    this.analysis.moved();
    this.send({ type: "move", ply: this.live.plies, move: text });
  }
  look(ply) {
    this.send({ type: "show", ply: Math.min(Math.max(ply, 0), this.live.plies) });
  }

  resign() {
    const people = this.live.seats
      .map((seat, p) => (seat === PERSON ? p : -1))
      .filter((p) => p >= 0);
    const player = people.includes(this.live.player)
      ? this.live.player
      : (people[0] ?? this.live.player);
    if (confirm(`${this.live.names[player]} gives up?`)) this.send({ type: "resign", player });
  }

  /** Ask which of several moves is meant. */
  ask(texts) {
    return new Promise((answer) => {
      const done = (text) => {
        dialog.close();
        dialog.remove();
        answer(text);
      };
      const dialog = el(
        "dialog",
        { "aria-label": "Which move?", oncancel: () => done(null) },
        el("p", {}, "Which move?"),
        el(
          "div",
          { class: "choices" },
          texts.map((text) => el("button", { type: "button", onclick: () => done(text) }, text)),
          el("button", { type: "button", class: "quiet", onclick: () => done(null) }, "none"),
        ),
      );
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  press(event) {
    if (!this.live || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, select, textarea, dialog, .board")) return;
    const { ply } = this.shown;
    const keys = {
      ArrowLeft: () => this.look(ply - 1),
      ArrowRight: () => this.look(ply + 1),
      Home: () => this.look(0),
      End: () => this.look(this.live.plies),
      Escape: () => this.board.release(),
      a: () => this.analysis.toggle(),
      f: () => {
        this.flipped = !this.flipped;
        this.update();
      },
      u: () => this.parts.back.click(),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }
}
