// @ts-check
// A film of what a machine says: from step to step, from position to position until it stops, each
// step as long as its sentence takes to be read.

/** @import {Run} from "../../kit/page" */
/** @import {Shown} from "../machine" */

const [WORD, PAUSE] = [280, 900]; // ms to read a word, and behind a sentence

export class Film {
  /**
   * @param {(place: number, step: string) => void} show
   * @param {(text: string) => void} say to readers who listen
   */
  constructor(show, say) {
    this.show = show;
    this.say = say;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {Run} */ this.run = undefined;
    /** @type {Shown[]} */ this.steps = [];
    this.index = 0;
    this.text = "";
    this.here = this.wanted = ""; // where it stands, and where it went last
    this.fresh = false; // whether it stood elsewhere before
    this.plays = false;
    this.begun = false; // a press goes on from here
    this.open = false; // what is not said yet is not shown
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.timer = undefined;
  }

  // Where the figure stands now; whatever a reader does meanwhile ends the film there.
  /** @param {Run} run @param {Shown[]} steps @param {number} index */
  place(run, steps, index) {
    const here = `${run.place} ${steps[index].id}`;
    const other = run.heard !== this.run?.heard;
    this.fresh = here !== this.here;
    const strayed = this.fresh && here !== this.wanted;
    if (other || strayed) this.pause();
    if (other || (strayed && run.place !== this.run.place)) this.begun = this.open = false;
    Object.assign(this, { run, steps, index, here });
  }

  // What is said of it; the next step comes when that is read.
  /** @param {string} text */
  tell(text) {
    this.text = text;
    if (!this.fresh) return;
    if (this.begun) this.say(text);
    if (!this.plays) return;
    if (this.beside(1)) this.wait();
    else this.plays = this.begun = false;
  }

  get label() {
    return this.calm.matches ? "Next step" : this.plays ? "Pause" : "Play";
  }

  // The step so far from the one that is shown, of the next position behind the last: a place and
  // the number of the step. What an encoder read is shown once.
  /** @param {number} by @returns {[place: number, index: number] | undefined} */
  beside(by) {
    const { run: { place, first, listens, last }, steps, index } = this;
    const from = listens ? 0 : first;
    const own = steps.findIndex(({ source }) => !source);
    if (index + by in steps && (by > 0 || index !== own || place <= from))
      return [place, index + by];
    const next = place + by;
    return next < from || next > last ? undefined : [next, by > 0 ? own : steps.length - 1];
  }

  /** @param {[place: number, index: number] | undefined} at */
  go(at) {
    if (!at) return;
    const [place, k] = at;
    this.begun = true;
    this.open ||= place !== this.run.place;
    this.wanted = `${place} ${this.steps[k].id}`;
    this.show(place, this.steps[k].id);
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    this.go(this.beside(by));
  }

  // From the first step, or on from where a reader was; where motion is not wanted, a step a press.
  press() {
    if (this.plays) {
      this.pause();
      return this.show(this.run.place, this.steps[this.index].id);
    }
    const { listens, first } = this.run;
    this.plays = !this.calm.matches;
    this.open = true;
    this.go((this.begun && this.beside(1)) || [listens ? 0 : first, 0]);
    return undefined;
  }

  // Plays on from the step that an address asks for; where motion is not wanted, by presses.
  start() {
    this.begun = this.open = true;
    if (this.calm.matches) return;
    this.plays = true;
    this.wanted = this.here;
    this.wait();
  }

  wait() {
    const words = this.text.split(/\s+/).length;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.go(this.beside(1)), WORD * words + PAUSE);
  }

  pause() {
    clearTimeout(this.timer);
    this.plays = false;
  }
}
