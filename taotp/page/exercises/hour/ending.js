// @ts-check
// The end of the hour: a machine of one's own gets a name, a postcard and a link.

import { change, html, write } from "../../kit/panels.js";
import { save } from "../../kit/saving.js";
import { builtOn, keepBuilt } from "../built.js";
import { keepProgress, keptProgress } from "../kept.js";
import { showMachine } from "./alone.js";
import { addressOf } from "./link.js";
import { postcard } from "./postcard.js";
/** @import {Blanks} from "../../kit/figures" */
/** @import {Figure} from "./alone.js" */

/**
 * @typedef {{slug: string, title: string, does: string, spec: Blanks, number: number,
 *   built: boolean}} Owned
 */

const FIRST_CHOICE = "build-search";
const TOO_LONG = "This machine is too long for a link. The postcard can be sent.";

/** @param {HTMLElement} section @param {Owned[]} steps */
export function ending(section, steps) {
  const made = section.querySelector(".hour-mine");
  /** @template {HTMLElement} T @param {string} name @returns {T} */
  const find = (name) => made.querySelector(name);
  /** @type {HTMLSelectElement} */ const which = find("select");
  /** @type {HTMLInputElement} */ const name = find("#hour-name");
  /** @type {HTMLInputElement} */ const builder = find("#hour-builder");
  /** @type {HTMLAnchorElement} */ const open = find("[data-open]");
  const note = find(".hour-note");
  const nothing = html("p", {}, "Nothing is built yet. ",
    html("a", { href: "#step=1" }, "Begin with the first step"), ".");
  made.before(nothing);
  const place = html("div", { class: "hour-own" });
  made.after(place);
  /** @type {Figure} */
  let figure;
  let shown = "";
  const chosen = () => steps.find(({ slug }) => slug === which.value);
  const sent = () => {
    const { slug } = chosen();
    return { slug, name: name.value.trim(), builder: builder.value.trim(),
      text: builtOn(slug).text, found: "" };
  };
  const linked = async () => {
    const address = await addressOf(sent());
    if (address) open.href = address;
    return address;
  };
  const show = () => {
    const { slug, spec } = chosen();
    const { text, name: called = "" } = builtOn(slug);
    if (shown === slug + text) return;
    shown = slug + text;
    name.value = called;
    figure = showMachine(place, spec, text, String(spec.state.text));
    linked();
  };
  which.addEventListener("change", show);
  name.addEventListener("input", () => {
    const { slug } = chosen();
    keepBuilt(slug, { ...builtOn(slug), name: name.value.trim() });
    linked();
  });
  builder.addEventListener("input", () => {
    keepProgress({ author: builder.value.trim(), progress: {} });
    linked();
  });
  find("[data-copy]").addEventListener("click", async () => {
    const address = await linked();
    const copied = address && await navigator.clipboard?.writeText(address)
      .then(() => true, () => false);
    write(note, !address ? TOO_LONG : copied ? "Copied. Send it to somebody."
      : "Copy the address of \u201cSee what a friend sees\u201d.");
  });
  find("[data-postcard]").addEventListener("click", () => {
    const { slug, title, does } = chosen();
    const [size] = builtOn(slug).said.match(/[\d,]+ parameters/) ?? [""];
    const card = postcard(figure, { name: name.value.trim() || title, does,
      builder: builder.value.trim(), size: size.replace("parameters", "numbers") });
    if (card) save(card, `${slug}.svg`);
    write(note, card ? "Saved." : "The picture is not drawn yet.");
  });
  return {
    draw() {
      const own = steps.filter(({ built }) => built);
      nothing.hidden = own.length > 0;
      for (const each of [made, place]) each.toggleAttribute("hidden", !own.length);
      if (!own.length || !section.hasAttribute("data-here")) return;
      const before = which.value;
      which.replaceChildren(...own.map(({ slug, number, title }) =>
        html("option", { value: slug }, `${number}. ${title}`)));
      const keep = own.some(({ slug }) => slug === before) ? before : undefined;
      const best = own.find(({ slug }) => slug === FIRST_CHOICE) ?? own[own.length - 1];
      which.value = keep ?? best.slug;
      builder.value ||= keptProgress().author ?? "";
      change(which, { "data-many": own.length });
      show();
    },
  };
}
