// @ts-check
// Shows what a word means while one points at it, has moved to it, or has touched it. Escape, or a
// press elsewhere, closes it. It lies over the page, so that nothing moves.

{
  const EDGE = 6; // px from the edge of the window
  const meanings = JSON.parse(document.getElementById("glossed").textContent);
  const tip = document.createElement("div");
  tip.className = "glossed-tip";
  tip.id = "glossed-tip";
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  document.body.append(tip);
  /** @type {HTMLElement | null} */
  let shown = null;

  function hide() {
    shown?.removeAttribute("aria-describedby");
    shown = null;
    tip.hidden = true;
  }

  /** @param {HTMLElement} word */
  function show(word) {
    if (shown === word) return;
    hide();
    shown = word;
    tip.textContent = meanings[word.dataset.term];
    tip.hidden = false;
    word.setAttribute("aria-describedby", tip.id);
    const at = word.getClientRects()[0];
    const room = document.documentElement.clientWidth - tip.offsetWidth - EDGE;
    const below = at.bottom + tip.offsetHeight <= innerHeight;
    const top = below ? at.bottom : at.top - tip.offsetHeight;
    tip.style.left = `${Math.max(EDGE, Math.min(at.left, room)) + scrollX}px`;
    tip.style.top = `${top + scrollY}px`;
  }

  /** @param {HTMLElement} word */
  function listen(word) {
    word.tabIndex = 0;
    word.setAttribute("role", "button");
    word.addEventListener("pointerenter", () => show(word));
    word.addEventListener("pointerleave", (event) => {
      const to = /** @type {Node} */ (event.relatedTarget);
      if (event.pointerType === "mouse" && to !== tip && document.activeElement !== word) hide();
    });
    word.addEventListener("focus", () => show(word));
    word.addEventListener("blur", hide);
    word.addEventListener("click", () => show(word));
  }

  // Words that the page has now, and those that come with what is revealed (`hour-built`).
  function listenToAll() {
    for (const each of document.querySelectorAll(".glossed:not([tabindex])"))
      listen(/** @type {HTMLElement} */ (each));
  }

  listenToAll();
  document.addEventListener("hour-built", listenToAll);
  tip.addEventListener("pointerleave", () => document.activeElement !== shown && hide());
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shown) hide();
  });
  document.addEventListener("pointerdown", (event) => {
    const on = /** @type {Element} */ (event.target);
    if (shown && !on.closest(".glossed, .glossed-tip")) hide();
  });
}
