const WIDE = new RegExp(
  [
    '[\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff',
    '\\ufe30-\\ufe6f\\uff01-\\uff60\\uffe0-\\uffe6\\u{1f300}-\\u{1faff}\\u{20000}-\\u{3fffd}]',
  ].join(''),
  'u',
);

/** How many columns a text takes in a font of fixed width: wide East Asian characters take two. */
export function textWidth(text: string): number {
  return [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}
