/**
 * A request id as its JSON text: `7`, `"req-1"`, `1.0`, `null`. Text, because JavaScript cannot hold every id that JSON
 * can (9007199254740993, 1.0, 1e2) and a reply has to carry the same digits that the request had.
 */
export type IdText = string & { readonly __idText?: never };

/** The id text of a value that the program itself made up. */
export function idText(value: string | number | bigint | null): IdText {
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
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
  if (CANONICAL_INTEGER.test(text)) return text;
  const value = Number(text);
  return Number.isSafeInteger(value) ? String(value === 0 ? 0 : value) : text;
}

/** Whether the text of a JSON number is a whole number, whatever its spelling: 1.0 and 1e2 are, 1.5 and 1e-400 are not. */
export function isIntegerText(text: string): boolean {
  if (CANONICAL_INTEGER.test(text)) return true;
  const parts = NUMBER.exec(text);
  if (parts === null) return false;
  const whole = parts[1]!;
  const fraction = trimZeros(parts[2] ?? '');
  const exponent = Number(parts[3] ?? 0);
  const digits = trimZeros(whole + fraction);
  if (digits === '' || digits === '0') return true;
  // 10^exponent has to move the last digit that is not zero to the left of the point.
  return whole.length + fraction.length - digits.length - fraction.length + exponent >= 0;
}

const QUOTE = 0x22;
const CANONICAL_INTEGER = /^(?:0|-?[1-9][0-9]*)$/;
const NUMBER = /^-?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

function trimZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}
