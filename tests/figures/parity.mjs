// Runs the page's arithmetic on cases from standard input, and writes what it computed.
import { readFileSync } from "node:fs";
import {
  PRECISIONS, begin, decide, decode, decodeColumns, hear, lastOf, unembed, weigh,
} from "../../taotp_core/figures/scripts/arithmetic.js";

const named = (x) => (Number.isFinite(x) ? x : String(x));
const plain = (rows) => rows.map((row) => Array.from(row, named));

function runCase({ model, columns, N, precision, tokens, off, said }) {
  const round = PRECISIONS[precision];
  const weights = weigh(model, decodeColumns(columns), { N }, round);
  const run = begin(weights, off);
  for (const token of tokens) hear(run, token);
  const logits = tokens.map((_, i) => unembed(run, lastOf(run, i)));
  const of = (kind) => run.heads.map((heads) => heads.map((head) => plain(head[kind])));
  const out = {
    stream: Object.fromEntries(Object.entries(run.stream).map(([name, x]) => [name, plain(x)])),
    scores: of("scores"),
    patterns: of("pattern"),
    logits: plain(logits),
    decisions: logits.map(decide),
  };
  if (said) {
    const speech = begin(weights, off);
    for (const token of said.prompt) hear(speech, token);
    out.said = decode(speech, said.steps, said.stop ?? -1).filter(Boolean);
  }
  return out;
}

function roundCase({ precision, values }) {
  return values.map((x) => named(PRECISIONS[precision](Number(x))));
}

const { cases = [], rounded = [], decided = [] } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify({
  cases: cases.map(runCase),
  rounded: rounded.map(roundCase),
  decided: decided.map((row) => decide(Float64Array.from(row, Number))),
}));
