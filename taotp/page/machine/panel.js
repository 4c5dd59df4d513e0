// @ts-check
// The machine, in steps: a panel for any program. Tokens are rows; what happens to them goes from
// left to right; the step that is shown is open, with its numbers. A number pointed at lights what
// made it and what it makes; pressed, its arithmetic unfolds.

import { change, html, pool, svg, write, PANELS } from "../kit/panels.js";
import { REST, STYLES, nextTask } from "../kit/view.js";
import { ancestors, descendants, keyOf, refOf } from "./graph.js";
import { LanesView, readLanes, stepsOfLanes, takesLong } from "./lanes/view.js";
import { Picture, fits } from "./picture.js";
import { arcStrip } from "./strip.js";
import { graphsOf, viewOf } from "./view.js";
import { headName, nameNumber, sentenceOf, titleOf, unfold } from "./words.js";
import { format } from "../kit/runs.js";
import CSS from "./panel.css";
/** @import {Speaker} from "../kit/figures" */
/** @import {Changes, FigureElement, Panel, Run, SetState, State} from "../kit/page" */
/** @import {Factor, Graph, Ref} from "./graph.js" */
/** @import {HeadTables, Kept, LayerTables, Shown, Spoken, Turns} from "./machine" */
/** @import {View} from "./view.js" */

const BELOW_TEXT = 11; // rows at first of a machine whose text stands above it
const MOST_BOXES = 12; // for heads of a stack, before only those of one layer have one
const SETTLE = 40; // ms before all that a number makes is looked for
const MOVES = 300; // ms that what is carried takes
const HINT =
  "Point at a number: what made it is framed, what it makes is framed in dashes. Press it: its " +
  "arithmetic unfolds. Filled is positive, framed is negative.";
const KEYS =
  "Left and right arrows go from step to step, up and down from row to row; Enter goes into the " +
    "numbers, M brings the rows that are left out.";
/** @type {Record<string, number[]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @param {Spoken} list */
const pieces = (list) => list.map((each) => (Array.isArray(each) ? html("b", {}, each[0]) : each));
/** @param {Spoken} list */
const plain = (list) => list.map((each) => (Array.isArray(each) ? each[0] : each)).join("");

// The steps as dots, in groups of a layer, with the name of the one shown.
/** @param {(k: number) => void} go @param {LanesView["film"]} film */
function stepButtons(go, film) {
  /** @param {string} name @param {string} sign */
  const arrow = (name, sign) =>
    html("button", { type: "button", "aria-label": name, title: name }, sign);
  const [back, on] = [arrow("step back", "\u25c0\ufe0e"), arrow("step on", "\u25b6\ufe0e")];
  const start = html("button", { type: "button" });
  const list = html("div", { class: "steps", role: "group", "aria-label": "steps" });
  const called = html("b", { class: "called" });
  let [made, index] = ["", -1];
  /** @type {HTMLButtonElement[]} */
  let dots = [];
  back.addEventListener("click", () => film.step(-1));
  on.addEventListener("click", () => film.step(1));
  start.addEventListener("click", () => film.press());
  /** @param {Shown[]} steps */
  const build = (steps) => {
    /** @type {HTMLElement} */
    let group;
    /** @type {string} */
    let last;
    list.replaceChildren();
    dots = steps.map(({ kind, layer, more, source, id }, k) => {
      const two = steps[0].source && !["compare", "say"].includes(kind);
      const stack = two ? [source ? "encoder" : "decoder"] : [];
      const name = [...stack, ...(layer === "" ? [] : [`layer ${layer}`])].join(", ");
      if (!group || name !== last) {
        group = html("div");
        list.append(group);
        last = name;
      }
      const words = more === "cross" ? `${kind} across` : kind;
      const whole = name ? `${name}: ${words}` : words;
      const dot = html("button",
        { type: "button", "aria-label": whole, title: whole, "data-step": id });
      dot.addEventListener("click", () => go(k));
      group.append(dot);
      return dot;
    });
  };
  return {
    element: html("div", { class: "nav stays" }, start, html("span", {}, back, on), list, called),
    /** @param {Shown[]} steps @param {number} now */
    draw(steps, now) {
      write(start, film.label);
      back.disabled = !film.beside(-1);
      on.disabled = !film.beside(1);
      const key = steps.map(({ id }) => id).join();
      if (key === made && now === index) return;
      if (key !== made) build(steps);
      made = key;
      index = now;
      dots.forEach((dot, k) => {
        change(dot, { "aria-current": k === now ? "step" : "false", class: k < now ? "past" : "" });
      });
      write(called, dots[now].title);
    },
  };
}

// What a head is called beside those of another stack.
/** @param {HeadTables} each */
const inStack = (each) => (each.label.startsWith("source.") && !each.head.name
  ? `encoder ${headName(each)}` : headName(each));

// Boxes that knock heads out, and what else may be set.
/** @param {SetState} set */
function headBoxes(set) {
  const element = html("div", { class: "knock" });
  const rows = html("label", {}, html("input", { type: "checkbox" }), "all rows");
  let key = "";
  /** @type {{box: HTMLInputElement, label: HTMLElement}[]} */
  let boxes = [];
  /** @type {string[]} */
  let now = [];
  const all = /** @type {HTMLInputElement} */ (rows.firstChild);
  element.append(rows);
  return {
    element, all,
    /** @param {HeadTables[]} heads @param {string[]} off */
    draw(heads, off) {
      now = off;
      const names = heads.map((each) => [each.label, inStack(each)]);
      if (key !== (key = JSON.stringify(names))) {
        boxes.forEach(({ label }) => label.remove());
        boxes = names.map(([label, name]) => {
          const box = html("input", { type: "checkbox", "data-head": label });
          return { box, label: html("label", {}, box, name) };
        });
        rows.before(...boxes.map(({ label }) => label));
        for (const { box } of boxes) {
          box.addEventListener("change", () => {
            const others = now.filter((label) => label &&
              !boxes.some((each) => each.box.dataset.head === label));
            const out = boxes.filter((each) => !each.box.checked)
              .map((each) => each.box.dataset.head);
            set({ off: [...others, ...out].join(" ") });
          });
        }
      }
      for (const { box } of boxes) box.checked = !off.includes(box.dataset.head);
      rows.hidden = !names.length;
    },
  };
}

// What is carried, along its arcs, to the row that is watched.
/** @param {Picture} picture */
function mover(picture) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const chips = pool(picture.chipsIn, () => svg("g", { class: "chip" },
    svg("rect", { y: -10, height: 20, rx: 10 }),
    svg("text", { y: 4.5, "text-anchor": "middle" })));
  /** @type {number} */
  let frame;
  /** @param {View} view @param {number} share */
  const put = (view, share) => {
    const arcs =
      [.../** @type {NodeListOf<SVGPathElement>} */ (picture.image.querySelectorAll(
        ".open.looker:not(.later, [display=none]) .arc:not(.others, .asked)"))]
      .filter((arc) => arc.checkVisibility?.({ visibilityProperty: true }) ?? true);
    chips(arcs, (chip, arc) => {
      const [table, , j] = arc.dataset.ref.split("/");
      const at = arc.getPointAtLength(arc.getTotalLength() * share * 0.97);
      change(chip, { transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`,
        "fill-opacity": Number(arc.getAttribute("stroke-width")) > 1.5 ? 1 : 0.5 });
      const name = fits(view.sourceToken(table, Number(j)), 96);
      const wide = Math.max(26, 7.4 * name.length + 8);
      write(chip.lastChild, name);
      change(/** @type {Element} */ (chip.firstChild), { x: -wide / 2, width: wide });
    });
  };
  return (/** @type {View} */ view, /** @type {boolean} */ moves) => {
    cancelAnimationFrame(frame);
    if (view.step.kind !== "carry") {
      chips([], () => {});
      return;
    }
    const begun = moves && !calm.matches ? performance.now() : -Infinity;
    /** @param {number} now */
    const tick = (now) => {
      const share = Math.min(1, Math.max(0, (now - begun) / MOVES));
      put(view, share * share * (3 - 2 * share));
      if (share < 1) frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick); // not sooner: where arcs lead is asked of the layout
  };
}

// The foot: a number in words, its arithmetic with factors to press, or a hint.
/** @param {(key: string) => void} press @param {() => void} close */
function foot(press, close) {
  const name = html("p");
  const sum = html("p", { class: "sum" });
  const shut =
    html("button", { type: "button", "aria-label": "close the arithmetic", class: "shut" },
      "\u2715");
  const element = html("div", { class: "foot" }, name, sum, shut);
  shut.addEventListener("click", close);
  /** @param {Graph[]} graphs @param {Factor} factor */
  const factor = (graphs, { value, name: called, ref, path }) => {
    const row = ref ? ` at ${ref.i}` : "";
    const words = [html("b", {}, format(value, 4)), html("small", {}, ` ${called}${row}`)];
    if (!ref) return html("span", path ? { title: path } : {}, ...words);
    const button = html("button", { type: "button", title: titleOf(graphs, ref.table) }, ...words);
    button.addEventListener("click", () => press(keyOf(ref)));
    return button;
  };
  return {
    element,
    /** @param {Graph[]} graphs @param {Ref | undefined} ref @param {boolean} pinned */
    draw(graphs, ref, pinned) {
      shut.hidden = !pinned;
      name.classList.toggle("hint", !ref);
      if (!ref) {
        write(name, HINT);
        sum.replaceChildren();
        return;
      }
      write(name, nameNumber(graphs, ref));
      const unfolded = unfold(graphs, ref);
      sum.replaceChildren("= ", ...unfolded.map((piece) =>
        (typeof piece === "string" ? piece : factor(graphs, piece))));
    },
  };
}

class Machine {
  /** @param {Speaker} spec @param {SetState} set */
  constructor(spec, set) {
    this.spec = spec;
    this.cursor = spec.cursor;
    this.set = set;
    const most = "examples" in spec ? BELOW_TEXT : undefined;
    this.kept = /** @type {Kept} */ ({ cursor: spec.cursor, most }); // what is in no address
    this.picture = new Picture();
    this.move = mover(this.picture);
    this.sentence = html("p", { class: "step stays", "data-sentence": "" });
    this.spoken = html("p", { class: "unseen", role: "status" });
    this.turns = html("select", { "aria-label": "heads shown" });
    this.lanes = new LanesView(set, (place, step) => this.show({ [this.cursor]: place, step }),
      (text) => write(this.spoken, text));
    this.film = this.lanes.film;
    this.nav = stepButtons((k) => this.go(k), this.film);
    this.strip = arcStrip();
    this.knock = headBoxes(set);
    this.under = foot((key) => this.pin(key), () => this.pin());
    this.lanes.redraw = () => this.last && this.draw(...this.last);
    this.lanes.watch = (at) => this.watch(at);
    this.nav.element.append(this.lanes.toggle);
    this.stage = html("div", { class: "stage" }, this.picture.image);
    this.element = html("div", { class: "machine" }, this.sentence, this.lanes.element,
      this.lanes.why,
      this.strip.element, this.stage, this.nav.element, this.under.element,
      html("div", { class: "below" }, this.knock.element, this.turns), this.spoken);
    /** @type {[State, Run, Run | undefined] | undefined} */ this.last = undefined;
    /** @type {string | undefined} */ this.looked = undefined;
    /** @type {string | undefined} */ this.pinned = undefined;
    /** @type {number | undefined} */ this.drawn = undefined;
    /** @type {number | undefined} */ this.width = undefined;
    /** @type {Shown[]} */ this.steps = [];
    this.listen();
    new ResizeObserver(([{ contentRect: { width } }]) => this.resize(width)).observe(this.element);
  }

  listen() {
    const { image } = this.picture;
    image.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") this.look(this.picture.hit(event).key);
    });
    for (const leaving of ["pointerleave", "blur"])
      image.addEventListener(leaving, () => this.look());
    image.addEventListener("click", (event) => {
      const { key, row, gap } = this.picture.hit(event);
      if (gap !== undefined) this.bring([gap]);
      else if (key) this.pin(key === this.pinned ? undefined : key);
      else if (this.pinned) this.pin();
      else this.watch(row);
    });
    for (const each of [image, this.lanes.picture.image]) {
      each.addEventListener("keydown", (event) => {
        if (!this.key(/** @type {KeyboardEvent} */ (event).key)) return;
        event.preventDefault();
        event.stopPropagation();
      });
    }
    this.turns.addEventListener("change", () => this.keep({ firstHead: Number(this.turns.value) }));
    this.knock.all.addEventListener("change", () => this.keep({ allRows: this.knock.all.checked }));
  }

  /** @param {Partial<Kept>} changes */
  keep(changes) {
    Object.assign(this.kept, changes);
    this.set({});
  }

  // Rows that were left out, by the first of each gap.
  /** @param {number[]} gaps */
  bring(gaps) {
    this.keep({ opened: [...(this.kept.opened ?? []), ...gaps] });
  }

  /** @param {number} k */
  go(k) {
    this.film.begun = true;
    this.show({ step: this.steps[k].id });
  }

  /** @param {Changes} changes */
  show(changes) {
    this.looked = undefined;
    this.kept.firstHead = 0;
    this.set({ ...changes, at: "" });
  }

  /** @param {string} [key] */
  pin(key = "") {
    this.set({ at: key });
  }

  /** @param {number | undefined} row */
  watch(row) {
    if (row === undefined) return;
    this.set({ [this.cursor]: this.view.run.from + row, at: "" });
  }

  /** @param {string} [key] */
  look(key) {
    if (key === this.looked) return;
    this.looked = key;
    this.light();
  }

  // Frames the number that is looked at, or else the one that is pinned, and says what it is.
  light() {
    const { picture, view, pinned } = this;
    clearTimeout(this.settling);
    const key = this.looked ?? pinned;
    const ref = key && refOf(view.graphs, key);
    const { found, names } = ref ? ancestors(view.graphs, ref)
      : { found: undefined, names: new Set() };
    picture.light(ref && key, found);
    this.under.draw(view.graphs, ref, Boolean(pinned) && key === pinned);
    lightNames(this.element, [...names]);
    if (!ref) return;
    /** @param {Graph} graph */
    const all = (graph) => Array.from({ length: graph.count }, (_, i) => i);
    const rows =
      new Map(view.graphs.map((graph) => [graph,
        graph === view.graph ? view.rows.map(({ i }) => i) : all(graph)]));
    this.settling = setTimeout(() => picture.light(key, found, descendants(view.graphs, ref, rows)),
      SETTLE);
  }

  say() {
    clearTimeout(this.resting);
    const ref = refOf(this.view.graphs, this.looked);
    this.resting = setTimeout(() => ref && write(this.spoken, nameNumber(this.view.graphs, ref)),
      REST);
  }

  // Arrows go from step to step and from row to row; inside, from number to number.
  /** @param {string} name */
  key(name) {
    const { view, looked, pinned } = this;
    const arrow = ARROWS[name];
    if (arrow && looked) this.walk(arrow);
    else if (arrow?.[0]) this.film.step(arrow[0]);
    else if (arrow) {
      const at = view.rows.findIndex(({ i }) => i === view.row) + arrow[1];
      this.watch(view.rows[at]?.i);
    } else if (name === "m") this.bring(view.gaps.map(({ from }) => from));
    else if (name === "Enter" || name === " ") {
      if (!this.lanes.element.hidden) this.film.press();
      else if (looked) this.pin(looked === pinned ? undefined : looked);
      else this.enter();
    } else if (name === "Escape" && (looked || pinned)) {
      this.look();
      this.pin();
    } else return false;
    return true;
  }

  /** @param {number[]} arrow */
  walk([dx, dy]) {
    const cells = this.picture.cells();
    const here = cells.find(({ key }) => key === this.looked);
    if (!here) return;
    const ways = cells.map(({ key, x, y, unit }) => {
      const [across, down] = [x + unit / 2 - here.x - here.unit / 2, y - here.y];
      return { key, along: across * dx + down * dy,
        aside: Math.abs(across * dy) + Math.abs(down * dx) };
    }).filter(({ along }) => along > 3).sort((one, other) => one.along + 6 * one.aside -
      other.along - 6 * other.aside);
    if (ways.length) this.look(ways[0].key);
    this.say();
  }

  enter() {
    const grids = this.picture.opened();
    const grid = grids.find((each) => !each.upright && each.table.count > this.view.row) ??
      grids[0];
    if (!grid) return;
    this.look(keyOf({ table: grid.table.name, i: grid.upright ? grid.i : this.view.row, j: 0 }));
    this.say();
  }

  /** @param {number} width */
  resize(width) {
    const other = Math.abs(width - (this.drawn ?? 0)) > 0.5;
    this.width = width;
    if (this.last && width && other) this.draw(...this.last);
  }

  widthOf() {
    return (this.width ??= this.element.clientWidth) || 640;
  }

  /** @param {State} state @param {Run} run @param {Run} [other] */
  draw(state, run, other) {
    this.last = [state, run, other];
    this.kept.narrow = this.width < 640;
    const view = (this.view = viewOf(run, state, this.kept));
    const told = canBeTold(view) && !state.at; // a number that is asked for is seen
    const lanes = this.lanes.choose(told ? state.view : "numbers");
    if (lanes && takesLong(view, run)) return nextTask(() => {
      if (run !== this.last[1]) return;
      readLanes(view.graphs, run);
      this.draw(...this.last);
    });
    this.lanes.toggle.hidden = !canBeTold(view);
    this.steps = lanes ? stepsOfLanes(view.steps) : view.steps;
    const index = view.steps.slice(0, view.index + 1).filter((each) => this.steps.includes(each));
    this.film.place(run, this.steps, Math.max(0, index.length - 1));
    for (const each of [this.stage, this.under.element, this.strip.element]) each.hidden = lanes;
    this.lanes.element.hidden = !lanes;
    this.lanes.why.hidden ||= !lanes;
    change(this.element, { "data-rows": view.rows.length, "data-of": view.graph.count });
    this.strip.draw(view);
    const said = lanes ? this.drawLanes(view, state, run) : sentenceOf(view, view.row);
    this.film.tell(plain(said));
    this.nav.draw(this.steps, this.film.index);
    if (plain(said) !== this.sentence.textContent) this.sentence.replaceChildren(...pieces(said));
    this.drawn = this.width;
    this.knock.draw(headsToKnock(view), run.off);
    this.turns.hidden = true;
    if (!lanes) this.drawNumbers(view, state, plain(said), other);
    const where = `${view.step.id} ${view.row}`;
    if (!lanes) this.move(view, this.where !== undefined && this.where !== where);
    this.where = where;
    if (state.play) nextTask(() => state.play && this.begin());
  }

  // As an address asks for.
  begin() {
    this.film.start();
    this.set({ play: "" });
  }

  /** @param {View} view @param {State} state @param {Run} run */
  drawLanes(view, state, run) {
    const wrong = this.lanes.wrongOf(view.graphs, this.spec, state, run);
    return this.lanes.draw(view, run, this.widthOf(), wrong, Object.keys(this.spec.table ?? {}));
  }

  /** @param {View} view @param {State} state @param {string} said @param {Run} [other] */
  drawNumbers(view, state, said, other) {
    const heads = this.picture.draw(view, this.widthOf(), other && graphsOf(other).at(-1));
    change(this.picture.image, { "aria-label": `${said} ${KEYS}` });
    drawTurns(this.turns, heads);
    // nothing below moves from step to step
    this.tallest = Math.max(this.tallest ?? 0, view.height);
    this.picture.image.parentElement.style.minHeight = `${this.tallest}px`;
    this.pinned = refOf(view.graphs, state.at) && state.at;
    this.light();
  }
}

/** @param {Speaker} spec @param {SetState} set @returns {Panel<Run>} */
function machinePanel(spec, set) {
  const machine = new Machine(spec, set);
  return { element: machine.element, draw: (state, run, other) => machine.draw(state, run, other) };
}

// Whether there is a text to tell: sounds, and what could not be read, are shown in numbers alone.
/** @param {Pick<View, "graphs">} view */
const canBeTold = ({ graphs }) =>
  graphs.every(({ count, run }) => count && !run.tokens.some(Array.isArray));

// Heads that a reader may knock out: all of a small machine, or those of the layer that is shown.
/** @param {View} view */
function headsToKnock({ graphs, graph, step }) {
  /** @param {Graph} each @param {LayerTables[]} layers */
  const of = (each, layers) => layers.flatMap(({ heads = [], cross = [] }) => [...heads, ...cross])
    .map((head) => ({ ...head, label: each.prefix.replace(" ", ".") + head.label }));
  const all = graphs.flatMap((each) => of(each, each.layers));
  if (all.length <= MOST_BOXES * graphs.length) return all;
  const own = of(graph, graph.layers);
  return own.length <= MOST_BOXES ? own : of(graph,
    graph.layers.slice(Number(step.layer)).slice(0, 1));
}

// Heads that do not fit side by side are shown in turns.
/** @param {HTMLSelectElement} turns @param {Turns} heads */
function drawTurns(turns, { all, fit, from }) {
  turns.hidden = fit >= all;
  if (turns.hidden) return;
  const starts = Array.from({ length: Math.ceil(all / fit) },
    (_, k) => Math.min(k * fit, all - fit));
  const key = starts.join();
  if (turns.dataset.key !== key) {
    turns.dataset.key = key;
    turns.replaceChildren(...starts.map((start) =>
      html("option", { value: start }, `heads ${start + 1} to ${start + fit} of ${all}`)));
  }
  turns.value = String(from);
}

// Names in the page's prose that belong to what is lit.
/** @param {Element} node @param {string[]} names */
function lightNames(node, names) {
  const { host } = /** @type {ShadowRoot} */ (node.getRootNode());
  /** @type {FigureElement | undefined} */ (host)?.lightNames?.(names);
}

PANELS.machinePanel = Object.assign(machinePanel, {
  ahead(/** @type {Run} */ run) {
    const graphs = graphsOf(run);
    if (canBeTold({ graphs })) readLanes(graphs, run);
  },
});
STYLES.push(CSS);

