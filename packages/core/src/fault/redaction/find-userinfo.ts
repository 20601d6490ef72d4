import { firstOf, type Scan } from './spans.js';

/** The slashes may be escaped, as some JSON encoders do. */
const AUTHORITY = /:(?:\\?\/){2}/g;
const authorityEnd = firstOf(/[\s/?#"'`<>]/g);
/** `user:pa/ss@`: a password that should have been encoded. A port is not a password. */
const userEnd = firstOf(/[\s/?#"'`<>@:]/g);
const passwordEnd = firstOf(/[\s"'`<>@]/g);
const PORT = /\d{1,5}(?:[/?#,]|$)/y;

/**
 * Find the userinfo of URLs and data source names: `scheme://user:password@host` keeps scheme and host. A user name
 * alone is masked too, because access tokens are passed that way; only the `git@` of repositories is left.
 */
export function findUserinfo(scan: Scan): void {
  const { text, steps } = scan;
  // Every form has an at sign, and most texts do not.
  if (!text.includes('@')) return;
  // Several broken passwords may run into the same at sign: what follows it is read for the first of them.
  let brokenAt = -1;
  let brokenEnd = -1;
  AUTHORITY.lastIndex = 0;
  while (AUTHORITY.test(text)) {
    const start = AUTHORITY.lastIndex;
    let end = lastAt(scan, start);
    if (end < 0) {
      const at = brokenPasswordEnd(scan, start);
      if (at >= 0 && at !== brokenAt) {
        brokenAt = at;
        brokenEnd = lastAt(scan, at);
      }
      end = at < 0 ? -1 : brokenEnd;
    }
    if (end > start && text.slice(start, end) !== 'git') scan.mask(start, end);
  }
  steps.count += text.length;
  findGoDsn(scan);
}

/** The last at sign of the authority that goes on at `from`. */
function lastAt(scan: Scan, from: number): number {
  const end = scan.next(authorityEnd, from);
  scan.steps.count += end - from;
  const at = scan.text.slice(from, end).lastIndexOf('@');
  return at < 0 ? -1 : from + at;
}

function brokenPasswordEnd(scan: Scan, start: number): number {
  const { text } = scan;
  const colon = scan.next(userEnd, start);
  if (text[colon] !== ':' || text[start] === '[') return -1;
  PORT.lastIndex = colon + 1;
  if (PORT.test(text)) return -1;
  const at = scan.next(passwordEnd, colon + 1);
  return text[at] === '@' && at > colon + 1 ? at : -1;
}

/** The form of Go's MySQL driver, `user:password@tcp(host)`, which has no scheme. */
const GO_DSN = /@(?:tcp|tcp6|unix|cloudsql)\(/g;
const STOPS = /[\s"'`]/;

function findGoDsn(scan: Scan): void {
  const { text, steps } = scan;
  let start = 0;
  let colon = -1;
  let read = 0;
  GO_DSN.lastIndex = 0;
  for (let found = GO_DSN.exec(text); found !== null; found = GO_DSN.exec(text)) {
    // The user name starts behind the last space, quote or, before its colon, equals sign.
    for (; read < found.index; read++) {
      steps.count++;
      const char = text.charAt(read);
      if (STOPS.test(char) || (char === '=' && colon < 0)) {
        start = read + 1;
        colon = -1;
      } else if (char === ':' && colon < 0) colon = read;
    }
    if (colon >= 0) scan.mask(start, found.index);
  }
}
