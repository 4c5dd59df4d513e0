// @ts-check
// Formulas are set some at a time: while a task runs, a page answers to nothing. It stands between
// the settings of MathJax and MathJax itself, which takes what is said here for its own.

(() => {
  const TASKS = 20; // more than a figure begins in
  const SOME = 10; // to begin takes as long as to set some more

  /** @type {any} */
  const page = window; // MathJax puts itself in the place of its settings
  /** @type {Element[]} */
  let left = [];

  // A task of its own comes next, in a page that is not in sight as well.
  function nextTask() {
    const { port1, port2 } = new MessageChannel();
    return new Promise((go) => {
      port1.onmessage = () => {
        port1.close();
        go(undefined);
      };
      port2.postMessage(0);
    });
  }

  // Where a page is opened at its top, its first figure comes first, which has some tasks to do; if
  // it does not come, the formulas do.
  async function firstFigure() {
    /** @type {any} */
    const first = document.querySelector("hand-figure");
    for (let k = 0; k < TASKS && first && !first.handle && !location.hash; k++) await nextTask();
  }

  async function setAll() {
    await firstFigure();
    left = [...document.querySelectorAll(".math")];
    while (left.length) {
      await nextTask();
      await page.MathJax.typesetPromise(left.splice(0, SOME));
    }
  }

  // What is printed is set whole.
  addEventListener("beforeprint", () => {
    if (left.length) page.MathJax.typeset(left.splice(0));
  });

  page.MathJax.startup = { typeset: false, pageReady: setAll };
})();
