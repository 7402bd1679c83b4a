// Steps through a search that the server or `counterplay trace` has drawn: one picture, and for
// every step what is newly known of its nodes. `root` holds the picture and the controls, by class;
// `onStep` is told which step is shown.

function stepper(root, data, onStep = () => {}) {
  const one = (name) => root.querySelector(`.${name}`);
  const node = (number) => root.querySelector(`#n${number}`),
    edge = (number) => root.querySelector(`#e${number}`);
  const slider = one("slider"),
    last = data.steps.length,
    states = ["unseen", "open", "done", "pruned"];
  let step = 0;

  // What is known of every node after n steps.
  function marks(n) {
    const known = data.nodes.map(() => ({ status: "unseen", text: "", note: "" }));
    for (const { changes } of data.steps.slice(0, n))
      for (const [number, mark] of Object.entries(changes)) known[number] = mark;
    return known;
  }

  function show(n) {
    step = Math.min(Math.max(n, 1), last);
    const known = marks(step),
      now = data.steps[step - 1],
      ended = step === last;
    let here = now.node; // or the node above it that is shown in the picture
    while (!node(here)) here = data.nodes[here].parent;
    data.nodes.forEach(({ number }) => {
      const { status, text, note } = known[number];
      for (const element of [node(number), edge(number)]) {
        if (!element) continue; // not shown in the picture
        element.classList.remove(...states);
        element.classList.add(status);
        element.classList.toggle("best", ended && data.line.includes(number));
        element.classList.toggle("active", !ended && number === here);
      }
      const drawn = node(number);
      if (!drawn) return;
      drawn.querySelector(".value").textContent = text;
      if (note) drawn.querySelector("title").textContent = note;
    });
    const words = one("words");
    words.textContent = ended ? `${now.text} ${data.summary}` : now.text;
    words.className = `words ${ended ? "end" : now.event}`;
    one("count").textContent = `step ${step} of ${last}`;
    slider.value = step;
    node(here).scrollIntoView({ block: "nearest", inline: "nearest" });
    one("first").disabled = one("back").disabled = step === 1;
    one("next").disabled = one("last").disabled = ended;
    onStep(step);
  }

  const go = { first: () => 1, back: () => step - 1, next: () => step + 1, last: () => last };
  for (const [name, where] of Object.entries(go)) one(name).onclick = () => show(where());
  slider.max = last;
  slider.oninput = () => show(Number(slider.value));
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  function press(event) {
    if (!keys[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("select, textarea, input:not(.slider)")) return;
    event.preventDefault();
    show(go[keys[event.key]]());
  }
  return { show, press, last, at: () => step };
}
