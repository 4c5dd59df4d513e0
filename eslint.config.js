// The scripts of the figures, and what the tests run of them.
import js from "@eslint/js";
import globals from "globals";

const MOST_LINES = 60; // of one function

export default [
  { ignores: ["**/.venv*/", "**/_build/", "build/", "**/_static/"] },
  js.configs.recommended,
  {
    files: ["taotp_core/**/*.js"],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ["tests/**/*.mjs"],
    languageOptions: { globals: globals.node },
  },
  {
    rules: {
      eqeqeq: "error",
      "max-lines-per-function": ["error", MOST_LINES],
      "no-control-regex": "off", // what a text must not hold is named by such
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
];
