/** Insertions, deletions, replacements and swapped neighbours between two texts; undefined where there are more than `most`. */
export function editDistance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    const letter = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1);
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (letter === other ? 0 : 1));
      // A letter before the first one is NaN, which equals nothing.
      const isSwap = letter === b.charCodeAt(j - 2) && other === a.charCodeAt(i - 2);
      if (isSwap) best = Math.min(best, beforeLast[j - 2]! + 1);
      row.push(best);
      least = Math.min(least, best);
    }
    // A swap reaches back two rows, at the cost of one: only past `most + 1` is there no way back.
    if (least > most + 1) return undefined;
    [beforeLast, last] = [last, row];
  }
  const edits = last[b.length]!;
  return edits <= most ? edits : undefined;
}

const MAX_LENGTH = 100;
const MAX_NAMES = 1000;

/** The name that was most likely meant, if one is near enough: a third of it may be wrong, or two letters. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (given.length > MAX_LENGTH) return undefined;
  const wanted = normalised(given);
  let best: string | undefined;
  let most = Math.max(2, Math.floor(wanted.length / 3));
  for (const name of names.slice(0, MAX_NAMES)) {
    const distance = editDistance(wanted, normalised(name), most);
    if (distance === undefined) continue;
    best = name;
    if (distance === 0) break;
    most = distance - 1;
  }
  return best;
}

/** Separators and case are what models and people get wrong most. */
const normalised = (name: string): string => name.toLowerCase().replace(/[\s/_.-]+/g, '_');

/** A kind of value: how it is recognised, and what it is called in an error. */
export interface Kind {
  readonly name: string;
  is(value: unknown): boolean;
}

const kindOf = (type: string, name: string): Kind => ({
  name,
  is: (value) => typeof value === type,
});

export const A_BOOLEAN = kindOf('boolean', 'a boolean');
/** Switches off what is on by default. */
export const FALSE: Kind = { name: 'false', is: (value) => value === false };
export const A_FUNCTION = kindOf('function', 'a function');
export const A_STRING = kindOf('string', 'a string');
/** Any number: whether a computed one makes sense is seen where it is used. */
export const A_NUMBER = kindOf('number', 'a number');
export const AN_AMOUNT: Kind = {
  name: 'a number from 0 on',
  is: (value) => typeof value === 'number' && value >= 0,
};
export const MILLISECONDS: Kind = { name: 'a number of milliseconds', is: AN_AMOUNT.is };
export const SECONDS: Kind = { name: 'a number of seconds', is: AN_AMOUNT.is };
export const AN_INTEGER: Kind = { name: 'an integer', is: Number.isSafeInteger };
export const A_TEXT: Kind = {
  name: 'a non-empty string',
  is: (value) => typeof value === 'string' && value !== '',
};
export const A_LIST: Kind = { name: 'a list', is: Array.isArray };
export const AN_OBJECT: Kind = {
  name: 'an object',
  is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** What a value may be: one of these words or kinds. None: anything. */
export type AllowedValues = readonly (string | Kind)[];

/** The names of an object of options, complete by its type, and what each may be. */
export type AllowedOptions<T> = { readonly [K in keyof Required<T>]: AllowedValues };

/** Throws a TypeError for a name or a value that the table does not have: a mistake would otherwise be silent. */
export function assertOptions(
  what: string,
  given: object,
  table: Readonly<Record<string, AllowedValues>>,
  noun = 'option',
): void {
  if (typeof given !== 'object' || given === null) failValue(what, `${noun}s`, given, [AN_OBJECT]);
  // Faults are checked where they are thrown: without a copy of the keys.
  for (const key in given) {
    if (!Object.hasOwn(given, key)) continue;
    if (!Object.hasOwn(table, key)) {
      const known = Object.keys(table);
      const hint =
        hintFor(key, known) ?? (known.length > MAX_LISTED ? '' : `; known are ${known.join(', ')}`);
      throw new TypeError(`${what}: unknown ${noun} ${inspect(key)}${hint}`);
    }
    const value = (given as Readonly<Record<string, unknown>>)[key];
    if (value !== undefined) assertValue(what, key, value, table[key]!);
  }
}

/** Throws a TypeError for a value that is not allowed. */
export function assertValue(
  what: string,
  name: string,
  value: unknown,
  allowed: AllowedValues,
): void {
  if (allowed.length === 0) return;
  for (let i = 0; i < allowed.length; i++) {
    const each = allowed[i]!;
    if (typeof each === 'string' ? each === value : each.is(value)) return;
  }
  failValue(what, name, value, allowed);
}

const MAX_LISTED = 8;

function failValue(what: string, name: string, value: unknown, allowed: AllowedValues): never {
  const words = allowed.filter((each) => typeof each === 'string');
  const kinds = allowed.flatMap((each) => (typeof each === 'string' ? [] : each.name));
  const listed = words.length < 2 ? words : [`one of ${words.join(', ')}`];
  const hint =
    (typeof value === 'string' ? hintFor(value, words) : undefined) ??
    (words.length > MAX_LISTED
      ? ', which is unknown'
      : `, not ${[...listed, ...kinds].join(' or ')}`);
  throw new TypeError(`${what}: ${name} is ${inspect(value)}${hint}`);
}

function hintFor(given: string, names: readonly string[]): string | undefined {
  const near = nearestName(given, names);
  return near === undefined ? undefined : `; did you mean ${near}?`;
}

function inspect(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_LENGTH));
  if (typeof value === 'function') return A_FUNCTION.name;
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? A_LIST.name : AN_OBJECT.name;
}
