// @ts-check
// Two programs that hear one prompt. Their places are lined up by what was typed and, from there
// on, by what they say; a column is such a place, and stands on the tape once for both.

import { RUNS, format, nameOf } from "../kit/runs.js";
import { PANELS, change, describe, html, write } from "../kit/panels.js";
import { CONTROLS, STYLES } from "../kit/view.js";
import CSS from "./pair.css";
/** @import {Pair, Speaker, WhichOne} from "../kit/figures" */
/** @import {Changes, Compute, ControlNode, Decision, Outcome} from "../kit/page" */
/** @import {Panel, Program, Row} from "../kit/page" */
/** @import {Run, RunHead, SetState, State, Token} from "../kit/page" */

/** @typedef {{heard?: string, said: (Decision | undefined)[], differs: boolean}} PairColumn */
/**
 * @typedef {{i: number, called: string, sizes: Record<string, number>, speaker: Speaker,
 *   speak: (row: number) => Run, run: Run, ok: boolean, at: ReturnType<typeof lined>}} Side
 * @typedef {{sides: Side[], able: Side[], columns: PairColumn[], last: number, place: number,
 *   named: boolean}} PairMade
 */

const SIDES = ["first", "second"];
const LETTERS = ["A", "B"];
// what a side has for itself, the second under this name and a 2
const OWN = ["off", "changed", "at"];
const SHARE = 0.1; // of its attention: what a head reads at all
const LISTED = 4; // places that are named one by one
const ALIKE = 1e-9; // of the largest number of a row: what rounding alone can do
/** @type {Record<string, string>} */
const SAID = { nan: "\u2205", tie: "=" };

/** @param {Pair} spec @param {string} name */
const indexOf = (spec, name) => Math.max(0, spec.compared.findIndex((each) => each.name === name));

// The state of one side, as a program by itself has it.
/**
 * @param {State} state @param {number} k @param {Speaker} speaker @param {number} row
 * @returns {State}
 */
function stateOf(state, k, speaker, row) {
  const known = Object.keys(speaker.state).map((key) =>
    [key, state[k && OWN.includes(key) ? `${key}2` : key] ?? speaker.state[key]]);
  /** @type {State} */
  const own = Object.fromEntries(known);
  return { ...own, row, step: nearestStep(speaker, own.step) };
}

// The step of a program that is nearest to one that it may not have: of its kind, as late as it has
// it.
/** @param {Speaker} speaker @param {string} wanted */
export function nearestStep({ hidden, state }, wanted) {
  const steps = /** @type {string[]} */ (hidden.find(({ name }) => name === "step")?.values ?? []);
  if (!wanted || steps.includes(wanted)) return wanted;
  const kind = wanted.replace(/ \d+/, "");
  return steps.filter((step) => step.replace(/ \d+/, "") === kind).pop() ?? state.step;
}

/** @param {Pair} spec @param {State} state */
const isNamed = ({ question, compared }, { guess }) =>
  !question || compared.some(({ name }) => name === guess);

// Where the columns of a side are. The last symbol that was typed and the place that first says
// something are one column, whatever a program puts between them.
/** @param {Run} run @param {number} typed @param {number} before */
function lined({ program, first, heard, decisions }, typed, before) {
  const base = before + typed - 1; // the column that first says something
  const own = program.before.length;
  return {
    place: (/** @type {number} */ column) =>
      (column >= base ? first + column - base : column - before + own),
    column: (/** @type {number} */ place) =>
      (place >= first ? base + place - first : place - own + before),
    last: base + Math.max(heard.length, decisions.length) - 1 - first,
    end: heard.length - 1,
  };
}

// Computes both sides, and where they differ.
/** @param {import("../kit/figures").Pair} spec */
function pair(spec) {
  const speakers = SIDES.map(() => /** @type {Compute<Run>[]} */ ([]));
  /** @param {number} k @param {number} i */
  const speakerOf = (k, i) => (speakers[k][i] ??= RUNS.speaker(spec.compared[i].speaker));
  /** @param {State} state @param {number} k */
  const ask = (state, k) => {
    const i = indexOf(spec, state[SIDES[k]]);
    const { name, speaker, sizes } = spec.compared[i];
    // what is looked at changes nothing
    const { step, at, ...heard } = stateOf(state, k, speaker, -1);
    /** @param {number} row */
    const speak = (row) => speakerOf(k, i)({ ...heard, row });
    const run = speak(-1);
    const called = isNamed(spec, state) ? name : LETTERS[k];
    return { i, called, sizes, speaker, speak, run, ok: !run.error };
  };
  return (/** @type {State} */ state) => {
    const asked = SIDES.map((_, k) => ask(state, k));
    /** @param {(run: Run) => number} what */
    const most = (what) => Math.max(0, ...asked.map(({ ok, run }) => (ok ? what(run) : 0)));
    const typed = most(typedOf);
    const before = most(({ program }) => program.before.length);
    const start = Math.max(0, before + typed - 1);
    const all = asked.map((side) => ({ ...side, at: lined(side.run, typed, before) }));
    const last = Math.max(0, ...all.map(({ ok, at }) => (ok ? at.last : 0)));
    const place = Math.min(state.row < 0 ? start : state.row, last);
    const sides = all.map((side) => ({ ...side, run: side.ok ? standAt(side, place) : side.run }));
    const able = sides.filter(({ ok }) => ok);
    const columns = able.length ? columnsOf(able, last, start) : [];
    const run = { sides, able, columns, last, place, named: isNamed(spec, state) };
    const error = able.length ? "" : sides[0].run.error;
    return { ...run, error, ...describePair(spec, state, run) };
  };
}

/** @param {Run} run */
const typedOf = ({ first, program }) => first + 1 - program.before.length - program.after.length;

// The run of a side at a column, or at the nearest place that it has.
/** @param {Side} side @param {number} column */
const standAt = ({ speak, at }, column) => speak(Math.min(Math.max(0, at.place(column)), at.end));

// What stands in each column: what was heard there, and what each side that can take the prompt
// decided there.
/** @param {Side[]} able @param {number} last @param {number} start @returns {PairColumn[]} */
function columnsOf(able, last, start) {
  return Array.from({ length: last + 1 }, (_, column) => {
    const said = able.map(({ run, at }) => run.decisions[at.place(column)]);
    const heard = column > start ? undefined : able.map(({ run, at }) =>
      /** @type {[Program, Token]} */ ([run.program, run.heard[at.place(column)]]))
        .find(([, token]) => token !== undefined);
    const differs = able.length > 1 && said.some(Boolean) &&
      wordOf(able[0].run, said[0]) !== wordOf(able[1].run, said[1]);
    return { heard: heard && nameOf(heard[0], heard[1]), said, differs };
  });
}

/** @param {Run} run @param {Decision | undefined} decision */
const wordOf = ({ program }, decision) =>
  !decision ? "" : decision.token < 0 ? "NaN" : nameOf(program, decision.token);

/** @param {string[]} words */
const listOf = (words) => (words.length < 2 ? words.join("")
  : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`);

// The places that a head reads from one place, as columns.
/** @param {Side} side @param {Row} pattern */
function readsOf({ run, at }, pattern) {
  return pattern.map((weight, j) => [weight, at.column(run.from + j)])
    .filter(([weight]) => weight >= SHARE).map(([, column]) => column);
}

/** @param {number[]} columns */
function readsInWords(columns) {
  if (!columns.length) return "nothing much";
  if (columns.length > LISTED) return `${columns.length} positions`;
  return `position${columns.length > 1 ? "s" : ""} ${listOf(columns.map(String))}`;
}

// What a head is for, without how often: "finds the same 2" does what "finds the same" does.
/** @param {RunHead} head */
const purpose = ({ name }) => name.replace(/ \d+$/, "");

// The heads that two machines have in common, by layer and purpose, or by their numbers.
/** @param {Side[]} sides */
function sharedHeads([one, other]) {
  return one.run.weights.layers.flatMap(({ heads }, layer) => {
    const others = other.run.weights.layers[layer]?.heads ?? [];
    const same = heads.length === others.length;
    return heads.map((head, h) => {
      const name = purpose(head);
      const twin = name ? others.findIndex((each) => purpose(each) === name) : same ? h : -1;
      return { layer, pair: [h, twin], name: name || `head ${h}` };
    }).filter(({ pair }) => pair[1] >= 0);
  });
}

// The first step at which two machines part at a column, in words: by the numbers where these can
// be compared, else by what their heads read. Nothing where there is nothing to compare.
/** @param {Side[]} sides @param {number} column */
export function parting(sides, column) {
  const both = sides.map((side) => ({ ...side, run: standAt(side, column) }));
  const rows = both.map(({ run }) => Object.entries(run.stream)
    .map(([name, x]) => /** @type {[string, Row]} */ ([name, x[run.step]])));
  const comparable = rows[0].length === rows[1].length && rows[0].every(([name, x], i) =>
    name === rows[1][i][0] && x.length === rows[1][i][1].length);
  const apart = comparable ? rows[0].find(([, x], i) => {
    const size = Math.max(...x.map(Math.abs), 1e-300);
    return x.some((value, j) => !(Math.abs(value - rows[1][i][1][j]) <= ALIKE * size));
  })?.[0] : undefined;
  for (const { layer, pair, name } of sharedHeads(both)) {
    const reads = both.map((side, k) =>
      readsOf(side, side.run.heads[layer][pair[k]].pattern[side.run.step]));
    if (String(reads[0]) === String(reads[1])) continue;
    const words = both.map((side, k) => `${readsInWords(reads[k])} in ${side.called}`);
    const text =
      `Their heads part in layer ${layer}: \u201c${name}\u201d reads ${words.join(", ")}.`;
    return { step: `look ${layer}`, text };
  }
  if (!apart) return { step: "", text: "" };
  const where = apart === "embedding" ? "at once, in the embedding" : `in ${apart}`;
  return { step: stepOf(apart), text: `Their numbers part ${where}.` };
}

// What comes out of both, in words: of a question first whether it was answered.
/**
 * @param {Pair} spec @param {State} state @param {PairMade} run
 * @returns {{whole: Outcome, now: Outcome, step?: string}}
 */
function describePair(spec, state, { sides, able, columns, named }) {
  const unable = sides.filter(({ ok }) => !ok);
  const silent = unable.map(({ called }) => `${called} cannot take this prompt.`).join(" ");
  const nothing = { kind: "", text: "" };
  if (able.length < 2) return { whole: { kind: "", text: silent }, now: nothing };
  const at = columns.findIndex(({ differs }) => differs);
  const differing = columns.filter(({ differs }) => differs).length;
  const of = columns.filter(({ said }) => said.some(Boolean)).length;
  const names = sides.map(({ called }) => called);
  const words = at < 0 ? [] : able.map(({ run, called }, k) => {
    const said = columns[at].said[k];
    return said ? `${called} says \u201c${wordOf(run, said)}\u201d` : `${called} says nothing more`;
  });
  const all = of > 1 ? `; in all at ${differing} of ${of}` : "";
  const compared = at < 0 ? `${listOf(names)} say the same.`
    : `They differ first at position ${at}: ${words.join(", ")}${all}.`;
  const part = at < 0 ? { step: "", text: "" } : parting(sides, at);
  const whole = { kind: "", text: compared, ...(at < 0 ? {} : { place: at }) };
  const now = { kind: "", text: part.text };
  const { step } = part;
  if (!spec.question) return { whole, now, step };
  if (!named) return { whole: { ...whole, text: `${spec.question} ${compared}` }, now, step };
  const right = state.guess === spec.right;
  const letter = LETTERS[SIDES.findIndex((side) => state[side] === spec.right)];
  const told = `It is ${letter}, ${spec.right}. ${right ? "So you said." : "You said the other."}`;
  return { whole: { ...whole, kind: right ? "right" : "wrong", text: `${told} ${compared}` }, now,
    step };
}

// The step of the machine at which a part of the stream was written.
/** @type {Record<string, string>} */
const STEPS = { embedding: "embed", attention: "carry", cross: "carry", mlp: "think" };
/** @param {string} name */
const stepOf = (name) => {
  const [part, ...layer] = name.split(" ");
  return [STEPS[part], ...layer, ...(part === "cross" ? [part] : [])].join(" ");
};

// One tape for both: a column has what was heard, and below it what each says there.
/** @param {SetState} set */
function sharedTape(set) {
  const list = html("ol", { class: "tape two" });
  /** @type {HTMLElement[]} */
  const cells = [];
  list.addEventListener("click", (event) => {
    const cell = /** @type {Element} */ (event.target).closest("li");
    if (cell) set({ row: cells.indexOf(cell) });
  });
  /** @param {number} i */
  const cellAt = (i) => {
    if (!cells[i]) {
      cells[i] = html("li", {}, html("span"), html("b"), html("b"));
      list.append(cells[i]);
    }
    return cells[i];
  };
  return {
    element: list,
    /** @param {PairMade} run */
    draw({ able, columns, place }) {
      columns.forEach(({ heard, said, differs }, i) => {
        const cell = cellAt(i);
        const words = able.map(({ run }, k) => wordOf(run, said[k]));
        const saying = said.some(Boolean);
        write(cell.children[0], heard ?? "");
        for (const k of [0, 1]) write(cell.children[1 + k],
          saying ? words[k] || (k < able.length ? "\u00b7" : "") : "");
        const spoken = able.map(({ called }, k) => `${called} says ${words[k] || "nothing"}`);
        const label = [`position ${i}`, heard === undefined ? "" : `heard ${heard}`,
          ...(saying ? spoken : []), differs ? "they differ" : ""];
        change(cell, {
          class: differs ? "differs" : saying ? "says" : "",
          "aria-current": i === place ? "step" : "false",
          "aria-label": label.filter(Boolean).join(", "),
        });
      });
      while (cells.length > columns.length) cells.pop().remove();
      describe(list, "What was heard, and what both say");
    },
  };
}

// The sizes of both, a row each.
/** @param {Pair} spec */
function sizesTable(spec) {
  const kinds = Object.keys(spec.compared[0].sizes);
  const rows =
    SIDES.map(() => html("tr", {}, html("th", { scope: "row" }), ...kinds.map(() => html("td"))));
  const head = kinds.map((kind) => html("th", { scope: "col" }, kind));
  const element = html("table", { class: "sizes" },
    html("thead", {}, html("tr", {}, html("td"), ...head)), html("tbody", {}, ...rows));
  return {
    element,
    /** @param {PairMade} run */
    draw({ sides, named }) {
      element.hidden = !named;
      sides.forEach(({ called, sizes }, k) => {
        const [name, ...numbers] = rows[k].children;
        write(name, called);
        kinds.forEach((kind, j) => write(numbers[j], format(sizes[kind], 9)));
      });
    },
  };
}

/** @type {Record<string, string>} */
const ICONS = { right: "\u2713", wrong: "\u2717", ...SAID };

// One side: its name, what came out of it, and its panels, which are made anew for another program.
/** @param {Pair} spec @param {SetState} set @param {number} k */
function sideOf(spec, set, k) {
  const [name, icon, whole] = [html("b"), html("span", { "aria-hidden": "true" }), html("span")];
  const said = html("div", {}, html("p", {}, icon, whole));
  const ask = html("button", { type: "button" });
  const inside = html("div", { class: "panels" });
  const element = html("div", { class: "side", role: "group" }, name, said, ask, inside);
  let [made, panels, side] = [-1, /** @type {Panel<Run>[]} */ ([]), /** @type {Side} */ (null)];
  ask.addEventListener("click", () => set({ text: side.speaker.state.text, row: -1 }));
  /** @type {SetState} */
  const setOwn = (changes) => {
    const renamed = Object.entries(changes).map(([key, value]) => {
      if (key === "row") return [key, side.at.column(Number(value))];
      return [OWN.includes(key) && k ? `${key}2` : key, value];
    });
    set(Object.fromEntries(renamed));
  };
  return {
    element,
    /** @param {State} state @param {PairMade} run */
    draw(state, { sides, named }) {
      side = sides[k];
      const { i, run, ok, called, speaker } = side;
      if (made !== i) {
        panels = spec.below.map((panel) => PANELS[`${panel}Panel`](speaker, setOwn));
        inside.replaceChildren(...panels.map((panel) => panel.element));
        made = i;
      }
      const { kind, text } = ok ? run.whole : { kind: "", text: run.error };
      write(name, named && spec.question ? `${LETTERS[k]}: ${called}` : called);
      change(element, { "aria-label": name.textContent });
      for (const nav of inside.querySelectorAll("nav"))
        change(nav, { "aria-label": `steps of ${called}` });
      write(icon, ICONS[kind] ? `${ICONS[kind]} ` : "");
      write(whole, text);
      change(said, { class: `outcome ${kind}` });
      ask.hidden = ok;
      write(ask, `Ask \u201c${speaker.state.text}\u201d`);
      inside.hidden = !ok;
      const other = sides[1 - k];
      // numbers of one meaning
      const rival = ok && other.ok && other.i === i ? other.run : undefined;
      if (ok) for (const panel of panels)
        panel.draw(stateOf(state, k, speaker, run.place), run, rival);
    },
  };
}

/**
 * @param {Pair} spec @param {SetState} set
 * @returns {Panel<PairMade & {whole: Outcome, step?: string}>}
 */
function pairPanel(spec, set) {
  const legend = html("figcaption");
  const tape = sharedTape(set);
  const sizes = sizesTable(spec);
  const sides = SIDES.map((_, k) => sideOf(spec, set, k));
  const part = html("button", { type: "button" }, "See where they part");
  /** @type {Changes} */
  let where;
  part.addEventListener("click", () => set(where));
  const element = html("div", { class: "both" },
    html("div", { class: "heard" }, html("figure", {}, legend, tape.element), part),
    html("div", { class: "sides" }, ...sides.map((side) => side.element)), sizes.element);
  return {
    element,
    draw(state, run) {
      const [above, below] = run.able.map(({ called }) => called);
      write(legend, below === undefined ? `What ${above ?? "nobody"} says`
        : `Heard; below it ${above}, then ${below}; framed where they differ`);
      tape.draw(run);
      where = { row: run.whole.place, step: run.step };
      part.hidden = !run.step || (run.place === where.row && state.step === where.step);
      sizes.draw(run);
      for (const side of sides) side.draw(state, run);
    },
  };
}

// The question, with a button for each side.
/** @param {WhichOne} control @param {SetState} set @returns {ControlNode} */
function whichControl({ name, label }, set) {
  const buttons = LETTERS.map((letter) => html("button", { type: "button" }, letter));
  const element = html("fieldset", { class: "control line which" }, html("legend", {}, label),
    html("div", {}, ...buttons));
  let last = /** @type {State} */ ({});
  buttons.forEach((button, k) => button.addEventListener("click",
    () => set({ [name]: last[SIDES[k]] })));
  return {
    element,
    show(state) {
      last = state;
      buttons.forEach((button, k) => change(button,
        { "aria-pressed": state[name] === state[SIDES[k]] }));
    },
  };
}

RUNS.pair = pair;
PANELS.pairPanel = pairPanel;
CONTROLS.which = whichControl;
STYLES.push(CSS);
