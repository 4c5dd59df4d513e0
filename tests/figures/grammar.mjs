// What the page's grammar says of each of some texts, as lists of words.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {}; // what the panel imports of the view needs it
const { outside } = await import("../../taotp/page/machine/sentence/panel.js");
const { grammar, texts } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map((words) => outside(grammar, words))));
