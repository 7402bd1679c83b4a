// Says what happens on the board to screen readers.

/** Let screen readers say a text, after what they are saying now. */
export function speak(text) {
  document.getElementById("spoken").textContent = text;
}

/** Say the move that was just made. One that is still secret is not said. */
export function speakMove(page) {
  const { live } = page;
  const text = live.written.at(-1);
  if (page.isCovered || text === "…") return;
  speak(`${page.name(live.movers.at(-1))}: ${text}. ${live.over ? live.result : ""}`);
}
