// Steps through a picture of a search. The web page and `counterplay trace` use it.

const STATES = ["unseen", "open", "done", "pruned"];
const STEP_KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

/**
 * `root` contains the picture and the controls, found by their classes. `data` has the nodes, and
 * for each step the nodes that change. `onStep` is called with the number of the step that is
 * shown. `last` is the number of the last step: it is larger than the steps of this search if a
 * longer search is stepped through beside it.
 */
function stepper(root, data, onStep = () => {}, last = data.steps.length) {
  const find = (className) => root.querySelector(`.${className}`);
  const findNode = (number) => root.querySelector(`#n${number}`);
  const findEdge = (number) => root.querySelector(`#e${number}`);
  const slider = find("slider");
  const own = data.steps.length;
  let current = 0;

  /** The mark of each node after some steps. */
  function marksAfter(count) {
    const marks = data.nodes.map(() => ({ status: "unseen", text: "", under: "", note: "" }));
    for (const { changes } of data.steps.slice(0, count))
      for (const [number, mark] of Object.entries(changes)) marks[number] = mark;
    return marks;
  }

  /** The node of a step, or its nearest ancestor in the picture: a large tree is cropped. */
  function visibleNode(number) {
    let visible = number;
    while (!findNode(visible)) visible = data.nodes[visible].parent;
    return visible;
  }

  function markNode(number, { status, text, under, note }, isBest, isActive) {
    const node = findNode(number);
    for (const element of [node, findEdge(number)]) {
      if (!element) continue; // cropped
      element.classList.remove(...STATES);
      element.classList.add(status);
      element.classList.toggle("best", isBest);
      element.classList.toggle("active", isActive);
    }
    if (!node) return;
    for (const value of node.querySelectorAll(".value")) value.textContent = text;
    const below = node.querySelector(".under");
    if (below) below.textContent = under;
    if (note) node.querySelector("title").textContent = note;
  }

  function show(step) {
    current = Math.min(Math.max(step, 1), last);
    const at = Math.min(current, own);
    const { node, text, event } = data.steps[at - 1];
    const isEnd = at === own;
    const active = visibleNode(node);
    const marks = marksAfter(at);
    for (const { number } of data.nodes) {
      const isBest = isEnd && data.line.includes(number);
      markNode(number, marks[number], isBest, !isEnd && number === active);
    }
    const words = find("words");
    words.textContent = isEnd ? `${text} ${data.summary}` : text;
    words.className = `words ${isEnd ? "end" : event}`;
    find("count").textContent = `step ${at} of ${own}`;
    slider.value = current;
    findNode(active).scrollIntoView({ block: "nearest", inline: "nearest" });
    find("first").disabled = find("back").disabled = current === 1;
    find("next").disabled = find("last").disabled = current === last;
    onStep(current);
  }

  const controls = {
    first: () => show(1),
    back: () => show(current - 1),
    next: () => show(current + 1),
    last: () => show(last),
  };
  for (const [name, action] of Object.entries(controls)) find(name).onclick = action;
  slider.max = last;
  slider.oninput = () => show(Number(slider.value));

  function press(event) {
    const name = STEP_KEYS[event.key];
    if (!name || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("select, textarea, input:not(.slider)")) return;
    event.preventDefault();
    controls[name]();
  }

  return { show, press, last, at: () => current };
}
