// The WebSocket to the server. It reconnects by itself.

import { showToast } from "./dom.js";

const RETRY_DELAYS = [300, 1000, 2000, 4000]; // milliseconds
const PING_INTERVAL = 25_000;

export class Socket {
  constructor() {
    this.listeners = new Set();
    this.queue = [];
    this.retries = 0;
    this.onopen = () => {}; // a page sets this to rejoin its game
    this.connect();
    setInterval(() => this.isOpen && this.send({ type: "ping" }), PING_INTERVAL);
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket.onopen = () => {
      this.retries = 0;
      this.showState("");
      this.onopen();
      for (const message of this.queue.splice(0)) this.send(message);
    };
    this.socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "error") showToast(message.text);
      for (const listener of [...this.listeners]) listener(message);
    };
    this.socket.onclose = ({ reason }) => {
      this.showState(reason || "No connection to the server. Retrying …");
      const delay = RETRY_DELAYS[Math.min(this.retries++, RETRY_DELAYS.length - 1)];
      setTimeout(() => this.connect(), delay);
    };
  }

  showState(text) {
    const line = document.getElementById("line");
    line.textContent = text;
    line.hidden = !text;
  }

  /** Send a message. Without a connection it is queued, or dropped if `queue` is false. */
  send(message, queue = true) {
    if (this.isOpen) this.socket.send(JSON.stringify(message));
    else if (queue) this.queue.push(message);
  }

  /** Call `listener` with every message. Returns a function that removes it. */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
