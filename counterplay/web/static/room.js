// The page of a game: shows the room that the server sends, and sends what the user does.
// @ts-check

import { Analysis } from "./analysis.js";
import { Board, isWalked } from "./board.js";
import { chooseMove } from "./choice.js";
import { rollDice } from "./dice.js";
import { button, download, el, showToast } from "./dom.js";
import { click } from "./feedback.js";
import { canFlip, isFlippedFor } from "./flipping.js";
import { fillMoveList, HIDDEN_MOVE } from "./move-list.js";
import { cardText, pieceIcon } from "./pieces.js";
import { buildLayout } from "./room-layout.js";
import { Seats } from "./seats.js";
import { PERSON } from "./setup.js";
import { speakMove } from "./speech.js";
import { keyOf, load, openGames, rememberGame, rememberKey, store } from "./storage.js";
import { Study } from "./study.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./types.js").Room} Room */
/** @typedef {import("./types.js").Step} Step */

const CHANCE = -1; // who moved, if it was chance
const MOST_ACTIONS = 6; // moves without cells that are shown below the board

/**
 * @param {Element} main
 * @param {Context} context
 */
export function room(main, context) {
  const page = new RoomPage(main, context);
  return () => page.close();
}

/** @typedef {RoomPage} Page */

/**
 * `live` is the newest message about the room, `shown` the one on the screen: they differ while
 * the user looks at an earlier move.
 */
class RoomPage {
  /**
   * @param {Element} main
   * @param {Context} context
   */
  constructor(main, { socket, games, name, position }) {
    this.main = main;
    this.socket = socket;
    this.games = games;
    this.id = name;
    if (position) this.takeKey(position);
    /** @type {Room} null before the first message */
    this.live = /** @type {any} */ (null);
    /** @type {Room} null before the first message */
    this.shown = /** @type {any} */ (null);
    /** @type {ReturnType<typeof buildLayout>} */
    this.parts = /** @type {any} */ (undefined);
    /** @type {string[][] | null | undefined} */
    this.stepping = undefined; // steps that were sent, until the server answers
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {number | null} */
    this.sent = null; // the ply for which a move was sent, until the server answers
    this.isMove = false; // whether a move has just come
    this.captured = NaN; // how many pieces
    this.flipped = false;
    this.isSecond = false; // whether the user plays for the second player alone
    /** @type {any[] | null} */
    this.waiting = null; // messages that came while the dice roll
    /** @type {{names: string[], board: Room["board"], steps: Step[]}[]} */
    this.steps = []; // the steps of an incomplete move, each with the board after it
    /** @type {string | null} */
    this.lastAction = null; // the button below the board that was clicked last
    /** @type {number | null} */
    this.uncoveredFor = null; // the player who has said that others look away
    this.board = new Board((move) => this.makeStep(move), chooseMove);
    this.analysis = new Analysis(this);
    this.seats = new Seats(this);
    this.study = new Study(this);
    this.stopListening = socket.listen((message) => this.receive(message));
    /** @param {KeyboardEvent} event */
    this.onkeydown = (event) => this.pressKey(event);
    addEventListener("keydown", this.onkeydown);
    socket.onopen = () => {
      const node = this.shown?.node;
      this.join();
      if (node !== undefined && !this.isLatest) this.study.go(node);
      this.analysis.reconnected();
    };
    this.join();
    main.replaceChildren(el("p", { class: "empty" }, "Opening the game …"));
  }

  close() {
    this.stopListening();
    clearTimeout(this.timer);
    this.seats.close();
    this.analysis.lines.close();
    this.socket.onopen = () => {};
    this.socket.send({ type: "leave" }, false);
    removeEventListener("keydown", this.onkeydown);
  }

  // Messages -------------------------------------------------------------------------------------

  /**
   * Take the key of an invitation, and leave it out of the address, which may be shown.
   * @param {string} key
   */
  takeKey(key) {
    rememberKey(this.id, key);
    history.replaceState(null, "", `#/room/${this.id}`);
  }

  /** Enter the room. What was kept restores the game if the server was restarted. */
  join() {
    const known = this.live ?? openGames().find(({ room }) => room === this.id);
    const kept = known?.kept ?? "";
    this.socket.send({ type: "join", room: this.id, key: keyOf(this.id), kept }, false);
  }

  /** @param {any} message */
  receive(message) {
    if (this.waiting && ["room", "thinking"].includes(message.type)) {
      this.waiting.push(message);
      return;
    }
    if (["room", "error", "broken"].includes(message.type)) this.sent = null;
    if (message.type === "error") this.study.refused();
    /** @type {Record<string, () => any>} */
    const handlers = {
      room: () => message.room === this.id && this.showRoom(message),
      stepped: () => this.showStepped(message),
      studied: () => this.live && this.study.receive(message),
      thinking: () =>
        this.live && this.showStatus(`${capital(this.name(message.player))} is thinking …`),
      notice: () => showToast(message.text, "notice"),
      invited: () => this.seats.showInvited(message),
      rematch: () => this.goOn(message.room),
      closed: () => this.showFailure(message.text),
      broken: () => this.showBroken(message),
      saved: () => download(message.name, message.text),
      analysis: () => this.analysis.showResult(message),
      previewed: () => this.analysis.lines.showPreview(message),
      reviewed: () => this.live && this.analysis.review.receive(message),
      judged: () => this.live && this.analysis.review.retry.receive(message),
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
    /** @type {any[] | null} */ (this.waiting)?.push(...messages);
  }

  /** @param {object} message */
  send(message) {
    this.socket.send(message, false);
    if (!this.socket.isOpen) showToast("No connection to the server. Please try again later.");
  }

  /**
   * The rules of the game fail in the newest position: it can be taken back.
   * @param {{text: string, plies: number}} message
   */
  showBroken({ text, plies }) {
    if (!this.live) {
      this.showFailure(text);
      return;
    }
    this.live.plies = plies;
    this.parts.status.textContent = text;
    this.parts.back.disabled = false;
  }

  /** @param {string} text */
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
    return this.shown.node === this.live.plies;
  }

  /** Whether the last move was made by chance, and everyone may see it. */
  get isRolled() {
    const { live } = this;
    return live.movers.at(-1) === CHANCE && live.written[live.plies - 1] !== HIDDEN_MOVE;
  }

  /** Whether a move is on its way to the server. */
  get isSent() {
    return this.sent === this.live.plies;
  }

  /** Whether the user can move on the board that is shown. */
  get canMove() {
    const isOwn = this.live.yours[/** @type {number} */ (this.live.player)] ?? false;
    const isTurn = this.isLatest && !this.live.over && isOwn;
    const isAside = this.study.canTry || this.analysis.review.retry.isAsking;
    return (isTurn || isAside) && !this.isCovered;
  }

  /** Whether the user, who plays for one player, can choose a move while others are to move. */
  get canPremove() {
    const { live, shown } = this;
    const isAlone = live.yours.filter(Boolean).length === 1;
    const isTheirs = !live.yours[/** @type {number} */ (live.player)];
    const isOther = this.isLatest && !live.over && !live.paused && isTheirs;
    return isAlone && isOther && shown.board.kind !== "stacks"; // a roll has to be known
  }

  /** Whether the board is covered: several people share the screen in a game with hidden cards. */
  get isCovered() {
    const { live } = this;
    const player = /** @type {number} */ (live.player);
    const people = live.yours.filter(Boolean).length;
    if (!this.game.hidden || live.over || people < 2) return false;
    if (player < 0) return true;
    return live.yours[player] && this.uncoveredFor !== player;
  }

  /** The moves of the game as they may be shown: cards are covered, too. */
  get written() {
    const { written } = this.live;
    return this.isCovered ? written.map(() => HIDDEN_MOVE) : written;
  }

  /** @param {number | null | undefined} player */
  name(player) {
    return this.live.names[/** @type {number} */ (player)] ?? "Chance";
  }

  // Showing --------------------------------------------------------------------------------------

  /** @param {Room} message */
  showRoom(message) {
    const isFirst = this.live === null;
    const isNew = !isFirst && message.plies === this.live.plies + 1;
    if (isFirst || message.node === message.plies) this.live = message;
    const isTried = this.study.arrived();
    this.shown = message;
    if (isFirst) {
      const [first, second] = message.yours;
      this.isSecond = !first && Boolean(second);
      const player = first === second ? null : Number(this.isSecond);
      this.flipped = isFlippedFor(message.board, player, this.game.below);
      this.parts = buildLayout(this);
      document.body.dataset.game = message.game;
    }
    this.steps = [];
    this.seats.startClocks();
    rememberGame(this.live);
    this.isMove = isTried || (isNew && this.isLatest && this.live.movers.at(-1) !== CHANCE);
    if (isNew) speakMove(this);
    if (this.isMove) click(capturedCount(message) > this.captured);
    this.captured = capturedCount(message);
    this.update();
    this.study.doMeant();
    this.isMove = false;
    if (isNew && this.isLatest && this.isRolled) this.roll();
    if (isFirst && load("analyse") === this.id) this.analyseAtOnce();
  }

  /** The board editor has opened this game to analyse it. */
  analyseAtOnce() {
    store("analyse", null);
    this.analysis.toggle();
  }

  update() {
    const { live, parts } = this;
    parts.curtain.hidden = !this.isCovered;
    parts.curtainText.textContent =
      /** @type {number} */ (live.player) < 0
        ? ""
        : `${capital(this.name(live.player))}, it is your turn. Others, look away.`;
    parts.watching.hidden = live.host || live.yours.includes(true);
    parts.sharing.hidden = this.game.hidden && !live.over; // it would show the hidden cards
    this.study.readTree(this.written);
    this.showBoard();
    this.showStatus(this.statusText());
    this.showMoves();
    this.showTools();
    this.study.update();
    this.seats.update();
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
        flipped: this.flipped,
        label: this.statusText(),
        hint: this.steps.length ? [] : this.analysis.bestCells(),
        isMove: this.isMove,
        canPremove: this.canPremove,
        ply: this.live.plies,
        line: this.live.written.slice(0, shown.ply).join(" "),
      });
      parts.room.style.cssText = this.board.element.style.cssText; // its shape
    } else parts.text.textContent = board.text;
    this.board.element.classList.toggle("covered", this.isCovered);
    parts.text.hidden = this.isCovered;
    parts.notes.textContent = this.isCovered ? "" : (board.notes ?? "");
    if (board.notes) parts.notes.classList.add("kept"); // others will come
  }

  /** The moves that were played, and the legal moves. */
  showMoves() {
    const { shown, live, parts } = this;
    const kind = shown.board.kind ?? "";
    const { marks } = this.analysis.review;
    const { tree } = this.study;
    const drawn = [live.version, live.plies, shown.node, this.isCovered, JSON.stringify(marks)];
    if (parts.list.dataset.drawn !== `${drawn}`) {
      fillMoveList(parts.list, { live, tree, shown: shown.node, marks, kind });
      parts.list.dataset.drawn = `${drawn}`; // it stays as it is while an analysis goes on
    }
    const moves = this.canMove ? shown.moves : [];
    const isIdle = live.over || !parts.watching.hidden; // a watcher cannot move
    parts.legal.hidden = isIdle && !moves.length;
    const written = (/** @type {string} */ text) => (kind === "cards" ? cardText(text) : text);
    parts.choices.replaceChildren(
      ...moves.map(({ text }) => button(written(text), () => this.move(text))),
    );
    this.showActions(moves.filter(({ cells }) => !cells.length));
  }

  /**
   * Moves without cells, as a pass: a few have buttons below the board, many are in the list.
   * @param {Room["moves"]} moves
   */
  showActions(moves) {
    const { parts } = this;
    const isList = this.shown.board.text !== undefined || moves.length > MOST_ACTIONS;
    if (isList && moves.length) parts.legal.open = true;
    const act = (/** @type {string} */ text) => {
      this.lastAction = text;
      this.move(text);
    };
    const actions = (isList ? [] : moves).map(({ text }) => button(text, () => act(text)));
    if (this.steps.length) actions.push(button("undo", () => this.undoStep()));
    const { activeElement } = document;
    const hasNoFocus = activeElement === document.body || activeElement === null;
    parts.actions.replaceChildren(...actions);
    if (actions.length) parts.actions.classList.add("kept"); // others will come
    if (hasNoFocus) actions.find((one) => one.textContent === this.lastAction)?.focus();
  }

  /** Show the buttons that make sense now. */
  showTools() {
    const { live, parts } = this;
    const isPlayer = live.host || live.yours.includes(true);
    const isShared = live.guests.length > 0 && !live.over;
    parts.flip.hidden = !canFlip(this.shown.board);
    parts.marker.hidden = this.shown.board.text !== undefined; // nothing to draw arrows on
    parts.back.hidden = !live.host || isShared;
    parts.back.disabled = live.plies === 0 && !this.steps.length;
    parts.resign.hidden = live.over || !isPlayer;
    parts.draw.hidden = live.over || !isShared || !live.yours.includes(true);
    parts.draw.textContent = this.isOffered ? "Accept draw" : "Offer draw";
    parts.draw.disabled = live.offer !== null && !this.isOffered;
    parts.rematch.hidden = !live.over || !isPlayer;
    parts.heading.classList.toggle("over", live.over && this.isLatest);
    parts.pause.hidden = live.over || !live.host || live.seats.includes(PERSON);
    parts.pause.textContent = live.paused ? "Go on" : "Pause";
  }

  /** Whether the other player offers a draw. */
  get isOffered() {
    const { offer, yours } = this.live;
    return offer !== null && !yours[offer];
  }

  /**
   * Show what goes on. A piece before the text shows who is to move, or who has won.
   * @param {string} text
   */
  showStatus(text) {
    const { live } = this;
    const winner = live.names.findIndex((name) => live.result.includes(`${name} wins`));
    const player = live.over ? winner : /** @type {number} */ (live.player);
    const token = this.isLatest && live.tokens[player];
    const isPiece = token && token.kind && !token.label;
    const icon = isPiece ? pieceIcon(token, { "aria-hidden": true }) : "";
    this.parts.status.replaceChildren(icon, text);
  }

  statusText() {
    const { live } = this;
    if (!this.isLatest) return this.study.statusText();
    if (live.over) return `${capital(live.result)}.`;
    if (live.paused) return "Paused";
    const rolled = this.isRolled ? this.rollText() : "";
    const offer = this.isOffered ? `${capital(this.name(live.offer))} offers a draw. ` : "";
    const blocked = this.isBlocked ? ": no legal play" : "";
    return `${offer}${rolled}${capital(this.name(live.player))} to move${blocked}`;
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
    if (live.rolled_by === null) return `${capital(rolled)}. `;
    return `${capital(this.name(live.rolled_by))} ${rolled}. `;
  }

  // What the user does ---------------------------------------------------------------------------

  /** @param {string} text */
  move(text) {
    if (this.study.isAway) return; // the click was on the board before the chosen one
    this.uncoveredFor = null;
    this.analysis.clear();
    if (this.analysis.review.retry.takes(text) || this.study.takes(text)) return;
    if (this.isSent) return; // a click before the answer is for a position that is gone
    this.send({ type: "move", ply: this.live.plies, move: text });
    if (this.socket.isOpen) this.sent = this.live.plies;
  }

  /**
   * Make a move, or a step of one: then the server sends the board after it.
   * @param {import("./types.js").Move | Step} choice
   */
  makeStep({ text, names }) {
    if (text !== null) {
      this.move(text);
      return;
    }
    const done = [...this.steps.map((step) => step.names), /** @type {string[]} */ (names)];
    this.stepping = done;
    this.send({ type: "step", ply: this.shown.node, done });
  }

  /** @param {{ply: number, board: Room["board"], steps: Step[]}} message */
  showStepped({ ply, board, steps }) {
    if (!this.canMove || ply !== this.shown.node || !this.stepping) return;
    this.steps.push({ names: this.stepping[this.stepping.length - 1], board, steps });
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

  /**
   * Show the position after a move.
   * @param {number} ply
   */
  show(ply) {
    this.study.go(Math.min(Math.max(ply, 0), this.live.plies));
  }

  /** Draw everything again, because boards and pieces look different now. */
  redraw() {
    if (this.shown.board.text === undefined) this.board.draw();
    this.seats.update();
  }

  flip() {
    this.flipped = !this.flipped;
    this.update();
  }

  uncover() {
    this.uncoveredFor = this.live.player;
    this.update();
  }

  /** The player for whom this page acts: the one to move, or else the first of its players. */
  get own() {
    const { yours } = this.live;
    const player = /** @type {number} */ (this.live.player);
    return yours[player] || !yours.includes(true) ? player : yours.indexOf(true);
  }

  resign() {
    const loser = this.own;
    if (confirm(`Resign as ${this.name(loser)}?`)) this.send({ type: "resign", player: loser });
  }

  /** Offer a draw, or accept it. */
  offerDraw() {
    const { yours } = this.live;
    this.send({ type: "draw", player: yours.indexOf(true) });
  }

  pause() {
    this.send({ type: "pause", paused: this.live.paused ? 0 : 1 });
  }

  /**
   * Follow the others into the room of the next game.
   * @param {string} room
   */
  goOn(room) {
    const key = keyOf(this.id);
    if (key) rememberKey(room, key);
    location.hash = `#/room/${room}`;
  }

  /** @param {KeyboardEvent} event */
  pressKey(event) {
    if (!this.live || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest?.("input, select, textarea, dialog")) return;
    const cell = target.closest?.(".cell");
    if (cell && isWalked(cell)) return;
    if (this.study.walk(event.key)) event.preventDefault();
    /** @type {Record<string, () => void>} */
    const keys = {
      Escape: () => this.board.release(),
      a: () => this.analysis.toggle(),
      d: () => this.parts.marker.hidden || this.parts.marker.click(),
      f: () => this.parts.flip.click(),
      u: () => this.parts.back.click(),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }
}

/**
 * The words of a sentence, with a capital letter.
 * @param {string} text
 */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * How many pieces have been captured.
 * @param {Room} position
 */
function capturedCount({ taken }) {
  return taken.flat().reduce((sum, { count }) => sum + count, 0);
}
