// What a page would save to be handed in of answers that were typed into one of its boxes.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
const { handedAnswers } = await import("../../taotp/page/exercises/form.js");
const { submission } = await import("../../taotp/page/exercises/handing.js");

const { spec, states } = JSON.parse(readFileSync(0, "utf8"));
const files = states.map((state) =>
  submission(spec.slug, "Ada", handedAnswers(spec, { ...spec.state, ...state })));
process.stdout.write(JSON.stringify(files));
