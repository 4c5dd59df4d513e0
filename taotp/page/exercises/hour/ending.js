// @ts-check
// The end of the hour: a machine of one's own gets a name, a postcard and a link.

import { html, noteDone, write } from "../../kit/panels.js";
import { save } from "../../kit/saving.js";
import { builtOn, keepBuilt } from "../built.js";
import { keepProgress, keptProgress } from "../kept.js";
import { showMachine } from "./alone.js";
import { addressOf, copyText } from "./link.js";
import { cutOff } from "./name.js";
import { asPixels, postcard } from "./postcard.js";
/** @import {Blanks} from "../../kit/figures" */
/** @import {Figure} from "./alone.js" */

/**
 * @typedef {{slug: string, title: string, does: string, spec: Blanks, number: number,
 *   built: boolean}} Owned
 */

const FIRST_CHOICE = "build-search";
const TOO_LONG = "This machine is too long for a link. The postcard can be sent.";

// A name as that of a file: its letters and digits, joined.
/** @param {string} name */
const fileName = (name) => name.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/g, "");

class Ending {
  /** @param {HTMLElement} section @param {Owned[]} steps */
  constructor(section, steps) {
    this.section = section;
    this.steps = steps;
    const made = (this.made = section.querySelector(".hour-mine"));
    /** @template {HTMLElement} T @param {string} name @returns {T} */
    const find = (name) => made.querySelector(name);
    /** @type {HTMLSelectElement} */ this.which = find("select");
    /** @type {HTMLInputElement} */ this.name = find("#hour-name");
    /** @type {HTMLInputElement} */ this.builder = find("#hour-builder");
    /** @type {HTMLAnchorElement} */ this.open = find("[data-open]");
    this.note = find(".hour-note");
    this.nothing = html("p", {}, "Nothing is built yet. ",
      html("a", { href: "#step=1" }, "Begin with the first step"), ".");
    this.place = html("div", { class: "hour-own" });
    made.before(this.nothing);
    made.after(this.place);
    /** @type {Figure | undefined} */ this.figure = undefined;
    this.shown = "";
    this.which.addEventListener("change", () => this.show());
    this.name.addEventListener("input", () => {
      const { slug } = this.chosen;
      keepBuilt(slug, { ...builtOn(slug), name: this.name.value.trim() });
      write(this.note, cutOff(this.name));
      this.link();
    });
    this.builder.addEventListener("input", () => {
      keepProgress({ author: this.builder.value.trim(), progress: {} });
      write(this.note, cutOff(this.builder));
      this.link();
    });
    find("[data-copy]").addEventListener("click", () => this.copy());
    for (const kind of /** @type {const} */ (["png", "svg"]))
      find(`[data-postcard=${kind}]`).addEventListener("click", () => this.saveCard(kind));
  }

  get chosen() {
    return this.steps.find(({ slug }) => slug === this.which.value);
  }

  async link() {
    const { slug } = this.chosen;
    const address = await addressOf({ slug, name: this.name.value.trim(),
      builder: this.builder.value.trim(), text: builtOn(slug).text, found: "" });
    if (address) this.open.href = address;
    return address;
  }

  async copy() {
    const address = await this.link();
    const copied = address && await copyText(address);
    if (copied) return noteDone(this.note, "Copied. Send it to somebody.");
    return write(this.note, address ? "Copy the address of \u201cSee what a friend sees\u201d."
      : TOO_LONG);
  }

  /** @param {"png" | "svg"} kind */
  async saveCard(kind) {
    const { slug, title, does } = this.chosen;
    const [size] = builtOn(slug).said.match(/[\d,]+ parameters/) ?? [""];
    const name = this.name.value.trim() || title;
    const card = postcard(this.figure, { name, does, builder: this.builder.value.trim(),
      size: size.replace("parameters", "numbers") });
    const file = card && (kind === "svg" ? card : await asPixels(card));
    if (file) save(file, `${fileName(name) || slug}.${kind}`);
    if (file) return noteDone(this.note, "Saved.");
    return write(this.note, card ? "This browser cannot draw it as a PNG; take the SVG."
      : "The picture is not drawn yet.");
  }

  show() {
    const { slug, spec } = this.chosen;
    const { text, name = "" } = builtOn(slug);
    if (this.shown === slug + text) return;
    this.shown = slug + text;
    write(this.note, "");
    this.name.value = name;
    this.figure = showMachine(this.place, spec, text, String(spec.state.text));
    this.link();
  }

  draw() {
    const own = this.steps.filter(({ built }) => built);
    this.nothing.hidden = own.length > 0;
    for (const each of [this.made, this.place]) each.toggleAttribute("hidden", !own.length);
    if (!own.length || !this.section.hasAttribute("data-here")) return;
    const before = own.find(({ slug }) => slug === this.which.value);
    const best = own.find(({ slug }) => slug === FIRST_CHOICE) ?? own[own.length - 1];
    this.which.replaceChildren(...own.map(({ slug, number, title }) =>
      html("option", { value: slug }, `${number}. ${title}`)));
    this.which.value = (before ?? best).slug;
    this.builder.value ||= keptProgress().author ?? "";
    this.show();
  }
}

/** @param {HTMLElement} section @param {Owned[]} steps */
export const ending = (section, steps) => new Ending(section, steps);
