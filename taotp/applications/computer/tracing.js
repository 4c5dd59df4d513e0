// @ts-check
// A text that a machine goes on writing: its prompt, then one token a step. What is written is the
// machine's own; an interpreter beside it says what should have been.

import { hear } from "./engine.js";
import { expectedAfter, newReader, readWord } from "./little_man.js";
/** @import {Token} from "../../page/kit/page" */
/** @import {Engine} from "./engine.js" */
/** @import {Reader} from "./little_man.js" */

/**
 * Words of the prompt and of what was written after it; `expected` is what should be said, by step,
 * and `wrong` the first step that is not so (-1: none). `ends` says why nothing more comes: the
 * machine halted, asks for a number, has no room, or says what is no number. `said` is the id of
 * what it says last.
 * @typedef {{engine: Engine, names: string[], ids: Map<string, Token>, words: string[],
 *   begins: number, inputs: string[], used: number, reader: Reader, expected: string[],
 *   wrong: number, said: Token, ends: "" | "halted" | "asks" | "room" | "nan"}} Tracing
 */

/**
 * @param {Engine} engine @param {string[]} names @param {Map<string, Token>} ids
 * @param {string[]} prompt @param {string[]} inputs @returns {Tracing}
 */
export function tracing(engine, names, ids, prompt, inputs) {
  engine.length = 0;
  return {
    engine, names, ids, words: [...prompt], begins: prompt.length, inputs, used: 0,
    reader: newReader(prompt), expected: [], wrong: -1, said: -1, ends: "",
  };
}

// Hears the next token of the text and, behind its last one, writes another.
/** @param {Tracing} trace */
export function advance(trace) {
  const { engine, words, ids } = trace;
  if (engine.length === engine.room) {
    trace.ends = "room";
    return;
  }
  const last = engine.length === words.length - 1;
  trace.said = hear(engine, ids.get(words[engine.length]), last);
  if (last) writeDown(trace);
}

// Goes on where a number was asked for that is now there.
/** @param {Tracing} trace @param {string[]} inputs */
export function answered(trace, inputs) {
  trace.inputs = inputs;
  if (trace.ends === "asks" && inputs.length > trace.used) writeDown(trace);
}

/** @param {Tracing} trace */
function writeDown(trace) {
  const { words, names, said, begins, reader, inputs } = trace;
  const [says, step] = [names[said], words.length - begins];
  trace.expected[step] = expectedAfter(reader);
  if (says !== trace.expected[step] && trace.wrong < 0) trace.wrong = step;
  trace.ends = says === undefined ? "nan" : says === "." ? "halted"
    : says === "?" && trace.used === inputs.length ? "asks" : "";
  if (trace.ends === "nan" || trace.ends === "asks") return;
  const word = says === "?" ? inputs[trace.used++] : says;
  words.push(word);
  readWord(reader, word);
}
