// Lets Node import the style sheets of the scripts as texts, as taotp/page/bundle.py does.
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

if (isMainThread) register(import.meta.url);

export async function load(url, context, next) {
  if (!url.endsWith(".css")) return next(url, context);
  const text = await readFile(new URL(url), "utf-8");
  return { format: "module", shortCircuit: true, source: `export default ${JSON.stringify(text)};` };
}
