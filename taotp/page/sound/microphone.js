// @ts-check
// The microphone, as a page may use it that is opened from disk or from a server: what is heard
// stays in the page, and listening ends by itself.

import { atRate } from "./rates.js";

const BLOCK = 2048; // samples that come at once, some 45 ms
const OPENING = 0.15; // s; clicks while a microphone opens are not heard
const AT_ONCE = 4; // s without a word, after which listening ends
const LOUD = 4; // times the quietest block so far: somebody speaks
const FAINT = 0.004; // root mean square; what is fainter is nobody
const DOWN = 0.1; // of the loudest block: nobody speaks any more

/** @type {Record<string, string>} */
const REFUSED = {
  NotAllowedError: "This page may not use the microphone. Allow it beside the page's address, " +
    "or take a WAV file.",
  NotFoundError: "No microphone was found. Connect one, or take a WAV file.",
  NotReadableError: "Another program holds the microphone. Close that one, or take a WAV file.",
};
const NONE = "This browser gives a page no microphone here. Take a WAV file.";

// Whether what was heard so far ends a word: root mean squares of blocks, and seconds that each
// lasts.
/** @param {{ blocks: number[], seconds: number, most: number, rest: number }} heard */
export function isOver({ blocks, seconds, most, rest }) {
  const lasted = blocks.length * seconds;
  if (lasted >= most) return true;
  const quiet = Math.max(FAINT, LOUD * Math.min(...blocks));
  const first = blocks.findIndex((size) => size > quiet);
  if (first < 0) return lasted >= AT_ONCE;
  const loudest = Math.max(...blocks);
  const last = blocks.findLastIndex((size) => size > Math.max(DOWN * loudest, FAINT));
  return (blocks.length - 1 - last) * seconds >= rest;
}

/** @param {MediaTrackConstraints} constraints */
async function opened(constraints) {
  const devices = globalThis.navigator?.mediaDevices;
  if (!devices?.getUserMedia) throw new Error(NONE);
  try {
    return await devices.getUserMedia({ audio: constraints });
  } catch (error) {
    const sentence = REFUSED[error.name] ?? `The microphone cannot be used: ${error.message}`;
    throw new Error(sentence, { cause: error });
  }
}

// Listens until somebody has spoken and rests for `rest` seconds, but no longer than `most`
// seconds. Returns {stop, samples}: a function that ends it at once, and a promise of all that was
// heard, 8,000 samples a second. `level` is told how loud it is, from 0 to 1. Raises Error with a
// sentence.
/**
 * @param {{ most: number, rest: number, level: (share: number) => void,
 *   constraints?: MediaTrackConstraints }} asked
 */
export async function openMicrophone({ most, rest, level, constraints = {} }) {
  const plain = { channelCount: 1, echoCancellation: false, autoGainControl: false,
    noiseSuppression: false };
  // a browser takes steady tones for noise
  const stream = await opened({ ...plain, ...constraints });
  const context = new AudioContext();
  await context.resume();
  const from = context.createMediaStreamSource(stream);
  const blocks = context.createScriptProcessor(BLOCK, 1, 1); // a worklet does not load from disk
  /** @type {Float32Array[]} */
  const kept = [];
  /** @type {number[]} */
  const sizes = [];
  /** @type {() => void} */
  let stop;
  /** @type {Promise<Float64Array>} */
  const samples = new Promise((give) => {
    stop = () => {
      blocks.onaudioprocess = null;
      for (const track of stream.getTracks()) track.stop();
      if (context.state !== "closed") context.close();
      const all = new Float64Array(kept.length * BLOCK);
      kept.forEach((block, i) => all.set(block, i * BLOCK));
      give(atRate(all, context.sampleRate));
    };
  });
  let left = Math.ceil((OPENING * context.sampleRate) / BLOCK);
  blocks.onaudioprocess = ({ inputBuffer }) => {
    if (left-- > 0) return;
    const block = inputBuffer.getChannelData(0).slice();
    const size = Math.sqrt(block.reduce((sum, x) => sum + x * x, 0) / BLOCK);
    kept.push(block);
    sizes.push(size);
    level(Math.min(1, 3 * size));
    if (isOver({ blocks: sizes, seconds: BLOCK / context.sampleRate, most, rest })) stop();
  };
  from.connect(blocks);
  blocks.connect(context.destination);
  return { stop, samples };
}

/** @type {AudioContext | undefined} */
let playing;

// Plays samples, 8,000 a second; what was played before ends.
/** @param {Float64Array} samples */
export function play(samples) {
  playing?.close();
  const context = (playing = new AudioContext());
  const buffer = context.createBuffer(1, samples.length, 8000);
  buffer.copyToChannel(Float32Array.from(samples), 0);
  const from = context.createBufferSource();
  from.buffer = buffer;
  from.connect(context.destination);
  from.onended = () => {
    context.close();
    if (playing === context) playing = undefined;
  };
  from.start();
}
