import { isEncodedPair } from './base64.js';
import { isSecretWord } from './secret-value.js';
import { firstOf, type Scan } from './spans.js';
import { bareEnd } from './values.js';

/** A scheme at the start of a word, also behind an escaped newline. */
const SCHEME = /(bearer|basic)(?<=(?:(?<![A-Za-z0-9])|\\[nrt])(?:bearer|basic)) /gi;
const afterSpaces = firstOf(/[^ ]/g);
const BASE64 = /^[A-Za-z0-9+/]{4,}={0,2}$/;
/** The parameters of a challenge: `Bearer realm="x"`, `Bearer error=invalid_token`. */
const PARAMETER =
  /^(?:realm|error|error_description|error_uri|scope|resource|resource_metadata|authorization_uri|charset)=/i;

/** Find credentials behind `Bearer` and `Basic`, with or without their header. */
export function findSchemes(scan: Scan): void {
  const { text, steps } = scan;
  SCHEME.lastIndex = 0;
  for (let found = SCHEME.exec(text); found !== null; found = SCHEME.exec(text)) {
    const start = scan.next(afterSpaces, SCHEME.lastIndex);
    const end = scan.next(bareEnd, start);
    const value = text.slice(start, end);
    steps.count += end - start;
    const secret = /^bearer$/i.test(found[1] as string)
      ? !PARAMETER.test(value) && isSecretWord(scan, start, end)
      : isBasic(value);
    if (secret) scan.mask(start, end);
    SCHEME.lastIndex = secret ? end : start;
  }
  steps.count += text.length;
}

/** 'basic usage' is not a credential: it must decode to `user:password`, or be too mixed for a word. */
function isBasic(value: string): boolean {
  if (!BASE64.test(value)) return false;
  if (isEncodedPair(value)) return true;
  return value.length >= 12 && /\d/.test(value) && /[A-Z]/.test(value) && /[a-z]/.test(value);
}
