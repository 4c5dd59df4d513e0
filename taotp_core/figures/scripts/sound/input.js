// @ts-check
// How a figure is given a sound: by the microphone, as a WAV file that is chosen or dropped, or from
// those that it brings. Nothing of it leaves the page, and nothing is kept.

import { change, html, write } from "../panels.js";
import { STYLES } from "../view.js";
import "./ends.js";
import { openMicrophone } from "./microphone.js";
import { readWav } from "./wav.js";

/** @type {{ stop: () => void } | undefined} */
let listening; // one microphone, whichever figure has it

document.addEventListener("keydown", ({ key }) => key === "Escape" && listening?.stop());

// Buttons that give a sound. `take` is called with samples, 8,000 a second, and a word about where they
// are from; it may throw an Error with a sentence, which is shown. `ask` is what to do while it
// listens. The microphone ends after `most` seconds, or `rest` seconds after something was heard.
/**
 * @param {{ name: string, ask: () => string, take: (samples: Float64Array, from: string) => void,
 *   most: number, rest: number, constraints?: MediaTrackConstraints }} asked
 */
export function soundInput({ name, ask, take, most, rest, constraints }) {
  const told = html("p", { class: "note hearing", role: "status" });
  const { button, level, shown } = sayButton(name);
  let own; // what this one listens with
  let asking = false; // whether a reader is being asked for the microphone
  const say = (text, kind = "") => {
    write(told, text);
    change(told, { class: `note hearing ${kind}` });
  };
  const give = (samples, from) => {
    try {
      say("");
      take(samples, from);
      return true;
    } catch (error) {
      say(error.message, "error");
      return false;
    }
  };
  const stop = () => own?.stop();
  const listen = async () => { // says whether something was taken
    listening?.stop();
    asking = true;
    try {
      own = listening = await openMicrophone({ most, rest, level, constraints });
    } catch (error) {
      say(error.message, "error");
      return false;
    } finally {
      asking = false;
    }
    shown(true);
    say(`${ask()} Listening; it ends by itself.`, "on");
    const samples = await own.samples;
    if (listening === own) listening = undefined;
    own = undefined;
    shown(false);
    return give(samples, "microphone");
  };
  const open = async (chosen) => {
    try {
      give(readWav(await chosen.arrayBuffer()), chosen.name);
    } catch (error) {
      say(error.message, "error");
    }
  };
  button.addEventListener("click", () => (own ? stop() : asking || listen()));
  shown(false);
  const element = html("div", { class: "sound" }, button, ...fileButton(open));
  return { element, told, say, listen, stop, drop: (area) => takeDrops(area, open) };
}

// A button that shows how loud it is while it listens.
function sayButton(name) {
  const [icon, label] = [html("span", { class: "mic", "aria-hidden": "true" }), html("span")];
  const meter = html("span", { class: "level" });
  const button = html("button", { type: "button", class: "say" }, icon, label, meter);
  const level = (share) => (meter.style.width = `${(100 * share).toFixed(0)}%`);
  const shown = (on) => {
    change(button, { class: on ? "say on" : "say" });
    write(icon, on ? "\u25a0" : "\u25cf");
    write(label, on ? "Stop" : name);
    level(0);
  };
  return { button, level, shown };
}

function fileButton(open) {
  const file = /** @type {HTMLInputElement} */ (html("input", {
    type: "file", accept: ".wav,audio/wav", "aria-label": "WAV file", hidden: "" }));
  const choose = html("button", { type: "button" }, "WAV file");
  choose.addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    if (file.files[0]) open(file.files[0]);
    file.value = ""; // the same one may be chosen again
  });
  return [choose, file];
}

// Lets a file be dropped on an area.
function takeDrops(area, open) {
  const over = (event) => {
    event.preventDefault();
    area.classList.add("over");
  };
  const leave = () => area.classList.remove("over");
  area.addEventListener("dragover", over);
  area.addEventListener("dragleave", leave);
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    leave();
    if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
  });
}

const CSS = `
.sound { align-items: center; display: flex; flex-wrap: wrap; gap: 6px; }
.say { font-weight: 600; overflow: hidden; position: relative; }
.mic { color: var(--wrong); margin-right: 6px; }
.say.on { border-color: var(--wrong); box-shadow: inset 0 0 0 1px var(--wrong); }
.level { background: var(--wrong); bottom: 0; height: 4px; left: 0; position: absolute; }
.hearing.on::before { color: var(--wrong); content: "\\25cf "; }
.hearing.on { font-size: 15px; font-weight: 600; }
.hearing:empty { display: none; }
.over { outline: 3px dashed var(--position); outline-offset: 2px; }
`;

STYLES.push(CSS);
