// The page of a game: shows the room that the server sends, and sends what the user does.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { rollDice } from "./dice.js";
import { button, download, el, showToast } from "./dom.js";
import { pieceIcon, pieceName } from "./pieces.js";
import { buildLayout } from "./room-layout.js";
import { PERSON, seatSelect } from "./setup.js";
import { openGames, rememberGame } from "./storage.js";

const HIDDEN_MOVE = "…"; // what the server sends for a move that is still secret
const FACES = "⚀⚁⚂⚃⚄⚅";
const MOST_ACTIONS = 6; // moves without cells that are shown below the board
const RECORD = ["game", "seats", "position", "seed", "resigned", "fault"]; // restores a game
// Shown beside an engine's move, and the sentence about it.
const SOURCES = {
  book: ["book", "from the book"],
  table: ["table", "from the table"],
  stand_in: ["plain Python", "by plain Python, while the engine was compiled"],
};

export function room(main, context) {
  const page = new RoomPage(main, context);
  return () => page.close();
}

/**
 * `live` is the newest message about the room, `shown` the one on the screen: they differ while
 * the user looks at an earlier move.
 */
class RoomPage {
  constructor(main, { socket, games, name }) {
    Object.assign(this, { main, socket, games, id: name });
    this.live = null;
    this.shown = null;
    this.flipped = false;
    this.waiting = null; // messages that came while the dice roll
    this.steps = []; // the steps of an incomplete move, each with the board after it
    this.lastAction = null; // the button below the board that was clicked last
    this.uncoveredFor = null; // the player who has said that others look away
    this.board = new Board(
      (move) => this.makeStep(move),
      (moves) => this.chooseMove(moves),
    );
    this.analysis = new Analysis(this);
    this.stopListening = socket.listen((message) => this.receive(message));
    this.onkeydown = (event) => this.pressKey(event);
    addEventListener("keydown", this.onkeydown);
    socket.onopen = () => {
      this.join();
      this.analysis.reconnected();
    };
    this.join();
    main.replaceChildren(el("p", { class: "empty" }, "Opening the game …"));
  }

  close() {
    this.stopListening();
    clearTimeout(this.timer);
    this.socket.onopen = () => {};
    this.socket.send({ type: "leave" }, false);
    removeEventListener("keydown", this.onkeydown);
  }

  // Messages -------------------------------------------------------------------------------------

  /** Enter the room. The record restores the game if the server was restarted. */
  join() {
    const known = this.live ?? openGames().find(({ room }) => room === this.id);
    const record = known ? Object.fromEntries(RECORD.map((key) => [key, known[key]])) : {};
    this.socket.send({ type: "join", room: this.id, ...record }, false);
  }

  receive(message) {
    if (this.waiting && ["room", "thinking"].includes(message.type)) {
      this.waiting.push(message);
      return;
    }
    const handlers = {
      room: () => message.room === this.id && this.showRoom(message),
      stepped: () => this.showStepped(message),
      thinking: () => this.live && this.showStatus(`${this.name(message.player)} is thinking …`),
      notice: () => showToast(message.text, "notice"),
      saved: () => download(message.name, message.text),
      analysis: () => this.analysis.showResult(message),
      reviewed: () => this.analysis.showReviewed(message),
      advised: () => this.analysis.showAdvised(message),
      explored: () => this.analysis.showExplored(message),
      error: () => this.live || this.showFailure(message.text),
    };
    handlers[message.type]?.();
  }

  /** Let the dice roll, and show later positions when they lie still. */
  roll() {
    const milliseconds = rollDice(this.board.element);
    if (!milliseconds) return;
    this.waiting = [];
    this.timer = setTimeout(() => this.showWaiting(), milliseconds);
  }

  /** Show what came while the dice rolled, until they roll again. */
  showWaiting() {
    const messages = this.waiting ?? [];
    clearTimeout(this.timer);
    this.waiting = null;
    while (messages.length && !this.waiting) this.receive(messages.shift());
    this.waiting?.push(...messages);
  }

  send(message) {
    this.socket.send(message, false);
    if (!this.socket.isOpen) showToast("No connection to the server. Please try again later.");
  }

  showFailure(text) {
    const link = el("a", { href: "#/" }, "All games");
    this.main.replaceChildren(el("p", { class: "empty" }, text, " ", link));
  }

  // The state ------------------------------------------------------------------------------------

  get game() {
    return this.games.byName[this.live.game];
  }

  /** Whether the newest position is on the screen. */
  get isLatest() {
    return this.shown.ply === this.live.plies;
  }

  /** Whether the last move was made by chance, and everyone may see it. */
  get isRolled() {
    const { live } = this;
    return live.chances.includes(live.plies) && live.written[live.plies - 1] !== HIDDEN_MOVE;
  }

  /** Whether the user can move on the board that is shown. */
  get canMove() {
    const isPerson = this.live.levels_to_move === null;
    return this.isLatest && !this.live.over && isPerson && !this.isCovered;
  }

  /** Whether the board is covered: several people share the screen in a game with hidden cards. */
  get isCovered() {
    const { live } = this;
    const people = live.seats.filter((seat) => seat === PERSON).length;
    if (!this.game.hidden || live.over || people < 2) return false;
    if (live.player < 0) return true;
    return live.seats[live.player] === PERSON && this.uncoveredFor !== live.player;
  }

  name(player) {
    return this.live.names[player] ?? "Chance";
  }

  // Showing --------------------------------------------------------------------------------------

  showRoom(message) {
    const isFirst = this.live === null;
    const isNew = !isFirst && message.plies === this.live.plies + 1;
    if (isFirst || message.ply === message.plies) this.live = message;
    this.shown = message;
    if (isFirst) {
      const [first, second] = message.seats;
      this.flipped = first !== PERSON && second === PERSON;
      this.parts = buildLayout(this);
    }
    this.steps = [];
    rememberGame(this.live);
    this.update();
    if (isNew && this.isLatest && this.isRolled) this.roll();
  }

  update() {
    const { live, parts } = this;
    parts.curtain.hidden = !this.isCovered;
    parts.curtainText.textContent =
      live.player < 0 ? "" : `${this.name(live.player)}, it is your turn. Others, look away.`;
    parts.sharing.hidden = this.game.hidden && !live.over; // it would show the hidden cards
    this.showBoard();
    this.showStatus(this.statusText());
    this.showMoves();
    parts.back.disabled = live.plies === 0 && !this.steps.length;
    parts.resign.disabled = live.over;
    parts.seats.replaceChildren(...live.names.map((name, p) => this.seatRow(name, p)));
    this.analysis.update();
  }

  showBoard() {
    const { shown, parts } = this;
    const { board, steps } = this.steps.at(-1) ?? shown;
    const moves = steps.length ? steps : shown.moves;
    if (board.text === undefined) {
      if (!this.board.element.isConnected) parts.text.replaceWith(this.board.element);
      this.board.show({
        board,
        moves: this.canMove ? moves : [],
        last: this.steps.length ? [] : shown.last,
        flipped: this.flipped && board.ground !== "wells",
        label: this.statusText(),
        hint: this.steps.length ? [] : this.analysis.bestCells(),
      });
    } else parts.text.textContent = board.text;
    this.board.element.classList.toggle("covered", this.isCovered);
    parts.text.hidden = this.isCovered;
    parts.notes.textContent = this.isCovered ? "" : (board.notes ?? "");
  }

  /** The moves that were played, and the legal moves. */
  showMoves() {
    const { shown, live, parts } = this;
    const written = this.isCovered ? live.written.map(() => "…") : live.written; // cards, too
    parts.list.replaceChildren(...written.map((text, i) => this.moveItem(text, i + 1)));
    parts.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    const moves = this.canMove ? shown.moves : [];
    parts.choices.replaceChildren(...moves.map(({ text }) => button(text, () => this.move(text))));
    this.showActions(moves.filter(({ cells }) => !cells.length));
  }

  /** Moves without cells, as a pass: a few have buttons below the board, many are in the list. */
  showActions(moves) {
    const { parts } = this;
    const isList = this.shown.board.text !== undefined || moves.length > MOST_ACTIONS;
    if (isList && moves.length) parts.legal.open = true;
    const act = (text) => {
      this.lastAction = text;
      this.move(text);
    };
    const actions = (isList ? [] : moves).map(({ text }) => button(text, () => act(text)));
    if (this.steps.length) actions.push(button("undo", () => this.undoStep()));
    const hasNoFocus = [document.body, null].includes(document.activeElement);
    parts.actions.replaceChildren(...actions);
    if (actions.length) parts.actions.classList.add("kept"); // others will come
    if (hasNoFocus) actions.find((one) => one.textContent === this.lastAction)?.focus();
  }

  /** A move in the list of the moves that were played. */
  moveItem(text, ply) {
    const [source, about] = SOURCES[this.live.sources[ply]] ?? [];
    const isChance = this.live.chances.includes(ply);
    const other = this.shown.board.kind === "cards" ? "♠" : "⚄";
    const face = (/^[1-6]$/.test(text) && FACES[text - 1]) || other;
    const die = el("span", { role: "img", "aria-label": "by chance" }, `${face} `);
    const attributes = {
      "aria-current": ply === this.shown.ply ? "step" : undefined,
      title: isChance ? "by chance" : about,
    };
    const item = button(isChance ? die : "", () => this.show(ply), attributes);
    item.append(text, source ? el("small", {}, ` ${source}`) : "");
    return el("li", {}, item);
  }

  /** A player: the piece, the name, who plays, and the captured pieces. */
  seatRow(name, p) {
    const { live } = this;
    const { row, select } = seatSelect(this.game, name, live.seats[p]);
    row.classList.toggle("turn", !live.over && live.player === p);
    if (live.tokens[p].kind) row.prepend(pieceIcon(live.tokens[p], { "aria-hidden": true }));
    const taken = this.shown.taken[p];
    if (taken.length) row.append(capturedPieces(taken));
    select.onchange = () => {
      const seats = live.seats.map((seat, q) => (q === p ? Number(select.value) : seat));
      this.send({ type: "seats", seats });
    };
    return row;
  }

  showStatus(text) {
    this.parts.status.textContent = text;
  }

  statusText() {
    const { live, shown } = this;
    if (!this.isLatest) return `After move ${shown.ply} of ${live.plies}`;
    if (live.over) return `${live.result}.`;
    const rolled = this.isRolled ? this.rollText() : "";
    return `${rolled}${this.name(live.player)} to move${this.isBlocked ? ": no legal play" : ""}`;
  }

  /** Whether the game has moves with steps, and no step is possible: the only move is a pass. */
  get isBlocked() {
    const { moves, board } = this.live;
    return board.kind === "stacks" && moves.length === 1 && !moves[0].cells.length;
  }

  /** What chance did: "White rolled 3 and 1. " */
  rollText() {
    const { live } = this;
    const { rolled } = live.board;
    if (!rolled) return `Chance: ${live.written[live.plies - 1]}. `;
    if (live.rolled_by !== null) return `${this.name(live.rolled_by)} ${rolled}. `;
    return `${rolled[0].toUpperCase()}${rolled.slice(1)}. `;
  }

  // What the user does ---------------------------------------------------------------------------

  move(text) {
    this.uncoveredFor = null;
    this.analysis.clear();
    this.send({ type: "move", ply: this.live.plies, move: text });
  }

  /** Make a move, or a step of one: then the server sends the board after it. */
  makeStep({ text, names }) {
    if (text !== null) {
      this.move(text);
      return;
    }
    const done = [...this.steps.map((step) => step.names), names];
    this.stepping = done;
    this.send({ type: "step", ply: this.live.plies, done });
  }

  showStepped({ ply, board, steps }) {
    if (!this.canMove || ply !== this.live.plies || !this.stepping) return;
    this.steps.push({ names: this.stepping.at(-1), board, steps });
    this.stepping = null;
    this.update();
  }

  undoStep() {
    this.steps.pop();
    this.update();
  }

  takeBack() {
    if (this.steps.length) {
      this.undoStep();
      return;
    }
    this.showWaiting();
    this.send({ type: "back", ply: this.live.plies });
  }

  /** Show the position after a move. */
  show(ply) {
    this.send({ type: "show", ply: Math.min(Math.max(ply, 0), this.live.plies) });
  }

  flip() {
    this.flipped = !this.flipped;
    this.update();
  }

  uncover() {
    this.uncoveredFor = this.live.player;
    this.update();
  }

  /** Resign for the person to move, or else for the first person. */
  resign() {
    const { seats, player } = this.live;
    const isTurn = seats[player] === PERSON || !seats.includes(PERSON);
    const loser = isTurn ? player : seats.indexOf(PERSON);
    if (confirm(`Resign as ${this.name(loser)}?`)) this.send({ type: "resign", player: loser });
  }

  /** Ask which of several moves is meant. Resolves to the move, or to null. */
  chooseMove(moves) {
    return new Promise((resolve) => {
      const finish = (move) => {
        dialog.close();
        dialog.remove();
        resolve(move);
      };
      const choices = moves.map((move) => button(move.text, () => finish(move)));
      choices.push(button("Cancel", () => finish(null), { class: "quiet" }));
      const dialog = el(
        "dialog",
        { "aria-label": "Which move?", oncancel: () => finish(null) },
        el("p", {}, "Which move?"),
        el("div", { class: "choices" }, choices),
      );
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  pressKey(event) {
    if (!this.live || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, select, textarea, dialog, .board")) return;
    const keys = {
      ArrowLeft: () => this.show(this.shown.ply - 1),
      ArrowRight: () => this.show(this.shown.ply + 1),
      Home: () => this.show(0),
      End: () => this.show(this.live.plies),
      Escape: () => this.board.release(),
      a: () => this.analysis.toggle(),
      f: () => this.flip(),
      u: () => this.parts.back.click(),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }
}

/** The pieces that a player has captured, each kind once with its count. */
function capturedPieces(pieces) {
  const names = pieces.map((piece) => `${piece.count} ${pieceName(piece)}`).join(", ");
  const icons = pieces.map((piece) =>
    el("span", {}, pieceIcon(piece), piece.count > 1 ? el("small", {}, `×${piece.count}`) : ""),
  );
  return el("span", { class: "taken", role: "img", "aria-label": `captured: ${names}` }, icons);
}
