// How pages are judged: all that html-validate recommends, but for what HTML itself leaves free.
export default {
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // A field is of text and a button sends its form unless they say otherwise: no need to say it.
    "no-implicit-input-type": "off",
    "no-implicit-button-type": "off",
    // Boxes to tick and buttons to choose share a name: that is how a form sends which was chosen.
    "form-dup-name": "off",
    // Where no script runs, a page that waits looks again after five seconds; it takes nobody elsewhere.
    "meta-refresh": "off",
    // A list may have a name (ARIA 1.2), and screen readers say it.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    // Names that belong to the things of a game may have any letter; HTML asks only for no space.
    "valid-id": ["error", { relaxed: true }],
    "doctype-style": ["error", { style: "lowercase" }],
  },
};
