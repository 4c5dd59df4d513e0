// @ts-check
// What only a machine of semes needs of the language: the file that taotp/listing reads too.

import WORDS_OF_SEMES from "../../../listing/semes.json" with { type: "json" };

export const SEMES = WORDS_OF_SEMES;
