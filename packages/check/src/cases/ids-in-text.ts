import { objectOrEmpty, parseJson } from '../json/json.js';

const ID = /["']?\bid["']?\s*:\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,}\]]+)/g;

/** Numbers that are written longer than this are compared as they are written. */
const LONGEST_NUMBER = 64;

/**
 * All ids that a reader might find in a text, without their types. Invalid JSON, and members that are named twice,
 * have ids too: a server that reads them in its own way answers a question that was asked.
 */
export function idsIn(text: string): readonly string[] {
  const value = parseJson(text);
  const messages: readonly unknown[] = Array.isArray(value) ? (value as unknown[]) : [value];
  const read = messages.flatMap((message) => objectOrEmpty(message)['id'] ?? []);
  const written = [...text.matchAll(ID)].map(([, id = '']) => valueOf(id));
  const found = read.length > written.length ? read : written;
  return found.flatMap((id) =>
    typeof id === 'string' || typeof id === 'number' ? [String(id)] : [],
  );
}

/** What no reader of JSON understands is taken as it is written, but for its quotes. */
function valueOf(id: string): unknown {
  const value = parseJson(id);
  return value === undefined ? id.replace(/^'(.*)'$/, '$1') : value;
}

/** Whether two ids, as JSON text, are one value: `"\u00e9"` and `"é"` are, `7` and `"7"` are not, nor are numbers that only a double confuses. */
export function sameId(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [parseJson(one), parseJson(other)];
  if (typeof a === 'number' && typeof b === 'number') return exactly(one) === exactly(other);
  return typeof a === 'string' && a === b;
}

/** One spelling for all spellings of a number: `77`, `77.0` and `7.7e1` are the same. */
function exactly(text: string): string {
  if (text.length > LONGEST_NUMBER) return text;
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = (whole.replace('-', '') + fraction).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return '0';
  return `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}
