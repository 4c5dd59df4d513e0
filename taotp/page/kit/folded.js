// @ts-check
// Controls beside those of a figure's question. They stand behind one line that opens them, and
// that says which of them are not as they were at first: a link may set what is folded.

import { PANELS, change, html, write } from "./panels.js";
import { CONTROLS } from "./view.js";
/** @import {AnyControl, FigureSpec, Panel, SetState} from "./page" */

// What a control shows beside its label: a line of text, a number, or the name of a choice.
/** @param {HTMLElement} element */
function shownBy({ classList, children: [label, shown] }) {
  const box = /** @type {HTMLSelectElement} */ (shown);
  const words = box.selectedOptions?.[0].textContent ?? box.value;
  const [before, after] = classList.contains("line") ? ["\u201c", "\u201d"] : ["", ""];
  return `${label.textContent} ${before}${words}${after}`;
}

/** @param {AnyControl} control @param {SetState} set */
function controlOf(control, set) {
  const made = CONTROLS[control.kind](control, set);
  change(made.element, { "data-kind": control.kind });
  return { ...made, name: control.name };
}

/** @param {FigureSpec} spec @param {SetState} set @returns {Panel} */
function foldedPanel(spec, set) {
  const controls = spec.hidden.filter(({ name }) => spec.folded.includes(name))
    .map((control) => controlOf(control, set));
  const summary = html("summary");
  return {
    element: html("details", {}, summary,
      html("div", { class: "controls" }, ...controls.map(({ element }) => element))),
    draw(state, run) {
      for (const control of controls) control.show(state, run);
      const moved = controls.filter(({ name }) => state[name] !== spec.state[name])
        .map(({ element }) => shownBy(element));
      write(summary, ["More controls", ...(moved.length ? [moved.join(", ")] : [])].join(": "));
    },
  };
}

Object.assign(PANELS, { foldedPanel });
