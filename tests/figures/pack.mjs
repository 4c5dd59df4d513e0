// Packs texts for an address and unpacks letters of one: {texts, letters} in, what comes out.

import { readFileSync } from "node:fs";
import "../../taotp/page/kit/packing.js";
import { packText, unpackText } from "../../taotp/page/kit/texts.js";

const { texts, letters } = JSON.parse(readFileSync(0, "utf8"));
const packed = await Promise.all(texts.map(packText));
const again = await Promise.all(packed.map((each) => each && unpackText(each)));
const unpacked = await Promise.all(letters.map(unpackText));
const orNull = (all) => all.map((each) => each ?? null);
process.stdout.write(JSON.stringify({ packed: orNull(packed), again, unpacked: orNull(unpacked) }));
