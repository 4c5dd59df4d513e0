// @ts-check
// Counted words: shares as logarithms that softmax gives back, and votes that a mask hides.

import { RUNS, format } from "../../figures/scripts/runs.js";
import { PANELS, change, describe, figure, html, write } from "../../figures/scripts/panels.js";
import { STYLES } from "../../figures/scripts/view.js";

const percent = (share) => `${(100 * share).toFixed(1).replace(/\.0$/, "")} %`;
const number = (x) => x.toFixed(2).replace("-", "\u2212");

function softmax(logits) {
  const most = Math.max(...logits);
  const powers = logits.map((x) => Math.exp(x - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((x) => x / sum);
}

/** @param {import("../../figures/scripts/figures").Shares} spec */
function shares({ words, never }) {
  return (state) => {
    const parts = words.map((word) => Math.max(0, Number(state[word]) || 0));
    const total = parts.reduce((a, b) => a + b, 0);
    if (!total) {
      const text = "All are 0: nothing is said, and nothing can be divided by nothing.";
      return { rows: [], whole: { kind: "wrong", text }, now: { text: "Give at least one word a share." } };
    }
    const weights = parts.map((part) => Math.max(-never, Math.log(part / total)));
    const said = softmax(weights);
    const off = Math.max(...said.map((p, i) => Math.abs(p - parts[i] / total)));
    const rows = words.map((word, i) => ({ word, share: parts[i] / total, weight: weights[i], said: said[i] }));
    const text = `The weights ${weights.map(number).join(", ")} say ${said.map(percent).join(", ")}.`;
    const now = off < 1e-12 ? "Softmax says the shares, to twelve digits." : "Softmax says something else.";
    return { rows, off, whole: { kind: off < 1e-12 ? "right" : "wrong", text }, now: { text: now } };
  };
}

// One row for each word: its share, its weight, and a bar of what softmax makes of it.
function sharesPanel({ words }) {
  const lines = words.map((word) => html("li", {}, html("b", {}, word), html("span", { class: "weight" }),
    html("span", { class: "track" }, html("span", { class: "bar" })), html("span", { class: "said" })));
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
        track.firstChild.style.width = `${100 * row.said}%`;
        write(said, percent(row.said));
      });
      describe(list, rows.map(({ word, weight, said }) =>
        `${word}: weight ${number(weight)}, ${percent(said)}`).join(", "));
    },
  };
}

/** @param {import("../../figures/scripts/figures").Votes} spec */
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
    return { tiles, sums, whole: verdict(sums, names, told), now: { text: lackOf({ tiles, end, last, said }) } };
  };
}

function verdict(sums, names, told) {
  const most = Math.max(...sums);
  const best = names.filter((_, i) => Math.abs(sums[i] - most) < 1e-9);
  if (!most) return { kind: "wrong", text: "Nobody votes." };
  if (best.length > 1) return { kind: "wrong", text: `A tie, ${told}: a sum knows no order.` };
  return { kind: "right", text: `${best[0]} wins: ${told}.` };
}

function lackOf({ tiles, end, last, said }) {
  if (!said.length) return "Say something.";
  if (end < 0) return `There is no ${last} in it; these are the votes if it came now.`;
  const strange = tiles.find(({ own }) => !own);
  return strange ? `\u201c${strange.word}\u201d has no vote: nobody said it before ${last}.`
    : "Each different word votes once.";
}

// A tile for each word that votes, and a bar for the sum of each word that may follow.
function votesPanel({ names }) {
  const list = html("ol", { class: "ballots" });
  const lines = names.map((name) => html("li", {}, html("b", {}, name),
    html("span", { class: "track" }, html("span", { class: "bar" })), html("span", { class: "said" })));
  const sums = html("ol", { class: "counted two" }, ...lines);
  const element = figure("Who votes for what", list, sums);
  change(element, { class: "wide" });
  return {
    element,
    draw(_, run) {
      list.replaceChildren(...run.tiles.map(({ word, own, seen }) =>
        html("li", { class: seen ? "ballot" : "ballot hidden-vote" }, html("b", {}, word),
          html("small", {}, !own ? "no vote" : seen ? own.map((vote, i) => `${names[i]} ${vote}`).join(", ")
            : "masked"))));
      const most = Math.max(1, ...run.sums);
      lines.forEach((line, i) => {
        const [, track, said] = line.children;
        track.firstChild.style.width = `${(100 * run.sums[i]) / most}%`;
        write(said, format(run.sums[i]));
      });
      describe(sums, names.map((name, i) => `${name}: ${format(run.sums[i])}`).join(", "));
    },
  };
}

const CSS = `
.counted { display: grid; gap: 6px; list-style: none; margin: 8px 0; padding: 0; }
.counted li { align-items: center; display: grid; gap: 10px; grid-template-columns: 96px 56px 1fr 60px; }
.counted.two li { grid-template-columns: 96px 1fr 60px; }
.weight, .said { font-variant-numeric: tabular-nums; text-align: right; }
.track { background: color-mix(in srgb, var(--line) 30%, transparent); border-radius: 3px; height: 16px; }
.bar { background: var(--result); border-radius: 3px; display: block; height: 16px; }
.ballots { display: flex; flex-wrap: wrap; gap: 6px; list-style: none; margin: 8px 0; padding: 0; }
.ballot { border: 1px solid var(--token); border-radius: 5px; line-height: 1.25; padding: 3px 7px; }
.ballot b { display: block; }
.ballot small { font-size: 12px; }
.hidden-vote { border-style: dashed; border-color: var(--line); }
.hidden-vote b { font-weight: 400; text-decoration: line-through; }
`;

Object.assign(RUNS, { shares, votes });
STYLES.push(CSS);
Object.assign(PANELS, { sharesPanel, votesPanel });
