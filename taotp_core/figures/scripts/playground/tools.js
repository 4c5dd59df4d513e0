// @ts-check
// What a reader does with a text in the playground: opens a file, saves the text, and takes a
// picture of the figure.

import { change, html, write } from "../panels.js";
import { CONTROLS, STYLES } from "../view.js";
import { opened } from "./opening.js";
import { pictureOf } from "./picture.js";
import "./trying.js";

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// A name for a file: the first words of a text, or of what it is called.
function nameFor(state, run) {
  const first = run.isExample(run.text) ? state.example : /^#\s*(.+)/.exec(run.text)?.[1] ?? state.example;
  return first.toLowerCase().replace(/[^\p{L}\d]+/gu, "-").slice(0, 40).replace(/^-|-$/g, "") || "listing";
}

async function copyPicture(card, name) {
  const blob = pictureOf(card);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    return "Copied: a picture of this figure.";
  } catch {
    save(await blob, name);
    return "This browser copies no pictures; the picture was saved as a file.";
  }
}

function tools({ boards, own }, set) {
  const file = html("input", { type: "file", hidden: "" });
  const button = (name) => html("button", { type: "button" }, name);
  const [open, text, copy, picture] = ["Open a file", "Save the text", "Copy picture", "Save picture"].map(button);
  const note = html("p", { class: "note", role: "status" });
  const element = html("div", { class: "files" }, open, text, copy, picture, file, note);
  const card = () => /** @type {HTMLElement} */ (element.closest(".card"));
  let now, host;
  const take = async (chosen) => {
    if (!chosen) return;
    const found = await opened(chosen, boards);
    write(note, found.refused ?? `\u201c${chosen.name}\u201d is open.`);
    change(note, { class: found.refused ? "note error" : "note" });
    if (found.text === undefined) return;
    host.depart?.();
    const asked = found.example ? { example: found.example, text: found.prompt } : { example: own };
    set({ ...asked, listing: found.text, row: -1, off: "" });
  };
  open.addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    take(file.files?.[0]);
    file.value = ""; // the same file can be chosen again
  });
  text.addEventListener("click", () =>
    save(new Blob([now.run.text], { type: "text/plain" }), `${nameFor(now.state, now.run)}.txt`));
  copy.addEventListener("click", async () => write(note, await copyPicture(card(), `${nameFor(now.state, now.run)}.png`)));
  picture.addEventListener("click", async () => save(await pictureOf(card()), `${nameFor(now.state, now.run)}.png`));
  const catchFiles = () => {
    host = /** @type {any} */ (element.getRootNode()).host;
    card().classList.add("wide-figure");
    for (const kind of ["dragover", "drop"]) {
      host.addEventListener(kind, (event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        card().classList.toggle("over", kind === "dragover");
        if (kind === "drop") take(event.dataTransfer.files[0]);
      });
    }
    host.addEventListener("dragleave", () => card().classList.remove("over"));
  };
  return {
    element,
    show(state, run) {
      if (!now) catchFiles();
      now = { state, run };
    },
  };
}

const CSS = `
.files { align-items: center; display: flex; flex-wrap: wrap; gap: 6px; grid-column: 1 / -1; }
.files .note { flex-basis: 100%; margin: 0; min-height: 0; }
.trying { border-top: 1px solid var(--line); padding-top: 10px; width: 100%; }
.trying .controls { grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); margin: 6px 0; }
.trying .control[hidden] { display: none; }
.trying textarea { border: 1px solid var(--line); border-radius: 6px; }
.run { align-items: center; display: flex; gap: 12px; margin-bottom: 6px; }
.run progress { flex: 1; min-width: 0; }
.failed { list-style: none; max-height: 260px; overflow-y: auto; padding: 3px; }
.failed li { margin-bottom: 4px; }
.failed button { font-family: ui-monospace, monospace; overflow-wrap: anywhere; text-align: left; }
.over { outline: 3px dashed var(--position); }
.wide-figure .choose { flex: 1 1 220px; }
.wide-figure .choose select { flex: 1; }
@media (min-width: 1100px) {
  .card.wide-figure { align-items: start; display: grid; gap: 8px 24px;
    grid-template-columns: minmax(380px, 10fr) repeat(4, minmax(0, 4fr)); }
  .wide-figure > .head, .wide-figure > .far { grid-column: 1 / -1; }
  .wide-figure > .controls { display: contents; }
  .wide-figure > * > .files { grid-area: 2 / 1; }
  .wide-figure > .controls > .control { grid-row: 2; }
  .wide-figure > * > .listing { grid-area: 3 / 1 / span 2; }
  .wide-figure > .verdict { grid-area: 3 / 2 / auto / -1; margin: 0; }
  .wide-figure > .panels { display: contents; }
  .wide-figure > .panels > * { grid-area: 4 / 2 / auto / -1; }
  .wide-figure > .panels > :nth-child(2) { grid-row: 5; }
  .wide-figure > .panels > :nth-child(n + 3) { grid-row: 6; }
  .wide-figure > .panels > .trying { grid-area: 5 / 1; }
  .wide-figure > .panels.stale > :not(.trying) { outline: 2px dashed var(--token); outline-offset: 6px; }
}
`;

CONTROLS.tools = tools;
STYLES.push(CSS);
