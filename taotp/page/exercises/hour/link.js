// @ts-check
// A machine in an address: the text of its program, its name, who built it, and a text after which
// it says something wrong. All of it is text: nothing of a link is ever run as a script.

import { packText, textsIn, unpackText } from "../../kit/texts.js";

const MOST = { slug: 40, name: 40, builder: 40, text: 20_000, found: 200 }; // letters
const KEY = "#m=";
const PAGE = "machine.html";

/** @typedef {{slug: string, name: string, builder: string, text: string, found: string}} Sent */

/** @param {Sent} sent @returns {Promise<string | undefined>} */
export async function addressOf(sent) {
  const letters = await packText(JSON.stringify(sent));
  return letters && new URL(`${PAGE}${KEY}${letters}`, location.href.split("#")[0]).href;
}

// Whether a text went where it can be pasted from.
/** @param {string} text @returns {Promise<boolean>} */
export const copyText = async (text) =>
  await navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;

// What an address brings; null where it brings nothing, undefined where it is damaged.
/** @param {string} hash @param {string[]} slugs @returns {Promise<Sent | null | undefined>} */
export async function sentIn(hash, slugs) {
  if (!hash.startsWith(KEY)) return null;
  try {
    const found = textsIn(JSON.parse(await unpackText(hash.slice(KEY.length))));
    const { slug = "", name = "", builder = "", text = "", found: at = "" } = found;
    const sent = { slug, name, builder, text, found: at };
    const fits = Object.entries(MOST)
      .every(([key, most]) => sent[/** @type {keyof Sent} */ (key)].length <= most);
    return fits && text && slugs.includes(slug) ? sent : undefined;
  } catch {
    return undefined;
  }
}
