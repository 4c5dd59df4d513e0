// How the page cuts some texts into words.
import { readFileSync } from "node:fs";
import { CUTS } from "../../taotp/page/kit/runs.js";
import "../../taotp/page/editor/cutting/words.js";

const { program, texts } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map((text) => CUTS.words(program, text))));
