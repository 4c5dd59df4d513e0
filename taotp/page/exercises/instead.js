// @ts-check
// What a machine says where it should say something else, for the judge of a bench and the hour.

const TIE = "a tie with ";

/** @param {string} wanted @param {string} got */
export function saysInstead(wanted, got) {
  const does = got.startsWith(TIE) ? `${wanted} and ${got.slice(TIE.length)} score the same`
    : `it ${got.includes(" ") ? "has" : "says"} ${got}`;
  return `${does}; it should say ${wanted}`;
}
