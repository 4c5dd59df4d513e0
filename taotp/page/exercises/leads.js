// @ts-check
// Whether the right token wins, in the words of exercises/judging/judge.py.

import { TIE } from "../kit/arithmetic.js";
import { BARELY, NO_NUMBERS, TIED, saysInstead } from "./instead.js";
/** @import {Row, Token, Verdict} from "../kit/page" */

export const MARGIN = 1e-6; // of the largest logit, as in exercises/judging/judge.py

// A verdict is thrown: `kind` is "wrong", or "" where there is nothing to judge yet.
/**
 * @param {string} kind @param {string} sentence @param {Partial<Verdict>} [more]
 * @returns {Error & Verdict}
 */
export function verdict(kind, sentence, more) {
  return Object.assign(new Error(sentence), { kind, ...more });
}

/** @param {unknown} holds @param {string} sentence @param {Partial<Verdict>} [more] */
export function demand(holds, sentence, more) {
  if (!holds) throw verdict("wrong", sentence, more);
}

// A number as Python writes it with :.6g.
/** @param {number} x @param {number} digits */
export function general(x, digits) {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "nan" : x < 0 ? "-inf" : "inf";
  if (x === 0) return "0";
  const [head, tail] = x.toExponential(digits - 1).split("e");
  const power = Number(tail);
  /** @param {string} text */
  const trimmed = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  if (power >= -4 && power < digits) return trimmed(x.toFixed(digits - 1 - power));
  const size = String(Math.abs(power)).padStart(2, "0");
  return `${trimmed(head)}e${power < 0 ? "-" : "+"}${size}`;
}

// By how much the right token leads its best rival, and what came where it does not win by the
// margin, "" where it does: then no rival is looked for. `name` writes a token.
/**
 * @param {Row} logits @param {Token} wanted @param {(id: Token) => string} name
 * @param {number} [margin]
 */
export function whatCame(logits, wanted, name, margin = MARGIN) {
  const others = logits.map((x, i) => (i === wanted ? -Infinity : x));
  const lead = logits[wanted] - Math.max(...others);
  const scale = Math.max(...logits.map(Math.abs));
  if (lead > margin * scale) return { lead, rival: -1, came: "" };
  const rival = others.indexOf(Math.max(...others));
  const came = () => {
    if (logits.some(Number.isNaN)) return NO_NUMBERS;
    if (Math.abs(lead) <= TIE * scale) return `${TIED}${name(rival)}`;
    return lead > 0 ? `${BARELY}${general(lead / scale, 1)} of the largest logit` : name(rival);
  };
  return { lead, rival, came: came() };
}

// By how much the right token leads; a verdict, begun with those words, where it does not win by
// the margin. `why` may add a reason where a rival wins.
/**
 * @param {Row} logits @param {Token} wanted @param {string} begun
 * @param {(id: Token) => string} name @param {(id: Token) => string} [why]
 * @param {number} [margin]
 */
export function leadOf(logits, wanted, begun, name, why, margin = MARGIN) {
  const { lead, rival, came } = whatCame(logits, wanted, name, margin);
  if (!came) return lead;
  const reason = came === name(rival) ? why?.(rival) : "";
  throw verdict("wrong", `${begun} ${saysInstead(name(wanted), came, reason)}`);
}
