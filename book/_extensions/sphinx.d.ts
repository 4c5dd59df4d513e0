// What Sphinx's search page has beside found_pages.js, and what is written before it.
declare const ABOUT: { [page: string]: string[] };
declare const Scorer: { score?: (result: [string, string, string, string | null, number]) => number };
declare const Search: { htmlToText: (html: string, anchor?: string) => string };
declare const Stemmer: new () => { stemWord(word: string): string };
declare const splitQuery: (query: string) => string[];
