// @ts-check
// The machine in symbols: the picture of lanes, a sentence, and what is drawn of them in a step.

import { loadPart } from "../../kit/loading.js";
import { judge, nameOf } from "../../kit/runs.js";
import { change, html } from "../../kit/panels.js";
import { STYLES, nextTask } from "../../kit/view.js";
import { Film } from "./film.js";
import { insteadOf, rightsOf } from "./instead.js";
import { onceOf } from "./matrices.js";
import { LanesPicture, orderOf } from "./picture.js";
import { lanesOf } from "./reading.js";
import { drawnOf, storyText } from "./stories.js";
import { broughtTo, storyOf } from "./story.js";
import { capital, cellText, sentence } from "./telling.js";
import CSS from "./lanes.css";
/** @import {Speaker} from "../../kit/figures" */
/** @import {Program, Run, SetState, State} from "../../kit/page" */
/** @import {Graph} from "../graph.js" */
/** @import {Shown, Spoken} from "../machine" */
/** @import {View} from "../view.js" */
/** @import {Asker, Lanes, Late, Story, Wrong} from "./lanes" */

const LAST = 1e9;
const AROUND = 24; // px of a column to both sides of its middle
const LARGE = 100_000; // numbers of an embedding
const BY_KEYS =
  "Left and right arrows go from step to step, up and down from position to position; " +
  "Space plays and pauses; Enter says what made a dial.";

// The steps that lanes go through: what is read, what heads bring, what units write, what is said.
/** @param {Shown[]} steps */
export const stepsOfLanes = (steps) =>
  steps.filter(({ kind }) => ["embed", "carry", "think", "say"].includes(kind));

/** @type {WeakMap<Graph, Lanes>} */
const made = new WeakMap();
// The lanes of a run, made once for each.
/** @param {Graph[]} graphs @param {Run} run */
export function readLanes(graphs, run) {
  const key = graphs[graphs.length - 1];
  if (!made.has(key)) made.set(key, lanesOf(graphs, run.program));
  return made.get(key);
}

// Whether the lanes of a run are to be read yet, and to read them is a task of its own.
/** @param {View} view @param {Run} run */
export const takesLong = ({ graphs }, { weights: { W_E } }) =>
  W_E.rows * W_E.columns > LARGE && !made.has(graphs[graphs.length - 1]);

/** @type {Late} */
export const LATE = {}; // what a reader may come to need: parts that hand it in once they are there

/** @template {keyof Late} K @param {K} part */
async function late(part) {
  if (!LATE[part]) await loadPart(part);
  return LATE[part];
}

// Whether a story says of itself which position it is of.
/** @param {string} told @param {number} at */
const namesPlace = (told, at) =>
  told.startsWith(`At position ${at} `) || told.startsWith("This is position");

// The heads that are told in a step.
/** @param {Lanes} seen @param {Shown} step */
const headsOf = ({ heads }, { kind, layer, more, source }) => (kind !== "carry" ? []
  : heads.filter((head) => head.stack === (source ? "encoder" : "") && head.layer === layer &&
    head.cross === (more === "cross")).slice(0, 3));

// Whether a machine may not be as it was: numbers were changed, heads knocked out, its constant
// moved, or its text is another. Of a bench the text was not whole at first.
/** @param {Speaker} spec @param {State} state @param {Run} run */
export function brokenBy({ kind, constant = "N", state: start }, state, run) {
  const { isExample, judged, text } = /** @type {any} */ (run);
  return kind !== "bench" && Boolean(state.changed || state.off?.trim() ||
    state[constant] !== start[constant] || state.precision !== start.precision ||
    (judged && isExample && !isExample(text)));
}

// The symbols that can be typed, and then those that stand around a text.
/** @param {Program} program @returns {string[]} */
const typedSymbols = (program) => onceOf(program, "typed symbols", () => {
  const ids = [...program.vocabulary.keys()];
  const isAround = (/** @type {number} */ id) => program.sentinels.includes(id);
  return [...ids.filter((id) => !isAround(id)), ...ids.filter(isAround)]
    .map((id) => nameOf(program, id));
});

export class LanesView {
  /**
   * @param {SetState} set @param {(place: number, step: string) => void} show
   * @param {(text: string) => void} say
   */
  constructor(set, show, say) {
    /** @type {WeakMap<Graph, Wrong | undefined>} */
    this.wrongs = new WeakMap();
    /** @type {Graph | undefined} */
    this.graph = undefined; // of the run that is drawn
    this.seen = { left: 0, wide: 0 }; // where columns begin and end
    this.found = false; // something wrong, which is not seen yet
    this.set = set;
    /** @type {() => void} */
    this.redraw = () => {};
    this.picture = new LanesPicture();
    this.film = new Film(show, say);
    this.why = html("section", { class: "why", "aria-label": "what made it", hidden: "" });
    /** @type {Asker | undefined} */
    this.asker = undefined; // once a dial was asked what made it
    /** @type {{view: View, seen: Lanes} | undefined} */
    this.now = undefined; // what is drawn
    this.all = false;
    const more = html("button", { type: "button", "aria-pressed": "false" }, "Show everything");
    more.addEventListener("click", () => {
      this.all = !this.all;
      change(more, { "aria-pressed": this.all });
      set({});
    });
    const view = (/** @type {string} */ name, /** @type {string} */ text) => {
      const button = html("button", { type: "button", "data-view": name }, text);
      button.addEventListener("click", () => set({ view: name, at: "" }));
      return button;
    };
    this.buttons = [view("lanes", "Symbols"), view("numbers", "Numbers")];
    this.more = more;
    this.toggle = html("div", { class: "views", role: "group", "aria-label": "the machine in" },
      ...this.buttons, more);
    this.element = html("div", { class: "stage lanes-stage", "data-lanes": "" },
      this.picture.names, this.picture.image, this.picture.instead.element);
    const { image } = this.picture;
    const ask = (/** @type {(asker: Asker) => void} */ act) =>
      late("explaining").then((make) => act(this.asker ??= make(this)), () => {});
    image.addEventListener("click", (event) => {
      const { left } = image.getBoundingClientRect();
      const at = this.picture.columnAt(/** @type {MouseEvent} */ (event).clientX - left);
      const cell = this.picture.held.get(
        /** @type {Element} */ (event.target).closest("g.cell"));
      if (at >= 0 && !cell?.stack) this.watch(at);
      if (cell || this.asker) ask((asker) => asker.go(cell));
    });
    image.addEventListener("keydown", (event) => {
      if (/** @type {KeyboardEvent} */ (event).key !== "Enter") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      ask((asker) => asker.open());
    });
    /** @type {(at: number) => void} */
    this.watch = () => {};
    this.element.addEventListener("scroll", () => this.goesOn());
  }

  // What is seen of the picture, and whether it goes on to the right of that.
  goesOn() {
    const { element, picture } = this;
    const { left, wide } = this.seen;
    picture.keepWhole(element.scrollLeft + left,
      Math.min(wide, element.scrollLeft + (element.clientWidth || wide)));
    element.toggleAttribute("data-more",
      element.scrollLeft + element.clientWidth < element.scrollWidth - 1);
  }

  // Scrolls a column into sight, beside the names of lanes; one that is seen stays where it is.
  /** @param {number} x @param {number} left @param {number} width */
  show(x, left, width) {
    const { element } = this;
    if (x - AROUND < element.scrollLeft + left || x + AROUND > element.scrollLeft + width)
      element.scrollLeft = x - (left + width) / 2;
  }

  /** @param {string} name */
  choose(name) {
    const lanes = name !== "numbers";
    for (const button of this.buttons)
      change(button, { "aria-pressed": (button.dataset.view === "lanes") === lanes });
    this.more.hidden = !lanes;
    return lanes;
  }

  // What is said of a step at the position that is watched.
  /** @param {Lanes} seen @param {View} view @param {Story} story */
  sentenceOf(seen, { step, row }, story) {
    const stack = step.source ? "encoder" : "";
    if (step.kind === "carry")
      return headsOf(seen, step).map((head) => capital(sentence(seen, head, row))).join(" ");
    if (step.kind === "think") {
      const wrote = seen.lanes.filter(({ by, layer, stack: of }) => by === "mlp" && of === stack &&
        layer === step.layer).map(({ values }) => values[row]).filter((value) => value !== null);
      return wrote.length ? `The MLP of layer ${step.layer} writes ` +
        `${wrote.map(cellText).join(" and ")}.` : "The MLP writes nothing here.";
    }
    const tokens = stack ? seen.read : seen.tokens;
    if (step.kind === "embed") {
      const numbered = seen.lanes.some((lane) =>
        lane.by === "place" && lane.stack === stack && lane.values[row] !== null);
      const more = numbered ? ` and its own number, ${row}` : "";
      return `Position ${row} holds ${cellText(tokens[row])}${more}.`;
    }
    return storyText(seen, row, story);
  }

  // Where a machine that was broken goes wrong first. It is looked for in a task of its own, once
  // the part that does is there, and drawn then.
  /** @param {Graph[]} graphs @param {Speaker} spec @param {State} state @param {Run} run */
  wrongOf(graphs, spec, state, run) {
    const graph = (this.graph = graphs[graphs.length - 1]);
    const isWrong = run.whole.kind === "wrong" || brokenBy(spec, state, run);
    if (this.wrongs.has(graph) || !isWrong) return isWrong ? this.wrongs.get(graph) : undefined;
    const then = { ...state };
    nextTask(() => late("wrong").then((find) => {
      if (this.graph !== graph) return;
      this.wrongs.set(graph, find(spec, then, run));
      this.found = Boolean(this.wrongs.get(graph));
      if (this.found) this.redraw();
    }, () => {})); // without it the picture is as it is
    return undefined;
  }

  /**
   * @param {View} view @param {Run} run @param {number} width @param {Wrong} [wrong]
   * @param {string[]} [table] texts that are tried instead of what stands there
   * @returns {Spoken}
   */
  draw(view, run, width, wrong, table) {
    const { open } = this.film; // what was not said yet stays out of it
    const seen = readLanes(view.graphs, run);
    this.now = { view, seen };
    const { step } = view;
    const at = run.step;
    const upto = step.kind === "say" || step.kind === "compare" ? LAST
      : orderOf({ layer: step.layer === "" ? -1 : step.layer, stack: step.source,
        by: step.kind === "think" ? "mlp" : step.more });
    const story = storyOf(seen, run.weights, at);
    const said = run.first - run.from + 1;
    const instead = onceOf(seen, `instead ${at}`, () => insteadOf(run, seen, story, at, table));
    const isRight = (/** @type {number} */ p) => { // "" where nothing is promised
      const [decision, expected] = [run.decisions[p + run.from], run.answer[p + run.from]];
      return decision && expected !== undefined ? judge(decision, expected) : "";
    };
    const shown = this.all ? story : drawnOf(seen, story);
    const { focus, off, left, wide } = this.picture.draw(seen, shown, at, width,
      { all: this.all, upto, said, wrong, told: broughtTo(seen, run.weights, headsOf(seen, step),
        view.row), isRight, until: open ? at : LAST, asked: this.asker?.cell,
        instead, rights: rightsOf(run, instead, at), symbols: typedSymbols(run.program) });
    this.asker?.draw(view, seen);
    const elsewhere = upto === LAST && wrong && !wrong.cell.stack && wrong.cell.at !== at;
    const told = this.sentenceOf(seen, view, story);
    const text = elsewhere && !namesPlace(told, at) ? `At position ${at}: ${told}` : told;
    const first = wrong ? `${wrong.text} ` : "";
    change(this.picture.image, { "aria-label": `${first}${text} ${BY_KEYS}` });
    this.seen = { left, wide: Math.max(wide, width) };
    if (wide > width) this.show(this.found ? off ?? focus : focus, left, width);
    this.found = false;
    this.goesOn();
    return first ? [[first], text] : [text];
  }
}

STYLES.push(CSS);
