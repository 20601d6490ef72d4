import { NAME_SOURCE } from './sensitive-names.js';

/**
 * Whether a sensitive name with a delimiter behind it occurs. Wider than `findPairs` by one level of JSON escaping: its
 * gap of 8 characters is 20 here.
 */
const NAMED = new RegExp(
  // The punctuation class holds quotes, backslashes, brackets and spaces; `:`, `=`, `>` and `%3` delimit.
  `(?:${NAME_SOURCE})[ -/:-@[-\`{-~]{0,20}(?:[:=>]|%3[ad])`,
  'i',
);

export function isNamed(text: string): boolean {
  return NAMED.test(text);
}

/** Whether a URL with an at sign may occur, its slashes escaped or not. The at sign is rare and cheap to look for. */
export function hasUserinfo(text: string): boolean {
  return text.includes('@') && /:\\{0,4}\//.test(text);
}

/** Escapes of invisible characters, as JSON.stringify writes them: `\b`, `\f`, `\r`, `\u00…`, `\ud8…`. */
export function hasEscapedInvisible(text: string): boolean {
  return text.includes('\\') && /\\(?:[bfr]|u[0d])/.test(text);
}
