// The machines that the cover makes of names, what they say, and what breaks them.
import { readFileSync } from "node:fs";
import { RUNS } from "../../../taotp/page/kit/runs.js";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
await import("../../../taotp/applications/cover/panel.js");
const { machineOf, modelOf, rightOf } = await import("../../../taotp/applications/cover/machine.js");
const { brokenValue, mostFragile } = await import("../../../taotp/applications/cover/fragile.js");
const { spec, asked } = JSON.parse(readFileSync(0, "utf8"));
const compute = RUNS[spec.kind](spec);

function told({ name, changed = "", at = "" }) {
  const { symbols, says, answers, numbers, whole, now, waits, dropped, told, looked } =
    compute({ ...spec.state, name, changed, at });
  const { W_E, W_pos } = modelOf({ symbols, says }, spec);
  const machine = machineOf(spec, name, changed);
  const move = mostFragile(machine, { W_E, W_pos });
  return {
    symbols, says, answers, whole, now, waits, dropped, told, looked,
    W_E: [...numbers.W_E.data], W_pos: [...numbers.W_pos.data], right: rightOf(machine),
    move: move && { ...move, value: brokenValue(machine.numbers, move) },
  };
}

// What is not finite has no place in JSON.
const plain = (_, value) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value);
process.stdout.write(JSON.stringify(asked.map(told), plain));
