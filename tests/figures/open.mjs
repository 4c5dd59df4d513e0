// Opens files as the playground does: {files, boards} in, what each holds or why it is refused.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { opened } from "../../taotp/page/editor/playground/opening.js";

const { files, boards } = JSON.parse(readFileSync(0, "utf8"));
const all = files.map((path) => {
  const data = readFileSync(path);
  const bytes = () => Promise.resolve(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
  return opened({ name: basename(path), size: data.length, arrayBuffer: bytes }, boards);
});
process.stdout.write(JSON.stringify(await Promise.all(all)));
