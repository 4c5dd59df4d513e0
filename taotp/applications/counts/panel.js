// @ts-check
// Counted words: shares as logarithms that softmax gives back, and votes that a mask hides.

import { RUNS, format } from "../../page/kit/runs.js";
import { PANELS, change, describe, figure, html, write } from "../../page/kit/panels.js";
import { STYLES } from "../../page/kit/view.js";
import CSS from "./panel.css";
/** @import {Shares, Votes} from "../../page/kit/figures" */
/** @import {Compute, FigureRun, Panel} from "../../page/kit/page" */

/** @param {number} share */
/**
 * @typedef {{word: string, share: number, weight: number, said: number}} Share
 * @typedef {FigureRun & {rows: Share[], off?: number}} SharesRun
 * @typedef {{word: string, own: number[] | null, seen: boolean}} Ballot
 * @typedef {FigureRun & {tiles: Ballot[], sums: number[]}} VotesRun
 */

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1).replace(/\.0$/, "")} %`;
/** @param {number} x */
const number = (x) => x.toFixed(2).replace("-", "\u2212");

/** @param {number[]} logits */
function softmax(logits) {
  const most = Math.max(...logits);
  const powers = logits.map((x) => Math.exp(x - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((x) => x / sum);
}

/** @param {Shares} spec @returns {Compute<SharesRun>} */
function shares({ words, never }) {
  return (state) => {
    const parts = words.map((word) => Math.max(0, Number(state[word]) || 0));
    const total = parts.reduce((a, b) => a + b, 0);
    if (!total) {
      const text = "All are 0: nothing is said, and nothing can be divided by nothing.";
      return { rows: [], whole: { kind: "wrong", text },
        now: { text: "Give at least one word a share." } };
    }
    const weights = parts.map((part) => Math.max(-never, Math.log(part / total)));
    const said = softmax(weights);
    const off = Math.max(...said.map((p, i) => Math.abs(p - parts[i] / total)));
    const rows =
      words.map((word, i) =>
        ({ word, share: parts[i] / total, weight: weights[i], said: said[i] }));
    const text =
      `The weights ${weights.map(number).join(", ")} say ${said.map(percent).join(", ")}.`;
    const now = off < 1e-12 ? "Softmax says the shares, to twelve digits."
      : "Softmax says something else.";
    return { rows, off, whole: { kind: off < 1e-12 ? "right" : "wrong", text },
      now: { text: now } };
  };
}

// One row for each word: its share, its weight, and a bar of what softmax makes of it.
/** @param {Shares} spec @returns {Panel<SharesRun>} */
function sharesPanel({ words }) {
  const lines =
    words.map((word) => html("li", {}, html("b", {}, word), html("span", { class: "weight" }),
    html("span", { class: "track" }, html("span", { class: "bar" })),
      html("span", { class: "said" })));
  const list = html("ol", { class: "counted" }, ...lines);
  const element = figure("The weight of each word, and what softmax makes of it", list);
  change(element, { class: "wide" });
  return {
    element,
    draw(_, { rows }) {
      lines.forEach((line, i) => {
        const row = rows[i] ?? { weight: 0, said: 0 };
        const [, weight, track, said] = line.children;
        write(weight, number(row.weight));
          /** @type {HTMLElement} */ (track.firstChild).style.width = `${100 * row.said}%`;
        write(said, percent(row.said));
      });
      describe(list, rows.map(({ word, weight, said }) =>
        `${word}: weight ${number(weight)}, ${percent(said)}`).join(", "));
    },
  };
}

/** @param {Votes} spec @returns {Compute<VotesRun>} */
function votes({ ballots, names, last, shown }) {
  return (state) => {
    const said = String(state.text).trim().split(/\s+/).filter(Boolean);
    const end = said.lastIndexOf(last);
    const before = end < 0 ? said : said.slice(0, end);
    const on = state.mask === "on";
    const tiles = [...new Set(before)].map((word) => {
      const own = Object.hasOwn(ballots, word) ? ballots[word] : null;
      return { word, own, seen: Boolean(own) && (!on || shown.includes(word)) };
    });
    const sums = names.map((_, i) =>
      tiles.reduce((sum, { own, seen }) => sum + (seen && own ? own[i] : 0), 0));
    const told = names.map((name, i) => `${name} ${format(sums[i])}`).join(", ");
    return { tiles, sums, whole: verdict(sums, names, told),
      now: { text: lackOf({ tiles, end, last, said }) } };
  };
}

/** @param {number[]} sums @param {string[]} names @param {string} told */
function verdict(sums, names, told) {
  const most = Math.max(...sums);
  const best = names.filter((_, i) => Math.abs(sums[i] - most) < 1e-9);
  if (!most) return { kind: "wrong", text: "Nobody votes." };
  if (best.length > 1) return { kind: "wrong", text: `A tie, ${told}: a sum knows no order.` };
  return { kind: "right", text: `${best[0]} wins: ${told}.` };
}

/** @param {{tiles: Ballot[], end: number, last: string, said: string[]}} of */
function lackOf({ tiles, end, last, said }) {
  if (!said.length) return "Say something.";
  if (end < 0) return `There is no ${last} in it; these are the votes if it came now.`;
  const strange = tiles.find(({ own }) => !own);
  return strange ? `\u201c${strange.word}\u201d has no vote: nobody said it before ${last}.`
    : "Each different word votes once.";
}

// A tile for each word that votes, and a bar for the sum of each word that may follow.
/** @param {Votes} spec @returns {Panel<VotesRun>} */
function votesPanel({ names }) {
  const list = html("ol", { class: "ballots" });
  const lines = names.map((name) => html("li", {}, html("b", {}, name),
    html("span", { class: "track" }, html("span", { class: "bar" })),
      html("span", { class: "said" })));
  const sums = html("ol", { class: "counted two" }, ...lines);
  const element = figure("Who votes for what", list, sums);
  change(element, { class: "wide" });
  return {
    element,
    draw(_, run) {
      list.replaceChildren(...run.tiles.map(({ word, own, seen }) =>
        html("li", { class: seen ? "ballot" : "ballot hidden-vote" }, html("b", {}, word),
          html("small", {}, !own ? "no vote" : seen
            ? own.map((vote, i) => `${names[i]} ${vote}`).join(", ")
            : "masked"))));
      const most = Math.max(1, ...run.sums);
      lines.forEach((line, i) => {
        const [, track, said] = line.children;
        /** @type {HTMLElement} */ (track.firstChild)
          .style.width = `${(100 * run.sums[i]) / most}%`;
        write(said, format(run.sums[i]));
      });
      describe(sums, names.map((name, i) => `${name}: ${format(run.sums[i])}`).join(", "));
    },
  };
}

Object.assign(RUNS, { shares, votes });
STYLES.push(CSS);
Object.assign(PANELS, { sharesPanel, votesPanel });
