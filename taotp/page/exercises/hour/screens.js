// @ts-check
// Your first hour: the sections of a page become screens, of which one is shown. A screen has a
// bench as boxes within sentences; the machine beside it is the bench's own, and so is its verdict.
// What was built, and where one is, is kept in this browser.

import { change, html, write } from "../../kit/panels.js";
import { keepTexts, keptTexts, placeOf } from "../../kit/texts.js";
import { STYLES } from "../../kit/view.js";
import { builtOn } from "../built.js";
import { ending } from "./ending.js";
import { keepOwn, ownName } from "./name.js";
import { queriesKeysValues } from "./qkv.js";
import { BLANK, boxAt, unread, verdictWords } from "./words.js";
import CSS from "./quiet.css";
/** @import {Blanks} from "../../kit/figures" */
/** @import {BenchRun} from "../bench/panel.js" */
/** @import {Figure} from "./alone.js" */

const LAST_READ = "so this is the last machine that could be read.";
const NONE_READ = "so you see the machine without the lines that have boxes.";
const UNENDED = "Your machine was still at work when this page was closed. " +
  "Change a box to ask it again.";
const WAIT = 150; // ms without a key before a text is read
const PLACE = "hour"; // of what is kept
const FILM = { step: "embed", play: "yes" }; // begins with what a position holds at first

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// What stands in the blanks of a text; undefined where it is another text than that with blanks.
/** @param {string} given @param {string} text */
function valuesIn(given, text) {
  const pattern = given.split(BLANK).map(escaped).join("([^\\n]*?)");
  return text?.match(new RegExp(`^${pattern}$`))?.slice(1)
    .map((value) => (value === BLANK ? "" : value));
}

class Step {
  /** @param {HTMLElement} section @param {number} number @param {HTMLElement} made */
  constructor(section, number, made) {
    this.section = section;
    this.number = number;
    const { slug, does } = made.dataset;
    this.slug = slug;
    this.does = does;
    this.asked = false; // a machine without empty boxes
    /** @type {((run: BenchRun) => void) | undefined} */
    this.picture = undefined; // of query, key and value, which follows what is in the boxes
    this.title = section.querySelector("h2").firstChild.textContent;
    this.figure = /** @type {Figure} */ (section.querySelector("hand-figure"));
    /** @type {Blanks} */
    this.spec = JSON.parse(this.figure.querySelector("script").textContent);
    /** @type {string} */
    this.given = Object.values(this.spec.examples)[0].text;
    this.boxes = [...made.querySelectorAll("input")];
    this.verdict = made.querySelector(".hour-verdict");
    this.words = made.querySelector("dl");
    this.whole = made.querySelector("[data-whole] code");
    this.show = html("button", { type: "button", class: "hour-show", hidden: "" });
    this.verdict.after(this.show);
    this.reveal = html("div", { "data-reveal": "", class: "hour-reveal" });
    this.words.after(this.reveal);
    this.stale = html("p", { class: "hour-stale", hidden: "" });
    this.arrange(made);
    this.listen(made);
    this.restore();
  }

  get built() {
    return Boolean(builtOn(this.slug).text);
  }

  // To the left what one reads and fills in, to the right the machine. What is revealed leaves the
  // page until the machine is right.
  /** @param {HTMLElement} made */
  arrange(made) {
    const { section, figure } = this;
    const machine = figure.closest(".hand-live") ?? figure;
    const nodes = [...section.children];
    const cell = nodes.find((each) => each.contains(made));
    this.revealed = document.createDocumentFragment();
    this.revealed.append(...nodes.slice(nodes.indexOf(cell) + 1));
    const right = html("div", { class: "hour-right" }, this.stale, machine);
    cell.remove();
    const left = html("div", { class: "hour-left" }, ...section.childNodes, made);
    section.replaceChildren(left, right);
    change(section, { "data-step": this.number, "data-bench": this.slug, "data-verdict": "blank" });
    change(section.querySelector("h2"), { tabindex: -1 });
  }

  /** @param {HTMLElement} made */
  listen(made) {
    /** @type {ReturnType<typeof setTimeout>} */
    let waiting;
    const { boxes, figure } = this;
    Object.assign(figure, { keep() {} }); // its address is the page's, and its text is kept here
    boxes.forEach((box, i) => {
      box.addEventListener("input", () => {
        clearTimeout(waiting);
        waiting = setTimeout(() => this.tell(), WAIT);
      });
      box.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        const next = boxes.slice(i + 1).find((each) => !each.value) ??
          boxes.find((each) => !each.value);
        const go = next ?? this.section.querySelector(".hour-next");
        /** @type {HTMLElement | null} */ (go)?.focus();
      });
    });
    for (const chip of made.querySelectorAll("button[data-text]")) {
      chip.addEventListener("click", () =>
        this.play(/** @type {HTMLElement} */ (chip).dataset.text));
    }
    this.show.addEventListener("click", () => this.play(this.show.dataset.text, FILM));
    figure.addEventListener("hand-drawn", () => setTimeout(() => this.follow()));
  }

  // Another machine than that of the boxes, which is said beside it until they make one again.
  /** @param {string} listing @param {string} name */
  showOwn(listing, name) {
    this.figure.handle?.set({ listing, text: "", row: -1 });
    this.stale.hidden = false;
    write(this.stale, `This is your own machine, which says ${name}. The boxes make another one.`);
  }

  // A text in the machine, which is looked at where it answers, or played there from its first
  // step, and comes into sight.
  /** @param {string} text @param {Record<string, string>} [how] */
  play(text, how = { step: "" }) {
    this.figure.handle?.set({ listing: this.text, text, row: -1, at: "", view: "lanes", ...how });
    this.figure.scrollIntoView({ block: "nearest" });
  }

  // With the quotes of programs, where a phone has typed those of books.
  get values() {
    return this.boxes.map(({ value }) => value.trim().replace(/[\u201c-\u201e]/g, '"') || BLANK);
  }

  get text() {
    const { values } = this;
    return this.given.split(BLANK).map((piece, i) => piece + (values[i] ?? "")).join("");
  }

  // What is in the boxes goes to the machine, and is kept.
  tell() {
    const { text } = this;
    write(this.whole, text);
    const empty = this.boxes.every(({ value }) => !value.trim());
    const { listing: _, ...others } = keptTexts(placeOf(this.slug));
    keepTexts(placeOf(this.slug), empty ? others : { ...others, listing: text });
    this.figure.handle?.set({ listing: text, step: "" }); // what it says now, where a film stood
  }

  restore() {
    const kept = keptTexts(placeOf(this.slug)).listing ?? builtOn(this.slug).text;
    const values = valuesIn(this.given, kept) ?? [];
    this.boxes.forEach((box, i) => (box.value = values[i] ?? ""));
    write(this.whole, this.text);
    this.draw();
  }

  // The verdict of the bench, in words.
  follow() {
    const run = /** @type {BenchRun | undefined} */ (this.figure.handle?.run);
    keepOwn(this.slug);
    if (run?.text === this.text) this.draw(run);
    else if (run?.text === this.given && !this.values.includes(BLANK)) write(this.verdict, UNENDED);
  }

  /** @param {BenchRun} [run] */
  draw(run) {
    const judged = run?.verdict ?? { kind: "blank", text: "", prompt: undefined };
    const left = this.boxes.filter(({ value }) => !value.trim()).length;
    const { kind, prompt } = judged;
    const box = kind === "fault" && run.faults.length
      ? boxAt(this.given, this.values, run.faults[0]) : -1;
    change(this.section, { "data-verdict": kind });
    this.boxes.forEach((each, i) => change(each, { "aria-invalid": i === box }));
    write(this.verdict, verdictWords(run ?? { verdict: judged, faults: [] }, left,
      this.boxes.length, box));
    this.show.hidden = kind !== "wrong" || prompt === undefined;
    if (prompt !== undefined) {
      this.show.dataset.text = prompt;
      write(this.show, prompt ? `Show me \u201c${prompt}\u201d` : "Show me");
    }
    this.stale.hidden = kind !== "fault";
    write(this.stale, `${unread(box, this.boxes.length)}, ${this.asked ? LAST_READ : NONE_READ}`);
    if (kind !== "fault" && kind !== "blank") this.asked = true;
    if (kind === "right" || this.built) this.open();
    if (kind === "right") this.picture?.(run);
  }

  // What was built, and the way on: once the machine is right, and from then on.
  open() {
    if (this.reveal.childElementCount) return;
    this.reveal.append(this.revealed);
    const picture = this.reveal.querySelector(".hour-qkv");
    if (picture) {
      this.picture = queriesKeysValues(picture, (text) =>
        this.figure.handle?.set({ text, row: -1, step: "" }));
      this.section.querySelector(".hour-right").append(picture); // where there is room
    }
    const call = this.reveal.querySelector(".hour-call");
    if (call) ownName(call, { slug: this.slug, tell: () => this.tell(),
      show: (text, name) => this.showOwn(text, name) });
    this.words.hidden = true;
    this.section.dispatchEvent(new CustomEvent("hour-built", { bubbles: true }));
  }
}

class Hour {
  /** @param {HTMLElement} whole the section of the page */
  constructor(whole) {
    this.sections = /** @type {HTMLElement[]} */ ([...whole.querySelectorAll(":scope > section")]);
    this.steps = this.sections.flatMap((section, i) => {
      const made = /** @type {HTMLElement | null} */ (section.querySelector(".hour-step"));
      return made ? [new Step(section, i + 1, made)] : [];
    });
    this.whole = whole;
    this.end = this.sections[this.steps.length];
    change(this.end, { "data-end": "" });
    change(this.end.querySelector("h2"), { tabindex: -1 });
    this.after = this.sections.slice(this.steps.length + 1); // below the end
    this.ending = ending(this.end, this.steps);
    this.way();
    this.dots = this.bar(whole);
    for (const step of this.steps)
      step.section.addEventListener("hour-built", () => this.mark());
    addEventListener("hashchange", () => this.follow(true));
    this.follow(false);
  }

  // At the end of what is revealed stands the way to the next step.
  way() {
    this.steps.forEach(({ number, revealed, reveal }, i) => {
      const next = this.steps[i + 1];
      const link = html("a", { class: "hour-next", href: `#step=${next ? number + 1 : "end"}` },
        `Next: ${next ? next.title : "this one is yours"} \u2192`);
      (reveal.childElementCount ? reveal : revealed).append(html("p", {}, link));
    });
  }

  // Twelve dots, and one for the end.
  /** @param {HTMLElement} whole */
  bar(whole) {
    const dots = [...this.steps.map(({ number, title }) => ({ to: String(number), title })),
      { to: "end", title: "The end" }].map(({ to, title }) =>
      html("a", { href: `#step=${to}`, title }, html("span", { class: "unseen" }, title)));
    const list = html("ol", {}, ...dots.map((dot) => html("li", {}, dot)));
    const count = html("span", { class: "hour-count" });
    this.count = count;
    const home = html("a", { class: "hour-home", href: "index.html" }, "The book");
    whole.querySelector("h1").after(
      html("nav", { class: "hour-dots", "aria-label": "steps" }, list, count, home));
    return dots;
  }

  mark() {
    this.dots.forEach((dot, i) => {
      const step = this.steps[i];
      const here = (step?.section ?? this.end).hasAttribute("data-here");
      change(dot, { "aria-current": here ? "step" : "false", class: step?.built ? "done" : "" });
      if (!step) return;
      write(dot.firstChild, `${step.number}. ${step.title}${step.built ? ", built" : ""}`);
    });
    const at = this.steps.find(({ section }) => section.hasAttribute("data-here"));
    write(this.count, at ? `${at.number} of ${this.steps.length}` : "");
    this.ending.draw();
  }

  // The screen that an address asks for, or else the one of last time.
  /** @param {boolean} moved by the reader */
  follow(moved) {
    const [, asked] = location.hash.match(/^#step=(\w+)$/) ?? [];
    const named = asked === undefined && location.hash.length > 1
      ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    const inside = this.sections.find((section) => section.contains(named));
    if (moved && asked === undefined && !inside) return;
    const to = asked ?? (inside ? undefined : keptTexts(PLACE).step) ?? "1";
    const chosen = to === "end" ? this.end : this.steps[Number(to) - 1]?.section;
    this.go((this.after.includes(inside) ? this.end : inside) ?? chosen ?? this.steps[0].section);
    if (!moved || inside) return;
    scrollTo(0, 0);
    /** @type {HTMLElement} */ (document.querySelector("section[data-here] h2"))
      .focus({ preventScroll: true });
  }

  /** @param {HTMLElement} section */
  go(section) {
    for (const each of this.sections) {
      const here = each === section || (section === this.end && this.after.includes(each));
      each.toggleAttribute("data-here", here);
    }
    this.whole.classList.toggle("hour-at-work", section !== this.steps[0].section);
    keepTexts(PLACE, { step: section.dataset.step ?? "end" });
    this.mark();
  }
}

STYLES.push(CSS);
const first = document.querySelector(".hour-step");
if (first) new Hour(/** @type {HTMLElement} */ (first.closest("section").parentElement));
