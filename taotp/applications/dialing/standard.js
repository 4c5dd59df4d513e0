// @ts-check
// What the standard says of a press like this one: that it must be heard, that it must not be, or
// nothing. It speaks of each setting by itself.

import { format } from "../../page/kit/runs.js";
/** @import {Asked} from "../../page/kit/figures" */
/** @import {State} from "../../page/kit/page" */

const STANDARD = "The standard, ITU-T Q.24";

// What is said where a setting is outside of what must be heard, and where it must not be.
/** @type {Record<string, (x: number) => string>} */
const WORDS = {
  deviation: (x) => `${format(x)} % off`,
  on: (x) => `presses of ${format(x)} ms`,
  off: (x) => `pauses of ${format(x)} ms`,
  gap: (x) => `a gap of ${format(x)} ms in a press`,
  level: (x) => `${format(x)} dBm0`,
  twist: (x) => `a twist of ${format(x)} dB`,
  noise: (x) => `noise ${format(x)} dB below`,
};

/** @param {(number | null)[]} limits @param {number} x */
const within = ([least, most], x) => (least ?? -Infinity) <= x && x <= (most ?? Infinity);

// Each limit is [least, most]; null is no limit.
/** @param {Asked} standard @param {State} state */
export function judged({ heard, silent }, state) {
  /** @param {string} name */
  const value = (name) => (name === "noise" && state.noise === null ? Infinity : state[name]);
  const beyond = Object.keys(heard).filter((name) => !within(heard[name], value(name)));
  const refused = Object.keys(silent).filter((name) =>
    silent[name].some((range) => within(range, value(name))));
  /** @param {string[]} names */
  const list = (names) => names.map((name) => WORDS[name](state[name])).join(", ");
  if (refused.length) return { must: "silent",
    words: `${STANDARD}: ${list(refused)} must not be heard.` };
  if (beyond.length) return { must: "", words: `${STANDARD}, leaves it open: ${list(beyond)}.` };
  return { must: "heard", words: `${STANDARD}: such presses must be heard.` };
}
