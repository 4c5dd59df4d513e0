// Runs the page's arithmetic on cases from standard input, and writes what it computed.
import { readFileSync } from "node:fs";
import {
  PRECISIONS, arraysOf, begin, decide, decode, decodeColumns, decodeModel, hear, lastOf, listen,
  mapped, unembed, weigh,
} from "../../taotp/page/kit/arithmetic.js";
import { encode } from "../../taotp/page/kit/wider.js";

const named = (x) => (Number.isFinite(x) ? x : String(x));
const plain = (rows) => rows.map((row) => Array.from(row, named));

// Each input after the other, or all at once, which must come to the same.
function heard(weights, off, memory, tokens, atOnce) {
  const run = begin(weights, off, memory);
  if (atOnce) listen(run, tokens);
  else for (const token of tokens) hear(run, token);
  return run;
}

function runCase({ model, columns, N, precision, tokens, source, off, said, atOnce }) {
  const round = PRECISIONS[precision];
  const weights = weigh(model, decodeColumns(columns), { N }, round);
  const memory = source && encode(weights, source);
  const run = heard(weights, off, memory, tokens, atOnce);
  const logits = run.tokens.map((_, i) => unembed(run, lastOf(run, i)));
  const of = (layers, kind) => layers.map((heads) => heads.map((head) => plain(head[kind])));
  const out = {
    stream: Object.fromEntries(Object.entries(run.stream).map(([name, x]) => [name, plain(x)])),
    scores: of(run.heads, "scores"),
    patterns: of(run.heads, "pattern"),
    cross_scores: of(run.cross, "scores"),
    cross_patterns: of(run.cross, "pattern"),
    memory: memory && plain(memory),
    logits: plain(logits),
    decisions: logits.map(decide),
  };
  if (said) {
    const speech = heard(weights, off, memory, said.prompt);
    out.said = decode(speech, said.steps, said.stop ?? -1).filter(Boolean);
  }
  return out;
}

// What a page makes of data: every array by its path, and all else as it came.
function arraysCase({ model, columns, N = 1 }) {
  const decoded = decodeModel(model, decodeColumns(columns), { N });
  const arrays = Object.entries(arraysOf(decoded)).map(([path, W]) =>
    [path, { rows: W.rows, columns: W.columns, data: [...W.data] }]);
  return { arrays: Object.fromEntries(arrays), rest: mapped(decoded, () => "array") };
}

function roundCase({ precision, values }) {
  return values.map((x) => named(PRECISIONS[precision](Number(x))));
}

const { cases = [], rounded = [], decided = [], sent = [] } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify({
  cases: cases.map(runCase),
  rounded: rounded.map(roundCase),
  sent: sent.map(arraysCase),
  decided: decided.map((row) => decide(Float64Array.from(row, Number))),
}));
