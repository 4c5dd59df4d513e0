// @ts-check
// A figure that stays with the reader. Once its place has scrolled out of sight above, it stands in
// the right margin of a wide window, or in a strip below the header of a narrower one. It stays
// where it is in the document, so that nothing of it is lost; its place keeps its height.

import { change, html } from "../panels.js";
import { STYLES } from "../view.js";
import "./links.js";
import "./names.js";

const WIDE = "(min-width: 1400px)";
const SMALL = "(max-width: 599px), (max-height: 559px)"; // a strip is too much of such a screen
const LEAST = 300; // pixels of a column
const STRIP = 120; // pixels
const KEPT = "hand-dock"; // of a visit: whether figures stay in sight

// What a figure looks like: its host in the document, and what is in it.
const PAGE_CSS = `
@media screen {
  hand-figure[data-docked] { background: var(--pst-color-background, Canvas); left: var(--dock-left);
    margin: 0; position: fixed; top: var(--dock-top); width: var(--dock-wide); }
  hand-figure[data-docked="column"] { border: 1px solid #8888; border-radius: 10px;
    max-height: calc(100vh - 9rem); overflow: auto; overscroll-behavior: contain; z-index: 1; }
  hand-figure[data-docked="strip"] { box-shadow: 0 6px 6px -6px #0006; z-index: 1010; }
  html[data-strip="true"] { scroll-padding-top: calc(4rem + ${STRIP}px); }
  .hand-live[data-away] { padding-top: var(--dock-high); }
  .bd-sidebar-secondary[data-folded]:not(:hover, :focus-within) { max-height: 3rem;
    overflow: hidden; }
}`;
const CSS = `
.docking { display: flex; gap: 8px; }
.docking [hidden], :host([data-docked]) .head > button:not(:last-child) { display: none; }
.docking [aria-pressed="true"]::before { content: "\\2713\\00a0"; }
:host([data-docked="column"]) .card { border: 0; padding: 8px 12px; }
:host([data-docked="column"]) .title { flex: 1 0 100%; }
:host([data-docked="column"]) figure { width: 100%; }
:host([data-docked="strip"]) .card { align-content: center; border-width: 0 0 1px;
  border-radius: 0; display: grid; gap: 2px 16px; grid-template-columns: fit-content(22%) 1fr auto;
  height: ${STRIP}px; overflow: hidden; padding: 0 12px; }
:host([data-docked="strip"]) :is(.head, .panels, .panels > :has(.stays), .verdict) {
  display: contents; }
:host([data-docked="strip"]) :is(.title, .docking, .verdict p) { align-self: center; grid-row: 1;
  min-width: 0; }
:host([data-docked="strip"]) :is(.title, .verdict p) { overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }
:host([data-docked="strip"]) .docking { grid-column: 3; }
:host([data-docked="strip"]) :is(.head > button, .verdict > :nth-child(n + 2), .note,
  .panels > :not(.tape, .stays, :has(.stays)),
  .panels > * :not(.tape *, .stays, .stays *, :has(.stays)),
  .control:not([data-kind="step"], [data-kind="growing"])) { display: none; }
:host([data-docked="strip"]) :is(.tape, .stays, .controls) { grid-column: 1 / -1; margin: 0; }
:host([data-docked="strip"]) p.stays { font-size: 14px; margin: 0; min-height: 0; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }
:host([data-docked="strip"]) .controls { display: block; grid-row: 3; }
:host([data-docked="strip"]) .control { align-items: center; display: flex; gap: 12px; }
:host([data-docked="strip"]) .control input { flex: 1; width: auto; }
:host([data-docked="strip"]) .tape { flex-wrap: nowrap; overflow-x: auto; scrollbar-width: none; }
:host([data-docked="strip"]) .tape li { flex: none; min-height: 0; }
@media (max-width: 599px) {
  :host([data-docked="strip"]) .title { display: none; }
  :host([data-docked="strip"]) .verdict p { grid-column: 1 / 3; } }
`;

const wide = matchMedia(WIDE);
const small = matchMedia(SMALL);
const find = (selector) => document.querySelector(selector);

// What a reader said of figures that stay, else what the window has room for.
let said;
keep();

function wanted() {
  return said ? said === "yes" : !small.matches;
}

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
  constructor(/** @type {any} */ figure) {
    this.figure = figure;
    this.home = figure.closest(".hand-live") ?? figure.parentElement;
    this.above = false; // whether its place is out of sight
    const button = (words) => html("button", { type: "button" }, words);
    this.away = button("To the figure");
    this.close = button("Close");
    this.stays = button("Stays in sight");
    this.buttons = html("span", { class: "docking" }, this.away, this.close, this.stays);
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
      if (relatedTarget && relatedTarget !== figure) this.from = relatedTarget;
    });
    figure.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && this.docked) this.leave();
    });
    document.addEventListener("click", (event) => this.followLink(event));
  }

  // A link to the figure scrolls to its place; pressed by a key, it goes to where the figure is.
  followLink(event) {
    const link = event.target.closest?.("a[href^='#']");
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
    this.seeing = new IntersectionObserver(([{ isIntersecting }]) => {
      this.above = !isIntersecting;
      this.arrange();
    }, { rootMargin: `${-edge}px 0px 9999999px 0px` });
    this.seeing.observe(this.home);
    change(document.documentElement, { "data-strip": kind === "strip" && wanted() });
  }

  arrange() {
    const should = this.above && wanted();
    if (should && !this.docked) this.leavePlace();
    if (should) this.put();
    else if (this.docked) this.undock();
  }

  // What is laid out anew has not moved, so that nothing glides, and no shift is counted.
  layOut() {
    this.dress();
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

  put() {
    const { kind, ...place } = placeInWindow();
    for (const [name, value] of Object.entries(place)) {
      this.figure.style.setProperty(`--dock-${name}`, `${value}px`);
    }
    const moves = this.figure.getAttribute("data-docked") !== kind;
    const called = `${this.figure.spec.title}, in sight`; // a landmark, which screen readers go to
    change(this.figure, { "data-docked": kind, role: "region", "aria-label": called });
    if (moves) this.layOut();
    find(".bd-sidebar-secondary")?.toggleAttribute("data-folded", kind === "column");
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

STYLES.push(CSS);
const sheet = new CSSStyleSheet();
sheet.replaceSync(PAGE_CSS);
document.adoptedStyleSheets.push(sheet);
document.querySelectorAll("hand-figure[data-dock]:not([data-notebook])").forEach((figure) => new Dock(figure));
