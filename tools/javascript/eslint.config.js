// The scripts of the figures and pages, and what the tests run of them.
import js from "@eslint/js";
import globals from "globals";

const MOST_LINES = 60; // of one function, without the types that stand in comments
const MOST_COLUMNS = 100;

export default [
  { ignores: ["**/.venv*/", "**/_build/", "build/", "**/_static/"] },
  js.configs.recommended,
  {
    files: ["taotp/**/*.js", "book/_extensions/*.js"],
    languageOptions: { globals: globals.browser },
    rules: { "max-len": ["error", { code: MOST_COLUMNS }] },
  },
  {
    files: ["tools/benchmarks/**/*.mjs", "tests/**/*.mjs"],
    languageOptions: { globals: globals.node },
  },
  {
    rules: {
      eqeqeq: "error",
      "max-lines-per-function": ["error", { max: MOST_LINES, skipComments: true }],
      "no-control-regex": "off", // what a text must not hold is named by such
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
];
