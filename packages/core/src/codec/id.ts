import { QUOTE } from './json-text.js';

/**
 * A request id as its JSON text: `7`, `"req-1"`, `1.0`, `null`. Text, because JavaScript cannot hold every id that JSON
 * can (9007199254740993, 1.0, 1e2) and a reply has to carry the same digits that the request had.
 */
export type IdText = string & { readonly __idText?: never };

/** The id text of a value that the program itself made up. */
export function idText(value: string | number | bigint | null): IdText {
  return typeof value === 'bigint' || Number.isSafeInteger(value)
    ? String(value)
    : JSON.stringify(value);
}

/** The value of an id, where JavaScript can hold it; digits are lost beyond 2^53. */
export function idValue(text: IdText): string | number | null {
  return JSON.parse(text) as string | number | null;
}

/** One key for all spellings of an id: `1`, `1.0` and `10e-1` are the same request to whoever matches replies. */
export function idKey(text: IdText): string {
  if (text.charCodeAt(0) === QUOTE) {
    return text.includes('\\') ? JSON.stringify(JSON.parse(text)) : text;
  }
  if (text.length <= PLAIN_DIGITS && isDigits(text) && text !== '-0') return text;
  const number = decimal(text);
  if (number === undefined) return text;
  const { sign, digits, exponent } = number;
  if (digits === '') return '0';
  if (!Number.isSafeInteger(exponent)) return text;
  return exponent >= 0 && digits.length + exponent <= PLAIN_DIGITS
    ? sign + digits + '0'.repeat(exponent)
    : `${sign}${digits}e${exponent}`;
}

/** Whether the text of a JSON number is a whole number, whatever its spelling: 1.0 and 1e2 are, 1.5 and 1e-400 are not. */
export function isIntegerText(text: string): boolean {
  if (isDigits(text)) return true;
  const number = decimal(text);
  return number !== undefined && (number.digits === '' || number.exponent >= 0);
}

// Longer numbers are keyed by digits and exponent, so that 1e999999999 does not become a text of a billion zeros.
const PLAIN_DIGITS = 16;
const ZERO = 0x30;
const MINUS = 0x2d;
const NUMBER = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/** Digits and at most a sign, as nearly all ids are. */
function isDigits(text: string): boolean {
  let i = text.charCodeAt(0) === MINUS ? 1 : 0;
  while (isDigit(text.charCodeAt(i))) i++;
  return i === text.length;
}

/** A number as sign × digits × 10^exponent, exactly. The digits neither begin nor end with a zero; zero has none. */
function decimal(text: string) {
  const parts = NUMBER.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const all = whole + fraction;
  // Loops, because /0+$/ takes quadratic time on a peer's million zeros.
  let start = 0;
  while (all.charCodeAt(start) === ZERO) start++;
  let end = all.length;
  while (end > start && all.charCodeAt(end - 1) === ZERO) end--;
  return {
    sign,
    digits: all.slice(start, end),
    exponent: Number(exponent) + whole.length - end,
  };
}

export function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= 0x39;
}
