// @ts-check
// Query, key and value, in three colors: what the last place asks for, what each place offers, and
// what it hands over. The digits and how hard the head looks can be changed.

import { html, write } from "../../kit/panels.js";

const DIGITS = [3, 5, 2];
const HARD = 2;

/** @param {number[]} scores */
function softmax(scores) {
  const top = Math.max(...scores);
  const all = scores.map((score) => Math.exp(score - top));
  const sum = all.reduce((one, other) => one + other, 0);
  return all.map((each) => each / sum);
}

/** @param {string} label @param {Record<string, string | number>} range */
const slider = (label, range) => html("input", { type: "range", "aria-label": label, ...range });

/** @param {string} name @param {string} said @param {HTMLElement[]} cells */
const row = (name, said, cells) => html("tr", { class: name },
  html("th", { scope: "row" }, html("b", {}, name), ` ${said}`),
  ...cells.map((cell) => html("td", {}, cell)));

/** @param {Element} place */
export function queriesKeysValues(place) {
  const digits = DIGITS.map((value, i) =>
    slider(`digit ${i + 1}`, { min: 0, max: 9, step: 1, value }));
  const hard = slider("how loud the query is", { min: 0, max: 5, step: 0.5, value: HARD });
  const cells = () => DIGITS.map(() => html("output"));
  const [shown, keys, scores, shares, values] = Array.from({ length: 5 }, cells);
  const query = html("output");
  const brought = html("p", { role: "status" });
  const table = html("table", {},
    html("tbody", {},
      html("tr", {}, html("th", { scope: "row" }, "the digits"), ...digits.map((each, i) =>
        html("td", {}, shown[i], each))),
      html("tr", { class: "query" },
        html("th", { scope: "row" }, html("b", {}, "query"), " asks for"),
        html("td", { colspan: DIGITS.length }, query, hard)),
      row("key", "offers", keys), row("score", "query times key", scores),
      row("share", "by softmax", shares), row("value", "hands over", values)));
  const draw = () => {
    const all = digits.map((each) => Number(each.value));
    const loud = Number(hard.value);
    const score = all.map((digit) => -digit * loud);
    const share = softmax(score);
    write(query, String(loud));
    all.forEach((digit, i) => {
      write(shown[i], String(digit));
      write(keys[i], String(-digit).replace("-", "\u2212"));
      write(scores[i], String(score[i] || 0).replace("-", "\u2212"));
      write(shares[i], share[i].toFixed(2));
      write(values[i], String(digit));
    });
    const sum = all.reduce((before, digit, i) => before + digit * share[i], 0);
    write(brought, `Shares of the values add up to ${sum.toFixed(2)}.`);
  };
  for (const each of [...digits, hard]) each.addEventListener("input", draw);
  place.replaceChildren(table, brought);
  draw();
}
