// @ts-check
// What a reader does with a text in the playground: opens a file, saves the text, and takes a
// picture of the figure.

import { change, html, noteDone, write } from "../../kit/panels.js";
import { CONTROLS, STYLES } from "../../kit/view.js";
import { pythonLink } from "../python.js";
import { opened } from "./opening.js";
import { save } from "../../kit/saving.js";
import { pictureOf } from "./picture.js";
import "./trying.js";
import CSS from "./tools.css";
/** @import {EditorRun} from "../editor.js" */
/** @import {Tools} from "../../kit/figures" */
/** @import {ControlNode, FigureElement, SetState, State} from "../../kit/page" */

// A name for a file: the first words of a text, or of what it is called.
/** @param {State} state @param {EditorRun} run */
function nameFor(state, run) {
  const first = run.isExample(run.text) ? state.example : /^#\s*(.+)/.exec(run.text)?.[1] ??
    state.example;
  return first.toLowerCase().replace(/[^\p{L}\d]+/gu, "-").slice(0, 40).replace(/^-|-$/g, "") ||
    "listing";
}

/** @param {HTMLElement} card @param {string} name */
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

/** @param {Tools} control @param {SetState} set @returns {ControlNode} */
function tools({ boards, own }, set) {
  const file = html("input", { type: "file", hidden: "" });
  /** @param {string} name */
  const button = (name) => html("button", { type: "button" }, name);
  const [open, text, copy, picture] = ["Open a file", "Save the text", "Copy picture",
    "Save picture"].map(button);
  const python = pythonLink();
  const note = html("p", { class: "note", role: "status" });
  const element = html("div", { class: "files" },
    open, text, copy, picture, python.element, file, note);
  const card = () => /** @type {HTMLElement} */ (element.closest(".card"));
  /** @type {{state: State, run: EditorRun}} */
  let now;
  /** @type {FigureElement} */
  let host;
  /** @param {File | undefined} chosen */
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
  copy.addEventListener("click", async () =>
    noteDone(note, await copyPicture(card(), `${nameFor(now.state, now.run)}.png`)));
  picture.addEventListener("click", async () =>
    save(await pictureOf(card()), `${nameFor(now.state, now.run)}.png`));
  const catchFiles = () => {
    host = /** @type {FigureElement} */ (/** @type {ShadowRoot} */ (element.getRootNode()).host);
    card().classList.add("wide-figure");
    for (const kind of ["dragover", "drop"]) {
      host.addEventListener(kind, (/** @type {DragEvent} */ event) => {
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
      python.follow(run.text);
    },
  };
}

CONTROLS.tools = tools;
STYLES.push(CSS);
