// Runs the page's arithmetic on cases from standard input, and writes what it computed.
import { readFileSync } from "node:fs";
import {
  PRECISIONS, decide, decode, decodeColumns, rowOf, trace, weigh,
} from "../../taotp_core/figures/arithmetic.js";

const named = (x) => (Number.isFinite(x) ? x : String(x));
const plain = (x) => ({ shape: [x.rows, x.columns], data: Array.from(x.data, named) });

function runCase({ model, columns, N, precision, tokens, said }) {
  const round = PRECISIONS[precision];
  const weights = weigh(model, decodeColumns(columns), { N }, round);
  const run = trace(weights, tokens, round);
  const out = {
    stream: Object.fromEntries(Object.entries(run.stream).map(([name, x]) => [name, plain(x)])),
    scores: run.heads.map((heads) => heads.map(({ scores }) => plain(scores))),
    patterns: run.heads.map((heads) => heads.map(({ pattern }) => plain(pattern))),
    logits: plain(run.logits),
    decisions: tokens.map((_, i) => decide(rowOf(run.logits, i))),
  };
  if (said) out.said = decode(weights, said.prompt, said.steps, said.stop ?? -1, round);
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
