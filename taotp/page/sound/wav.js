// @ts-check
// WAV files as taotp/sound.py reads them: integers of 8 to 32 bits and floats, at any rate.
// What cannot be read is an Error with the sentence that Python has.

import { atRate } from "./rates.js";

const LARGEST_FILE = 20000000; // bytes
const MOST_SECONDS = 60; // of a sound that is listened to in a page
const [SLOWEST, FASTEST] = [4000, 768000];
const [PCM, FLOAT, A_LAW, MU_LAW, EXTENSIBLE] = [1, 3, 6, 7, 0xfffe];
const MU = 255; // how much the curve of telephones is bent
const TO_THE_END = 0xffffffff;
const WINDOW = 0.025; // seconds over which channels are compared
// of the loudest window; what channels may differ by and still be one sound
const DIFFERENCE = 0.03;

/** @param {number} n */
/**
 * @typedef {{kind: number, channels: number, rate: number, block: number, width: number}} WavForm
 */

/** @param {number} n */
const count = (n) => n.toLocaleString("en-US");

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  throw new Error(sentence);
}

// The samples, RATE a second, of the bytes of a WAV file.
/** @param {ArrayBuffer} buffer */
export function readWav(buffer) {
  if (buffer.byteLength > LARGEST_FILE) {
    refuse(`The file is larger than ${count(LARGEST_FILE)} bytes; cut it into shorter ones.`);
  }
  const { form, body } = parsed(new DataView(buffer));
  const every = numbers(form, body);
  const strange = every.findIndex((value) => !(Math.abs(value) <= 1));
  if (strange >= 0) {
    const found = Number.isNaN(every[strange]) ? "not a number" : String(every[strange]);
    refuse(`Sample ${count(strange)} of the file is ${found}; samples are from -1 to 1.`);
  }
  const samples = oneChannel(every, form);
  if (samples.length > MOST_SECONDS * form.rate) {
    refuse(`The file lasts ${Math.round(samples.length / form.rate)} seconds; at ` +
      `most ${MOST_SECONDS} are heard.`);
  }
  return atRate(samples, form.rate);
}

/** @param {DataView} view @param {number} at */
const letters = (view, at) => String.fromCharCode(...[0, 1, 2, 3]
  .map((i) => view.getUint8(at + i)));

// What a file says of its samples, and a view of their bytes.
/** @param {DataView} view @returns {{form: WavForm, body: DataView}} */
function parsed(view) {
  const size = view.byteLength;
  if (!size) refuse("The file is empty; give a WAV file.");
  if (size < 12 || letters(view, 0) !== "RIFF" || letters(view, 8) !== "WAVE") {
    refuse("The file is no WAV file, which would begin with RIFF, a size and WAVE.");
  }
  /** @type {WavForm | undefined} */
  let form;
  for (let at = 12; at + 8 <= size;) {
    const [name, told] = [letters(view, at), view.getUint32(at + 4, true)];
    const body = new DataView(view.buffer, at + 8, Math.min(told, size - at - 8));
    if (name === "fmt ") form = formOf(body);
    if (name === "data") return { form, body: withData(form, body, told) };
    at += 8 + told + (told % 2);
  }
  return refuse("The WAV file ends before its samples; it is cut off.");
}

/** @param {WavForm | undefined} form @param {DataView} body @param {number} told */
function withData(form, body, told) {
  if (!form) refuse("The WAV file has samples before it says how they are written.");
  const had = body.byteLength;
  if (had < told && told !== TO_THE_END) {
    refuse(`The WAV file is cut off: it announces ${count(told)} bytes of samples and ` +
      `has ${count(had)}.`);
  }
  if (had < form.block) refuse("The WAV file has no samples.");
  if (had % form.block && told !== TO_THE_END) {
    refuse(`The WAV file ends within a sample: ${count(had)} bytes, ${form.block} each.`);
  }
  return new DataView(body.buffer, body.byteOffset, had - (had % form.block));
}

/** @param {DataView} body @returns {WavForm} */
function formOf(body) {
  if (body.byteLength < 16) {
    refuse(`The WAV file says in ${body.byteLength} bytes how it is written; it takes 16.`);
  }
  const named = body.getUint16(0, true);
  const kind = named === EXTENSIBLE && body.byteLength >= 26 ? body.getUint16(24, true) : named;
  const [channels, rate] = [body.getUint16(2, true), body.getUint32(4, true)];
  const [block, bits] = [body.getUint16(12, true), body.getUint16(14, true)];
  if (channels < 1 || block < channels || block % channels) {
    refuse(`The WAV file has ${channels} channels in ${block} bytes, which cannot be.`);
  }
  const width = block / channels;
  const widths =
    /** @type {Record<number, number[]>} */ ({
      [PCM]: [1, 2, 3, 4], [FLOAT]: [4, 8], [A_LAW]: [1], [MU_LAW]: [1],
    })[kind];
  if (!widths) {
    refuse(`The WAV file is in format ${kind}; give plain integers (1), floats (3), or a ` +
      "telephone's A-law (6) or mu-law (7).");
  }
  if (!widths.includes(width) || bits <= 8 * width - 8 || bits > 8 * width) {
    refuse(`The WAV file has samples of ${bits} bits in ${width} bytes; give integers of 8 to 32 ` +
      "bits, floats of 32 or 64, or 8 of a telephone's.");
  }
  if (rate < SLOWEST || rate > FASTEST) {
    refuse(`The WAV file has ${count(rate)} samples a second; ` +
      `give ${count(SLOWEST)} to ${count(FASTEST)}.`);
  }
  return { kind, channels, rate, block, width };
}

// A byte of a telephone as a sample, as taotp/sound/mu_law.py has it.
/** @param {number} byte */
function ofMuLaw(byte) {
  const turned = ~byte & 255;
  const size = ((((turned & 15) << 3) + 132) << ((turned >> 4) & 7)) - 132;
  return (turned & 128 ? -size : size) / 2 ** 15;
}

/** @param {number} byte */
function ofALaw(byte) {
  const turned = byte ^ 0x55;
  const power = (turned >> 4) & 7;
  const step = ((turned & 15) << 4) + 8;
  const size = power ? (step + 256) << (power - 1) : step;
  return (turned & 128 ? size : -size) / 2 ** 15;
}

// Samples as numbers from -1 to 1, the channels in turns.
/** @param {WavForm} form @param {DataView} body */
function numbers({ kind, width }, body) {
  if (kind === A_LAW || kind === MU_LAW) {
    const law = kind === A_LAW ? ofALaw : ofMuLaw;
    return Float64Array.from({ length: body.byteLength }, (_, i) => law(body.getUint8(i)));
  }
  /** @type {Record<number, (at: number) => number>} */
  const readers = kind === FLOAT
    ? { 4: (at) => body.getFloat32(at, true), 8: (at) => body.getFloat64(at, true) }
    : {
      1: (at) => (body.getUint8(at) - 128) / 128, // the one width without a sign
      2: (at) => body.getInt16(at, true) / 2 ** 15,
      3: (at) => (body.getInt8(at + 2) * 65536 + body.getUint16(at, true)) / 2 ** 23,
      4: (at) => body.getInt32(at, true) / 2 ** 31,
    };
  return Float64Array.from({ length: body.byteLength / width },
    (_, i) => readers[width](i * width));
}

// The loudest of channels that hold one sound, however loud or turned over.
/** @param {Float64Array} every @param {WavForm} form */
function oneChannel(every, { channels, rate }) {
  if (channels === 1) return every;
  const all = Array.from({ length: channels },
    (_, c) => every.filter((_, i) => i % channels === c));
  const power = all.map((channel) => channel.reduce((sum, x) => sum + x * x, 0));
  const most = power.indexOf(Math.max(...power));
  const loudest = all[most];
  if (!power[most]) return loudest;
  const size = Math.min(loudest.length, Math.max(1, Math.round(WINDOW * rate)));
  const allowed = DIFFERENCE * loudness(loudest, size);
  for (const channel of all) {
    const share = channel.reduce((sum, x, i) => sum + x * loudest[i], 0) / power[most];
    if (loudness(channel.map((x, i) => x - share * loudest[i]), size) > allowed) {
      refuse(`The ${channels} channels of the file hold different sounds, and a mixture might ` +
        `lose ` +
        "one; save one channel alone.");
    }
  }
  return loudest;
}

// The root mean square of the loudest window.
/** @param {Float64Array} samples @param {number} size */
function loudness(samples, size) {
  const sums = new Float64Array(Math.ceil(samples.length / size));
  samples.forEach((x, i) => (sums[Math.floor(i / size)] += x * x));
  return Math.sqrt(Math.max(...sums) / size);
}

// Sounds that come with a figure, a byte for each sample: its sign and the logarithm of its size,
// as taotp.data stores them.
/** @param {string} base64 */
export function fromMuLaw(base64) {
  return Float64Array.from(/** @type {Iterable<string>} */ (/** @type {unknown} */ (atob(base64))),
    (letter) => {
      const curved = ((letter.charCodeAt(0) << 24) >> 24) / 127;
      return (Math.sign(curved) * Math.expm1(Math.abs(curved) * Math.log1p(MU))) / MU;
    });
}
