// @ts-check
// What a machine says where it should say something else, as exercises/judging/judge.py says it.

export const NO_NUMBERS = "logits that are not numbers";
export const TIED = "a tie with ";
export const BARELY = "a lead of only ";

/** @param {string} wanted @param {string} came @param {string} [reason] */
export function saysInstead(wanted, came, reason = "") {
  const because = reason && ` (${reason})`;
  return `${does(wanted, came)}${because}; it should say ${wanted}`;
}

/** @param {string} wanted @param {string} came */
function does(wanted, came) {
  if (came === NO_NUMBERS) return `it has ${came}, because its weights overflow`;
  if (came.startsWith(TIED)) return `it scores ${wanted} and ${came.slice(TIED.length)} the same`;
  return came.startsWith(BARELY) ? `it gives ${wanted} ${came}` : `it says ${came}`;
}

