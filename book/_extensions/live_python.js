// @ts-check
// A button and a text box for each cell of a page that shows its code. Nothing more is loaded until
// one of them is used, or where the browser keeps what was typed here before.

{
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const page = script.dataset.page;
  const base = new URL("python/", script.src).href;
  const runs = /^https?:$/.test(location.protocol) && "WebAssembly" in self && "Worker" in self;
  const ALONE = "The code of this page can be run and changed where a server has the book: " +
    "type <code>make serve</code> in its folder.";
  const FAILED = "Python could not be loaded. Press Run to try again.";

  /**
   * @typedef {{ use(place: number): void, changed(place: number): void,
   *   useBuilt(slug: string): void }} Opened
   */
  /** @type {Promise<Opened> | undefined} */
  let opened;

  async function load() {
    const response = await fetch(`${base}now.json`, { cache: "no-cache" });
    const now = await response.json();
    return (await import(base + now.page)).default({ base, now, page, live });
  }

  /** @param {Element} cell @param {(opened: Opened, place: number) => void} act */
  async function then(cell, act) {
    const said = cell.querySelector(".python-said");
    try {
      opened ??= load();
      act(await opened, Number(cell.getAttribute("data-cell")));
    } catch (error) {
      opened = undefined;
      said.textContent = FAILED;
      throw error;
    }
  }

  /** @param {string} name @param {string} words */
  function button(name, words) {
    const made = document.createElement("button");
    made.type = "button";
    made.toggleAttribute(`data-${name}`);
    made.textContent = words;
    return made;
  }

  // The text box stands in the block of code, which scrolls: what scrolls is a stop of the tab key
  // where it does, and this is one always.
  /** @param {Element} cell */
  function boxOf(cell) {
    const code = cell.querySelector(".cell_input pre");
    const box = document.createElement("code");
    box.append(...code.childNodes);
    for (const [name, value] of Object.entries({
      "contenteditable": "plaintext-only", "role": "textbox", "aria-multiline": "true",
      "aria-label": "Python of this cell", "spellcheck": "false", "autocapitalize": "off",
      "autocorrect": "off", "translate": "no", "data-box": "", "tabindex": "0",
    })) box.setAttribute(name, value);
    if (!box.isContentEditable) box.setAttribute("contenteditable", "true");
    code.append(box);
    return box;
  }

  // Colors of what is printed would go into what is typed among them: before it is, they go.
  /** @param {Element} box */
  function makePlain(box) {
    if (!box.firstElementChild || !box.textContent) return;
    const selection = getSelection();
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
    const ends = [[anchorNode, anchorOffset], [focusNode, focusOffset]].map(([node, at]) => {
      const range = document.createRange();
      range.setStart(box, 0);
      range.setEnd(/** @type {Node} */ (node), Number(at));
      return range.toString().length;
    });
    box.textContent = box.textContent.replace(/\n?$/, "\n");
    selection.setBaseAndExtent(box.firstChild, ends[0], box.firstChild, ends[1]);
  }

  /** @param {Element} cell */
  function live(cell) {
    const input = cell.querySelector(".cell_input");
    const run = button("run", cell.hasAttribute("data-exercise") ? "Check" : "Run");
    run.toggleAttribute("data-check", cell.hasAttribute("data-exercise"));
    const said = document.createElement("p");
    said.className = "python-said";
    said.setAttribute("role", "status");
    if (cell.hasAttribute("data-exercise")) said.setAttribute("data-verdict", "blank");
    const box = boxOf(cell);
    let output = cell.querySelector(".cell_output");
    if (!output) {
      output = document.createElement("div");
      output.className = "cell_output";
      cell.append(output);
    }
    output.setAttribute("data-output", "");
    input.append(run);
    input.after(said);
    const press = () => then(cell, (all, place) => all.use(place));
    run.addEventListener("click", press);
    box.addEventListener("beforeinput", () => makePlain(box));
    box.addEventListener("input", () => then(cell, (all, place) => all.changed(place)));
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      press();
    });
  }

  // A line that is offered to begin with: a press writes it into the first cell of the page.
  /** @param {Element} line @param {Element} cell */
  function offer(line, cell) {
    const take = button("take", line.textContent);
    take.title = "Write it into the cell";
    line.replaceChildren(take);
    take.addEventListener("click", () => {
      const box = /** @type {HTMLElement} */ (cell.querySelector("[data-box]"));
      box.textContent = `${take.textContent}\n`;
      box.dispatchEvent(new Event("input"));
      cell.querySelector(".cell_input").scrollIntoView({ block: "nearest" });
      /** @type {HTMLElement} */ (cell.querySelector("[data-run]")).focus();
    });
  }

  const cells = document.querySelectorAll(".cell[data-cell]");
  if (runs) {
    cells.forEach(live);
    for (const line of document.querySelectorAll("[data-start]")) offer(line, cells[0]);
    document.addEventListener("hand-python", (event) =>
      then(cells[0], (all) => all.useBuilt(/** @type {CustomEvent} */ (event).detail)));
    document.body.dataset.python = "off";
    let kept = location.hash.startsWith("#program=");
    try {
      kept ||= Boolean(localStorage.getItem(`transformers-by-hand-python ${page}`));
    } catch {
      // the browser keeps nothing here
    }
    if (kept) then(cells[0], () => {});
  } else {
    const note = document.createElement("p");
    note.className = "python-alone";
    note.innerHTML = ALONE;
    cells[0].after(note);
  }
}
