// @ts-check
// A figure in a live notebook. Only notebooks load this; pages have no widget.

import { html } from "./panels.js";
import { mount } from "./view.js";

/** @import {FigureRun, Handle, State, WidgetModel} from "./page" */

// The view of a widget: `spec` comes from Python, `state` goes both ways, `outcome` to Python.
/** @param {{model: WidgetModel, el: Element}} view */
function render({ model, el }) {
  const host = html("div");
  el.append(host);
  /** @type {Handle} */
  let handle;
  /** @param {State} state @param {FigureRun} run */
  const tell = (state, run) => {
    model.set("state", { ...state });
    model.set("outcome", run.whole.text);
    model.save_changes();
  };
  const begin = () => {
    handle?.stop();
    const spec = model.get("spec");
    handle = mount(host, spec, model.get("state"), tell);
    Object.assign(host, { handle, id: spec.id });
  };
  const follow = () => {
    const wanted = model.get("state");
    if (Object.keys(wanted).some((name) => wanted[name] !== handle.state[name])) handle.set(wanted);
  };
  model.on("change:spec", begin);
  model.on("change:state", follow);
  begin();
  return () => {
    model.off("change:spec", begin);
    model.off("change:state", follow);
    handle.stop();
  };
}

export default { render };
