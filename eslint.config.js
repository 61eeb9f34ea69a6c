// Lint rules for the page's modules. `make check-page` runs them together with tsc.
import js from "@eslint/js";
import globals from "globals";

const HTML = "Insert text as text: use el() and setText() of common/dom.js.";

export default [
  js.configs.recommended,
  {
    files: ["src/standpat/web/js/**/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-shadow": "off", // callbacks are named after what they are given
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-var": "error",
      "prefer-const": "error",
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: HTML },
        { property: "outerHTML", message: HTML },
        { property: "insertAdjacentHTML", message: HTML },
      ],
    },
  },
  {
    files: ["src/standpat/web/js/common/boot.js"],
    languageOptions: { sourceType: "script" },
  },
];
