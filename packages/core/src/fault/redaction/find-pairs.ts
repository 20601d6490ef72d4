import { isPlaceholder, isSecretWord } from './secret-value.js';
import { isHarmlessName, isWeakName, NAME_SOURCE, NAME_WINDOW } from './sensitive-names.js';
import { firstOf, REDACTED, type Scan } from './spans.js';
import { afterBlanks, bareEnd, listEnd, quotedEnd, quoteAt } from './values.js';

const NAME = new RegExp(NAME_SOURCE, 'gi');
/** What may stand between a name and its delimiter: the end of a quoted or bracketed key, spaces. */
const GAP = /[\\"'`\] ]{0,8}/y;
/** `==`, `::` and `://` delimit no value; `=>` does in Ruby and PHP dumps; `%3D` is an encoded `=`. */
const DELIMITER = /:=|=>|:(?![:=]|\/\/)|=(?![=>])|%3[ad]/iy;
const SCHEME =
  /(?:bearer|basic|(digest)|token|negotiate|ntlm|api-?key|key|oauth|hawk|mac|dpop|aws4-hmac-sha256|goog4-rsa-sha256|shared(?:key|accesssignature))[ \t]/iy;
const credentialsEnd = firstOf(/[\r\n"'\\]/g);
const lineEnd = firstOf(/[\r\n]/g);
const tagEdge = firstOf(/[<>]/g);

/** Find the values of sensitive names: `password=x`, `"token":"x"`, `Cookie: x`, `--api-key x`, `<secret>x</secret>`. */
export function findPairs(scan: Scan): void {
  const { text, steps } = scan;
  NAME.lastIndex = 0;
  for (let found = NAME.exec(text); found !== null; found = NAME.exec(text)) {
    steps.count++;
    const end = NAME.lastIndex;
    const [from, to] = valueOf(scan, found[0], found.index, end) ?? [end, end];
    if (to > from) scan.mask(from, to);
    // What is masked is not searched again: that keeps hostile repetitions linear.
    NAME.lastIndex = Math.max(end, to);
  }
  steps.count += text.length;
}

type Range = readonly [from: number, to: number];

function valueOf(scan: Scan, name: string, start: number, end: number): Range | undefined {
  const { text } = scan;
  // A longer identifier: `tokenize`, `passwordless`.
  if (/[A-Za-z0-9]/.test(text.charAt(end))) return undefined;
  const before = text.slice(Math.max(0, start - NAME_WINDOW), start);
  if (isHarmlessName(before, name)) return undefined;

  if (text[end] === '>') {
    const edge = scan.next(tagEdge, end + 1);
    if (text.startsWith('</', edge)) return [end + 1, edge];
  }

  GAP.lastIndex = end;
  GAP.test(text);
  DELIMITER.lastIndex = GAP.lastIndex;
  const sign = DELIMITER.exec(text)?.[0];
  if (sign !== undefined) return delimitedValue(scan, name, sign, DELIMITER.lastIndex);
  return text[end] === ' ' && isFlag(before) ? flagValue(scan, end + 1) : undefined;
}

/** `--` starts the identifier that the name ends. */
function isFlag(before: string): boolean {
  let at = before.length;
  while (at > 0 && /[\w-]/.test(before.charAt(at - 1))) at--;
  return before.startsWith('--', at);
}

function delimitedValue(scan: Scan, name: string, sign: string, after: number): Range | undefined {
  const { text } = scan;
  const from = scan.next(afterBlanks, after);
  const quoted = quotedValue(scan, from);
  if (quoted !== undefined) return quoted;
  // An arrow is followed by code as often as by a value; only quotes tell them apart.
  if (sign === '=>' || text[from] === '{' || text.startsWith(REDACTED, from)) return undefined;
  if (isWeakName(name) && (sign.startsWith(':') || /\d/.test(text.charAt(from)))) return undefined;
  // The shell's own variable, not a password.
  if (text[from] === '/' && name.toLowerCase() === 'pwd') return undefined;
  if (text[from] === '[') {
    const end = listEnd(scan, from + 1);
    return isPlaceholder(text.slice(from + 1, end)) ? undefined : [from + 1, end];
  }
  if (name.toLowerCase() === 'authorization') {
    const credentials = credentialsAfterScheme(scan, from);
    if (credentials !== undefined) return credentials;
  }
  const end = scan.next(bareEnd, from);
  const value = text.slice(from, end);
  if (/cookie/i.test(name) && value.includes('=')) {
    return [from, scan.next(credentialsEnd, from)];
  }
  // `token=x` is always a pair; `token: x` and `token = x` may be a sentence.
  const prose = sign.startsWith(':') || from > after;
  const secret = prose ? isSecretWord(scan, from, end) : !isPlaceholder(value);
  return secret ? [from, end] : undefined;
}

function quotedValue(scan: Scan, at: number): Range | undefined {
  const quote = quoteAt(scan, at);
  if (quote === undefined) return undefined;
  const from = at + quote.length;
  return [from, quotedEnd(scan, quote, from)];
}

/** The scheme is worth knowing; the rest of the line is the credential, whatever its grammar. */
function credentialsAfterScheme(scan: Scan, from: number): Range | undefined {
  SCHEME.lastIndex = from;
  const scheme = SCHEME.exec(scan.text);
  if (scheme === null) return undefined;
  const start = scan.next(afterBlanks, SCHEME.lastIndex);
  const end = scan.next(bareEnd, start);
  // 'authorization: bearer token is missing'
  if (!isSecretWord(scan, start, end)) return [start, start];
  // Digest parameters are quoted, so quotes do not end them.
  const rest = scheme[1] === undefined ? credentialsEnd : lineEnd;
  return [start, Math.max(end, scan.next(rest, start))];
}

/** `--password hunter2` on a command line. */
function flagValue(scan: Scan, from: number): Range | undefined {
  const quoted = quotedValue(scan, from);
  if (quoted !== undefined) return quoted;
  const end = scan.next(bareEnd, from);
  return scan.text[from] !== '-' && isSecretWord(scan, from, end) ? [from, end] : undefined;
}
