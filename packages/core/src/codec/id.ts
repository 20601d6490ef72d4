import { CLOSE_BRACE, COMMA, endOfValue, QUOTE, skipSpace } from './json-text.js';
import type { EraRules } from '../era/index.js';
import { createProblem, type IdText, type Problem } from './message.js';
import { findId, scanId } from './scan-id.js';

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

/** One key for all spellings of an id: `1`, `1.0` and `10e-1` are the same request when replies are matched. */
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

/** The exact text of the top-level id of a valid message that has one, or what is wrong with it. */
export function readId(text: string, value: unknown, rules: EraRules): IdText | Problem {
  const id = spelling(text, value);
  if (id === undefined) return createProblem('duplicate-id');
  return isLegalId(id, rules) ? wellFormed(id) : createProblem('wrong-id');
}

/** The id of a text that is not read as a message: too large, too deep or broken. */
export function recoverId(text: string, rules: EraRules): IdText | undefined {
  const id = scanId(text);
  return id !== undefined && isLegalId(id, rules) ? wellFormed(id) : undefined;
}

function spelling(text: string, value: unknown): string | undefined {
  const common = commonSpelling(text, value);
  if (common !== undefined) return common;
  const key = indexOfIdKey(text, 0);
  // Written once, and no key can be spelled with escapes (i is \u0069, d is \u0064): this is the one.
  // Otherwise go from member to member.
  if (key === -1 || indexOfIdKey(text, key + 4) !== -1 || text.indexOf('\\u006') !== -1) {
    const { id, times } = findId(text);
    return times === 1 ? id : undefined;
  }
  const start = skipSpace(text, skipSpace(text, key + 4) + 1);
  const end = endOfValue(text, start);
  // As long as its value, so there are no escapes in it. A slice would keep the whole message alive as long as the id.
  if (typeof value === 'string' && value.length === end - start - 2) return `"${value}"`;
  return text.slice(start, end);
}

const COMMON_START = '{"jsonrpc":"2.0","id":';

/** Nearly every client begins like this. Where the first id is what the value is, no other id can be meant. */
function commonSpelling(text: string, value: unknown): string | undefined {
  const id = plainSpelling(value);
  if (id === undefined || !text.startsWith(COMMON_START)) return undefined;
  if (!text.startsWith(id, COMMON_START.length)) return undefined;
  const next = text.charCodeAt(COMMON_START.length + id.length);
  return next === COMMA || next === CLOSE_BRACE ? id : undefined;
}

/** The one usual spelling of a value. A string with quotes or backslashes has none: its text is not its value. */
function plainSpelling(value: unknown): string | undefined {
  if (typeof value === 'string') return /["\\]/.test(value) ? undefined : `"${value}"`;
  return Number.isSafeInteger(value) ? `${value as number}` : undefined;
}

/** Where `"id"` is written. Short texts are full of quotes and long ones of letters: look for what is rarer. */
function indexOfIdKey(text: string, from: number): number {
  if (text.length > 512) return text.indexOf('"id"', from);
  let end = text.indexOf('id"', from);
  while (end !== -1 && text.charCodeAt(end - 1) !== QUOTE) end = text.indexOf('id"', end + 3);
  return end === -1 ? -1 : end - 1;
}

/** Whether the era allows the id in a request, and so in the reply. */
function isLegalId(id: IdText, rules: EraRules): boolean {
  const unit = id.charCodeAt(0);
  if (unit === QUOTE) return true;
  if (unit === 0x6e) return rules.idMayBeNull;
  return (unit === 0x2d || isDigit(unit)) && (rules.idMayBeFractional || isIntegerText(id));
}

/** A lone surrogate cannot be written as UTF-8; its escape can, and is the same id. */
function wellFormed(id: IdText): IdText {
  const text = id.charCodeAt(0) === QUOTE && LONE_SURROGATE.test(id);
  return text ? id.replace(LONE_SURROGATES, escapeUnit) : id;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16)}`;
}
