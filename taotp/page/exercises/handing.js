// @ts-check
// What is handed in: a file with a name in it, and what it holds.

import { keepProgress } from "./kept.js";
import { save } from "../kit/saving.js";

/** @typedef {{ function: string, arguments: unknown[], returned: unknown }} HandedAnswer */

export const HAND_IN = "Save it to hand in";
export const LONGEST_NAME = 60;

// The name that was typed, which is kept; without one it says so, and there is none.
/** @param {HTMLInputElement} author @param {(words: string) => void} say */
export function signed(author, say) {
  const who = author.value.trim();
  keepProgress({ author: who, progress: {} });
  if (!who) say("Your name is needed: a file that is handed in says whose it is.");
  return who;
}

/** @param {string} slug @param {string} text @param {(words: string) => void} say */
export function saveFile(slug, text, say) {
  save(new Blob([text], { type: "application/json" }), `${slug}.json`);
  say(`${slug}.json is saved.`);
}

// The text of a file: what the functions of an exercise would have returned.
/** @param {string} slug @param {string} author @param {HandedAnswer[]} answers */
export const submission = (slug, author, answers) =>
  JSON.stringify({ format: 1, exercise: slug, author, answers }, null, 1);
