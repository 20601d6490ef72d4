const PREFIX = '=?base64?';
const SUFFIX = '?=';

// RFC 4648 §4 with padding: a lenient decoder would let two spellings of one value pass a proxy as different ones.
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * What a header of MCP 2026-07-28 says: as it stands, or decoded where it is written `=?base64?…?=` because a header cannot hold it.
 * Undefined where the encoding is broken.
 */
export function decodeHeaderValue(given: string): string | undefined {
  const value = trimOws(given);
  if (!value.startsWith(PREFIX) || !value.endsWith(SUFFIX)) return value;
  const encoded = value.slice(PREFIX.length, -SUFFIX.length);
  if (!BASE64.test(encoded)) return undefined;
  try {
    return utf8.decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)));
  } catch {
    return undefined; // not UTF-8: the caller refuses the header
  }
}

/** RFC 9110 §5.5: white space around a value is not part of it. Not `trim`, which takes more than space and tab away. */
export function trimOws(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value.charCodeAt(start))) start++;
  while (end > start && isBlank(value.charCodeAt(end - 1))) end--;
  return start === 0 && end === value.length ? value : value.slice(start, end);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}
