// @ts-check
// Python as pages have it, in Node: it starts with the files of the runtime and with archives of
// packages, sees some folders of this machine, and answers calls, one a line, as JSON.

import { createInterface } from "node:readline";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

/**
 * @typedef {{ runtime: string, lock: string, archives: string[], env: Record<string, string>,
 *   folders: Record<string, string> }} Setup
 */
/** @type {Setup} */
const setup = JSON.parse(process.argv[2]);
const SITE = "/lib/python3.14/site-packages";

async function boot() {
  const address = pathToFileURL(`${setup.runtime}/pyodide.mjs`).href;
  const { loadPyodide } = await import(address);
  const python = await loadPyodide({
    indexURL: `${setup.runtime}/`, packageBaseUrl: `${setup.runtime}/`, env: setup.env,
    lockFileContents: setup.lock,
    stdout: console.error, stderr: console.error, // the answers alone are told
  });
  await python.loadPackage("numpy", { messageCallback() {} });
  for (const path of setup.archives)
    python.unpackArchive(new Uint8Array(await readFile(path)), "zip", { extractDir: SITE });
  for (const [place, root] of Object.entries(setup.folders)) {
    python.FS.mkdirTree(place);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
  }
  return python.runPython(`
import inspect, json, sys
from importlib import import_module
sys.dont_write_bytecode = True
sys.path = ["/tree", *sys.path, "/packages"]
async def answer(text):
    asked = json.loads(text)
    module, _, name = asked["of"].partition(":")
    found = getattr(import_module(module), name)(*asked["with"])
    return json.dumps(await found if inspect.isawaitable(found) else found)
answer`);
}

const answer = await boot();
for await (const line of createInterface({ input: process.stdin })) {
  let said;
  try {
    said = { answer: JSON.parse(await answer(line)) };
  } catch (error) {
    said = { error: String(/** @type {Error} */ (error).message).slice(-4000) };
  }
  console.log(JSON.stringify(said));
}
