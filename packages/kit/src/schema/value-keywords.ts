import { FORMATS } from './formats.js';
import { clip, counted } from './report.js';
import {
  isObject,
  MAX_DEPTH,
  never,
  pass,
  refuse,
  TooDeep,
  type SchemaRule,
  type SchemaPart,
} from './rule.js';

interface Type {
  readonly wanted: string;
  readonly fits: (value: unknown) => boolean;
}

const TYPES: ReadonlyMap<unknown, Type> = new Map([
  ['string', { wanted: 'a string', fits: (value) => typeof value === 'string' }],
  // Not a number and infinity have no form in JSON.
  ['number', { wanted: 'a number', fits: (value) => Number.isFinite(value) }],
  ['integer', { wanted: 'a whole number', fits: (value) => Number.isInteger(value) }],
  ['boolean', { wanted: 'true or false', fits: (value) => typeof value === 'boolean' }],
  ['object', { wanted: 'an object', fits: isObject }],
  ['array', { wanted: 'a list', fits: (value) => Array.isArray(value) }],
  ['null', { wanted: 'null', fits: (value) => value === null }],
] satisfies [string, Type][]);

/** `type`: one, or a list of which one will do. */
export function type(part: SchemaPart): SchemaRule {
  const given = part.schema['type'];
  const types = (Array.isArray(given) ? given : [given]).map((name: unknown) => {
    const found = TYPES.get(name);
    if (found === undefined) throw part.wrong('type', 'must be a type of JSON or a list of them');
    return found;
  });
  const [first] = types;
  if (first === undefined) throw part.wrong('type', 'must not be empty');
  const wanted = types.map((each) => each.wanted).join(' or ');
  const fits =
    types.length === 1 ? first.fits : (value: unknown) => types.some((each) => each.fits(value));
  return (value, report, path) => {
    if (fits(value)) return true;
    report?.add(path, wanted, 'type');
    return false;
  };
}

const MAX_SHOWN = 10;
const MAX_VALUE = 40;

/** `const`: this value alone. */
export function constant(part: SchemaPart): SchemaRule {
  return oneOfThese([part.schema['const']]);
}

/** `enum`: one of these values. */
export function enumeration(part: SchemaPart): SchemaRule {
  return oneOfThese(part.list('enum') ?? []);
}

function oneOfThese(values: readonly unknown[]): SchemaRule {
  if (values.length === 0) return never('nothing');
  const set = new ValueSet();
  for (const value of values) set.add(value);
  return (value, report, path) => {
    if (set.has(value)) return true;
    report?.add(path, wanted(values), 'choice');
    return false;
  };
}

function wanted(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_SHOWN).map((value) => clip(JSON.stringify(value), MAX_VALUE));
  if (values.length > MAX_SHOWN) shown.push('…');
  return values.length === 1 ? shown.join() : `one of ${shown.join(', ')}`;
}

/** Values of JSON, each once: `{ a: 1, b: 2 }` and `{ b: 2, a: 1 }` are the same one. Takes time in proportion to their size only. */
export class ValueSet {
  readonly #plain = new Set<unknown>();
  readonly #composite = new Set<string>();

  /** Whether it was not there before. */
  add(value: unknown): boolean {
    return isComposite(value) ? added(this.#composite, keyOf(value, 0)) : added(this.#plain, value);
  }

  has(value: unknown): boolean {
    if (!isComposite(value)) return this.#plain.has(value);
    return this.#composite.size > 0 && this.#composite.has(keyOf(value, 0));
  }
}

function added<Key>(keys: Set<Key>, key: Key): boolean {
  const before = keys.size;
  return keys.add(key).size > before;
}

function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function keyOf(value: unknown, depth: number): string {
  if (!isComposite(value)) return typeof value === 'string' ? JSON.stringify(value) : String(value);
  if (depth > MAX_DEPTH) throw new TooDeep();
  if (Array.isArray(value)) return `[${value.map((each) => keyOf(each, depth + 1)).join()}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${keyOf(member, depth + 1)}`).join()}}`;
}

export const minimum = bound('minimum', 'at least', (value, limit) => value >= limit);
export const maximum = bound('maximum', 'at most', (value, limit) => value <= limit);
export const exclusiveMinimum = bound(
  'exclusiveMinimum',
  'more than',
  (value, limit) => value > limit,
);
export const exclusiveMaximum = bound(
  'exclusiveMaximum',
  'less than',
  (value, limit) => value < limit,
);

/** `multipleOf`, in decimals: 0.3 is a multiple of 0.1. */
export function multipleOf(part: SchemaPart): SchemaRule {
  if (!(Number(part.number('multipleOf')) > 0)) {
    throw part.wrong('multipleOf', 'must be more than 0');
  }
  return bound('multipleOf', 'a multiple of', isMultiple)(part);
}

function bound(
  keyword: string,
  words: string,
  fits: (value: number, limit: number) => boolean,
): (part: SchemaPart) => SchemaRule {
  return (part) => {
    const limit = Number(part.number(keyword));
    return (value, report, path) =>
      typeof value !== 'number' || fits(value, limit) || refuse(report, path, `${words} ${limit}`);
  };
}

/** Whether a number is a whole multiple of another, as they are written in decimals. */
function isMultiple(value: number, of: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(of)) return value % of === 0;
  if (!Number.isFinite(value)) return false;
  const [a, exponentA] = decimal(value);
  const [b, exponentB] = decimal(of);
  const exponent = Math.min(exponentA, exponentB);
  return (a * power(exponentA - exponent)) % (b * power(exponentB - exponent)) === 0n;
}

function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

function power(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

const MAX_PATTERN = 80;

/** `minLength`, in code points. */
export function minLength(part: SchemaPart): SchemaRule {
  const min = part.count('minLength') ?? 0;
  const wanted = `at least ${counted(min, 'character')}`;
  return (value, report, path) =>
    typeof value !== 'string' ||
    // A code point is one or two units: most texts need not be counted.
    value.length >= 2 * min ||
    (value.length >= min && codePoints(value) >= min) ||
    refuse(report, path, wanted);
}

/** `maxLength`, in code points. */
export function maxLength(part: SchemaPart): SchemaRule {
  const max = part.count('maxLength') ?? Infinity;
  const wanted = `at most ${counted(max, 'character')}`;
  return (value, report, path) =>
    typeof value !== 'string' ||
    value.length <= max ||
    (value.length <= 2 * max && codePoints(value) <= max) ||
    refuse(report, path, wanted);
}

/** `pattern`, found anywhere in the text. */
export function pattern(part: SchemaPart): SchemaRule {
  const source = part.text('pattern') ?? '';
  const expression = part.pattern(source, 'pattern');
  const wanted = `a text that matches ${clip(source, MAX_PATTERN)}`;
  return (value, report, path) =>
    typeof value !== 'string' || expression.test(value) || refuse(report, path, wanted);
}

/** `format`: those that are known are checked, others are for readers. */
export function format(part: SchemaPart): SchemaRule {
  const known = FORMATS.get(part.text('format') ?? '');
  if (known === undefined) return pass;
  const { fits, wanted } = known;
  return (value, report, path) =>
    typeof value !== 'string' || fits(value) || refuse(report, path, wanted);
}

function codePoints(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++, count++) {
    if (text.codePointAt(i)! > 0xffff) i++;
  }
  return count;
}
