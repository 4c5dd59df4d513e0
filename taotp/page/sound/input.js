// @ts-check
// How a figure is given a sound: by the microphone, as a WAV file that is chosen or dropped, or
// from those that it brings. Nothing of it leaves the page, and nothing is kept.

import { change, html, write } from "../kit/panels.js";
import { STYLES } from "../kit/view.js";
import "./ends.js";
import { openMicrophone } from "./microphone.js";
import { readWav } from "./wav.js";
import CSS from "./input.css";

/** @type {{ stop: () => void } | undefined} */
let listening; // one microphone, whichever figure has it

document.addEventListener("keydown", ({ key }) => key === "Escape" && listening?.stop());

// Buttons that give a sound. `take` is called with samples, 8,000 a second, and a word about where
// they are from; it may throw an Error with a sentence, which is shown. `ask` is what to do while
// it listens. The microphone ends after `most` seconds, or `rest` seconds after something was
// heard.
/**
 * @typedef {{element: HTMLElement, told: HTMLElement, say: (text: string, kind?: string) => void,
 *   listen: () => Promise<boolean>, stop: () => void,
 *   drop: (area: HTMLElement) => void}} SoundInput
 */

/**
 * @param {{ name: string, ask: () => string, take: (samples: Float64Array, from: string) => void,
 *   most: number, rest: number, constraints?: MediaTrackConstraints }} asked
 * @returns {SoundInput}
 */
export function soundInput({ name, ask, take, most, rest, constraints }) {
  const told = html("p", { class: "note hearing", role: "status" });
  const { button, level, shown } = sayButton(name);
  /** @type {Awaited<ReturnType<typeof openMicrophone>> | undefined} */
  let own; // what this one listens with
  let asking = false; // whether a reader is being asked for the microphone
  /** @param {string} text @param {string} [kind] */
  const say = (text, kind = "") => {
    write(told, text);
    change(told, { class: `note hearing ${kind}` });
  };
  /** @param {Float64Array} samples @param {string} from */
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
  /** @param {File} chosen */
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
  return { element, told, say, listen, stop,
    drop: (/** @type {HTMLElement} */ area) => takeDrops(area, open) };
}

// A button that shows how loud it is while it listens.
/** @param {string} name */
function sayButton(name) {
  const [icon, label] = [html("span", { class: "mic", "aria-hidden": "true" }), html("span")];
  const meter = html("span", { class: "level" });
  const button = html("button", { type: "button", class: "say" }, icon, label, meter);
  /** @param {number} share */
  const level = (share) => (meter.style.width = `${(100 * share).toFixed(0)}%`);
  /** @param {boolean} on */
  const shown = (on) => {
    change(button, { class: on ? "say on" : "say" });
    write(icon, on ? "\u25a0" : "\u25cf");
    write(label, on ? "Stop" : name);
    level(0);
  };
  return { button, level, shown };
}

/** @param {(chosen: File) => void} open */
function fileButton(open) {
  const file = /** @type {HTMLInputElement} */ (html("input", {
    type: "file", accept: ".wav,audio/wav", "aria-label": "WAV file", hidden: "" }));
  const choose = html("button", { type: "button" }, "Open a recording (WAV)");
  choose.addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    if (file.files[0]) open(file.files[0]);
    file.value = ""; // the same one may be chosen again
  });
  return [choose, file];
}

// Lets a file be dropped on an area.
/** @param {HTMLElement} area @param {(chosen: File) => void} open */
function takeDrops(area, open) {
  /** @param {Event} event */
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

STYLES.push(CSS);
