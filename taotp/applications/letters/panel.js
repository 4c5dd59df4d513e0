// @ts-check
// A text that writes itself: each letter is drawn from the letters that followed the last few.

import { RUNS, format, remember, several } from "../../page/kit/runs.js";
import { PANELS, beforeFrame, change, describe, figure, html, picture, pool, svg,
  write } from "../../page/kit/panels.js";
import { CONTROLS, STYLES, dial } from "../../page/kit/view.js";
import { number } from "../../page/kit/chance.js";
import { beamed, bitsOf, counted, fallsOn, freshOf, writing } from "./counted.js";
import CSS from "./panel.css";
/** @import {CutDial, WritesItself} from "../../page/kit/figures" */
/** @import {ControlNode, Panel, SetState, State} from "../../page/kit/page" */
/** @import {How, WrittenStep} from "./counted.js" */

const MOST_LETTERS = 200_000; // of a reader's own text
const MOST_SAID = 400;
const SIDE = 100; // letters of each text side by side
const GROUP = 4; // neighbors that are looked for again
const DRAWS_FROM = 2 ** 20; // the numbers of a seed that draws are compared by
const SELDOM = 0.001; // how often a seed may pass the bound
const EVERY = 120; // ms, while it writes: less than a rest, so that no letter is announced
const AT_ONCE = 40; // letters, for readers who want no motion

/** @type {Record<string, string>} */
const GLYPHS = { " ": "\u2423", "\n": "\u21b5" };
/** @param {string} letter */
/** @typedef {ReturnType<ReturnType<typeof writesItself>>} WritingRun */
/** @typedef {{how?: How, beams?: number}} WayHow */

/** @param {string} letter */
const glyph = (letter) => GLYPHS[letter] ?? letter;
/** @param {string[]} letters */
const quoted = (letters) => `\u201c${letters.map(glyph).join("")}\u201d`;
/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1).replace(/\.0$/, "")} %`;

/** @param {State} state @returns {How} */
const howOf = ({ temperature, k, p, min_p: minP }) => ({ temperature, k, p, minP });

// The ways that are set side by side: what each is called, and how it chooses. A dial that is off
// stands at its usual value.
/** @param {WritesItself} spec @param {State} state @returns {(WayHow & {name: string})[]} */
function waysOf({ usual }, state) {
  const [k, p, minP] = [state.k || usual.k, state.p < 1 ? state.p : usual.p,
    state.min_p || usual.min_p];
  const temperature = state.temperature === 1 ? usual.temperature : state.temperature;
  return [
    { name: "greedy", how: { temperature: 0 } },
    { name: `beam search, ${state.beams} kept`, beams: state.beams },
    { name: "as counted", how: {} },
    { name: `temperature ${format(temperature)}`, how: { temperature } },
    { name: `top k, k = ${k}`, how: { k } },
    { name: `top p, p = ${format(p)}`, how: { p } },
    { name: `min p, p = ${format(minP)}`, how: { minP } },
  ];
}

// How often each letter falls in many draws, how far that is from its share, and what that is less
// than for all but few seeds: Hoeffding's bound, for every letter that is left.
/** @param {WrittenStep} step @param {number} seed @param {number} n */
function drawsOf(step, seed, n) {
  const times = step.all.map(() => 0);
  for (let i = 0; i < n; i++) times[fallsOn(step.all, number(seed, DRAWS_FROM + i))] += 1;
  const left = step.all.filter((p) => p > 0).length;
  const off = Math.max(...step.all.map((p, i) => Math.abs(times[i] / n - p)));
  return { n, times, off, bound: Math.sqrt(Math.log((2 * left) / SELDOM) / (2 * n)) };
}

/** @param {WritesItself} spec */
function writesItself(spec) {
  const model = remember((/** @type {string} */ own) =>
    counted(own.trim() ? own.slice(0, MOST_LETTERS) : spec.text));
  const texts =
    remember((/** @type {string} */ own, /** @type {string} */ start, /** @type {number} */ order,
    /** @type {How} */ how, /** @type {number} */ seed) =>
      writing(model(own), model(own).read(start), order, how, seed));
  const side = waysOf(spec, spec.state).map(() =>
    remember((/** @type {string} */ own, /** @type {string} */ start,
    /** @type {number} */ order, /** @type {number} */ seed,
      /** @type {WayHow} */ { how, beams }) => {
    const [from, read] = [model(own), model(own).read(start)];
    const text = how ? writing(from, read, order, how, seed) : null;
    text?.at(SIDE);
    const said = text ? text.ids.slice(read.length) : beamed(from, read, order, beams, SIDE);
    return { said: said.map((id) => from.alphabet[id]), bits: bitsOf(from, read, said, order),
      fresh: freshOf(said, GROUP) };
  }));
  const draws = remember((/** @type {string} */ own, /** @type {string} */ start,
    /** @type {number} */ order, /** @type {How} */ how, /** @type {number} */ seed,
    /** @type {number} */ place, /** @type {number} */ n) =>
      drawsOf(texts(own, start, order, how, seed).at(place), seed, n));
  const run = (/** @type {State} */ state) => {
    const { own, start, order, seed } = state;
    const how = howOf(state);
    const place = Math.min(state.said, MOST_SAID);
    const { alphabet, size } = model(own);
    const text = texts(own, start, order, how, seed);
    const step = text.at(place);
    const letters = [...start, ...text.ids.slice([...start].length, [...start].length + place)
      .map((id) => alphabet[id])];
    const ways = waysOf(spec, state).map(({ name, ...way }, i) =>
      ({ name, ...side[i](own, start, order, way.how ? seed : 0, way) }));
    const found = {
      step, letters, place, ways, alphabet, size, first: [...start].length,
      draws: state.draws ? draws(own, start, order, how, seed, place, state.draws) : null,
    };
    return { ...found, ...told(spec, state, found) };
  };
  return Object.assign(run, { ahead: [() => model(spec.state.own)] });
}

/**
 * @param {WritesItself} spec @param {State} state
 * @param {{step: WrittenStep, letters: string[], place: number, alphabet: string[]}} run
 */
function told({ name }, { own, order, seed, temperature }, { step, letters, place, alphabet }) {
  const { followers: { depth, ids, total }, all, at, drawn, chosen } = step;
  const where = own.trim() ? "your text" : name;
  const context = letters.slice(letters.length - depth);
  const wanted = letters.slice(-order || letters.length);
  const lacks = depth < wanted.length
    ? `${quoted(wanted)} is never followed by anything in ${where}: ` : "";
  const of = depth ? `${quoted(context)} stands ${several(total, "time")} in ${where}`
    : `${where} has ${several(total, "letter")}`;
  const left = all.filter((p) => p > 0).length;
  const follow = !depth ? several(ids.length, "different letter") : ids.length === 1
    ? "1 letter follows"
    : `${format(ids.length)} letters follow`;
  const are = left === 1 ? "is" : "are";
  const kept = left < ids.length ? `; ${format(left)} ${are} left` : "";
  const sentence = `${lacks}${of}; ${follow}${kept}.`;
  const letter = quoted([alphabet[chosen]]);
  return {
    whole: { kind: lacks ? "soft" : "", text: sentence.slice(0, 1).toUpperCase() +
      sentence.slice(1) },
    now: { text: temperature === 0 ? `Temperature 0 takes the likeliest: ${letter}.`
      : `Number ${place + 1} of seed ${seed} is ${drawn.toFixed(4)} and falls ` +
        `on ${letter}, which has ${percent(all[at])}.` },
  };
}

// The text, and what lets it write. A press on a letter goes back to the moment before it.
/** @param {WritesItself} _ @param {SetState} set @returns {Panel<WritingRun>} */
function writingPanel(_, set) {
  const box = html("div", { class: "written stays", tabindex: 0, role: "group" });
  const buttons = ["Write", "One letter", "One back", "Begin again", "Another seed"].map((words) =>
    html("button", { type: "button" }, words));
  const [go, on, back, again, other] = buttons;
  /** @type {HTMLElement[]} */
  const cells = [];
  let now = /** @type {Record<"place" | "first" | "seed", number>} */ (null);
  /** @type {ReturnType<typeof setInterval> | number} */
  let timer = 0;
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    write(go, "Write");
  };
  /** @param {number} letters */
  const step = (letters) => set({ said: Math.max(0, Math.min(MOST_SAID, now.place + letters)) });
  go.addEventListener("click", () => {
    if (timer) return stop();
    if (now.place === MOST_SAID) set({ said: 0 });
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return step(AT_ONCE);
    write(go, "Pause");
    timer = setInterval(() => (box.isConnected && now.place < MOST_SAID ? step(1) : stop()), EVERY);
  });
  on.addEventListener("click", () => step(1));
  back.addEventListener("click", () => step(-1));
  again.addEventListener("click", () => set({ said: 0 }));
  other.addEventListener("click", () => set({ seed: (now.seed + 1) % 1000 }));
  box.addEventListener("click", (event) => {
    const at = cells.indexOf(/** @type {HTMLElement} */ (event.target));
    if (at >= now.first) set({ said: at - now.first });
  });
  const toEnd = beforeFrame(() => (box.scrollTop = box.scrollHeight));
  const element = figure("The text so far; press a letter to go back to it", box,
    html("div", { class: "keys stays" }, ...buttons));
  change(element, { class: "wide" });
  return {
    element,
    draw({ seed }, { letters, place, first }) {
      now = { place, first, seed };
      while (cells.length < letters.length) {
        cells.push(html("span"));
        box.append(cells[cells.length - 1]);
      }
      while (cells.length > letters.length) cells.pop().remove();
      cells.forEach((cell, i) => {
        write(cell, letters[i]);
        change(cell, { class: i < first ? "begun" : i === letters.length - 1 ? "newest" : "new" });
      });
      toEnd();
      describe(box, "The text so far:", letters.join(""));
      on.disabled = place === MOST_SAID;
      back.disabled = again.disabled = !place;
    },
  };
}

// All letters that are left, end to end, each as wide as it is likely, and where the number falls.
/** @returns {Panel<WritingRun>} */
function fallingPanel() {
  const line = html("ol", { class: "falls" });
  const mark = html("div", { class: "mark" }, html("span"));
  /** @type {HTMLElement[]} */
  const parts = [];
  const element = figure("What is left, end to end, and where the next number falls",
    html("div", { class: "around" }, line, mark));
  change(element, { class: "wide" });
  return {
    element,
    draw(_, { step: { all, followers, drawn, at }, alphabet }) {
      const shown = [...all.keys()].filter((i) => all[i] > 0);
      while (parts.length < shown.length) {
        parts.push(html("li"));
        line.append(parts[parts.length - 1]);
      }
      while (parts.length > shown.length) parts.pop().remove();
      shown.forEach((i, place) => {
        const letter = alphabet[followers.ids[i]];
        parts[place].style.width = `${(100 * all[i]).toFixed(3)}%`;
        write(parts[place], all[i] > 0.03 ? glyph(letter) : "");
        change(parts[place], { class: i === at ? "fallen" : "" });
      });
      mark.style.left = `${(100 * drawn).toFixed(2)}%`;
      write(mark.firstChild, drawn.toFixed(3));
      change(mark, { class: drawn > 0.85 ? "mark late" : "mark" });
      describe(line, "What is left:", shown.map((i) =>
        `${quoted([alphabet[followers.ids[i]]])} ${percent(all[i])}`).join(", "));
    },
  };
}

const [NAME, WIDE, ROW, SHOWN] = [24, 172, 21, 10];

/** @param {ReturnType<typeof drawsOf>} draws */
function boundOf({ n, off, bound }) {
  const passed = off > bound ? ": this is that one" : "";
  return `In ${several(n, "draw")} no letter is off by more than ${percent(off)}. All but one ` +
    `seed in 1,000 stay within ${
    percent(bound)} (Hoeffding\u2019s bound)${passed}.`;
}

// The letters that follow: how often each was counted, what the rules leave of it, and how often it
// falls in many draws.
/** @returns {Panel<WritingRun>} */
function nextPanel() {
  const image = picture(288, ROW * SHOWN + 8);
  const rows = pool(image, () => svg("g", {},
    svg("rect", { class: "counted", x: NAME, y: -13, height: 16 }),
      svg("rect", { class: "left", x: NAME, y: -10, height: 10 }),
    svg("path", { class: "fell" }), svg("text", { x: NAME - 8, "text-anchor": "end" }),
      svg("text", { x: NAME + WIDE + 8 })));
  const [key, more] = [html("p", { class: "note" }), html("p", { class: "note" })];
  return {
    element: figure("What may come next", image, key, more),
    draw(_, { step: { all, cut, followers: { ids, counts, total } }, draws, alphabet }) {
      const ranked = [...ids.keys()].sort((a, b) => counts[b] - counts[a] || a - b).slice(0, SHOWN);
      const most =
        Math.max(
          ...ranked.map((i) => Math.max(all[i], counts[i] / total,
            draws ? draws.times[i] / draws.n : 0)));
      const told =
        ranked.map((i) =>
          ({ i, name: glyph(alphabet[ids[i]]),
            words: cut[i] ? `cut by ${cut[i]}` : percent(all[i]) }));
      rows(told, (row, { i, name, words }, place) => {
        const [outline, bar, fell, ...texts] = row.children;
        /** @param {number} share */
        const across = (share) => (WIDE * share) / most;
        change(row, { class: cut[i] ? "next gone" : "next",
          transform: `translate(0 ${ROW * place + 17})` });
        change(outline, { width: across(counts[i] / total).toFixed(1) });
        change(bar, { width: across(all[i]).toFixed(1) });
        const at = draws ? NAME + across(draws.times[i] / draws.n) : 0;
        change(fell, { d: draws && all[i] ? `M${(at - 4).toFixed(1)} -5l4 -5l4 5l-4 5z` : "" });
        [name, words].forEach((text, k) => write(texts[k], text));
      });
      const others = ids.length - ranked.length;
      const rest = [...all.keys()].reduce((sum, i) => (ranked.includes(i) ? sum : sum + all[i]), 0);
      const marks = draws ? ` Diamonds: ${several(draws.n, "draw")}.` : "";
      const together = rest ? `${percent(rest)} together` : "all cut";
      const unseen = others ? ` And ${several(others, "letter")} more, ${together}.` : "";
      write(key, `Framed: as counted. Full: what is left of it.${marks}${unseen}`);
      write(more, draws ? boundOf(draws) : "");
      describe(image, told.map(({ i, name, words }) => {
        const drawn = draws && all[i] ? `, drawn ${percent(draws.times[i] / draws.n)}` : "";
        return `${name}: ${words}, counted ${percent(counts[i] / total)}${drawn}`;
      }).join("; "));
    },
  };
}

// Every way to choose, from the same start and by the same numbers.
/** @param {WritesItself} spec @returns {Panel<WritingRun>} */
function waysPanel(spec) {
  const rows = waysOf(spec, spec.state).map(() =>
    html("li", {}, html("b"), html("span", { class: "sizes" }), html("p")));
  const list = html("ol", { class: "ways" }, ...rows);
  return {
    element: figure(`All ways to choose: ${SIDE} letters from the same start`, list,
      html("p", { class: "note" },
        `Bits a letter: how much the counted shares are surprised. New: groups ` +
          `of ${GROUP} letters that it has not written before.`)),
    draw(_, { ways }) {
      ways.forEach(({ name, said, bits, fresh }, i) => {
        const [title, sizes, text] = rows[i].children;
        write(title, name);
        write(sizes, `${bits.toFixed(2)} bits a letter, ${Math.round(100 * fresh)} % new`);
        write(text, said.map((letter) => (letter === "\n" ? "\u21b5" : letter)).join(""));
      });
    },
  };
}

// A text of the reader's own, to be counted in its place.
/** @param {WritesItself} spec @param {SetState} set @returns {Panel<WritingRun>} */
function countPanel(spec, set) {
  const area = html("textarea", {
    rows: 4, spellcheck: "false", "aria-label": "your own text to count",
    placeholder: `Paste a page of your own here. While it is empty, this is ${spec.name}.`,
  });
  area.addEventListener("input", () => set({ own: area.value }));
  const note = html("p", { class: "note" });
  return {
    element: html("div", { class: "own" }, area, note),
    draw(state, { size, alphabet }) {
      if (area.value !== state.own) area.value = state.own;
      write(note,
        `Counted: ${several(size, "letter")}, ${format(alphabet.length)} of them different${
        state.own.length > MOST_LETTERS ? "; the rest is left out" : ""}. It is counted in this ` +
          `page and sent nowhere.`);
    },
  };
}

// A dial over a few numbers, one of which cuts nothing.
/** @param {CutDial} control @param {SetState} set @returns {ControlNode} */
function cutDial(control, set) {
  const made = dial({ ...control, kind: "choice" }, set);
  const [output, slider] = ["output", "input"].map((name) => made.element.querySelector(name));
  return {
    element: made.element,
    show(state, run) {
      made.show(state, run);
      if (state[control.name] !== control.off) return;
      write(output, "off");
      change(slider, { "aria-valuetext": "off" });
    },
  };
}

RUNS.writesItself = writesItself;
STYLES.push(CSS);
Object.assign(PANELS, { writingPanel, fallingPanel, nextPanel, waysPanel, countPanel });
CONTROLS.cut = cutDial;
