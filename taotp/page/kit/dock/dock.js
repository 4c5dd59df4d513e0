// @ts-check
// A figure that stays with the reader. Once its place has scrolled out of sight above, it stands in
// the right margin of a wide window, or in a strip below the header of a narrower one. It stays
// where it is in the document, so that nothing of it is lost; its place keeps its height.

import { beforeFrame, change, html, write } from "../panels.js";
import { STYLES } from "../view.js";
import "./links.js";
import "./names.js";
import PAGE_CSS from "./text.css";
import CSS from "./dock.css";
/** @import {FigureElement} from "../page" */

const WIDE = "(min-width: 1400px)";
const SMALL = "(max-width: 599px), (max-height: 559px)"; // a strip is too much of such a screen
const LEAST = 300; // pixels of a column
const STRIP = 136; // pixels
const BEGINNING = 24; // letters of an answer that is too long for it
const KEPT = "hand-dock"; // of a visit: whether figures stay in sight

// What a figure looks like: its host in the document, and what is in it.
const wide = matchMedia(WIDE);
const small = matchMedia(SMALL);
/** @param {string} selector @returns {HTMLElement | null} */
const find = (selector) => document.querySelector(selector);

// What a reader said of figures that stay, else what the window has room for.
/** @type {string | null} */
let said;
keep();

function wanted() {
  return said ? said === "yes" : !small.matches;
}

/** @param {boolean} [yes] */
function keep(yes) {
  try {
    if (yes !== undefined) sessionStorage.setItem(KEPT, yes ? "yes" : "no");
    said = sessionStorage.getItem(KEPT);
  } catch {
    said = yes === undefined ? null : yes ? "yes" : "no"; // a browser that keeps nothing
  }
}

// Where a docked figure stands, in pixels of the window, and how.
function placeInWindow() {
  const article = (find(".bd-article-container") ?? find("main")).getBoundingClientRect();
  const header = find(".bd-header-article")?.offsetHeight ?? 0;
  const room = document.documentElement.clientWidth - article.right - 24;
  if (wide.matches && room >= LEAST) {
    return { kind: "column", left: article.right + 4, top: header + 8, wide: Math.min(room, 440) };
  }
  return { kind: "strip", left: article.left, top: header, wide: article.width };
}

class Dock {
  /** @param {FigureElement} figure */
  constructor(figure) {
    this.figure = figure;
    /** @type {HTMLElement} */ this.home = figure.closest(".hand-live") ?? figure.parentElement;
    this.above = false; // whether its place is out of sight
    /** @param {string} words */
    const button = (words) => html("button", { type: "button", title: words }, words);
    this.away = button("To the figure");
    this.close = button("Close");
    this.stays = button("Stays in sight");
    this.buttons = html("span", { class: "docking" }, this.away, this.close, this.stays);
    figure.addEventListener("hand-drawn", beforeFrame(() => this.abridge()));
    figure.addEventListener("hand-drawn", () => queueMicrotask(() => this.dress()), { once: true });
    this.listen();
    const article = find(".bd-article-container") ?? document.body;
    new ResizeObserver(() => this.watch()).observe(article);
  }

  get docked() {
    return this.figure.hasAttribute("data-docked");
  }

  listen() {
    const { figure, away, close, stays } = this;
    away.addEventListener("click", () => this.goHome());
    stays.addEventListener("click", () => this.choose(!wanted()));
    close.addEventListener("click", () => {
      this.choose(false);
      this.leave();
    });
    figure.addEventListener("focusin", ({ relatedTarget }) => {
      /** @type {HTMLElement | undefined} */
      if (relatedTarget && relatedTarget !== figure)
        this.from = /** @type {HTMLElement} */ (relatedTarget);
    });
    figure.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && this.docked) this.leave();
    });
    document.addEventListener("click", (event) => this.followLink(event));
  }

  // A link to the figure scrolls to its place; pressed by a key, it goes to where the figure is.
  /** @param {MouseEvent} event */
  followLink(event) {
    const link = /** @type {Element} */ (event.target).closest?.("a[href^='#']");
    if (link?.getAttribute("href") !== `#${this.figure.id}` || !this.docked) return;
    event.preventDefault();
    if (event.detail) this.goHome();
    else this.away.focus();
  }

  leave() {
    this.from?.focus({ preventScroll: true });
  }

  goHome() {
    this.home.scrollIntoView({ block: "start" });
    this.undock();
    this.stays.focus({ preventScroll: true });
  }

  /** @param {boolean} yes */
  choose(yes) {
    keep(yes);
    this.dress();
    this.watch();
  }

  // A strip replaces the last of the figure that is in sight; a column waits until all is gone.
  watch() {
    this.seeing?.disconnect();
    const { kind, top } = placeInWindow();
    const edge = kind === "strip" ? top + STRIP : top;
    // Who scrolls while a page is busy is told of twice at once: what was last is so.
    this.seeing = new IntersectionObserver((entries) => {
      this.above = !entries.at(-1).isIntersecting;
      this.arrange();
    }, { rootMargin: `${-edge}px 0px 9999999px 0px` });
    this.seeing.observe(this.home);
    change(document.documentElement, { "data-strip": kind === "strip" && wanted() });
  }

  arrange() {
    const should = this.above && wanted();
    if (should) {
      // Measured before the page holds the place: between the two it would be taller for a moment,
      // and a browser that keeps in sight what is read would scroll by as much.
      const place = placeInWindow();
      if (!this.docked) this.leavePlace();
      this.put(place);
    } else if (this.docked) this.undock();
  }

  // What is laid out anew has not moved, so that nothing glides, and no shift is counted.
  layOut() {
    this.dress();
    this.abridge();
    this.figure.style.display = "none";
    void this.figure.offsetHeight;
    this.figure.style.display = "";
  }

  leavePlace() {
    this.figure.begin();
    const { height } = this.figure.getBoundingClientRect();
    this.home.style.setProperty("--dock-high", `${height}px`);
    change(this.home, { "data-away": "" });
  }

  /** @param {ReturnType<typeof placeInWindow>} where */
  put({ kind, ...place }) {
    for (const [name, value] of Object.entries(place)) {
      this.figure.style.setProperty(`--dock-${name}`, `${value}px`);
    }
    const moves = this.figure.getAttribute("data-docked") !== kind;
    const called = `${this.figure.spec.title}, in sight`; // a landmark, which screen readers go to
    change(this.figure, { "data-docked": kind, role: "region", "aria-label": called });
    if (moves) this.layOut();
    find(".bd-sidebar-secondary")?.toggleAttribute("data-folded", kind === "column");
  }

  // An answer that is too long for the strip gives way in what was asked, with which it begins: its
  // end is what a reader waits for.
  abridge() {
    const { handle, shadowRoot } = this.figure;
    if (!handle) return;
    const { text } = handle.run.whole;
    const line = shadowRoot.querySelector(".verdict p");
    write(line.lastChild, text);
    if (this.figure.getAttribute("data-docked") !== "strip") return;
    for (let gone = 1; line.scrollHeight > line.clientHeight && gone < text.length; gone += 6) {
      write(line.lastChild, `${text.slice(0, BEGINNING)}\u2026${text.slice(BEGINNING + gone)}`);
    }
  }

  undock() {
    ["data-docked", "role", "aria-label"].forEach((name) => this.figure.removeAttribute(name));
    this.home.removeAttribute("data-away");
    find(".bd-sidebar-secondary")?.removeAttribute("data-folded");
    this.layOut();
  }

  dress() {
    const { handle } = this.figure;
    if (!this.buttons.isConnected) handle?.offer(this.buttons);
    this.away.hidden = this.close.hidden = !this.docked;
    this.stays.hidden = this.docked;
    change(this.stays, { "aria-pressed": wanted() });
  }
}

// A property of the document would have every element of the page styled anew.
/** @param {string} css */
const withStrip = (css) => css.replaceAll("var(--strip)", `${STRIP}px`);
STYLES.push(withStrip(CSS));
const sheet = new CSSStyleSheet();
sheet.replaceSync(withStrip(PAGE_CSS));
document.adoptedStyleSheets.push(sheet);
document.querySelectorAll("hand-figure[data-dock]:not([data-notebook])").forEach((figure) =>
  new Dock(/** @type {FigureElement} */ (figure)));
