// @ts-check
// Look inside: any of some programs, a tool, and the parts that a reader pressed, which are
// replaced. The machine as it is stands beside the machine as it is then, and under both what the
// tool says of each part, beside what is true.

import { change, html, write, PANELS } from "../../kit/panels.js";
import { CONTROLS, STYLES, labeled } from "../../kit/view.js";
import { RUNS, format, nameOf, remember, several } from "../../kit/runs.js";
import { EDGE, ENCODER, LEAST, alike, kept, partsOf, replayed, saidAt } from "./replay.js";
import { MOST_SPOKEN, TOOLS, changed, finerPart, study } from "./tools.js";
import { StackMap, roomFor } from "./map.js";
import { worker } from "../numbers/work.js";
import CSS from "./panel.css";
/** @import {Bench, Inside, Speaker} from "../../kit/figures" */
/** @import {Compute, ControlNode, Hearing, Outcome, Panel} from "../../kit/page" */
/** @import {Run, SetState, State} from "../../kit/page" */
/** @import {Token} from "../../kit/page" */
/** @import {AskedTool, How, Looked, LookedRun, Looking, MapActs, Part, Replayed} from "./inside" */
/** @import {Said, Study, Tool} from "./inside" */

/**
 * @typedef {{press: HTMLElement, row: HTMLElement} &
 *   Record<"bar" | "number" | "named" | "alone" | "more", HTMLElement>} RankRow
 */

const BAR = 80; // px of the longest bar
const NAMED = 3; // parts that a sentence names
const BETWEEN = 24; // px between the two machines
const ENOUGH = 0.72; // of the room that a machine needs, to stand beside another
const KEYS =
  "Left and right arrows go from part to part, up and down from row to row; Enter takes a part " +
    "out or puts it back.";

// Looks into the program that `speak(text)` runs, and `key` names: at a row, with parts replaced by
// a tool.
/** @returns {(asked: Looking) => LookedRun} */
function looker() {
  /** @type {(text: string) => Run} */
  let speak;
  const based = remember((/** @type {string} */ key, /** @type {string} */ text) => {
    const run = speak(text);
    const base = replayed(run, run);
    /** @param {number} i */
    const answer = (i) => run.answer[run.from + i];
    return { run, base: Object.assign(base, { from: run.from, firstSaid: run.first - run.from }),
      parts: partsOf(run), answer };
  });
  const othered =
    remember((/** @type {string} */ key, /** @type {string} */ text, /** @type {string} */ other) =>
      secondOf(based(key, text), speak(other)));
  const replaced =
    remember((/** @type {string} */ key, /** @type {string} */ text, /** @type {string} */ other,
    /** @type {string[]} */ paths, /** @type {How} */ how) => {
    const { base, run } = based(key, text);
    const second = othered(key, text, other);
    const after = how === "patch" && second.error ? base : changed(base, paths, how, second.run);
    return Object.assign(after, { from: run.from, firstSaid: run.first - run.from });
  });
  return (asked) => {
    speak = asked.speak;
    const { key, text, other, at, scores } = asked;
    const tool = TOOLS[asked.tool] ?? TOOLS.nothing;
    const { run, base, parts, answer } = based(key, text);
    const second = othered(key, text, other);
    const last = base.tokens.length - 1;
    const row = Math.min(asked.row < 0 ? base.firstSaid : asked.row, last);
    const positions = [...positionsOf(base, base.encoder, "read", ENCODER),
      ...positionsOf(base, base, "position", "")];
    const finer = at.split(" ").map((path) => finerPart(base, path, parts)).filter(Boolean);
    const known = [...parts, ...positions, ...finer];
    const picked = at.split(" ").filter((path) => known.some((each) => each.path === path));
    const after = picked.length ? replaced(key, text, other, picked, tool.how) : base;
    const found = { text, other, tool, base, after, picked, row, second, known, answer,
      asked: { base, other: second.run, row, parts, positions, scores },
      key: [key, text, row], place: row, last, error: run.error,
        otherError: tool.how === "patch" ? second.error : "" };
    return { ...found, ...inWords(found) };
  };
}

/**
 * @param {Replayed} run @param {{tokens: Token[]} | undefined} stack @param {string} what
 * @param {string} prefix @returns {Part[]}
 */
const positionsOf = ({ program }, stack, what, prefix) => (stack?.tokens ?? []).map((token, i) =>
  ({ path: `${prefix}embedding.${i}`, kind: "position", number: `${what} ${i}`,
    name: `${what} ${i} (${nameOf(program, token)})` }));

/** @param {Inside} spec @returns {Compute<LookedRun>} */
function inside(spec) {
  const look = looker();
  // the last program alone: others are made again
  let [named, speaks] = ["", /** @type {Compute<Run>} */ (null)];
  return (state) => {
    const entry = spec.programs.find(({ name }) => name === state.program) ?? spec.programs[0];
    const { name, speaker, scores } = entry;
    if (name !== named) [named, speaks] = [name, RUNS.speaker(speaker)];
    /** @param {string} text */
    const speak = (text) => speaks({ ...speaker.state, text, row: -1 });
    const { tool, row } = state;
    const [text, other, at] = [state.text ?? speaker.state.text, state.other ?? entry.other,
      state.at ?? entry.at];
    return { entry, ...look({ key: name, speak, text, other, at, tool, row, scores }) };
  };
}

// What the second prompt is as a run, with what the first says behind it; or why it cannot be.
/**
 * @param {{run: Run, base: Replayed}} first @param {Run} other
 * @returns {{run: Replayed, error: string}}
 */
function secondOf({ run, base }, other) {
  const what = "The second prompt";
  if (other.error) return { run: base, error: `${what}: ${other.error}` };
  const [own, its] = [run, other].map(({ encoder, program: { before, after }, first }) =>
    (encoder ? encoder.tokens.length : first + 1 - before.length) - after.length);
  if (own !== its)
    return { run: base,
      error: `${what} must be as long as the first, which ` +
        `has ${several(own, "symbol")}, not ${format(its)}.` };
  const heard =
    { encoder: other.encoder, tokens: [...other.heard.slice(0, other.first + 1),
      ...run.heard.slice(run.first + 1)].slice(run.from, run.from + run.tokens.length) };
  return { run: replayed(run, heard), error: "" };
}

/** @param {Replayed} run @param {Pick<Said, "token" | "outcome">} said */
const quoted = (run, { token, outcome }) =>
  (outcome === "nan" ? "not a number" : outcome === "tie" ? "nothing (a tie)"
  : `\u201c${nameOf(run.program, token)}\u201d`);
/** @param {string[]} names */
const listOf = (names) => (names.length < 2 ? names.join("")
  : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

/** @param {Part[]} known @param {string[]} paths @param {"name" | "number"} [what] */
function naming(known, paths, what = "name") {
  const names = paths.map((path) => known.find((each) => each.path === path)[what]);
  return names.length > NAMED ? `${names.length} parts` : listOf(names);
}

/** @type {Record<How, (names: string) => string>} */
const BRIEFLY = { zero: (names) => `Without ${names}`,
  mean: (names) => `The mean of ${names} at each place`,
  resample: (names) => `${names} from another text`,
  everywhere: (names) => `One mean of ${names} everywhere`,
  patch: (names) => `${names} from the second prompt` };
/** @type {Record<How, (names: string) => string>} */
const DONE = { zero: (names) => `Without ${names}`,
  mean: (names) => `With the mean of ${names} at each place`,
  resample: (names) => `With ${names} as for another text`,
  everywhere: (names) => `With one mean of ${names} everywhere`,
  patch: (names) => `With ${names} as for the second prompt` };

// Edges are cut and paths lost, whatever else is put in.
/** @param {Tool} tool @param {string[]} picked @returns {How} */
const howOf = ({ how }, picked) =>
  (picked.every((path) => EDGE.test(path) || path.includes("~")) ? "zero" : how);

/** @param {Looked} found @returns {{whole: Outcome, now: Outcome}} */
function inWords({ base, after, picked, row, known, tool, otherError, answer }) {
  const [was, now] = [base, after].map((run) => saidAt(run, row));
  const said = `${quoted(base, was)} at position ${row}`;
  const nothing = { kind: "", text: "" };
  if (!picked.length)
    return { whole: { kind: "",
      text: `It says ${said}. Press ${tool.press ?? "a head, an MLP or a token to take it out"}.` },
    now: nothing };
  if (otherError) return { whole: { kind: "", text: `It says ${said}; nothing is patched.` },
    now: nothing };
  const says = alike(was, now) ? `it still says ${said}`
    : `it says ${quoted(after, now)} at position ${row}, not ${quoted(base, was)}`;
  const right = answer(row);
  const kind = right === undefined ? "" : now.token === right && now.outcome === "clear" ? "right"
    : "wrong";
  const places = base.tokens.map((_, i) => i)
    .filter((i) => i >= base.firstSaid && i !== row && !alike(saidAt(base, i), saidAt(after, i)));
  const also = places.length
    ? ` What it says changes at ` +
      `position${places.length > 1 ? "s" : ""} ${listOf(places.map(String))} too.` : "";
  /** @param {Said} decision */
  const lead = (decision) => (decision.outcome === "tie" ? "a tie"
    : `a lead of ${format(decision.margin)}`);
  return { whole: { kind, text: `${DONE[howOf(tool, picked)](naming(known, picked))} ${says}.` },
    now: { kind: "", text: `It had ${lead(was)}, and has ${lead(now)} now.${also}` } };
}

// A line to type a prompt into, with what is wrong with it.
/** @param {string} label @param {(text: string) => void} typed */
function promptLine(label, typed) {
  const input =
    html("input", { type: "text", autocomplete: "off", autocapitalize: "off",
      spellcheck: "false" });
  const error = html("p", { class: "error", role: "alert" });
  input.addEventListener("input", () => typed(input.value));
  const element = labeled(label, input);
  element.append(error);
  return {
    element,
    /** @param {string} text @param {string} wrong */
    show(text, wrong) {
      if (input.value !== text) input.value = text;
      write(error, wrong);
      change(input, { "aria-invalid": Boolean(wrong) });
    },
  };
}

// The tool, and the second prompt where it takes one.
/** @param {string[]} names @param {SetState} set */
function toolControls(names, set) {
  const tools =
    html("select", {}, ...names.map((value) => html("option", { value }, TOOLS[value].name)));
  tools.addEventListener("change", () => set({ tool: tools.value }));
  const second = promptLine("second prompt, to patch from", (other) => set({ other }));
  return {
    elements: [labeled("tool", tools), second.element],
    /** @param {State} state @param {LookedRun} run */
    show({ tool }, { other, otherError }) {
      tools.value = tool;
      second.show(other, otherError);
      second.element.hidden = tool !== "patch";
    },
  };
}

/** @param {...HTMLElement} elements */
const bench = (...elements) => {
  for (const { classList } of elements) classList.add("wide");
  return html("div", { class: "bench" }, ...elements);
};

// The program, the tool, and the prompts.
/** @param {Bench} control @param {SetState} set @returns {ControlNode} */
function benchControl({ programs }, set) {
  const list = html("select");
  for (const [group, names] of Object.entries(programs)) {
    const options = Object.entries(names).map(([value, name]) => html("option", { value }, name));
    list.append(...(group ? [html("optgroup", { label: group }, ...options)] : options));
  }
  list.addEventListener("change",
    () => set({ program: list.value, text: null, other: null, row: -1, at: null }));
  const first = promptLine("text", (text) => set({ text, row: -1 }));
  const { elements: [tools, second], show } = toolControls(Object.keys(TOOLS), set);
  return {
    element: bench(labeled("program", list), tools, first.element, second),
    show(state, run) {
      list.value = run.entry.name;
      first.show(run.text, run.error);
      show(state, run);
    },
  };
}

// What the tool says of each part, and what is true: a row for each, made once.
/** @param {(paths: string) => void} toggle */
function rankTable(toggle) {
  const told = html("p", { class: "told", role: "status" });
  const [head, body] = [html("tr"), html("tbody")];
  const element = html("div", { class: "ranks" }, told,
    html("div", { class: "scroll" }, html("table", {}, html("thead", {}, head), body)));
  /** @type {ReturnType<typeof rowAt>[]} */
  const rows = [];
  /** @param {number} k @returns {RankRow} */
  const rowAt = (k) => {
    if (rows[k]) return rows[k];
    const press = html("button", { type: "button" }, html("span"), html("span", { class: "long" }));
    press.addEventListener("click", () => toggle(press.dataset.path));
    const [bar, number, named, alone, more] = /** @type {("i" | "span" | "td")[]} */ (
      ["i", "span", "td", "td", "td"]).map((tag) => html(tag));
    const row = html("tr", {}, html("th", { scope: "row" }, press), html("td", {}, bar, number),
      named, alone, more);
    body.append(row);
    return (rows[k] = { press, bar, number, named, alone, more, row });
  };
  return {
    element,
    /** @param {LookedRun} run @param {Study | undefined} found */
    draw(run, found) {
      const { base, picked, asked, otherError } = run;
      const tool = otherError ? TOOLS.nothing : run.tool;
      const says = found?.says ?? tool.speaks(asked);
      const titles = ["part", tool.says, tool.says && "the tool", "without it, it says",
        "missed only with"];
      head.replaceChildren(...titles.map((title) =>
        html("th", { scope: "col" }, title || "\u00a0")));
      /** @type {HTMLElement} */ (element.lastChild).hidden = !says.length;
      const most = Math.max(tool.most ?? 1e-300,
        ...says.map(({ value }) => Math.abs(value)).filter(Number.isFinite));
      says.forEach(({ path, name, number: brief = name, value = undefined, named: names = false },
        k) => {
          const { press, bar, number, named, alone, more, row: line } = rowAt(k);
          const [finite, is] = [Number.isFinite(value), found?.truth[path]];
          line.hidden = false;
          const cut = name.startsWith(brief) ? brief.length : name.length;
          write(press.firstChild, name.slice(0, cut));
          write(press.lastChild, name.slice(cut));
          change(press, { "data-path": path,
            "aria-pressed": path.split(" ").every((each) => picked.includes(each)) });
          bar.style.width = `${finite ? Math.round((Math.abs(value) / most) * BAR) : 0}px`;
          change(bar, { class: value < -LEAST * most ? "less" : "" });
          write(number, finite ? format(Math.abs(value) < LEAST * most ? 0 : value)
            : value === undefined ? "" : "both say the same");
          write(named, !is || !tool.says ? "" : names ? `named ${is.matters ? "\u2713" : "\u2717"}`
            : is.matters && !tool.score ? "missed \u2717" : "");
          change(named, { class: named.textContent.endsWith("\u2717") ? "off" : "" });
          write(alone, !is ? "\u2026" : is.alone ? quoted(base, is.says) : "the same");
          change(alone, { class: is?.alone ? "matters" : "" });
          write(more, is ? is.with.map((others) => listOf(others.map((other) => other.number)))
            .join(", or ") : "");
        });
      rows.slice(says.length).forEach(({ row: line }) => (line.hidden = true));
      write(told, found ? verdictOn(tool, asked, found) : "\u2026");
    },
  };
}

// Which parts matter for what is said here, and which the tool names.
/** @param {Tool} tool @param {AskedTool} asked @param {Study} study */
function verdictOn(tool, { parts }, { says, truth }) {
  if (!parts.length) return "In truth, this machine has no parts: its embedding says it all.";
  /** @param {Part[]} list */
  const numbers = (list) => listOf(list.map(({ number }) => number));
  const mattering = parts.filter(({ path }) => truth[path].matters);
  const truly = mattering.length
    ? `In truth, ${numbers(mattering)} ${mattering.length > 1 ? "matter" : "matters"} here.`
    : "In truth, no part matters here.";
  if (tool.finer && says.length === MOST_SPOKEN)
    return `${truly} More than ${MOST_SPOKEN - 1} are asked about; these are the first.`;
  if (!tool.says || tool.finer) return truly;
  const spoken = says.filter(({ kind }) => kind !== "position");
  const named = new Set(spoken.filter((each) => each.named).flatMap(({ path }) => path.split(" ")));
  const those = parts.filter(({ path }) => named.has(path));
  // it asks for one kind of head
  const missed = tool.score ? [] : mattering.filter((part) => !named.has(part.path));
  const wrong = those.filter(({ path }) => !truth[path].matters);
  const off = missed.length || wrong.length;
  return [truly, off ? "\u2717" : "\u2713", "The tool names", `${numbers(those) || "nothing"}.`,
    missed.length ? `It misses ${numbers(missed)}.` : "",
      wrong.length ? `${numbers(wrong)} ${wrong.length > 1 ? "do" : "does"} not matter.` : ""]
        .filter(Boolean).join(" ");
}

class Look {
  /** @param {SetState} set */
  constructor(set) {
    /** @type {MapActs} */
    const act = { toggle: (paths) => this.toggle(paths), watch: (row) => set({ row }),
      say: (path) => this.say(path) };
    /** @type {[State, LookedRun] | undefined} */ this.last = undefined;
    /** @type {number | undefined} */ this.width = undefined;
    this.set = set;
    this.spoken = html("p", { class: "unseen", role: "status" });
    this.back = html("button", { type: "button" }, "Put back");
    this.back.addEventListener("click", () => set({ at: "" }));
    this.sides = [0, 1].map((k) => {
      const title = html("span");
      const maps = [new StackMap(ENCODER, { ...act, watch: () => {} }), new StackMap("", act)];
      return { title, maps,
        element: html("figure", {}, html("figcaption", {}, title, ...(k ? [this.back] : [])),
          ...maps.map(({ element }) => element)) };
    });
    this.maps = html("div", {}, ...this.sides.map(({ element }) => element));
    this.table = rankTable(act.toggle);
    this.element = html("div", { class: "look" }, this.maps, this.table.element, this.spoken);
    this.work = worker();
    /** @type {{key?: string, found?: Study}} */
    this.studied = {}; // of which prompt, row and tool, and what was found
    new ResizeObserver(([{ contentRect: { width } }]) => {
      const other = Math.abs(width - (this.width ?? 0)) > 0.5;
      this.width = width;
      if (this.last && other) this.drawMaps(...this.last);
    }).observe(this.element);
  }

  /** @param {string} paths */
  toggle(paths) {
    const { picked } = this.last[1];
    const all = paths.split(" ");
    const others = picked.filter((path) => !all.includes(path));
    this.set({ at: (all.every((path) => picked.includes(path)) ? others : [...others, ...all])
      .join(" ") });
  }

  /** @param {string} path */
  say(path) {
    const { known, picked, whole } = this.last[1];
    write(this.spoken,
      `${naming(known, [path])}${picked.includes(path) ? ", replaced" : ""}. ${whole.text}`);
  }

  /** @param {State} state @param {LookedRun} run */
  draw(state, run) {
    this.last = [state, run];
    this.width ||= this.element.clientWidth || 640;
    this.drawMaps(state, run);
    const tool = run.otherError ? "nothing" : state.tool;
    const key = JSON.stringify([...run.key, run.tool.how === "patch" ? run.other : "", tool]);
    if (this.studied.key !== key) {
      this.studied = { key };
      this.work.start(study(tool, run.asked), (found) => {
        this.studied = { key, found };
        this.table.draw(this.last[1], found);
      });
    }
    this.table.draw(run, this.studied.found);
  }

  /** @param {State} state @param {LookedRun} run */
  drawMaps({ tool }, run) {
    const { base, after, picked, row, known, answer, whole } = run;
    const [shares, how] = [tool === "lens", howOf(run.tool, picked)];
    const room = Math.max(roomFor(base, "", shares),
      base.encoder ? roomFor(stackOf(base), ENCODER, shares) : 0);
    const two = this.width >= 2 * ENOUGH * room + BETWEEN;
    change(this.maps, { class: two ? "maps two" : "maps" });
    const view = { picked: new Set(picked), shares, edges: tool === "edges",
      width: two ? (this.width - BETWEEN) / 2 : this.width, expected: answer };
    const titles = ["As it is; between parts, what it would say if it ended there",
      picked.length ? [BRIEFLY[how](naming(known, picked, "number")), "framed is what differs"]
        .join("; ") : "The same, until a part is pressed"];
    change(this.back, { class: picked.length ? "" : "unused" });
    this.back.disabled = !picked.length;
    this.sides.forEach(({ title, maps: [encoder, own] }, k) => {
      const [run, rival] = k ? [after, base] : [base, after];
      const label = `${titles[k]}. ${whole.text} ${KEYS}`;
      write(title, titles[k]);
      encoder.element.hidden = !run.encoder;
      if (run.encoder) {
        encoder.draw({ ...view, off: k === 1, run: stackOf(run), rival: stackOf(rival),
          row: watchedAcross(run, row), label: `The encoder. ${label}` });
      }
      own.draw({ ...view, off: k === 1, run, rival, row, label });
    });
  }
}

/** @param {Inside} spec @param {SetState} set @returns {Panel<LookedRun>} */
function insidePanel(spec, set) {
  const look = new Look(set);
  return { element: look.element, draw: (state, run) => look.draw(state, run) };
}

// The same below another figure whose run can speak, for the program that it has: drawn while it is
// open.
/** @param {Speaker} spec @param {SetState} set @returns {Panel} */
function lookPanel(spec, set) {
  const into = looker();
  /** @type {Record<string, string>} */
  const renamed = { at: "out", row: spec.cursor };
  /** @type {SetState} */
  const setOwn = (changes) =>
    set(Object.fromEntries(Object.entries(changes).map(([key, x]) => [renamed[key] ?? key, x])));
  const look = new Look(setOwn);
  const tools = toolControls(Object.keys(TOOLS)
    .filter((name) => TOOLS[name].how && !TOOLS[name].score), setOwn);
  const verdict = html("p", { class: "told" });
  const element = html("div", { class: "look" }, bench(...tools.elements), verdict, look.element);
  /** @type {[State, Run & {text: string, speak: Compute<Run>}]} */
  let last;
  /** @param {State} state @param {Run & {text: string, speak: Compute<Run>}} run */
  const draw = (state, run) => {
    last = [state, run];
    const fold = element.closest("details");
    if (fold && !fold.ontoggle) fold.ontoggle = () => draw(...last);
    if (fold && !fold.open) return;
    /** @param {string} text */
    const speak = (text) => run.speak({ ...state, text, [spec.cursor]: -1 });
    const { text, tool, out } = state;
    const found =
      into({ key: run.text, speak, text, other: state.other ?? text, tool, at: out,
        row: state[spec.cursor], scores: {} });
    tools.show(state, found);
    write(verdict, `${found.whole.text} ${found.now.text}`);
    look.draw(state, found);
  };
  return { element, draw };
}

// The row of the memory that heads across look at most.
/** @param {Hearing} run @param {number} row */
function watchedAcross(run, row) {
  const weights = run.cross.flat()[0]?.pattern[row] ?? [1];
  return weights.indexOf(Math.max(...weights));
}

// An encoder as a run that a map can draw.
/** @param {Replayed} run @returns {Replayed} */
const stackOf = (run) => kept(run, "encoder",
  () => ({ ...run.encoder, program: run.program, from: 0 }));

RUNS.inside = inside;
PANELS.insidePanel = insidePanel;
PANELS.lookPanel = lookPanel;
CONTROLS.inside = benchControl;
STYLES.push(CSS);
