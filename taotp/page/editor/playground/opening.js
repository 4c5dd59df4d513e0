// @ts-check
// What a file holds that a reader chose or dropped: a listing, or an answer that was handed in,
// such as an entry of a leaderboard. What is neither is refused in a sentence.

import { LIMITS } from "../listing/language.js";
import { Unwritable, demand, writtenListing } from "./written.js";

const MOST_BYTES = LIMITS.text; // a letter has one at least

const MOST_OF_A_NAME = 60; // letters

/**
 * @typedef {{text?: string, example?: string, prompt?: string, refused?: string}} OpenedText
 * @typedef {Record<string, Record<string, any>>} Boards
 * @typedef {{answers: ({returned?: any} | null)[], author: string, exercise: string}} HandedIn
 */

/** @param {number} bytes */
const megabytes = (bytes) =>
  `${(bytes / 1e6).toLocaleString("en-US", { maximumFractionDigits: 1 })} MB`;

/** @param {File} file */
async function textIn(file) {
  demand(file.size <= MOST_BYTES,
    `it has ${megabytes(file.size)}, and at most ${megabytes(MOST_BYTES)} are read`);
  /** @type {string} */
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Unwritable("it is not UTF-8 text");
  }
  demand(!text.includes("\0"), "it is not text");
  demand(text.trim(), "it is empty");
  return text;
}

/** @param {string} text */
function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a listing may look like it, and its reader says what is wrong
  }
}

// The machines and listings among what the functions of an answer returned.
/** @param {HandedIn} file @param {Boards} boards */
function held({ answers, author, exercise }, boards) {
  /** @param {unknown} name */
  const line = (name) => String(name).replace(/\s+/g, " ").slice(0, MOST_OF_A_NAME);
  const about = `# ${line(exercise)}: handed in by ${line(author)}.\n`;
  const board = (Object.hasOwn(boards, exercise) && boards[exercise]) || {};
  for (const [i, answer] of answers.entries()) {
    const returned = answer?.returned;
    if (typeof returned === "string" && /^\s*(#.*\n\s*)*(\{|symbols|characters|let)/.test(returned))
      return { text: returned };
    const several = Array.isArray(returned?.tuple) ? returned.tuple : [];
    const machine = [returned, ...several]
      .find((each) => each?.model || each?.program);
    if (machine) {
      const text = writtenListing(machine, `answers[${i}]`, board.asked);
      return { text: about + text, example: board.example, prompt: board.prompt };
    }
  }
  throw new Unwritable(`it is an answer to ${line(exercise)}, and holds no machine`);
}

// The text that a file holds, and the example that it belongs to; or why there is none.
/** @param {File} file @param {Boards} boards @returns {Promise<OpenedText>} */
export async function opened(file, boards) {
  try {
    const text = await textIn(file);
    const found = json(text);
    demand(!found?.nbformat, "it is a notebook; a listing is a text of its own");
    demand(!found?.progress, "it is a file of progress; Your progress is the page for it");
    if (Array.isArray(found?.answers)) return held(found, boards);
    demand(!found?.exercise, "it is an answer, and holds no more than its solver's word");
    return { text };
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error;
    return { refused: `\u201c${file.name}\u201d was not opened: ${error.message}.` };
  }
}
