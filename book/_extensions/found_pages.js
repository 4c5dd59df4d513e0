/* global ABOUT, Scorer, Search, Stemmer, splitQuery */
// What the search page shows first, and which words of a page it shows.
// The line above gives each page the words that it is about, the foremost first.
{
  const FOREMOST = 30; // for the first of the words that a page is about
  const ASIDE = 20; // behind others: a page that belongs to one of them
  const CODE = 40; // behind all pages
  const IN_TITLE = 25;
  const OF_OTHERS = /_exercises$|^library|leaderboards$|^(index|progress)$/;
  const UNREAD = ".headerlink, .page-length, script, style, nav, h1, .cell, details";
  const query = new URLSearchParams(location.search).get("q") ?? "";
  const asksForCode = /[_.(]/.test(query);
  const stemmer = new Stemmer();
  const words = splitQuery(query.toLowerCase());
  const asked = words.map((word) => stemmer.stemWord(word));

  const nearness = (/** @type {string} */ page) => {
    const known = ABOUT[page] ?? [];
    const places = asked.map((word) => known.indexOf(word)).filter((place) => place >= 0);
    return places.reduce((sum, place) => sum + FOREMOST - place, 0);
  };

  const isNamed = (/** @type {string} */ title) =>
    splitQuery(title.toLowerCase()).some((each) => words.some((word) => each.startsWith(word)));

  Scorer.score = ([page, title, anchor, code, score]) => {
    if (asksForCode) return score;
    if (code !== null) return score - CODE;
    const named = !anchor && isNamed(title);
    return score + nearness(page) + (named ? IN_TITLE : 0) - (OF_OTHERS.test(page) ? ASIDE : 0);
  };

  // Prose of the page: not its list of contents, nor its code.
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const article = page.querySelector("article.bd-article");
    const place = (anchor && page.querySelector(anchor)) || article;
    place?.querySelectorAll(UNREAD).forEach((each) => each.remove());
    return place?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  };
}
