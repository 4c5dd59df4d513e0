// @ts-check
// Opens the lab notes of a page for an address or a link that leads to something in them, a state
// of a figure too, and while the page is printed.

{
  /** @type {HTMLDetailsElement} */
  const fold = document.querySelector("details.lab-notes");
  const notes = fold.closest("section");

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
    const there = targets(hash).find((target) => target && notes.contains(target));
    if (!there || fold.open) return;
    fold.open = true;
    there.scrollIntoView();
    // A figure that docks on the way, or comes up in the notes, moves what was just reached.
    for (const later of [50, 300]) setTimeout(() => fold.open && there.scrollIntoView(), later);
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
  let wasOpen = false;
  addEventListener("beforeprint", () => {
    wasOpen = fold.open;
    fold.open = true;
  });
  addEventListener("afterprint", () => {
    fold.open = wasOpen;
  });
  follow();
}
