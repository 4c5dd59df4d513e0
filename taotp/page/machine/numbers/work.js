// @ts-check
// Work in slices, so that the page stays alive: a generator that pauses often.

const SLICE = 10; // ms before the page may do something else

// Goes on for some time, and says how the work stands.
/** @template T @param {Iterator<unknown, T>} work @param {number} [ms] */
export function goOn(work, ms = SLICE) {
  const begun = performance.now();
  /** @type {IteratorResult<unknown, T>} */
  let stands;
  do stands = work.next();
  while (!stands.done && performance.now() - begun < ms);
  return stands;
}

// One thing at a time: what is begun later ends what was begun before. `ended` gets what it comes
// to.
export function worker() {
  /** @type {ReturnType<typeof setTimeout>} */
  let waiting;
  return {
    /** @template T @param {Iterator<unknown, T>} work @param {(value: T) => void} ended */
    start(work, ended) {
      clearTimeout(waiting);
      const slice = () => {
        const { done, value } = goOn(work);
        if (done) ended(/** @type {T} */ (value));
        else waiting = setTimeout(slice, 0);
      };
      waiting = setTimeout(slice, 0);
    },
  };
}
