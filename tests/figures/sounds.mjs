// What the page reads of WAV files, where words begin and end, and when listening ends.
import { readFileSync } from "node:fs";
import { trimmed } from "../../taotp/page/sound/ends.js";
import { isOver } from "../../taotp/page/sound/microphone.js";
import { fromMuLaw, readWav } from "../../taotp/page/sound/wav.js";

const { files = [], sounds = [], hearings = [], coded = [] } = JSON.parse(readFileSync(0, "utf8"));
const read = (base64) => {
  try {
    return { samples: [...readWav(Uint8Array.from(Buffer.from(base64, "base64")).buffer)] };
  } catch (error) {
    return { error: error.message };
  }
};
process.stdout.write(JSON.stringify({
  files: files.map(read),
  sounds: sounds.map((samples) => [...trimmed(Float64Array.from(samples))]),
  hearings: hearings.map(isOver),
  coded: coded.map((text) => [...fromMuLaw(text)]),
}));
