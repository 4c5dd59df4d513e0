// Runs scripts for one test after another: {script, question} on a line in, {answer} or {error} on a
// line out. A script reads JSON and writes JSON, as it does when it is run alone. Each has a thread
// of its own, with the modules and globals that it asks for and nothing of another one's.
import fs from "node:fs";
import { register, syncBuiltinESMExports } from "node:module";
import { createInterface } from "node:readline";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

const STANDARD_INPUT = 0;
const told = (error) => error?.stack ?? String(error);

// In a thread: the script is run anew for each question, what it imports stays.
function runForEachQuestion() {
  register("./style_sheets.mjs", import.meta.url);
  const { readFileSync } = fs;
  let [asked, said, runs] = ["", "", 0];
  fs.readFileSync = (path, ...how) => (path === STANDARD_INPUT ? asked : readFileSync(path, ...how));
  syncBuiltinESMExports();
  process.stdout.write = (text) => {
    said += text;
    return true;
  };
  parentPort.on("message", async (question) => {
    [asked, said, runs] = [question, "", runs + 1];
    try {
      await import(`${workerData}?${runs}`);
      parentPort.postMessage({ answer: said });
    } catch (error) {
      parentPort.postMessage({ error: told(error) });
    }
  });
}

function serve() {
  const threads = new Map();
  const write = (said) => process.stdout.write(`${JSON.stringify(said)}\n`);
  const threadOf = (script) => {
    if (!threads.has(script)) {
      const thread = new Worker(new URL(import.meta.url), { workerData: script });
      thread.on("message", write);
      thread.on("error", (error) => {
        threads.delete(script);
        write({ error: told(error) });
      });
      threads.set(script, thread);
    }
    return threads.get(script);
  };
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    const { script, question } = JSON.parse(line);
    threadOf(script).postMessage(question);
  });
  lines.on("close", () => process.exit());
}

if (isMainThread) serve();
else runForEachQuestion();
