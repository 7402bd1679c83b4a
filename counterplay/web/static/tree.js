// The tree: an algorithm of the textbook at work, step by step, or running by itself.

import { el, kept, keep } from "./dom.js";

const CONTROLS = [
  ["first", "«", "first step"],
  ["back", "←", "one step back"],
  ["play", "▶", "run"],
  ["next", "→", "one step forward"],
  ["last", "»", "last step"],
];

export function tree(main, { socket, games }) {
  document.title = "The tree · counterplay";
  const asked = kept("tree", {}),
    [, classic] = games.trees[0];
  keep("tree", {});
  let steps = null,
    timer = null;
  const source = el(
    "select",
    { id: "source" },
    el(
      "optgroup",
      { label: "Trees" },
      games.trees.map(([name], i) => el("option", { value: `tree ${i}` }, name)),
      el("option", { value: "own" }, "A tree of your own"),
    ),
    el(
      "optgroup",
      { label: "Games" },
      games.games.map((game) => el("option", { value: game.name }, game.title)),
    ),
  );
  const written = el("input", {
    id: "written",
    value: classic,
    spellcheck: "false",
    autocomplete: "off",
  });
  const position = el("input", {
    id: "where",
    placeholder: "startpos",
    spellcheck: "false",
    autocomplete: "off",
    value: asked.position ?? "",
  });
  const algorithm = el("select", { id: "algorithm" });
  const depth = el("input", { id: "depth", type: "number", min: 0, max: 12, value: 0 });
  const speed = el("input", { id: "speed", type: "range", min: 1, max: 20, value: 3 });
  const about = el("p", { class: "about" });
  const buttons = Object.fromEntries(
    CONTROLS.map(([name, sign, label]) => [
      name,
      el("button", { type: "button", class: name, "aria-label": label, title: label }, sign),
    ]),
  );
  const stage = el(
    "div",
    { class: "stage", hidden: true },
    el(
      "div",
      { class: "steps" },
      Object.values(buttons),
      el("input", { class: "slider", type: "range", min: 1, value: 1, "aria-label": "step" }),
      el("span", { class: "count" }),
    ),
    el("p", { class: "words", "aria-live": "polite" }),
    el("div", { class: "picture", tabindex: 0, role: "region", "aria-label": "The search tree" }),
  );

  function refit() {
    const game = games.byName[source.value],
      isTree = !game;
    written.parentElement.hidden = !isTree || (source.value !== "own" && false);
    position.parentElement.hidden = isTree;
    const names = game ? game.algorithms : games.algorithms.map(({ name }) => name);
    const before = algorithm.value;
    algorithm.replaceChildren(
      el("option", { value: "" }, "the one that fits"),
      ...names.map((name) => el("option", { value: name }, name)),
    );
    algorithm.value = names.includes(before) ? before : "";
    if (isTree && source.value !== "own")
      written.value = games.trees[Number(source.value.split(" ")[1])][1];
    depth.value = game && !Number(depth.value) ? 2 : isTree ? 0 : depth.value;
  }

  function draw(event) {
    event?.preventDefault();
    halt();
    const game = games.byName[source.value];
    about.textContent = "Searching …";
    const what = game
      ? { game: game.name, position: position.value.trim() }
      : { tree: written.value.trim() };
    socket.send({
      type: "trace",
      algorithm: algorithm.value,
      depth: Number(depth.value) || 0,
      ...what,
    });
  }

  function halt() {
    clearInterval(timer);
    timer = null;
    buttons.play.textContent = "▶";
    buttons.play.setAttribute("aria-label", "run");
  }

  function run() {
    if (timer) {
      halt();
      return;
    }
    if (steps.at() === steps.last) steps.show(1);
    buttons.play.textContent = "❚❚";
    buttons.play.setAttribute("aria-label", "pause");
    timer = setInterval(
      () => {
        if (steps.at() === steps.last) halt();
        else steps.show(steps.at() + 1);
      },
      1500 / Number(speed.value),
    );
  }

  const field = (label, input) =>
    el("div", { class: "field" }, el("label", { for: input.id }, label), input);
  main.replaceChildren(
    el("h1", {}, "The tree"),
    el(
      "p",
      { class: "about" },
      "An algorithm of the textbook at work: what it looks at, in which order, what it then knows, and what it never needs to see.",
    ),
    el(
      "form",
      { class: "asks", onsubmit: draw },
      field("What", source),
      field("Tree", written),
      field("Position", position),
      field("Algorithm", algorithm),
      field("Depth (0: to the end)", depth),
      field("Speed", speed),
      el("button", { class: "main", type: "submit" }, "Search"),
    ),
    about,
    stage,
  );
  source.onchange = () => {
    refit();
  };
  written.oninput = () => {
    source.value = "own";
  };
  speed.oninput = () => {
    if (timer) {
      halt();
      run();
    }
  };
  buttons.play.onclick = run;
  if (asked.game && games.byName[asked.game]) source.value = asked.game;
  refit();
  const stop = socket.listen((message) => {
    if (message.type === "error") about.textContent = message.text;
    if (message.type !== "tree") return;
    about.textContent = `${message.title}. ${message.about[0].toUpperCase()}${message.about.slice(1)}.`;
    stage.hidden = false;
    const holder = stage.querySelector(".picture");
    holder.innerHTML = message.svg;
    const drawn = holder.querySelector("svg");
    drawn.style.minWidth = `${0.55 * drawn.getAttribute("width")}px`;
    steps = window.stepper(stage, message);
    steps.show(1);
  });
  const press = (event) => {
    if (steps && !stage.hidden) {
      if (event.key === " " && !event.target.closest("button, input, select")) {
        event.preventDefault();
        run();
      } else steps.press(event);
    }
  };
  addEventListener("keydown", press);
  draw();
  return () => {
    stop();
    halt();
    removeEventListener("keydown", press);
  };
}
