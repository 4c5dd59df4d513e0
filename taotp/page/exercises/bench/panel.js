// @ts-check
// A bench: a text with blanks that is judged on every input while one types, in slices, so that the
// page stays alive. What is right is kept in this browser, with a name that its builder gives it.

import { html, write, change, PANELS } from "../../kit/panels.js";
import { RUNS } from "../../kit/runs.js";
import { STYLES } from "../../kit/view.js";
import { builtOn, keepBuilt } from "../built.js";
import { HAND_IN, LONGEST_NAME, saveFile, signed, submission } from "../handing.js";
import { isKept, keptProgress } from "../kept.js";
import { save } from "../../kit/saving.js";
import { readListing } from "../../editor/listing/reading.js";
import { KEYS } from "../../kit/tasks.js";
import { SAID, textOf } from "../../editor/editor.js";
import { pythonLink } from "../../editor/python.js";
import { inputsOf, judging } from "./judged.js";
import CSS from "./panel.css";
/** @import {Blanks} from "../../kit/figures" */
/** @import {EditorRun} from "../../editor/editor.js" */
/** @import {Compute, FigureElement, Panel, SetState, State} from "../../kit/page" */
/** @import {Judged, Input} from "./judged.js" */

const BLANK = "____";
const SLICE = 8; // ms of work before the page may do something else
/** @type {WeakMap<Blanks, Judged & {of: string}>} */
const verdicts = new WeakMap(); // the last that was found, and of which text

/** @typedef {EditorRun & {verdict: Judged}} BenchRun */

/** @param {string} text */
const blanksOf = (text) => text.split(BLANK).length - 1;

// A text without the sentences in which a blank is left, which are made comments.
/** @param {string} text */
export function soFar(text) {
  /** @type {string[][]} */
  const sentences = [[]];
  for (const line of text.split("\n")) {
    sentences[sentences.length - 1].push(line);
    if (!line.trimEnd().endsWith(",")) sentences.push([]);
  }
  return sentences.flatMap((lines) =>
    (lines.some((line) => line.includes(BLANK)) ? lines.map((line) => `# ${line}`) : lines))
    .join("\n");
}

// The verdict on a text before any input is asked, or undefined where inputs decide.
/** @param {string} text @param {EditorRun} run @returns {Judged | undefined} */
function beforeAsking(text, { faults, idle, stale }) {
  const blanks = blanksOf(text);
  if (faults.length) {
    const [{ line, column, message }] = faults;
    return { kind: "fault", text: `line ${line}, column ${column}: ${message}. ${stale}` };
  }
  if (blanks) {
    const left = blanks === 1 ? "1 blank is left" : `${blanks} blanks are left`;
    return { kind: "blank", text: `${left}. The machine below does without those lines.` };
  }
  return idle ? { kind: "fault", text: idle } : undefined;
}

const ASKING = { kind: "asking", text: "all its inputs are asked \u2026" };

// What should be said where only the verdict knows: before there is a text, and of a name.
/** @param {EditorRun} run @param {Judged} judged @param {State} state */
function promised({ answer, first, place, program }, { kind, prompt, expected }, { text }) {
  if (kind !== "wrong" || prompt !== String(text) || answer?.length) return {};
  const id = program.vocabulary.map(String).indexOf(expected);
  return { answer: [...Array(first), id], ...(place === first ? { expected: id } : {}) };
}

// What a prompt should bring, and what should follow once that is heard too.
/** @param {Blanks} spec @param {string[]} symbols */
function keyOf({ key, known, said }, symbols) {
  /** @type {string[]} */
  const all = [];
  while (all.length < (said ?? SAID)) {
    const next = KEYS[key]([...symbols, ...all], known);
    if (!next?.length) break;
    all.push(String(next[0]));
  }
  return all.length ? all : null;
}

/** @param {Blanks} spec @returns {Compute<BenchRun>} */
function bench(spec) {
  KEYS[spec.slug] = (symbols) => keyOf(spec, symbols);
  const answer = spec.named ? undefined : spec.slug;
  const given = Object.entries(spec.examples).map(([name, example]) =>
    [name, { ...example, answer, text: soFar(example.text) }]);
  const edited = RUNS.editor({ ...spec, examples: Object.fromEntries(given) });
  return (state) => {
    const text = textOf(spec, state);
    const run = /** @type {EditorRun} */ (edited({ ...state, listing: soFar(text) }));
    const known = beforeAsking(text, run);
    const judged = known ?? (verdicts.get(spec)?.of === text ? verdicts.get(spec) : ASKING);
    const off = judged.kind === "right" && run.now?.kind === "wrong"; // no input that was asked
    const kind = off ? "wrong" : judged.kind === "right" || judged.kind === "wrong" ? judged.kind
      : "";
    const said = off ? `${judged.text}. But: ${run.now.text}` : judged.text;
    /** @param {string} other */
    const isExample = (other) => Object.values(spec.examples).some((each) => each.text === other);
    // of a bench that asks listed texts alone, another is promised nothing
    const wanted = (/** @type {string[]} */ symbols) =>
      (spec.every[0] || spec.more.includes(symbols.join("")) ? run.wanted?.(symbols) : []);
    return { ...run, ...promised(run, judged, state), text, verdict: judged, wanted,
      whole: { kind, text: said }, isExample };
  };
}

// Judges a text in slices, unless another one comes first; then the figure is drawn anew.
/** @param {Blanks} spec @param {SetState} set */
function judge(spec, set) {
  /** @type {Input[] | undefined} */
  let inputs;
  let asking = "";
  const known = () => (inputs ??= inputsOf(spec));
  /** @param {string} text */
  return (text) => {
    if (text === asking) return;
    asking = text;
    const steps = judging(spec, readListing(text), known);
    const slice = () => {
      if (asking !== text) return;
      for (const begun = performance.now(); performance.now() - begun < SLICE;) {
        const { done, value } = steps.next();
        if (!done) continue;
        verdicts.set(spec, { .../** @type {Judged} */ (value), of: text });
        return set({});
      }
      setTimeout(slice, 0);
    };
    setTimeout(slice, 0);
  };
}

// A line to type into, with its label.
/** @param {string} id @param {string} label @returns {[HTMLElement, HTMLInputElement]} */
function line(id, label) {
  const input = html("input", { type: "text", maxlength: LONGEST_NAME, autocomplete: "off", id });
  return [html("label", { for: id }, label), input];
}

/** @param {Blanks} spec @param {SetState} set @returns {Panel<BenchRun>} */
function benchPanel(spec, set) {
  const ask = judge(spec, set);
  const show = html("button", { type: "button" });
  const [called, name] = line(`${spec.slug}-name`, "Name of the machine");
  const [yours, author] = line(`${spec.slug}-author`, "Your name");
  const text = html("button", { type: "button" }, "Save the text");
  const hand = html("button", { type: "button" }, HAND_IN);
  const note = html("p", { class: "note", role: "status" });
  const python = pythonLink(spec.slug);
  const mine = html("details", { class: "mine" }, html("summary", {}, "Keep and share\u2026"),
    html("p", {}, called, name, text, python.element), html("p", {}, yours, author, hand));
  const element = html("div", { class: "bench" }, show, mine, note);
  let now = /** @type {BenchRun | undefined} */ (undefined);
  show.addEventListener("click", () => set({ text: now.verdict.prompt, row: -1 }));
  const keep = () => {
    const kept = keepBuilt(spec.slug,
      { name: quiet ? builtOn(spec.slug).name : name.value.trim(), text: now.text,
        said: now.verdict.text });
    write(note, kept && isKept() ? "Kept in this browser."
      : "This browser keeps nothing for this page; save the text.");
  };
  name.addEventListener("input", keep);
  text.addEventListener("click", () =>
    save(new Blob([now.text], { type: "text/plain" }), `${spec.slug}.taotp`));
  hand.addEventListener("click", () => {
    /** @param {string} words */
    const say = (words) => write(note, words);
    const who = signed(author, say);
    /** @type {import("../handing.js").HandedAnswer} */
    const answer = { function: spec.slug.replace(/-/g, "_"), arguments: [], returned: now.text };
    if (who) saveFile(spec.slug, submission(spec.slug, who, [answer]), say);
  });
  let [begun, last, quiet] = [false, "", false];
  return {
    element,
    draw(state, run) {
      now = run;
      if (!begun) {
        name.value = builtOn(spec.slug).name ?? "";
        author.value = keptProgress().author ?? "";
      }
      begun = true;
      const { verdict: judged } = run;
      const host = /** @type {FigureElement} */ (
        /** @type {ShadowRoot} */ (element.getRootNode()).host);
      if (host) change(host, { "data-verdict": judged.kind });
      quiet = Boolean(host?.hasAttribute("data-quiet")); // it is named elsewhere
      host?.toggleAttribute("data-unread", Boolean(run.error)); // what is drawn is of another text
      show.hidden = judged.prompt === undefined;
      if (!show.hidden) write(show, `Show me \u201c${judged.prompt}\u201d`);
      mine.hidden = judged.kind !== "right";
      python.follow(run.text);
      if (judged.kind === "asking") ask(run.text);
      if (judged.kind === "right" && last !== run.text) keep();
      last = judged.kind === "right" ? run.text : "";
    },
  };
}

RUNS.bench = bench;
PANELS.benchPanel = benchPanel;
STYLES.push(CSS);
