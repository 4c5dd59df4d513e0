// @ts-check
// A short text in few letters of an address. Every bit is foretold from the bytes before it, by how
// often it came after the last 0 to 6 of them, and written by an arithmetic coder in as little room
// as its surprise takes. What is counted first is a text in the language of listings, so that its
// words are expected. That text, and every number here, belong to the form: links hold it.

import { PACKINGS } from "./texts.js";

const MARK = "."; // what links in this form begin with; others begin with a letter of base64
const LONGEST = 30000; // bytes; more would take too long at every rest, and fit into no address
const WEIGHTS = [1, 3, 9, 27, 81, 243, 729]; // of what came after the last 0, 1, 2 ... bytes
const SLOTS = 1 << 22; // of 32 bits of a hash the first 22; so many that hardly two meet
const ONE = 65536;

const EXPECTED = `# Say the last symbol that
characters "abc"
symbols "<start>" H e l o " " W r d "!" "<stop>"
start "<start>"
stop "<stop>"
context 20
steps 1
stream token 3, past 2 x 3, one, pos 3
let later = sqrt(5) / 2
norms rms, after, eps 1e-5
embed token as circle 22, from 1
embed value and one and rest as number i / 100
place pos as circle
place token as symbols 0 to 9
unembed token as row [1, 0, -1], times 1e6
layer
attend 1 back, read token, write past.1, gain sqrt(6 / 15)
attend to 0, asked one, read value, write value, gain 10
attend everywhere, read 200 value and one, write value and one, loud 1e4
attend query match * token and past.1, key past and pos, hard 64 / lead, read token, write token,
    named "finds the smallest"
attend query north(token), key east(token), hard 100, read token turned 2 of 10, write token
copy token to past.2
clear past.1
table read value, write value and one and rest, loud 1e10
for s from 0 to 9 and p from 2 to 0, given value = s and one = 1, say symbol s - 10
unit read 3 value - one / 2 + 0.1, write 2 rest
{
    "vocabulary": "0123456789",
    "steps": 1,
    "block_size": 8,
    "tok_emb": [
        [1.41, -0.61, -0.8],
        [0, 1, -1],
    ],
    "pos_emb": {"zeros": [8, 3]},
    "layers": [
        {
            "Q": [[[0, 0, 1], [0, 0, 0]]],
            "K": [[[1], [0]]],
            "V": [[[1], [0]]],
            "P": [[[1000000, 0, 0]]],
            "names": ["finds the same"],
            "M1": [[1], [0]],
            "M2": [[0, 0, 2]],
        },
    ],
}
`;

// What foretells the next bit, and is told what it was.
function foretelling() {
  const counts = new Uint8Array(2 * SLOTS); // how often a 0 came, and a 1
  /** @type {number[]} */
  const last = []; // bytes, the latest first
  const slots = WEIGHTS.map(() => 0);
  let begun = 1; // the bits of the next byte that are known, after a 1
  const place = () => {
    let hash = 0;
    WEIGHTS.forEach((_, order) => {
      if (order) hash = Math.imul(hash ^ ((last[order - 1] ?? 256) + 1), 0x2f0b4c47);
      hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
      slots[order] = 2 * (Math.imul(hash ^ (256 * order + begun), 0x9e3779b1) >>> 10);
    });
  };
  place();
  return {
    // How likely a 1 is, of 65536.
    one() {
      let [ones, all] = [2, 4];
      WEIGHTS.forEach((weight, order) => {
        const [zero, one] = [counts[slots[order]], counts[slots[order] + 1]];
        ones += 5 * weight * one;
        all += 5 * weight * (zero + one);
      });
      return Math.min(ONE - 1, Math.max(1, Math.floor((ONE * ones) / all)));
    },
    /** @param {number} bit */
    was(bit) {
      for (const slot of slots) {
        counts[slot + bit] = Math.min(255, counts[slot + bit] + 1);
        const other = slot + 1 - bit;
        if (counts[other] > 2) counts[other] = 1 + (counts[other] >> 1);
      }
      begun = 2 * begun + bit;
      if (begun >= 256) {
        last.unshift(begun - 256);
        last.length = Math.min(last.length, WEIGHTS.length - 1);
        begun = 1;
      }
      place();
    },
  };
}

/** @param {number} byte */
const bitsOf = (byte) => Array.from({ length: 8 }, (_, i) => (byte >> (7 - i)) & 1);

function prepared() {
  const next = foretelling();
  for (const byte of new TextEncoder().encode(EXPECTED)) bitsOf(byte).forEach(next.was);
  return next;
}

// An interval of 32 bits, which every bit narrows by as much as it was foretold.
function interval() {
  let [low, high] = [0, 0xffffffff];
  return {
    bounds: () => [low, high],
    /** @param {number} one */
    middle(one) {
      const size = high - low;
      return low + Math.floor(size / ONE) * one + Math.floor(((size % ONE) * one) / ONE);
    },
    /** @param {number} bit @param {number} middle @param {(byte: number) => void} shifted */
    take(bit, middle, shifted) {
      if (bit) high = middle;
      else low = middle + 1;
      while (low >>> 24 === high >>> 24) {
        shifted(low >>> 24);
        low = (low << 8) >>> 0;
        high = ((high << 8) | 255) >>> 0;
      }
    },
  };
}

/** @param {Uint8Array} bytes */
function written(bytes) {
  const [next, range, out] = [prepared(), interval(), /** @type {number[]} */ ([])];
  for (const byte of [...bytes, 0]) {
    for (const bit of bitsOf(byte)) {
      range.take(bit, range.middle(next.one()), (done) => out.push(done));
      next.was(bit);
    }
  }
  const [low, high] = range.bounds(); // the shortest number between them, zeros follow
  const kept = [24, 16, 8, 0].find((shift) =>
    (Math.floor(low / 2 ** shift) + 1) * 2 ** shift <= high);
  const end = (Math.floor(low / 2 ** (kept ?? 0)) + 1) * 2 ** (kept ?? 0);
  for (let shift = 24; shift >= (kept ?? 0); shift -= 8) out.push((end / 2 ** shift) & 255);
  return out;
}

/** @param {number[]} packed */
function readBytes(packed) {
  const [next, range, out] = [prepared(), interval(), /** @type {number[]} */ ([])];
  let [at, value] = [0, 0];
  const shift = () => (value = ((value << 8) | (packed[at++] ?? 0)) >>> 0);
  for (let i = 0; i < 4; i++) shift();
  while (out.length <= LONGEST && at <= packed.length + 8) {
    let byte = 0;
    for (let i = 0; i < 8; i++) {
      const middle = range.middle(next.one());
      const bit = value <= middle ? 1 : 0;
      range.take(bit, middle, shift);
      next.was(bit);
      byte = 2 * byte + bit;
    }
    if (!byte) return Uint8Array.from(out);
    out.push(byte);
  }
  throw new Error("no end");
}

// Two bytes that a damaged text hardly has.
/** @param {Uint8Array} bytes */
function check(bytes) {
  const sum = bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5);
  return [(sum >>> 16) & 255, sum & 255];
}

/** @param {string} text */
function pack(text) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > LONGEST || bytes.includes(0)) return undefined;
  return [...check(bytes), ...written(bytes)];
}

// The text; throws where the bytes are damaged.
/** @param {Uint8Array} all */
function unpack(all) {
  const [first, second, ...packed] = all;
  const bytes = readBytes(packed);
  const [wanted, found] = check(bytes);
  if (first !== wanted || second !== found) throw new Error("damaged");
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

PACKINGS.push({ mark: MARK, pack, unpack });
