// @ts-check
// Two ways to put a program to the test: every input up to a length, tried in slices so that the
// page stays alive; and one input whose answer is covered until the reader has guessed it.

import { everyInput, howMany, plain } from "../kit/inputs.js";
import { RUNS, format, joined, several } from "../kit/runs.js";
import { followers } from "../kit/tasks.js";
import { html, change, write, PANELS } from "../kit/panels.js";
import { CONTROLS, STYLES, labeled } from "../kit/view.js";
import CSS from "./trials.css";
/** @import {GuessLine, Speaker, Trials} from "../kit/figures" */
/** @import {Compute, ControlNode, FigureElement, FigureRun} from "../kit/page" */
/** @import {Panel, Run, SetState} from "../kit/page" */
/** @import {State, Token, Trial, TrialFailure, TrialsFigure} from "../kit/page" */

const SLICE = 12; // ms of work before the page may do something else
const SHOWN = 50; // failures that are listed; all are counted

// Try to break it.

/** @returns {Trial} */
export const beginTrial = () =>
  ({ tried: 0, promised: 0, failed: 0, failures: [], running: false });

// One input: what the program says to it, and whether that is right.
/**
 * @param {Trials} spec @param {Compute<Run>} speak @param {State} state @param {string[]} input
 * @param {Trial} trial
 */
export function tryInput(spec, speak, state, input, trial) {
  trial.tried += 1;
  if (spec.once && followers(input, state.n_match).length !== 1) return;
  const text = input.join(spec.options[0].joint);
  const { whole, decisions, answer, first, program, error } = speak({ ...state, text, row: -1 });
  if (error || !whole.kind || !answer.length) return;
  trial.promised += 1;
  if (whole.kind === "right") return;
  trial.failed += 1;
  if (trial.failures.length >= SHOWN) return;
  /** @param {Token[]} ids */
  const spell = (ids) => joined(program, ids);
  const says = whole.kind === "tie" ? "a tie" : whole.kind === "nan" ? "not a number"
    : spell(decisions.slice(first).map(({ token }) => token));
  trial.failures.push({ text, says, should: spell(answer.slice(first)) });
}

// Which trial a state asks for: what decides what the program is, and how long its inputs are.
/** @param {State} state */
const keyOf = (state) => JSON.stringify(state);

/** @param {TrialsFigure} spec @param {State} state */
function describeTrial(spec, state) {
  const { trial } = spec;
  const all = howMany(spec.symbols.length, state.longest);
  const inputs = `${several(all, "input")} of up to ${several(state.longest, "symbol")}`;
  if (trial.key !== keyOf(state)) {
    const dials = spec.controls.filter(({ name }) => name !== "longest");
    const how = dials.map(({ name, label }) =>
      `, ${label} ${typeof state[name] === "number" ? format(state[name]) : state[name]}`);
    return { kind: "", text: `Not tried yet: ${inputs}${how.join("")}.` };
  }
  const { tried, promised, failed, running } = trial;
  const silent = tried - promised;
  const others = silent ? ` For ${several(silent, "other")} nothing is promised.` : "";
  const wrong =
    `${several(failed, "input")} of ${format(promised)} ${failed === 1 ? "goes" : "go"} wrong`;
  if (running) return { kind: "", text: `${format(tried)} of ${format(all)} tried: ${wrong}.` };
  if (tried < all) return { kind: failed ? "wrong" : "",
    text: `Stopped after ${format(tried)} of ${inputs}: ${wrong}.${others}` };
  if (failed) return { kind: "wrong", text: `Of ${inputs}, ${wrong}.${others}` };
  return { kind: promised ? "right" : "",
    text: `Right on ${several(promised, "input")} ` +
      `of up to ${several(state.longest, "symbol")}.${others}` };
}

/** @param {TrialsFigure} spec @returns {Compute<FigureRun & {trial: Trial}>} */
function trials(spec) {
  spec.trial = beginTrial();
  return (state) => ({ trial: spec.trial, whole: describeTrial(spec, state) });
}

// Tries the inputs of a state, in slices, until all are tried or the trial is another or stopped.
/** @param {TrialsFigure} spec @param {SetState} set @param {State} state */
function runTrial(spec, set, state) {
  const speak = RUNS.speaker({ ...spec, cursor: "row" });
  const trial = Object.assign(beginTrial(), { key: keyOf(state), running: true });
  const inputs = everyInput(spec.symbols, state.longest);
  spec.trial = trial;
  const slice = () => {
    if (spec.trial !== trial || !trial.running) return;
    for (const begun = performance.now(); performance.now() - begun < SLICE;) {
      const { done, value } = inputs.next();
      if (done) {
        trial.running = false;
        break;
      }
      tryInput(spec, speak, state, /** @type {string[]} */ (value), trial);
    }
    set({});
    if (trial.running) setTimeout(slice, 0);
  };
  slice();
}

// An input that goes wrong; pressed, it is shown in the figure that the trial names.
/** @param {TrialFailure} failure @param {Trials} spec @param {() => State} settings */
function failureItem({ text, says, should }, spec, settings) {
  const load = html("button", { type: "button" }, text);
  load.addEventListener("click", () => {
    const dials = spec.controls.map(({ name }) => name).filter((name) => name !== "longest");
    const same = Object.fromEntries(dials.map((name) => [name, settings()[name]]));
    const other = /** @type {FigureElement | null} */ (document.getElementById(spec.target));
    other?.begin?.();
    other?.handle?.set({ ...same, text, row: -1 });
    other?.scrollIntoView({ block: "nearest" });
  });
  return html("li", {}, load, html("span", {}, ` says ${says}, should say ${should}`));
}

/** @param {TrialsFigure} spec @param {SetState} set @returns {Panel} */
function trialPanel(spec, set) {
  const button = html("button", { type: "button" });
  const bar = html("progress", { "aria-label": "inputs tried", value: 0 });
  const title = html("figcaption");
  const list = html("ol", { class: "failed" });
  const element = html("div", { class: "trial" },
    html("p", { class: "run" }, button, bar), title, list);
  let [settings, made] = [/** @type {State} */ ({}), /** @type {TrialFailure[]} */ ([])];
  button.addEventListener("click", () => {
    if (spec.trial.running) {
      spec.trial.running = false;
      set({});
    } else runTrial(spec, set, { ...settings });
  });
  return {
    element,
    draw(state) {
      settings = state;
      if (spec.trial.key !== keyOf(state)) spec.trial.running = false;
      const { running, tried, failed, failures, key } = spec.trial;
      const asked = key === keyOf(state);
      const shown = asked ? failures : [];
      write(button, running ? "Stop" : "Try them all");
      change(bar, { max: howMany(spec.symbols.length, state.longest), value: asked ? tried : 0 });
      const some = failed > SHOWN ? `The first ${SHOWN} that go wrong` : "Those that go wrong";
      const how = spec.target ? `${some}: press one to see it in the figure` : some;
      title.hidden = !shown.length;
      write(title, how);
      if (made === shown && list.children.length === shown.length) return;
      made = shown;
      while (list.children.length > shown.length) list.lastChild.remove();
      if (list.dataset.key !== key) {
        list.replaceChildren();
        change(list, { "data-key": key });
      }
      for (const failure of shown.slice(list.children.length)) {
        list.append(failureItem(failure, spec, () => settings));
      }
    },
  };
}

// Predict first.

const NOTHING = "nothing"; // what one guesses, and what a program says, that is silent
const REPEATED = 40; // letters of a guess; the others are cut off
const ASKED = `Type your guess first. If it says nothing, guess \u201c${NOTHING}\u201d.`;

/** @param {string} typed */
function repeated(typed) {
  const letters = [...typed];
  return letters.length > REPEATED ? `${letters.slice(0, REPEATED).join("")}\u2026` : typed;
}

/** @param {Speaker} spec @returns {Compute<Run & {open: boolean}>} */
function guess(spec) {
  const speak = RUNS.speaker({ ...spec, cursor: "row" });
  return (state) => {
    const { guess: typed, asked, ...rest } = state;
    const run = speak(rest);
    const { program, decisions, first } = run;
    const sent = asked === state.text && !run.error;
    const open = sent && typed !== "";
    if (!open) {
      const question = `What does it say after ${run.told || "nothing"}?`;
      const text = run.error ? "" : `${question} ${sent ? ASKED : "Guess first."}`;
      return { ...run, open, now: { kind: "", text: "" }, whole: { kind: "", text } };
    }
    const ids = decisions.slice(first).map(({ token }) => token)
      .filter((id) => id !== program.stop);
    const said = joined(program, ids) || NOTHING;
    const right = plain(typed, program.joint) === plain(said, program.joint);
    const words = `\u201c${repeated(typed)}\u201d`;
    const text = right ? `You guessed ${words}, and so it is. ${run.whole.text}`
      : `You guessed ${words}. ${run.whole.text}`;
    return { ...run, open, whole: { kind: right ? "right" : "wrong", text } };
  };
}

// Opens what the page says of a guess that was sent: it stands folded behind the figure.
/** @param {Element} form */
function openAnswer(form) {
  const root = /** @type {ShadowRoot} */ (form.getRootNode());
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const folds = document.querySelectorAll("details.until-guessed[data-asks]");
  for (const fold of folds) {
    if (fold.dataset.of !== root.host?.id) continue;
    fold.open = true;
    delete fold.dataset.asks;
  }
}

/** @param {GuessLine} control @param {SetState} set @returns {ControlNode} */
function guessControl({ label }, set) {
  const input =
    html("input", { type: "text", autocomplete: "off", autocapitalize: "off",
      spellcheck: "false" });
  const form = html("form", { class: "guess" }, labeled(label, input),
    html("button", { type: "submit" }, "Show"));
  form.firstElementChild.classList.add("wide");
  let last = /** @type {State} */ ({});
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    set({ guess: input.value.trim(), asked: last.text });
  });
  return {
    element: form,
    show(state, run) {
      if (last.text !== state.text || last.guess !== state.guess) {
        input.value = run.open ? state.guess : "";
      }
      last = { ...state };
      form.closest(".card").classList.toggle("covered", !run.open);
      if (run.open) openAnswer(form);
    },
  };
}

Object.assign(RUNS, { trials, guess });
PANELS.trialPanel = trialPanel;
CONTROLS.guess = guessControl;
STYLES.push(CSS);
