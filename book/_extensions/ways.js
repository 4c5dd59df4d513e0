// @ts-check
// The way that a reader has taken on the cover: kept in the browser, followed by Next, and drawn as
// a line of dots at the foot of each page. What it is told stands before it (ways.py).

{
  /** @typedef {{title: string, pages: string[]}} Way */
  /** @typedef {{way: string, at: string}} Kept */
  /**
   * @type {{ways: Record<string, Way>, titles: Record<string, string>,
   *   chapters: Record<string, string>}}
   */
  const { ways, titles, chapters } = /** @type {any} */ (self).handWays;
  const PLACE = "transformers-by-hand-way";
  const ON = "You are on this way: Next at the foot of each page follows it.";
  const here = (location.pathname.split("/").pop() || "index.html").replace(/\.html$/, "");
  /** @type {HTMLAnchorElement} */
  const next = document.querySelector("a.right-next");
  const usual = next && { href: next.getAttribute("href"),
    title: next.querySelector(".prev-next-title").textContent };
  /** @type {Kept} */
  let unkept = { way: "", at: "" }; // where the browser keeps nothing

  /**
   * @template {keyof HTMLElementTagNameMap} T
   * @param {T} tag @param {Record<string, string>} how @param {(Node | string)[]} inside
   */
  function made(tag, how = {}, ...inside) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(how)) node.setAttribute(name, value);
    node.append(...inside);
    return node;
  }

  /** @returns {Kept} */
  function kept() {
    try {
      const { way, at } = JSON.parse(localStorage.getItem(PLACE)) ?? unkept;
      return Object.hasOwn(ways, way) ? { way, at: Object.hasOwn(titles, at) ? at : "" }
        : { way: "", at: "" };
    } catch {
      return unkept;
    }
  }

  /** @param {Kept} found */
  function keep(found) {
    unkept = found;
    try {
      if (found.way) localStorage.setItem(PLACE, JSON.stringify(found));
      else localStorage.removeItem(PLACE);
    } catch {
      return; // it lasts as long as this page
    }
  }

  // Where a page is on a way: the place of itself, or of the chapter that it belongs to.
  /** @param {Way} way @param {string} page */
  const placeOn = ({ pages }, page) =>
    (pages.includes(page) ? pages.indexOf(page) : pages.indexOf(chapters[page]));

  // Next leads along a way from where it passes; elsewhere it is left as it is.
  /** @param {Way | undefined} way */
  function leadOn(way) {
    if (!next) return;
    const place = way ? placeOn(way, here) : -1;
    const to = place < 0 ? undefined : way.pages[place + 1];
    next.setAttribute("href", to ? `${to}.html` : usual.href);
    next.querySelector(".prev-next-title").textContent = to ? titles[to] : usual.title;
    next.querySelector(".prev-next-subtitle").textContent = to ? "next on your way" : "next";
  }

  // The menu that changes the way, or leaves it.
  /** @param {string} name */
  function menu(name) {
    const choice = made("select", { "aria-label": "the way that Next follows" },
      ...Object.entries(ways).map(([each, { title }]) => made("option", { value: each }, title)),
      made("option", { value: "" }, "none: page by page"));
    choice.value = name;
    choice.addEventListener("change", () => {
      take(choice.value);
      /** @type {HTMLElement} */ (document.querySelector("nav.way select") ?? next)?.focus();
    });
    return choice;
  }

  /** @param {Kept} kept @param {Way} way @param {number} place */
  function line({ way: name, at }, { pages, title }, place) {
    const back = at || pages[0];
    const told = place < 0
      ? [" passes elsewhere: ", made("a", { href: `${back}.html` }, titles[back])]
      : [place === pages.length - 1 ? " This is its last page."
        : ` ${place + 1} of ${pages.length}`];
    const dots = pages.map((page, i) => {
      const dot = made("a", { href: `${page}.html`, title: titles[page] },
        made("span", { class: "visually-hidden" }, titles[page]));
      if (i === place) dot.setAttribute("aria-current", page === here ? "page" : "true");
      if (i < place) dot.className = "behind";
      return made("li", {}, dot);
    });
    return made("nav", { class: "way d-print-none", "aria-label": `Your way: ${title}` },
      made("p", {}, "Your way: ", menu(name), ...told), made("ol", {}, ...dots));
  }

  /** @param {Kept} found */
  function drawLine(found) {
    document.querySelector("nav.way")?.remove();
    const [foot, way] = [document.querySelector("footer.prev-next-footer"), ways[found.way]];
    if (way && foot) foot.before(line(found, way, placeOn(way, here)));
  }

  // On the cover: a button behind each way, and where one is on that which was taken.
  /** @param {string} name @param {string} at */
  function drawChoice(name, at) {
    /** @type {NodeListOf<HTMLElement>} */
    const items = document.querySelectorAll("li[data-way]");
    for (const item of items) {
      const own = item.dataset.way;
      let spot = item.querySelector(".take-way");
      if (!spot) {
        spot = made("p", { class: "take-way" }, made("button", { type: "button" }));
        spot.firstElementChild.addEventListener("click", () => take(kept().way === own ? "" : own));
        item.append(spot);
      }
      const button = spot.firstElementChild;
      button.textContent = own === name ? "Leave this way" : "Take this way";
      button.setAttribute("aria-label", `${button.textContent}: ${ways[own].title}`);
      while (spot.childNodes.length > 1) spot.lastChild.remove();
      if (own !== name) continue;
      const to = at || ways[own].pages[0];
      const go = made("a", { href: `${to}.html` }, `${at ? "Go on" : "Begin"} with ${titles[to]}`);
      spot.append(" ", go, made("span", { role: "status" }, ` ${ON}`));
    }
  }

  function draw() {
    const found = kept();
    leadOn(ways[found.way]);
    drawLine(found);
    drawChoice(found.way, found.at);
  }

  /** @param {string} way */
  function take(way) {
    const place = way ? placeOn(ways[way], here) : -1;
    keep({ way, at: place < 0 ? "" : ways[way].pages[place] });
    draw();
  }

  const { way: begun } = kept();
  const place = begun ? placeOn(ways[begun], here) : -1;
  if (place >= 0) keep({ way: begun, at: ways[begun].pages[place] });
  draw();
  addEventListener("storage", draw); // another page of the book
}
