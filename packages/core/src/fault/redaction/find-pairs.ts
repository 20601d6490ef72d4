import { isPlaceholder, isSecretWord } from './secret-value.js';
import { isHarmlessName, isWeakName, NAME_SOURCE, NAME_WINDOW } from './sensitive-names.js';
import { REDACTED, type Spans } from './spans.js';
import { bareEnd, listEnd, quotedEnd, quoteAt } from './values.js';

const NAME = new RegExp(NAME_SOURCE, 'gi');
/** What may stand between a name and its delimiter: the end of a quoted or bracketed key, spaces. */
const GAP = /[\\"'`\] ]{0,8}/y;
/** `==`, `::` and `://` delimit no value; `=>` does in Ruby and PHP dumps; `%3D` is an encoded `=`. */
const DELIMITER = /(?::=|=>|:(?![:=]|\/\/)|=(?![=>])|%3[ad])[ \t]*/iy;
const SCHEME =
  /(?:bearer|basic|(digest)|token|negotiate|ntlm|api-?key|key|oauth|hawk|mac|dpop|aws4-hmac-sha256|goog4-rsa-sha256|shared(?:key|accesssignature))[ \t]+/iy;
const CREDENTIALS = /[^\r\n"'\\]*/y;
const DIGEST = /[^\r\n]*/y;
const ELEMENT = />([^<>]+)<\//y;
const FLAG = /(?:^|[^\w-])--[\w-]*$/;

/** Find the values of sensitive names: `password=x`, `"token":"x"`, `Cookie: x`, `--api-key x`, `<secret>x</secret>`. */
export function findPairs(text: string, spans: Spans): void {
  NAME.lastIndex = 0;
  for (let found = NAME.exec(text); found !== null; found = NAME.exec(text)) {
    const end = NAME.lastIndex;
    const [from, to] = valueOf(text, found[0], found.index, end) ?? [end, end];
    if (to > from) spans.push(from, to);
    // What is masked is not searched again: that keeps hostile repetitions linear.
    NAME.lastIndex = Math.max(end, to);
  }
}

type Range = readonly [from: number, to: number];

function valueOf(text: string, name: string, start: number, end: number): Range | undefined {
  // A longer identifier: `tokenize`, `passwordless`.
  if (/[A-Za-z0-9]/.test(text.charAt(end))) return undefined;
  const before = text.slice(Math.max(0, start - NAME_WINDOW), start);
  if (isHarmlessName(before, name)) return undefined;

  ELEMENT.lastIndex = end;
  const element = ELEMENT.exec(text)?.[1];
  if (element !== undefined) return [end + 1, end + 1 + element.length];

  GAP.lastIndex = end;
  GAP.test(text);
  DELIMITER.lastIndex = GAP.lastIndex;
  const sign = DELIMITER.exec(text)?.[0];
  if (sign !== undefined) return delimitedValue(text, name, sign, DELIMITER.lastIndex);
  return text[end] === ' ' && FLAG.test(before) ? flagValue(text, end + 1) : undefined;
}

function delimitedValue(text: string, name: string, sign: string, from: number): Range | undefined {
  const quote = quoteAt(text, from);
  if (quote !== undefined) {
    return [from + quote.length, quotedEnd(text, quote, from + quote.length)];
  }
  // An arrow is followed by code as often as by a value; only quotes tell them apart.
  if (sign.startsWith('=>') || text[from] === '{' || text.startsWith(REDACTED, from))
    return undefined;
  if (isWeakName(name) && (sign.startsWith(':') || /\d/.test(text.charAt(from)))) return undefined;
  if (text[from] === '[') {
    const end = listEnd(text, from + 1);
    return isPlaceholder(text.slice(from + 1, end)) ? undefined : [from + 1, end];
  }
  if (/^authorization$/i.test(name)) {
    const credentials = credentialsAfterScheme(text, from);
    if (credentials !== undefined) return credentials;
  }
  const end = bareEnd(text, from);
  const value = text.slice(from, end);
  if (/^cookies?$/i.test(name) && value.includes('=')) {
    CREDENTIALS.lastIndex = from;
    CREDENTIALS.test(text);
    return [from, CREDENTIALS.lastIndex];
  }
  // `token=x` is always a pair; `token: x` and `token = x` may be a sentence.
  const prose = sign.startsWith(':') || sign !== sign.trimEnd();
  if (prose ? !isSecretWord(value, text, end) : isPlaceholder(value)) return undefined;
  // The shell's own variable, not a password.
  return /^pwd$/i.test(name) && value.startsWith('/') ? undefined : [from, end];
}

/** The scheme is worth knowing; the rest of the line is the credential, whatever its grammar. */
function credentialsAfterScheme(text: string, from: number): Range | undefined {
  SCHEME.lastIndex = from;
  const scheme = SCHEME.exec(text);
  if (scheme === null) return undefined;
  const start = SCHEME.lastIndex;
  const end = bareEnd(text, start);
  // 'authorization: bearer token is missing'
  if (!isSecretWord(text.slice(start, end), text, end)) return [start, start];
  // Digest parameters are quoted, so quotes do not end them.
  const rest = scheme[1] === undefined ? CREDENTIALS : DIGEST;
  rest.lastIndex = start;
  rest.test(text);
  return [start, Math.max(end, rest.lastIndex)];
}

/** `--password hunter2` on a command line. */
function flagValue(text: string, from: number): Range | undefined {
  const quote = quoteAt(text, from);
  if (quote !== undefined) {
    return [from + quote.length, quotedEnd(text, quote, from + quote.length)];
  }
  const end = bareEnd(text, from);
  const value = text.slice(from, end);
  return !value.startsWith('-') && isSecretWord(value, text, end) ? [from, end] : undefined;
}
