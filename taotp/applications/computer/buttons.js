// @ts-check
// What moves a run: step, back, run, to what is said next; the registers, what was said, and the
// reader's answers to what the machine asks.

import { html, write } from "../../page/kit/panels.js";
import { cellWord, isNumber } from "./little_man.js";
import { AFRESH, AS_TYPED } from "./program.js";
/** @import {SetState, State} from "../../page/kit/page" */
/** @import {ComputerRun} from "./panel.js" */

const PACE = 140; // ms a step
const TELLS = /^[!\x22?.]$/; // where a run to what is said stops

// The place behind the next token that says, asks or halts; the last where there is none yet.
/** @param {ComputerRun} run */
export function nextTold({ trace: { words, begins }, row, last }) {
  const at = words.findIndex((word, i) => i > row && TELLS.test(word));
  return at < 0 ? last : at - begins + 1;
}

// An input line with a button, for a number that is asked for or a guess.
/** @param {string} label @param {(text: string) => void} take */
function line(label, take) {
  const input = html("input", { ...AS_TYPED, "aria-label": label, placeholder: label });
  const element = html("form", { class: "asked" }, input,
    html("button", { type: "submit" }, "Enter"));
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    take(input.value.trim());
    input.value = "";
  });
  return element;
}

// Steps at a pace until something stops them.
/** @param {() => boolean} step @param {(runs: boolean) => void} told */
function player(step, told) {
  let [playing, timer] = [false, /** @type {any} */ (0)];
  const go = () => {
    if (playing && step()) timer = setTimeout(go, PACE);
    else stop();
  };
  const stop = () => {
    clearTimeout(timer);
    playing = false;
    told(false);
  };
  return {
    stop,
    toggle() {
      if (playing) return stop();
      playing = true;
      told(true);
      return go();
    },
  };
}

/** @typedef {{state: State, run: ComputerRun}} Now */

// The buttons of a run, by what they do.
/** @param {SetState} set @param {Now} now @param {() => boolean} step @param {Node} tale */
function movers(set, now, step, tale) {
  const play = player(step, (runs) => write(all.run, runs ? "Pause" : "Run"));
  /** @param {string} name @param {() => void} act */
  const button = (name, act) => {
    const made = html("button", { type: "button" }, name);
    made.addEventListener("click", () => {
      if (name !== "Run") play.stop();
      write(tale, "");
      act();
    });
    return made;
  };
  const all = {
    start: button("Start", () => set(AFRESH)),
    back: button("Back", () => set({ step: Math.max(0, now.run.place - 1) })),
    step: button("Step", step),
    run: button("Run", play.toggle),
    told: button("Run to !", () => set({ step: nextTold(now.run) })),
  };
  return all;
}

// The lines in which a reader answers what is asked, and guesses what comes next.
/** @param {SetState} set @param {Now} now @param {() => boolean} step @param {Node} tale */
function lines(set, now, step, tale) {
  const input = line("a number from \u2212999 to 999", (text) => {
    const word = text.replace("\u2212", "-");
    const good = /^-?\d{1,3}$/.test(word);
    write(tale, good ? "" : `\u201c${text}\u201d is not a number of three digits.`);
    const { state, run } = now;
    if (good) set({ inputs: `${state.inputs} ${word}`.trim(), step: run.place + 1 });
  });
  const guess = line("which token comes next?", (text) => {
    const next = now.run.ghost;
    const right = text === next || (isNumber(text) && Number(text) === Number(next));
    write(tale, right ? `Right: ${next}.` : `It says ${next}, not ${text || "nothing"}.`);
    step();
  });
  return { input, guess };
}

/** @param {SetState} set */
export function buttons(set) {
  const now = { state: /** @type {State} */ ({}), run: /** @type {ComputerRun} */ (null) };
  const tale = html("p", { class: "note", role: "status" });
  const step = () => {
    if (now.run.place === now.run.last) return false;
    set({ step: now.run.place + 1 });
    return now.run.place < now.run.last;
  };
  const all = movers(set, now, step, tale);
  const { input, guess } = lines(set, now, step, tale);
  const registers = html("p", { class: "registers" }, html("b"),
    " in the accumulator, next is mailbox ", html("b"));
  const shown = html("output");
  return {
    element: html("div", { class: "acts" }, registers,
      html("div", { class: "row" }, ...Object.values(all)),
      input, guess, tale),
    said: html("p", { class: "shown" }, "Said: ", shown),
    /** @param {State} state @param {ComputerRun} run */
    draw(state, run) {
      Object.assign(now, { state, run });
      const { reader, trace, place, last } = run;
      write(registers.children[0], String(reader.acc));
      write(registers.children[1], reader.at < 100 ? cellWord(reader.at) : "none");
      write(shown, reader.said.join(" ") || "nothing yet");
      all.back.disabled = !place;
      for (const each of [all.step, all.run, all.told]) each.disabled = place === last;
      input.hidden = !(trace.ends === "asks" && place === last);
      guess.hidden = state.ask !== "yes" || place === last;
    },
  };
}
