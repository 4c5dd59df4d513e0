// @ts-check
// MathJax is half of what a page loads, and is loaded when its first formula comes near, or before
// a reader may print. Formulas are set some at a time: while a task runs, nothing is answered.
// It stands behind the settings of MathJax, which takes what is said here for its own.

(() => {
  const TASKS = 20; // more than a figure begins in
  const SOME = 10; // to begin takes as long as to set some more
  const NEAR = "150%"; // of a screen, from which on what is below it is near
  const BEFORE_PRINT = ["pointermove", "keydown"]; // by mouse or key: not while a phone is read

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

  const waits = /** @type {HTMLScriptElement} */ (document.querySelector("script[type=later]"));
  const isNear = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) load();
  }, { rootMargin: NEAR });

  // Loads MathJax; what comes of it is done once its script has run.
  function load() {
    if (!waits.isConnected) return;
    isNear.disconnect();
    BEFORE_PRINT.forEach((kind) => removeEventListener(kind, byHand));
    const script = document.createElement("script");
    script.src = waits.src;
    waits.replaceWith(script);
    return new Promise((done) => script.addEventListener("load", done));
  }

  /** @param {Event} event */
  function byHand(event) {
    if (!(event instanceof PointerEvent) || event.pointerType === "mouse") load();
  }

  page.MathJax.startup = { typeset: false, pageReady: setAll, soon: load };
  document.querySelectorAll(".math").forEach((each) => isNear.observe(each));
  BEFORE_PRINT.forEach((kind) => addEventListener(kind, byHand));
})();
