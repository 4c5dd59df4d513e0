// @ts-check
// What a reader has done, on one page: every exercise with its sign, what to try next, and a file
// to carry it all about.

import { save } from "../kit/saving.js";
import { builtOn } from "./built.js";
import { RUNS } from "../kit/runs.js";
import { html, change, write, PANELS } from "../kit/panels.js";
import { STYLES } from "../kit/view.js";
import {
  SIGNS, forgetProgress, isKept, keepProgress, keepWord, keptProgress, readProgress,
    writtenProgress,
} from "./kept.js";
import CSS from "./progress.css";
/** @import {ListedChapter, ListedExercise, Progress} from "../kit/figures" */
/** @import {Panel, SetState} from "../kit/page" */

/** @type {Record<string, string>} */
const WORDS = { tried: "not right yet", self: "my own word", reviewed: "right for a person",
  verified: "right", new: "not begun" };
const LEGEND = "A dot is an exercise: " + Object.keys(SIGNS).reverse()
  .map((credit) => `${SIGNS[credit]} ${WORDS[credit]}`).join(", ") + ". Those marked \u2192 take " +
  "ten minutes or less and lead through the book.";
const FILE = "progress.json";

/** @param {Record<string, string>} progress @param {ListedExercise} exercise */
const creditOf = (progress, { slug }) => progress[slug] ?? "new";
/** @param {Record<string, string>} progress @param {ListedExercise} exercise */
const isDone = (progress, exercise) => !["new", "tried"].includes(creditOf(progress, exercise));

// What was tried and is not done; else the easiest new one of the first chapter with one left.
// Those on the way through the book come before all others.
/** @param {ListedChapter[]} chapters @param {Record<string, string>} progress */
function nextOne(chapters, progress) {
  const left = chapters.flatMap(({ exercises }) => exercises)
    .filter((one) => !isDone(progress, one));
  const tried = left.filter((one) => creditOf(progress, one) === "tried");
  const through = left.filter(({ way }) => way);
  const fromHere = through.length ? through : left;
  const here = fromHere.filter(({ page }) => page === fromHere[0].page);
  const from = tried.length ? tried : here;
  const least = Math.min(...from.map(({ effort }) => effort));
  return from.find(({ effort }) => effort === least);
}

/** @param {Progress} spec */
function progressRun({ chapters }) {
  const all = chapters.flatMap(({ exercises }) => exercises);
  return () => {
    const { author, progress } = keptProgress();
    const credits = all.map((one) => creditOf(progress, one));
    const counts = Object.keys(SIGNS).reverse().map((credit) => ({ credit,
      count: credits.filter((other) => other === credit).length }))
      .filter(({ credit, count }) => count && credit !== "new")
      .map(({ credit, count }) => `${SIGNS[credit]} ${WORDS[credit]} ${count}`);
    const done = all.filter((one) => isDone(progress, one)).length;
    const next = nextOne(chapters, progress);
    const begun = credits.some((credit) => credit !== "new");
    const text = begun ? `${done} of ${all.length} done.` : "Nothing is done yet: begin here.";
    return { author, progress, next, whole: { kind: "", text },
      now: { text: begun ? counts.join(", ") : "" } };
  };
}

// Buttons that carry progress in and out.
/** @param {SetState} set */
function carrying(set) {
  const said = html("p", { class: "note", role: "status" });
  /** @param {string} text @param {() => void} act */
  const button = (text, act) => {
    const made = html("button", { type: "button" }, text);
    made.addEventListener("click", act);
    return made;
  };
  const input = html("input", { type: "file", accept: ".json,application/json", id: "carried" });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    const found = readProgress(await file.text());
    if (!found.refused) keepProgress(found);
    const count = Object.keys(found.progress ?? {}).length;
    input.value = "";
    set({});
    write(said,
      found.refused ??
        `Read ${count} ${count === 1 ? "exercise" : "exercises"}; more counts before less.`);
  });
  const clear = () => {
    if (!confirm("Forget all progress kept in this browser?")) return;
    forgetProgress();
    set({});
    write(said, "Nothing is kept any more.");
  };
  return html("details", { class: "carrying" },
    html("summary", {}, "Carry it to another browser, or clear it"),
    button("Export", () => {
      const text = writtenProgress(keptProgress());
      save(new Blob([text], { type: "application/json" }), FILE);
    }),
    html("label", { for: "carried" }, "Import"), input,
    button("Clear\u2026", clear), said);
}

// How large a machine is that was built on a bench; "" where none was.
/** @param {string} slug */
const sizeOn = (slug) => builtOn(slug).said?.match(/[\d,]+(?= parameters)/)?.[0] ?? "";

// The machines that a reader has built, by their names.
/** @param {ListedExercise[]} all */
function owned(all) {
  const own = all.filter(({ slug }) => sizeOn(slug));
  if (!own.length) return ["You own no machine yet. ",
    html("a", { href: "first_hour.html" }, "Build the first one"), "."];
  const named = own.flatMap(({ slug, title, address }) => [", ",
    html("a", { href: address }, builtOn(slug).name || title), ` (${sizeOn(slug)} numbers)`]);
  return [own.length === 1 ? "You own a machine: " : `You own ${own.length} machines: `,
    ...named.slice(1), "."];
}

/** @param {ListedExercise} exercise @param {SetState} set */
function row(exercise, set) {
  const { slug, number, title, marks, address, word } = exercise;
  const sign = html("span", { class: "sign", "aria-hidden": "true" });
  const words = html("span", { class: "unseen" });
  const link = html("a", { href: address }, `${number} ${title}`);
  const toggle = html("button", { type: "button", "aria-label": `my own word on ${number}` },
    "\u25cb my word");
  const node = html("li", {}, sign, words,
    html("span", { class: "name" }, link, marks && ` ${marks}`));
  /** @type {string} */
  let credit;
  toggle.addEventListener("click", () => {
    keepWord(slug, credit !== "self");
    set({});
  });
  if (word) node.append(toggle);
  return {
    node,
    /** @param {Record<string, string>} progress @param {ListedExercise | undefined} next */
    draw(progress, next) {
      credit = creditOf(progress, exercise);
      write(sign, SIGNS[credit]);
      write(words, `${WORDS[credit]}: `);
      change(node, { class: credit, "data-next": String(next?.slug === slug) });
      change(toggle, { "aria-pressed": credit === "self" });
      toggle.disabled = !["new", "tried", "self"].includes(credit);
    },
  };
}

/**
 * @param {Progress} spec @param {SetState} set
 * @returns {Panel<ReturnType<ReturnType<typeof progressRun>>>}
 */
function progressPanel({ chapters }, set) {
  const all = chapters.flatMap(({ exercises }) => exercises);
  const [blocked, first] = [html("p", { class: "note" }), html("p", { class: "next" })];
  const [own, legend] = [html("p", { class: "own" }), html("p", { class: "note" }, LEGEND)];
  const shown = chapters.map(({ title, exercises }) => {
    const rows = exercises.map((exercise) => row(exercise, set));
    const [signs, count] = [html("span", { class: "signs", "aria-hidden": "true" }), html("span")];
    const node = html("details", { class: "chapter" },
      html("summary", {}, html("b", {}, title), " ", signs, " ", count),
      html("ul", { "aria-label": title }, ...rows.map(({ node: item }) => item)));
    return { exercises, rows, signs, count, node };
  });
  let opened = ""; // the chapter that was opened for what is next
  globalThis.addEventListener?.("storage", () => set({})); // another page of the book
  return {
    element: html("div", { class: "all" }, first, own, legend, ...shown.map(({ node }) => node),
      blocked, carrying(set)),
    draw(state, { progress, next }) {
      first.replaceChildren(...(next
        ? [html("a", { href: next.address },
          `Your next ${next.effort} minutes: ${next.number} ${next.title}`)] : ["All is done."]));
      own.replaceChildren(...owned(all));
      write(blocked, !isKept()
        ? "This browser keeps nothing for this page: what you do here is gone when you leave. " +
          "Export it first."
        : location.protocol === "file:"
          ? "Pages opened from disk: some browsers keep for each of them apart. Export and " +
            "import carry it over."
          : "Kept in this browser and sent nowhere.");
      for (const { exercises, rows, signs, count, node } of shown) {
        if (next && opened !== next.page && exercises.some(({ slug }) => slug === next.slug)) {
          opened = next.page;
          node.open = true;
        }
        for (const { draw } of rows) draw(progress, next);
        write(signs, exercises.map((one) => SIGNS[creditOf(progress, one)]).join(""));
        const done = exercises.filter((one) => isDone(progress, one)).length;
        write(count, `${done} of ${exercises.length}`);
      }
    },
  };
}

RUNS.progress = progressRun;
PANELS.progressPanel = progressPanel;
STYLES.push(CSS);
