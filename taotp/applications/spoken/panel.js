// @ts-check
// A reader says three words, and then one of them: the words with their recordings, what is to be
// named, and what the machine makes of it.

import { format } from "../../page/kit/runs.js";
import { PANELS, change, cellMap, describe, figure, html, paths, pool, svg, trace,
  write } from "../../page/kit/panels.js";
import { CONTROLS, STYLES, select } from "../../page/kit/view.js";
import { soundInput } from "../../page/sound/input.js";
import { play } from "../../page/sound/microphone.js";
import { RATE } from "../../page/sound/rates.js";
import { changed } from "./changed.js";
import { figureOf, plain } from "./bench.js";
import CSS from "./panel.css";
/** @import {Recordings, SayOne, Select, Words} from "../../page/kit/figures" */
/** @import {CellTable, ControlNode, Panel} from "../../page/kit/page" */
/** @import {Row, SetState, State} from "../../page/kit/page" */
/** @import {WordBench, WordsRun} from "./bench.js" */
/** @import {Recording} from "./listener.js" */

const WAIT = 50; // ms without a change before the machine hears anew
const LISTENING = { most: 5, rest: 0.7, constraints: { noiseSuppression: true } }; // seconds
const LEFT = 58; // px beside the bands, for their names
const [WAVE, HUMPS, TALL] = [56, 40, 7]; // px: wave, weights of the heads, one band

/**
 * @typedef {{set: SetState, add(i: number, samples: Float64Array): void,
 *   take(i: number, k: number): void}} SlotActs
 */

const LEAD = "Say your own three words";

// What a figure does in the microphone's time.
/** @param {string} name @param {() => string} ask @param {(samples: Float64Array) => void} take */
const listens = (name, ask, take) => soundInput({ name, ask, take, ...LISTENING });

// One word: its name, its recordings, and how another is made.
/** @param {Words} spec @param {number} i @param {SlotActs} act */
function slotOf(spec, i, act) {
  const name =
    html("input", { type: "text", maxlength: 24, autocomplete: "off", spellcheck: "false",
    "aria-label": `name of word ${i + 1}` });
  const input = listens("Say it", () => `Say \u201c${name.value}\u201d.`,
    (samples) => act.add(i, samples));
  const chips = html("span", { class: "chips" });
  input.element.append(chips);
  const element = html("li", { class: "slot" }, name, input.element, input.told);
  name.addEventListener("input", () => act.set({ [spec.names[i]]: name.value }));
  input.drop(element);
  /** @type {string} */
  let drawn;
  return {
    element, input,
    /** @param {State} state @param {WordsRun} run @param {boolean} own */
    show(state, run, own) {
      if (name.value !== state[spec.names[i]]) name.value = state[spec.names[i]];
      const lit = run.label === i && !run.pending ? ` lit ${run.whole.kind}` : "";
      change(element, { class: `slot${lit}` });
      const [all, called] = [run.all[i], state[spec.names[i]]];
      const key = `${own} ${called} ${all.map(({ samples }) => samples.length).join(" ")}`;
      if (drawn === key) return;
      drawn = key;
      chips.replaceChildren(...all.flatMap((one, k) =>
        chipOf(one, own ? `${called} ${k + 1}` : `${called} as the weights have it`,
          own && (() => act.take(i, k)))));
      if (!all.length) write(chips, "not said yet");
    },
  };
}

// A recording that can be played, and taken away where it is the reader's.
/** @param {Recording} recording @param {string} name @param {false | (() => void)} remove */
function chipOf({ samples }, name, remove) {
  const lasts = `${(samples.length / RATE).toFixed(1)} s`;
  const button =
    html("button", { type: "button", class: "chip", "aria-label": `play ${name}, ${lasts}` },
      `\u25b6 ${lasts}`);
  button.addEventListener("click", () => play(samples));
  if (!remove) return [button];
  const away = html("button", { type: "button", class: "chip", "aria-label": `take away ${name}` },
    "\u2715");
  away.addEventListener("click", remove);
  return [button, away];
}

/** @param {string} text @param {() => void} act */
function button(text, act) {
  const made = html("button", { type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}

// A button that asks for one word after another, and then for one of them.
/** @param {ReturnType<typeof slotOf>[]} slots @param {WordBench} bench @param {() => void} begin */
function sayAll(slots, bench, begin) {
  /** @type {ReturnType<typeof soundInput> | undefined} */
  let asked; // the input that listens, while a reader is led
  const lead = async () => {
    begin();
    const todo = slots.filter((_, i) => !bench.own[i].length);
    for (const input of [...(todo.length ? todo : slots).map((slot) => slot.input), bench.input]) {
      asked = input;
      if (!await input.listen() || !asked) break;
    }
    asked = undefined;
    write(made, LEAD);
  };
  const made = button(LEAD, () => {
    write(made, asked ? LEAD : "\u25a0 Stop");
    if (!asked) return lead();
    asked.stop();
    return (asked = undefined);
  });
  made.classList.add("first");
  return made;
}

// The words. What a reader says makes the weights his own; the robot's can be had again.
/** @param {Recordings} control @param {SetState} set @returns {ControlNode} */
function recordings(control, set) {
  const spec = figureOf(control);
  const { bench } = spec;
  const act = {
    set,
    /** @param {number} i @param {Float64Array} samples */
    add(i, samples) {
      bench.add(i, samples);
      set({ weights: spec.own });
    },
    /** @param {number} i @param {number} k */
    take(i, k) {
      bench.take(i, k);
      set({});
    },
  };
  const slots = spec.names.map((_, i) => slotOf(spec, i, act));
  const all = sayAll(slots, bench, () => set({ weights: spec.own }));
  const by = select(/** @type {Select} */ (spec.hidden.find(({ name }) => name === "weights")),
    set);
  const forget = button("Forget what I said", () => {
    bench.forget();
    set({ ...spec.state });
  });
  const element = html("div", { class: "words" },
    html("div", { class: "sound" }, html("b", {}, "1. Three words, each said once"), by.element,
      all, forget),
    html("ul", { class: "slots" }, ...slots.map((slot) => slot.element)),
    html("p", { class: "note" },
      "What you say stays in this page: it is not sent, and gone when you leave."));
  /** @type {ReturnType<typeof setTimeout>} */
  let waiting;
  return {
    element,
    show(state, run) {
      const own = state.weights === spec.own;
      slots.forEach((slot) => slot.show(state, run, own));
      by.show(state);
      forget.hidden = !bench.said && !bench.own.some((each) => each.length);
      clearTimeout(waiting);
      if (run.pending) waiting = setTimeout(() => {
        bench.settle(state);
        set({});
      }, WAIT);
    },
  };
}

// One of them, said or taken from a file, and played as it was changed.
/** @param {SayOne} control @param {SetState} set @returns {ControlNode} */
function sayOne(control, set) {
  const spec = figureOf(control);
  const { bench } = spec;
  /** @type {State} */
  let now;
  const input =
    listens("Say one", () => `Say one of ${spec.names.map((name) => now[name]).join(", ")}.`,
      (samples) => {
        bench.say(samples);
        set({ heard: spec.own });
      });
  bench.input = input;
  const hear = button("\u25b6 Play", () => {
    const samples = bench.asked(now);
    if (samples) play(changed(samples, now));
  });
  const buttons = input.element;
  const list = select(/** @type {Select} */ (spec.hidden.find(({ name }) => name === "heard")),
    set);
  buttons.prepend(html("b", {}, "2. Now say one of them"));
  buttons.append(list.element, hear);
  const element = html("div", { class: "words" }, buttons, input.told);
  input.drop(element);
  return {
    element,
    show(state) {
      now = state;
      list.show(state);
      hear.disabled = !bench.asked(state);
    },
  };
}

// The sentence, which the sound decides at its fork.
/** @param {Words} spec @returns {Panel<WordsRun>} */
function sentencePanel(spec) {
  const words = spec.sentence.map((word) =>
    html("span", { class: word === "{}" ? "fork" : "" }, word));
  const element = html("p", { class: "sentence stays" }, ...words.flatMap((word) => [word, " "]));
  const fork = words[spec.sentence.indexOf("{}")];
  return {
    element,
    draw(state, { label, names, pending, whole }) {
      write(fork, label < 0 ? "\u2026" : names[label]);
      change(fork, { class: label < 0 ? "fork" : `fork said ${whole.kind}` });
      change(element, { class: pending ? "sentence stays pending" : "sentence stays" });
    },
  };
}

// A bar for each recording: how much what was heard is like it.
/** @param {Words} spec @returns {Panel<WordsRun>} */
function votesPanel(spec) {
  const list = html("ul", { class: "votes" });
  const note = html("p", { class: "note" },
    `A recording votes where the bar is longer than the dashed line, at ${spec.alike[0]}.`);
  const make = () => html("li", {}, html("span"),
    html("span", { class: "way" }, html("i"), html("u")), html("output"));
  /** @type {HTMLElement[]} */
  const rows = [];
  const element = figure("How much it is like each recording", list, note);
  change(element, { class: "likeness" });
  return {
    element,
    draw(state, { names, labels, cosines, label, pending }) {
      while (rows.length < labels.length) rows.push(list.appendChild(make()));
      while (rows.length > labels.length) rows.pop().remove();
      change(list, { class: pending ? "votes pending" : "votes" });
      labels.forEach((each, i) => {
        const [name, way, number] = rows[i].children;
        const value = cosines[i] ?? 0;
        const several = labels.filter((other) => other === each).length > 1;
        write(name, names[each] + (several ? ` ${i - labels.indexOf(each) + 1}` : ""));
        write(number, cosines[i] === undefined ? "" : plain(value));
        change(rows[i], { class: each === label ? "told" : value > spec.alike[0] ? "voting" : "" });
        /** @type {HTMLElement} */ (way.firstChild)
          .style.width = `${(100 * Math.max(0, value)).toFixed(1)}%`;
        /** @type {HTMLElement} */ (way.lastChild).style.left = `${100 * spec.alike[0]}%`;
      });
    },
  };
}

/** @param {Words} spec */
const middleOf = (spec) => (/** @type {number} */ band) => {
  const [low, high] = [100, 3900].map((hertz) => Math.log10(1 + hertz / 700));
  const count = spec.bands.columns;
  return 700 * (10 ** (low + ((high - low) * (band + 1)) / (count + 1)) - 1);
};

// A wave over so many pixels of a width of 1,000: from its least to its largest in each stretch.
/** @param {Float64Array} samples @param {number} high */
function waveOf(samples, high) {
  const wide = Math.min(500, samples.length);
  const largest = samples.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9);
  let path = "";
  for (let i = 0; i < wide; i++) {
    const part = samples.subarray(Math.floor((i * samples.length) / wide),
      Math.floor(((i + 1) * samples.length) / wide));
    const [low, top] = [Math.min(...part), Math.max(...part)]
      .map((x) => (high / 2) * (1 - (0.95 * x) / largest));
    path += `M${((1000 * (i + 0.5)) / wide).toFixed(1)} ` +
      `${low.toFixed(1)}V${(top - 0.4).toFixed(1)}`;
  }
  return path;
}

// What each head weighs of each frame, as a hump over the frames.
/** @param {Row} weights @param {number} high */
function humpOf(weights, high) {
  const top = Math.max(...weights);
  /** @param {number} weight @param {number} t */
  const at = (weight, t) =>
    `${((1000 * (t + 0.5)) / weights.length).toFixed(1)} ` +
      `${(high - (0.9 * high * weight) / top).toFixed(1)}`;
  return `M${weights.map(at).join("L")}`;
}

// How what was said was changed.
/** @param {State} state */
function howSaid({ speed, level, noise }) {
  const ways = [speed !== 1 && `at ${format(speed)} times the speed`,
    level && `${-level} dB quieter`, noise && `with ${noise} % of noise`];
  return ways.filter(Boolean).map((way) => `, ${way}`).join("");
}

// The wave, the bands frame by frame, and the places at which the heads listen.
/** @param {Words} spec @returns {Panel<WordsRun>} */
function heardWordPanel(spec) {
  const [wave] = paths("wave");
  /** @param {number} high @param {...Node} inside */
  const strip = (high, ...inside) => svg("svg",
    { viewBox: `0 0 1000 ${high}`, height: high, preserveAspectRatio: "none",
    class: "strip", role: "img" }, ...inside);
  const [above, between] = [strip(WAVE, wave), strip(HUMPS)];
  const drawHumps = pool(between, () => svg("path", { class: "hump position" }));
  const map = cellMap(LEFT, 4);
  for (const image of [above, between]) image.style.marginLeft = `${LEFT}px`;
  const element = figure("", above, between, map.image, map.readout);
  const middle = middleOf(spec);
  /** @type {WordsRun["heard"]} */
  let drawn;
  return {
    element,
    draw(state, { heard, pending }) {
      write(element.firstChild,
        `What it heard${howSaid(state)}: the wave, the places where its heads listen, and the ` +
          `bands`);
      change(element, { class: pending || !heard ? "heard pending" : "heard" });
      if (!heard || heard === drawn) return;
      drawn = heard;
      const { samples, from, frames, places } = heard;
      const { hop, size } = spec.front;
      trace(wave, waveOf(samples.subarray(from * hop, (from + frames.length - 1) * hop + size),
        WAVE));
      describe(above,
        `The wave of a word ` +
          `of ${frames.length} frames, ${((frames.length * hop) / RATE).toFixed(2)} seconds.`);
      drawHumps(places, (path, weights) => trace(path, humpOf(weights, HUMPS)));
      const ats = places.map((weights) => weights.indexOf(Math.max(...weights)));
      describe(between, `${
        places.length} heads listen around frames ${ats.join(", ")} of ${frames.length}.`);
      map.draw(bandTable(frames, middle, hop));
    },
  };
}

/**
 * @param {Float64Array[]} frames @param {(band: number) => number} middle @param {number} hop
 * @returns {CellTable}
 */
function bandTable(frames, middle, hop) {
  const n = frames[0].length;
  const least = Math.log(1e-5);
  /** @param {number} i @param {number} j */
  const value = (i, j) => frames[j][n - 1 - i]; // low bands below
  const rows = Array.from({ length: n }, (_, i) =>
    ((n - 1 - i) % 6 === 2 ? `${Math.round(middle(n - 1 - i) / 10) * 10} Hz` : ""));
  return {
    rows, tall: TALL,
    columns: frames.map(() => ""),
    shade: (i, j) => 1 - value(i, j) / least,
    say: (i, j) =>
      `${format(Math.round(middle(n - 1 - i)))} Hz, ${((j * hop) / RATE).toFixed(2)} s: ${
      Math.round((10 * value(i, j)) / Math.LN10)} dB below the loudest`.replace(": -", ": "),
    alt: [`The loudness of ${n} bands of pitch in ${frames.length} frames.`],
  };
}

STYLES.push(`:host { --left: ${LEFT}px; }`, CSS);
Object.assign(CONTROLS, { recordings, sayOne });
Object.assign(PANELS, { sentencePanel, votesPanel, heardWordPanel });
