// @ts-check
// Cells that scroll are stops of the tab key. The theme asks of one after the other whether it
// scrolls, and tells it; to ask after something was told lays the whole page out anew. Here all are
// asked before the first is told, and the theme finds nothing to change. What is folded is asked
// when it opens; before it has no size.

{
  const CELLS = "pre, .cell_output > .output, .pst-scrollable-table-container";

  /** @param {ParentNode} place */
  function tell(place) {
    const cells = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(CELLS)]);
    const stops = cells.map((cell) =>
      (cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight ? 0 : -1));
    cells.forEach((cell, i) => {
      cell.tabIndex = stops[i];
    });
  }

  document.addEventListener("toggle", ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open) tell(target);
  }, true);
  tell(document);
}
