import type { Scan } from './spans.js';

/**
 * Does the word after a sensitive name look like a value, or does the sentence go on?
 *
 * `password: hunter2` is a value, `password: must have 8 characters` is not. The rule: what mixes letters with
 * digits or symbols is a value; a plain word is one only if it ends its clause and does not name a state
 * (`expired`, `required`); digits are one unless a word follows ("8 characters"). Doubt is resolved towards masking.
 */

/** Stand-ins that people write where a secret would be. */
const PLACEHOLDER =
  /^(?:\*+|•+|x{3,}|\.{3}|…|<[a-z][\w .-]*>?|\$\{[^}]*\}?|\$[A-Z][A-Z0-9_]*|%[a-z]|\{\{?[\w. ]*\}{0,2}|\(?(?:null|undefined|none|nil|true|false|nan|n\/a|empty|unset|redacted|hidden|masked)\)?)$/i;

const STATE =
  /^(?:absent|admin|any|auth|authentication|authorization|bad|basic|bearer|blank|boolean|challenge|create|credentials?|default|delete|denied|disabled|enabled|error|expected|expired|failed|failure|flow|forbidden|format|grant|header|incorrect|int|integer|invalid|keys?|list|malformed|manage|mismatch|missing|never|no|not|number|object|ok|okay|omitted|only|optional|password|prefix|present|read|refused|rejected|removed|required|revoked|rotated|scheme|secret|set|str|string|tokens?|type|unauthori[sz]ed|unavailable|unchanged|unknown|unsupported|update|uri|url|usage|valid|value|verified|weak|write|wrong|yes)!?$/i;

const STATE_START =
  /^(?:bad|expired|invalid|malformed|missing|no|not|revoked|unknown|unsupported|wrong)[_-]/i;
const STATE_ENDING =
  /(?:denied|error|exception|expired|failed|failure|forbidden|found|invalid|long|mismatch|missing|required|revoked|set|short|unauthori[sz]ed|valid|weak)$/i;

/** Letters and the joints of ordinary words. */
const WORD = /^[\p{L}\p{M}'’\-/_.()]+$/u;
const QUANTITY = /^[\d.,]+(?:ms|s|m|h|d|%|[kmg]i?b)?$/i;
const NAME_OF_REASON = /^[A-Z]{2,}(?:_[A-Z]+)*$/;
/**
 * The sentence goes on; but a word with its own delimiter starts the next pair: 'password: swordfish user=bob'. A marker
 * was a word, or masking it would change what is said of the word before it.
 */
const NEXT_WORD = / {1,4}(?![\w.-]{1,40}[=:])(?:[\p{L}\p{N}(`"'/<]|\[REDACTED\])/uy;

/** Whether the value is a placeholder, or means that there is no secret. */
export function isPlaceholder(value: string): boolean {
  // The bound keeps hostile values such as an endless `${…` from being read again and again.
  return value === '' || (value.length <= 64 && PLACEHOLDER.test(value));
}

/** Whether a word of the text is a secret and not the continuation of a sentence. */
export function isSecretWord({ text, steps, isOwnWord }: Scan, from: number, end: number): boolean {
  steps.count += end - from;
  const value = text.slice(from, end);
  if (isPlaceholder(value)) return false;
  // A language without ASCII letters: 'token: 已过期' is a sentence.
  if (!/[A-Za-z0-9]/.test(value)) return /^[!-~]{4,}$/.test(value);
  const quantity = QUANTITY.test(value);
  if (!quantity && !WORD.test(value)) return true;
  NEXT_WORD.lastIndex = end;
  if (NEXT_WORD.test(text)) return false;
  if (quantity) return true;
  if ([STATE, STATE_START, STATE_ENDING, NAME_OF_REASON].some((state) => state.test(value)))
    return false;
  return !isOwnWord(value);
}
