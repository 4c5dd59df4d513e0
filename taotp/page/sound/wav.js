// @ts-check
// WAV files as taotp/sound reads them: integers of 8 to 32 bits and floats, at any rate.
// What cannot be read is an Error with the sentence that Python has, out of the same table.

import WAV from "../../sound/wav.json" with { type: "json" };
import { atRate } from "./rates.js";

const LARGEST_FILE = 20000000; // bytes
const MOST_SECONDS = 60; // of a sound that is listened to in a page
const MU = 255; // how much the curve of telephones is bent
const [FLOAT, A_LAW, MU_LAW] = [3, 6, 7];

/**
 * @typedef {{kind: number, channels: number, rate: number, block: number, width: number}} WavForm
 */

/** @param {number} n */
const count = (n) => n.toLocaleString("en-US");

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  throw new Error(`${sentence[0].toUpperCase()}${sentence.slice(1)}.`);
}

// A sentence with its parts in the places of {0} and {1:,}, as Python fills it.
/** @param {keyof typeof WAV.faults} of @param {...any} parts @returns {never} */
const wrong = (of, ...parts) => refuse(WAV.faults[of].replace(/\{(\d)(:,)?\}/g,
  (_, i, many) => (many ? count(parts[i]) : parts[i])));

// The samples, RATE a second, of the bytes of a WAV file.
/** @param {ArrayBuffer} buffer */
export function readWav(buffer) {
  if (buffer.byteLength > LARGEST_FILE) wrong("large", LARGEST_FILE);
  const { form, body } = parsed(new DataView(buffer));
  const every = numbers(form, body);
  const strange = every.findIndex((value) => !(Math.abs(value) <= 1));
  if (strange >= 0) {
    const found = Number.isNaN(every[strange]) ? "not a number" : String(every[strange]);
    refuse(`Sample ${count(strange)} of the file is ${found}; samples are from -1 to 1`);
  }
  const samples = oneChannel(every, form);
  if (samples.length > MOST_SECONDS * form.rate) {
    refuse(`The file lasts ${Math.round(samples.length / form.rate)} seconds; at ` +
      `most ${MOST_SECONDS} are heard`);
  }
  return atRate(samples, form.rate);
}

/** @param {DataView} view @param {number} at */
const letters = (view, at) => String.fromCharCode(...[0, 1, 2, 3]
  .map((i) => view.getUint8(at + i)));

// What a file is that begins otherwise than a WAV file, "" for what nobody knows.
/** @param {DataView} view */
function otherKind(view) {
  const bytes = new Uint8Array(view.buffer, 0, Math.min(view.byteLength, 16));
  const first = String.fromCharCode(...bytes);
  const others = /** @type {[number, string, string][]} */ (WAV.others);
  return others.find(([at, mark]) => first.startsWith(mark, at))?.[2] ?? "";
}

// What a file says of its samples, and a view of their bytes.
/** @param {DataView} view @returns {{form: WavForm, body: DataView}} */
function parsed(view) {
  const size = view.byteLength;
  if (!size) wrong("empty");
  if (size < 12 || letters(view, 0) !== "RIFF" || letters(view, 8) !== "WAVE") {
    const kind = otherKind(view);
    wrong(kind ? "other" : "riff", kind);
  }
  /** @type {WavForm | undefined} */
  let form;
  for (let at = 12; at + 8 <= size;) {
    const [name, told] = [letters(view, at), view.getUint32(at + 4, true)];
    const body = new DataView(view.buffer, at + 8, Math.min(told, size - at - 8));
    if (name === "fmt ") form = formatIn(body);
    if (name === "data") {
      const behind = new DataView(view.buffer, at + 8);
      const streamed = isUnknown(told, behind);
      return { form, body: withData(form, streamed ? behind : body, told, !streamed) };
    }
    at += 8 + told + (told % 2);
  }
  return wrong("ends");
}

// Whether the writer of a stream did not know yet how many bytes of samples there would be.
/** @param {number} told @param {DataView} behind */
function isUnknown(told, behind) {
  if (told) return told >= WAV.unknownFrom;
  const size = behind.byteLength;
  if (size < 8) return size > 0;
  return !(/^[A-Za-z]{4}$/.test(letters(behind, 0)) && behind.getUint32(4, true) <= size - 8);
}

/**
 * @param {WavForm | undefined} form @param {DataView} body @param {number} told
 * @param {boolean} known
 */
function withData(form, body, told, known) {
  if (!form) wrong("order");
  const had = body.byteLength;
  if (had < told && known) wrong("cut", told, had);
  if (had < form.block) wrong("silent");
  if (had % form.block && known) wrong("within", had, form.block);
  return new DataView(body.buffer, body.byteOffset, had - (had % form.block));
}

/** @param {DataView} body @returns {WavForm} */
function formatIn(body) {
  if (body.byteLength < 16) wrong("says", body.byteLength);
  const named = body.getUint16(0, true);
  const kind = named === WAV.extensible && body.byteLength >= 26 ? body.getUint16(24, true) : named;
  const [channels, rate] = [body.getUint16(2, true), body.getUint32(4, true)];
  const [block, bits] = [body.getUint16(12, true), body.getUint16(14, true)];
  if (channels < 1 || block < channels || block % channels) wrong("channels", channels, block);
  if (channels > WAV.mostChannels) wrong("many", channels, WAV.mostChannels);
  const width = block / channels;
  const widths = /** @type {Record<number, number[]>} */ (WAV.widths)[kind];
  if (!widths) wrong("format", /** @type {Record<number, string>} */ (WAV.known)[kind] ?? kind);
  if (!widths.includes(width) || bits <= 8 * width - 8 || bits > 8 * width) {
    wrong("bits", bits, width);
  }
  const [slowest, fastest] = WAV.rates;
  if (rate < slowest || rate > fastest) wrong("rate", rate, slowest, fastest);
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
  const found = Float64Array.from({ length: body.byteLength / width },
    (_, i) => readers[width](i * width));
  const loudest = kind === FLOAT ? found.reduce((most, x) => Math.max(most, Math.abs(x)), 0) : 0;
  return loudest > 1 && loudest <= WAV.loudest ? found.map((x) => x / loudest) : found;
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
  const size = Math.min(loudest.length, Math.max(1, Math.round(WAV.window * rate)));
  const allowed = WAV.difference * loudness(loudest, size);
  for (const channel of all) {
    const share = channel.reduce((sum, x, i) => sum + x * loudest[i], 0) / power[most];
    if (loudness(channel.map((x, i) => x - share * loudest[i]), size) > allowed) {
      wrong("differ", channels, "save one channel alone");
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
