// @ts-check
// A machine that somebody built and sent: it stands alone, with its name and the dare to make it
// say something wrong. What the link says is shown as text, and the machine is asked anew here.

import { html, noteDone, write } from "../../kit/panels.js";
import { KEYS } from "../../kit/tasks.js";
import { STYLES } from "../../kit/view.js";
import { nounOf } from "../../machine/lanes/reading.js";
import { marked, neverEnded } from "../../kit/texts.js";
import { showMachine } from "./alone.js";
import { addressOf, copyText, sentIn } from "./link.js";
import { textNamed } from "./words.js";
import CSS from "./quiet.css";
/** @import {Blanks} from "../../kit/figures" */
/** @import {BenchRun} from "../bench/panel.js" */
/** @import {Sent} from "./link.js" */

const FEW = 3; // symbols that are all named
const PLACE = "machine.html"; // where it is marked that a text runs
const NONE = "This page shows a machine that somebody sent you, and its link is not complete. " +
  "You can build one of your own.";
const DAMAGED =
  "This link is damaged, perhaps because it was cut off on its way. Ask for it again.";
const UNFINISHED = "This machine did not come to an end last time, so it is not run again.";

/** @typedef {{title: string, does: string}} Known */

// What a machine says after a text, and what it should say; undefined where nothing is asked.
/** @param {Blanks} spec @param {BenchRun} run @param {string} text */
function heard(spec, run, text) {
  if (spec.named || run.error) return undefined;
  const wanted = KEYS[spec.key]([...text], spec.known)?.[0];
  const decision = run.decisions[run.first];
  if (wanted === undefined || !decision) return undefined;
  const says = run.program.vocabulary[decision.token];
  return { wanted: String(wanted), says, right: run.now?.kind !== "wrong" };
}

// Which texts a machine reads: its symbols, and how many of them.
/** @param {Blanks} spec @param {BenchRun} run */
function readsWhat({ named, known, every: [, shortest] }, { program }) {
  if (named) return "";
  const { before, after, model } = program;
  const longest = model.W_pos.rows - before.length - after.length;
  const least = shortest ? `${shortest} to ` : "up to ";
  return `It reads the ${nounOf(program)}s ${listed(known.vocabulary)}, in texts of ${least}` +
    `${longest}.`;
}

// Symbols in a row are told by the first and the last.
/** @param {string[]} symbols */
function listed(symbols) {
  const codes = symbols.map((symbol) => symbol.codePointAt(0));
  const inRow = symbols.length > FEW && codes.every((code, i) => code === codes[0] + i);
  return inRow ? `${symbols[0]} to ${symbols[symbols.length - 1]}`
    : symbols.join(", ").replace(/, ([^,]+)$/, " and $1");
}

class SentMachine {
  /** @param {HTMLElement} place */
  constructor(place) {
    const { known, specs } = JSON.parse(place.querySelector("script").textContent);
    /** @type {Record<string, Known>} */ this.known = known;
    /** @type {Record<string, Blanks>} */ this.specs = specs;
    this.place = html("div", { class: "hour-own" });
    place.querySelector(".hand-live")?.remove();
    this.title = html("h2", { tabindex: -1 });
    this.by = html("p", { class: "hour-by" });
    this.dare = html("p", { class: "hour-dare" });
    this.reads = html("p", { class: "hour-reads" });
    this.said = place.querySelector(".hour-verdict");
    this.copy = html("button", { type: "button", hidden: "" }, "Copy a link that shows it");
    this.note = html("p", { class: "hour-note", role: "status" });
    this.program = html("code");
    this.fold = html("details", {}, html("summary", {}, "Its whole program"),
      html("pre", {}, this.program));
    place.querySelector(".hour-told").prepend(this.title, this.by, this.dare, this.reads);
    this.said.after(this.copy, this.note);
    place.append(this.place, this.fold);
    this.copy.addEventListener("click", () => this.share());
    addEventListener("hashchange", () => this.read());
    this.read();
  }

  async read() {
    const sent = await sentIn(location.hash, Object.keys(this.known));
    this.sent = sent ?? undefined;
    this.fold.hidden = !sent;
    if (sent) return this.show(sent);
    this.place.replaceChildren();
    write(this.title, "");
    write(this.by, "");
    write(this.dare, "");
    write(this.reads, "");
    return write(this.said, sent === null ? NONE : DAMAGED);
  }

  /** @param {Sent} sent */
  show({ slug, name, builder, text, found }) {
    const { title, does } = this.known[slug];
    const spec = this.specs[slug];
    write(this.title, name || title);
    write(this.by, `A transformer built by hand${builder && " by "}${builder}.`);
    write(this.dare, `It ${does}. ${spec.named ? "Press Play."
      : "Can you make it say something wrong?"}`);
    write(this.reads, "");
    write(this.program, text);
    write(this.said, "");
    if (neverEnded(PLACE)) return write(this.said, UNFINISHED);
    marked(PLACE, () => {
      const figure = showMachine(this.place, spec, text, found || String(spec.state.text));
      this.figure = figure;
      figure.addEventListener("hand-drawn", () => setTimeout(() => this.follow()));
    });
    return undefined;
  }

  // What came of the text that stands there now.
  follow() {
    const run = /** @type {BenchRun | undefined} */ (this.figure?.handle?.run);
    if (!run) return;
    const { slug, found } = this.sent;
    const text = String(this.figure.handle.state.text);
    const of = heard(this.specs[slug], run, text);
    this.copy.hidden = !of || of.right;
    write(this.reads, run.faults.length ? "" : readsWhat(this.specs[slug], run));
    if (run.faults.length) return write(this.said, "This text is not a program that can be read.");
    if (run.error) return write(this.said, ""); // it stands below the text
    if (!of) return write(this.said, this.specs[slug].named ? ""
      : "That text asks it for nothing: any answer would do.");
    const who = !of.right && found && text === found ? "Somebody found it: " : "";
    const after = textNamed(text);
    const begun = who ? after.replace(/^./, (letter) => letter.toLowerCase()) : after;
    write(this.said, of.right ? `${after} it says ${of.says}, and that is right.`
      : `${who}${begun} it says ${of.says}; it should say ${of.wanted}.`);
    return undefined;
  }

  async share() {
    const found = String(this.figure.handle.state.text);
    const address = await addressOf({ ...this.sent, found });
    if (address) history.replaceState(history.state, "", address);
    const copied = address && await copyText(address);
    if (copied) noteDone(this.note, "Copied. Send it back.");
    else write(this.note, "The address of this page is the link.");
  }
}

STYLES.push(CSS);
const place = document.querySelector(".hour-sent");
if (place) new SentMachine(/** @type {HTMLElement} */ (place));
