// @ts-check
// What a program says along a message: exercises/judging/text.py in the page.

import { PRECISIONS, begin, decode, hear, lastOf, ready, unembed } from "../../kit/arithmetic.js";
import { quotedAsPython } from "../form.js";
import { saysInstead } from "../instead.js";
import { demand, leadOf } from "../leads.js";
/** @import {Transformer} from "../../kit/figures" */
/** @import {Made, SymbolName} from "../../editor/listing/listing" */
/** @import {Row, Token} from "../../kit/page" */

// The logits after each of some ids.
/** @param {Transformer} model @param {Token[]} ids */
function logitsAlong(model, ids) {
  const run = begin(ready(model, PRECISIONS.float64));
  return ids.map((id, i) => {
    hear(run, id);
    return unembed(run, lastOf(run, i));
  });
}

// Runs a program along a message; how many symbols it says and by how much the closest one leads.
/** @param {Made} program @param {string} message */
export function says(program, message) {
  const { model, vocabulary, start, stop, after } = program;
  const two = start !== null && stop !== null && start !== stop;
  demand(two, "at the sentinels expected a start and a stop, got fewer than two");
  const strings = vocabulary.every((symbol) => typeof symbol === "string");
  demand(strings, "at the vocabulary expected strings, got other symbols");
  for (const letter of message) {
    demand(vocabulary.includes(letter) && ![start, stop, after].includes(letter),
      `at the vocabulary expected the letter ${quotedAsPython(letter)}, got none such`);
  }
  const n_ctx = model.W_pos.rows;
  demand(n_ctx > message.length, `at n_ctx expected ${message.length + 1} or more, got ${n_ctx}`);
  const ids = [start, ...message].map((symbol) => vocabulary.indexOf(symbol));
  const following = [...ids.slice(1), vocabulary.indexOf(stop)];
  const leads = logitsAlong(model, ids).map((logits, i) => {
    const prefix = ids.slice(0, i + 1);
    return leadAlong(logits, following[i], prefix, { vocabulary, ids, following });
  });
  const said = saidAlone(program);
  const [wanted, came] = [message, said].map(quotedAsPython);
  demand(said === message,
    `after its start, in all, ${saysInstead(wanted, came, "do after and steps fit?")}`);
  return { inputs: leads.length, margin: Math.min(...leads) };
}

// All that a program says after its start, without its sentinels.
/** @param {Made} program */
function saidAlone({ model, vocabulary, start, stop, after, steps, slide }) {
  const ids = [start, after].filter((symbol) => symbol !== null)
    .map((symbol) => vocabulary.indexOf(symbol));
  const room = model.W_pos.rows + 1 - ids.length;
  const asked = steps ?? Math.max(room, 1);
  const run = begin(ready(model, PRECISIONS.float64));
  for (const id of ids) hear(run, id);
  const most = slide ? asked : Math.min(asked, room);
  return decode(run, most, vocabulary.indexOf(stop)).filter(Boolean)
    .map(({ token }) => vocabulary[token])
    .filter((symbol) => ![start, stop, after].includes(symbol)).join("");
}

/**
 * @param {Row} logits @param {Token} wanted @param {Token[]} prefix
 * @param {{vocabulary: SymbolName[], ids: Token[], following: Token[]}} known
 */
function leadAlong(logits, wanted, prefix, { vocabulary, ids, following }) {
  /** @param {Token} id */
  const name = (id) => quotedAsPython(/** @type {string} */ (vocabulary[id]));
  const told = quotedAsPython(prefix.map((id) => vocabulary[id]).join(""));
  const last = prefix[prefix.length - 1];
  return leadOf(logits, wanted, `after ${told}`, name, (rival) => {
    if (rival === last) return "that is the token it has read; nothing louder was added to it";
    const earlier = following[ids.indexOf(last)] === rival;
    return earlier ? "that follows an earlier occurrence of the same letter" : "";
  });
}

