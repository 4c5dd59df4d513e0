// @ts-check
// One number: its value to type, how far it may move, and how many cases stay right meanwhile.

import { format, typedNumber } from "../../kit/runs.js";
import { change, figure, html, picture, svg, trace, write } from "../../kit/panels.js";
import { short } from "./grid.js";
import { nameOfPlace, valueAt, written } from "./matrices.js";
import { largestOf } from "./tolerance.js";
import { describeBreak } from "./verdict.js";
/** @import {Place} from "../../kit/page" */
/** @import {Inspecting, NumbersRun, Profile, Room, Side} from "./numbers" */

const PROFILE = "How many stay right as it moves";
const [WIDE, HIGH] = [360, 54];

// `wire` says what is done with a value: tell it, put it back, leave the field.
export function inspector() {
  const title = html("b");
  const input = html("input", { inputmode: "decimal" });
  const put = html("button", { type: "button" }, "As it was");
  const was = html("span");
  const words = html("p", { class: "note", role: "status" });
  const plot = profilePlot();
  let [act, value] = [/** @type {Inspecting} */ ({}), 0];
  const number = () => String(Number(value.toPrecision(6)));
  input.addEventListener("input", () => {
    const typed = typedNumber(input.value);
    const fine = Number.isFinite(typed);
    change(input, { "aria-invalid": !fine });
    if (fine) act.tell(typed);
    else write(words, `\u201c${input.value}\u201d is not a number.`); // stays with the value back
  });
  input.addEventListener("blur", () => {
    change(input, { "aria-invalid": "false" });
    input.value = number();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") act.back();
    else if (event.key !== "Enter") return;
    event.preventDefault();
    act.leave();
  });
  put.addEventListener("click", () => act.back());
  return {
    element: html("div", { class: "one" },
      html("p", {}, html("label", {}, title, input), was, put), words, plot.element),
    wire: (/** @type {Inspecting} */ how) => (act = how),
    /** @param {string} letters */
    type(letters) {
      input.focus();
      input.value = letters === "Enter" ? input.value : letters;
      input.setSelectionRange(letters === "Enter" ? 0 : letters.length, input.value.length);
    },
    /** @param {NumbersRun} run @param {Place} place */
    draw(run, place) {
      value = valueAt(run, place);
      const before = run.was[written(place)];
      write(title, nameOfPlace(run, place));
      if (!input.matches(":focus")) input.value = number();
      write(was, before === undefined ? "" : `was ${format(before, 4)}`);
      put.hidden = before === undefined;
      plot.mark(value, before);
    },
    /** @param {NumbersRun} run @param {Place} place @param {Room} room */
    room(run, place, { down, up }) {
      const largest = largestOf(run.numbers[place[0]]);
      /** @param {Side} side @param {string} way */
      const side = ({ by, found }, way) => (by === Infinity ? `any way ${way}`
        : `${short(by, largest)} ${way} (then ${describeBreak(run, found)})`);
      write(words, run.verdict.right ? `It may move ${side(down, "down")} and ${side(up, "up")}.`
        : "Nothing is right that could break.");
    },
    profile: plot.draw,
  };
}

function profilePlot() {
  const [area, wasLine, line] = ["area", "thin dashed", "now"].map((name) =>
    svg("path", { class: name }));
  const image = picture(WIDE, HIGH, area, wasLine, line);
  change(image, { preserveAspectRatio: "none", width: "100%", "aria-label": PROFILE });
  let [reach, value, before] = [0, 0, /** @type {number | undefined} */ (undefined)];
  /** @param {number} x */
  const across = (x) => (WIDE * (Math.max(-reach, Math.min(reach, x)) + reach)) / (2 * reach);
  const marks = () => {
    if (!reach) return;
    trace(line, `M${across(value).toFixed(1)} 0V${HIGH}`);
    trace(wasLine, before === undefined ? "" : `M${across(before).toFixed(1)} 0V${HIGH}`);
  };
  const element = figure(PROFILE, image, html("p", { class: "note" }));
  return {
    element,
    /** @param {number} now @param {number | undefined} was */
    mark(now, was) {
      [value, before] = [now, was];
      marks();
    },
    /** @param {Profile} points @param {number} total @param {number} largest */
    draw(points, total, largest) {
      reach = points[points.length - 1][0];
      const counts = points.map(([, right]) => right);
      const [least, most] = [Math.min(...counts), Math.max(...counts)];
      const base = Math.max(0, least - Math.max(1, total / 10));
      /** @param {number} right */
      const up = (right) => (HIGH - ((HIGH - 4) * (right - base)) / (total - base || 1)).toFixed(1);
      const edge = points.map(([x, right]) => `L${across(x).toFixed(1)} ${up(right)}`).join("");
      trace(area, `M0 ${HIGH}${edge}V${HIGH}z`);
      const words = `From ${short(-reach, largest)} to ${short(reach, largest)}, between ` +
        `${least} and ${most} of ${total} are right.`;
      write(element.lastChild, words);
      change(image, { "aria-label": words });
      marks();
    },
  };
}
