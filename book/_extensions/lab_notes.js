// @ts-check
// Opens what a page folds, its lab notes and what answers a guess, for an address or a link that
// leads to something in it, a state of a figure too, and while the page is printed.

{
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const found = document.querySelectorAll("details:is(.lab-notes, .until-guessed)");
  const folds = [...found];
  for (const fold of folds) {
    if (!fold.matches(".until-guessed")) continue;
    fold.open = false;
    fold.dataset.asks = ""; // until its figure was told a guess
  }

  // What leads to a fold: its heading too, where it has one.
  /** @param {HTMLElement} fold */
  const whole = (fold) => (fold.matches(".lab-notes") ? fold.closest("section") : fold);

  /** @param {string} hash */
  const targets = (hash) => hash.slice(1).split(";").map((part) => {
    const name = part.split("?")[0];
    try {
      return document.getElementById(decodeURIComponent(name));
    } catch {
      return null;
    }
  });

  /** @param {string} hash */
  function openFor(hash) {
    const closed = folds.filter(({ open }) => !open);
    const within = targets(hash).flatMap((target) => closed
      .filter((fold) => target && whole(fold).contains(target)).map((fold) => ({ fold, target })));
    if (!within.length) return;
    for (const { fold } of within) fold.open = true;
    const [{ fold, target }] = within;
    target.scrollIntoView();
    // A figure that docks on the way, or comes up in the notes, moves what was just reached.
    for (const later of [50, 300]) setTimeout(() => fold.open && target.scrollIntoView(), later);
  }

  /** @param {MouseEvent} event */
  function press(event) {
    /** @type {HTMLAnchorElement} */
    const link = /** @type {Element} */ (event.target).closest?.("a[href*='#']");
    if (!link || link.href.split("#")[0] !== location.href.split("#")[0]) return;
    pressed = link.hash;
    openFor(pressed);
    setTimeout(() => (pressed = ""), 300);
  }

  let pressed = ""; // of its address the page is told later, when they may be closed again
  const follow = () => location.hash !== pressed && openFor(location.hash);
  addEventListener("hashchange", follow);
  document.addEventListener("click", press, true); // before a figure looks where it stands
  let printed = folds.slice(0, 0);
  addEventListener("beforeprint", () => {
    printed = folds.filter(({ open }) => !open);
    for (const fold of printed) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of printed) fold.open = false;
  });
  follow();
}
