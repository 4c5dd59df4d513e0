// @ts-check
// What the machine hears, over time: the wave, what the forks say, keys, what counts presses, and
// where the decoder looks for the press that is asked for. All of it has one axis of time.

import { format } from "../../page/kit/runs.js";
import {
  change, describe, figure, html, paths, pool, show, svg, trace, write,
} from "../../page/kit/panels.js";
import { RATE } from "../../page/sound/rates.js";
import { KEYS } from "./sound.js";
/** @import {Dialing, Fork} from "../../page/kit/figures" */
/** @import {Panel, Row, SetState} from "../../page/kit/page" */
/** @import {KeysHeard} from "./hearing.js" */
/** @import {DialingRun} from "./panel.js" */

/** @typedef {{from: number, size: number, run: DialingRun, pick: (i: number) => void}} Pointed */

const LEVELS = 8; // shades
const LEFT = 62; // px for names
const GAP = 10; // px between bands
const POINTS = 700; // of the wave
const WIDE = 480; // px; with less there is no room for words beside the sound

/** @param {number} samples */
const ms = (samples) => (1000 * samples) / RATE;

// A band of the picture, whose drawing fills the width whatever it is.
/** @param {Element} image @param {number} top @param {number} height @param {...Node} children */
function bandOf(image, top, height, ...children) {
  const inside = svg("svg", { y: top, width: "100%", height, preserveAspectRatio: "none" },
    ...children);
  image.append(inside);
  return (/** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ rows) =>
    change(inside, { viewBox: `${from} 0 ${size} ${rows}` });
}

// Rows of shades: cells side by side that have one shade are one piece.
/** @param {string} kind */
function shades(kind) {
  const levels = Array.from({ length: LEVELS }, (_, i) =>
    svg("path", { class: `fill ${kind}`, "fill-opacity": ((i + 1) / LEVELS).toFixed(3) }));
  return {
    levels,
    /** @param {ArrayLike<number>[]} rows @param {KeysHeard} hearing */
    draw(rows, { first, hop }) {
      const drawn = levels.map(() => "");
      rows.forEach((values, row) => {
        for (let i = 0; i < values.length;) {
          const level = Math.min(LEVELS, Math.round(values[i] * LEVELS));
          let end = i + 1;
          while (end < values.length && Math.min(LEVELS,
            Math.round(values[end] * LEVELS)) === level) end++;
          if (level > 0)
            drawn[level -
              1] += `M${first + i * hop} ${row}h${(end - i) * hop}v1h${(i - end) * hop}z`;
          i = end;
        }
      });
      levels.forEach((path, i) => trace(path, drawn[i]));
    },
  };
}

// The wave as a line between the least and the most of each piece of time.
/** @param {Float64Array} samples */
function waveOf(samples) {
  const piece = Math.max(1, samples.length / POINTS);
  let [up, down] = ["", ""];
  for (let k = 0; k * piece < samples.length; k++) {
    const [from, to] = [Math.floor(k * piece),
      Math.max(Math.floor(k * piece) + 1, Math.floor((k + 1) * piece))];
    let [least, most] = [Infinity, -Infinity];
    for (let i = from; i < Math.min(to, samples.length); i++) {
      least = Math.min(least, samples[i]);
      most = Math.max(most, samples[i]);
    }
    up += `${k ? "L" : "M"}${from} ${(1 - most).toFixed(3)}`;
    down = `L${from} ${(1 - least).toFixed(3)}${down}`;
  }
  return `${up}${down}z`;
}

const HEIGHTS = { dialed: 18, wave: 54, forks: 6.5, keys: 5.5, held: 12, number: 18, looks: 34,
  said: 22 };

// The picture and what it has in it, from top to bottom.
/** @param {Fork[]} forks */
function layout(forks) {
  const image = svg("svg", { role: "img", class: "score", tabindex: 0 });
  let top = HEIGHTS.dialed;
  /** @param {number} height */
  const take = (height) => {
    const at = top;
    top += height + GAP;
    return at;
  };
  const tops = {
    wave: take(HEIGHTS.wave), forks: take(HEIGHTS.forks * forks.length),
      keys: take(HEIGHTS.keys * KEYS.length),
    held: take(HEIGHTS.held), number: take(HEIGHTS.number), looks: take(HEIGHTS.looks),
  };
  change(image, { height: top + HEIGHTS.said });
  image.style.paddingLeft = `${LEFT}px`;
  /** @param {string} text @param {number} y @param {string} [kind] */
  const name = (text, y, kind = "") =>
    image.append(svg("text", { x: -6, y: y.toFixed(1), "text-anchor": "end", class: kind }));
  /** @param {string} text @param {number} y @param {string} [kind] */
  const write = (text, y, kind) => {
    name(text, y, kind);
    image.lastChild.textContent = text;
  };
  write("dialed", 13);
  write("sound", tops.wave + HEIGHTS.wave / 2 + 4);
  forks.forEach(({ label }, i) => label &&
    write(label, tops.forks + (i + 0.5) * HEIGHTS.forks + 4, "small"));
  [0, 4, 8, 12]
    .forEach((i) => write([...KEYS].slice(i, i + 4).join(" "),
      tops.keys + (i + 2) * HEIGHTS.keys + 4, "small"));
  write("held", tops.held + 10);
  write("number", tops.number + 13);
  write("looks at", tops.looks + HEIGHTS.looks / 2 + 4);
  write("heard", top + 13);
  return { image, tops, said: top };
}

// Texts at places of the time, in percent, each kind at a height of its own.
/** @param {Element} image */
const textsIn = (image) => (/** @type {(string | number)[]} */ [kind, y]) => {
  const draw = pool(image, () => svg("text", { y, "text-anchor": "middle", class: kind }));
  return (/** @type {{at: number, words: string}[]} */ things) =>
    draw(things, (text, { at, words }) => {
      write(text, words);
      change(text, { x: `${at.toFixed(2)}%` });
    });
};

/** @param {Dialing} spec @param {SetState} set @returns {Panel<DialingRun>} */
export function scorePanel(spec, set) {
  const { image, tops, said } = layout(spec.forks);
  const [ground, spans, wave, zero] = paths("ground", "pressed", "fill sound", "thin");
  const [forks, sounds, keys, held] = [shades("token"), shades("token"), shades("position"),
    shades("position")];
  const [begins, looks, cursor] = paths("begins", "fill result", "thin now");
  /** @type {[ReturnType<typeof bandOf>, () => number][]} */
  const bands = [
    [bandOf(image, 0, said, ground, spans), () => 1],
    [bandOf(image, tops.wave, HEIGHTS.wave, zero, wave), () => 2],
    [bandOf(image, tops.forks, HEIGHTS.forks * spec.forks.length, ...forks.levels),
      () => spec.forks.length],
    [bandOf(image, tops.keys, HEIGHTS.keys * KEYS.length, ...sounds.levels, ...keys.levels),
      () => KEYS.length],
    [bandOf(image, tops.held, HEIGHTS.held, ...held.levels, begins), () => 1],
    [bandOf(image, tops.looks, HEIGHTS.looks, looks), () => 1],
    [bandOf(image, 0, said, cursor), () => 1],
  ];
  const [addedNames, dialedNames] = [["small added", 13], ["heard", 13]].map(textsIn(image));
  const [numbers, heardNames] = [["", tops.number + 13], ["said", said + 15]].map(textsIn(image));
  const readout = html("p", { class: "note" });
  const look =
    pointing({ image, ground, cursor, readout,
      names: spec.forks.map(({ hertz }) => `${format(Math.round(hertz))} Hz`) });
  return {
    element: figure(
      "From sound to keys: what each fork (Hz) hears, which keys sound (orange) and are pressed " +
        "(blue)", image, readout),
    draw(state, run) {
      const { samples, presses, hearing: h } = run;
      image.classList.toggle("waits", run.waits);
      // with the silence that it adds
      const [from, size] = [-h.zeros, 2 * h.zeros + samples.length];
      /** @param {number} at */
      const share = (at) => (100 * (at - from)) / size;
      for (const [draw, rows] of bands) draw(from, size, rows());
      trace(ground, `M0 0h${samples.length}v1h${-samples.length}z`);
      trace(spans, presses.map(({ from, to }) => `M${from} 0h${to - from}v1h${from - to}z`)
        .join(""));
      trace(wave, waveOf(samples));
      trace(zero, `M0 1h${samples.length}`);
      forks.draw(h.forks, h);
      sounds.draw(h.sounds, h);
      keys.draw(h.keys, h);
      held.draw([h.held], h);
      trace(begins, h.begins.map((i) => `M${h.first + i * h.hop} 0v1`).join(""));
      const asked = h.asked[run.press];
      trace(looks, asked ? barsOf(asked.pattern, h) : "");
      const added = h.zeros && image.clientWidth > WIDE
        ? [-h.zeros / 2, samples.length + h.zeros / 2] : [];
      addedNames(added.map((at) => ({ words: "added", at: share(at) })));
      dialedNames(presses.map(({ key, from, to }) => ({ words: key, at: share((from + to) / 2) })));
      numbers(h.numbers.map(({ at, words }) =>
        ({ words, at: share(h.first + (at + 0.5) * h.hop) })));
      heardNames(h.asked.filter(({ key }) => key).map(({ key, at }) =>
        ({ words: key, at: share(h.first + (at + 0.5) * h.hop) })));
      describe(image, run.whole.text, run.now.text, "Arrow keys go through the time.");
      look({ from, size, run, pick: (i) => set({ press: nearestPress(h, i) }) });
    },
  };
}

/** @param {KeysHeard} hearing @param {number} i */
const nearestPress = ({ asked }, i) => {
  const far = asked.map(({ key, at }) => (key ? Math.abs(at - i) : Infinity));
  return Math.max(0, far.indexOf(Math.min(...far)));
};

// The pattern of a head as bars over the frames, the largest as high as the band.
/** @param {Row} pattern @param {KeysHeard} hearing */
function barsOf(pattern, { first, hop }) {
  const most = Math.max(...pattern);
  return [...pattern].map((weight, i) => {
    const high = weight / most;
    return high > 0.004 ? `M${first + i * hop} 1v${(-high).toFixed(3)}h${hop}v${high.toFixed(3)}z`
      : "";
  }).join("");
}

// Lets a reader look at one moment after another, by pointer and by arrow keys.
/**
 * @param {{image: SVGElement, ground: Element, cursor: Element, readout: Element,
 *   names: string[]}} parts
 */
function pointing({ image, ground, cursor, readout, names }) {
  let [drawn, at] = [/** @type {Pointed} */ (null), -1];
  /** @param {number} i */
  const go = (i) => {
    const { n } = drawn.run.hearing;
    at = i < 0 || drawn.run.waits ? -1 : Math.min(n - 1, i);
    show(cursor, at >= 0);
    write(readout, at < 0 ? "" : sayAt(drawn.run, names, at));
    const { first, hop } = drawn.run.hearing;
    if (at >= 0) trace(cursor, `M${first + (at + 0.5) * hop} 0v1`);
  };
  /** @param {MouseEvent} event */
  const under = (event) => {
    const box = ground.getBoundingClientRect();
    const { hearing: { first, hop }, samples } = drawn.run;
    return Math.max(0,
      Math.floor(((event.clientX - box.left) / box.width * samples.length - first) / hop));
  };
  image.addEventListener("pointermove", (event) => go(under(event)));
  for (const leaving of ["pointerleave", "blur"]) image.addEventListener(leaving, () => go(-1));
  image.addEventListener("click", (event) => drawn.pick(under(event)));
  image.addEventListener("keydown", (event) => {
    const by = /** @type {Record<string, number>} */ (
      { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 })[event.key];
    if (by) go(Math.max(0, at + by));
    else if (event.key === "Enter" && at >= 0) drawn.pick(at);
    else return;
    event.preventDefault();
  });
  return (/** @type {Pointed} */ now) => {
    drawn = now;
    go(at);
  };
}

/** @param {DialingRun} run @param {string[]} names @param {number} i */
function sayAt({ hearing: h, press }, names, i) {
  /** @param {ArrayLike<number>[]} rows @param {string[]} names */
  const top = (rows, names) => {
    const found = rows.map((values, k) => ({ value: values[i], name: names[k] }))
      .sort((a, b) => b.value - a.value);
    return found;
  };
  const [one, two] = top(h.forks, names);
  const [key] = top(h.keys, [...KEYS]);
  const weight = h.asked[press]?.pattern[i];
  const said = [
    `At ${format(Math.round(ms(h.first + (i + 0.5) * h.hop)))} ms:`,
    `loudest forks ${one.name} (${format(one.value, 2)}) ` +
      `and ${two.name} (${format(two.value, 2)});`,
    key.value > 0.05 ? `key ${key.name} (${format(key.value, 2)});` : "no key;",
    h.held[i] > 0.5 ? "held;" : "not held;",
  ];
  return said.join(" ") + (weight === undefined ? "" : ` weight ${format(weight, 2)}.`);
}

