// @ts-check
// Every short prompt, told to the program of a text: against what the text said as it was, against
// a rule that the page knows, or against what the reader says is right.

import { everyInput, howMany, plain } from "../../kit/inputs.js";
import { format, joined, several } from "../../kit/runs.js";
import { PANELS, change, html, write } from "../../kit/panels.js";
import { labeled } from "../../kit/view.js";
/** @import {EditorRun} from "../editor.js" */
/** @import {EditedText, Speaker} from "../../kit/figures" */
/** @import {Compute, Decision, Panel, Run, SetState} from "../../kit/page" */
/** @import {State, Trial, TrialFailure} from "../../kit/page" */

const SLICE = 12; // ms of work before the page may do something else
const MOST = 200000; // prompts
const LONGEST = 9; // symbols of a prompt
const FEW = 1000; // prompts that are tried unless a reader asks for more
const SHOWN = 50; // failures that are listed; all are counted
const CASE = /^(.*?)\s*(?:=>|->|\u2192)\s*(.*)$/; // "6 2 7 -> 2"
/** @type {Record<string, string>} */
const RULES = { // what is right, by the names that runs.js knows
  minimum: "the smallest", maximum: "the largest", sort: "the numbers in order",
  search: "what followed the same before", add: "the sum", add_mod10: "the last digit of the sum",
  multiply: "the product", lookup: "what its table has",
};
const BEFORE = "before";
const SAID = "said";

/** @param {string} text */
/** @typedef {{against: string, among: string, cases: string, longest: number}} TrySettings */
/**
 * @typedef {{refused?: string, inputs?: Iterator<string>, all?: number, name?: string,
 *   should?: Map<string, string>}} Tried
 * @typedef {Tried & Omit<Trial, "key">} PromptTrial
 */

/** @param {string} text */
const isForm = (text) => /\d.*[+*=]/.test(text);

// The prompts of the form of one: every digit in turn at each place of one.
/** @param {string} text @returns {Generator<string, void>} */
function* alike(text) {
  const letters = [...text];
  const places = letters.map((letter, i) => (/\d/.test(letter) ? i : -1)).filter((i) => i >= 0);
  for (let number = 0; number < 10 ** places.length; number++) {
    const digits = String(number).padStart(places.length, "0");
    places.forEach((place, i) => (letters[place] = digits[i]));
    yield letters.join("");
  }
}

/**
 * @param {string[]} symbols @param {number} longest @param {string} joint
 * @returns {Generator<string, void>}
 */
function* written(symbols, longest, joint) {
  for (const input of everyInput(symbols, longest)) yield input.join(joint);
}

// What is tried: the prompts, how many, and how they are called; or why nothing is.
/** @param {EditorRun} run @param {State} state @param {TrySettings} settings @returns {Tried} */
function asked({ program, typed }, state, { among, longest, cases, against }) {
  if (against === SAID) {
    const lines = cases.split("\n").map((line) => CASE.exec(line)).filter(Boolean);
    return lines.length
      ? { inputs: lines.map(([, text]) => text.trim()).values(), all: lines.length, name: "prompt",
        should: new Map(lines.map(([, text, said]) => [text.trim(), said])) }
      : { refused: "Say in each line a prompt and what is right: 6 2 7 -> 2." };
  }
  if (isForm(state.text) && !among.trim()) {
    const all = 10 ** (state.text.match(/\d/g) ?? []).length;
    if (all > MOST)
      return { refused: `${format(all)} prompts have the form of this one; at ` +
        `most ${format(MOST)} are tried.` };
    return { inputs: alike(state.text), all, name: `prompt like \u201c${state.text}\u201d` };
  }
  const symbols = among.trim() ? (program.joint ? among.trim().split(/[\s,]+/)
    : [...new Set(among.replace(/\s/g, ""))]) : typed;
  const strange = symbols.find((symbol) => !typed.includes(symbol));
  if (strange !== undefined)
    return { refused: `\u201c${strange}\u201d is none of its symbols; it ` +
      `has ${typed.slice(0, 40).join(" ")}.` };
  if (!Number.isInteger(longest) || longest < 1 || longest > LONGEST)
    return { refused: `The longest prompt is a whole number, from 1 to ${LONGEST}.` };
  const all = howMany(symbols.length, longest);
  if (all > MOST)
    return { refused: `${format(all)} prompts; at most ${format(MOST)} are tried. Take fewer ` +
      `symbols, or shorter prompts.` };
  return { inputs: written(symbols, longest, program.joint), all,
    name: `prompt of up to ${several(longest, "symbol")}` };
}

// As long as few prompts are that short.
/** @param {number} n @param {number} room */
function usualLength(n, room) {
  let longest = 1;
  while (longest < Math.min(room, LONGEST) && howMany(n, longest + 1) <= FEW) longest += 1;
  return longest;
}

/** @param {Run} run */
function saidBy({ decisions, first, program, whole }) {
  if (whole.kind === "nan") return "not a number";
  const ids = decisions.slice(first).map(({ token }) => token);
  return joined(program, ids.filter((id) => !program.sentinels.includes(id)));
}

// A function of a prompt: what is said, and what should be; nothing where nothing is promised.
/**
 * @param {EditorRun} run @param {State} state @param {TrySettings} settings
 * @param {Map<string, string>} [should]
 * @returns {(text: string) => {says: string, should: string} | undefined}
 */
function judge(run, state, { against }, should) {
  /** @param {Compute<Run>} speak @param {string} text */
  const at = (speak, text) => speak({ ...state, text, row: -1 });
  /** @param {Compute<Run>} speak @param {string} text */
  const was = (speak, text) => speak({ ...state, text, row: -1, off: "", changed: "" });
  const now = run.speaking(RULES[against] && /** @type {Partial<Speaker>} */ ({ answer: against }));
  if (against === BEFORE) {
    const before = run.beganWith(state.example)();
    return (text) => {
      const [old, found] = [was(before, text), at(now, text)];
      if (old.error) return found.error ? undefined : { says: saidBy(found), should: "a refusal" };
      return { says: found.error ? "a refusal" : saidBy(found), should: saidBy(old) };
    };
  }
  if (against === SAID) {
    return (text) => {
      const found = at(now, text);
      const wanted = plain(should.get(text), found.program.joint);
      if (found.error) return { says: "a refusal", should: wanted };
      const { joint, stop } = found.program;
      const says = saidBy(found);
      const enough = stop === null && `${says}${joint}`.startsWith(`${wanted}${joint}`);
      return { says: enough ? wanted : says, should: wanted };
    };
  }
  return (text) => {
    const found = at(now, text);
    if (found.error || !found.answer.length) return undefined;
    const wanted = saidBy({ ...found,
      decisions: found.answer.map((token) => /** @type {Decision} */ ({ token })) });
    const { kind } = found.whole;
    return { says: kind === "right" ? wanted : kind === "tie" ? "a tie" : saidBy(found),
      should: wanted };
  };
}

/** @param {PromptTrial} trial */
function verdict({ all, name, tried, promised, failures, failed, running }) {
  const wrong = `${format(failed)} of ${format(promised)} ${failed === 1 ? "goes" : "go"} wrong`;
  const prompts = `${format(all)} ${name.replace("prompt", all === 1 ? "prompt" : "prompts")}`;
  const silent = tried - promised
    ? ` For ${several(tried - promised, "other")} nothing is promised.` : "";
  if (running) return `${format(tried)} of ${prompts}: ${wrong}.`;
  if (tried < all) return `Stopped after ${format(tried)} of ${prompts}: ${wrong}.${silent}`;
  const right = promised === all ? "all" : `${format(promised)} of`;
  if (!failures.length) return `Right on ${right} ${prompts}.${silent}`;
  return `Of ${prompts}, ${wrong}.${silent}`;
}

// Tries all in slices, and tells after each; returns what stops it.
/**
 * @param {Tried} found @param {ReturnType<typeof judge>} judged
 * @param {(trial: PromptTrial) => void} tell
 */
function trying(found, judged, tell) {
  /** @type {PromptTrial} */
  const trial = { ...found, tried: 0, promised: 0, failed: 0, failures: [], running: true };
  const slice = () => {
    if (!trial.running) return;
    for (const begun = performance.now(); performance.now() - begun < SLICE;) {
      const { done, value } = found.inputs.next();
      if (done) {
        trial.running = false;
        break;
      }
      const out = judged(/** @type {string} */ (value));
      trial.tried += 1;
      if (!out) continue;
      trial.promised += 1;
      if (out.says === out.should) continue;
      trial.failed += 1;
      if (trial.failures.length < SHOWN) trial.failures.push({ text: value, ...out });
    }
    tell(trial);
    if (trial.running) setTimeout(slice, 0);
  };
  slice();
  return trial;
}

function nodesOf() {
  const against = html("select");
  const among = html("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  const longest = html("input", { type: "number", min: 1, max: LONGEST });
  const cases = html("textarea", { rows: 4, spellcheck: "false", placeholder: "6 2 7 -> 2" });
  const button = html("button", { type: "button" }, "Try them all");
  const bar = html("progress", { "aria-label": "prompts tried", value: 0 });
  const said = html("p", { role: "status" });
  const list = html("ol", { class: "failed" });
  const rules = { [BEFORE]: "the text as it began", [SAID]: "what I say", ...RULES };
  against.append(...Object.entries(rules).map(([value, name]) => html("option", { value }, name)));
  const fields = [labeled("against", against), labeled("of these symbols", among),
    labeled("longest prompt", longest), labeled("prompts, and what is right", cases)];
  for (const each of fields) each.classList.add("wide");
  const element = html("div", { class: "trying" },
    html("p", { class: "caption" }, html("b", {}, "Try every short prompt")),
    html("div", { class: "controls" }, ...fields), html("p", { class: "run" }, button, bar), said,
      list);
  return { element, against, among, longest, cases, button, bar, said, list, fields };
}

// The failures, each a button that shows it.
/** @param {Element} list @param {SetState} set */
function listOf(list, set) {
  /** @type {TrialFailure[]} */
  let shown = [];
  return (/** @type {TrialFailure[]} */ failures) => {
    if (failures !== shown) list.replaceChildren();
    shown = failures;
    for (const { text, says, should } of failures.slice(list.children.length)) {
      const load = html("button", { type: "button" }, text || "nothing");
      load.addEventListener("click", () => set({ text, row: -1 }));
      const words = ` says ${says || "nothing"}, should say ${should || "nothing"}`;
      list.append(html("li", {}, load, html("span", {}, words)));
    }
  };
}

/** @param {EditedText} spec @param {SetState} set @returns {Panel<EditorRun>} */
function tryPanel(spec, set) {
  const { element, against, among, longest, cases, button, bar, said, list, fields } = nodesOf();
  const draw = listOf(list, set);
  /** @type {{state: State, run: EditorRun}} */
  let now;
  /** @type {PromptTrial | undefined} */
  let trial;
  let [made, example] = ["", ""];
  const settings = () => ({
    against: against.value, among: among.value, cases: cases.value,
      longest: Number(longest.value),
  });
  /** @param {PromptTrial | undefined} of @param {string} [sentence] */
  const show = (of, sentence = of ? verdict(of) : "") => {
    trial = of;
    write(button, of?.running ? "Stop" : "Try them all");
    change(bar, { max: of?.all ?? 1, value: of?.tried ?? 0 });
    write(said, sentence);
    change(said, { class: of?.failed || (!of && sentence) ? "error" : "" });
    draw(of?.failures ?? []);
  };
  const stop = () => trial && (trial.running = false);
  button.addEventListener("click", () => {
    if (trial?.running) {
      stop();
      show(trial);
      return;
    }
    const found = asked(now.run, now.state, settings());
    if (found.refused) show(undefined, found.refused);
    else trying(found, judge(now.run, now.state, settings(), found.should), show);
  });
  const follow = () => {
    const form = isForm(now.state.text) && !among.value.trim();
    const hidden = [false, against.value === SAID, against.value === SAID || form,
      against.value !== SAID];
    fields.forEach((field, i) => (field.hidden = hidden[i]));
    const all = now.run.typed.slice(0, 12).join(now.run.program.joint);
    change(among, { placeholder: isForm(now.state.text) ? "digits of the prompt" : all });
    stop();
    show(undefined);
  };
  for (const input of [against, among, longest, cases]) input.addEventListener("input", follow);
  return {
    element,
    draw(state, run) {
      const { text, listing, precision, off, changed } = state;
      const form = isForm(text) ? text.replace(/\d/g, "d") : "";
      const key = JSON.stringify([form, listing, state.example, precision, off, changed]);
      now = { state: { ...state }, run };
      if (key === made) return;
      made = key;
      const { model, before, after } = run.program;
      const room = model.W_pos.rows - before.length - after.length;
      longest.value = String(usualLength(run.typed.length, room));
      if (example !== (example = state.example)) {
        const { answer } = spec.examples[example];
        against.value = RULES[answer] ? answer : BEFORE;
      }
      follow();
    },
  };
}

PANELS.tryPanel = tryPanel;
