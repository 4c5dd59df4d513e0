// @ts-check
// The limits, keys, words and clauses of the language: the file that taotp/listing reads too.

import LANGUAGE from "../../../listing/language.json" with { type: "json" };

export const { limits: LIMITS, keys: KEYS_READ, axes: AXES, clauses: CLAUSES } = LANGUAGE;
export const WORDS = LANGUAGE;
