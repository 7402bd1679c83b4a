// The WebSocket to the server. It reconnects by itself.
// @ts-check

import { showToast } from "./dom.js";

const RETRY_DELAYS = [300, 1000, 2000, 4000]; // milliseconds
const PING_INTERVAL = 25_000;

export class Socket {
  constructor() {
    /** @type {Set<(message: any) => void>} */
    this.listeners = new Set();
    /** @type {object[]} */
    this.queue = [];
    this.retries = 0;
    this.onopen = () => {}; // a page sets this to rejoin its game
    this.socket = this.connect();
    setInterval(() => this.isOpen && this.send({ type: "ping" }), PING_INTERVAL);
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    socket.onopen = () => {
      this.retries = 0;
      this.showState("");
      this.onopen();
      for (const message of this.queue.splice(0)) this.send(message);
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "error") showToast(message.text);
      for (const listener of [...this.listeners]) listener(message);
    };
    socket.onclose = ({ reason }) => {
      this.showState(reason || "No connection to the server. Retrying …");
      const delay = RETRY_DELAYS[Math.min(this.retries++, RETRY_DELAYS.length - 1)];
      setTimeout(() => {
        this.socket = this.connect();
      }, delay);
    };
    return socket;
  }

  /** @param {string} text about the connection; empty if there is nothing to say */
  showState(text) {
    const line = document.getElementById("line");
    if (!line) return;
    line.textContent = text;
    line.hidden = !text;
  }

  /**
   * Send a message. Without a connection it is queued, or dropped if `queue` is false.
   * @param {object} message
   */
  send(message, queue = true) {
    if (this.isOpen) this.socket.send(JSON.stringify(message));
    else if (queue) this.queue.push(message);
  }

  /**
   * Call `listener` with every message. Returns a function that removes it.
   * @param {(message: any) => void} listener
   */
  listen(listener) {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }
}
